import { amountOf, Bounds, countOf, headOf, labelsIn } from './amount';
import { Data, DataMap, isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { KOPS_ROLLOUTS, KopsRow } from '../../facts/node-rollouts';
import { NodeRollout } from '../../view/model';
import { ObjectAt } from '../documents/documents';

/** What `kops rolling-update cluster` does with each InstanceGroup; bastions are no nodes. */
export function kopsRollouts(objects: readonly ObjectAt[]): readonly NodeRollout[] {
  return objects.filter(({ kind, apiVersion, data }) => kind === 'InstanceGroup' && /^kops(\.k8s\.io)?\//.test(apiVersion)
    && mapOf(data.spec).role !== 'Bastion').map(object => {
    const { name, data, apiVersion } = object;
    const spec = mapOf(data.spec);
    const row = KOPS_ROLLOUTS.find(one => one.apiVersion === apiVersion);
    const role = row?.roles[stringOf(spec.role) ?? ''];
    const [least, most] = [countOf(spec.minSize), countOf(spec.maxSize)];
    const head = {
      ...headOf(object, 'kops'),
      role: role ?? 'unknown' as const,
      labels: new Map([...labelsIn(spec.nodeLabels), ['kops.k8s.io/instancegroup', name] as const]),
    };
    const nodes = least === most ? least : undefined;
    if (row === undefined || role === undefined) {
      return { ...head, bounds: { nodes }, problem: `what ${apiVersion} does with ${roleSaid(spec.role)} is not in the tables` };
    }
    return { ...head, ...boundsOf(row, role, spec, nodes, clusterOf(object, objects)) };
  });
}

function roleSaid(role: Data | undefined): string {
  const said = stringOf(role) ?? '';
  return said === '' ? 'a group that says no role' : `the role ${said}`;
}

function clusterOf({ data }: ObjectAt, objects: readonly ObjectAt[]): DataMap | undefined {
  const name = mapOf(mapOf(data.metadata).labels)['kops.k8s.io/cluster'];
  const clusters = objects.filter(({ kind, apiVersion }) => kind === 'Cluster' && /^kops(\.k8s\.io)?\//.test(apiVersion));
  const found = clusters.find(one => one.name === name) ?? (name === undefined && clusters.length === 1 ? clusters[0] : undefined);
  return found && mapOf(found.data.spec);
}

function boundsOf(row: KopsRow, role: NodeRollout['role'], spec: DataMap, nodes: number | undefined, cluster: DataMap | undefined): Bounds {
  const own = mapOf(spec.rollingUpdate);
  const setting = (key: string) => own[key] ?? mapOf(cluster?.rollingUpdate)[key] ?? undefined;
  if (setting('drainAndTerminate') === false) return { bounds: { nodes, surge: 0, unavailable: 0 } };
  const [maxSurge, maxUnavailable] = [setting('maxSurge'), setting('maxUnavailable')];
  const isKarpenter = spec.manager === 'Karpenter';
  const isAws = cluster?.cloudProvider === 'aws' || isMap(mapOf(cluster?.cloudProvider).aws);
  // What the Cluster says counts where the group says nothing.
  if (cluster === undefined && (maxSurge === undefined || maxUnavailable === undefined)) {
    return { bounds: { nodes }, problem: 'the Cluster with the defaults of its groups is not in the input' };
  }
  const surge = amountOf('maxSurge', maxSurge, isAws && !isKarpenter ? row.surge : row.surgeOfKarpenter, nodes, 'up');
  const unavailable = amountOf('maxUnavailable', maxUnavailable, surge.amount === 0 ? 1 : 0, nodes, 'down');
  const problem = surge.problem ?? unavailable.problem;
  if (problem !== undefined) return { bounds: { nodes }, problem };
  // A percentage comes to one node at least.
  const away = maxUnavailable !== undefined && typeof maxUnavailable === 'string' && unavailable.amount === 0 ? 1 : unavailable.amount;
  const share = unavailable.share === undefined ? {} : { share: unavailable.share };
  if (role === 'control-plane') return { bounds: { nodes, surge: 0, unavailable: away === 0 ? 1 : away }, ...share };
  const extra = typeof surge.amount === 'number' ? Math.min(surge.amount, nodes ?? surge.amount) : undefined;
  if (isKarpenter) {
    return { bounds: { nodes, surge: 0, unavailable: typeof away === 'number' && extra !== undefined ? Math.max(1, away + extra) : away }, ...share };
  }
  return { bounds: { nodes, surge: extra, unavailable: extra === 0 && away === 0 ? 1 : away }, ...share };
}
