import { FileSpec, Spec, Watched } from './specification';

/**
 * What one process does, read straight off the components' Go sources (k8s.io/kubernetes cmd/kube-controller-manager/app, k8s.io/cloud-provider app,
 * k8s.io/controller-manager pkg/leadermigration), with none of the library's code or tables.
 */
export interface Behaviour {
  /** Objects that one bid takes together; none: it runs without a lock. `undefined`: the process never gets as far as bidding. */
  readonly main?: readonly string[];
  readonly migration?: readonly string[];
  readonly underMain: readonly Watched[];
  readonly underMigration: readonly Watched[];
  readonly dies?: 'at main' | 'at migration';
}

/** Map keys to 1.27 and from 1.28. */
const NEW_KEYS: Readonly<Record<Watched, string>> = {
  'service': 'service-lb-controller',
  'route': 'node-route-controller',
  'cloud-node-lifecycle': 'cloud-node-lifecycle-controller',
  'cloud-node': 'cloud-node-controller',
  'nodeipam': 'node-ipam-controller',
  'attachdetach': 'persistentvolume-attach-detach-controller',
  'job': 'job-controller',
};

function keyOf(controller: Watched, minor: number): string {
  return minor >= 28 ? NEW_KEYS[controller] : controller;
}

/** The keys of the process's controller map: what `--controllers` may name. */
function initializers({ component, minor }: Spec): Watched[] {
  if (component === 'ccm') return ['cloud-node', 'cloud-node-lifecycle', 'service', 'route'];
  const inTree: Watched[] = minor <= 36 ? ['service', 'route', 'cloud-node-lifecycle'] : [];
  return [...inTree, 'nodeipam', 'attachdetach', 'job'];
}

const STOPS: Behaviour = { underMain: [], underMigration: [] };

export function behaviour(spec: Spec): Behaviour {
  const { component, minor } = spec;
  const elects = spec.leaderElect ?? true;
  const filter = migrationFilter(spec);
  if (filter === 'exit' || invalid(spec, elects)) return STOPS;
  const running = started(spec);
  const lock = (kind: string, name: string) => objects(kind).map(object => `${object}/${spec.lockNamespace ?? 'kube-system'}/${name}`);
  const main = elects
    ? lock(spec.lockKind ?? 'leases', spec.lockName ?? (component === 'kcm' ? 'kube-controller-manager' : 'cloud-controller-manager')) : [];
  // createCloudProvider fails inside OnStartedLeading, before the first controller.
  if (component === 'kcm' && unknownCloud(spec)) return { main, underMain: [], underMigration: [], dies: 'at main' };
  const migrator = elects ? filter : undefined;
  const result = (controller: Watched) => {
    const mine = migrator?.names.get(keyOf(controller, minor));
    return mine === undefined ? 'non-migrated' : mine ? 'migrated' : 'unowned';
  };
  const select = (kind: string) => running.filter(one => result(one.controller) === kind);
  const works = (list: typeof running) => list.filter(one => !one.fails).map(one => one.controller);
  // From 1.29 the bid waits for a token controller that was really started; from 1.35 one without a key is nil, and calling it is a panic.
  const waitsForEver = component === 'kcm' && minor >= 29 && !(spec.controllers ?? ['*']).includes('*');
  const migration = migrator && !waitsForEver ? lock(migrator.lockKind, migrator.lockName) : undefined;
  const noSuchLock = migration !== undefined && minor >= 24 && migrator!.lockKind === 'endpoints';
  const panics = migration !== undefined && component === 'kcm' && minor >= 35 && !spec.keyFile;
  const failsUnderMain = select('non-migrated').some(one => one.fails);
  return {
    main,
    migration,
    underMain: works(select('non-migrated')),
    underMigration: works(select('migrated')),
    dies: failsUnderMain || noSuchLock || panics ? 'at main' : migration && select('migrated').some(one => one.fails) ? 'at migration' : undefined,
  };
}

function objects(kind: string): string[] {
  return kind.endsWith('leases') && kind !== 'leases' ? [kind.slice(0, -'leases'.length), 'leases'] : [kind];
}

function unknownCloud({ provider, minor }: Spec): boolean {
  return provider === 'aws' && minor >= 27;
}

/** Flags that end the process in Validate, or in making the main lock. */
function invalid({ component, minor, provider, lockKind = 'leases', controllers = [], ...spec }: Spec, elects: boolean): boolean {
  if (component === 'ccm' && provider === '') return true;
  if (component === 'kcm' && provider === 'aws' && minor >= 32) return true;
  const kinds = minor >= 27 ? ['leases'] : minor >= 24 ? ['leases', 'endpointsleases', 'configmapsleases']
    : ['leases', 'endpointsleases', 'configmapsleases', 'endpoints', 'configmaps'];
  if (elects && !kinds.includes(lockKind)) return true;
  const known = initializers({ component, minor, provider, ...spec }).flatMap(one => minor >= 28 ? [one, NEW_KEYS[one]] : [one]);
  return controllers.some(item => item !== '*' && !(known as string[]).includes(item.replace(/^-/, '')));
}

