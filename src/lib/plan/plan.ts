import { MigrationApp, onNodesOfToday, withoutManifest } from './app/app';
import { AppFiles } from './app/app-files';
import { AwsControllers, awsControllers } from './app/aws-controllers';
import { appliedBy, AppliedKind, ccmCommandLinesOf, ccmWorkloadsOf, imagesOf, kubeadmImagesOf, pinnedFiles } from './app/contents';
import { endpointOf, Transition } from './app/context';
import { endingsOfApp, rollsForward } from './app/endings';
import { Etcd, etcdOf } from './app/etcd';
import { readApp } from './app/read-app';
import { StartValues, startValues } from './app/start-values';
import { checkStaticPods } from './app/static-pods';
import { Coexistence, describeCoexistence, judgeStep, KindRef, StepVerdict } from './coexistence';
import { Endpoint } from './endpoint';
import { PlanOptions } from './options';
import { controlPlaneGroup } from './replaced/app-group';
import { PlanGroups, planGroups } from './replaced/plan-groups';
import { PlanStateName, route } from './state';
import { PlanStep, StepDraft } from './step';
import { SEQUENCES, SEQUENCES_OF_DEPLOYMENT } from './transitions/sequences';
import { UPGRADE_OF_CCM } from './upgrade/upgrade-ccm';
import { PlannedUpgrade } from './upgrade/upgrade-hindrances';
import { checkWords } from './words';
import { KCM } from '../kubernetes/component';
import { NodeSide } from '../kubernetes/node';
import { EndingRow } from '../migration/endings';
import { StrategyKind } from '../migration/migration-strategy';
import { ToldCounterExample } from '../proof/counterexample';
import { WayBack } from '../upgrade/hops';

/** The ordered steps from one state to another, each verified. */
export interface Plan extends Pick<MigrationApp, 'strategy' | 'releases' | 'controlPlane' | 'workers' | 'cloud' | 'upgrade'> {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** All states on the way, both ends included. */
  readonly route: readonly PlanStateName[];
  /** Groups whose nodes are replaced, by name; undefined: none is. */
  readonly groups?: PlanGroups;
  readonly releasesLease: boolean;
  /** Where each control-plane node has its API server when the plan begins. */
  readonly apiServers: ReadonlyMap<string, Endpoint>;
  readonly etcd: Etcd;
  readonly steps: readonly PlanStep[];
  readonly start: StartValues;
  /** What its manifests hold. */
  readonly applied: readonly AppliedKind[];
  /** Images that nodes pull in a state that is reached. */
  readonly images: readonly string[];
  /** Where kubeadm has its images, as its configuration says; '': by its default. */
  readonly kubeadmImages: string;
  /** What its cloud-controller-managers ask of AWS; none: another cloud. */
  readonly aws?: AwsControllers;
  /** Cloud-controller-managers of the app, by kind, namespace and name: any other is not of this migration. */
  readonly ccmWorkloads: readonly string[];
  /** The same with the command lines that they have in a phase: one of others may have our name, for upstream has it. */
  readonly ccmCommandLines: readonly string[];
  /** Leases of the controller managers: their namespace, and their names. */
  readonly leases: { readonly namespace: string; readonly names: readonly string[] };
  /** Manifests of the app that the plan relies on, by path, with their sha256. */
  readonly pinned: Readonly<Record<string, string>>;
  /** The hops of a chain of upgrades; undefined: it is one hop, or none. */
  readonly hops?: readonly PlannedHop[];
  /** What version N+1 takes away, where nodes come to it. */
  readonly endings: readonly EndingRow[];
}

/** One upgrade of a chain, and the turn of the API servers before it. */
export interface PlannedHop {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** Releases of the API servers, before their turn and after it. */
  readonly apiServers: readonly [string, string];
  readonly upgrade: PlannedUpgrade;
  readonly back: WayBack;
}

