import { Finding, Rule } from './rule';
import { UNINITIALIZED_TAINT } from '../facts/control-plane-node';
import { nodeFate, NodeStanding } from '../facts/node-initialization';
import { formOfNodeName, PRIVATE_DNS_NAME } from '../facts/node-names';
import { isRelease, parseRelease } from '../facts/since';
import { grouped } from '../kubernetes/once-for';
import { awsTagOf, ccms, nameOf, textOf } from '../view/ask';
import { ComponentView, Model, NodeObjectView } from '../view/model';

export const nodeNotInitialized: Rule = {
  id: 'node-not-initialized',
  severity: 'error',
  title: 'A Node that waits for the cloud-controller-manager, or that it cannot initialize',
  why: 'Until it is initialized, the taint keeps out every pod that does not tolerate it, and it has no provider ID, zone or addresses of the cloud: '
    + 'load balancers leave it out. One whose instance is not found stays so; whether it is deleted when it is not Ready depends on the release.',
  fix: 'Look for its name in the log of the cloud-controller-manager, and see the other findings.',
  source: 'k8s.io/cloud-provider@v0.20.15 and v0.36.2 controllers/node/node_controller.go syncNode, controllers/nodelifecycle/'
    + 'node_lifecycle_controller.go MonitorNodes; src/lib/facts/node-names.ts and node-initialization.ts name the releases',
  check: model => {
    const managers = ccms(model);
    return managers.length === 0 ? [] : model.nodeObjects.flatMap(node => ofNode(node, managers, model));
  },
};

function ofNode(node: NodeObjectView, managers: readonly ComponentView[], model: Model): readonly Finding[] {
  const { place, providerId, taints, isReady, addresses } = node;
  const isTainted = taints.some(({ key }) => key === UNINITIALIZED_TAINT.key);
  // A list that was cut down says neither.
  if (!isTainted && (providerId !== undefined || addresses.length === 0)) return [];
  const lost = providerId !== undefined || isNamedByKubelet(node, model) ? undefined : unresolved(node, managers);
  const unnamed = providerId === undefined ? ['no provider ID'] : [];
  const state = [isTainted ? `taint ${UNINITIALIZED_TAINT.key}` : 'no such taint', ...unnamed, ...isReady === false ? ['not Ready'] : []];
  const waits = `Node ${node.name} is not initialized (${state.join(', ')})`;
  const means = lost && `'${node.name}' is ${lost.what}, by which ${lost.managers.map(nameOf).join(', ')} finds no instance`
    + meaning('lost', lost.managers);
  if (!isTainted) {
    const others = means === undefined ? '' : `; ${means}`;
    return [{
      place,
      severity: 'warning',
      message: `${waits}: a cloud-controller-manager initializes Nodes with the taint alone${meaning('passed-over', managers)}${others}`,
      fix: 'Start its kubelet with --cloud-provider=external, delete the Node and restart the kubelet.',
    }];
  }
  if (means !== undefined) return [{ place, message: `${waits}: ${means}`, fix: `${capital(lost!.fix)}.` }];
  return [{
    place,
    severity: 'warning',
    message: `${waits}: it waits for a cloud-controller-manager${mayBeUnknown(node, managers)}${meaning('waits', managers)}`,
  }];
}

/** What becomes of it with each release: `; with v1.28.1 it ...`. */
function meaning(standing: NodeStanding, managers: readonly ComponentView[]): string {
  const fates = [...new Set(managers.flatMap(releaseOf))].flatMap(tag => {
    const fate = nodeFate(standing, tag);
    return fate === undefined ? [] : [{ tag, says: fate.says }];
  });
  return [...grouped(fates, ({ says }) => says)].map(([says, own]) => `; with ${own.map(({ tag }) => tag).join(' and ')} ${says}`).join('');
}

/** The form of a name by which some releases find no instance, and which do not. */
function unresolved(
  { name }: NodeObjectView, managers: readonly ComponentView[],
): { readonly what: string; readonly fix: string; readonly managers: readonly ComponentView[] } | undefined {
  const form = formOfNodeName(name);
  const not = form === undefined ? [] : managers.filter(view => releaseOf(view).some(tag => !form.finds(parseRelease(tag))));
  return not.length === 0 ? undefined : { what: form!.what, fix: form!.fix, managers: not };
}

/** Of one that serves AWS: none where its tag is no release. */
function releaseOf(view: ComponentView): readonly string[] {
  const tag = awsTagOf(view);
  return isOfAws(view) && isRelease(tag) ? [tag] : [];
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

function isOfAws(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === 'aws';
}

function capital(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
