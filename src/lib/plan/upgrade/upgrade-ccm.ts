import { CCM, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually, givenTo, longestWait, must, PlanAction } from '../action';
import { roleAllows } from '../actions/aws';
import { podsOnImage, servicesTaken, servicesWell } from '../actions/ccm';
import { apiServersAre, controlPlaneRuns, podRuns } from '../actions/components';
import { applyFile } from '../actions/objects';
import { manual } from '../actions/owner';
import { Hop, runs, staticCcmOf } from '../app/app';
import { actionsAt } from '../app/aws-controllers';
import { textOfImage } from '../app/contents';
import { ccmAt, phaseAt, Transition } from '../app/context';
import { rolledWorkload } from '../app/rolled-workload';
import { Coexistence } from '../coexistence';
import { handoverGap } from '../gap';
import { changedNodes } from '../node/change';
import { POD_SECONDS } from '../node/health';
import { nodeStep } from '../node/node-step';
import { PlanStateName, SERVERS_BEFORE } from '../state';
import { StepRow } from '../step';
import { settled } from '../transitions/aws';
import { asStaticPod } from '../transitions/ccm';
import { ccmLeads } from '../transitions/leases';
import { applyStep, deleteStep, isRolledOut, objectsGone } from '../transitions/objects';
import { during, Stage } from '../transitions/row';
import { move, provenBack, wayOf } from '../way';

const EXTERNAL = '--cloud-provider=external';
/** Seconds that a run waits for the user's own step: it may be run again as often as that takes. */
const SERVERS_SECONDS = 1800;

/** `disabled` to `disabled`: one cloud-controller-manager replaces another, of another release or with other flags, under its main Lease. */
export const UPGRADE_OF_CCM: Stage = during(
  rolling,
  rightsAreThere,
  servicesAreWell,
  apiServersAreThere,
  nodes,
  rolled,
  leads,
  objectsAreGone,
  settled,
  rightsAreGone,
);

/** Old and new replicas beside each other, in any mix. */
function rolling({ app, from, to }: Transition): Coexistence {
  const isStatic = staticCcmOf(phaseAt(app, to)!) !== undefined;
  const states = isStatic ? [from, to] : [to];
  return { kinds: states.map(state => ({ state, side: NodeSide.N_PLUS_1 })), ccms: [from, to] };
}

/** Actions that one of the states asks for, and the other does not. */
function actionsOnlyAt({ app }: Transition, state: PlanStateName, other: PlanStateName): readonly string[] {
  const others = actionsAt(app, other);
  return actionsAt(app, state).filter(action => !others.includes(action));
}

/** Whether its release stays: what changes is its command line, its number of pods or its cloud config. */
function staysAtRelease({ app: { upgrade } }: Transition): boolean {
  return upgrade!.from === upgrade!.to;
}

function rightsAreThere(transition: Transition): StepRow {
  const { app, from, to } = transition;
  const added = actionsOnlyAt(transition, to, from);
  const [young, old] = staysAtRelease(transition) ? ['what it is to have', 'what it had'] : ['the new release', 'the old one'];
  return {
    id: 'rights',
    title: `Check that the role allows what ${app.upgrade!.to} needs`,
    why: added.length === 0 ? `${young} asks for nothing that ${old} did not; a right that is missing shows when it is needed, which may be weeks `
      + 'later'
      : `${young} also needs ${added.join(', ')}; ${old} works without`,
    proof: [must(roleAllows({ awsActions: actionsAt(app, to) }))],
    waitFor: added.length === 0 ? 'nothing' : `nothing: add ${added.join(', ')} to the policy of the role first`,
  };
}

function servicesAreWell(transition: Transition): StepRow {
  const { from: fromCcm, to: toCcm } = transition.app.upgrade!;
  return {
    id: 'services',
    ...staysAtRelease(transition) ? {
      title: 'Check that every Service has its load balancer',
      why: 'a Service that failed before the change would be taken for one that the change harmed',
      proof: [must(servicesWell({}))],
    } : {
      title: `Check that ${toCcm} accepts every Service`,
      why: 'a Service that the release refuses keeps its load balancer, whose targets stay as they are while nodes come and go',
      proof: [must(servicesTaken({ fromCcm, toCcm })), must(servicesWell({}))],
    },
    waitFor: 'nothing: change the Services that are named first',
  };
}

