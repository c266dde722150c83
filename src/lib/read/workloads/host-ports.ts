import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { holds, SelectorRequirement } from '../../kubernetes/label-selector';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { nodesWith, runsOn } from '../../view/ask';
import { ComponentView, NodeView } from '../../view/model';
import { hostPortOf } from '../../view/serving';
import { isOver } from '../component/live-pods';
import { scheduling } from '../component/pod-facts';
import { ObjectAt, placeAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { ReadKind } from '../nodes/kind-reader';
import { isMade, portsOfOthers } from '../pods/ports-of-others';
import { nodeObjects } from '../scheduling/node-objects';
import { kindsFor, LabelledKind, matchesLabels, ScheduledPod, taintsInTheWay } from '../scheduling/placement';

/** A pod that is no component of a control plane, and a port of its node that it may take. */
interface PortClaim extends ScheduledPod {
  readonly port: number;
  readonly object: ObjectAt;
  /** The node that it is a static pod of; none: it is scheduled. */
  readonly on?: NodeView;
}

interface PortContext {
  readonly objects: readonly ObjectAt[];
  readonly kinds: readonly LabelledKind[];
  /** Kinds of nodes, with the static pods of each node. */
  readonly nodes: readonly Pick<ReadKind, 'view' | 'pods' | 'startsNone'>[];
}

/**
 * Managers with a doubt for each pod of the input that may have their port: on the host network it has one owner. Ports of components of a control
 * plane are a rule's, `port-taken`.
 */
export function withPortDoubts(views: readonly ComponentView[], context: PortContext): readonly ComponentView[] {
  const claims = grouped([
    ...claimsOf(context.objects),
    ...context.nodes.flatMap(({ view: { nodes }, pods = [], startsNone = [] }) => pods.flatMap((own, index) =>
      startsNone[index] ? [] : claimsOf(own).map(claim => ({ ...claim, on: nodes[index] })))),
  ], ({ port }) => port);
  return views.map(view => {
    const port = hostPortOf(view);
    const found = port === undefined ? [] : (claims.get(port) ?? []).filter(claim => mayMeet(view, claim, context));
    return found.length === 0 ? view : { ...view, podDoubts: [...view.podDoubts ?? [], doubtOf(view, found, context)] };
  });
}

/** Of a manager of nodes, on those alone that have the pods. */
function doubtOf(view: ComponentView, claims: readonly PortClaim[], { nodes }: PortContext): NonNullable<ComponentView['podDoubts']>[number] {
  const [{ port, object }] = claims;
  const notOn = claims.flatMap(({ on }) => on ?? []);
  const own = nodes.filter(({ view: { name } }) => name === view.kind).flatMap(kind => nodesWith(view, kind.view));
  const isElsewhere = notOn.length === claims.length && own.some(node => !notOn.includes(node));
  return {
    ...isElsewhere && { exceptOn: [view.kind!], notOn },
    place: placeAt(object.file, object.document, [...object.base, 'metadata']),
    what: `${object.kind} ${object.name} may take port ${port} of its node, on which the manager serves`,
    fix: 'Give one of them another port, or keep them on different nodes.',
  };
}

const claimsOf = onceFor((objects: readonly ObjectAt[]): readonly PortClaim[] => objects.flatMap(object => {
  const template = isOver(object) ? undefined : templateOf(object);
  if (template === undefined) return [];
  const pod = { ...scheduling(object.document, template), kind: object.kind };
  return [...portsOfOthers(object)].map(port => ({ ...pod, port, object }));
}));

const CONTROL_PLANE: SelectorRequirement = { key: CONTROL_PLANE_ROLE, operator: 'Exists', values: [] };

/** Whether both can be on one node. */
function mayMeet(view: ComponentView, claim: PortClaim, { objects, kinds, nodes: read }: PortContext): boolean {
  if (view.object === `${claim.object.kind} ${claim.object.namespace ?? 'default'}/${claim.object.name}`) return false;
  if (claim.on !== undefined) return read.some(kind => nodesWith(view, kind.view).includes(claim.on!));
  const isOfNode = view.origin !== 'daemon-set' && view.origin !== 'deployment';
  const own = isOfNode ? [[CONTROL_PLANE]] : view.pod?.nodeTerms ?? [[]];
  const both = own.flatMap(term => claim.nodeTerms.map(other => [...term, ...other])).filter(isPossible);
  if (both.length === 0) return false;
  const nodes = nodeObjects(objects);
  if (nodes.length > 0 && !nodes.some(({ name, labels }) => matchesLabels(both, name, labels))) return false;
  const able = kindsFor(both, kinds);
  const places = kinds.filter(({ name }) => (able === undefined || able.includes(name)) && runsOn(view, name));
  if (kinds.length > 0 && places.length === 0) return false;
  return taintsInTheWay({ ...claim, nodeTerms: both }, nodes, places).length === 0 && isMade(claim.object, objects);
}

/** Whether each label can have all that is asked of it: `*` stands for values that nothing names, and numbers are not compared. */
function isPossible(term: readonly SelectorRequirement[]): boolean {
  return [...grouped(term, ({ key }) => key).values()].every(asked => [undefined, '*', ...asked.flatMap(({ values }) => values)].some(value =>
    asked.every(one => one.operator === 'Gt' || one.operator === 'Lt' ? value !== undefined : holds(one, value))));
}
