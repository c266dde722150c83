import { doubtsOf, Rule, Stop, stopFindings, Undecided, undecidedIf } from './rule';
import { asksForControlPlane, hasControlPlane, isScheduled } from './scheduling';
import { startsOn } from './starts';
import { CCM, Component, KCM } from '../kubernetes/component';
import { grouped, onceFor } from '../kubernetes/once-for';
import { nameOf, nodesWith, placeOf, runsOn } from '../view/ask';
import { ComponentView, Doubt, KindView, NO_DOUBT, NodeView, ReadModel } from '../view/model';
import { hostPortOf, servingAddress } from '../view/serving';

export const portTaken: Rule = {
  id: 'port-taken',
  severity: 'error',
  title: 'Two components of one node serve on the same port',
  why: 'On the host network a port has one owner. The second ends at start with "address already in use", again and again.',
  fix: 'Give each its own --secure-port, or leave the flag out: kube-controller-manager has 10257, a cloud-controller-manager 10258.',
  source: 'k8s.io/apiserver@v0.26.15 pkg/server/options/serving.go CreateListener; k8s.io/kubernetes pkg/cluster/ports/ports.go',
  check: model => stopFindings(model, 'port-taken'),
  asksOthers: true,
  stops: portStops,
};

function portStops(view: ComponentView, model: ReadModel): readonly (Stop | Undecided)[] {
  const port = hostPortOf(view);
  if (port === undefined) return NO_DOUBT.notAsked;
  const rivals = before(model.components, view, port).filter(other => overlap(other, view))
    .map(other => new Rival(other, model)).filter(rival => meet(view, rival, model.kinds));
  // Stryker disable next-line ConditionalExpression: where nothing is in its way, nothing is said of what is free
  const free = rivals.length === 0 ? undefined : freeOf(view, rivals, model);
  const isAnyUnsure = rivals.some(({ isUnsure }) => isUnsure);
  // It may be on nodes without the other, or the other may not start, and of two that are scheduled any can be the first.
  const isOpen = (other: ComponentView) => isAnyUnsure || isScheduled(other) || (isScheduled(view) && !asksForControlPlane(view));
  return rivals.map(({ view: other }) => undecidedIf(isOpen(other), {
    place: placeOf(view, 'secure-port'),
    what: `${nameOf(view)} serves on port ${port} of the host network, and so does ${nameOf(other)}`,
    ...isScheduled(other) && { rival: other.object },
    ...free,
  }));
}

/** What may be on a port first, and where it starts. */
class Rival {
  /** Of what is started by its node, another one may have its port. */
  private readonly stops: readonly Doubt[];

  public constructor(public readonly view: ComponentView, model: ReadModel) {
    this.stops = [...view.stops ?? [], ...isScheduled(view) ? NO_DOUBT.notAsked : doubtsOf(portStops(view, model))];
  }

  /** Whether what the input does not say decides whether it starts on some node. */
  public get isUnsure(): boolean {
    return startsOn(this.view, this.stops.filter(({ isDoubtful }) => isDoubtful === true)) === 'unknown';
  }

  /** Whether it may start on some node of a kind, or on one that the input does not have. */
  public startsOn(kind?: KindView): boolean {
    return startsOn(this.view, this.stops, kind?.name) !== 'no';
  }

  /** The nodes of a kind on which it may start. */
  public nodesOf(kind: KindView): readonly NodeView[] {
    return nodesWith(this.view, kind).filter(node => startsOn(this.view, this.stops, kind.name, node) !== 'no');
  }
}

/** Whether both can be on one node. */
function meet(view: ComponentView, other: Rival, kinds: readonly KindView[]): boolean {
  if (kinds.length === 0) return other.startsOn();
  return kinds.some(kind => {
    if (!runsOn(view, kind.name) || !runsOn(other.view, kind.name)) return false;
    if (kind.nodes.length === 0) return other.startsOn(kind);
    const [own, others] = [nodesWith(view, kind), other.nodesOf(kind)];
    return own.some(node => others.includes(node));
  });
}

/** Where it runs all the same: on nodes of the control plane that have none of the others, whichever folder they lie in. */
function freeOf(view: ComponentView, others: readonly Rival[], model: ReadModel): Pick<Doubt, 'exceptOn' | 'notOn'> {
  const free = model.kinds.filter(({ name }) => runsOn(view, name)).flatMap(kind => {
    const beside = others.filter(other => runsOn(other.view, kind.name) && other.startsOn(kind));
    const taken = new Set(beside.flatMap(other => other.nodesOf(kind)));
    const left = nodesWith(view, kind).filter(node => !taken.has(node));
    const isFree = beside.length === 0 ? hasControlPlane(model, kind)
      : left.length > 0 && (view.kind !== undefined || hasControlPlane(model, { ...kind, nodes: left }));
    return isFree ? [{ kind, taken: [...taken] }] : [];
  });
  const notOn = free.flatMap(({ taken }) => taken);
  return { exceptOn: free.map(({ kind }) => kind.name), ...notOn.length > 0 && { notOn } };
}

const ORDER: readonly Component[] = ['kube-apiserver', 'kube-scheduler', KCM, CCM];

const byPort = onceFor((views: ReadModel['components']) => {
  return new Map([...grouped(views, hostPortOf)].map(([port, own]) => [port, grouped(own, ({ component }) => component)]));
});

/**
 * Those that are on its port first: what its node starts before what is scheduled. Static pods of one component are another rule's, and there may be
 * thousands.
 */
function before(views: ReadModel['components'], view: ComponentView, port: number): readonly ComponentView[] {
  const known = byPort(views).get(port)!;
  const earlier = ORDER.slice(0, ORDER.indexOf(view.component)).flatMap(component => known.get(component) ?? []);
  return isScheduled(view) ? [...earlier, ...known.get(view.component)!.filter(({ object }) => object !== view.object)] : earlier;
}

/** Two addresses that are not the same may share a port. */
function overlap(...both: readonly ComponentView[]): boolean {
  const [one, other] = both.map(servingAddress);
  return one === undefined || other === undefined || one === other;
}
