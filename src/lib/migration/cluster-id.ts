import { KcmReading } from './kcm-reading';
import { MigrationSettings } from './settings';
import { CloudProvider } from '../ccm/cloud-provider';
import { parseGcfg } from '../cloud-config/gcfg-parser';
import { sameName } from '../cloud-config/gcfg-value';

/** Keys of `[Global]` that name the cluster: both readers take the id from them instead of from the instance's tags. */
const ID_KEYS = ['KubernetesClusterID', 'KubernetesClusterTag'];

/** @throws if the id cannot be part of a tag key */
export function checkClusterId(clusterId: string): void {
  // An EC2 tag key has at most 128 characters, and the prefix is part of it.
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.:=+@-]{0,106}$/.test(clusterId)) {
    throw new Error(`clusterId '${clusterId}' cannot be part of the tag key 'kubernetes.io/cluster/<id>'; accepted: letters, digits and '_.:=+@-', at most 107 characters, first a letter or digit`);
  }
}

/**
 * The cloud config that nodes have today must name the same cluster: under another id no load balancer, route table or security group is found again.
 *
 * @throws if it names another
 */
export function checkClusterIdOnNodes(options: MigrationSettings, reading: KcmReading | undefined): void {
  const path = reading?.cloudConfig;
  if (path === undefined || options.ccm._cloud.name !== CloudProvider.AWS.name) return;
  for (const node of options.nodes) {
    const text = node.files[path];
    if (text === undefined) continue;
    for (const { name, variables } of parseGcfg(text)) {
      if (!sameName('Global', name)) continue;
      for (const variable of variables) {
        if (!ID_KEYS.some(key => sameName(key, variable.name)) || variable.value === undefined || variable.value === options.clusterId) continue;
        throw new Error(`${node.name}:${path}:${variable.line}: ${variable.name} is '${variable.value}', but clusterId is '${options.clusterId}'; a cluster has one id: set clusterId to '${variable.value}'`);
      }
    }
  }
}
