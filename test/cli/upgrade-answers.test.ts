import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { UpgradeAnswer } from '../../src/lib/upgrade/answer';
import { HelmUpgrade } from '../../src/lib/upgrade/helm';

const IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager';
const AWS = 'service.beta.kubernetes.io/aws-load-balancer';
const ARGS = ['--cloud-provider=aws', '--configure-cloud-routes=false'];
const RULES = [
  { apiGroups: [''], resources: ['nodes', 'services', 'serviceaccounts'], verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['nodes/status', 'services/status', 'events', 'serviceaccounts/token'], verbs: ['create', 'patch', 'update'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'list', 'watch', 'create', 'update', 'patch'] },
];

interface Cluster {
  readonly tag: string;
  /** Releases of its API servers. */
  readonly servers: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly object[];
  /** By name, the annotations of Services of type LoadBalancer; undefined: no Service is given. */
  readonly services?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly rules?: readonly object[];
  readonly nodes?: readonly object[];
  readonly others: readonly object[];
  /** Statements of the policy of its role. */
  readonly policy?: readonly object[];
}

const PLAIN: Cluster = { tag: 'v1.35.2', servers: ['1.36.1'], args: ARGS, env: [], services: { web: {} }, others: [] };

const named = (kind: string, name: string, apiVersion: string, more: object) =>
  ({ apiVersion, kind, metadata: { name, namespace: kind.startsWith('Cluster') || kind === 'Node' ? undefined : 'kube-system' }, ...more });

function daemonSet({ tag, args, env }: Pick<Cluster, 'tag' | 'args' | 'env'>, name = 'aws-cloud-controller-manager'): object {
  const container = { name: 'aws-cloud-controller-manager', image: `${IMAGE}:${tag}`, args, env };
  return named('DaemonSet', name, 'apps/v1', {
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { hostNetwork: true, serviceAccountName: 'ccm', containers: [container] } },
    },
  });
}

/** As `kubectl get -o json` prints them: the API servers are mirror pods of their nodes. */
function objectsOf(cluster: Cluster): readonly object[] {
  const { servers, services, rules, nodes = [], others } = cluster;
  const RBAC = 'rbac.authorization.k8s.io/v1';
  return [
    daemonSet(cluster),
    ...servers.map((version, index) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `kube-apiserver-cp-${index}`,
        namespace: 'kube-system',
        annotations: { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.source': 'file' },
      },
      spec: {
        nodeName: `cp-${index}`,
        hostNetwork: true,
        containers: [{ name: 'kube-apiserver', image: `registry.k8s.io/kube-apiserver:v${version}`, command: ['kube-apiserver'] }],
      },
    })),
    ...Object.entries(services ?? {}).map(([name, annotations]) => ({
      apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop', annotations }, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    })),
    ...rules === undefined ? [] : [
      named('ClusterRole', 'ccm', RBAC, { rules }),
      named('ClusterRoleBinding', 'ccm', RBAC, {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'ccm' },
        subjects: [{ kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' }],
      }),
    ],
    ...nodes, ...others,
  ];
}

const validate = new Ajv2020().compile(JSON.parse(readFileSync(join(__dirname, '..', '..', 'schemas', 'upgrade.schema.json'), 'utf8')) as object);

let root: string;
beforeAll(() => { root = mkdtempSync(join(tmpdir(), 'answers-')); });
afterAll(() => rmSync(root, { recursive: true }));

interface Said {
  readonly answer: UpgradeAnswer;
  readonly missing: readonly { readonly says: string; readonly command: string }[];
  readonly assumed: readonly { readonly says: string; readonly command: string }[];
  readonly differences: readonly {
    readonly topic: string; readonly says: string; readonly hindrance?: { readonly id: string }; readonly place?: { readonly file: string };
  }[];
  readonly hops: readonly { readonly differences: Said['differences']; readonly back: { readonly until: readonly string[] } }[];
}

async function ask(cluster: Partial<Cluster>, to: string, ...flags: readonly string[]) {
  const whole = { ...PLAIN, ...cluster };
  writeFileSync(join(root, 'cluster.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(whole) }, null, 2));
  const policy = whole.policy === undefined ? [] : ['--iam-policy', 'policy.json'];
  if (whole.policy) writeFileSync(join(root, 'policy.json'), JSON.stringify({ Version: '2012-10-17', Statement: whole.policy }));
  const io = ioIn(root);
  const code = await main(['upgrade', 'cluster.json', '--to', to, ...policy, ...flags], io);
  return { code, out: io.text.out, err: io.text.err };
}

const NLB = { [`${AWS}-type`]: 'nlb' };
const GROUPS = { [`${AWS}-security-groups`]: 'sg-1' };
const node1 = (spec: object, labels: Readonly<Record<string, string>> = {}) =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'ip-10-0-0-7.eu-west-1.compute.internal', labels }, spec });
const service = (annotations: Readonly<Record<string, string>>, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'other', namespace: 'shop', annotations },
  spec: { type: 'LoadBalancer', ports: [{ port: 80 }], ...spec },
});
const MANY = { Effect: 'Allow', Action: ['ec2:*', 'elasticloadbalancing:Describe*'], Resource: '*' };
const TOKEN = [{ name: 'AWS_WEB_IDENTITY_TOKEN_FILE', value: '/var/run/secrets/token' }];

