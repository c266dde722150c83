import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { AllowedFile } from '../action';
import { MigrationApp } from '../app';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { copiesAre, eventually, filesAre, must, restoreFiles } from '../commands';
import { Leg } from '../context';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, leaseSeconds, NO_GAP, SERVICES_SECONDS, StepGap, takeoverSeconds } from '../gap';
import { isKubeletFile } from '../kubelet-file';
import { csiDriverSteps, csiKubeletBackSteps, csiKubeletSteps } from './csi';
import { uploadStep } from './kubeadm';
import { applyStep, deleteStep, leaseGone, leasesToDelete, objectsToDelete } from './objects';
import { managerOf } from '../kcm/manager';
import { changeOf, isUnchanged, NodeChange, nodeChange, pathsBack } from '../node/change';
import { controllersFlagOfN } from '../node/health';
import { nodeStep } from '../node/node-step';
import { nodeNow } from '../now';
import { processChecksBack } from '../process-truth';
import { longestWait, StepDraft } from '../step';

/** Who is what kube-controller-manager says it is to the API. */
const KCM_USER = 'system:kube-controller-manager';

const COEXISTENCE: Coexistence = { kinds: [{ state: 'not-started', side: NodeSide.N }, { state: 'n', side: NodeSide.N }], ccms: [] };

/** What the step of a node is for, by strategy. With `downtime` only the gates of volumes change so early. */
const ENABLING: Readonly<Record<StrategyKind, (node: string) => Pick<StepDraft, 'title' | 'why'>>> = {
  [StrategyKind.LEADER_MIGRATION]: node => ({
    title: `Turn Leader Migration on in kube-controller-manager of ${node}`,
    why: 'the controllers that move run under the migration Lease from now on; replicas with and without it exclude each other by their main Lease',
  }),
  [StrategyKind.CONTROLLERS_OFF_THEN_ON]: node => ({
    title: `Take the cloud controllers out of kube-controller-manager of ${node}`,
    why: 'no kube-controller-manager may run them when the cloud-controller-manager starts',
  }),
  [StrategyKind.DOWNTIME]: node => ({
    title: `Replace the manifests of ${node} by those of phase n`,
    why: 'version N has to be as it was synthesized before anything is stopped',
  }),
};

/** `not-started` to `n`: every kube-controller-manager learns to share its controllers, or to leave them. */
export function enableOnN(leg: Leg): StepDraft[] {
  const { app } = leg;
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const objects = applyStep(leg);
  const { lockNamespace: namespace, leaderName: lease } = app;
  const leads = [
    eventually(takeoverSeconds(app), check.leaseHeldBy(namespace, lease, KCM, app.mainLeases[KCM], leaseSeconds(app))),
    eventually(SERVICES_SECONDS, check.servicesWell(app.cloud)),
  ];
  return [
    ...csiDriverSteps(leg, COEXISTENCE),
    ...objects ? [{
      ...objects,
      id: 'lease-access',
      title: 'Give access to the migration Lease',
      why: 'a kube-controller-manager that may not write its migration Lease stays healthy and runs none of the controllers that move',
      proof: migrates ? [eventually(30, check.mayUseLease(namespace, lease, KCM_USER))] : [],
      waitFor: 'the authorizer has seen the new Role',
      atMostSeconds: 30,
      coexistence: COEXISTENCE,
      gap: NO_GAP,
    }] : [],
    ...uploadStep(leg, NodeSide.N, COEXISTENCE),
    ...app.controlPlane.flatMap(node => {
      const change = changeOf(nodeChange(leg, node, NodeRole.CONTROL_PLANE, NodeSide.N), path => !isKubeletFile(path));
      if (isUnchanged(change)) return [];
      return [{
        ...nodeStep(leg, change),
        id: `enable-${node}`,
        ...ENABLING[app.strategy](node),
        coexistence: COEXISTENCE,
        gap: gapOf(app, 'the cloud-controller-manager leads, in the way to `n-plus-1`'),
      }];
    }),
    ...migrates ? [{
      id: 'leader-of-n',
      title: 'Check that kube-controller-manager leads under the migration Lease',
      why: 'only then do nodes of version N+1 wait for it',
      nodes: [],
      changes: [],
      before: [],
      run: [],
      undo: [],
      proof: leads,
      waitFor: `one process holds ${app.mainLeases[KCM]} and ${lease}`,
      atMostSeconds: longestWait(leads),
      coexistence: COEXISTENCE,
      gap: NO_GAP,
    }] : [],
    ...csiKubeletSteps(leg, COEXISTENCE),
  ];
}

