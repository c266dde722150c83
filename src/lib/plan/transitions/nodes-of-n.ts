import { Row } from './row';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { eventually, must } from '../action';
import { podRuns, processRuns } from '../actions/components';
import { copiesAre, filesAre, restoreFiles } from '../actions/files';
import { nodeReady } from '../actions/nodes';
import { MigrationApp } from '../app/app';
import { entering, Transition } from '../app/context';
import { restoredFiles } from '../app/start-values';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, StepGap } from '../gap';
import { changedNodes, changeOf, NodeChange, pathsBack, pathsOf } from '../node/change';
import { controllersFlagOfN } from '../node/health';
import { nodeStep } from '../node/node-step';
import { nodeNow } from '../node/now';
import { processChecksBack } from '../node/process-truth';
import { restarted } from '../node/units';
import { reversed, StepRow } from '../step';
import { move, wayOf } from '../way';

/** Seconds until a node and its kube-controller-manager are there again. */
const BACK_SECONDS = 180;

/** What the step of a node is for, by strategy. With `downtime` only the gates of volumes change so early. */
const ENABLING: Readonly<Record<StrategyKind, (node: string) => Pick<StepRow, 'title' | 'why'>>> = {
  [StrategyKind.LEADER_MIGRATION]: node => ({
    title: `Turn Leader Migration on in kube-controller-manager of ${node}`,
    why: 'the controllers that move run under the migration Lease from now on; replicas with and without it exclude each other by their main Lease',
  }),
  [StrategyKind.CONTROLLERS_OFF_THEN_ON]: node => ({
    title: `Exclude the cloud controllers from kube-controller-manager of ${node}`,
    why: 'no kube-controller-manager may run them when the cloud-controller-manager starts',
  }),
  [StrategyKind.DOWNTIME]: node => ({
    title: `Replace the manifests of ${node} by those of phase n`,
    why: 'version N has to be as it was synthesized before anything is stopped',
  }),
};

/** Every kube-controller-manager learns to share its controllers, or to leave them. */
export const enabled: Row = transition => changes(transition).map(change => ({
  ...nodeStep(change),
  id: 'enable',
  ...ENABLING[transition.app.strategy](change.node),
  gap: gapOf(transition.app, 'the cloud-controller-manager leads, in the plan to `n-plus-1`'),
}));

/** How the copies go back that were made of the files of a node when phase `n` was entered; taken back, they are of phase `n` again. */
export function restoring(forward: NodeChange) {
  const { transition, put } = forward;
  const given = { state: 'not-started' as const, paths: pathsBack(forward) };
  return {
    step: nodeStep({ ...forward, transition: { ...transition, from: 'n', to: 'n' } }),
    changes: put.map(({ path }) => `replace ${path} by its copy`),
    files: restoredFiles(transition.app, forward),
    before: [must(copiesAre(given)), must(nodeReady({}))],
    run: restoreFiles(given),
  };
}

/** The copies that were made go back. */
export const restored: Row = transition => changes(entering(transition)).map(forward => {
  const { app } = transition;
  const { node } = forward;
  const { step, changes: replaced, files, before, run } = restoring(forward);
  const known = files.filter(({ after }) => after !== undefined && after !== '-');
  return {
    ...step,
    id: 'restore',
    title: `Restore the manifests of ${node} from before the migration`,
    now: {
      text: `the files of phase n on ${node}, of which copies were made when the phase was entered`,
      flags: reversed(nodeNow(forward, [app.releases[NodeSide.N], app.releases[NodeSide.N]])),
    },
    why: 'they are the copies that the step into `n` made; where another tool changed the files then, put your own copies there first',
    changes: replaced,
    files,
    before,
    ...wayOf(move([run, ...restarted(forward, forward.units, 'back'), eventually(BACK_SECONDS, nodeReady({}))], step.run)),
    proof: [
      ...known.length > 0 ? [must(filesAre({ paths: pathsOf(known), are: 'after' }))] : [],
      ...app.strategy === StrategyKind.DOWNTIME || app.units.has(KCM) ? []
        : [eventually(BACK_SECONDS, podRuns({ component: KCM, lacks: [ourFlag(app, node)] }))],
      ...processChecksBack(forward, BACK_SECONDS),
      ...step.proof.filter(({ kind, given }) => kind.do !== processRuns.kind.do && !('has' in given)),
    ],
    gap: gapOf(app, ALL_HAVE_THEM_AGAIN),
  };
});

/** What is not the kubelet's, whose volumes move by themselves. */
function changes(transition: Transition): readonly NodeChange[] {
  return changedNodes(transition, transition.app.controlPlane, NodeRole.CONTROL_PLANE, NodeSide.N,
    whole => changeOf(whole, path => !isKubeletFile(path)));
}

/** Where phase `n` takes the cloud controllers out, the leader may be one without them. */
function gapOf(app: MigrationApp, ends: string): StepGap {
  return app.strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON ? declaredGap(app, ends) : handoverGap(app, 'among-kcm', false);
}

/** What phase `n` put on the command line. */
function ourFlag(app: MigrationApp, node: string): string {
  return app.strategy === StrategyKind.LEADER_MIGRATION ? '--enable-leader-migration' : controllersFlagOfN(app, node);
}