/** What each is asked, and the answer that was written down before the first run. */
const CLUSTERS: readonly (readonly [string, Partial<Cluster>, string, UpgradeAnswer, readonly string[]])[] = [
  ['nothing out of the ordinary', {}, 'v1.36.1', 'may-go', []],
  ['API servers of the old minor', { servers: ['1.35.4'] }, 'v1.36.1', 'must-not', ['ccm-newer-than-api-server']],
  ['one API server of the old minor', { servers: ['1.36.1', '1.35.4'] }, 'v1.36.1', 'must-not', ['ccm-newer-than-api-server']],
  ['API servers of two minors, both of which are right', { servers: ['1.36.1', '1.37.1'] }, 'v1.36.1', 'may-go', []],
  ['no API server, and another minor', { servers: [] }, 'v1.36.1', 'cannot-say', ['version-unknown']],
  ['no API server, and the same minor', { tag: 'v1.36.1', servers: [] }, 'v1.36.2', 'may-go', []],
  ['no API server, back to another minor', { tag: 'v1.36.1', servers: [] }, 'v1.35.2', 'cannot-say', ['version-unknown']],
  ['an API server that no table has', { servers: ['1.38.0'] }, 'v1.36.1', 'cannot-say', ['version-unknown']],
  ['Services that are not given, where some would meet a fault', { services: undefined }, 'v1.36.1', 'cannot-say', ['revokes-other-rules']],
  ['a classic load balancer with groups', { services: { web: GROUPS } }, 'v1.36.1', 'must-not', ['revokes-other-rules']],
  ['a network load balancer with groups, refused as it is', { services: { web: { ...NLB, ...GROUPS } } }, 'v1.36.1', 'must-not',
    ['service-refused-by-release']],
  ['groups that the release after takes again', { tag: 'v1.36.2', servers: ['1.37.1'], services: { web: { ...NLB, ...GROUPS } } }, 'v1.37.0',
    'may-go', []],
  ['a gate that is gone', { tag: 'v1.26.14', servers: ['1.27.4'], args: [...ARGS, '--feature-gates=IPv6DualStack=true'] }, 'v1.27.10', 'must-not',
    ['feature-gate-refused', 'controller-runs-nowhere']],
  ['a flag that is younger than the older release', { tag: 'v1.27.10', servers: ['1.27.4'], args: [...ARGS, '--concurrent-node-syncs=2'] },
    'v1.26.14', 'must-not',
    ['flag-unknown-to-release', 'controller-runs-nowhere']],
  ['routes, which the release does not list', {
    tag: 'v1.33.4',
    servers: ['1.34.2'],
    args: ['--cloud-provider=aws', '--allocate-node-cidrs=true',
      '--cluster-cidr=10.0.0.0/16', '--configure-cloud-routes=true'],
  }, 'v1.34.3', 'must-not', ['lists-no-routes']],
  ['a command line that is not known', {
    tag: 'v1.33.4',
    servers: ['1.34.2'],
    args: ['--cloud-provider=aws', '$(MORE)'],
    env: [{ name: 'MORE', valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } }],
  }, 'v1.34.3', 'cannot-say', ['lists-no-routes']],
  ['roles that have all', { rules: RULES }, 'v1.36.1', 'may-go', []],
  ['roles without services/status, as it is now', { rules: [RULES[0], RULES[2]] }, 'v1.36.1', 'may-go', []],
  ['a policy without a right that its load balancer needs', { tag: 'v1.36.2', servers: ['1.37.1'], services: { web: NLB }, policy: [MANY] },
    'v1.37.0', 'must-not',
    ['iam-action-missing']],
  ['the same, without such a load balancer', { tag: 'v1.36.2', servers: ['1.37.1'], policy: [MANY] }, 'v1.37.0', 'may-go', []],
  ['the same, without Services', { tag: 'v1.36.2', servers: ['1.37.1'], services: undefined, policy: [MANY] }, 'v1.37.0', 'cannot-say',
    ['iam-action-missing']],
  ['a policy that has it', {
    tag: 'v1.36.2',
    servers: ['1.37.1'],
    services: { web: NLB },
    policy: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
  }, 'v1.37.0',
  'may-go', []],
  ['a policy that takes it away', {
    tag: 'v1.36.2',
    servers: ['1.37.1'],
    services: { web: NLB },
    policy: [{ Effect: 'Allow', Action: '*', Resource: '*' },
      { Effect: 'Deny', Action: 'elasticloadbalancing:SetSecurityGroups', Resource: '*' }],
  }, 'v1.37.0', 'must-not', ['iam-action-missing']],
  ['a Node without a provider ID', { tag: 'v1.36.2', servers: ['1.37.1'], nodes: [node1({})] }, 'v1.37.0', 'cannot-say',
    ['deletes-nodes-without-provider-id']],
  ['Nodes that have one', { tag: 'v1.36.2', servers: ['1.37.1'], nodes: [node1({ providerID: 'aws:///eu-west-1a/i-0123456789abcdef0' })] },
    'v1.37.0', 'may-go', []],
  ['a web identity without a region', { tag: 'v1.31.1', servers: ['1.31.4'], env: TOKEN }, 'v1.31.8', 'must-not', ['asks-topology-without-region']],
  ['back to a release with a fault that it meets', { tag: 'v1.37.0', servers: ['1.37.1'], services: { web: GROUPS } }, 'v1.36.1', 'must-not',
    ['revokes-other-rules']],
  ['back to one without', { tag: 'v1.37.0', servers: ['1.37.1'] }, 'v1.36.1', 'may-go', []],
  ['two that lead side by side', { others: [daemonSet({ ...PLAIN, args: [...ARGS, '--leader-elect-resource-name=other'] }, 'second')] }, 'v1.36.1',
    'must-not',
    ['several-cloud-controller-managers', 'controller-runs-twice']],
  ['two that share a lock', { others: [daemonSet(PLAIN, 'second')] }, 'v1.36.1', 'must-not', ['several-cloud-controller-managers']],
  ['API servers of three minors, one of which no release of the way fits', { servers: ['1.35.4', '1.36.1', '1.37.1'] }, 'v1.36.1', 'must-not',
    ['api-servers-apart', 'ccm-newer-than-api-server']],
  ['the same, within one minor', { tag: 'v1.36.1', servers: ['1.35.4', '1.36.1', '1.37.1'] }, 'v1.36.2', 'must-not',
    ['api-servers-apart', 'ccm-newer-than-api-server']],
  ['a minor on the way that refuses a Service', { tag: 'v1.34.3', servers: ['1.35.4'], services: { web: { ...NLB, ...GROUPS } } }, 'v1.37.0',
    'must-not',
    ['ccm-newer-than-api-server', 'service-refused-by-release']],
  ['a digest behind the tag', { tag: `v1.35.2@sha256:${'a'.repeat(64)}` }, 'v1.36.1', 'may-go', []],
  ['a patch back, to a fault that it does not meet', { tag: 'v1.36.2' }, 'v1.36.1', 'may-go', []],
  ['API servers that are two minors ahead, and a way to them', { tag: 'v1.34.3' }, 'v1.36.1', 'may-go', []],
  ['the same, within the minor that is too old', { tag: 'v1.34.1' }, 'v1.34.3', 'must-not', ['version-skew']],
  ['two minors back', { tag: 'v1.37.0', servers: ['1.37.1'] }, 'v1.35.2', 'must-not', ['version-skew']],
  ['two minors on, where the API servers went one', { tag: 'v1.34.3', servers: ['1.35.4'] }, 'v1.36.1', 'must-not', ['ccm-newer-than-api-server']],
  ['what it refuses, at a Service of another class', { others: [service({ ...NLB, ...GROUPS }, { loadBalancerClass: 'service.k8s.aws/nlb' })] },
    'v1.36.1', 'may-go', []],
  ['what it refuses, at one that is left to another controller', { services: { web: { ...GROUPS, [`${AWS}-type`]: 'external' } } }, 'v1.36.1',
    'may-go', []],
  ['the same, by its older name', { services: { web: { ...GROUPS, [`${AWS}-type`]: 'nlb-ip' } } }, 'v1.36.1', 'may-go', []],
  ['what it refuses, at a Service without a load balancer', { others: [service({ ...NLB, ...GROUPS }, { type: 'ClusterIP' })] }, 'v1.36.1', 'may-go',
    []],
  ['an annotation whose name only ends like the one of a fault', { services: { web: { [`${AWS}-extra-security-groups`]: 'sg-1' } } }, 'v1.36.1',
    'may-go', []],
  ['a policy that allows all but something else', {
    tag: 'v1.36.2',
    servers: ['1.37.1'],
    services: { web: NLB },
    policy: [{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }],
  }, 'v1.37.0', 'may-go', []],
  ['a Node whose provider ID is empty', { tag: 'v1.36.2', servers: ['1.37.1'], nodes: [node1({ providerID: '' })] }, 'v1.37.0', 'cannot-say',
    ['deletes-nodes-without-provider-id']],
];

