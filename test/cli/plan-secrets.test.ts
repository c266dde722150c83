import { PLANNED_WITH_PASSWORD } from './files-with-password';
import { stepFile } from '../../src/lib/plan/node/change';

describe('a file with a password', () => {
  it('is marked in the plan, and no other is', () => {
    const files = PLANNED_WITH_PASSWORD.map(file => stepFile(file, []));
    expect(files.map(({ path, put }) => [path, put])).toEqual([
      ['/etc/kubernetes/cloud.conf', { from: 'nodes/mixed/control-plane-n', mode: '0600', owner: 'root:root', secret: true }],
      ['/etc/leadermigration.conf', { from: 'nodes/mixed/control-plane-n', mode: '0600', owner: 'root:root' }],
    ]);
    expect(JSON.stringify(files)).not.toContain('hunter2');
  });
});
