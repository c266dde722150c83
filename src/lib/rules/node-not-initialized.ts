import { Finding, Rule } from './rule';
import { UNINITIALIZED_TAINT } from '../facts/control-plane-node';
import { formOfNodeName, PRIVATE_DNS_NAME } from '../facts/node-names';
import { parseRelease } from '../facts/since';
import { awsTagOf, ccms, nameOf, textOf } from '../view/ask';
import { ComponentView, Model, NodeObjectView } from '../view/model';

export const nodeNotInitialized: Rule = {
  id: 'node-not-initialized',
  severity: 'error',
  title: 'A Node that waits for the cloud-controller-manager, or that it cannot initialize',
  why: 'Until it is initialized, the taint keeps out every pod that does not tolerate it, and it has no provider ID, zone or addresses of the cloud: '
    + 'load balancers leave it out. One whose instance is not found stays so, and is deleted when it is not Ready.',
  fix: 'Look for its name in the log of the cloud-controller-manager, and see the other findings.',
  source: 'k8s.io/cloud-provider@v0.20.15 and v0.36.2 controllers/node/node_controller.go syncNode, controllers/nodelifecycle/'
    + 'node_lifecycle_controller.go MonitorNodes; src/lib/facts/node-names.ts names the releases of each form of name',
  check: model => {
    const managers = ccms(model);
    return managers.length === 0 ? [] : model.nodeObjects.flatMap(node => ofNode(node, managers, model));
  },
};

function ofNode(node: NodeObjectView, managers: readonly ComponentView[], model: Model): readonly Finding[] {
  const { place, providerId, taints, addresses = [] } = node;
  const isTainted = taints.some(({ key }) => key === UNINITIALIZED_TAINT.key);
  // A list that was cut down says neither.
  if (!isTainted && (providerId !== undefined || addresses.length === 0)) return [];
  const lost = !isTainted || providerId !== undefined || isNamedByKubelet(node, model) ? undefined : unresolved(node, managers);
  const unnamed = providerId === undefined ? ['no provider ID'] : [];
  const state = [isTainted ? `taint ${UNINITIALIZED_TAINT.key}` : 'no such taint', ...unnamed, ...stateOf(node)];
  const waits = `Node ${node.name} is not initialized (${state.join(', ')})`;
  if (lost !== undefined) {
    const by = lost.managers.map(nameOf).join(', ');
    return [{ place, message: `${waits}: '${node.name}' is ${lost.what}, by which ${by} finds no instance`, fix: `${capital(lost.fix)}.` }];
  }
  if (!isTainted) {
    return [{
      place,
      severity: 'warning',
      message: `${waits}: a cloud-controller-manager initializes Nodes with the taint alone, so it gets no provider ID`,
      fix: 'Start its kubelet with --cloud-provider=external, delete the Node and restart the kubelet.',
    }];
  }
  return [{ place, severity: 'warning', message: `${waits}: it waits for a cloud-controller-manager${mayBeUnknown(node, managers)}` }];
}

/** The form of a name by which some releases find no instance, and which do not. */
function unresolved(
  { name }: NodeObjectView, managers: readonly ComponentView[],
): { readonly what: string; readonly fix: string; readonly managers: readonly ComponentView[] } | undefined {
  const form = formOfNodeName(name);
  const not = form === undefined ? [] : managers.filter(isOfAws).filter(view => {
    const tag = awsTagOf(view);
    return tag !== undefined && /^v?1\.\d+\.\d+$/.test(tag) && !form.finds(parseRelease(tag));
  });
  return not.length === 0 ? undefined : { what: form!.what, fix: form!.fix, managers: not };
}

/** Whether its kubelet is told a provider ID, which a Node gets when it is registered anew. */
function isNamedByKubelet({ name }: NodeObjectView, { components, kinds }: Model): boolean {
  return components.some(view => view.component === 'kubelet' && view.node === name && textOf(view, 'provider-id') !== '')
    || kinds.some(({ nodes }) => nodes.some(node => node.name === name && node.providerId?.value !== undefined));
}

function mayBeUnknown({ name, providerId }: NodeObjectView, managers: readonly ComponentView[]): string {
  const isOpen = providerId === undefined && managers.some(isOfAws) && formOfNodeName(name) === undefined && !PRIVATE_DNS_NAME.test(name);
  return isOpen ? `, which finds its instance only where '${name}' is the private DNS name of it` : '';
}

function stateOf({ isReady }: NodeObjectView): readonly string[] {
  return isReady === false ? ['not Ready'] : [];
}

function isOfAws(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'aws';
}

function capital(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