/** The controllers that StartControllers would start if no migration filtered them, and whether starting one returns an error. */
function started(spec: Spec): { controller: Watched; fails: boolean }[] {
  const { component, minor, controllers = ['*'] } = spec;
  return initializers(spec).filter(controller => {
    const key = keyOf(controller, minor);
    let star = false;
    for (const item of controllers) {
      const sign = item.startsWith('-') ? '-' : '';
      const name = item.slice(sign.length);
      const entry = sign + (minor >= 28 && name in NEW_KEYS ? NEW_KEYS[name as Watched] : name);
      if (entry === key) return configured(spec, controller);
      if (entry === `-${key}`) return false;
      if (entry === '*') star = true;
    }
    return star && configured(spec, controller);
  }).map(controller => ({
    controller,
    fails: (controller === 'route' || (controller === 'nodeipam' && component === 'kcm')) && badCidr(spec.clusterCidr ?? '', minor),
  }));
}

/** What the process's own flags ask for, before any migration and however the process ends. */
export function wanted(spec: Spec): readonly Watched[] {
  return started(spec).map(one => one.controller);
}

function configured(spec: Spec, controller: Watched): boolean {
  const { component, minor, provider, allocateCidrs = false, configureRoutes = true, clusterCidr = '' } = spec;
  if (controller === 'nodeipam') return allocateCidrs;
  // From 1.31 no cloud is registered in kube-controller-manager, from 1.32 its cloud controllers are stubs.
  const cloudLoops = component === 'ccm' || (provider === 'aws' && minor < 31);
  if (controller === 'service' || controller === 'cloud-node-lifecycle') return cloudLoops;
  if (controller !== 'route') return true;
  // Of other clouds their configuration decides whether there are routes; without a CIDR none is taken to have them.
  if (component === 'ccm' && ['openstack', 'talos'].includes(provider) && clusterCidr === '') return false;
  return cloudLoops && configureRoutes && (allocateCidrs || (component === 'ccm' && minor >= 21));
}

/** The cloud that a process serves; undefined: none. Talos' manager is one of nodes. */
export function cloudOf({ component, provider }: Spec): string | undefined {
  return ['', 'external', 'talos'].includes(provider) || (component === 'kcm' && provider !== 'aws') ? undefined : provider;
}

/** Whether what a process does with a controller is of use to a cloud: nodes are anybody's, and so is what no cloud has a say in. */
export function serves(spec: Spec, controller: Watched, cloud: string | undefined): boolean {
  const nodes = controller === 'cloud-node' || controller === 'cloud-node-lifecycle';
  return cloud === undefined || cloudOf(spec) === cloud || (cloudOf(spec) === undefined && nodes);
}

/** The clouds for which a controller has to run where it has to; one that is undefined: any. */
export function cloudsFor(all: readonly Spec[], controller: Watched): readonly (string | undefined)[] {
  if (['nodeipam', 'attachdetach', 'job'].includes(controller)) return [undefined];
  const clouds = new Set(all.filter(spec => wanted(spec).includes(controller)).map(cloudOf).filter(cloud => cloud !== undefined));
  return clouds.size === 0 ? [undefined] : [...clouds];
}

/** A process that does a controller for another cloud does nothing for this one. */
export function forCloud(spec: Spec, controller: Watched, cloud: string | undefined): Behaviour {
  const does = behaviour(spec);
  if (serves(spec, controller, cloud)) return does;
  const others = (some: readonly Watched[]) => some.filter(own => own !== controller);
  return { ...does, underMain: others(does.underMain), underMigration: others(does.underMigration) };
}

/** In 1.20 the gate IPv6DualStack is off unless it is set, which no specification does. */
function badCidr(list: string, minor: number): boolean {
  return !(minor <= 20 ? ['10.0.0.0/16'] : ['10.0.0.0/16', '10.0.0.0/16,fd00::/64']).includes(list);
}

interface Migrator { readonly lockName: string; readonly lockKind: string; readonly names: ReadonlyMap<string, boolean> }

/** Feature gate, LeaderMigrationOptions.ApplyTo and NewLeaderMigrator. */
function migrationFilter({ component, minor, gate, enableMigration, file }: Spec): Migrator | 'exit' | undefined {
  if (gate !== undefined && (minor >= 27 || minor <= 20)) return 'exit';
  if (gate === false && minor >= 24) return 'exit';
  if (minor <= 20) return enableMigration !== undefined || file !== undefined ? 'exit' : undefined;
  if (!enableMigration) return undefined;
  if (!(gate ?? minor >= 22)) return 'exit';
  const config = file === undefined ? builtIn(minor) : file === 'missing' ? undefined : load(file, minor);
  if (config === undefined) return 'exit';
  const self = component === 'kcm' ? 'kube-controller-manager' : 'cloud-controller-manager';
  const names = new Map<string, boolean>();
  for (const leader of config.leaders) names.set(leader.name, leader.component === self || (minor >= 22 && leader.component === '*'));
  return { lockName: config.leaderName, lockKind: config.resourceLock ?? 'leases', names };
}

function builtIn(minor: number): Omit<FileSpec, 'version'> | undefined {
  if (minor === 21) return undefined;
  const names = minor >= 28 ? ['route-controller', 'service-controller', 'cloud-node-lifecycle-controller']
    : ['route', 'service', 'cloud-node-lifecycle'];
  return { leaderName: 'cloud-provider-extraction-migration', leaders: names.map(name => ({ name, component: '*' })) };
}

function load(file: FileSpec, minor: number): Omit<FileSpec, 'version'> | undefined {
  const since = { v1alpha1: 21, v1beta1: 22, v1: 24 }[file.version];
  if (minor < since) return undefined;
  if (file.version === 'v1') return file.resourceLock !== undefined && minor >= 32 ? undefined : { ...file, resourceLock: 'leases' };
  return ['leases', 'endpoints'].includes(file.resourceLock ?? '') ? file : undefined;
}
