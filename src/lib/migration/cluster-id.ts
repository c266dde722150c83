import { cloudConfigPathOf } from './cloud-config-keys';
import { KcmReading } from './kcm-reading';
import { MigrationSettings } from './settings';
import { CloudProvider } from '../ccm/cloud-provider';
import { CloudConfigFile } from '../cloud-config/cloud-config';
import { GcfgError, parseGcfg } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';

/** Keys of `[Global]` that name the cluster: both readers take the id from them instead of from the instance's tags. */
const ID_KEYS = ['KubernetesClusterID', 'KubernetesClusterTag'];

/** @throws if the id cannot be part of a tag key */
export function checkClusterId(clusterId: string): void {
  // An EC2 tag key has at most 128 characters, and the prefix is part of it.
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.:=+@-]{0,106}$/.test(clusterId)) {
    throw new Error(`clusterId '${clusterId}' cannot be part of the tag key 'kubernetes.io/cluster/<id>'; accepted: letters, digits and '_.:=+@-', `
      + 'at most 107 characters, first a letter or digit');
  }
}

/**
 * The cloud configs that nodes have, and that are written, must name the same cluster: under another id no load balancer, route table or security
 * group is found again.
 *
 * @param written cloud configs of the migration
 * @throws if one names another
 */
export function checkClusterIdInCloudConfigs(options: MigrationSettings, reading: KcmReading | undefined, written: readonly CloudConfigFile[]): void {
  if (options.ccm._cloud.name !== CloudProvider.AWS.name) return;
  for (const { path, content } of written) checkText(content, `cloudConfig (${path})`, options.clusterId);
  const path = cloudConfigPathOf(options, reading);
  for (const node of [...options.nodes, ...options.upgradedNodes ?? []]) {
    const text = node.files[path];
    if (text !== undefined) checkText(text, `${node.name}:${path}`, options.clusterId);
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

function checkText(text: string, file: string, clusterId: string): void {
  for (const variable of sectionsOf(text, file).filter(({ name }) => sameName('Global', name)).flatMap(({ variables }) => variables)) {
    if (!ID_KEYS.some(key => sameName(key, variable.name)) || (variable.value ?? '') === '' || variable.value === clusterId) continue;
    throw new Error(`${file}:${variable.line}: ${variable.name} is '${variable.value}', but clusterId is '${clusterId}'; `
      + `a cluster has one id: set clusterId to '${variable.value}'`);
  }
}
