/**
 * What the instance metadata service needs where cloud-controller-manager is not on the host's network: the answer to the token request crosses one
 * hop more. Undefined with host network, where the default of 1 is enough.
 */
export function imdsHopLimitNote(hostNetwork: boolean): string | undefined {
  if (hostNetwork) return undefined;
  return 'cloud-controller-manager does not use the host network: the instance metadata service answers it only with a hop limit of at least 2 (3 '
    + 'with some CNI '
    + 'plugins); run aws ec2 modify-instance-metadata-options --http-put-response-hop-limit 2 --instance-id <id> for every control-plane instance, '
      + 'or set hostNetwork (kubernetes/kops#10702, kubernetes/cloud-provider-aws#169)';
}
