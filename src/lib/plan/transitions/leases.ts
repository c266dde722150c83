import { applied, deleteStep, leasesToDelete, objectsToDelete } from './objects';
import { migrates, Row } from './row';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { eventually, must, PlanAction } from '../action';
import { servicesWell } from '../actions/ccm';
import { deleteLease, leaseHeldBy, leaseIsHeld, leaseNotHeld, LeaseRef, mayUseLease } from '../actions/leases';
import { isDeployedKcm, MigrationApp, phaseOf } from '../app/app';
import { Transition } from '../app/context';
import { leaseSeconds, SERVICES_SECONDS, takeoverSeconds } from '../gap';
import { allOfSide } from '../kcm/manager';
import { PlanStateName } from '../state';
import { stays, wayOf } from '../way';

/** User that kube-controller-manager of a node is to the API. */
const KCM_USER = 'system:kube-controller-manager';

const ACCESS_SECONDS = 30;

export function migrationLease({ lockNamespace: namespace, leaderName: lease }: MigrationApp): LeaseRef {
  return { namespace, lease };
}

/** Rights before whom they are for. */
export const leaseAccess: Row = transition => {
  const { app } = transition;
  return applied(transition, {
    id: 'lease-access',
    title: 'Grant access to the migration Lease',
    why: 'a kube-controller-manager that may not write its migration Lease stays healthy and runs none of the controllers that move',
    proof: migrates(transition) ? [eventually(ACCESS_SECONDS, mayUseLease({ ...migrationLease(app), who: userOf(app) }))] : [],
    waitFor: 'the authorizer has seen the new Role',
    atMostSeconds: ACCESS_SECONDS,
  }, { besideManager: true });
};

/** Who kube-controller-manager is to the API: pods of a Deployment without a kubeconfig are their service account. */
function userOf(app: MigrationApp): string {
  const view = phaseOf(app, 'n').model.components.find(isDeployedKcm);
  if (view?.pod === undefined || flagOf(view, 'kubeconfig')) return KCM_USER;
  return `system:serviceaccount:${view.pod.namespace}:${view.pod.serviceAccount}`;
}

/** Before the migration, and after it. */
export const leaseAccessGone: Row = transition => deleteStep(transition, objectsToDelete(transition), {
  id: 'lease-access-gone',
  ...transition.to === 'not-started' ? {
    title: 'Remove access to the migration Lease',
    why: 'no process uses the Lease any more',
    before: allOfSide(transition, NodeSide.N),
  } : {
    title: 'Remove access to the migration Lease and its configuration',
    why: 'no process has Leader Migration on any more',
    // Where a run goes on here, nothing of what was asked before is asked again.
    before: [...allOfSide(transition, NodeSide.N_PLUS_1), ...migrates(transition) ? [must(unused(transition.app))] : []],
  },
});

/** Who holds the migration Lease by now. */
const LEADERS: Partial<Readonly<Record<PlanStateName, ControllerManager>>> = { 'n': KCM, 'n-plus-1': CCM };

interface LeaderStep {
  readonly title?: string;
  readonly why?: string;
  /** What has to be there first. */
  readonly rollout?: (transition: Transition) => readonly PlanAction[];
  /** Whether Services are asked too. Default: true. */
  readonly asksServices?: boolean;
}

/** Who holds the migration Lease; in `mixed` either component may. */
export function leader({ title, why, rollout = () => [], asksServices = true }: LeaderStep = {}): Row {
  return transition => {
    if (!migrates(transition)) return undefined;
    const { app, to } = transition;
    const { leaderName: lease, mainLeases } = app;
    const component = LEADERS[to];
    const first = rollout(transition);
    const holds = component ? leaseHeldBy({ ...migrationLease(app), main: mainLeases[component] }) : leaseIsHeld(migrationLease(app));
    return {
      id: `leader-of-${to}`,
      title: title ?? `Check that ${component ?? 'a process'} leads`,
      why: why ?? 'exactly one process runs the controllers that move: the one that holds the migration Lease',
      proof: [
        ...first, eventually(takeoverSeconds(app), holds), ...asksServices ? [eventually(SERVICES_SECONDS, servicesWell({}))] : [],
      ],
      waitFor: (first.length > 0 ? 'the cloud-controller-manager is rolled out, and ' : '')
        + (component ? `one process holds ${mainLeases[component]} and ${lease}` : `${lease} is renewed`),
    };
  };
}

/** Without a migration Lease its main Lease says it. */
export function ccmLeads(app: MigrationApp): PlanAction {
  return eventually(takeoverSeconds(app), leaseIsHeld({ namespace: app.lockNamespace, lease: app.mainLeases[CCM] }));
}

export const leaseUnused: Row = ({ app }) => ({
  id: 'lease-unused',
  title: 'Check that no process uses the migration Lease',
  why: 'a process that still renews it needs its rights and its configuration',
  proof: [eventually(leaseSeconds(app) * 4, unused(app)), ccmLeads(app)],
  waitFor: `${app.leaderName} is no longer renewed, ${app.mainLeases[CCM]} is`,
});

export const leasesGone: Row = transition => leasesToDelete(transition).map(({ namespace, name }) => {
  const seconds = leaseSeconds(transition.app);
  return {
    id: `lease-gone-${name}`,
    title: 'Delete the migration Lease',
    now: { text: `Lease ${name} exists, and no process renews it any more` },
    why: 'a Lease that is still held is never deleted: its holder would continue to act while the next one starts',
    changes: [`delete Lease ${name}, with a copy`],
    ...wayOf(stays(
      'its holders make a new one, and one restored by hand could name a holder that is long gone',
      deleteLease({ state: transition.from, namespace, name, seconds }),
    )),
    waitFor: 'no renewal of the Lease for longer than it lasts',
    atMostSeconds: seconds,
  };
});

function unused(app: MigrationApp): PlanAction {
  return leaseNotHeld({ ...migrationLease(app), seconds: leaseSeconds(app) });
}

/** That no process leads by the main Lease of a component, whatever runs it. */
export function noLeader(app: MigrationApp, component: ControllerManager): PlanAction {
  const seconds = leaseSeconds(app);
  return eventually(seconds * 3, leaseNotHeld({ namespace: app.lockNamespace, lease: app.mainLeases[component], seconds }));
}
