import { DecisionTable } from './decision';

const of = (section: string, ...keys: readonly string[]) => keys.map(key => `${section}.${key}`);

/**
 * Keys of the cloud config of AWS, as src/lib/cloud-config reads them for each release of the cloud-controller-manager, and for the providers inside
 * of Kubernetes. A value of another type than that of its key ends the reader, and so may a key that its release does not have.
 */
export const CLOUD_CONFIG_DECISIONS: DecisionTable = {
  title: 'Cloud config of AWS',
  rows: [
    {
      names: of('Global', 'DisableStrictZoneCheck', 'RoleARN', 'SupportedTopologyInstanceTypePattern', 'VPC', 'Zone'),
      decides: 'starts',
    },
    { names: of('Global', 'KubernetesClusterID', 'KubernetesClusterTag'), decides: ['settings', 'starts'] },
    {
      names: of('Global', 'ClusterServiceLoadBalancerHealthProbeMode', 'ClusterServiceSharedLoadBalancerHealthProbePath',
        'ClusterServiceSharedLoadBalancerHealthProbePort', 'NLBSecurityGroupMode', 'NodeIPFamilies'),
      decides: 'settings',
    },
    { names: of('ServiceOverride', 'Region', 'Service', 'SigningMethod', 'SigningName', 'SigningRegion', 'URL'), decides: 'starts' },
    { names: of('Global', 'DisableSecurityGroupIngress'), harmless: 'which rules load balancers get' },
    {
      names: of('Global', 'ElbSecurityGroup', 'RouteTableID', 'SourceARN', 'SubnetID'),
      harmless: 'names of things in AWS, of which an input has none: they are taken to be there',
    },
    {
      names: of('Global', 'Region'),
      notDecided: 'whether AWS, or what stands in for it, has such a region',
      usual: value => /^[a-z]+(?:-[a-z]+)+-\d+$/.test(String(value)),
    },
  ],
};
