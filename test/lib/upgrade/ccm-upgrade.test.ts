import { join } from 'node:path';
import { AWS_CCM_MINORS, promotedTags } from '../../../src/lib/facts/ccm-release-list';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { CcmUpgrade, ccmUpgrade, UpgradedCluster } from '../../../src/lib/upgrade/ccm-upgrade';
import { renderUpgradeJson, renderUpgradeMarkdown, renderUpgradeText } from '../../../src/lib/upgrade/render';
import { expectGolden } from '../../golden';
import { lastCcmOf, NEWEST_CCM } from '../../newest-ccm';

const NOTHING_KNOWN: UpgradedCluster = { apiServers: [], cloudRoutes: false };
const between = (from: string, to: string, cluster: Partial<UpgradedCluster> = {}): CcmUpgrade =>
  ccmUpgrade(from, to, { ...NOTHING_KNOWN, ...cluster });
const said = ({ differences }: CcmUpgrade, topic: string) => differences.filter(one => one.topic === topic).map(({ says }) => says);

const LAST = lastCcmOf('1.36');

/** The newest image of each minor, one after the other. */
const NEWEST = AWS_CCM_MINORS.filter(({ minor }) => Number(minor.slice(2)) >= 27).map(line => promotedTags(line).at(-1)!);

it('says what changes with each minor, as it is committed', () => {
  const pairs = NEWEST.slice(1).map((to, index) => [NEWEST[index], to] as const);
  const texts = pairs.map(([from, to]): [string, string] => [`${from}-to-${to}.txt`, renderUpgradeText(between(from, to))]);
  expect(texts.map(([name]) => name)).toHaveLength(10);
  expectGolden(new Map(texts), join(__dirname, 'golden'));
});

describe('from 1.27 to 1.37', () => {
  const whole = between('v1.27.10', 'v1.37.0');
  it.each<[string, RegExp]>([
    ['flag', /^--cloud-provider=aws\/v2 is gone$/],
    ['iam', /needs ec2:DescribeInstanceTopology/],
    ['iam', /needs elasticloadbalancing:SetSecurityGroups/],
    ['iam', /needs elasticloadbalancing:ModifyTargetGroupAttributes/],
    ['cloud-config', /services of \[ServiceOverride\] have other names/],
    ['cloud-config', /key NLBSecurityGroupMode is new/],
    ['nodes', /zone-id/],
    ['nodes', /a Node without spec\.providerID is deleted/],
    ['service', /target group attributes of a classic load balancer/],
    ['service', /another type of load balancer than the one that is there/],
    ['metrics', /work_item_duration_seconds is gone/],
    ['nodes', /as a whole \(InstancesV2\)/],
    ['nodes', /hpc, trn or p stays uninitialized while DescribeInstanceTopology fails/],
    ['metrics', /api_response_status_total counts responses/],
    ['metrics', /api_response_status_total counts a call once/],
    ['load-balancers', /with NLBSecurityGroupMode: Managed/],
    ['fault', /^mended: that nodes could not be registered/],
    ['calls', /longer than 30 s fails/],
    ['calls', /several instances in one request/],
    ['rbac', /grants \* on nodes/],
    ['feature-gate', /gates are gone: .*CloudDualStackNodeIPs/],
  ])('it says of %s: %s', (topic, text) => expect(said(whole, topic)).toContainEqual(expect.stringMatching(text)));

  it('goes minor by minor, by releases that are not known to be bad', () => expect(whole.steps).toEqual([
    'v1.28.11', 'v1.29.8', 'v1.30.9', 'v1.31.8', 'v1.32.8', 'v1.33.4', 'v1.34.3', 'v1.35.2', 'v1.36.1', 'v1.37.0',
  ]));
  it('has a source for each difference', () => expect(whole.differences.filter(({ source }) => source === '')).toEqual([]));
  it('and back is what is taken back', () => {
    const back = between('v1.37.0', 'v1.27.10');
    expect(said(back, 'nodes')).toContainEqual(expect.stringMatching(/^no longer: nodes get the label/));
    expect(said(back, 'iam')).toContainEqual('the role no longer needs elasticloadbalancing:SetSecurityGroups');
    expect([back.steps, said(back, 'service')[0]]).toEqual([['v1.27.10'], expect.stringMatching(/^taken again: /)]);
  });
});

it('within a minor says what a patch changes', () => {
  const patch = between('v1.36.1', 'v1.36.2');
  expect(patch.differences.map(({ topic }) => topic)).toEqual(['image', 'fault', 'fault', 'load-balancers']);
  expect([patch.steps, patch.isHindered]).toEqual([['v1.36.2'], false]);
});

