import { Rule, Said, undecidedIf } from './rule';
import { isScheduledHere } from './scheduling';
import { holds, SelectorRequirement } from '../kubernetes/label-selector';
import { takesAll } from '../proof/rollout';
import { ccms, kubelets, nameOf, textOf } from '../view/ask';
import { ComponentView, Model, NodeRollout } from '../view/model';

export const rolloutLeavesCcmNoNode: Rule = {
  id: 'rollout-leaves-ccm-no-node',
  severity: 'error',
  title: 'The cloud-controller-manager runs only on nodes that can all be replaced at once',
  why: 'While none of them is ready its pods run nowhere, and neither do its controllers: new nodes stay uninitialized, also those that it waits '
    + 'for.',
  fix: 'Keep some of these nodes at any time (maxUnavailable, a budget of Karpenter), or let it run on control-plane nodes.',
  source: 'src/lib/facts/node-rollouts.ts; Kubernetes: a pod is scheduled on nodes that its nodeSelector and required node affinity select only',
  check: model => ccms(model).filter(view => isScheduledHere(view) && view.pod !== undefined).flatMap(view => findings(view, model)),
};

function findings(view: ComponentView, model: Model): readonly Said[] {
  const needed = view.pod!.nodeTerms.map(term => homesOf(term, model));
  if (needed.length === 0 || needed.some(homes => homes.length === 0)) return [];
  const homes = [...new Set(needed.flat())];
  if (homes.some(({ bounds, besides }) => takesAll(bounds) === false && besides === undefined)) return [];
  const isCertain = homes.every(({ bounds }) => takesAll(bounds) === true);
  const names = homes.map(({ object }) => object).join(', ');
  return [undecidedIf(!isCertain, {
    place: view.pod!.nodeSelectorPlace,
    message: isCertain ? `${nameOf(view)} runs only on nodes of ${names}, which can take all of them at once: meanwhile it runs nowhere`
      : `${nameOf(view)} runs only on nodes of ${names}, and whether one of them is always left is not known (${reasons(homes)})`,
    ...!isCertain && { severity: 'warning' as const },
  })];
}

/** Of those that are not certain to take all. A bound that is not known has a problem or a share. */
function reasons(homes: readonly NodeRollout[]): string {
  const why = homes.filter(({ bounds }) => takesAll(bounds) !== true).map(({ problem, besides, share, bounds: { unavailable } }) =>
    problem ?? besides ?? `${share ?? unavailable} of an unknown number at once`);
  return [...new Set(why)].join('; ');
}

/** Labels of this kind are on all nodes, or on those of a place. */
const ON_ANY_NODE = /^((beta\.|topology\.|node\.)?kubernetes\.io|failure-domain\.beta\.kubernetes\.io)\//;

/** The groups without whose labels no node has what a term asks for; none: other nodes may have it. */
function homesOf(term: readonly SelectorRequirement[], model: Model): readonly NodeRollout[] {
  const each = term.filter(({ key }) => !ON_ANY_NODE.test(key)).map(requirement => {
    const homes = model.rollouts.filter(({ labels }) => isAsked(requirement, labels));
    return hasOtherHome(requirement, homes, model) ? [] : homes;
  }).filter(homes => homes.length > 0);
  const [first = [], ...others] = each;
  const all = first.filter(home => others.every(homes => homes.includes(home)));
  return all.length > 0 ? all : first;
}

function isAsked(requirement: SelectorRequirement, labels: ReadonlyMap<string, string>): boolean {
  return ['Exists', 'In'].includes(requirement.operator) && holds(requirement, labels.get(requirement.key));
}

/** Whether a node of the input has it that is of none of the groups. */
function hasOtherHome(requirement: SelectorRequirement, homes: readonly NodeRollout[], model: Model): boolean {
  const isControlPlane = ({ kind, node }: ComponentView) => model.kinds.some(({ name, nodes }) =>
    name === kind && nodes.some(one => one.isControlPlane && (node === undefined || one.name === node)));
  const registered = kubelets(model).filter(isControlPlane)
    .map(view => new Map(textOf(view, 'node-labels').split(',').map(pair => [pair.split('=')[0], pair.split('=')[1] ?? ''])));
  const isOf = (home: NodeRollout, labels: ReadonlyMap<string, string>) => [...home.labels].every(([key, value]) => labels.get(key) === value);
  const others = model.nodeObjects.map(({ labels }) => labels).filter(labels => !homes.some(home => isOf(home, labels)));
  return [...registered, ...others].some(labels => isAsked(requirement, labels));
}
