import { join } from 'node:path';
import { isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmMinors, promotedTags } from '../../../src/lib/facts/ccm-release-list';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { parseRelease } from '../../../src/lib/facts/since';
import { tableReach } from '../../../src/lib/facts/table-reach';
import { IamPolicy } from '../../../src/lib/iam/iam-policy';
import { CCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { CommandLine } from '../../../src/lib/model/command-line';
import { gateDoubts, refusedGates } from '../../../src/lib/model/gates';
import { CcmUpgrade, ccmUpgrade } from '../../../src/lib/upgrade/ccm-upgrade';
import { iamDifferences } from '../../../src/lib/upgrade/differences/iam';
import { renderUpgradeJson } from '../../../src/lib/upgrade/render/json';
import { renderUpgradeMarkdown } from '../../../src/lib/upgrade/render/markdown';
import { renderUpgradeText } from '../../../src/lib/upgrade/render/text';
import { UNKNOWN_CLUSTER, UpgradedCluster } from '../../../src/lib/upgrade/upgraded-cluster';
import { expectGolden } from '../../golden';
import { lastCcmOf, lastImageOf, NEWEST_CCM } from '../../newest-ccm';

const between = (from: string, to: string, cluster: Partial<UpgradedCluster> = {}): CcmUpgrade =>
  ccmUpgrade(from, to, { ...UNKNOWN_CLUSTER, ...cluster });
const said = ({ differences }: CcmUpgrade, topic: string) => differences.filter(one => one.topic === topic).map(({ says }) => says);

const LAST = lastCcmOf('1.36');

/** The newest image of each minor whose faults are known, one after the other. */
const NEWEST = awsCcmMinors().filter(({ minor }) => Number(minor.slice(2)) >= 27).flatMap(line => promotedTags(line).filter(isAssessed).at(-1) ?? []);

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
    ['feature-gate', /^gates are gone: CloudDualStackNodeIPs$/],
    ['feature-gate', /^whether cloud-controller-manager 1\.37 starts with these feature gates is not known, .*: .*AdvancedAuditing/],
  ])('it says of %s: %s', (topic, text) => expect(said(whole, topic)).toContainEqual(expect.stringMatching(text)));

  it('goes minor by minor, by releases that are not known to be bad', () => expect(whole.steps).toEqual([
    'v1.28.11', 'v1.29.8', 'v1.30.9', 'v1.31.8', 'v1.32.8', 'v1.33.4', ...['1.34', '1.35', '1.36'].map(lastImageOf), 'v1.37.0',
  ]));
  it('has a source for each difference', () => expect(whole.differences.filter(({ source }) => source === '')).toEqual([]));
  it('and back is what is taken back', () => {
    const back = between('v1.37.0', 'v1.27.10');
    expect(said(back, 'nodes')).toContainEqual(expect.stringMatching(/^no longer: nodes get the label/));
    expect(said(back, 'iam')).toContainEqual('the role no longer needs elasticloadbalancing:SetSecurityGroups (network-load-balancers)');
    expect([back.steps.at(-1), said(back, 'service')[0]]).toEqual(['v1.27.10', expect.stringMatching(/^taken again: /)]);
  });
});

it.each(NEWEST.slice(1))('says of gates that %s does not have what verify says of them', to => {
  const { linkedMinor } = awsCcmRelease(to);
  const told = said(between(NEWEST[NEWEST.indexOf(to) - 1], to), 'feature-gate');
  const named = (before: string) => told.flatMap(says => says.startsWith(before) ? says.slice(says.lastIndexOf(': ') + 2).split(', ') : []);
  const set = (name: string) => new CommandLine(CCM, linkedMinor, [`--feature-gates=${name}=true`], to);
  for (const name of named('gates are gone: ')) {
    expect(refusedGates(CCM, linkedMinor, set(name), to).map(({ text }) => text)).toEqual([`unrecognized feature gate: ${name}`]);
  }
  const words = `whether cloud-controller-manager ${linkedMinor.minorVersion} starts with `;
  for (const name of named(words)) {
    expect(gateDoubts(CCM, linkedMinor, set(name), to)).toEqual([`${words}the feature gate ${name}=true is not known`]);
  }
});

