import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { eventually, PlanAction } from '../action';
import { processGone } from '../actions/components';
import { otherSide, Transition } from '../app/context';
import { flagDifference } from '../app/flag-difference';
import { ExpectedFlags } from '../endpoint';
import { StepRow } from '../step';

/** What transitions ask of kube-controller-manager, and do to it: whatever runs it answers for itself. */
export interface Manager {
  /**
   * Why kubelets of control-plane nodes change while it is stopped; undefined: they follow once it runs again, for a drain needs one that makes pods
   * anew.
   */
  readonly kubeletsMeanwhile?: string;
  /** How it is stopped. */
  stop(): readonly StepRow[];
  /** How it is started with the flags of the other side. */
  start(): readonly StepRow[];
  /** That every one of the cluster is of a release. */
  onRelease(release: string): readonly PlanAction[];
  /** That what runs for a node is well, of the release of a side, and has the flags that tell so. */
  runsOn(node: string, side: NodeSide, expected: ExpectedFlags): readonly PlanAction[];
}

export const STOP_SECONDS = 120;
export const START_SECONDS = 180;
export const WHY_STOP = 'while its flags change no process may run the cloud controllers';
export const WHY_START = 'it has the flags of the other side from its first moment on';

export function sideAfter({ to }: Transition): NodeSide {
  return to === 'n' ? NodeSide.N : NodeSide.N_PLUS_1;
}

type OwnWords = Partial<StepRow> & Pick<StepRow, 'changes' | 'run' | 'undo'>;

/** The step that stops the kube-controller-manager of a node, in the words of what runs it. */
export function stopOn(node: string, transition: Transition, runsAs: 'static pod' | 'unit', own: OwnWords): StepRow {
  return {
    id: 'stop',
    node,
    title: `Stop kube-controller-manager of ${node}`,
    why: WHY_STOP,
    now: { text: `kube-controller-manager of ${transition.app.releases[otherSide(sideAfter(transition))]} runs on ${node}, as a ${runsAs}` },
    proof: [eventually(STOP_SECONDS, processGone({ component: KCM }))],
    waitFor: `no kube-controller-manager runs on ${node}`,
    ...own,
  };
}

/** The step that starts it with the flags of the other side. */
export function startOn(node: string, own: OwnWords & Pick<StepRow, 'title'>): StepRow {
  return { id: 'start', node, why: WHY_START, waitFor: `kube-controller-manager of ${node} is healthy`, atMostSeconds: 2 * START_SECONDS, ...own };
}

/** What a transition changes in the command line of kube-controller-manager; the rest of a unit or Deployment is not ours. */
export interface FlagChange {
  /** For a person, and for what carries it out: `set --flag=value`, `remove --flag`. */
  readonly sentences: readonly string[];
  /** Names of all these flags, with their dashes. */
  readonly names: readonly string[];
  /** Flags that come: `--flag=value`. */
  readonly has: readonly string[];
  /** Flags that go, with their values. */
  readonly lacks: readonly string[];
  /** All flags that it has then, as they stand in the command line that the app knows. */
  readonly all: readonly string[];
}

/** @throws if the flags of one side are not known: nothing of what is there may be guessed away */
export function flagChange(transition: Transition, node: string): FlagChange {
  const { isWhole, has, lacks, all } = flagDifference(transition, node, sideAfter(transition), KCM);
  if (!isWhole) {
    throw new Error(`the flags of ${KCM} of '${node}' are not known in phases '${transition.from}' and '${transition.to}', so they cannot be `
      + 'changed where it runs; hand in its command line as the manifest of a static pod');
  }
  const names = (flags: readonly string[]) => flags.map(flag => flag.split('=')[0]);
  const removed = names(lacks).filter(name => !names(has).includes(name));
  const sentences = [...has.map(flag => `set ${flag}`), ...removed.map(name => `remove ${name}`)];
  return { sentences, names: [...names(has), ...removed], has, lacks, all };
}
