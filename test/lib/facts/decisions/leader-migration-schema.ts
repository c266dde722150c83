import { releasedFields } from './kubeconfig-schema';
import { Schema } from './schema';
import { LEADER_MIGRATION_DECISIONS } from '../../../../src/lib/facts/decisions/leader-migration';
import { KCM_26, MIGRATION, node, SAFE } from '../../rules/input';

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'ControllerLeaderConfiguration.component': ['cloud-controller-manager'],
  'LeaderMigrationConfiguration.controllerLeaders': [[]],
};

function configuration() {
  return {
    kind: 'LeaderMigrationConfiguration',
    apiVersion: 'controllermanager.config.k8s.io/v1',
    leaderName: 'cloud-provider-extraction-migration',
    controllerLeaders: ['route', 'service', 'cloud-node-lifecycle'].map((name): Record<string, unknown> => ({ name, component: '*' })),
  } as Record<string, unknown> & { readonly controllerLeaders: Record<string, unknown>[] };
}

/** The file of the nodes of version N is another one than that of the cloud-controller-manager. */
export const LEADER_MIGRATION_SCHEMA: Schema = {
  table: LEADER_MIGRATION_DECISIONS,
  released: () => releasedFields(/^k8s\.io\/controller-manager\//),
  input: (name, value) => {
    const file = configuration();
    const [type, field] = name.split('.');
    if (value !== undefined) (type === 'ControllerLeaderConfiguration' ? file.controllerLeaders[1] : file as Record<string, unknown>)[field] = value;
    return { ...SAFE, old: node({ kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': JSON.stringify(file) } }) };
  },
  values: name => VALUES[name] ?? ['other'],
};
