import { filesOf, MigrationApp, onNodesOfToday, sideOf } from './app';
import { kubeadmImagesOf } from './contents';
import { Ending, endingsBetween, NODE_COMPONENTS, NodeComponent } from '../../facts/endings';
import { parseGates } from '../../kubernetes/feature-gates';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { AskedComponent, EndingRow, rowOf, rowsOfComponents } from '../../migration/endings';
import { referenceText } from '../../migration/to-delete';
import { flagOf, textOf } from '../../view/ask';
import { PlanStateName } from '../state';

/** Steps on which nodes come to version N+1. */
const ROLLS: readonly string[] = ['n>mixed', 'n>n-plus-1', 'mixed>n-plus-1'];

/** Whether nodes come to version N+1 on the way over these states. */
export function rollsForward(states: readonly PlanStateName[]): boolean {
  return states.slice(1).some((to, index) => ROLLS.includes(`${states[index]}>${to}`));
}

/** What version N+1 takes away of what the app has, by what version N has in it. Empty where no node changes its minor. */
export function endingsOfApp(app: MigrationApp): readonly EndingRow[] {
  const [from, to] = [NodeSide.N, NodeSide.N_PLUS_1].map(side => KubernetesVersion.of(app.releases[side]));
  const components = componentsOfN(app);
  const gates = components.flatMap(({ current }) => parseGates(current('feature-gates') ?? '').map(({ name }) => name));
  const endings = endingsBetween(from, to, [...new Set(gates)]);
  const ofKind = (kind: Ending['trace']['kind']) => endings.filter(({ trace }) => trace.kind === kind);
  const hasDefaultImages = app.kubeadm[NodeSide.N_PLUS_1] !== undefined && kubeadmImagesOf(app) === '';
  return [
    ...rowsOfComponents(components, endings),
    ...ofKind('nodes').flatMap(ending => [ending.what, ...podsOf(app, ending)].map(what => rowOf(ending, what))),
    ...hasDefaultImages ? ofKind('kubeadm').map(ending => rowOf(ending, ending.what)) : [],
    ...ofKind('object').flatMap(ending => objectsOf(app, ending).map(name => rowOf(ending, name))),
  ];
}

/** Components of version N on their nodes, as the first phase has them. */
function componentsOfN(app: MigrationApp): readonly AskedComponent[] {
  const phase = [...onNodesOfToday(app).phases.values()].find(({ nodeFiles }) => nodeFiles.some(({ side }) => side === NodeSide.N));
  if (!phase) return [];
  return [...phase.components].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([node, views]) => views
    .filter(view => NODE_COMPONENTS.some(one => one === view.component) && sideOf(view) === NodeSide.N && filesOf(phase, node, NodeSide.N).length > 0)
    .map(view => ({ component: view.component as NodeComponent, node, current: (name: string) => flagOf(view, name) && textOf(view, name) })));
}

/** Objects of the manifests, whichever phase has them. */
function objectsOf(app: MigrationApp, { trace }: Ending): readonly string[] {
  if (trace.kind !== 'object') return [];
  const found = [...app.phases.values()].flatMap(({ objects }) => objects)
    .filter(({ apiVersion, kind }) => apiVersion === trace.apiVersion && trace.kinds.includes(kind));
  return [...new Set(found.map(referenceText))];
}

interface PodSpec {
  readonly nodeSelector?: Readonly<Record<string, unknown>>;
  readonly affinity?: { readonly nodeAffinity?: unknown };
  readonly tolerations?: readonly { readonly key?: string }[];
}

/** Objects of the manifests whose pods rely on a label or a taint that ends. */
function podsOf(app: MigrationApp, { trace, what }: Ending): readonly string[] {
  if (trace.kind !== 'nodes') return [];
  const { label, taints = [], newTaint } = trace;
  const relies = ({ nodeSelector = {}, affinity, tolerations = [] }: PodSpec) => {
    const keys = tolerations.map(({ key }) => key);
    const isSelected = label !== undefined && (label in nodeSelector || JSON.stringify(affinity?.nodeAffinity ?? '').includes(`"${label}"`));
    return isSelected || (newTaint !== undefined && keys.some(key => key !== undefined && taints.includes(key))
      && !keys.includes(newTaint) && !keys.includes(undefined));
  };
  const found = [...app.phases.values()].flatMap(({ objects }) => objects).filter(({ data }) => {
    const { spec } = data as { readonly spec?: { readonly template?: { readonly spec?: PodSpec } } };
    return relies(spec?.template?.spec ?? {});
  });
  return [...new Set(found.map(object => `${what}, of pods of ${referenceText(object)}`))];
}