describe('the answer is about the cluster', () => {
  it.each(CLUSTERS)('%s', async (_, cluster, to, answer, ids) => {
    const { code, out, err } = await ask(cluster, to, '--format', 'json');
    expect(err).toBe('');
    const said = JSON.parse(out) as Said;
    validate(said);
    expect(validate.errors ?? []).toEqual([]);
    const found = [...said.differences, ...said.hops.flatMap(hop => hop.differences)].flatMap(({ hindrance }) => hindrance?.id ?? []);
    expect({ answer: said.answer, code, ids: [...new Set(found)] }).toEqual({ answer, code: answer === 'may-go' ? 0 : 1, ids });
  });
});

describe('what it says besides', () => {
  const json = async (cluster: Partial<Cluster>, to: string, ...flags: readonly string[]) =>
    JSON.parse((await ask(cluster, to, '--format', 'json', ...flags)).out) as Said;

  it('is what is missing, each with the command that shows it', async () => {
    const { missing } = await json({ tag: 'v1.36.2', servers: ['1.37.1'], services: undefined, policy: [MANY] }, 'v1.37.0');
    expect(missing).toEqual([{ says: 'the Services of type LoadBalancer', command: 'kubectl get services -A -o json' }]);
    expect((await json({ servers: ['1.38.0'] }, 'v1.36.1')).missing.map(({ command }) => command))
      .toEqual(['kubectl -n kube-system get pods -l component=kube-apiserver -o json']);
    expect((await json({}, 'v1.36.1')).missing).toEqual([]);
  });

  it.each<[string, Partial<Cluster>, string, readonly string[]]>([
    ['rights of roles that are not given', {}, 'v1.36.1', ['its ServiceAccount has the rights']],
    ['nothing where they are', { rules: RULES }, 'v1.36.1', []],
    ['API servers, of the same minor', { tag: 'v1.36.1', servers: [], rules: RULES }, 'v1.36.2', ['API servers are of 1.36']],
    ['Services', { services: undefined, rules: RULES }, 'v1.36.1', ['no Service of type LoadBalancer has what v1.36.1 refuses']],
    ['the role, where a load balancer needs more, and Nodes', { tag: 'v1.36.2', servers: ['1.37.1'], rules: RULES, services: { web: NLB } },
      'v1.37.0',
      ['no Node is one', 'its role may call elasticloadbalancing:SetSecurityGroups']],
    ['the role, under a condition', {
      tag: 'v1.36.2',
      servers: ['1.37.1'],
      rules: RULES,
      services: { web: NLB },
      nodes: [node1({ providerID: 'aws:///a/i-1' })],
      policy: [{ Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: { 'aws:x': 'true' } } }],
    }, 'v1.37.0', ['its role may call']],
  ])('is what it assumes: %s', async (_, cluster, to, told) => {
    const { assumed } = await json(cluster, to);
    expect(assumed.map(({ says }) => says)).toEqual(told.map(text => expect.stringContaining(text)));
    expect(assumed.filter(({ command }) => !/^(kubectl|aws) /.test(command))).toEqual([]);
  });

  const METRIC = 'cloudprovider_aws_api_response_status_total';
  const alert = named('PrometheusRule', 'ccm', 'monitoring.coreos.com/v1',
    { spec: { groups: [{ name: 'a', rules: [{ alert: 'A', expr: `rate(${METRIC}[5m]) > 0` }] }] } });
  it.each<[string, Partial<Cluster>, string, string, boolean]>([
    ['a metric that an alert uses', { tag: 'v1.36.2', servers: ['1.37.1'], others: [alert] }, 'v1.37.0', METRIC, true],
    ['one that none uses', { tag: 'v1.36.2', servers: ['1.37.1'] }, 'v1.37.0', METRIC, false],
    ['what is new in a network load balancer', { tag: 'v1.35.1', services: { web: NLB } }, 'v1.36.1', 'targets of a network load balancer', true],
    ['the same without one', { tag: 'v1.35.1' }, 'v1.36.1', 'targets of a network load balancer', false],
    ['an annotation that is read', { tag: 'v1.36.1', services: { web: { [`${AWS}-subnets`]: 'subnet-1' } } }, 'v1.36.2', 'taken from the cluster',
      true],
    ['the same without', { tag: 'v1.36.1' }, 'v1.36.2', 'taken from the cluster', false],
    ['a variable that does nothing any more', { tag: 'v1.36.1', env: [{ name: 'GODEBUG', value: 'tlsrsakex=1' }] }, 'v1.36.2', 'GODEBUG', true],
    ['the same without', { tag: 'v1.36.1' }, 'v1.36.2', 'GODEBUG', false],
    ['a flag whose default is another', { tag: 'v1.36.1', servers: ['1.37.1'] }, 'v1.37.0', '--concurrent-node-lifecycle-syncs is new', false],
    ['an action of what it does not use', { tag: 'v1.36.2', servers: ['1.37.1'] }, 'v1.37.0',
      'the role needs elasticloadbalancing:SetSecurityGroups', false],
  ])('is of the difference what it meets: %s', async (_, cluster, to, text, isShown) => {
    const says = async (...flags: readonly string[]) => (await json(cluster, to, ...flags)).differences.some(one => one.says.includes(text));
    expect([await says(), await says('--all')]).toEqual([isShown, true]);
  });

  it('is each hop, what it needs before, and until when it can be taken back', async () => {
    const { hops } = await json({ tag: 'v1.34.3', servers: ['1.35.4'] }, 'v1.36.1');
    expect(hops).toMatchObject([
      {
        from: 'v1.34.3',
        to: expect.stringMatching(/^v1\.35\./) as string,
        apiServersFirst: false,
        apiServers: ['1.35'],
        answer: 'may-go',
        back: { until: ['an API server is of 1.36, beside which v1.34.3 is two minors older'] },
      },
      { to: 'v1.36.1', apiServersFirst: true, apiServers: ['1.36'], answer: 'may-go' },
    ]);
  });

  it('is that API servers which are ahead do not go back, and that there is no way back beside them', async () => {
    const { out } = await ask({ tag: 'v1.34.3', servers: ['1.36.1'] }, 'v1.35.2');
    expect(out).toContain('  - beside API servers of 1.36, v1.34.3 to v1.35.2: ');
    expect(out).toContain(' back to v1.34.3 until an API server is of 1.36, as one is now, beside which ');
    const mixed = await ask({ tag: 'v1.34.3', servers: ['1.34.1', '1.35.1'] }, 'v1.35.2');
    expect(mixed.out).toContain('  - API servers of 1.35 first, then v1.34.3 to v1.35.2: ');
  });

  it('is what is wrong now as well, in its roles and in the policy of its role', async () => {
    const { answer, differences } = await json({
      // Without --authorization-mode an API server allows everything.
      tag: 'v1.36.1', servers: [], rules: [RULES[0]], policy: [{ Effect: 'Deny', Action: '*', Resource: '*' }],
    }, 'v1.36.2');
    expect(answer).toBe('may-go');
    expect(differences.map(({ says }) => says)).toEqual(expect.arrayContaining([
      expect.stringMatching(/^wrong now as well, and stays so: .*lock-access-missing/),
      expect.stringMatching(/^no policy that is given allows, now as well, .*elasticloadbalancing:CreateLoadBalancer/),
    ]));
    expect((await json({ rules: RULES }, 'v1.36.1')).differences.filter(({ says }) => says.includes('now as well'))).toEqual([]);
  });

  it('is what ends the way back besides: a Service that the old release refuses, and a right that it alone needs', async () => {
    const [up] = (await json({ tag: 'v1.36.1', servers: ['1.37.1'] }, 'v1.37.0')).hops;
    expect(up.back.until).toEqual([
      expect.stringContaining('an API server is of 1.38'), expect.stringMatching(/^a Service has what v1\.36\.1 refuses and v1\.37\.0 takes: /),
    ]);
    const [down] = (await json({ tag: 'v1.37.0', servers: ['1.37.1'], services: { web: NLB } }, 'v1.36.1')).hops;
    expect(down.back.until).toContain('its role lacks elasticloadbalancing:SetSecurityGroups, which only v1.37.0 calls');
    const [without] = (await json({ tag: 'v1.37.0', servers: ['1.37.1'] }, 'v1.36.1')).hops;
    expect(without.back.until).toHaveLength(1);
  });

  it('is where it is, in SARIF as well', async () => {
    const { out } = await ask({ services: { web: { ...NLB, ...GROUPS } } }, 'v1.36.1', '--format', 'sarif');
    const { runs: [{ results, properties }] } = JSON.parse(out) as {
      runs: { properties: object; results: { ruleId: string; level: string; locations: { physicalLocation: { artifactLocation: object } }[] }[] }[];
    };
    expect(properties).toMatchObject({ answer: 'must-not' });
    expect(results.filter(({ level }) => level === 'error').map(({ ruleId, locations }) => [ruleId,
      locations[0].physicalLocation.artifactLocation]))
      .toEqual([['service-refused-by-release', { uri: 'cluster.json' }]]);
  });

  it('begins with the answer, and ends with what it leaves out', async () => {
    const { out } = await ask({}, '1.36');
    expect(out.split('\n')[0]).toBe('may go: AWS cloud-controller-manager v1.35.2 to v1.36.1');
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ more differences that this input does not meet: --all shows them$/);
  });

  it.each<[string, Partial<Cluster>, readonly string[], string]>([
    ['a CCM of an unknown release', { tag: 'x' }, [], ' is not known by its image; give it as --from'],
    ['a policy that is none', {}, ['--iam-policy', 'cluster.json'], 'it has no Statement'],
    ['a policy that is not there', {}, ['--iam-policy', 'none.json'], '--iam-policy cannot be read'],
    ['a minor without an image', {}, ['--to', '1.99'], 'no image of the AWS cloud-controller-manager is known for Kubernetes 1.99'],
  ])('is an error for %s', async (_, cluster, flags, message) => {
    const { code, out, err } = await ask(cluster, 'v1.36.1', ...flags);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('a cloud-controller-manager that Helm owns', () => {
  const CHART = 'aws-cloud-controller-manager';
  const RBAC = 'rbac.authorization.k8s.io/v1';
  type Parts = Readonly<Record<string, object>>;
  const owned = (kind: string, name: string, apiVersion: string, { labels = {}, annotations = {}, ...more }: Parts = {}) => ({
    apiVersion,
    kind,
    metadata: {
      name,
      namespace: kind.startsWith('Cluster') ? undefined : 'kube-system',
      labels: { ...labels, 'app.kubernetes.io/managed-by': 'Helm', 'helm.sh/chart': `${CHART}-0.0.8` },
      annotations: { ...annotations, 'meta.helm.sh/release-name': 'ccm', 'meta.helm.sh/release-namespace': 'kube-system' },
    },
    ...more,
  });
  const account = { kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' };
  const bound = (kind: string, name: string): Parts => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name }, subjects: [account] });
  const APP = { 'k8s-app': CHART };
  const RELEASE = [
    owned('ServiceAccount', 'ccm', 'v1'),
    owned('ClusterRole', 'ccm', RBAC, { rules: RULES }),
    owned('ClusterRoleBinding', 'ccm', RBAC, bound('ClusterRole', 'ccm')),
    owned('RoleBinding', 'reader', RBAC, bound('Role', 'extension-apiserver-authentication-reader')),
  ];

  /** As the API server keeps it. */
  function workload(more: object = {}, container: object = {}, labels: Readonly<Record<string, string>> = {}) {
    const made = owned('DaemonSet', CHART, 'apps/v1', {
      labels: APP,
      spec: {
        selector: { matchLabels: APP },
        revisionHistoryLimit: 10,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
        template: {
          metadata: { name: CHART, labels: APP, creationTimestamp: null },
          spec: {
            serviceAccountName: 'ccm',
            serviceAccount: 'ccm',
            hostNetwork: true,
            dnsPolicy: 'Default',
            priorityClassName: 'system-node-critical',
            restartPolicy: 'Always',
            containers: [{
              name: CHART, image: `${IMAGE}:v1.35.2`, args: ARGS, imagePullPolicy: 'IfNotPresent', env: [{ name: 'A', value: 'b' }], ...container,
            }],
            ...more,
          },
        },
      },
    });
    return { ...made, metadata: { ...made.metadata, labels: { ...made.metadata.labels, ...labels } }, status: { numberReady: 3 } };
  }

  async function upgrade(objects: readonly object[], ...flags: readonly string[]) {
    const items = [...objectsOf({ ...PLAIN, rules: RULES }).slice(1), ...objects];
    writeFileSync(join(root, 'helm.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    rmSync(join(root, 'values.yaml'), { force: true });
    const io = ioIn(root);
    const code = await main(['upgrade', 'helm.json', '--to', 'v1.36.1', ...flags], io);
    return { code, ...io.text };
  }

  it('is upgraded by all values of its chart, and goes back by Helm', async () => {
    const { code, out } = await upgrade([workload(), ...RELEASE], '--format', 'json', '--helm-values', 'values.yaml');
    const { helm, ...rest } = JSON.parse(out) as { readonly helm: HelmUpgrade };
    validate({ ...rest, helm });
    expect(validate.errors ?? []).toEqual([]);
    expect([code, helm]).toMatchObject([0, {
      release: 'ccm',
      chart: `${CHART}-0.0.8`,
      newest: { version: '0.0.11', appVersion: 'v1.35.0' },
      hops: [{
        to: 'v1.36.1',
        file: 'values.yaml',
        values: { image: { repository: IMAGE, tag: 'v1.36.1' }, args: ARGS, clusterRoleRules: RULES, env: [{ name: 'A', value: 'b' }] },
        kept: [],
        back: ['helm rollback ccm -n kube-system --wait'],
      }],
    }]);
    const [{ commands }] = helm.hops;
    expect(commands.filter(one => one.startsWith('helm upgrade')).map(one => one.replace(/ --(wait|dry-run=server)$/, ''))).toEqual(Array.from(
      { length: 2 },
      () => `helm upgrade ccm ${CHART} --repo https://kubernetes.github.io/cloud-provider-aws --version 0.0.11 -n kube-system --reset-values `
        + '-f values.yaml',
    ));
    const values = readFileSync(join(root, 'values.yaml'), 'utf8');
    expect(values).toMatch(/^# All values of release ccm \(kube-system\) for v1\.36\.1, chart 0\.0\.11; give them with --reset-values\.\n/);
    expect(values).toContain('tag: v1.36.1');
    expect((await upgrade([workload(), ...RELEASE])).out).toContain('the chart that was read, 0.0.11, is behind: it has v1.35.0 by itself');
  });

  describe('over several minors', () => {
    const VALUES = ['values-v1.36.1.yaml', 'values-v1.37.0.yaml'];
    const servers = objectsOf({ ...PLAIN, servers: ['1.35.2'] }).slice(1);
    async function chain(more: readonly object[], ...flags: readonly string[]) {
      for (const file of VALUES) rmSync(join(root, file), { force: true });
      const items = [workload(), ...RELEASE, ...servers, ...more];
      writeFileSync(join(root, 'helm.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      const io = ioIn(root);
      const code = await main(['upgrade', 'helm.json', '--to', 'v1.37.0', '--helm-values', 'values.yaml', ...flags], io);
      return { code, ...io.text, written: VALUES.filter(file => existsSync(join(root, file))) };
    }

    it('has values, commands and a way back for each hop, though the API servers come first', async () => {
      const { code, out, written, err } = await chain([], '--format', 'json');
      const said = JSON.parse(out) as { readonly helm: HelmUpgrade; readonly hops: readonly { readonly judged: string }[]; readonly answer: string };
      validate(said);
      expect(validate.errors ?? []).toEqual([]);
      expect([code, err, said.answer, said.hops.map(({ judged }) => judged)]).toEqual([1, '', 'must-not', ['as-it-is', 'as-if-done']]);
      expect(written.map(file => /tag: (.*)/.exec(readFileSync(join(root, file), 'utf8'))?.[1])).toEqual(['v1.36.1', 'v1.37.0']);
      const upgradeBy = (file: string) => `helm upgrade ccm ${CHART} --repo https://kubernetes.github.io/cloud-provider-aws --version 0.0.11 `
        + `-n kube-system --reset-values -f ${file}`;
      const [first, second] = said.helm.hops;
      expect([first.commands.slice(0, 2), second.commands[0]]).toEqual([[
        'helm get values ccm -n kube-system -o yaml > values-before.yaml', 'helm history ccm -n kube-system --max 1 -o json > history-before.json',
      ], `${upgradeBy(VALUES[1])} --dry-run=server`]);
      // A rollback without a number goes to the revision before the last: done twice, forward again.
      expect([first.back, second.back]).toEqual([
        ['helm rollback ccm "$(sed \'s/.*"revision":\\([0-9]*\\).*/\\1/\' history-before.json)" -n kube-system --wait'],
        [`${upgradeBy(VALUES[0])} --wait`],
      ]);
    });

    it('says in words what each hop was judged with, and which comes when', async () => {
      const { out } = await chain([]);
      expect(out).toContain('1. API servers of 1.36 first, then v1.35.2 to v1.36.1: must not go (ccm-newer-than-api-server), judged with the ');
      expect(out).toContain('2. API servers of 1.37 first, then v1.36.1 to v1.37.0: may go, judged as if hop 1 was done and API servers were of ');
      expect(out).toContain('Go hop by hop, as listed: API servers to 1.36, then v1.36.1; API servers to 1.37, then v1.37.0.');
      expect(out).toContain('\nBy Helm, hop 2: after API servers of 1.37, v1.37.0:\n  - helm upgrade ccm');
    });

    it('has none from the hop on that something else stands in the way of', async () => {
      writeFileSync(join(root, 'policy.json'), JSON.stringify({ Version: '2012-10-17', Statement: [MANY] }));
      const balanced = objectsOf({ ...PLAIN, servers: [], services: { api: NLB } }).slice(1);
      const { code, err, out, written } = await chain(balanced, '--iam-policy', 'policy.json');
      expect([code, written, err]).toEqual([1, [VALUES[0]], 'note: --helm-values: iam-action-missing stands in the way of this hop, '
        + `and comes first; '${VALUES[1]}' is not written\n`]);
      expect(out).toContain('hop 2: after API servers of 1.37, v1.37.0:\n  - no values are given: iam-action-missing stands in the way');
      const two = await chain([daemonSet({ ...PLAIN, tag: 'v1.35.2' }, 'second')]);
      expect([two.written, two.err]).toEqual([[], expect.stringContaining('several-cloud-controller-managers stands in the way of this hop')]);
    });
  });

  it('keeps what no value says', async () => {
    const probe = { livenessProbe: { httpGet: { path: '/healthz', port: 10258 } } };
    const { out } = await upgrade([workload({}, probe), ...RELEASE]);
    expect(out).toContain('no value says DaemonSet: spec.template.spec.containers[0].livenessProbe.httpGet.path: Helm leaves it as it is');
    const byHand = { ...workload(), metadata: { ...workload().metadata, labels: {} } };
    expect((await upgrade([byHand, ...RELEASE])).out).not.toContain('By Helm');
  });

  it.each<[string, readonly object[], string]>([
    ['without its roles', [workload()], 'are not all there; leave `rbac` on, or deliver it with kustomize; give its ServiceAccount, roles and'],
    ['of another chart', [workload({}, {}, { 'helm.sh/chart': 'ccm-1.0.0' }), ...RELEASE], 'its chart is \'ccm-1.0.0\', not upstream\'s'],
    ['with a container of another name', [workload({}, { name: 'ccm' }), ...RELEASE],
      'the chart does not make such a workload (DaemonSet: spec.template.spec.'],
    ['that may not go there', [workload(), ...RELEASE, ...objectsOf({ ...PLAIN, servers: ['1.36.1', '1.35.1'] }).slice(2, 3)],
      'what stands in the way comes first'],
  ])('has no values %s', async (_, objects, why) => {
    const { code, out, err } = await upgrade(objects, '--helm-values', 'values.yaml');
    // Where something stands in the way the answer says what it is.
    const isAnswered = why === 'what stands in the way comes first';
    expect([code, err]).toEqual(isAnswered ? [1, expect.stringMatching(/^note: --helm-values: .*; nothing is written\n$/s)]
      : [2, expect.stringMatching(/^error: --helm-values: .*; nothing is written\n$/s)]);
    expect(out).toEqual(isAnswered ? expect.stringMatching(/^must not go: .*\(.*ccm-newer-than-api-server/) : '');
    expect([err, existsSync(join(root, 'values.yaml'))]).toEqual([expect.stringContaining(why), false]);
    expect((await upgrade(objects)).out).toContain('no values are given');
  });

  it('is none where Helm owns nothing', async () => {
    const { code, err } = await ask({}, 'v1.36.1', '--helm-values', 'values.yaml');
    expect([code, err]).toEqual([2, 'error: --helm-values: Helm owns no cloud-controller-manager of the input; nothing is written\n']);
  });
});

describe('what carries an answer out', () => {
  const nextOf = async (cluster: Partial<Cluster>, to: string) =>
    (JSON.parse((await ask(cluster, to, '--format', 'json')).out) as { readonly next?: readonly { readonly command: string }[] })
      .next?.map(({ command }) => command);

  it('is the plan of the app, from what it wrote before', async () => {
    const commands = ['mkdir ../before && cp -r dist nodes ../before', 'npx tsx main.ts',
      'npx ccm-migration plan . --upgrade-from ../before --output bundles/plan'];
    expect(await nextOf({}, 'v1.36.1')).toEqual(commands);
    const { out } = await ask({}, 'v1.36.1');
    expect(out).toContain('To carry it out, in the folder of the app:\n  - keep what the app writes for v1.35.2; without an app, ccm-migration init');
    expect(out).toContain(`  - plan the roll\n    ${commands[2]}\n`);
  });

  it('is one plan of all hops, which waits for the API servers', async () => {
    expect((await nextOf({ tag: 'v1.34.3', servers: ['1.34.2'] }, 'v1.36.1'))?.at(-1))
      .toBe('npx ccm-migration plan . --upgrade-from ../v1.34 --upgrade-from ../v1.35 --output bundles/plan');
  });

  it('says which release, where its minor has another one by default', async () => {
    expect((await ask({}, 'v1.36.1')).out).not.toContain('AwsCcm.of');
    expect((await ask({ tag: 'v1.36.1' }, 'v1.36.2')).out).toContain(", and ccm is AwsCcm.of({ release: 'v1.36.2' })");
  });

  it.each<[string, Partial<Cluster>, string]>([
    ['something stands in the way', { servers: ['1.35.4'] }, 'v1.36.1'],
    ['something else stands in the way of a hop', { tag: 'v1.34.3', servers: ['1.34.2'], services: { web: { ...NLB, ...GROUPS } } }, 'v1.36.1'],
    ['it goes back', { tag: 'v1.37.0', servers: ['1.37.1'] }, 'v1.36.1'],
  ])('is nothing where %s', async (_, cluster, to) => expect(await nextOf(cluster, to)).toBeUndefined());
});
