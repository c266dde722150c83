import { isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KopsRelease } from '../../facts/kops';
import { nameOf } from '../../installers/documents';
import { KopsDocuments } from '../../installers/kops/documents';

const ETCD: SourcePath = ['spec', 'etcdClusters'];

/**
 * What kops refuses of groups and of the members of etcd, of which each phase says how many control-plane nodes there are and which group is rolled
 * when: k8s.io/kops@v1.21.0 and v1.28.7 pkg/apis/kops/validation/instancegroup.go ValidateInstanceGroup, CrossValidateInstanceGroup; validation.go
 * validateEtcdClusterSpec, validateEtcdMemberSpec; legacy.go DeepValidate; pkg/model/master_volumes.go. Without any group, they are not known.
 *
 * @throws with the place of the first thing that it would refuse
 */
export function checkGroups({ cluster, instanceGroups }: KopsDocuments, release: KopsRelease): void {
  const roles = rolesOf(release);
  for (const group of instanceGroups) checkGroup(group, cluster, roles, release);
  const masters = instanceGroups.filter(isControlPlane);
  if (instanceGroups.length > 0 && masters.length === 0) {
    throw new Error(`${instanceGroups[0].file}: no InstanceGroup has the role ${roles[0]}; hand in all groups of the cluster: 'kops get `
      + 'instancegroups -o yaml\'');
  }
  checkEtcd(cluster, instanceGroups, masters);
}

/** That of the control plane is called as kops prints it, `Master`, and from 1.26 on as it calls it, too. */
function rolesOf({ masterRole }: KopsRelease): readonly string[] {
  return ['Master', ...masterRole === 'control-plane' ? ['ControlPlane'] : [], 'Node', 'APIServer', 'Bastion'];
}

export function isControlPlane(group: SourceDocument): boolean {
  return ['Master', 'ControlPlane'].includes(String(group.value(['spec', 'role'])));
}

function checkGroup(group: SourceDocument, cluster: SourceDocument, roles: readonly string[], { release, masterRole }: KopsRelease): void {
  const spec = mapOf(group.value(['spec']));
  const refuse = (path: SourcePath, what: string) => group.errorAt(['spec', ...path], `InstanceGroup '${nameOf(group)}': ${what}`);
  if (!roles.includes(String(spec.role))) {
    throw refuse(['role'], `spec.role is ${JSON.stringify(spec.role ?? null)}, which kops ${release} refuses; accepted: ${roles.join(', ')}`);
  }
  const isMaster = isControlPlane(group);
  const { minSize, maxSize } = spec;
  if (typeof minSize === 'number' && typeof maxSize === 'number' && maxSize < minSize) {
    throw refuse(['maxSize'], `spec.maxSize is ${maxSize} and spec.minSize ${minSize}; it must be at least that`);
  }
  const most = Math.max(...[minSize, maxSize].map(size => typeof size === 'number' ? size : 0));
  if (isMaster && masterRole === 'control-plane' && most > 1) {
    throw refuse([maxSize === most ? 'maxSize' : 'minSize'], `${most} nodes, but kops ${release} takes one for each group of the control plane; add `
      + 'a group for each more');
  }
  const subnets = listOf(spec.subnets).map(String);
  if (isMaster && subnets.length === 0) throw refuse(['subnets'], 'spec.subnets is empty, and a group of the control plane needs one');
  const known = listOf(cluster.value(['spec', 'subnets'])).map(subnet => String(mapOf(subnet).name));
  const index = subnets.findIndex(name => !known.includes(name));
  if (index >= 0) {
    throw refuse(['subnets', index], `spec.subnets has '${subnets[index]}', which is not in spec.subnets of the Cluster; known: ${known.join(', ')}`);
  }
}

function checkEtcd(cluster: SourceDocument, groups: readonly SourceDocument[], masters: readonly SourceDocument[]): void {
  const clusters = listOf(cluster.value(ETCD));
  if (clusters.length === 0) throw cluster.errorAt(ETCD, 'spec.etcdClusters is empty, which kops refuses; hand in the whole Cluster');
  clusters.forEach((one, at) => {
    const name = String(mapOf(one).name);
    const path: SourcePath = [...ETCD, at, 'etcdMembers'];
    const members = listOf(mapOf(one).etcdMembers);
    if (members.length % 2 === 0) {
      throw cluster.errorAt(path, `etcd cluster '${name}' has ${members.length} members, and kops refuses an even number`);
    }
    for (const index of members.keys()) checkMember(cluster, [...path, index], name, groups);
    const used = members.map(member => stringOf(mapOf(member).instanceGroup));
    const unused = masters.find(group => !used.includes(nameOf(group)));
    if (unused) {
      throw unused.errorAt(['metadata', 'name'], `InstanceGroup '${nameOf(unused)}' is of the control plane, and no member of etcd `
        + `cluster '${name}' (${cluster.file}:${cluster.line(path)}) is on it, which kops refuses; hand in Cluster and groups of the same time`);
    }
  });
}

function checkMember(cluster: SourceDocument, path: SourcePath, etcd: string, groups: readonly SourceDocument[]): void {
  const member = cluster.value(path);
  const what = `member '${String(mapOf(member).name)}' of etcd cluster '${etcd}'`;
  const missing = ['name', 'instanceGroup'].find(field => !isMap(member) || (stringOf(member[field]) ?? '') === '');
  if (missing !== undefined) throw cluster.errorAt(path, `${what} has no ${missing}, which kops refuses`);
  const { instanceGroup } = mapOf(member);
  const group = groups.find(one => nameOf(one) === instanceGroup);
  if (groups.length === 0 || (group && isControlPlane(group))) return;
  const problem = group ? `which has the role ${String(group.value(['spec', 'role']))} (${group.file}:${group.line(['spec', 'role'])})`
    : 'which is not handed in';
  throw cluster.errorAt([...path, 'instanceGroup'], `${what} is on InstanceGroup '${String(instanceGroup)}', ${problem}; it must be `
    + 'one of the control plane');
}
