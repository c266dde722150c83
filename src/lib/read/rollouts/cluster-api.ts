import { amountOf, Bounds, countOf, headOf, labelsIn, numberOf, ReadAmount, shown } from './amount';
import { refreshBounds } from './auto-scaling';
import { Data, DataMap, isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { CLUSTER_API_ROLLOUTS, MACHINE_POOL_REFRESHES, RolloutRow } from '../../facts/node-rollouts';
import { intValue } from '../../kubernetes/int-or-percent';
import { NodeRollout } from '../../view/model';
import { ObjectAt } from '../documents/documents';

/** What Cluster API replaces: the control plane, MachineDeployments, and pools of machines that are an Auto Scaling group. */
export function clusterApiRollouts(objects: readonly ObjectAt[]): readonly NodeRollout[] {
  return objects.flatMap(object => {
    const { kind, apiVersion } = object;
    if (!/^([a-z]+\.)*cluster\.(x-)?k8s\.io\//.test(apiVersion)) return [];
    if (kind === 'MachineDeployment' || kind === 'KubeadmControlPlane') return [replaced(object)];
    return kind === 'MachinePool' ? pool(object, objects) : [];
  });
}

function replaced(object: ObjectAt): NodeRollout {
  const { kind, apiVersion, data } = object;
  const spec = mapOf(data.spec);
  const row = CLUSTER_API_ROLLOUTS.find(one => one.kind === kind && one.apiVersion === apiVersion);
  const head = ofMachines(object, kind === 'KubeadmControlPlane' ? 'control-plane' : 'worker');
  if (row === undefined) {
    return { ...head, bounds: { nodes: countOf(spec.replicas) }, problem: `what ${apiVersion} does is not in the tables` };
  }
  const strategy = row.strategy.reduce<Data | undefined>((value, key) => mapOf(value)[key], spec);
  const etcd = mapOf(mapOf(mapOf(spec.kubeadmConfigSpec).clusterConfiguration).etcd);
  return {
    ...head,
    ...boundsOf(row, countOf(spec.replicas ?? row.nodes), strategy),
    ...isMap(etcd.external) && { hasExternalEtcd: true },
  };
}

function boundsOf(row: RolloutRow, nodes: number | undefined, strategy: Data | undefined): Bounds {
  const { type = 'RollingUpdate', rollingUpdate } = mapOf(strategy);
  if (type === 'OnDelete' && row.resolve === 'fenceposts') {
    return { bounds: { nodes, surge: 0 }, problem: 'its strategy is OnDelete: a node is replaced when something deletes its Machine' };
  }
  const given = mapOf(rollingUpdate);
  const isWritten = [strategy, rollingUpdate].every(value => value === undefined || value === null || isMap(value));
  if (type !== 'RollingUpdate' || !isWritten) return { bounds: { nodes }, problem: `its strategy is ${shown(strategy ?? null)}` };
  return row.resolve === 'fenceposts' ? fenceposts(row, nodes, given) : ofControlPlane(row, nodes, given);
}

function fenceposts(row: RolloutRow, nodes: number | undefined, { maxSurge, maxUnavailable }: DataMap): Bounds {
  const surge = amountOf('maxSurge', maxSurge, row.surge, nodes, 'up');
  const unavailable = amountOf('maxUnavailable', maxUnavailable, row.unavailable, nodes, 'down');
  const least = surge.amount === 0 && unavailable.amount === 0 ? 1 : unavailable.amount;
  return made(nodes, surge, { ...unavailable, amount: typeof least === 'number' ? Math.min(least, nodes ?? least) : least });
}

function ofControlPlane(row: RolloutRow, nodes: number | undefined, { maxSurge = null }: DataMap): Bounds {
  const surge = maxSurge === null ? row.surge : typeof maxSurge === 'string' ? intValue(maxSurge) : maxSurge;
  if (surge !== 0 && surge !== 1) {
    return { bounds: { nodes }, problem: `maxSurge is ${shown(maxSurge)}, and Cluster API takes 0 and 1 only` };
  }
  return { bounds: { nodes, surge, unavailable: 1 - surge } };
}

function made(nodes: number | undefined, surge: ReadAmount, unavailable: ReadAmount): Bounds {
  const problem = surge.problem ?? unavailable.problem;
  return {
    bounds: { nodes, surge: numberOf(surge), unavailable: unavailable.amount },
    ...unavailable.share !== undefined && { share: unavailable.share },
    ...problem !== undefined && { problem },
  };
}

/** An AWSMachinePool that starts no instance refresh replaces nothing. */
function pool(object: ObjectAt, objects: readonly ObjectAt[]): readonly NodeRollout[] {
  const { replicas, template } = mapOf(object.data.spec);
  const ref = mapOf(mapOf(mapOf(template).spec).infrastructureRef);
  const head = ofMachines(object, 'worker');
  const nodes = countOf(replicas);
  const infrastructure = objects.find(one => one.kind === ref.kind && one.name === ref.name && /^infrastructure\./.test(one.apiVersion));
  if (infrastructure?.kind !== 'AWSMachinePool' || !MACHINE_POOL_REFRESHES.some(({ apiVersion }) => apiVersion === infrastructure.apiVersion)) {
    const what = `${stringOf(ref.kind) ?? 'its infrastructure'} ${stringOf(ref.name) ?? ''}`.trim();
    return [{ ...head, bounds: { nodes }, problem: `how ${what} replaces nodes is not read` }];
  }
  const preferences = mapOf(infrastructure.data.spec).refreshPreferences;
  const { disable, strategy, minHealthyPercentage, maxHealthyPercentage } = mapOf(preferences);
  if (disable === true) return [];
  return [{ ...head, ...refreshBounds(nodes, { strategy, min: minHealthyPercentage, max: maxHealthyPercentage, isGroupKnown: true }) }];
}

function ofMachines(object: ObjectAt, role: NodeRollout['role']) {
  const { kind, name, data } = object;
  const template = mapOf(mapOf(data.spec)[kind === 'KubeadmControlPlane' ? 'machineTemplate' : 'template']);
  const labels = new Map(labelsIn(mapOf(template.metadata).labels).filter(([key]) => MANAGED.test(key)));
  return { ...headOf(object, 'cluster-api', `${kind} ${name}`), role, labels };
}

/** Labels that Machines give to their Nodes: sigs.k8s.io/cluster-api@v1.9.5 internal/controllers/machine/machine_controller_noderef.go:181-199. */
const MANAGED = /^(node-role\.kubernetes\.io|([^/]+\.)?node-restriction\.kubernetes\.io|([^/]+\.)?node\.cluster\.x-k8s\.io)\//;
