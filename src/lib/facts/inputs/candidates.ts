import { ControllerManager, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { LEADER_MIGRATION_GATE } from '../feature-gates';
import { otherKcmKeyOf } from '../kcm-controllers';
import { mainLockKinds } from '../locks';

/** A name that nothing in the input has. */
export const ANOTHER_NAME = 'a-name-that-nothing-here-has';

const BOOLEAN = ['true', 'false'];

/** Names in the input that an unknown value may be equal to. */
export interface NamesOfInput {
  readonly locks: readonly string[];
  readonly namespaces: readonly string[];
  /** Values of `--cloud-provider` that name a cloud, and one for each image of which it is not known which it serves without. */
  readonly clouds: readonly string[];
  /** Controllers besides the cloud controllers that a hidden file may name, by their logical names. */
  readonly otherControllers: readonly string[];
}

type Candidates = (component: ControllerManager, version: KubernetesVersion, names: NamesOfInput) => readonly string[];

/** Of each flag that the model reads: one value for each that it tells apart. Values that end the process at start are no candidates. */
export const CANDIDATES: Readonly<Record<string, Candidates>> = {
  'allocate-node-cidrs': () => BOOLEAN,
  'cloud-provider': (component, _, { clouds }) => [...new Set([...component === KCM ? ['external', ''] : [], 'aws', 'gce', 'openstack', ...clouds])],
  'cluster-cidr': () => ['10.0.0.0/16', ''],
  'configure-cloud-routes': () => BOOLEAN,
  'controllers': (component, version, { otherControllers }) => [
    // Some are off unless they are named, as elsewhere in the input.
    ...component === KCM ? [['*', ...otherControllers.flatMap(name => otherKcmKeyOf(name, version) ?? [])].join(',')] : [],
    '*', '*,-service', '*,-route', '*,-cloud-node-lifecycle', '*,-nodeipam', '*,-cloud-node', '*,-service,-route,-cloud-node-lifecycle',
    '*,-service-lb-controller', '*,-node-route-controller', '*,-cloud-node-lifecycle-controller', '*,-cloud-node-controller', 'service',
    'service-lb-controller', '-*',
  ],
  'enable-leader-migration': () => BOOLEAN,
  'external-cloud-volume-plugin': () => ['', 'aws'],
  'feature-gates': () =>
    ['', `${LEADER_MIGRATION_GATE}=true`, `${LEADER_MIGRATION_GATE}=false`, 'DisableCloudProviders=true', 'DisableCloudProviders=false'],
  'leader-elect': () => BOOLEAN,
  'leader-elect-resource-lock': (_, version) => mainLockKinds(version),
  'leader-elect-resource-name': (_, __, { locks }) => [...locks, ANOTHER_NAME],
  'leader-elect-resource-namespace': (_, __, { namespaces }) => [...namespaces, ANOTHER_NAME],
  'service-account-private-key-file': () => ['/etc/kubernetes/pki/sa.key'],
};

/** Whether the promises depend on the flag: a value of any other cannot matter. */
export function decides(flag: string): boolean {
  return Object.hasOwn(CANDIDATES, flag) || flag === 'leader-migration-config';
}

/** Flags whose occurrences add up. */
export const LIST_FLAGS: readonly string[] = ['controllers', 'feature-gates'];
