import { GRANTED } from './granted';
import { BUILT_IN_DEFAULT } from '../../facts/built-in-default';
import { AWS_CCM_TAGGING_CONTROLLER } from '../../facts/ccm-releases';
import { CLOUDS_WITH_ROUTES, IN_TREE_CLOUDS_WITHOUT_ROUTES } from '../../facts/cloud-routes';
import { CLOUD_NAMES } from '../../facts/clouds';
import { CONFIG_API } from '../../facts/config-api';
import { GATES_DEPEND_ON_OTHERS } from '../../facts/gate-settings';
import { generatedControllers, generatedFeatureGates, generatedFlags } from '../../facts/generated';
import { IN_TREE_CLOUD_REFUSED, IN_TREE_CLOUDS } from '../../facts/in-tree-clouds';
import { ROUTE_CONTROLLER_GATES, UNDER_EXTERNAL } from '../../facts/kcm-cloud-controllers';
import { logicalName } from '../../facts/kcm-controllers';
import { LOCK_NAMESPACE, MAIN_LOCK_KINDS, MAIN_LOCK_NAMES, MIGRATION_LOCK_KINDS, RESERVED_LOCK_NAMES } from '../../facts/locks';
import { FactTable } from '../../facts/table';
import { TOKEN_CONTROLLER_SIGNAL } from '../../facts/token-controller';
import { WORKER_FLAGS } from '../../facts/workers';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NODE_CONTROLLERS } from '../../model/cluster';
import { OTHER_CONTROLLERS } from '../../model/controller-state';

const MANAGERS: readonly ControllerManager[] = [KCM, CCM];

/** Flags that a certificate states: those from which the locks and the controllers of a process follow. */
export const CERTIFIED_FLAGS: readonly string[] = [
  'allocate-node-cidrs', 'cloud-provider', 'cluster-cidr', 'concurrent-node-syncs', 'concurrent-service-syncs', 'configure-cloud-routes',
  'controllers', 'enable-leader-migration', 'feature-gates', 'leader-elect', 'leader-elect-resource-lock', 'leader-elect-resource-name',
  'leader-elect-resource-namespace', 'leader-migration-config', 'service-account-private-key-file',
];

/** Gates that a certificate states. */
export const CERTIFIED_GATES: readonly string[] = [
  'AllAlpha', 'AllBeta', 'ControllerManagerLeaderMigration', 'DisableCloudProviders', 'IPv6DualStack',
];

/** Packages whose gates both components have; the first that registers a gate decides. */
const GATE_PACKAGES = ['k8s.io/kubernetes/pkg/features', 'k8s.io/controller-manager/pkg/features'];

/** The fact rows that the checker of certificates reads, each with its source: `checker/facts.json`. */
export function checkerFacts(): string {
  const data = {
    schemaVersion: 1,
    constants: {
      mainLockNames: MAIN_LOCK_NAMES,
      reservedLockNames: RESERVED_LOCK_NAMES,
      lockNamespace: LOCK_NAMESPACE,
      cloudsWithRoutes: CLOUDS_WITH_ROUTES,
      inTreeCloudsWithoutRoutes: IN_TREE_CLOUDS_WITHOUT_ROUTES,
      sameClouds: CLOUD_NAMES.same,
      providersOfNoCloud: CLOUD_NAMES.none,
      nodeControllers: NODE_CONTROLLERS,
      assumptions: GRANTED.map(({ id }) => id),
      otherControllers: OTHER_CONTROLLERS,
      providerControllers: [AWS_CCM_TAGGING_CONTROLLER],
    },
    workers: WORKER_FLAGS,
    controllers: generatedControllers().rows.filter(({ component }) => MANAGERS.includes(component)).map(
      ({ component, key, from, to, aliases = [], offByDefault = false, sample = false, source }) => ({
        component, controller: logicalName(key), key, from, to, aliases, offByDefault, sample, source,
      }),
    ),
    flags: MANAGERS.flatMap(component => generatedFlags(component).rows.filter(({ flag }) => CERTIFIED_FLAGS.includes(flag)).map(
      ({ flag, from, to, source }) => ({ component, flag, from, to, source }),
    )),
    gates: GATE_PACKAGES.flatMap(path => generatedFeatureGates().rows.filter(row => row.package === path && CERTIFIED_GATES.includes(row.gate)).map(
      ({ gate, from, to, stage, default: byDefault, locked = false, source }) => ({ gate, from, to, stage, default: byDefault, locked, source }),
    )),
    tables: {
      mainLockKinds: rows(MAIN_LOCK_KINDS),
      migrationLockKinds: rows(MIGRATION_LOCK_KINDS),
      configurationFile: rows(CONFIG_API),
      builtInConfiguration: rows(BUILT_IN_DEFAULT),
      tokenController: rows(TOKEN_CONTROLLER_SIGNAL),
      inTreeClouds: rows(IN_TREE_CLOUDS()),
      inTreeCloudRefused: rows(IN_TREE_CLOUD_REFUSED),
      underExternal: rows(UNDER_EXTERNAL),
      gatesDependOnOthers: rows(GATES_DEPEND_ON_OTHERS),
      ...Object.fromEntries(MANAGERS.map(component => [`routeController of ${component}`, rows(ROUTE_CONTROLLER_GATES[component])])),
    },
  };
  return `${JSON.stringify(data, null, 1)}\n`;
}

/** What has no value in a range of releases is null: JSON has no `undefined`. */
function rows<V>(table: FactTable<V>): readonly object[] {
  return table.rows.map(({ from, to, value, source }) => ({ from, to, value: value ?? null, source }));
}
