import { group, instance, inventory, KEY, settings, subnet, table, tags } from './fixtures';
import { ClusterTagValue } from '../../../src/lib/tags/cluster-tag';
import { planTags } from '../../../src/lib/tags/plan';

/** A plan as short lines: `action resource key=value`. */
function lines(...args: Parameters<typeof planTags>): string[] {
  return planTags(...args).changes.map(change => `${change.action} ${change.resourceId} ${change.key}=${change.value}`);
}

function conflicts(...args: Parameters<typeof planTags>): string[] {
  return planTags(...args).changes.filter(change => change.action === 'conflict').map(change => `${change.resourceId}: ${change.reason}`);
}

const TWO_GROUPS = [{ id: 'sg-1', name: 'one' }, { id: 'sg-2', name: 'two' }];

describe('planTags', () => {
  it('adds each tag that the cloud-controller-manager reads, kind by kind', () => {
    expect(lines(inventory(), settings())).toEqual([
      `add i-1 ${KEY}=owned`,
      `add sg-1 ${KEY}=owned`,
      `add subnet-a ${KEY}=shared`,
      'add subnet-a kubernetes.io/role/internal-elb=1',
      `add rtb-main ${KEY}=shared`,
    ]);
  });

  it('is empty of additions when its additions are there', () => {
    const done = inventory({
      instances: [instance('i-1', { tags: tags({ [KEY]: 'owned' }) })],
      securityGroups: [group('sg-1', { tags: tags({ [KEY]: 'owned' }) })],
      subnets: [subnet('subnet-a', { tags: tags({ [KEY]: 'shared', 'kubernetes.io/role/internal-elb': '1' }) })],
      routeTables: [table('rtb-main', { main: true, tags: tags({ [KEY]: 'shared' }) })],
    });
    expect(planTags(done, settings()).changes.map(change => change.action)).toEqual(['keep', 'keep', 'keep', 'keep', 'keep']);
  });

  it('keeps another value of the cluster tag, because only the key is read', () => {
    const [change] = planTags(inventory({ instances: [instance('i-1', { tags: tags({ [KEY]: '1' }) })] }), settings()).changes;
    expect(change)
      .toMatchObject({ action: 'keep', value: '1', reason: "present with another value than 'owned'; only the key is read, so it stays" });
  });

  it('takes a subnet with a route to an internet gateway as public, and keeps a role that is there', () => {
    const routeTables = [table('rtb-main', { main: true }), table('rtb-public', { subnetIds: ['subnet-a'], internetGateway: true })];
    expect(lines(inventory({ routeTables }), settings({ cloudRoutes: false }))).toContain('add subnet-a kubernetes.io/role/elb=1');
    const subnets = [subnet('subnet-a', { tags: tags({ 'kubernetes.io/role/internal-elb': '' }) })];
    expect(lines(inventory({ routeTables, subnets }), settings({ cloudRoutes: false })).filter(line => line.includes('/role/'))).toEqual([]);
  });

  it('leaves the subnets of other clusters out of a whole VPC', () => {
    const subnets = [subnet('subnet-a'), subnet('subnet-b'), subnet('subnet-c', { tags: tags({ 'kubernetes.io/cluster/other': 'owned' }) })];
    const ids = (wholeVpc: boolean) =>
      [...new Set(lines(inventory({ subnets }), settings({ wholeVpc })).filter(line => line.includes('subnet')).map(line => line.split(' ')[1]))];
    expect(ids(true)).toEqual(['subnet-a', 'subnet-b']);
    expect(ids(false)).toEqual(['subnet-a']);
  });

  it('adds the legacy tag to what is owned only', () => {
    const legacy = lines(inventory(), settings({ legacyTag: true })).filter(line => line.includes('KubernetesCluster'));
    expect(legacy).toEqual(['add i-1 KubernetesCluster=prod', 'add sg-1 KubernetesCluster=prod']);
  });

  it('warns of two subnets that only their ids tell apart, and of tags in instance metadata', () => {
    const subnets = [subnet('subnet-a'), subnet('subnet-b')];
    const plan = planTags(inventory({ subnets, instances: [instance('i-1', { tagsInMetadata: true })] }), settings({ wholeVpc: true }));
    expect(plan.warnings).toEqual([
      expect.stringContaining('modify-instance-metadata-options --instance-metadata-tags disabled'),
      'internal load balancers in vpc-1: Found multiple subnets in AZ "a"; choosing "subnet-a" between subnets "subnet-a" and "subnet-b"',
    ]);
  });

  describe('refuses', () => {
    it.each([
      ['a second cluster on an instance', { 'kubernetes.io/cluster/other': 'shared' },
        "i-1: tagged for the cluster 'other' already; an instance belongs to one cluster: remove that tag or leave the instance out"],
      ['a legacy tag of another cluster', { KubernetesCluster: 'other' }, "i-1: 'KubernetesCluster' is 'other', not 'prod'; remove it or use that "
        + 'id'],
      ['a 51st tag', Object.fromEntries([...Array(50).keys()].map(n => [`k${n}`, ''])), 'i-1: would have 1 more than the 50 tags that EC2 allows; '
        + 'remove some'],
    ])('%s', (_, present, expected) => {
      const given = inventory({ instances: [instance('i-1', { tags: tags(present) })] });
      expect(conflicts(given, settings())).toEqual([expected]);
      expect(lines(given, settings()).filter(line => line.startsWith('add i-1'))).toEqual([]);
    });

    it('not the 50th tag, and no tag of AWS counts', () => {
      const present = { ...Object.fromEntries([...Array(49).keys()].map(n => [`k${n}`, ''])), 'aws:autoscaling:groupName': 'g' };
      expect(conflicts(inventory({ instances: [instance('i-1', { tags: tags(present) })] }), settings())).toEqual([]);
    });

    it('two tagged security groups on one instance, in the words of the cloud-controller-manager', () => {
      const securityGroups = TWO_GROUPS.map(({ id }) => group(id, { tags: tags({ [KEY]: 'owned' }) }));
      expect(conflicts(inventory({ securityGroups, instances: [instance('i-1', { securityGroups: TWO_GROUPS })] }), settings())).toEqual([
        'i-1: Multiple tagged security groups found for instance i-1; ensure only the k8s security group is tagged; the tagged groups were '
          + 'sg-1(one) sg-2(two) ',
      ]);
    });

    it('several untagged security groups until one is named', () => {
      const given = inventory({ instances: [instance('i-1', { securityGroups: TWO_GROUPS })] });
      expect(conflicts(given, settings())).toEqual([
        'i-1: has 2 security groups and none is tagged (sg-1, sg-2); name the one that load balancers may open',
      ]);
      expect(lines(given, settings({ securityGroupIds: ['sg-2'] })).filter(line => line.includes('sg-'))).toEqual([`add sg-2 ${KEY}=owned`]);
    });

    it('a group that would be the second one on a node that is not even asked for', () => {
      const neighbours = [instance('i-2', { securityGroups: TWO_GROUPS })];
      const securityGroups = [group('sg-1'), group('sg-2', { tags: tags({ [KEY]: 'owned' }) })];
      const given = inventory({ neighbours, securityGroups });
      expect(conflicts(given, settings())).toEqual([expect.stringContaining('i-2: Multiple tagged security groups')]);
      expect(lines(given, settings()).filter(line => line.startsWith('add sg-'))).toEqual([]);
    });

    it.each([
      [{ tags: tags({ 'kubernetes.io/service-name': 'default/web' }) }],
      [{ name: 'k8s-elb-a0b1' }],
      [{ description: 'Security group for Kubernetes ELB a0b1 (default/web)' }],
    ])('a security group that the cloud-controller-manager made: %j', facts => {
      expect(conflicts(inventory({ securityGroups: [group('sg-1', facts)] }), settings())).toEqual([
        'sg-1: sg-1 was made by the cloud-controller-manager, which tags it itself; leave it out',
      ]);
    });

    it('two tagged route tables, and a second one by name', () => {
      const tagged = (id: string) => table(id, { tags: tags({ [KEY]: 'shared' }) });
      expect(conflicts(inventory({ routeTables: [tagged('rtb-1'), tagged('rtb-2')] }), settings())).toEqual([
        'rtb-1: rtb-1, rtb-2 are tagged for the cluster, and the route controller accepts one; remove the tag from the others',
      ]);
      expect(conflicts(inventory({ routeTables: [tagged('rtb-1'), table('rtb-2')] }), settings({ routeTableId: 'rtb-2' }))).toHaveLength(1);
      expect(conflicts(inventory({ routeTables: [tagged('rtb-1'), tagged('rtb-2')] }), settings({ cloudRoutes: false }))).toEqual([]);
    });

    it("a route table it would have to guess, when the instances' subnets have several", () => {
      const given = inventory({
        instances: [instance('i-1'), instance('i-2', { subnetId: 'subnet-b' })],
        subnets: [subnet('subnet-a'), subnet('subnet-b', { zone: 'b' })],
        routeTables: [table('rtb-a', { subnetIds: ['subnet-a'] }), table('rtb-b', { subnetIds: ['subnet-b'] })],
      });
      expect(conflicts(given, settings())).toEqual([expect.stringContaining('rtb-a: rtb-a, rtb-b hold for')]);
      expect(lines(given, settings({ routeTableId: 'rtb-b' }))).toContain(`add rtb-b ${KEY}=shared`);
    });

    it("'owned' on a network that another cluster uses, and accepts 'shared'", () => {
      const subnets = [subnet('subnet-a', { tags: tags({ 'kubernetes.io/cluster/other': 'shared' }) })];
      expect(conflicts(inventory({ subnets }), settings({ networkValue: ClusterTagValue.OWNED }))).toEqual([
        "subnet-a: tagged for the cluster 'other' already; what two clusters use is 'shared' in both",
      ]);
      expect(conflicts(inventory({ subnets }), settings())).toEqual([]);
    });

    it("to overwrite a user's own tag", () => {
      const given = inventory({ instances: [instance('i-1', { tags: tags({ team: 'a' }) })] });
      expect(conflicts(given, settings({ extraTags: [{ key: 'team', value: 'b' }] }))).toEqual(["i-1: 'team' is 'a', not 'b'; tags are never "
        + 'overwritten']);
    });

    it('ids that EC2 does not know, or that are not in the VPC', () => {
      expect(conflicts(inventory({ missing: ['i-9'] }), settings({ subnetIds: ['subnet-9'] }))).toEqual([
        'i-9: EC2 has no such running or stopped instance in this region and account',
        'subnet-9: named, but not in the VPC of the instances',
      ]);
    });
  });
});
