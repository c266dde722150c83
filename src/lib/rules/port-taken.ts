import { FoundStop, Rule, stopFindings } from './rule';
import { asksForControlPlane, hasControlPlane, isScheduled } from './scheduling';
import { CCM, Component, KCM } from '../kubernetes/component';
import { grouped, onceFor } from '../kubernetes/once-for';
import { nameOf, placeOf, runsOn } from '../view/ask';
import { ComponentView, ReadModel } from '../view/model';
import { hostPortOf, servingAddress } from '../view/serving';

export const portTaken: Rule = {
  id: 'port-taken',
  severity: 'error',
  title: 'Two components of one node serve on the same port',
  why: 'On the host network a port has one owner. The second ends at start with "address already in use", again and again.',
  fix: 'Give each its own --secure-port, or leave the flag out: kube-controller-manager has 10257, a cloud-controller-manager 10258.',
  source: 'k8s.io/apiserver@v0.26.15 pkg/server/options/serving.go CreateListener; k8s.io/kubernetes pkg/cluster/ports/ports.go',
  check: model => stopFindings(model, 'port-taken'),
  stops: (view, model) => {
    const port = hostPortOf(view);
    if (port === undefined) return [];
    const taken = before(model.components, view, port).filter(other => overlap(other, view));
    return taken.flatMap(other => found(view, other, port, model));
  },
};

function found(view: ComponentView, other: ComponentView, port: number, model: ReadModel): readonly FoundStop[] {
  const { kinds } = model;
  // Nodes of a kind have the same ports taken, whichever folder they lie in.
  const own = kinds.filter(({ name }) => runsOn(view, name));
  const free = own.filter(({ name }) => !runsOn(other, name));
  if (kinds.length > 0 && free.length === own.length) return [];
  return [{
    place: placeOf(view, 'secure-port'),
    what: `${nameOf(view)} serves on port ${port} of the host network, and so does ${nameOf(other)}`,
    // It may be on nodes without the other, and of two that are scheduled any can be the first.
    isDoubtful: isScheduled(other) || (isScheduled(view) && !asksForControlPlane(view)),
    ...isScheduled(other) && { rival: other.object },
    exceptOn: free.filter(kind => hasControlPlane(model, kind)).map(({ name }) => name),
  }];
}

const ORDER: readonly Component[] = ['kube-apiserver', 'kube-scheduler', KCM, CCM];

const byPort = onceFor((views: ReadModel['components']) => {
  const serving = views.filter(({ component }) => ORDER.includes(component));
  return new Map([...grouped(serving, hostPortOf)].map(([port, own]) => [port, grouped(own, ({ component }) => component)]));
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
