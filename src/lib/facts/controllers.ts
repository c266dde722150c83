import { FactTable } from './table';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * A cloud controller as a thing of its own: `service` is the same controller under the key `service` (to 1.27) and `service-lb-controller` (from 1.28).
 * The names are the keys that every release to 1.27 used.
 */
export type CloudController = 'service' | 'route' | 'cloud-node-lifecycle' | 'cloud-node' | 'nodeipam';

/** The exact map key of each controller: the only name that Leader Migration compares. A controller that a component does not have is left out. */
export type ControllerKeys = Readonly<Partial<Record<CloudController, string>>>;

const OLD_KEYS = { 'service': 'service', 'route': 'route', 'cloud-node-lifecycle': 'cloud-node-lifecycle', 'nodeipam': 'nodeipam' };

const NEW_KEYS = {
  'service': 'service-lb-controller',
  'route': 'node-route-controller',
  'cloud-node-lifecycle': 'cloud-node-lifecycle-controller',
  'nodeipam': 'node-ipam-controller',
};

/** Keys that kube-controller-manager registers, whether or not it starts them (see `kcm-cloud-controllers.ts`). */
export const KCM_CONTROLLER_KEYS = new FactTable<ControllerKeys>('controller keys of kube-controller-manager', [
  { from: '1.20', to: '1.27', value: OLD_KEYS, source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:457-462' },
  { from: '1.28', to: '1.36', value: NEW_KEYS, source: 'k8s.io/kubernetes@v1.28.15 cmd/kube-controller-manager/app/controllermanager.go:460-465' },
  { from: '1.37', readAt: ['1.37.1'], value: { nodeipam: NEW_KEYS.nodeipam }, source: 'k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/core.go:82' },
]);

/**
 * Keys of a cloud-controller-manager built on k8s.io/cloud-provider of that minor. `nodeipam` is not among the default controllers: a provider that
 * has it registers it itself, under the key of the upstream sample. The AWS cloud-controller-manager does not (`AWS_CCM_HAS_NODE_IPAM`).
 */
export const CCM_CONTROLLER_KEYS = new FactTable<ControllerKeys>('controller keys of cloud-controller-manager', [
  {
    from: '1.20',
    to: '1.27',
    value: { ...OLD_KEYS, 'cloud-node': 'cloud-node' },
    source: 'k8s.io/cloud-provider@v0.26.15 app/controllermanager.go:403-430; nodeipam: k8s.io/kubernetes@v1.27.16 cmd/cloud-controller-manager/main.go:64',
  },
  {
    from: '1.28',
    readAt: ['1.37.1'],
    value: { ...NEW_KEYS, 'cloud-node': 'cloud-node-controller' },
    source: 'k8s.io/cloud-provider@v0.28.15 names/controller_names.go:50-53, the same file in v0.37.2; nodeipam: k8s.io/kubernetes@v1.28.15 cmd/cloud-controller-manager/main.go:67',
  },
]);

const NO_ALIASES: Readonly<Record<string, string>> = {};

const KCM_ALIASES = new FactTable<Readonly<Record<string, string>>>('aliases that kube-controller-manager accepts in --controllers', [
  { from: '1.20', to: '1.27', value: NO_ALIASES, source: 'k8s.io/controller-manager@v0.27.1 options/generic.go, Validate compares keys only' },
  {
    from: '1.28',
    to: '1.36',
    value: { 'service': NEW_KEYS.service, 'route': NEW_KEYS.route, 'cloud-node-lifecycle': NEW_KEYS['cloud-node-lifecycle'], 'nodeipam': NEW_KEYS.nodeipam },
    source: 'k8s.io/controller-manager@v0.28.15 options/generic.go, Validate resolves aliases',
  },
  { from: '1.37', readAt: ['1.37.1'], value: { nodeipam: NEW_KEYS.nodeipam }, source: 'k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/core.go:82' },
]);

const CCM_ALIASES = new FactTable<Readonly<Record<string, string>>>('aliases that cloud-controller-manager accepts in --controllers', [
  { from: '1.20', to: '1.27', value: NO_ALIASES, source: 'k8s.io/controller-manager@v0.27.1 options/generic.go, Validate compares keys only' },
  {
    from: '1.28',
    readAt: ['1.37.1'],
    value: {
      'service': NEW_KEYS.service,
      'route': NEW_KEYS.route,
      'cloud-node-lifecycle': NEW_KEYS['cloud-node-lifecycle'],
      'cloud-node': 'cloud-node-controller',
    },
    source: 'k8s.io/cloud-provider@v0.28.15 names/controller_names.go:63-66; run with v0.28.15, v0.31.14, v0.33.13 and v0.37.2',
  },
]);

export const CONTROLLER_TABLES: readonly FactTable<unknown>[] = [KCM_CONTROLLER_KEYS, CCM_CONTROLLER_KEYS, KCM_ALIASES, CCM_ALIASES];

const KEYS: Readonly<Record<ControllerManager, FactTable<ControllerKeys>>> = { [KCM]: KCM_CONTROLLER_KEYS, [CCM]: CCM_CONTROLLER_KEYS };
const ALIASES = { [KCM]: KCM_ALIASES, [CCM]: CCM_ALIASES };

/** The key of a controller in that component and release; `undefined` when the component has no such controller there. */
export function controllerKey(component: ControllerManager, controller: CloudController, version: KubernetesVersion): string | undefined {
  return KEYS[component].at(version)[controller];
}

/** All cloud controllers that the component registers in that release, with their keys. */
export function controllerKeys(component: ControllerManager, version: KubernetesVersion): ReadonlyMap<CloudController, string> {
  return new Map(Object.entries(KEYS[component].at(version)) as [CloudController, string][]);
}

const LOGICAL: ReadonlyMap<string, CloudController> = new Map([KCM_CONTROLLER_KEYS, CCM_CONTROLLER_KEYS].flatMap(table =>
  table.rows.flatMap(row => Object.entries(row.value).map(([controller, key]): [string, CloudController] => [key, controller as CloudController]))));

/** The keys of all releases and components. */
export const ALL_CONTROLLER_KEYS: readonly string[] = [...LOGICAL.keys()];

/** The controller behind a key of any release; `undefined` for a name that no release knows. Aliases are the keys to 1.27, so they are found too. */
export function logicalController(key: string): CloudController | undefined {
  return LOGICAL.get(key);
}

/** Every key that the controller has had, oldest first. */
export function controllerKeyGenerations(controller: CloudController): readonly string[] {
  return [...LOGICAL].filter(([, logical]) => logical === controller).map(([key]) => key);
}

/** The key of the controller in the release, in whichever component has it. */
export function keyInRelease(controller: CloudController, version: KubernetesVersion): string | undefined {
  return controllerKey(CCM, controller, version) ?? controllerKey(KCM, controller, version);
}

/** First minor of the keys that hold today: `1.28`. */
export const KEYS_CHANGED_IN = CCM_CONTROLLER_KEYS.rows[CCM_CONTROLLER_KEYS.rows.length - 1].from;

/** Names other than the key that `--controllers` accepts, with the key they stand for. They never count in a LeaderMigrationConfiguration. */
export function controllersFlagAliases(component: ControllerManager, version: KubernetesVersion): ReadonlyMap<string, string> {
  return new Map(Object.entries(ALIASES[component].at(version)));
}
