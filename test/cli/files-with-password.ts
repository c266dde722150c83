/** A file of a node with a password, and one without. */
const FILES_WITH_PASSWORD = {
  '/etc/kubernetes/cloud.conf': '[Global]\npassword = hunter2\nport = 443\n',
  '/etc/leadermigration.conf': 'kind: LeaderMigrationConfiguration\n',
};

/** The same as a plan has them. */
export const PLANNED_WITH_PASSWORD = Object.entries(FILES_WITH_PASSWORD).map(([path, text]) => ({
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