/** A plan that would be unsafe, with where it breaks. */
export interface RefusedPlan {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** What would have to be done to go there. */
  readonly reason: string;
  readonly counterexamples: readonly ToldCounterExample[];
  readonly fix: string;
}

export type PlanResult = { readonly plan: Plan } | { readonly refused: RefusedPlan };

/**
 * Plans the way between two states of what synthesis wrote.
 *
 * @throws if the files are not ours, were changed, are not of one cluster, or lack a phase of the way; or if the API would not know a static pod by
 * the name that it is asked for
 */
export function makePlan(files: AppFiles, from: PlanStateName, to: PlanStateName, options: PlanOptions = {}): PlanResult {
  return planApp(readApp(files, options.cluster, options.inertKinds), from, to, options);
}

export function planApp(whole: MigrationApp, from: PlanStateName, to: PlanStateName, options: PlanOptions): PlanResult {
  const { kcmRuntime = 'static-pod' } = options;
  if (kcmRuntime !== 'static-pod' && whole.strategy !== StrategyKind.DOWNTIME) {
    throw new Error(`a kube-controller-manager that is a '${kcmRuntime}' (--kcm) is changed with strategy '${StrategyKind.DOWNTIME}' alone, and the `
      + `app has '${whole.strategy}'; leave the option out where it is a static pod, or a unit that was handed in, or use that strategy`);
  }
  const states = route(from, to, whole.strategy);
  const app = appOfRoute(kcmRuntime === 'static-pod' ? whole : withoutManifest(whole, KCM), states);
  checkStaticPods(app);
  if (app.controlPlane.length === 1 && [from, to].includes('mixed')) {
    throw new Error('the app has one control-plane node, which cannot be of both versions; plan between \'n\' and \'n-plus-1\', or hand in all '
      + 'control-plane nodes');
  }
  const refused = refuseEarlyEnd(app, from, to);
  return refused ? { refused } : planStates(app, states, options);
}

/** The way over these states, each step judged. */
export function planStates(app: MigrationApp, states: readonly PlanStateName[], options: PlanOptions): PlanResult {
  const [from, to] = [states[0], states[states.length - 1]];
  const judged = remembering((coexistence: Coexistence) => ({
    verdict: judgeStep(app, coexistence),
    coexists: describeCoexistence(app, coexistence),
  }));
  const sequences = app.manager ? SEQUENCES_OF_DEPLOYMENT : SEQUENCES;
  const steps = states.slice(1).flatMap((state, index) => {
    const transition: Transition = { app, options, from: states[index], to: state, isFirst: index === 0 };
    const stages = app.upgrade ? [UPGRADE_OF_CCM] : sequences[`${transition.from}>${state}`];
    return stages.flatMap(stage => stage(transition))
      .map((draft): PlanStep => ({ ...draft, name: nameOf(draft, state), from: transition.from, to: state, ...judged(draft.coexistence) }));
  });
  const before = app.upgrade ? imagesOf(app, [from]) : [];
  // The pods of a management cluster run on no node of this one.
  const images = app.manager ? [] : imagesOf(app, states.slice(1)).filter(image => !before.includes(image));
  const kubeadmImages = kubeadmImagesOf(app);
  const names = [
    app.cloud, app.leaderName, app.lockNamespace, ...Object.values(app.mainLeases), ...images, ...kubeadmImages === '' ? [] : [kubeadmImages],
  ];
  checkWords(names, steps);
  const unsafe = steps.find(({ verdict: { exclusivity, liveness } }) => !exclusivity || !liveness);
  if (unsafe) return { refused: refusal(from, to, `step '${unsafe.title}' from '${unsafe.from}' to '${unsafe.to}'`, unsafe.verdict) };
  return {
    plan: {
      from,
      to,
      route: states,
      strategy: app.strategy,
      releases: app.releases,
      controlPlane: app.controlPlane,
      workers: app.workers,
      groups: planGroups(app, from),
      cloud: app.cloud,
      releasesLease: options.releaseLease === true,
      apiServers: new Map(app.controlPlane.map(node => [node, endpointOf(app, from, 'kube-apiserver', undefined, node)])),
      etcd: etcdOf(app, from),
      steps,
      start: startValues(app, from),
      applied: appliedBy(app, steps),
      images,
      kubeadmImages,
      aws: awsControllers(app, states),
      ccmWorkloads: ccmWorkloadsOf(app),
      ccmCommandLines: ccmCommandLinesOf(app),
      leases: { namespace: app.lockNamespace, names: [...new Set([...Object.values(app.mainLeases), app.leaderName])].sort() },
      pinned: pinnedFiles(app, steps),
      upgrade: app.upgrade,
      endings: rollsForward(states) ? endingsOfApp(app) : [],
    },
  };
}