/** It follows them: it must not be newer than one that it may talk to (kubernetes.io/releases/version-skew-policy). */
function apiServersAreThere(transition: Transition): StepRow {
  const { releases, controlPlane, hop } = transition.app;
  if (hop) return serversTurn(transition, hop);
  const release = releases[NodeSide.N_PLUS_1];
  const step = {
    id: 'api-servers',
    title: `Check that every API server is of ${release}`,
    why: 'a cloud-controller-manager must not be newer than an API server, nor more than one minor older',
    waitFor: 'nothing: upgrade the API servers first',
  };
  if (controlPlane.length > 0) {
    return { ...step, nodes: 'control-plane', proof: [must(podRuns({ component: 'kube-apiserver', release }, 'control-plane'))] };
  }
  return {
    ...step,
    title: `${step.title}, and every kube-controller-manager external`,
    why: `${step.why}; no files of nodes were handed in, so the proof takes for granted that each kube-controller-manager has ${EXTERNAL}`,
    proof: [
      must(controlPlaneRuns({ component: 'kube-apiserver', release })), must(controlPlaneRuns({ component: KCM, release, has: [EXTERNAL] })),
    ],
  };
}

/**
 * The user's own step, which the plan waits for: API servers of both releases, and the kube-controller-managers that come with them, beside the old
 * release of the cloud-controller-manager. The way back of the first hop leaves them: its old release goes together with both.
 */
function serversTurn({ app, from }: Transition, { number, serversBefore }: Hop): StepRow {
  const release = app.releases[NodeSide.N_PLUS_1];
  const are = (one: string) => eventually(SERVERS_SECONDS, apiServersAre({ release: one, has: [EXTERNAL] }));
  const isMoved = serversBefore !== release;
  const kinds = [...isMoved ? [SERVERS_BEFORE] as const : [], from].map(state => ({ state, side: NodeSide.N_PLUS_1 }));
  return {
    id: 'api-servers',
    title: `Wait until every API server is of ${release}`,
    why: 'a cloud-controller-manager must not be newer than an API server, nor more than one minor older; you upgrade them, and this plan waits',
    changes: isMoved ? [`API servers from ${serversBefore} to ${release}, by you`] : [],
    ...wayOf(...isMoved && number > 1 ? [provenBack(are(serversBefore))] : []),
    proof: [are(release)],
    waitFor: `you have upgraded every API server, and the kube-controller-manager beside it, to ${release}`,
    coexistence: { kinds, ccms: [from] },
  };
}

/** Where it is a static pod, it rolls node by node; else a node may have its cloud config, which must be there when its pod starts. */
function nodes(transition: Transition): readonly StepRow[] {
  const { app } = transition;
  const puts = changedNodes(transition, app.controlPlane, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1, whole => ({ ...whole, remove: [] }));
  return puts.map(change => {
    const { node, put } = change;
    const step = nodeStep(change);
    const [proof, undo] = [step.proof, step.undo].map(actions => app.hop ? actions.filter(asksNoRelease) : actions);
    return {
      ...step,
      proof,
      undo,
      ...put.some(file => runs(file) === CCM) ? {
        ...asStaticPod(transition, node),
        proof: [...proof, ...staticPodIs(transition, transition.to)],
        undo: [...undo, ...staticPodIs(transition, transition.from)],
        atMostSeconds: step.atMostSeconds + POD_SECONDS,
      } : {
        id: 'cloud-config',
        title: `Put the cloud config of ${app.upgrade!.to} on ${node}`,
        why: 'it is read at start: it must be on the node before the new release starts, and the old one reads it only when it restarts',
      },
    };
  });
}

/** A run that goes on begins with the last step that it sees: meanwhile the control plane may have come to the release of the next hop. */
function asksNoRelease(one: PlanAction): boolean {
  return givenTo(one, podRuns)?.release === undefined;
}