/** `n` to `not-started`: the copies that were made go back, then what only Leader Migration needs goes. */
export function disableOnN(leg: Leg): StepDraft[] {
  const { app, to } = leg;
  const objects = objectsToDelete(leg);
  const leases = app.strategy === StrategyKind.LEADER_MIGRATION ? leasesToDelete(leg) : [];
  return [
    ...uploadStep(leg, NodeSide.N, COEXISTENCE),
    ...csiKubeletBackSteps(leg, COEXISTENCE),
    ...app.controlPlane.flatMap((node): StepDraft[] => {
      const entering: Leg = { ...leg, from: 'not-started', to: 'n' };
      const forward = changeOf(nodeChange(entering, node, NodeRole.CONTROL_PLANE, NodeSide.N), path => !isKubeletFile(path));
      if (isUnchanged(forward)) return [];
      const step = nodeStep({ ...leg, from: 'n', to: 'n' }, forward);
      return [{
        ...step,
        id: `restore-${node}`,
        title: `Give ${node} its manifests from before the migration back`,
        now: {
          text: `the files of phase n on ${node}, whose copies of before were kept when it was entered`,
          flags: nodeNow(entering, node, NodeSide.N, forward.put, [app.releases[NodeSide.N], app.releases[NodeSide.N]]).flags
            ?.map(({ component, go, come }) => ({ component, go: come, come: go })),
        },
        why: 'they are the copies that the step into `n` made; where it was not this plan that made them, put your own there first',
        changes: forward.put.map(({ path }) => `replace ${path} by its copy`),
        before: [...copiesAre(node, to, pathsBack(forward)), must(check.nodeReady(node))],
        run: [...restoreFiles(node, to, pathsBack(forward)), eventually(180, check.nodeReady(node))],
        proof: [
          must(filesAre(node, originals(forward))),
          ...app.strategy === StrategyKind.DOWNTIME ? [] : [eventually(180, check.podLacks(node, KCM, ourFlag(leg, node)))],
          ...processChecksBack(entering, node, NodeSide.N, forward.put, 180),
          ...step.proof.filter(({ action }) => action.do !== 'pod-has' && action.do !== 'process-runs'),
        ],
        undo: step.run,
        coexistence: COEXISTENCE,
        gap: gapOf(app, ALL_HAVE_THEM_AGAIN),
      }];
    }),
    ...objects.length > 0 ? [{
      ...deleteStep(leg, objects),
      id: 'lease-access-gone',
      title: 'Take access to the migration Lease back',
      why: 'nobody asks for the Lease any more',
      before: managerOf(leg).onRelease(app.releases[NodeSide.N]).map(must),
      coexistence: COEXISTENCE,
      gap: NO_GAP,
    }] : [],
    ...leases.map(object => leaseGone(leg, object, COEXISTENCE)),
  ];
}

/** Where phase `n` takes the cloud controllers out, whoever leads may be one without them. */
function gapOf(app: MigrationApp, ends: string): StepGap {
  return app.strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON ? declaredGap(app, ends) : handoverGap(app, 'among-kcm', false);
}

/** What phase `n` put on the command line. */
function ourFlag({ app }: Leg, node: string): string {
  return app.strategy === StrategyKind.LEADER_MIGRATION ? '--enable-leader-migration' : controllersFlagOfN(app, node);
}

/** The files that a node is known to have had before the migration. */
function originals({ put }: NodeChange): readonly AllowedFile[] {
  return put.flatMap(({ path, inputSha256 }) => inputSha256 === undefined ? [] : [{ path, sums: [inputSha256] }]);
}