it('says of IAM what the policies of the two releases differ by, whichever they are', () => {
  const policy = (cloudControllerManager: string) =>
    IamPolicy.controlPlane({ cloudControllerManager, routes: true, taggingController: true, fargate: true }).actions;
  const told = (from: string, to: string) => iamDifferences(awsCcmRelease(from), awsCcmRelease(to), UNKNOWN_CLUSTER)
    .map(({ says }) => /^the role (no longer )?needs (\S+) \(/.exec(says)!.slice(1));
  for (const [from, to] of ['v1.20.4', 'v1.22.0', 'v1.26.14', 'v1.31.8', 'v1.32.8', 'v1.37.0'].flatMap((tag, index, all) =>
    all.filter((_, other) => other !== index).map(other => [tag, other]))) {
    const [had, has] = [policy(from), policy(to)];
    expect([from, to, told(from, to).flatMap(([gone, action]) => gone === undefined ? [action] : [])])
      .toEqual([from, to, has.filter(action => !had.includes(action))]);
    expect(told(from, to).flatMap(([gone, action]) => gone === undefined ? [] : [action])).toEqual(had.filter(action => !has.includes(action)));
  }
});

it('within a minor says what a patch changes', () => {
  const patch = between('v1.36.1', 'v1.36.2');
  expect(patch.differences.map(({ topic }) => topic)).toEqual(['image', 'fault', 'passing-fault', 'passing-fault', 'load-balancers', 'process']);
  expect([patch.steps, patch.answer, patch.isDowngrade]).toEqual([['v1.36.2'], 'may-go', false]);
});

describe('a cluster that is known', () => {
  const AWS = 'service.beta.kubernetes.io/aws-load-balancer';
  const NLB = { [`${AWS}-type`]: 'nlb', [`${AWS}-security-groups`]: 'sg-1' };
  const services = [
    { name: 'shop/web', service: { annotations: NLB, protocols: ['TCP'] } }, { name: 'shop/api', service: { annotations: {}, protocols: ['TCP'] } },
  ];
  it('is told which of its Services is refused, and whether it is now', () => {
    expect(said(between('v1.34.3', 'v1.35.2', { services }), 'service')).toEqual([
      'Service shop/web is refused: security groups of a network load balancer that are given by annotation',
    ]);
    expect(said(between('v1.35.2', 'v1.36.1', { services }), 'service')).toEqual([
      'Service shop/web is refused, as it is now: security groups of a network load balancer that are given by annotation',
      expect.stringMatching(/^a change of a Service is refused, which no input shows: another type of load balancer than the one that is there/),
    ]);
    expect(said(between('v1.35.2', 'v1.36.1', { services: [] }), 'service')).toEqual([]);
    expect(said(between('v1.36.1', 'v1.37.0', { services }), 'service')).toEqual([]);
  });

  const ofType = (type: string | undefined): Partial<UpgradedCluster> => ({ instanceTypes: [{ node: 'a', type }] });
  it.each<[string, string, string, Partial<UpgradedCluster>, CcmUpgrade['answer']]>([
    ['a Service that is refused', 'v1.34.3', 'v1.35.2', { services }, 'must-not'],
    ['Services of which none is', 'v1.36.1', 'v1.37.0', { services }, 'may-go'],
    ['Services that are not known', 'v1.34.3', 'v1.35.2', { services: undefined }, 'may-go'],
    ['Services that are not known, and a fault that some meet', 'v1.35.2', 'v1.36.1', { services: undefined }, 'cannot-say'],
    ['a Service that meets it', 'v1.35.2', 'v1.36.1',
      { services: [{ name: 'shop/old', service: { annotations: { [`${AWS}-security-groups`]: 'sg-1' }, protocols: ['TCP'] } }] }, 'must-not'],
    ['Services that do not', 'v1.35.2', 'v1.36.1', {}, 'may-go'],
    ['a fault that shows in rare cases', 'v1.31.8', 'v1.32.8', {}, 'may-go'],
    ['routes of which nothing is known', 'v1.33.4', 'v1.34.3', { cloudRoutes: undefined }, 'cannot-say'],
    ['no routes', 'v1.33.4', 'v1.34.3', {}, 'may-go'],
    ['a Node without a provider ID', 'v1.36.2', 'v1.37.0', { nodesWithoutProviderId: ['ip-10-0-0-7'] }, 'cannot-say'],
    ['Nodes that have one', 'v1.36.2', 'v1.37.0', { nodesWithoutProviderId: [] }, 'may-go'],
    ['a Node whose topology is required', 'v1.31.5', 'v1.31.6', ofType('inf1.xlarge'), 'cannot-say'],
    ['one whose topology is not required', 'v1.31.5', 'v1.31.8', ofType('inf1.xlarge'), 'may-go'],
    ['one that the cloud config requires it of', 'v1.31.5', 'v1.31.8', { ...ofType('m5.large'), topologyTypes: '^m5' }, 'cannot-say'],
    ['a pattern that means nothing here', 'v1.31.5', 'v1.31.8', { ...ofType('m5.large'), topologyTypes: '(?s:m)' }, 'cannot-say'],
    ['a Node of which no type is known', 'v1.31.5', 'v1.31.8', ofType(undefined), 'may-go'],
    ['a tag without an image', 'v1.23.2', 'v1.23.5', { ccmRepositories: ['registry.k8s.io/provider-aws/cloud-controller-manager'] }, 'must-not'],
    ['a tag without an image upstream', 'v1.23.2', 'v1.23.5', { ccmRepositories: ['example.com/ccm'] }, 'cannot-say'],
    ['API servers as new as the release that runs, two minors back', 'v1.34.3', 'v1.32.8', { apiServers: [] }, 'must-not'],
    ['no API server, and another minor', 'v1.34.3', 'v1.35.2', { apiServers: [] }, 'cannot-say'],
    ['no API server, and the same minor', 'v1.36.1', 'v1.36.2', { apiServers: [] }, 'may-go'],
    ['the same, one minor back', 'v1.34.3', 'v1.33.4', {}, 'may-go'],
    ['routes that the release does not list', 'v1.33.4', 'v1.34.3', { cloudRoutes: true }, 'must-not'],
    ['a fault that any cluster meets', 'v1.30.9', 'v1.31.9', {}, 'must-not'],
    ['an API server that is older', 'v1.35.2', 'v1.36.1', { apiServers: [KubernetesVersion.of('1.35.4')] }, 'must-not'],
    ['API servers that are as old, and one minor younger', 'v1.35.2', 'v1.36.1',
      { apiServers: [KubernetesVersion.of('1.36.1'), KubernetesVersion.of('1.37.1')] }, 'may-go'],
    ['an API server that is two minors younger', 'v1.34.3', 'v1.35.2', { apiServers: [KubernetesVersion.of('1.37.1')] }, 'must-not'],
    ['an API server of its minor, which its libraries are ahead of', 'v1.31.8', 'v1.32.8', { apiServers: [KubernetesVersion.of('1.32.9')] },
      'may-go'],
    ['an API server of the minor of its libraries', 'v1.32.3', 'v1.32.8', { apiServers: [KubernetesVersion.of('1.33.4')] }, 'may-go'],
    ['an API server two minors younger than its tag', 'v1.32.3', 'v1.32.8', { apiServers: [KubernetesVersion.of('1.34.2')] }, 'must-not'],
    ['a KCM alone, seven minors younger', 'v1.26.14', 'v1.27.10', { apiServers: [], kcms: [KubernetesVersion.of('1.34.2')] }, 'must-not'],
    ['a KCM alone, whose API server may be as new', 'v1.34.3', 'v1.35.2', { apiServers: [], kcms: [KubernetesVersion.of('1.34.2')] }, 'cannot-say'],
    ['a KCM alone, of its minor', 'v1.34.3', 'v1.35.2', { apiServers: [], kcms: [KubernetesVersion.of('1.35.2')] }, 'may-go'],
    ['a KCM alone, two minors older', 'v1.35.2', 'v1.36.1', { apiServers: [], kcms: [KubernetesVersion.of('1.34.2')] }, 'must-not'],
    ['an API server of its minor beside an older KCM', 'v1.35.2', 'v1.36.1',
      { apiServers: [KubernetesVersion.of('1.36.1')], kcms: [KubernetesVersion.of('1.34.2')] }, 'may-go'],
    ['routes, over minors that list none', 'v1.33.4', 'v1.36.1', { cloudRoutes: true }, 'must-not'],
  ])('with %s: %s to %s', (_, from, to, cluster, verdict) => {
    const younger = [from, to].map(tag => parseRelease(tag).minor).sort((a, b) => b - a)[0];
    const upgrade = between(from, to, { cloudRoutes: false, services: [], apiServers: [KubernetesVersion.of(`1.${younger}`)], ...cluster });
    expect(upgrade.answer).toBe(verdict);
    if (verdict === 'may-go') expect(said(upgrade, 'fault').filter(says => says.includes('has a known fault'))).toEqual([]);
  });
});

describe('a command line that the cluster has', () => {
  const running = (...words: readonly string[]): Partial<UpgradedCluster> => ({
    services: [],
    cloudRoutes: false,
    ccms: [{ dir: '', label: 'DaemonSet kube-system/ccm', component: CCM, version: KubernetesVersion.of('1.26'), flags: [], words }],
  });
  it.each<[string, string, string, string, string | undefined, CcmUpgrade['answer']]>([
    ['a gate that is gone', 'v1.26.14', 'v1.27.10', '--feature-gates=IPv6DualStack=true', 'feature-gate-refused', 'must-not'],
    ['a gate that both have', 'v1.26.8', 'v1.26.14', '--feature-gates=IPv6DualStack=true', undefined, 'may-go'],
    ['a gate that may be gone', 'v1.30.9', 'v1.31.8', '--feature-gates=APIPriorityAndFairness=true', 'process-ends', 'cannot-say'],
    ['a gate of which neither is known to have it', 'v1.31.6', 'v1.31.8', '--feature-gates=APIPriorityAndFairness=true', undefined, 'may-go'],
    ['a flag that came later', 'v1.27.10', 'v1.26.14', '--concurrent-node-syncs=2', 'flag-unknown-to-release', 'must-not'],
    ['a flag that neither has', 'v1.26.8', 'v1.26.14', '--bogus', undefined, 'may-go'],
    ['a provider that is gone', 'v1.28.11', 'v1.29.8', '--cloud-provider=aws/v2', 'process-ends', 'must-not'],
  ])('has %s: %s to %s', (_, from, to, word, id, verdict) => {
    const upgrade = between(from, to, running('--cloud-provider=aws', '--configure-cloud-routes=false', word));
    const found = upgrade.differences.flatMap(({ hindrance, says }) => says.startsWith('DaemonSet kube-system/ccm ') ? hindrance! : []);
    expect(found).toEqual(id === undefined ? [] : [{ id, isCertain: verdict === 'must-not' }]);
    expect(upgrade.answer).toBe(verdict);
  });
});

describe('a Node without spec.providerID', () => {
  const DELETED = 'a Node without spec.providerID is deleted where no instance has its name; 1.30.0 to 1.36.2 keep it';
  it.each<[string, string, readonly string[] | undefined, readonly string[]]>([
    ['v1.36.2', 'v1.37.0', undefined, [DELETED]],
    ['v1.36.2', 'v1.37.0', ['ip-10-0-0-7', 'ip-10-0-0-8'], [`${DELETED}: here ip-10-0-0-7, ip-10-0-0-8`]],
    ['v1.36.2', 'v1.37.0', [], [`${DELETED}; every Node of the input has one`]],
    ['v1.29.8', 'v1.30.9', undefined, [`no longer: ${DELETED}`]],
    ['v1.28.11', 'v1.29.8', undefined, []],
    ['v1.30.9', 'v1.36.2', undefined, []],
    // What releases on the way kept goes with the last.
    ['v1.29.8', 'v1.37.0', undefined, [DELETED]],
    ['v1.37.0', 'v1.36.1', undefined, [`no longer: ${DELETED}`]],
    ['v1.30.9', 'v1.29.8', ['ip-10-0-0-7'], [`${DELETED}: here ip-10-0-0-7`]],
  ])('%s to %s, with %j', (from, to, nodesWithoutProviderId, told) => {
    expect(said(between(from, to, { nodesWithoutProviderId }), 'nodes').filter(text => text.includes('providerID'))).toEqual(told);
  });
});

it.each([
  ['v1.36.1', 'v1.36.1', "'v1.36.1' is where it is now; give another release as --to"],
  ['v1.36.1', 'v1.36.99', `--to 'v1.36.99' is younger than what was read of the AWS cloud-controller-manager, which is ${LAST}; '--unread-release' `
    + `takes it, with what is known of ${LAST}`],
  ['latest', 'v1.36.1', "--from 'latest' is not a release of the AWS cloud-controller-manager; known minors: 1.20 to 1.37"],
])('%s to %s is refused', (from, to, message) => expect(() => between(from, to)).toThrow(new Error(message)));

describe('a release that is younger than the tables', () => {
  const unread = (from: string, to: string, cluster: Partial<UpgradedCluster> = {}): CcmUpgrade =>
    ccmUpgrade(from, to, { ...UNKNOWN_CLUSTER, ...cluster }, true);
  const warning = (tag: string, read: string) => `${tag} is younger than the tables, and what is known of ${read} is taken for it: Services, IAM `
    + `actions, RBAC rules, flags, feature gates, cloud config and faults of ${tag} are not known`;

  it('is said to differ as the last one before it, with a warning in front', () => {
    const apiServers = [KubernetesVersion.of('1.36.1')];
    const [first, ...others] = unread('v1.35.2', 'v1.36.99', { apiServers }).differences;
    expect(first).toStrictEqual({
      topic: 'unread',
      says: warning('v1.36.99', LAST),
      todo: `Read what its release notes say of what changed since ${LAST}.`,
      source: `https://github.com/kubernetes/cloud-provider-aws/compare/${LAST}...v1.36.99`,
    });
    const known = (topic: string) => topic !== 'image';
    const { differences } = between('v1.35.2', LAST, { apiServers });
    expect(others.filter(({ topic }) => known(topic))).toStrictEqual(differences.filter(({ topic }) => known(topic)));
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
    const { answer, differences } = unread('v1.36.1', 'v1.38.0', { apiServers: [KubernetesVersion.of('1.37.1')] });
    expect([answer, differences[0].says]).toStrictEqual([
      'must-not', 'v1.38.0 is of Kubernetes 1.38, and an API server is of 1.37: a cloud-controller-manager must not be newer',
    ]);
  });
  it('is no tag that never was', () => expect(() => unread('v1.36.1', 'v1.23.8')).toThrow("--to 'v1.23.8' is not a release of the AWS cloud-"));
});

it('says its answer first, with the ids of what stands in the way, and that it is a downgrade', () => {
  const first = (from: string, to: string) => renderUpgradeText(between(from, to)).split('\n')[0];
  expect(first('v1.36.1', 'v1.37.0')).toBe('cannot say: AWS cloud-controller-manager v1.36.1 to v1.37.0 (version-unknown)');
  expect(first('v1.36.1', 'v1.36.2')).toBe('may go: AWS cloud-controller-manager v1.36.1 to v1.36.2');
  expect(first('v1.31.8', 'v1.31.9')).toBe('must not go: AWS cloud-controller-manager v1.31.8 to v1.31.9 (adds-rules-again)');
  expect(first('v1.37.0', 'v1.36.1'))
    .toBe('cannot say: AWS cloud-controller-manager v1.37.0 back to v1.36.1, a downgrade (version-unknown, revokes-other-rules)');
});

it('is written in Markdown and JSON, where nothing of the text is markup', () => {
  const upgrade = between('v1.36.1', 'v1.37.0');
  expect(renderUpgradeMarkdown(upgrade)).toMatch(
    /^## cannot say: AWS .* v1\.36\.1 to v1\.37\.0 \(version-unknown\)\n\n### What may stand in the way\n/,
  );
  expect(renderUpgradeMarkdown(between('v1.27.10', 'v1.29.8'))).toContain('grants \\* on nodes');
  expect(JSON.parse(renderUpgradeJson(upgrade))).toEqual({ schemaVersion: 3, tables: tableReach(), ...upgrade });
});