/** That the API shows the static pod with the image of a state. */
function staticPodIs({ app }: Transition, state: PlanStateName): readonly PlanAction[] {
  const { object, image } = staticCcmOf(phaseAt(app, state)!)!;
  return image ? [eventually(POD_SECONDS, podRuns({ component: object.slice(object.indexOf('/') + 1), image: textOfImage(image) }))] : [];
}

function rolled(transition: Transition): StepRow | undefined {
  const { app, from, to } = transition;
  const objects = applyStep(transition);
  if (!objects) return undefined;
  const there = rolledOn(transition, to);
  const isSame = staysAtRelease(transition);
  const run = app.hop ? objects.run.map(one => sayingImage(transition, one)) : objects.run;
  return {
    ...objects,
    id: 'roll',
    title: `Roll the cloud-controller-manager ${app.upgrade!.to}${isSame ? ' with what changed' : ''}`,
    why: 'old and new exclude each other by their main Lease; its rights come before it, in the same manifest',
    // On the way back the next step must find the old release leading, too.
    ...wayOf(provenBack(...rolledOn(transition, from), ccmLeads(app)), move(run, objects.undo)),
    proof: there,
    waitFor: `${objects.waitFor}, and no pod of ${isSame ? 'before' : app.upgrade!.from} is left`,
    atMostSeconds: longestWait(there),
    gap: handoverGap(app, 'among-ccm', false),
  };
}

/** By its image a run that goes on tells which hop was begun. */
function sayingImage({ app, to }: Transition, one: PlanAction): PlanAction {
  const workload = rolledWorkload(phaseAt(app, to)!);
  const given = givenTo(one, applyFile);
  if (given === undefined || workload === undefined || given.source !== workload.source) return one;
  return applyFile({ ...given, rolls: workload.workload, image: workload.image });
}

/** That all its pods are of a state: where its image stays, those of before are gone once none is terminating. */
function rolledOn(transition: Transition, state: PlanStateName): readonly PlanAction[] {
  const { app } = transition;
  const ccm = ccmAt(app, state);
  if (!ccm) return [];
  const { namespace, selector } = ccm;
  const pods = { namespace, selector, ...staysAtRelease(transition) ? { stays: true } as const : {} };
  const images = phaseAt(app, state)!.model.components.filter(({ component, kind }) => component === CCM && kind === undefined);
  return [
    isRolledOut(ccm, app),
    ...images.flatMap(({ image }) => image ? [eventually(POD_SECONDS, podsOnImage({ ...pods, image: textOfImage(image) }))] : []),
  ];
}

function leads(transition: Transition): StepRow {
  const { app } = transition;
  return {
    id: 'leader',
    title: 'Check that one cloud-controller-manager leads',
    why: `its main Lease has one holder, and that holder runs ${staysAtRelease(transition) ? 'with what changed: no process of before'
      : 'the new release: no process of the old one'} is left`,
    proof: [ccmLeads(app)],
    waitFor: `${app.mainLeases[CCM]} is renewed`,
  };
}

function objectsAreGone(transition: Transition): StepRow | undefined {
  return deleteStep(transition, objectsGone(transition), {
    id: 'objects-gone',
    title: 'Remove what the app no longer has',
    why: 'no pod of the old release is left that used it',
  });
}

/** The way back needs them: so they go last, and come first on it. */
function rightsAreGone(transition: Transition): StepRow | undefined {
  const { app: { upgrade }, from, to } = transition;
  const gone = actionsOnlyAt(transition, from, to).join(', ');
  const policy = 'the policy of the role of the cloud-controller-manager';
  return gone === '' ? undefined : {
    id: 'rights-gone',
    title: `Remove from the role what only ${upgrade!.from} needed`,
    why: 'no process needs it any more; until here a rollback needs no change of the policy',
    changes: [`remove ${gone} from the policy of the role`],
    ...wayOf(move(
      [manual({ what: `remove ${gone} from ${policy}, or leave it there while you may want to go back` })],
      [manual({ what: `make sure that ${policy} has ${gone}` })],
    )),
  };
}