describe('a cluster that is known', () => {
  const NLB = { 'service.beta.kubernetes.io/aws-load-balancer-type': 'nlb', 'service.beta.kubernetes.io/aws-load-balancer-security-groups': 'sg-1' };
  const services = [
    { name: 'shop/web', service: { annotations: NLB, protocols: ['TCP'] } }, { name: 'shop/api', service: { annotations: {}, protocols: ['TCP'] } },
  ];
  it('is told which of its Services is refused, and whether it is now', () => {
    expect(said(between('v1.34.3', 'v1.35.2', { services }), 'service')).toEqual([
      'Service shop/web is refused: security groups of a network load balancer that are given by annotation',
    ]);
    expect(said(between('v1.35.2', 'v1.36.1', { services }), 'service')).toEqual([
      'Service shop/web is refused, as it is now: security groups of a network load balancer that are given by annotation',
    ]);
    expect(said(between('v1.36.1', 'v1.37.0', { services }), 'service')).toEqual([]);
  });

  it.each<[string, string, string, Partial<UpgradedCluster>, boolean]>([
    ['a Service that is refused', 'v1.34.3', 'v1.35.2', { services }, true],
    ['Services of which none is', 'v1.36.1', 'v1.37.0', { services }, false],
    ['Services that are not known', 'v1.34.3', 'v1.35.2', {}, false],
    ['routes that the release does not list', 'v1.33.4', 'v1.34.3', { cloudRoutes: true }, true],
    ['a fault that any cluster meets', 'v1.30.9', 'v1.31.9', {}, true],
    ['an API server that is older', 'v1.35.2', 'v1.36.1', { apiServers: [KubernetesVersion.of('1.35.4')] }, true],
    ['API servers that are as old, and one minor younger', 'v1.35.2', 'v1.36.1',
      { apiServers: [KubernetesVersion.of('1.36.1'), KubernetesVersion.of('1.37.1')] }, false],
    ['an API server that is two minors younger', 'v1.34.3', 'v1.35.2', { apiServers: [KubernetesVersion.of('1.37.1')] }, true],
  ])('with %s: %s to %s', (_, from, to, cluster, isHindered) => expect(between(from, to, cluster).isHindered).toBe(isHindered));
});

it.each([
  ['v1.36.1', 'v1.36.1', "'v1.36.1' is where it is now; give another release as --to"],
  ['v1.36.1', 'v1.36.99', `--to 'v1.36.99' is younger than what was read of the AWS cloud-controller-manager, which is ${LAST}; '--unread-release' `
    + `takes it, with what is known of ${LAST}`],
  ['latest', 'v1.36.1', "--from 'latest' is not a release of the AWS cloud-controller-manager; known minors: 1.20 to 1.37"],
])('%s to %s is refused', (from, to, message) => expect(() => between(from, to)).toThrow(new Error(message)));

describe('a release that is younger than the tables', () => {
  const unread = (from: string, to: string, cluster: Partial<UpgradedCluster> = {}): CcmUpgrade =>
    ccmUpgrade(from, to, { ...NOTHING_KNOWN, ...cluster }, true);
  const warning = (tag: string, read: string) => `${tag} is younger than the tables, and what is known of ${read} is taken for it: Services, IAM `
    + `actions, RBAC rules, flags, feature gates, cloud config and faults of ${tag} are not known`;

  it('is said to differ as the last one before it, with a warning in front', () => {
    const [first, ...others] = unread('v1.35.2', 'v1.36.99').differences;
    expect(first).toStrictEqual({
      topic: 'unread',
      says: warning('v1.36.99', LAST),
      todo: `Read what its release notes say of what changed since ${LAST}.`,
      source: `https://github.com/kubernetes/cloud-provider-aws/compare/${LAST}...v1.36.99`,
    });
    const known = (topic: string) => topic !== 'image';
    expect(others.filter(({ topic }) => known(topic))).toStrictEqual(between('v1.35.2', LAST).differences.filter(({ topic }) => known(topic)));
  });
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['v1.36.1', 'v1.36.99', [warning('v1.36.99', LAST)], ['whether v1.36.99 has an image in registry.k8s.io is not known']],
    ['v1.36.99', 'v1.36.1', [warning('v1.36.99', LAST)], []],
    ['v1.36.99', 'v1.38.0', [warning('v1.36.99', LAST), warning('v1.38.0', NEWEST_CCM)],
      ['whether v1.38.0 has an image in registry.k8s.io is not known']],
    ['v1.35.2', 'v1.36.1', [], []],
  ])('%s to %s', (from, to, warnings, images) => {
    const upgrade = unread(from, to);
    expect([said(upgrade, 'unread'), said(upgrade, 'image'), upgrade.from, upgrade.to]).toStrictEqual([warnings, images, from, to]);
  });
  it('goes by the minors of its tag, and so do the API servers', () => {
    expect(unread('v1.36.1', 'v1.38.0').steps).toStrictEqual(['v1.37.0', 'v1.38.0']);
    const { isHindered, differences } = unread('v1.36.1', 'v1.38.0', { apiServers: [KubernetesVersion.of('1.37.1')] });
    expect([isHindered, differences[0].says]).toStrictEqual([
      true, 'v1.38.0 is of Kubernetes 1.38, and an API server is of 1.37: a cloud-controller-manager must not be newer',
    ]);
  });
  it('is no tag that never was', () => expect(() => unread('v1.36.1', 'v1.23.8')).toThrow("--to 'v1.23.8' is not a release of the AWS cloud-"));
});

it('is written in Markdown and JSON, where nothing of the text is markup', () => {
  const upgrade = between('v1.36.1', 'v1.37.0');
  expect(renderUpgradeMarkdown(upgrade))
    .toMatch(/^## AWS cloud-controller-manager v1\.36\.1 to v1\.37\.0\n\n### Known faults\n\n- mended: a Node without/);
  expect(renderUpgradeMarkdown(between('v1.27.10', 'v1.29.8'))).toContain('grants \\* on nodes');
  expect(JSON.parse(renderUpgradeJson(upgrade))).toEqual({ schemaVersion: 1, ...upgrade });
});
