import { settledStep } from './aws';
import { labelSteps } from './control-plane';
import { applyStep, deleteStep, leaseGone, leasesToDelete, objectsToDelete } from './objects';
import { readOnly } from './read-only';
import { CCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { eventually, must } from '../action';
import { servicesWell } from '../actions/ccm';
import { leaseHeldBy, leaseIsHeld, leaseNotHeld } from '../actions/leases';
import { unlabel, unlabelGroup } from '../actions/nodes';
import { staticCcmOf } from '../app';
import { Coexistence } from '../coexistence';
import { ccmAt, Transition, leftovers, phaseAt } from '../context';
import { handoverGap, leaseSeconds, NO_GAP, takeoverSeconds } from '../gap';
import { managerOf } from '../kcm/manager';
import { isUnchanged, nodeChange, removedFile } from '../node/change';
import { remove } from '../node/files';
import { nodeStep } from '../node/node-step';
import { controlPlaneGroup } from '../replaced/app-group';
import { StepDraft } from '../step';
import { done, wayOf } from '../way';

/** Cloud-controller-managers with and without Leader Migration, while one replaces the other. */
function rolling({ app }: Transition): Coexistence {
  const isStatic = staticCcmOf(phaseAt(app, 'n-plus-1')!) !== undefined;
  return {
    kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }, ...isStatic ? [{ state: 'disabled' as const, side: NodeSide.N_PLUS_1 }] : []],
    ccms: ['n-plus-1', 'disabled'],
  };
}

/** `n-plus-1` to `disabled`: the cloud-controller-manager rolls first; what it no longer needs goes when no process uses it. */
export function disable(transition: Transition): StepDraft[] {
  const { app, from } = transition;
  const coexistence = rolling(transition);
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const objects = applyStep(transition);
  const gone = objectsToDelete(transition);
  const group = controlPlaneGroup(app.groups);
  const { lockNamespace: namespace, leaderName: lease } = app;
  const unused = leaseNotHeld({ namespace, lease, seconds: leaseSeconds(app) });
  return [
    {
      ...readOnly(coexistence),
      id: 'no-node-of-n',
      title: 'Check that every control-plane node runs version N+1',
      why: 'from here on a node of version N would run the controllers beside the cloud-controller-manager: nothing is taken away one release too '
        + 'early',
      proof: [...managerOf(transition).onRelease(app.releases[NodeSide.N_PLUS_1]), servicesWell({})].map(must),
    },
    ...objects ? [{
      ...objects,
      id: 'disable',
      title: 'Roll the cloud-controller-manager without Leader Migration',
      why: 'old and new exclude each other by their main Lease',
      coexistence,
      gap: handoverGap(app, 'among-ccm', false),
    }] : [],
    ...staticPods(transition, coexistence),
    ...migrates ? [{
      ...readOnly(coexistence),
      id: 'lease-unused',
      title: 'Check that no process uses the migration Lease',
      why: 'a process that still renews it needs its rights and its configuration',
      proof: [
        eventually(leaseSeconds(app) * 4, unused),
        eventually(takeoverSeconds(app), leaseIsHeld({ namespace, lease: app.mainLeases[CCM] })),
      ],
      waitFor: `${lease} is no longer renewed, ${app.mainLeases[CCM]} is`,
      atMostSeconds: leaseSeconds(app) * 4 + takeoverSeconds(app),
    }] : [],
    ...gone.length > 0 ? [{
      ...deleteStep(transition, gone),
      // Where a run goes on here, nothing of what was asked before is asked again.
      before: [...managerOf(transition).onRelease(app.releases[NodeSide.N_PLUS_1]), ...migrates ? [unused] : []].map(must),
      id: 'lease-access-gone',
      title: 'Remove access to the migration Lease and its configuration',
      why: 'no process has Leader Migration on any more',
      coexistence,
      gap: NO_GAP,
    }] : [],
    ...migrates ? leasesToDelete(transition).map(object => leaseGone(transition, object, coexistence)) : [],
    ...app.controlPlane.flatMap((node): StepDraft[] => {
      const paths = leftovers(app, transition.to, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1);
      if (paths.length === 0) return [];
      return [{
        ...readOnly(coexistence),
        id: 'clean',
        title: `Remove what the migration left on ${node}`,
        why: 'no component reads it any more',
        node,
        files: paths.map(removedFile),
        changes: paths.map(path => `remove ${path}, with a copy`),
        ...wayOf(done(...remove(from, paths))),
      }];
    }),
    ...ccmAt(app, from)?.onlyUpgraded ? [{
      ...readOnly(coexistence),
      id: 'labels-gone',
      title: 'Remove the labels of upgraded nodes',
      why: 'the cloud-controller-manager is no longer placed by them',
      nodes: 'control-plane' as const,
      changes: ['remove the label of each control-plane node'],
      ...wayOf(done(group ? unlabelGroup({ group: group.name }) : unlabel({}, 'control-plane'))),
    }] : [],
    settledStep(transition, coexistence),
  ];
}

/** `disabled` to `n-plus-1`: Leader Migration is on again before any node of version N returns. */
export function reenable(transition: Transition): StepDraft[] {
  const { app } = transition;
  const coexistence = rolling(transition);
  const objects = applyStep(transition);
  const { lockNamespace: namespace, leaderName: lease } = app;
  return [
    // Before the manifests: a workload that is placed by a label that no node has would be gone.
    ...labelSteps(transition, coexistence),
    ...objects ? [{
      ...objects,
      id: 'reenable',
      title: 'Roll the cloud-controller-manager with Leader Migration',
      why: 'a node of version N may return only when every cloud-controller-manager asks for the migration Lease',
      coexistence,
      gap: handoverGap(app, 'among-ccm', false),
    }] : [],
    ...staticPods(transition, coexistence),
    ...app.strategy === StrategyKind.LEADER_MIGRATION ? [{
      ...readOnly(coexistence),
      id: 'leader-of-n-plus-1',
      title: 'Check that the cloud-controller-manager leads under the migration Lease',
      why: 'it is what nodes of version N will wait for',
      proof: [eventually(takeoverSeconds(app), leaseHeldBy({ namespace, lease, main: app.mainLeases[CCM] }))],
      waitFor: `one process holds ${app.mainLeases[CCM]} and ${lease}`,
      atMostSeconds: takeoverSeconds(app),
    }] : [],
    settledStep(transition, coexistence),
  ];
}

/** Where the cloud-controller-manager is a static pod, it rolls node by node. */
function staticPods(transition: Transition, coexistence: Coexistence): StepDraft[] {
  return transition.app.controlPlane.flatMap((node): StepDraft[] => {
    const change = { ...nodeChange(transition, node, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1), remove: [] };
    if (isUnchanged(change)) return [];
    return [{
      ...nodeStep(transition, change),
      id: 'ccm',
      title: `Replace the cloud-controller-manager of ${node}`,
      why: 'it is a static pod: each node has its own',
      coexistence,
      gap: handoverGap(transition.app, 'among-ccm', false),
    }];
  });
}
