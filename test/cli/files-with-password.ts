import { PlannedNodeFile } from '../../src/lib/plan/app/app-files';
import { contentHash } from '../../src/lib/text/content-hash';

/** A file of a node with a password, and one without. */
const FILES_WITH_PASSWORD = {
  '/etc/kubernetes/cloud.conf': '[Global]\npassword = hunter2\nport = 443\n',
  '/etc/leadermigration.conf': 'kind: LeaderMigrationConfiguration\n',
};

/** The same as a plan has them. */
export const PLANNED_WITH_PASSWORD = Object.entries(FILES_WITH_PASSWORD).map(([path, text]): PlannedNodeFile => ({
  path,
  text,
  source: `nodes/mixed/control-plane-n/a${path}`,
  sha256: contentHash(text),
  mode: '0600',
  owner: 'root:root',
  role: 'control-plane' as never,
  side: 'n' as never,
  node: 'a',
}));
