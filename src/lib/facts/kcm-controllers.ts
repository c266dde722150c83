import { logicalController } from './controllers';
import { ControllerRow, generatedControllers } from './generated';
import { lazy } from './lazy';
import { FactTable, generatedTable } from './table';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';

const ROWS = lazy<readonly ControllerRow[]>(() => generatedControllers().rows.filter(({ component }) => component === KCM));
const OTHERS = lazy<readonly ControllerRow[]>(() => ROWS().filter(({ key }) => logicalController(key) === undefined));

/**
 * Each name that a release's `--controllers` accepts for the controllers of kube-controller-manager that are no cloud controllers, with its map key.
 * A controller that stands behind a feature gate counts: it can be named where its gate is on. From 1.28 the old keys are aliases.
 */
export const KCM_FLAG_NAMES = lazy<FactTable<Readonly<Record<string, string>>>>(() => {
  const byKey = [...grouped(OTHERS(), ({ key }) => key).values()];
  return generatedTable('other controllers of kube-controller-manager', generatedControllers().read, byKey, rows =>
    Object.fromEntries(rows.flatMap(({ key, aliases = [] }) => [key, ...aliases].map(name => [name, key] as const))));
});

/** Logical name of the controller that mints service account tokens. It is started by hand, always under the main lock. */
export const TOKEN_CONTROLLER = 'serviceaccount-token';

/** The first key of each controller, by all its names: an alias is the key of before, but for a few that never were a key. */
const LOGICAL = lazy<ReadonlyMap<string, string>>(() => {
  const keys = new Set(OTHERS().map(({ key }) => key));
  return new Map(OTHERS().flatMap(({ key, aliases = [] }) => {
    const first = aliases.find(alias => keys.has(alias)) ?? key;
    return [key, ...aliases].map(name => [name, first] as const);
  }));
});

/** One name for a controller under all its keys: `service` for `service-lb-controller`. A name that no release knows stands for itself. */
export function logicalName(key: string): string {
  return logicalController(key) ?? LOGICAL().get(key) ?? key;
}

/** The key of a name in `--controllers` for a controller that is no cloud controller; `undefined`: the release has none of that name. */
export function otherKcmKey(flagName: string, version: KubernetesVersion): string | undefined {
  const names = KCM_FLAG_NAMES().at(version);
  return Object.hasOwn(names, flagName) ? names[flagName] : undefined;
}

/** Whether a name is the exact map key of such a controller: what Leader Migration compares. */
export function isOtherKcmKey(key: string, version: KubernetesVersion): boolean {
  return otherKcmKey(key, version) === key;
}

/** The key of a logical controller in this release, if it is one of these. */
export function otherKcmKeyOf(logical: string, version: KubernetesVersion): string | undefined {
  return Object.values(KCM_FLAG_NAMES().at(version)).find(key => logicalName(key) === logical);
}

const OFF_BY_DEFAULT = lazy<ReadonlySet<string>>(() => new Set(ROWS().filter(({ offByDefault }) => offByDefault).map(({ key }) => key)));

/** Whether `*` leaves a key out. */
export function isOffByDefault(key: string): boolean {
  return OFF_BY_DEFAULT().has(key);
}

const EVER_IN_KCM = lazy<ReadonlySet<string>>(() => new Set(ROWS().map(({ key }) => logicalName(key))));

/**
 * Whether some release of kube-controller-manager has the controller; cloud-node and a provider's own controllers came with the
 * cloud-controller-manager.
 */
export function isEverInKcm(logical: string): boolean {
  return EVER_IN_KCM().has(logical);
}
