import { ClusterTagResource, ClusterTagValue } from '../../../src/lib/tags/cluster-tag';
import { ClusterTags } from '../../../src/lib/tags/cluster-tags';

const tags = new ClusterTags({ clusterId: 'prod', extraTags: [{ key: 'team', value: 'a' }] });

describe('ClusterTags', () => {
  it('gives launch templates, Auto Scaling groups and CloudFormation their own form', () => {
    const list = [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }, { Key: 'team', Value: 'a' }];
    expect(tags.cloudFormationTags(ClusterTagResource.WORKER_INSTANCE)).toEqual(list);
    expect(tags.launchTemplateTagSpecifications(ClusterTagResource.WORKER_INSTANCE)).toEqual([{ ResourceType: 'instance', Tags: list }]);
    expect(tags.autoScalingGroupTags(ClusterTagResource.CONTROL_PLANE_INSTANCE)).toEqual(list.map(tag => ({ ...tag, PropagateAtLaunch: true })));
  });

  it('gives Terraform one map per kind', () => {
    const parsed = JSON.parse(tags.terraformTfvars('tags'));
    expect(Object.keys(parsed.tags)).toEqual([
      'control_plane_instance', 'worker_instance', 'security_group', 'public_subnet', 'private_subnet', 'route_table', 'vpc',
    ]);
    expect(parsed.tags.public_subnet).toEqual({ 'kubernetes.io/cluster/prod': 'shared', 'kubernetes.io/role/elb': '1', 'team': 'a' });
  });

  it('leaves the cluster tags of kops and Cluster API to them', () => {
    expect(tags.kopsCluster('prod')).toEqual({ metadata: { name: 'prod' }, spec: { cloudLabels: { team: 'a' } } });
    expect(tags.clusterApiAwsCluster('prod')).toEqual({ metadata: { name: 'prod' }, spec: { additionalTags: { team: 'a' } } });
  });

  it('fails where an installer would write a second id or another value', () => {
    expect(() => tags.kopsCluster('prod.example.com')).toThrow(/clusterName is 'prod.example.com', but clusterId is 'prod'/);
    expect(() => new ClusterTags({ clusterId: 'prod', value: ClusterTagValue.SHARED }).clusterApiAwsCluster('prod')).toThrow(
      /tags its instances 'owned'/,
    );
  });

  it('fails on a launch template of a subnet, on a bad variable and on a bad id', () => {
    expect(() => tags.launchTemplateTagSpecifications(ClusterTagResource.VPC)).toThrow(/resource is 'vpc', but a launch template tags instances/);
    expect(() => tags.terraformTfvars('1x')).toThrow(/variable is '1x'/);
    expect(() => new ClusterTags({ clusterId: '' })).toThrow(/clusterId is ''/);
  });
});
