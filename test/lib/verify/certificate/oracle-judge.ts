import * as fc from 'fast-check';
import { CertifiedCase, CertifiedProcess, CertifiedReason } from '../../../../src/lib/verify/certificate/certificate';
import { Behaviour, behaviour, cloudOf, cloudsFor, forCloud, serves, wanted } from '../../proof/oracle/behaviour';
import { simulate } from '../../proof/oracle/simulator';
import { FileSpec, Spec, Watched, WATCHED } from '../../proof/oracle/specification';

/** Controllers that the oracle has no key for; each is one of the many under the main lock. */
const OF_NO_CLOUD = ['bootstrapsigner', 'tokencleaner', 'bootstrap-signer-controller', 'token-cleaner-controller', 'tagging'];
/** CIDRs that the oracle judges by their text. */
const CIDRS: readonly (string | undefined)[] = ['10.0.0.0/16,fd00::/64', '10.0.0.0/16,10.1.0.0/16', 'nonsense', undefined];

/** A process in the oracle's words. */
export function specOf({ component, release, flags, configuration }: CertifiedProcess): Spec {
  const bool = (name: string) => name in flags ? flags[name] === 'true' : undefined;
  const gate = /ControllerManagerLeaderMigration=(true|false)/.exec(flags['feature-gates'] ?? '')?.[1];
  const cidr: string | undefined = flags['cluster-cidr'];
  return {
    component: component === 'kube-controller-manager' ? 'kcm' : 'ccm',
    minor: Number(release.split('.')[1]),
    provider: flags['cloud-provider'] ?? '',
    leaderElect: bool('leader-elect'),
    lockName: flags['leader-elect-resource-name'],
    lockNamespace: flags['leader-elect-resource-namespace'],
    lockKind: flags['leader-elect-resource-lock'],
    enableMigration: bool('enable-leader-migration'),
    file: !('leader-migration-config' in flags) ? undefined : configuration === null ? 'missing' : {
      version: configuration.apiVersion.split('/')[1] as FileSpec['version'],
      leaderName: configuration.leaderName,
      resourceLock: configuration.resourceLock,
      leaders: configuration.controllerLeaders,
    },
    gate: gate === undefined ? undefined : gate === 'true',
    controllers: flags.controllers?.split(',').filter(item => !OF_NO_CLOUD.includes(item.replace(/^-/, ''))),
    allocateCidrs: bool('allocate-node-cidrs'),
    configureRoutes: bool('configure-cloud-routes'),
    clusterCidr: CIDRS.includes(cidr) ? cidr : '10.0.0.0/16',
    keyFile: (flags['service-account-private-key-file'] ?? '') !== '',
  };
}

interface Judged {
  readonly process: CertifiedProcess;
  readonly spec: Spec;
  readonly does: Behaviour;
}

function judged({ processes }: CertifiedCase): readonly Judged[] {
  return processes.map(process => ({ process, spec: specOf(process), does: behaviour(specOf(process)) }));
}

/** Whether both promises hold of the processes, kinds and workloads, whatever the rest of the certificate says. */
export function promisesHold(one: CertifiedCase): boolean {
  const all = judged(one);
  // A kind stands for any number of nodes, each of which has its own.
  if (one.kinds.some(({ processes }) => all.some(({ process: { id, copies } }) => copies === 'one' && processes.includes(id)))) return false;
  // A process bids for a name that is reserved: refused whether or not it does harm here, as the explanation of the proof says.
  const mains = [...all.flatMap(({ does }) => does.main ?? []), ...['kube-controller-manager', 'cloud-controller-manager', 'kube-scheduler'].map(
    name => `leases/kube-system/${name}`)];
  if (all.some(({ does }) => does.migration?.some(lock => mains.includes(lock)))) return false;
  const isExclusive = all.every((first, index) => all.slice(index).every(second =>
    (first === second && first.process.copies === 'one') || simulate([first.does, second.does]).overlapping.size === 0));
  return isExclusive && mixesOf(one).every(kinds => {
    const there = presentIn(one, all, kinds).map(({ spec }) => spec);
    const isRun = (controller: Watched, cloud: string | undefined) =>
      !simulate(there.map(spec => forCloud(spec, controller, cloud))).starvable.has(controller);
    return requiredIn(one, all, kinds).every(controller => cloudsIn(all, controller).every(cloud => isRun(controller, cloud)));
  });
}

function cloudsIn(all: readonly Judged[], controller: Watched): readonly (string | undefined)[] {
  return cloudsFor(all.map(({ spec }) => spec), controller);
}

function mixesOf({ kinds }: CertifiedCase): readonly (readonly string[])[] {
  const subsets = kinds.reduce<string[][]>((found, { name }) => [...found, ...found.map(subset => [...subset, name])], [[]]);
  return kinds.length === 0 ? [[]] : subsets.filter(subset => subset.length > 0);
}

function presentIn({ kinds, workloads }: CertifiedCase, all: readonly Judged[], names: readonly string[]): readonly Judged[] {
  const ids = [
    ...kinds.filter(({ name }) => names.includes(name)).flatMap(({ processes }) => processes),
    ...workloads.filter(({ onlyOn }) => onlyOn === undefined || onlyOn.some(name => names.includes(name))).map(({ process }) => process),
  ];
  return all.filter(({ process }) => ids.includes(process.id));
}

