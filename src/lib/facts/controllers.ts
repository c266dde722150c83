import { ControllerRow, generatedControllers } from './generated';
import { lazy } from './lazy';
import { FactTable, generatedTable } from './table';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * A cloud controller as a thing of its own: `service` is the same controller under the key `service` (to 1.27) and `service-lb-controller` (from
 * 1.28). The names are the keys that every release to 1.27 used.
 */
export type CloudController = 'service' | 'route' | 'cloud-node-lifecycle' | 'cloud-node' | 'nodeipam';

/** The exact map key of each controller: the only name that Leader Migration compares. A controller that a component does not have is left out. */
export type ControllerKeys = Readonly<Partial<Record<CloudController, string>>>;

const CLOUD_CONTROLLERS: readonly CloudController[] = ['service', 'route', 'cloud-node-lifecycle', 'nodeipam', 'cloud-node'];

/** The controller of a row, by its key or by the alias that the old key became. */
function cloudController({ key, aliases = [] }: ControllerRow): CloudController | undefined {
  return CLOUD_CONTROLLERS.find(controller => controller === key || aliases.includes(controller));
}

/** A table of the cloud controllers that a component registers. */
function ofCloudControllers<V>(subject: string, component: ControllerManager, valueOf: (rows: readonly ControllerRow[]) => V): FactTable<V> {
  const { read, rows } = generatedControllers();
  const known = rows.filter(row => row.component === component && cloudController(row) !== undefined);
  const byKey = [...new Set(known.map(({ key }) => key))].map(key => known.filter(row => row.key === key));
  return generatedTable(subject, read, byKey, valueOf);
}

function keysOf(rows: readonly ControllerRow[]): ControllerKeys {
  const keys = (controller: CloudController) => rows.filter(row => cloudController(row) === controller).map(({ key }) => [controller, key]);
  return Object.fromEntries(CLOUD_CONTROLLERS.flatMap(keys));
}

/** Aliases of the controllers that the component itself registers: what upstream's sample adds is up to each provider. */
function aliasesOf(rows: readonly ControllerRow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.filter(({ sample }) => !sample).flatMap(({ key, aliases = [] }) => aliases.map(alias => [alias, key])));
}

/**
 * The tables of keys and aliases, per component. Keys of kube-controller-manager are those that it registers, whether or not it starts them (see
 * `kcm-cloud-controllers.ts`). Those of a cloud-controller-manager are of one built on k8s.io/cloud-provider of that minor; `nodeipam` is not among
 * its default controllers: a provider that has it registers it itself, under the key of the upstream sample. The AWS cloud-controller-manager does
 * not (`AWS_CCM_HAS_NODE_IPAM`).
 */
export const CONTROLLER_TABLES = {
  keys: {
    [KCM]: lazy(() => ofCloudControllers('controller keys of kube-controller-manager', KCM, keysOf)),
    [CCM]: lazy(() => ofCloudControllers('controller keys of cloud-controller-manager', CCM, keysOf)),
  },
  aliases: {
    [KCM]: lazy(() => ofCloudControllers('aliases that kube-controller-manager accepts in --controllers', KCM, aliasesOf)),
    [CCM]: lazy(() => ofCloudControllers('aliases that cloud-controller-manager accepts in --controllers', CCM, aliasesOf)),
  },
};

/** The key of a controller in that component and release; `undefined` when the component has no such controller there. */
export function controllerKey(component: ControllerManager, controller: CloudController, version: KubernetesVersion): string | undefined {
  return CONTROLLER_TABLES.keys[component]().at(version)[controller];
}

/** All cloud controllers that the component registers in that release, with their keys. */
export function controllerKeys(component: ControllerManager, version: KubernetesVersion): ReadonlyMap<CloudController, string> {
  return new Map(Object.entries(CONTROLLER_TABLES.keys[component]().at(version)) as [CloudController, string][]);
}

const LOGICAL = lazy<ReadonlyMap<string, CloudController>>(() => new Map([KCM, CCM].flatMap(component =>
  CONTROLLER_TABLES.keys[component as ControllerManager]().rows.flatMap(row =>
    Object.entries(row.value).map(([controller, key]): [string, CloudController] => [key, controller as CloudController])))));

/** The keys of all releases and components. */
export function allControllerKeys(): readonly string[] {
  return [...LOGICAL().keys()];
}

/** The controller behind a key of any release; `undefined` for a name that no release knows. Aliases are the keys to 1.27, so they are found too. */
export function logicalController(key: string): CloudController | undefined {
  return LOGICAL().get(key);
}

/** Every key that the controller has had, oldest first. */
export function controllerKeyGenerations(controller: CloudController): readonly string[] {
  return [...LOGICAL()].filter(([, logical]) => logical === controller).map(([key]) => key);
}

/** The key of the controller in the release, in whichever component has it. */
export function keyInRelease(controller: CloudController, version: KubernetesVersion): string | undefined {
  return controllerKey(CCM, controller, version) ?? controllerKey(KCM, controller, version);
}

/** First minor of the keys that hold today: `1.28`. */
export function keysChangedIn(): string {
  return CONTROLLER_TABLES.keys[CCM]().rows.at(-1)!.from;
}

/** Names other than the key that `--controllers` accepts, with the key they stand for. They never count in a LeaderMigrationConfiguration. */
export function controllersFlagAliases(component: ControllerManager, version: KubernetesVersion): ReadonlyMap<string, string> {
  return new Map(Object.entries(CONTROLLER_TABLES.aliases[component]().at(version)));
}
