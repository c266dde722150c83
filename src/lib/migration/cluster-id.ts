import { cloudConfigPathOf } from './cloud-config-keys';
import { KcmReading } from './kcm-reading';
import { MigrationSettings } from './settings';
import { CloudProvider } from '../ccm/cloud-provider';
import { CloudConfigFile } from '../cloud-config/cloud-config';
import { GcfgError, GcfgVariable, parseGcfg } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';
import { CCM } from '../kubernetes/component';
import { NodeRole } from '../kubernetes/node';

/** Keys of `[Global]` that name the cluster: both readers take the id from them instead of from the instance's tags. */
const ID_KEYS = ['KubernetesClusterID', 'KubernetesClusterTag'];

/** @throws if the id cannot be part of a tag key */
export function checkClusterId(clusterId: string): void {
  // An EC2 tag key has at most 128 characters, and the prefix is part of it.
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.:=+@-]{0,105}$/.test(clusterId)) {
    throw new Error(`clusterId '${clusterId}' cannot be part of the tag key 'kubernetes.io/cluster/<id>'; accepted: letters, digits and '_.:=+@-', `
      + 'at most 106 characters, first a letter or digit');
  }
}

/**
 * The cloud configs that nodes have, and that are written, must name the same cluster: under another id no load balancer, route table or security
 * group is found again. One that kube-controller-manager has from its file must not get lost: where that file alone says it, no instance has a tag.
 *
 * @param written cloud configs of the migration
 * @throws if one names another, or if the one that the cloud-controller-manager reads names none
 */
export function checkClusterIdInCloudConfigs(options: MigrationSettings, reading: KcmReading | undefined, written: readonly CloudConfigFile[]): void {
  if (options.ccm._cloud.name !== CloudProvider.AWS.name) return;
  for (const { path, content } of written) checkText(content, `cloudConfig (${path})`, options.clusterId);
  const path = cloudConfigPathOf(options, reading);
  for (const node of [...options.nodes, ...options.upgradedNodes ?? []]) {
    const text = node.files[path];
    if (text !== undefined) checkText(text, `${node.name}:${path}`, options.clusterId);
  }
  const today = options.nodes.flatMap(node => idIn(node.files[path] ?? '', `${node.name}:${path}`) ?? [])[0];
  if (today !== undefined) checkIdIsKept(today, options, path, written);
}

/** A key that names the cluster, with its value and place. */
interface WrittenId {
  readonly place: string;
  readonly key: string;
  readonly value: string;
}

function idIn(text: string, file: string): WrittenId | undefined {
  const [found] = idsIn(text, file).filter(({ value }) => value !== undefined && value !== '');
  return found && { place: `${file}:${found.line}`, key: found.name, value: found.value! };
}

/** @throws if the cloud-controller-manager reads another file than the one that names the cluster, and its own does not */
function checkIdIsKept({ place, key, value }: WrittenId, options: MigrationSettings, today: string, written: readonly CloudConfigFile[]): void {
  const lost = (file: string) => new Error(`${file} names no cluster, and ${place} does: ${key} is '${value}'. Without it the `
    + 'cloud-controller-manager knows its cluster by a tag of its instance alone, which that need not have; write '
    + `'KubernetesClusterID = ${value}' into its section [Global]`);
  const own = written.filter(({ components }) => components.includes(CCM));
  for (const { path, content } of own) if (idIn(content, path) === undefined) throw lost(`cloudConfig (${path})`);
  if (own.length > 0) return;
  const path = options.cloudConfigPath ?? today;
  const nodes = [...options.nodes, ...options.upgradedNodes ?? []].filter(({ role }) => role === NodeRole.CONTROL_PLANE);
  for (const { name, files } of nodes) {
    const text = files[path];
    if (text !== undefined && idIn(text, `${name}:${path}`) === undefined) throw lost(`${name}:${path}`);
  }
  if (path !== today && !nodes.some(({ files }) => files[path] !== undefined)) {
    throw new Error(`cloudConfigPath is '${path}', which no node has among its files, and ${place} names the cluster: ${key} is '${value}'; hand `
      + `the file in with 'KubernetesClusterID = ${value}' in its section [Global], or leave cloudConfigPath out`);
  }
}

/** @throws with the name of the file, where its reader would refuse it */
function sectionsOf(text: string, file: string): ReturnType<typeof parseGcfg> {
  try {
    return parseGcfg(text);
  } catch (error) {
    if (!(error instanceof GcfgError)) throw error;
    throw new Error(`${file}: ${error.message}; correct it there, since neither component would start with it`);
  }
}

/** Keys of `[Global]` that name the cluster. */
function idsIn(text: string, file: string): readonly GcfgVariable[] {
  return sectionsOf(text, file).filter(({ name }) => sameName('Global', name)).flatMap(({ variables }) => variables)
    .filter(({ name }) => ID_KEYS.some(key => sameName(key, name)));
}

function checkText(text: string, file: string, clusterId: string): void {
  for (const variable of idsIn(text, file)) {
    if ((variable.value ?? '') === '' || variable.value === clusterId) continue;
    throw new Error(`${file}:${variable.line}: ${variable.name} is '${variable.value}', but clusterId is '${clusterId}'; `
      + `a cluster has one id: set clusterId to '${variable.value}'`);
  }
}
