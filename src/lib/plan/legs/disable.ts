import { settledStep } from './aws';
import { labelSteps } from './control-plane';
import { applyStep, deleteStep, leaseGone, leasesToDelete, objectsToDelete } from './objects';
import { CCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { staticCcmOf } from '../app';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { eventually, label, must, removeFiles, takeBack, unlabel } from '../commands';
import { ccmAt, Leg, leftovers, phaseAt } from '../context';
import { handoverGap, leaseSeconds, NO_GAP, takeoverSeconds } from '../gap';
import { managerOf } from '../kcm/manager';
import { isUnchanged, nodeChange } from '../node/change';
import { nodeStep } from '../node/node-step';
import { StepDraft } from '../step';

/** Cloud-controller-managers with and without Leader Migration, while one replaces the other. */
function rolling({ app }: Leg): Coexistence {
  const isStatic = staticCcmOf(phaseAt(app, 'n-plus-1')!) !== undefined;
  return {
    kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }, ...isStatic ? [{ state: 'disabled' as const, side: NodeSide.N_PLUS_1 }] : []],
    ccms: ['n-plus-1', 'disabled'],
  };
}

/** `n-plus-1` to `disabled`: the cloud-controller-manager rolls first; what it no longer needs goes when nobody uses it. */
export function disable(leg: Leg): StepDraft[] {
  const { app, from } = leg;
  const coexistence = rolling(leg);
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const objects = applyStep(leg);
  const gone = objectsToDelete(leg);
  const { lockNamespace: namespace, leaderName: lease } = app;
  const unused = check.leaseNotHeld(namespace, lease, leaseSeconds(app));
  return [
    {
      id: 'no-node-of-n',
      title: 'Check that every control-plane node runs version N+1',
      why: 'from here on a node of version N would run the controllers beside the cloud-controller-manager: nothing is taken away one release too '
        + 'early',
      nodes: [],
      changes: [],
      before: [],
      run: [],
      undo: [],
      proof: [...managerOf(leg).onRelease(app.releases[NodeSide.N_PLUS_1]), check.servicesWell(app.cloud)].map(must),
      waitFor: 'nothing',
      atMostSeconds: 0,
      coexistence,
      gap: NO_GAP,
    },
    ...objects ? [{
      ...objects,
      id: 'disable',
      title: 'Roll the cloud-controller-manager without Leader Migration',
      why: 'old and new exclude each other by their main Lease',
      coexistence,
      gap: handoverGap(app, 'among-ccm', false),
    }] : [],
    ...staticPods(leg, coexistence),
    ...migrates ? [{
      id: 'lease-unused',
      title: 'Check that nobody uses the migration Lease',
      why: 'whoever still renews it needs its rights and its configuration',
      nodes: [],
      changes: [],
      before: [],
      run: [],
      undo: [],
      proof: [
        eventually(leaseSeconds(app) * 4, unused),
        eventually(takeoverSeconds(app), check.leaseIsHeld(namespace, app.mainLeases[CCM], leaseSeconds(app))),
      ],
      waitFor: `${lease} is no longer renewed, ${app.mainLeases[CCM]} is`,
      atMostSeconds: leaseSeconds(app) * 4 + takeoverSeconds(app),
      coexistence,
      gap: NO_GAP,
    }] : [],
    ...gone.length > 0 ? [{
      ...deleteStep(leg, gone),
      // Where a run goes on here, nothing of what was asked before is asked again.
      before: [...managerOf(leg).onRelease(app.releases[NodeSide.N_PLUS_1]), ...migrates ? [unused] : []].map(must),
      id: 'lease-access-gone',
      title: 'Remove access to the migration Lease and its configuration',
      why: 'no process has Leader Migration on any more',
      coexistence,
      gap: NO_GAP,
    }] : [],
    ...migrates ? leasesToDelete(leg).map(object => leaseGone(leg, object, coexistence)) : [],
    ...app.controlPlane.flatMap((node): StepDraft[] => {
      const paths = leftovers(app, leg.to, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1);
      if (paths.length === 0) return [];
      return [{
        id: `clean-${node}`,
        title: `Remove what the migration left on ${node}`,
        why: 'no component reads it any more',
        nodes: [node],
        changes: paths.map(path => `remove ${path}, with a copy`),
        before: [],
        run: removeFiles(node, from, paths),
        proof: [],
        undo: takeBack(node, from, paths.map(path => ({ path, sum: '-' }))),
        waitFor: 'nothing',
        atMostSeconds: 0,
        coexistence,
        gap: NO_GAP,
      }];
    }),
    ...ccmAt(app, from)?.onlyUpgraded ? [{
      id: 'labels-gone',
      title: 'Remove the labels of upgraded nodes',
      why: 'the cloud-controller-manager is no longer placed by them',
      nodes: app.controlPlane,
      changes: ['remove the label of each control-plane node'],
      before: [],
      run: app.controlPlane.map(unlabel),
      proof: [],
      undo: app.controlPlane.map(label),
      waitFor: 'nothing',
      atMostSeconds: 0,
      coexistence,
      gap: NO_GAP,
    }] : [],
    settledStep(leg, coexistence),
  ];
}

/** `disabled` to `n-plus-1`: Leader Migration is on again before any node of version N returns. */
export function reenable(leg: Leg): StepDraft[] {
  const { app } = leg;
  const coexistence = rolling(leg);
  const objects = applyStep(leg);
  const { lockNamespace: namespace, leaderName: lease } = app;
  return [
    // Before the manifests: a workload that is placed by a label that no node has would be gone.
    ...labelSteps(leg, coexistence),
    ...objects ? [{
      ...objects,
      id: 'reenable',
      title: 'Roll the cloud-controller-manager with Leader Migration',
      why: 'a node of version N may return only when every cloud-controller-manager asks for the migration Lease',
      coexistence,
      gap: handoverGap(app, 'among-ccm', false),
    }] : [],
    ...staticPods(leg, coexistence),
    ...app.strategy === StrategyKind.LEADER_MIGRATION ? [{
      id: 'leader-of-n-plus-1',
      title: 'Check that the cloud-controller-manager leads under the migration Lease',
      why: 'it is what nodes of version N will wait for',
      nodes: [],
      changes: [],
      before: [],
      run: [],
      undo: [],
      proof: [eventually(takeoverSeconds(app), check.leaseHeldBy(namespace, lease, CCM, app.mainLeases[CCM], leaseSeconds(app)))],
      waitFor: `one process holds ${app.mainLeases[CCM]} and ${lease}`,
      atMostSeconds: takeoverSeconds(app),
      coexistence,
      gap: NO_GAP,
    }] : [],
    settledStep(leg, coexistence),
  ];
}

/** Where the cloud-controller-manager is a static pod, it rolls node by node. */
function staticPods(leg: Leg, coexistence: Coexistence): StepDraft[] {
  return leg.app.controlPlane.flatMap((node): StepDraft[] => {
    const change = { ...nodeChange(leg, node, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1), remove: [] };
    if (isUnchanged(change)) return [];
    return [{
      ...nodeStep(leg, change),
      id: `ccm-${node}`,
      title: `Replace the cloud-controller-manager of ${node}`,
      why: 'it is a static pod: each node has its own',
      coexistence,
      gap: handoverGap(leg.app, 'among-ccm', false),
    }];
  });
}
