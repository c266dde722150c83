import { CCM, KCM } from '../../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../../src/lib/leader-migration';
import { Cluster } from '../../../../src/lib/model/cluster';
import { modelProcess, Process } from '../../../../src/lib/model/process';
import { certifiedCase } from '../../../../src/lib/verify/certificate/case';
import { CertifiedCase, CertifiedLiveness, CertifiedProcess, CertifiedReason } from '../../../../src/lib/verify/certificate/certificate';

/** Numbers that are the same for a seed: Lehmer's generator, with the multiplier of Park and Miller. */
export class Dice {
  public constructor(private state: number) {}

  public below(count: number): number {
    this.state = this.state * 48_271 % 2_147_483_647;
    return this.state % count;
  }

  public of<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

type Mutation = (one: CertifiedCase, dice: Dice) => CertifiedCase;

function inProcess(one: CertifiedCase, dice: Dice, change: (process: CertifiedProcess) => Partial<CertifiedProcess>): CertifiedCase {
  const at = dice.below(one.processes.length);
  return { ...one, processes: one.processes.map((process, index) => index === at ? { ...process, ...change(process) } : process) };
}

function withFlag({ flags }: CertifiedProcess, name: string, value: string | undefined): Partial<CertifiedProcess> {
  const { [name]: _, ...others } = flags;
  return { flags: value === undefined ? others : { ...others, [name]: value } };
}

const LOCKS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'leader-elect-resource-name': ['mine', 'kube-controller-manager', 'cloud-controller-manager', undefined],
  'leader-elect-resource-namespace': ['other', 'kube-system', undefined],
  'leader-elect-resource-lock': ['leases', 'endpoints', 'endpointsleases', 'configmapsleases', undefined],
};
const FLAGS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'allocate-node-cidrs': ['true', 'false', undefined],
  'cloud-provider': ['aws', 'external', 'openstack', 'talos', '', undefined],
  'cluster-cidr': ['10.0.0.0/16', '10.0.0.0/16,fd00::/64', '10.0.0.0/16,10.1.0.0/16', 'nonsense', undefined],
  'configure-cloud-routes': ['true', 'false', undefined],
  'controllers': ['*', '*,-service', '*,-service-lb-controller', 'service', '*,-route', 'attachdetach,route', '*,-attachdetach', undefined],
  'enable-leader-migration': ['true', 'false', undefined],
  'feature-gates': ['ControllerManagerLeaderMigration=true', 'ControllerManagerLeaderMigration=false', undefined],
  'leader-elect': ['true', 'false', undefined],
  'leader-migration-config': ['/etc/leadermigration.conf', undefined],
  'service-account-private-key-file': ['/etc/kubernetes/pki/sa.key', undefined],
};
const KEYS = [
  'service', 'route', 'cloud-node-lifecycle', 'service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller', 'nodeipam',
];

const lock: Mutation = (one, dice) => inProcess(one, dice, process => {
  if (process.configuration !== null && dice.below(2) === 0) {
    const leaderName = dice.of(['other', 'cloud-provider-extraction-migration', 'kube-controller-manager', 'cloud-controller-manager']);
    return { configuration: { ...process.configuration, leaderName } };
  }
  const name = dice.of(Object.keys(LOCKS));
  return withFlag(process, name, dice.of(LOCKS[name]));
});

const flag: Mutation = (one, dice) => inProcess(one, dice, process => {
  if (process.configuration !== null && dice.below(4) === 0) return { configuration: { ...process.configuration, ...leaders(process, dice) } };
  const name = dice.of(Object.keys(FLAGS));
  const value = dice.of(FLAGS[name]);
  // The oracle has no cloud-controller-manager whose cloud is called external, knows AWS alone in-tree, and does not watch what kubeadm names
  // besides.
  if (name === 'cloud-provider' && (process.component === CCM ? value === 'external' : ['openstack', 'talos'].includes(value ?? ''))) return {};
  const isOfKubeadm = name === 'controllers' && (process.flags.controllers ?? '').includes(OF_KUBEADM);
  return withFlag(process, name, isOfKubeadm ? `${value ?? '*'}${OF_KUBEADM}` : value);
});

