import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { group, instance, inventory, KEY, subnet, table, tags } from './fixtures';
import { discoverClusterId } from '../../../src/lib/tags/ccm-cluster-id';
import { chooseSubnets } from '../../../src/lib/tags/ccm-subnets';
import { CCM_TEXTS } from '../../../src/lib/tags/ccm-texts';
import { ccmFindings } from '../../../src/lib/tags/ccm-view';
import { Inventory } from '../../../src/lib/tags/inventory';

const ASSUMED = { clusterId: 'prod', cloudRoutes: false, routeTableInCloudConfig: false };
const OWNED = tags({ [KEY]: 'owned' });

/** Where Go keeps the source of the CCM, if it has it. */
function ccmSource(): string | undefined {
  try {
    const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8', stdio: 'pipe' }).trim();
    const folder = join(cache, 'k8s.io', 'cloud-provider-aws@v1.36.1');
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

describe('discoverClusterId', () => {
  // Cases and texts are those of TestFindClusterID and of init in tags.go, upstream.
  it.each([
    [{}, {
      error: 'Tag "KubernetesCluster" nor "kubernetes.io/cluster/..." not found; Kubernetes may behave unexpectedly.\nAWS cloud failed to find '
      + 'ClusterID',
    }],
    [{ KubernetesCluster: 'a' }, { clusterId: 'a' }],
    [{ 'kubernetes.io/cluster/a': 'owned' }, { clusterId: 'a' }],
    [{ 'kubernetes.io/cluster/a': '' }, { clusterId: 'a' }],
    [{ 'KubernetesCluster': 'a', 'kubernetes.io/cluster/a': 'shared' }, { clusterId: 'a' }],
    [{ 'KubernetesCluster': 'a', 'kubernetes.io/cluster/b': 'shared' }, { error: 'clusterID tags did not match: "b" vs "a"' }],
    [{ 'kubernetes.io/cluster/a': 'shared', 'kubernetes.io/cluster/b': 'shared' },
      { error: 'Found multiple cluster tags with prefix kubernetes.io/cluster/ ("a" and "b")' }],
  ])('reads %j as upstream does', (given, expected) => {
    expect(discoverClusterId(tags(given as Record<string, string>))).toEqual(expected);
  });
});

describe('chooseSubnets', () => {
  const tables = [table('rtb-main', { main: true }), table('rtb-public', { subnetIds: ['subnet-p', 'subnet-q'], internetGateway: true })];

  it('skips private subnets and those of other clusters for an internet-facing load balancer', () => {
    const subnets = [subnet('subnet-a'), subnet('subnet-p'),
      subnet('subnet-q', { zone: 'b', tags: tags({ 'kubernetes.io/cluster/other': 'owned' }) })];
    expect([...chooseSubnets(subnets, tables, 'prod', false).byZone]).toEqual([['a', 'subnet-p']]);
  });

  it('prefers the role tag, then the cluster tag, then the smaller id', () => {
    const role = subnet('subnet-c', { tags: tags({ 'kubernetes.io/role/internal-elb': '' }) });
    const cluster = subnet('subnet-b', { tags: OWNED });
    const choose = (...subnets: Parameters<typeof chooseSubnets>[0]) => chooseSubnets(subnets, [], 'prod', true);
    expect(choose(cluster, role, subnet('subnet-a'))).toEqual({ byZone: new Map([['a', 'subnet-c']]), ties: [] });
    expect(choose(cluster, subnet('subnet-a'))).toEqual({ byZone: new Map([['a', 'subnet-b']]), ties: [] });
    expect(choose(subnet('subnet-b'), subnet('subnet-a'))).toEqual({
      byZone: new Map([['a', 'subnet-a']]),
      ties: [{ zone: 'a', text: 'Found multiple subnets in AZ "a"; choosing "subnet-a" between subnets "subnet-b" and "subnet-a"' }],
    });
  });
});

describe('ccmFindings', () => {
  const fine = (facts: Partial<Inventory> = {}) => inventory({
    instances: [instance('i-1', { tags: OWNED })],
    routeTables: [table('rtb-main', { main: true, internetGateway: true, tags: OWNED })],
    ...facts,
  });
  const found = (facts: Partial<Inventory>, assumed = ASSUMED) => (
    ccmFindings(fine(facts), assumed).map(({ severity, resourceId, ccmText }) => [severity, resourceId, ccmText])
  );

  it('finds nothing where all is tagged', () => {
    expect(ccmFindings(fine(), { ...ASSUMED, cloudRoutes: true })).toEqual([]);
  });

  it('checks the id on control-plane instances and the lookup on the others', () => {
    const facts = { instances: [instance('i-1'), instance('i-2')], controlPlaneIds: ['i-1'] };
    expect(found(facts)).toEqual([['error', 'i-1', expect.stringContaining('failed to find ClusterID')], ['error', 'i-2', '']]);
  });

  it('reports an id that is not the one meant', () => {
    const facts = { instances: [instance('i-1', { tags: tags({ 'kubernetes.io/cluster/other': 'owned' }) })] };
    expect(ccmFindings(fine(facts), ASSUMED)[0].message).toBe("a cloud-controller-manager on this instance takes 'other' as cluster id, not 'prod'");
  });

  it('reports security groups of all nodes of the cluster', () => {
    const groups = { securityGroups: [{ id: 'sg-1', name: 'one' }, { id: 'sg-2', name: 'two' }] };
    expect(found({ neighbours: [instance('i-2', groups)] }))
      .toEqual([['error', 'i-2', expect.stringMatching(/^Multiple untagged .* instance i-2;/)]]);
    const securityGroups = [group('sg-1', { tags: OWNED }), group('sg-2', { tags: tags({ KubernetesCluster: 'prod' }) })];
    expect(found({ securityGroups, neighbours: [instance('i-2', groups)] }))
      .toEqual([['error', 'i-2', expect.stringMatching(/sg-1\(one\) sg-2\(two\) $/)]]);
  });

  it('reports no route table and two, only where cloud routes are on and no cloud config names one', () => {
    const routes = { ...ASSUMED, cloudRoutes: true };
    const one = table('rtb-main', { main: true, internetGateway: true });
    expect(found({ routeTables: [one] }, routes)).toEqual([['error', 'vpc-1', 'unable to find route table for AWS cluster: prod']]);
    const two = [{ ...one, tags: OWNED }, table('rtb-2', { tags: OWNED })];
    expect(found({ routeTables: two }, routes)).toEqual([['error', 'rtb-main,rtb-2', 'found multiple matching AWS route tables for AWS cluster: '
      + 'prod']]);
    expect(found({ routeTables: two }, { ...routes, routeTableInCloudConfig: true })).toEqual([]);
  });

  it('warns where no subnet can take a load balancer', () => {
    expect(found({ routeTables: [table('rtb-main', { main: true, tags: OWNED })] })).toEqual([
      ['warning', 'vpc-1', 'could not find any suitable subnets for creating the ELB'],
    ]);
  });
});

const source = ccmSource();
(source ? describe : describe.skip)('texts in the source of the '
  + `cloud-controller-manager${source ? '' : ' (skipped: Go has no k8s.io/cloud-provider-aws@v1.36.1)'}`, () => {
  it.each(Object.entries(CCM_TEXTS))('%s stands at the stated line', (_, text) => {
    const [path, line] = text.source.slice(text.source.indexOf(' ') + 1).split(':');
    expect(readFileSync(join(source!, path), 'utf8').split('\n')[Number(line) - 1]).toContain(`"${text.format}"`);
  });
});
