import { CloudConfigProps } from './cloud-config-props';
import { GcfgBlock, writeGcfg } from './gcfg-writer';

type GlobalProp = Exclude<keyof CloudConfigProps, 'serviceOverrides'>;

/** Order of the lines: the order of the struct. */
const KEY_OF: readonly (readonly [GlobalProp, string])[] = [
  ['zone', 'Zone'],
  ['region', 'Region'],
  ['vpc', 'VPC'],
  ['subnetId', 'SubnetID'],
  ['routeTableId', 'RouteTableID'],
  ['roleArn', 'RoleARN'],
  ['sourceArn', 'SourceARN'],
  ['kubernetesClusterTag', 'KubernetesClusterTag'],
  ['kubernetesClusterId', 'KubernetesClusterID'],
  ['disableSecurityGroupIngress', 'DisableSecurityGroupIngress'],
  ['elbSecurityGroup', 'ElbSecurityGroup'],
  ['disableStrictZoneCheck', 'DisableStrictZoneCheck'],
  ['nodeIpFamilies', 'NodeIPFamilies'],
  ['healthProbeMode', 'ClusterServiceLoadBalancerHealthProbeMode'],
  ['sharedHealthProbePort', 'ClusterServiceSharedLoadBalancerHealthProbePort'],
  ['sharedHealthProbePath', 'ClusterServiceSharedLoadBalancerHealthProbePath'],
  ['supportedTopologyInstanceTypePattern', 'SupportedTopologyInstanceTypePattern'],
  ['nlbSecurityGroupMode', 'NLBSecurityGroupMode'],
];

/** The text of a cloud config with these values; overrides under their AWS SDK v1 names. */
export function buildCloudConfig(props: CloudConfigProps): string {
  const variables = KEY_OF.flatMap(([prop, key]) => {
    const value = props[prop];
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map(one => [key, String(one)] as const);
  });
  const overrides = (props.serviceOverrides ?? []).map((override): GcfgBlock => ({
    name: 'ServiceOverride',
    subsection: override.name,
    variables: [
      ['Service', override.service],
      ['Region', override.region],
      ['URL', override.url],
      ['SigningRegion', override.signingRegion],
      ...override.signingMethod !== undefined ? [['SigningMethod', override.signingMethod] as const] : [],
      ...override.signingName !== undefined ? [['SigningName', override.signingName] as const] : [],
    ],
  }));
  return writeGcfg([...variables.length > 0 || overrides.length === 0 ? [{ name: 'Global', variables }] : [], ...overrides]);
}
