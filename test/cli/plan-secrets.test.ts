import { PLANNED_WITH_PASSWORD } from './files-with-password';
import { putFiles } from '../../src/lib/plan/commands';

describe('a file with a password', () => {
  it('is marked in the plan, and no other is', () => {
    const [{ action }] = putFiles('a', 'n', PLANNED_WITH_PASSWORD);
    expect(action).toMatchObject({ files: [{ path: '/etc/kubernetes/cloud.conf', secret: true }, { path: '/etc/leadermigration.conf' }] });
    expect(JSON.stringify(action).match(/secret/g)).toHaveLength(1);
    expect(JSON.stringify(putFiles('a', 'n', PLANNED_WITH_PASSWORD))).not.toContain('hunter2');
  });
});