function nameOf({ id, node, ordinal }: StepDraft, to: PlanStateName): string {
  return `${to}/${id}${node === undefined ? '' : `-${node}`}${ordinal === undefined ? '' : `-${ordinal}`}`;
}

/**
 * Phase `n` is reached on the nodes that are there; from then on nodes of other names come.
 *
 * @throws if the way is both
 */
function appOfRoute(app: MigrationApp, states: readonly PlanStateName[]): MigrationApp {
  const isReplaced = controlPlaneGroup(app.groups) !== undefined;
  if (!isReplaced || !states.includes('not-started')) return app;
  if (states.length === 2) return onNodesOfToday(app);
  const [first, second] = states[0] === 'not-started' ? ['\'not-started\' to \'n\'', `'n' to '${states.at(-1)}'`] : [`'${states[0]}' to `
    + '\'n\'', '\'n\' to \'not-started\''];
  throw new Error('the control-plane nodes are replaced, and phase \'n\' is entered and left on the nodes that are there, so the way from '
    + `'${states[0]}' to `
    + `'${states.at(-1)}' is two plans; plan from ${first}, carry it out, then from ${second}${states[0] === 'not-started' ? ''
      : ', with the nodes that there are then as `nodes`'}`);
}

/**
 * `disabled` ends the way back: it is entered from `n-plus-1` alone, where no node of version N is left. From elsewhere, what the target has is
 * judged beside what the cluster has: applied in one go, it must not break anything.
 */
function refuseEarlyEnd(app: MigrationApp, from: PlanStateName, to: PlanStateName): RefusedPlan | undefined {
  if (to !== 'disabled' || from === 'n-plus-1') return undefined;
  const kinds: KindRef[] = [{ state: from, side: NodeSide.N }, { state: 'disabled', side: NodeSide.N_PLUS_1 }];
  if (app.strategy === StrategyKind.DOWNTIME) return undefined; // never both at once: everything is stopped in between
  const verdict = judgeStep(app, { kinds, ccms: ['disabled'] });
  return verdict.exclusivity ? undefined : refusal(from, to, `to go from '${from}' to 'disabled' while nodes of version N exist`, verdict);
}

function refusal(from: PlanStateName, to: PlanStateName, reason: string, verdict: StepVerdict): RefusedPlan {
  const fix = to === 'disabled' && from !== 'n-plus-1'
    ? `plan from '${from}' to 'n-plus-1', stay there as long as you want to be able to go back, then plan from 'n-plus-1' to 'disabled'`
    : [...new Set(verdict.counterexamples.map(({ fix: one }) => one))].join(' ');
  return { from, to, reason, counterexamples: verdict.counterexamples, fix };
}

/** Many steps have the same processes. */
function remembering<V>(judge: (coexistence: Coexistence) => V): (coexistence: Coexistence) => V {
  const known = new Map<string, V>();
  return coexistence => {
    const key = JSON.stringify(coexistence);
    const value = known.get(key) ?? judge(coexistence);
    known.set(key, value);
    return value;
  };
}