const OF_KUBEADM = ',bootstrapsigner,tokencleaner';

function leaders({ configuration }: CertifiedProcess, dice: Dice) {
  const { controllerLeaders } = configuration!;
  const component = dice.of(['*', KCM, CCM]);
  if (controllerLeaders.length === 0 || dice.below(3) === 0) return { controllerLeaders: [...controllerLeaders, { name: dice.of(KEYS), component }] };
  const at = dice.below(controllerLeaders.length);
  if (dice.below(2) === 0) return { controllerLeaders: controllerLeaders.filter((_, index) => index !== at) };
  return { controllerLeaders: controllerLeaders.map((leader, index) => index === at ? { ...leader, component } : leader) };
}

const release: Mutation = (one, dice) => inProcess(one, dice, () => ({
  release: `1.${dice.of([20, 21, 22, 24, 26, 27, 28, 29, 31, 32, 35, 37])}`,
}));

/** A process more or less, one that exists twice, another home of it, or another kind of node. */
const process: Mutation = (one, dice) => {
  const { id } = dice.of(one.processes);
  switch (dice.below(5)) {
    case 0: return withoutProcess(one, id);
    case 1: return inProcess(one, dice, ({ copies }) => ({ copies: copies === 'one' ? 'many' : 'one' }));
    case 2: return flag(added(one, id), dice);
    case 3: return { ...one, external: !one.external };
    default: return elsewhere(one, dice);
  }
};

function withoutProcess(one: CertifiedCase, id: string): CertifiedCase {
  if (one.processes.length === 1) return one;
  return {
    ...one,
    processes: one.processes.filter(own => own.id !== id),
    kinds: one.kinds.map(kind => ({ ...kind, processes: kind.processes.filter(own => own !== id) })),
    workloads: one.workloads.filter(workload => workload.process !== id),
  };
}

/** The last one is the new one, which is changed after this where the dice say so. */
function added(one: CertifiedCase, id: string): CertifiedCase {
  const copy = { ...one.processes.find(own => own.id === id)!, id: 'another' };
  return { ...one, processes: [...one.processes, copy], workloads: [...one.workloads, { process: copy.id }] };
}

function elsewhere(one: CertifiedCase, dice: Dice): CertifiedCase {
  if (one.workloads.length > 0 && one.kinds.length > 0 && dice.below(2) === 0) {
    const at = dice.below(one.workloads.length);
    const onlyOn = dice.of([undefined, [dice.of(one.kinds).name]]);
    const moved = one.workloads.map((workload, index) => index === at ? { process: workload.process, ...onlyOn && { onlyOn } } : workload);
    return { ...one, workloads: moved };
  }
  const at = dice.below(one.kinds.length);
  return { ...one, kinds: one.kinds.map((kind, index) => index === at ? { ...kind, external: !kind.external } : kind) };
}

export const OF_INPUT: Readonly<Record<string, Mutation>> = { lock, flag, release, process };

function locksIn({ processes }: CertifiedCase): readonly string[] {
  return [...new Set(processes.flatMap(own => [...own.mainLock, ...own.migrationLock ?? []])), 'leases/kube-system/another'];
}

const CLOUDS = [null, 'aws', 'openstack'];

/** A claim about processes or pairs that is another one: a lock, or a cloud. */
const claims: Mutation = (one, dice) => {
  const known = locksIn(one);
  switch (dice.below(5)) {
    case 3: return inProcess(one, dice, () => ({ cloud: dice.of(CLOUDS) }));
    case 0: return inProcess(one, dice, () => ({ mainLock: [dice.of(known)] }));
    case 1: return inProcess(one, dice, () => ({ migrationLock: dice.of([null, [dice.of(known)]]) }));
    case 2: return inProcess(one, dice, ({ runs }) => ({ runs: { ...runs, [dice.of(Object.keys(runs))]: [dice.of(known)] } }));
    default: {
      const at = dice.below(one.exclusivity.length);
      const exclusivity = one.exclusivity.map((pair, index) =>
        index === at ? { ...pair, locks: { ...pair.locks, [dice.of(Object.keys(pair.locks))]: dice.of(known) } } : pair);
      return { ...one, exclusivity };
    }
  }
};

