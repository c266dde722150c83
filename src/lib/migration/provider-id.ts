import { CurrentFlag } from '../ccm/flag';
import { KubeletFlagEdits } from '../edit/kubelet/kubelet-flags';
import { NodeInput } from '../kubernetes/node';
import { isAwsProviderId } from '../kubernetes/provider-id';

/** @throws if two nodes have one provider ID: an instance is one node */
export function checkProviderIds(nodes: readonly NodeInput[]): void {
  const owners = new Map<string, string>();
  for (const { name, providerId } of nodes) {
    const owner = providerId && owners.get(providerId);
    if (providerId && owner !== undefined && owner !== name) {
      throw new Error(`nodes '${owner}' and '${name}' have one provider ID, '${providerId}', and an instance is one node; give each its own`);
    }
    if (providerId) owners.set(providerId, name);
  }
}

/**
 * What tells an external kubelet which instance it runs on.
 *
 * @throws if the provider ID of the node is not known, is none of AWS, or its kubelet passes another: the API server refuses to change one
 */
export function providerIdEdits({ name, providerId }: NodeInput, current: CurrentFlag): KubeletFlagEdits {
  if (providerId === undefined || providerId === '') {
    throw new Error(`providerIdFlag is true, but the provider ID of node '${name}' is not known; give it as \`providerId\` of the node, or hand in `
      + '\'cluster/nodes.json\', as \'kubectl get nodes -o json\' prints it');
  }
  if (!isAwsProviderId(providerId)) {
    throw new Error(`providerId of node '${name}' is '${providerId}', which the AWS cloud-controller-manager cannot read; accepted: `
      + '\'aws:///<availability zone>/<instance id>\'');
  }
  const passed = current('provider-id') ?? '';
  if (passed !== '' && passed !== providerId) {
    throw new Error(`node '${name}' has provider ID '${providerId}', but its kubelet passes --provider-id=${passed}, and the API server refuses to `
      + 'change one; correct the flag');
  }
  return passed === '' ? { set: [{ name: 'provider-id', value: providerId }] } : {};
}