function requiredIn(one: CertifiedCase, all: readonly Judged[], names: readonly string[]): readonly Watched[] {
  const isExternal = (kinds: readonly string[]) => one.external || one.kinds.some(({ name, external }) => external && kinds.includes(name))
    || presentIn(one, all, kinds).some(({ spec }) => spec.component === 'kcm' && spec.provider === 'external');
  const everywhere = isExternal(one.kinds.map(({ name }) => name));
  return WATCHED.filter(controller => {
    if (controller === 'cloud-node') return isExternal(names);
    return all.some(({ spec }) => wanted(spec).includes(controller)) || (everywhere && ['service', 'cloud-node-lifecycle'].includes(controller));
  });
}

/**
 * Whether all that is claimed is so: locks, who runs what under which, a lock of both for each pair, the ranking, why each controller is
 * run.
 *
 * @param names the controllers that a certificate of these processes has to name
 */
export function claimsHold(one: CertifiedCase, names: readonly string[]): boolean {
  const all = judged(one);
  // Of a process that ends itself the oracle says when, and not all that it would have held.
  fc.pre(all.every(({ does }) => does.dies === undefined));
  const watched = (name: string) => WATCHED.find(own => own === name) ?? 'job';
  const locks = ({ does }: Judged, name: string) => {
    if (does.underMain.includes(watched(name))) return does.main!;
    return does.underMigration.includes(watched(name)) && does.migration ? [...does.main!, ...does.migration] : undefined;
  };
  const isSame = (first: readonly string[], second: readonly string[]) => JSON.stringify(first) === JSON.stringify([...second].sort());
  // The cloud-controller-manager has none of the controllers that only kube-controller-manager has.
  const runs = (own: Judged, name: string) => own.process.component === 'cloud-controller-manager' && watched(name) === 'job' ? undefined
    : locks(own, name);
  const ofProcesses = all.every(own => {
    const { process, does } = own;
    const expected = names.filter(name => runs(own, name) !== undefined);
    return process.cloud === (cloudOf(own.spec) ?? null) && isSame(process.mainLock, does.main ?? [])
      && JSON.stringify(process.migrationLock) === JSON.stringify(does.migration === undefined ? null : [...does.migration].sort())
      && isSame(Object.keys(process.runs).sort(), expected) && expected.every(name => isSame(process.runs[name], runs(own, name)!));
  });
  const ids = all.map(({ process: { id } }) => id);
  const pairs = ids.flatMap((first, index) => ids.slice(index).map(second => [first, second] as const));
  const ofPairs = pairs.every(([first, second]) => {
    const [a, b] = [first, second].map(id => all.find(({ process }) => process.id === id)!);
    const both = first === second && a.process.copies === 'one' ? [] : names.filter(name => runs(a, name) && runs(b, name));
    const said = one.exclusivity.find(({ processes }) => processes[0] === first && processes[1] === second)?.locks ?? {};
    return isSame(Object.keys(said).sort(), both) && both.every(name => runs(a, name)!.includes(said[name]) && runs(b, name)!.includes(said[name]));
  });
  const { ranking, controllers } = one.liveness;
  const sorted = (some: readonly string[]) => [...new Set(some)].sort();
  const isRanking = isSame(ranking[0], sorted(all.flatMap(({ does }) => does.main ?? [])))
    && isSame(ranking[1], sorted(all.flatMap(({ does }) => does.migration ?? [])));
  const mixes = mixesOf(one);
  const isRequired = (name: string, mix: readonly string[]) => requiredIn(one, all, mix).includes(watched(name));
  const isIn = (mix: readonly string[], { kinds, unless }: CertifiedReason) =>
    kinds.every(kind => mix.includes(kind)) && !unless.some(kind => mix.includes(kind));
  const kindNames = one.kinds.map(({ name }) => name);
  const isReason = (name: string, { cloud, kinds, unless, process: id, runners }: CertifiedReason) => {
    if (kinds.some(kind => unless.includes(kind))) return false;
    const there = presentIn(one, all, kindNames.filter(kind => !unless.includes(kind)));
    const first = presentIn(one, all, kinds).find(({ process }) => process.id === id);
    if (first === undefined || !runners.every(own => there.some(other =>
      other.process.id === own && runs(other, name) && serves(other.spec, watched(name), cloud ?? undefined)))) return false;
    // Wherever that process is, whichever others are there, one of the runners runs it: more than two others change nothing.
    const others = there.filter(own => own !== first);
    const groups = others.flatMap((second, index) => [[first, second], ...others.slice(index + 1).map(third => [first, second, third])]);
    return [[first], ...groups].every(group => !simulate(group.map(own =>
      runners.includes(own.process.id) ? own.does : without(own.does, watched(name)))).starvable.has(watched(name)));
  };
  const isLive = isSame(Object.keys(controllers).sort(), names.filter(name => mixes.some(mix => isRequired(name, mix))))
    && Object.entries(controllers).every(([name, reasons]) => reasons.every(reason => isReason(name, reason))
      && isSame([...new Set(reasons.map(({ cloud }) => String(cloud)))].sort(), cloudsIn(all, watched(name)).map(cloud => String(cloud ?? null)))
      && cloudsIn(all, watched(name)).every(cloud => mixes.every(mix => !isRequired(name, mix)
        || reasons.some(reason => reason.cloud === (cloud ?? null) && isIn(mix, reason)))));
  return ofProcesses && ofPairs && isRanking && isLive;
}

function without(does: Behaviour, controller: Watched): Behaviour {
  const others = (some: readonly Watched[]) => some.filter(own => own !== controller);
  return { ...does, underMain: others(does.underMain), underMigration: others(does.underMigration) };
}
