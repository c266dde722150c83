import { FlagChange, flagChange, Manager, sideAfter, START_SECONDS, STOP_SECONDS, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { eventually, must, PlanAction } from '../action';
import {
  deleteBootstrapPod, DeploymentChange, deploymentFits, deploymentFlags, deploymentRuns, podsOf, REPLICAS, scaleBack, scaleToZero,
  startBootstrapPod,
} from '../actions/deployments';
import { copyObject, copyUsed, restoreObject, rolledOut } from '../actions/objects';
import { otherSide, Transition } from '../app/context';
import { ExpectedFlags } from '../endpoint';
import { move, provenBack, wayOf } from '../way';

const DEPLOYMENT = { namespace: 'kube-system', name: KCM };
const OBJECT = { kind: 'deployment.apps', ...DEPLOYMENT };
const BOOTSTRAP = { ...DEPLOYMENT, pod: `${KCM}-bootstrap` };

const ROLLED_OUT = eventually(START_SECONDS, rolledOut({ workload: `deployment/${KCM}`, namespace: DEPLOYMENT.namespace }));
const NO_POD = eventually(STOP_SECONDS, podsOf({ ...DEPLOYMENT, replicas: 0 }));

/**
 * Its pods go by one of themselves, or by the pod that was started besides: that goes last. It may have made one more in its last moment, which then
 * ends itself; so whether any is left has to be asked again.
 */
const SCALE_DOWN: readonly PlanAction[] = [scaleToZero(DEPLOYMENT), NO_POD, deleteBootstrapPod(BOOTSTRAP)];
const SCALE_UP: readonly PlanAction[] = [
  scaleBack(DEPLOYMENT), startBootstrapPod(BOOTSTRAP), eventually(START_SECONDS, podsOf(DEPLOYMENT)), deleteBootstrapPod(BOOTSTRAP),
];

/**
 * A Deployment of the cluster itself. The controller that makes the pods of a Deployment is in kube-controller-manager: scaled to 0 it would stay at
 * 0, so one pod is started besides, until it has made the others. That pod is a kube-controller-manager, too: where a run was killed it may have been
 * left, and is deleted wherever none may run.
 */
export function deployment(transition: Transition): Manager {
  const { app, from, to } = transition;
  const runs = (release: string, expected: ExpectedFlags) => deploymentRuns({ ...DEPLOYMENT, release, ...expected });
  return {
    kubeletsMeanwhile: 'a drain would end the pods of kube-controller-manager, which nothing else makes again',
    stop: () => [{
      id: 'stop-kcm',
      title: 'Scale the Deployment kube-controller-manager to 0',
      why: WHY_STOP,
      now: { text: 'the Deployment kube-controller-manager has its pods' },
      changes: [`0 replicas; how many it had is in its annotation ${REPLICAS}`],
      // Asked before it is scaled to 0: in the middle is no time to find out.
      before: [must(deploymentFits(changed(transition, changeOf(transition))))],
      ...wayOf(provenBack(ROLLED_OUT), move(SCALE_DOWN, SCALE_UP)),
      proof: [NO_POD],
      waitFor: 'all its pods are gone',
      atMostSeconds: 2 * STOP_SECONDS,
    }],
    start: () => {
      const change = changeOf(transition);
      return [{
        id: 'start-kcm',
        title: 'Change the flags of the Deployment kube-controller-manager and scale it back',
        why: WHY_START,
        now: { text: 'the Deployment kube-controller-manager has no pod', flags: [{ component: KCM, go: change.lacks, come: change.has }] },
        changes: [...change.sentences, 'as many replicas as it had, made by a bootstrap pod that is deleted afterwards'],
        before: [copyObject({ state: from, ...OBJECT })],
        ...wayOf(
          move(
            [deploymentFlags({ ...changed(transition, change), inOrder: change.all }), copyUsed({ state: to, ...OBJECT })],
            [restoreObject({ state: from, left: to, ...OBJECT })],
          ),
          provenBack(NO_POD),
          move(SCALE_UP, SCALE_DOWN),
        ),
        proof: [ROLLED_OUT],
        waitFor: 'the Deployment is rolled out',
        atMostSeconds: 2 * START_SECONDS,
      }];
    },
    onRelease: release => [runs(release, { has: [], lacks: [] })],
    // It may have fewer pods than there are control-plane nodes: of each node there is nothing to ask.
    runsOn: (_, side, expected) => [eventually(START_SECONDS, runs(app.releases[side], expected))],
  };
}

/** @throws if its nodes differ in what changes: a Deployment has one command line */
function changeOf(transition: Transition): FlagChange {
  const changes = transition.app.controlPlane.map(node => ({ node, change: flagChange(transition, node) }));
  const [first] = changes;
  const other = changes.find(({ change }) => change.sentences.join('\n') !== first.change.sentences.join('\n'));
  if (other !== undefined) {
    throw new Error(`${KCM} changes differently on '${other.node}' (${other.change.sentences.join('; ')}) than on '${first.node}' `
      + `(${first.change.sentences.join('; ')}), but a Deployment has one command line; hand in the same flags for both`);
  }
  return first.change;
}

function changed(transition: Transition, { sentences }: FlagChange): DeploymentChange {
  const { app: { releases } } = transition;
  const side = sideAfter(transition);
  return { ...DEPLOYMENT, oldRelease: releases[otherSide(side)], newRelease: releases[side], flags: sentences };
}
