import { csiDriverSteps, csiKubeletBackSteps, csiKubeletSteps } from './csi';
import { uploadStep } from './kubeadm';
import { applyStep, deleteStep, leaseGone, leasesToDelete, objectsToDelete } from './objects';
import { readOnly } from './read-only';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { eventually, longestWait, must } from '../action';
import { servicesWell } from '../actions/ccm';
import { podRuns, processRuns } from '../actions/components';
import { copiesAre, filesAre, restoreFiles } from '../actions/files';
import { leaseHeldBy, mayUseLease } from '../actions/leases';
import { nodeReady } from '../actions/nodes';
import { MigrationApp } from '../app';
import { Coexistence } from '../coexistence';
import { Transition } from '../context';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, NO_GAP, SERVICES_SECONDS, StepGap, takeoverSeconds } from '../gap';
import { managerOf } from '../kcm/manager';
import { changeOf, isUnchanged, nodeChange, pathsBack, pathsOf, startFilesBack } from '../node/change';
import { controllersFlagOfN } from '../node/health';
import { nodeStep } from '../node/node-step';
import { restarted } from '../node/units';
import { nodeNow } from '../now';
import { processChecksBack } from '../process-truth';
import { restoredFiles } from '../start-values';
import { StepDraft } from '../step';
import { move, wayOf } from '../way';

/** User that kube-controller-manager is to the API. */
const KCM_USER = 'system:kube-controller-manager';

const COEXISTENCE: Coexistence = { kinds: [{ state: 'not-started', side: NodeSide.N }, { state: 'n', side: NodeSide.N }], ccms: [] };

/** What the step of a node is for, by strategy. With `downtime` only the gates of volumes change so early. */
const ENABLING: Readonly<Record<StrategyKind, (node: string) => Pick<StepDraft, 'title' | 'why'>>> = {
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

/** `not-started` to `n`: every kube-controller-manager learns to share its controllers, or to leave them. */
export function enableOnN(transition: Transition): StepDraft[] {
  const { app } = transition;
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const objects = applyStep(transition);
  const { lockNamespace: namespace, leaderName: lease } = app;
  const leads = [
    eventually(takeoverSeconds(app), leaseHeldBy({ namespace, lease, main: app.mainLeases[KCM] })),
    eventually(SERVICES_SECONDS, servicesWell({})),
  ];
  return [
    ...csiDriverSteps(transition, COEXISTENCE),
    ...objects ? [{
      ...objects,
      id: 'lease-access',
      title: 'Grant access to the migration Lease',
      why: 'a kube-controller-manager that may not write its migration Lease stays healthy and runs none of the controllers that move',
      proof: migrates ? [eventually(30, mayUseLease({ namespace, lease, who: KCM_USER }))] : [],
      waitFor: 'the authorizer has seen the new Role',
      atMostSeconds: 30,
      coexistence: COEXISTENCE,
      gap: NO_GAP,
    }] : [],
    ...uploadStep(transition, NodeSide.N, COEXISTENCE),
    ...app.controlPlane.flatMap(node => {
      const change = changeOf(nodeChange(transition, node, NodeRole.CONTROL_PLANE, NodeSide.N), path => !isKubeletFile(path));
      if (isUnchanged(change)) return [];
      return [{
        ...nodeStep(transition, change),
        id: 'enable',
        ...ENABLING[app.strategy](node),
        coexistence: COEXISTENCE,
        gap: gapOf(app, 'the cloud-controller-manager leads, in the plan to `n-plus-1`'),
      }];
    }),
    ...migrates ? [{
      ...readOnly(COEXISTENCE),
      id: 'leader-of-n',
      title: 'Check that kube-controller-manager leads under the migration Lease',
      why: 'only then do nodes of version N+1 wait for it',
      proof: leads,
      waitFor: `one process holds ${app.mainLeases[KCM]} and ${lease}`,
      atMostSeconds: longestWait(leads),
    }] : [],
    ...csiKubeletSteps(transition, COEXISTENCE),
  ];
}

/** `n` to `not-started`: the copies that were made go back, then what only Leader Migration needs goes. */
export function disableOnN(transition: Transition): StepDraft[] {
  const { app, to } = transition;
  const objects = objectsToDelete(transition);
  const leases = app.strategy === StrategyKind.LEADER_MIGRATION ? leasesToDelete(transition) : [];
  return [
    ...uploadStep(transition, NodeSide.N, COEXISTENCE),
    ...csiKubeletBackSteps(transition, COEXISTENCE),
    ...app.controlPlane.flatMap((node): StepDraft[] => {
      const entering: Transition = { ...transition, from: 'not-started', to: 'n' };
      const forward = changeOf(nodeChange(entering, node, NodeRole.CONTROL_PLANE, NodeSide.N), path => !isKubeletFile(path));
      if (isUnchanged(forward)) return [];
      const step = nodeStep({ ...transition, from: 'n', to: 'n' }, forward);
      const files = restoredFiles(app, forward);
      const known = files.filter(({ after }) => after !== undefined && after !== '-');
      return [{
        ...step,
        id: 'restore',
        title: `Restore the manifests of ${node} from before the migration`,
        now: {
          text: `the files of phase n on ${node}, of which copies were made when the phase was entered`,
          flags: nodeNow(entering, forward, [app.releases[NodeSide.N], app.releases[NodeSide.N]]).flags
            ?.map(({ component, go, come }) => ({ component, go: come, come: go })),
        },
        why: 'they are the copies that the step into `n` made; where another tool changed the files then, put your own copies there first',
        changes: forward.put.map(({ path }) => `replace ${path} by its copy`),
        files,
        before: [must(copiesAre({ state: to, paths: pathsBack(forward) })), must(nodeReady({}))],
        ...wayOf(move([
          restoreFiles({ state: to, paths: pathsBack(forward) }), ...restarted(entering, forward, forward.units, 'back'),
          eventually(180, nodeReady({})),
        ], step.run)),
        proof: [
          ...known.length > 0 ? [must(filesAre({ paths: pathsOf(known), are: 'after' }))] : [],
          ...app.strategy === StrategyKind.DOWNTIME || app.units.has(KCM) ? []
            : [eventually(180, podRuns({ component: KCM, lacks: [ourFlag(transition, node)] }))],
          ...processChecksBack(entering, node, NodeSide.N, startFilesBack(forward), 180),
          ...step.proof.filter(({ kind, given }) => kind.do !== processRuns.kind.do && !('has' in given)),
        ],
        coexistence: COEXISTENCE,
        gap: gapOf(app, ALL_HAVE_THEM_AGAIN),
      }];
    }),
    ...objects.length > 0 ? [{
      ...deleteStep(transition, objects),
      id: 'lease-access-gone',
      title: 'Remove access to the migration Lease',
      why: 'no process uses the Lease any more',
      before: managerOf(transition).onRelease(app.releases[NodeSide.N]).map(must),
      coexistence: COEXISTENCE,
      gap: NO_GAP,
    }] : [],
    ...leases.map(object => leaseGone(transition, object, COEXISTENCE)),
  ];
}

/** Where phase `n` takes the cloud controllers out, the leader may be one without them. */
function gapOf(app: MigrationApp, ends: string): StepGap {
  return app.strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON ? declaredGap(app, ends) : handoverGap(app, 'among-kcm', false);
}

/** What phase `n` put on the command line. */
function ourFlag({ app }: Transition, node: string): string {
  return app.strategy === StrategyKind.LEADER_MIGRATION ? '--enable-leader-migration' : controllersFlagOfN(app, node);
}
