import { putFiles } from '../../src/lib/plan/commands';

const FILES = {
  '/etc/kubernetes/cloud.conf': '[Global]\npassword = hunter2\nport = 443\n',
  '/etc/leadermigration.conf': 'kind: LeaderMigrationConfiguration\n',
};

describe('a file with a password', () => {
  const planned = Object.entries(FILES).map(([path, text]) => ({
    path,
    text,
    source: `nodes/mixed${path}`,
    sha256: '0'.repeat(64),
    mode: '0600',
    owner: 'root:root',
    role: 'control-plane' as never,
    side: 'n' as never,
    node: 'a',
  }));

  it('is marked in the plan, and no other is', () => {
    const [{ action }] = putFiles('a', 'n', planned);
    expect(action).toMatchObject({ files: [{ path: '/etc/kubernetes/cloud.conf', secret: true }, { path: '/etc/leadermigration.conf' }] });
    expect(JSON.stringify(action).match(/secret/g)).toHaveLength(1);
    expect(JSON.stringify(putFiles('a', 'n', planned))).not.toContain('hunter2');
  });
});