/** A claim about why each controller is run that is another one: the ranking, or a reason. */
const reasons: Mutation = (one, dice) => ({ ...one, liveness: livenessClaims(one, dice) });

export const OF_CLAIMS: Readonly<Record<string, Mutation>> = { claims, reasons };

function livenessClaims(one: CertifiedCase, dice: Dice): CertifiedLiveness {
  const { liveness, kinds, processes } = one;
  const { ranking: [mains, migrations], controllers } = liveness;
  const names = Object.keys(controllers);
  if (dice.below(8) === 0 || names.length === 0) return { ...liveness, ranking: [[...mains, dice.of(locksIn(one))].sort(), migrations] };
  const controller = dice.of(names);
  const said = controllers[controller];
  const at = dice.below(said.length);
  const otherKinds = () => kinds.map(({ name }) => name).filter(() => dice.below(2) === 0);
  const change = (reason: CertifiedReason): readonly CertifiedReason[] => {
    switch (dice.below(7)) {
      case 6: return [{ ...reason, cloud: dice.of(CLOUDS) }];
      case 0: return [];
      case 1: return [{ ...reason, kinds: otherKinds() }];
      case 2: return [{ ...reason, unless: otherKinds() }];
      case 3: return [{ ...reason, process: dice.of(processes).id }];
      case 4: return [{ ...reason, runners: reason.runners.filter(id => id === reason.process || dice.below(2) === 0) }];
      default: return [{ ...reason, runners: [...new Set([...reason.runners, dice.of(processes).id])] }];
    }
  };
  return { ...liveness, controllers: { ...controllers, [controller]: said.flatMap((reason, index) => index === at ? change(reason) : [reason]) } };
}

/** The case with the claims that follow from its processes; where two have no lock in common, one of the first is claimed all the same. */
export function claimedAgain(one: CertifiedCase): CertifiedCase {
  const places = new Map<Process, CertifiedProcess>();
  const made = new Map(one.processes.map(own => {
    const read = modelled(own);
    places.set(read, own);
    return [own.id, read] as const;
  }));
  const again = certifiedCase(one.name, clusterIn(one, made), own => places.get(own)!);
  const runsOf = new Map(again.processes.map(({ id, runs }) => [id, runs]));
  return {
    ...again,
    exclusivity: again.exclusivity.map(({ processes, locks }) => ({
      processes,
      locks: Object.fromEntries(Object.entries(locks).map(([controller, shared]) =>
        [controller, (shared as string | undefined) ?? runsOf.get(processes[0])![controller][0] ?? 'leases/kube-system/another'])),
    })),
  };
}

/** The cluster that a case states, whatever it claims of it. */
export function clusterIn(
  { processes, kinds, workloads, external }: CertifiedCase, made = new Map(processes.map(own => [own.id, modelled(own)] as const)),
): Cluster {
  return {
    kinds: kinds.map(kind => ({ name: kind.name, processes: kind.processes.map(id => made.get(id)!), external: kind.external })),
    workloads: workloads.map(({ process: id, onlyOn }) => ({ process: made.get(id)!, onlyOn })),
    external,
  };
}

function modelled({ component, release: version, flags, configuration, copies, label }: CertifiedProcess): Process {
  return modelProcess({
    dir: label,
    label,
    component: component as Process['component'],
    version: KubernetesVersion.of(version),
    flags: Object.entries(flags).map(([name, value]) => ({ name, value })),
    configuration: configuration === null ? undefined : ConfigurationFile.of(configuration),
    replication: copies === 'many' ? { kind: 'per-node' } : { kind: 'deployment', replicas: 1, strategy: 'Recreate' },
  });
}
