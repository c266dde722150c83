
import { identify } from '../../edit/program';
import { Data } from '../../edit/yaml/source-document';
import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { SECURE_PORTS } from '../../facts/secure-ports';
import { CCM, KCM } from '../../kubernetes/component';
import { SelectorRequirement } from '../../kubernetes/label-selector';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { flagOf, isUnknown, runsOn } from '../../view/ask';
import { ComponentView, PodFacts, Toleration } from '../../view/model';
import { placeAt, saidComponent } from '../component/container';
import { isOver } from '../component/live-pods';
import { nodeTermsOf } from '../component/pod-facts';
import { isMap, listOf, mapOf, stringOf } from '../documents/data';
import { ObjectAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { nodeObjects } from '../scheduling/node-objects';
import { kindsFor, LabelledKind, matchesLabels } from '../scheduling/placement';
import { taintsInTheWay } from '../scheduling/tainted-nodes';

type DataMap = { readonly [key: string]: Data };

/** A pod that is no component of a control plane, and a port of its node that it may take. */
interface PortClaim {
  readonly port: number;
  readonly object: ObjectAt;
  /** The kind of nodes that it is a static pod of; none: it is scheduled. */
  readonly onKind?: string;
  readonly nodeTerms: PodFacts['nodeTerms'];
  readonly tolerations: readonly Toleration[];
  readonly hostNetwork: boolean;
}

interface PortContext {
  readonly objects: readonly ObjectAt[];
  readonly kinds: readonly LabelledKind[];
  /** Static pods by the kind of their nodes. */
  readonly pods: ReadonlyMap<string, readonly ObjectAt[]>;
}

/**
 * Managers with a doubt for each pod of the input that may have their port: on the host network it has one owner. Ports of components of a control
 * plane are a rule's, `port-taken`.
 */
export function withPortDoubts(views: readonly ComponentView[], context: PortContext): readonly ComponentView[] {
  const claims = grouped([
    ...claimsOf(context.objects), ...[...context.pods].flatMap(([kind, pods]) => claimsOf(pods).map(claim => ({ ...claim, onKind: kind }))),
  ], ({ port }) => port);
  return views.map(view => {
    const found = view.isHosted ? [] : portsOf(view).flatMap(port => claims.get(port) ?? []).filter(claim => mayMeet(view, claim, context));
    return found.length === 0 ? view : { ...view, podDoubts: [...view.podDoubts ?? [], ...found.slice(0, 1).map(doubtOf)] };
  });
}

function doubtOf({ port, object }: PortClaim): NonNullable<ComponentView['podDoubts']>[number] {
  return {
    place: placeAt(object.file, object.document, [...object.base, 'metadata']),
    what: `${object.kind} ${object.name} may take port ${port} of its node, on which the manager serves`,
    fix: 'Give one of them another port, or keep them on different nodes.',
  };
}

/** Ports of its node that a manager takes. */
function portsOf(view: ComponentView): readonly number[] {
  const known = SECURE_PORTS[view.component];
  if (known === undefined || (view.component !== KCM && view.component !== CCM) || isUnknown(view, 'secure-port')) return [];
  const isOnHost = view.origin === 'unit' || view.origin === 'kubeadm' || view.pod?.hostNetwork === true;
  return isOnHost ? [Number(flagOf(view, 'secure-port')?.value ?? known.port)] : [];
}

const claimsOf = onceFor((objects: readonly ObjectAt[]): readonly PortClaim[] => objects.flatMap(object => {
  const template = isOver(object) ? undefined : templateOf(object);
  if (template === undefined) return [];
  const spec = mapOf(object.document.value([...template, 'spec']));
  const hostNetwork = spec.hostNetwork === true;
  const containers = ['containers', 'initContainers'].flatMap(list => listOf(spec[list]).flatMap((container, index) =>
    isMap(container) && !isComponent(object, container, [...template, 'spec', list, index]) ? [container] : []));
  const ports = new Set(containers.flatMap(container => [
    ...listOf(container.ports).map(port => mapOf(port)[hostNetwork ? 'containerPort' : 'hostPort'] ?? mapOf(port).hostPort).map(Number),
    ...hostNetwork ? listenedTo(container) : [],
  ]));
  const tolerations = listOf(spec.tolerations).filter(isMap).map(item => ({ ...item }) as Toleration);
  return [...ports].filter(port => port > 0).map(port => ({ port, object, nodeTerms: nodeTermsOf(spec), tolerations, hostNetwork }));
}));

function isComponent({ document }: ObjectAt, container: DataMap, path: readonly (string | number)[]): boolean {
  const image = stringOf(container.image);
  return identify({
    words: [...listOf(container.command), ...listOf(container.args)].map(String),
    hasCommand: listOf(container.command).length > 0,
    image,
    said: saidComponent(document, path, image),
    name: String(container.name ?? ''),
  }) !== undefined;
}

/** A flag that says where others are. */
const OF_OTHERS = /^--?[\w.-]*(?:upstream|target|remote|backend|scrape|url|api-?server|master|endpoint|controller-manager|scheduler)[\w.-]*(?:=|$)/;

/** Numbers in a command line and in variables that are not part of an address with a path, nor of a flag about another program. */
function listenedTo(container: DataMap): readonly number[] {
  const words = [...listOf(container.command), ...listOf(container.args)].map(String)
    .concat(listOf(container.env).map(variable => `${String(mapOf(variable).name)}=${String(mapOf(variable).value ?? '')}`));
  return words.filter((word, index) => !OF_OTHERS.test(word) && !(OF_OTHERS.test(words[index - 1] ?? '') && !words[index - 1].includes('=')))
    .flatMap(word => word.slice(0, 5000).split(/\s+/)).map(word => word.replace(/\b[a-z]+:\/\/\S*/gi, ''))
    .flatMap(word => [...word.matchAll(/(?<![\w.])(\d{4,5})(?![\w.])/g)].map(([, port]) => Number(port)));
}

const CONTROL_PLANE: SelectorRequirement = { key: CONTROL_PLANE_ROLE, operator: 'Exists', values: [] };

/** Whether both can be on one node. */
function mayMeet(view: ComponentView, claim: PortClaim, { objects, kinds }: PortContext): boolean {
  if (view.object === `${claim.object.kind} ${claim.object.namespace ?? 'default'}/${claim.object.name}`) return false;
  if (claim.onKind !== undefined) return runsOn(view, claim.onKind);
  const isOfNode = view.origin !== 'daemon-set' && view.origin !== 'deployment';
  const own = isOfNode ? [[CONTROL_PLANE]] : view.pod?.nodeTerms ?? [[]];
  const both = own.flatMap(term => claim.nodeTerms.map(other => [...term, ...other])).filter(term => !contradicts(term));
  if (both.length === 0) return false;
  const nodes = nodeObjects(objects);
  if (nodes.length > 0 && !nodes.some(({ name, labels }) => matchesLabels(both, name, labels))) return false;
  const able = kindsFor(both, kinds);
  const places = kinds.filter(({ name }) => (able === undefined || able.includes(name)) && runsOn(view, name));
  if (kinds.length > 0 && places.length === 0) return false;
  return taintsInTheWay({ ...claim, nodeTerms: both, kind: claim.object.kind }, nodes, places).length === 0;
}

/** Whether no value of a label has all that is asked of it. */
function contradicts(term: readonly SelectorRequirement[]): boolean {
  return term.some((one, index) => term.slice(index + 1).some(other => one.key === other.key && excludes(one, other)));
}

function excludes(one: SelectorRequirement, other: SelectorRequirement): boolean {
  const [asks, refuses] = one.operator === 'DoesNotExist' ? [other, one] : [one, other];
  if (refuses.operator === 'DoesNotExist') return ['In', 'Exists', 'Gt', 'Lt'].includes(asks.operator);
  if (one.operator === 'In' && other.operator === 'In') return !one.values.some(value => other.values.includes(value));
  const [within, without] = one.operator === 'In' ? [one, other] : [other, one];
  return within.operator === 'In' && without.operator === 'NotIn' && within.values.every(value => without.values.includes(value));
}
