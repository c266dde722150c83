import { ccm, CCM_FLAGS, check, Files, KCM_26, KCM_27, MIGRATION, node, SCHEDULER } from './input';

/** What is found about the pod of the only cloud-controller-manager, and whether its controllers run. */
function told(find: string, text: string, more: Files = {}): readonly [string, readonly string[]] {
  const manifest = ccm()['ccm.yaml'];
  expect(manifest).toContain(find);
  const { liveness, findings } = check({
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { 'ccm.yaml': manifest.replace(find, text), ...more },
  });
  return [liveness.verdict, findings.filter(({ severity }) => severity === 'error').map(({ rule, message }) => `${rule}: ${message}`)];
}

const REFUSED = 'workload-refused: the API server refuses DaemonSet aws-cloud-controller-manager: ';
const spec = (text: string) => ['      serviceAccountName:', `${text}      serviceAccountName:`] as const;
const container = (text: string) => ['        args:\n', `${text}        args:\n`] as const;
const volume = (source: string) => ['      containers:\n', `      volumes:\n      - {name: v, ${source}}\n      containers:\n`] as const;
const CONFIG_MAP = { 'cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: kube-system}\ndata: {a: b}\n' };
const SECRET = { 's.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: c, namespace: kube-system}\nstringData: {a: b}\n' };

describe('a workload that the API server refuses', () => {
  it.each<[string, readonly [string, string], string]>([
    ['of an API version that is gone', ['apps/v1', 'extensions/v1beta1'], 'releases from 1.16 on do not serve extensions/v1beta1 DaemonSet'],
    ['of one that never had the kind', ['apps/v1', 'apps/v1beta1'], 'no release serves apps/v1beta1 DaemonSet'],
    ['of one that never was', ['apps/v1', 'apps/v2'], 'no release serves apps/v2 DaemonSet'],
    ['with a selector for others', ['matchLabels: {k8s-app: ccm}', 'matchLabels: {k8s-app: ccm, tier: x}'],
      'its selector does not match the labels of its template'],
    ['with an expression for others', ['matchLabels: {k8s-app: ccm}', 'matchExpressions: [{key: k8s-app, operator: NotIn, values: [ccm]}]'],
      'its selector does not match the labels of its template'],
    ['without a selector', ['  selector: {matchLabels: {k8s-app: ccm}}\n', ''], 'it has no selector'],
    ['that does not restart', spec('      restartPolicy: OnFailure\n'), 'restartPolicy is OnFailure, and must be Always'],
    ['with a deadline', spec('      activeDeadlineSeconds: 60\n'), 'its template has activeDeadlineSeconds'],
    ['with a mount of no volume', container('        volumeMounts: [{name: x, mountPath: /x}]\n'),
      'spec.containers[0].volumeMounts: there is no volume "x"'],
    ['with two containers of one name', ['      containers:\n', '      containers:\n      - {name: a, image: x}\n      - {name: a, image: x}\n'],
      'the name of a container is given twice'],
  ])('%s runs nowhere', (_, [find, text], expected) => expect(told(find, text)).toEqual(['broken', [REFUSED + expected]]));

  it.each<[string, readonly [string, string]]>([
    ['with a selector of some labels', ['labels: {k8s-app: ccm}', 'labels: {k8s-app: ccm, more: x}']],
    ['with an expression that holds', ['matchLabels: {k8s-app: ccm}',
      'matchExpressions: [{key: k8s-app, operator: Exists}, {key: x, operator: DoesNotExist}]']],
    ['that restarts', spec('      restartPolicy: Always\n')],
    ['with a mount of its volume', ['      containers:\n', '      volumes: [{name: x, emptyDir: {}}]\n      containers:\n']],
    ['with a field that a later release has', spec('      setHostnameAsFQDN: false\n')],
  ])('is none %s', (_, [find, text]) => expect(told(find, text)).toEqual(['holds', []]));
});

describe('pods that do not start', () => {
  it.each<[string, readonly [string, string], Files, string]>([
    ['a ConfigMap', volume('configMap: {name: c, items: [{key: b, path: b}]}'), CONFIG_MAP, 'ConfigMap c has no key b'],
    ['a Secret', volume('secret: {secretName: c, items: [{key: a, path: a}, {key: b, path: b}]}'), SECRET, 'Secret c has no key b'],
    ['a projected ConfigMap', volume('projected: {sources: [{configMap: {name: c, items: [{key: b, path: b}]}}]}'), CONFIG_MAP,
      'ConfigMap c has no key b'],
  ])('lack a key of %s of the input', (_, [find, text], files, expected) => expect(told(find, text, files)).toEqual(
    ['broken', [`pod-does-not-start: the pods of DaemonSet aws-cloud-controller-manager do not start: ${expected}`]]));

  it.each<[string, readonly [string, string], Files]>([
    ['has the key', volume('configMap: {name: c, items: [{key: a, path: b}]}'), CONFIG_MAP],
    ['may lack it', volume('configMap: {name: c, optional: true, items: [{key: b, path: b}]}'), CONFIG_MAP],
    ['is not in the input', volume('configMap: {name: other, items: [{key: b, path: b}]}'), CONFIG_MAP],
    ['is of another kind', volume('secret: {secretName: c, items: [{key: b, path: b}]}'), CONFIG_MAP],
  ])('are none where the object %s', (_, [find, text], files) => expect(told(find, text, files)).toEqual(['holds', []]));

  it('have no token where none is mounted, and no kubeconfig', () => {
    const [find, text] = spec('      automountServiceAccountToken: false\n');
    expect(told(find, text)).toEqual(['broken', [expect.stringMatching(/^pod-does-not-start: cloud-controller-manager .* it ends at start$/)]]);
    const flags = (...more: string[]) => ccm({ flags: [...CCM_FLAGS, ...more] })['ccm.yaml'].replace(find, text);
    const rules = (manifest: string) => check({ dist: { 'ccm.yaml': manifest } }).findings.map(({ rule }) => rule);
    expect(rules(flags('--v=2'))).toContain('pod-does-not-start');
    expect(rules(flags('--kubeconfig=/k'))).not.toContain('pod-does-not-start');
    expect(rules(flags('--master=https://x'))).not.toContain('pod-does-not-start');
    expect(rules(flags('--v=2').replace(
      '        args:\n', '        volumeMounts: [{name: t, mountPath: /var/run/secrets/kubernetes.io/serviceaccount}]\n        args:\n',
    ))).not.toContain('pod-does-not-start');
  });
});

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';

describe('a static pod', () => {
  const withSpec = (text: string) => check({
    old: { [KCM_FILE]: node({})[KCM_FILE].replace('  hostNetwork: true\n', `  hostNetwork: true\n${text}`) },
  });
  it.each(['restartPolicy: Never', 'activeDeadlineSeconds: 600'])('of %s is not started again', text => {
    const { liveness, findings } = withSpec(`  ${text}\n`);
    expect([liveness.verdict, findings.map(({ rule, severity, message }) => [rule, severity, message.includes(`(${text})`)])])
      .toEqual(['broken', [['pod-does-not-go-on', 'error', true]]]);
  });
  it('may wait for an init container, as the pods of a workload may, and not for itself', () => {
    const doubts = ({ liveness }: ReturnType<typeof check>) => liveness.unknown.map(({ what }) => what);
    expect(doubts(withSpec('  initContainers: [{name: wait, image: x, command: [sleep, infinity]}]\n'))).toEqual(
      ['static pod kube-controller-manager starts once the init container \'wait\' has ended, which is not run here']);
    const asInit = `${node({})[KCM_FILE].replace('  containers:', '  initContainers:')}  containers: [{name: x, image: x}]\n`;
    expect(doubts(check({ old: { [KCM_FILE]: asInit } }))).toEqual([expect.stringMatching(/command that starts .* is not read$/)]);
  });
  it.each(['restartPolicy: OnFailure', 'restartPolicy: Always'])('of %s is', text =>
    expect(withSpec(`  ${text}\n`).liveness.verdict).toBe('holds'));
});

describe('a static pod that asks for a node', () => {
  const liveness = (text: string) => check({
    old: { [KCM_FILE]: node({})[KCM_FILE].replace('  hostNetwork: true\n', `  hostNetwork: true\n  ${text}\n`) },
  }).liveness;
  it.each(['nodeSelector: {pool: a}', 'nodeSelector: {kubernetes.io/os: windows}'])('may be refused: %s', text =>
    expect(liveness(text).unknown.map(({ what }) => what)).toEqual([expect.stringContaining('asks for labels of its node')]));
  it.each(['nodeSelector: {}', 'nodeSelector: {kubernetes.io/os: linux}'])('is not: %s', text => expect(liveness(text).verdict).toBe('holds'));
});

describe('a probe', () => {
  const named = (port: number) => container(
    `        ports: [{name: h, containerPort: ${port}}]\n        livenessProbe: {httpGet: {path: /healthz, port: h, scheme: HTTPS}}\n`,
  );
  const probe = (text: string, kind = 'livenessProbe') => container(`        ${kind}: ${text}\n`);
  it.each<[string, readonly [string, string], string]>([
    ['of another port', probe('{httpGet: {path: /healthz, port: 10257, scheme: HTTPS}}'), 'port 10257, and it serves on 10258'],
    ['of a named port', named(9),
      'port h, and it serves on 10258'],
    ['without TLS', probe('{httpGet: {path: /healthz, port: 10258}}'), 'it without TLS, which it serves alone'],
    ['of another path', probe('{httpGet: {path: /livez, port: 10258, scheme: HTTPS}}'), '/livez, and it answers /healthz only'],
    ['over TCP elsewhere', probe('{tcpSocket: {port: 80}}'), 'port 80, and it serves on 10258'],
    ['over gRPC', probe('{grpc: {port: 10258}}'), 'gRPC, which it does not speak'],
    ['at start', probe('{httpGet: {path: /healthz, port: 1, scheme: HTTPS}}', 'startupProbe'), 'port 1, and it serves on 10258'],
  ])('%s kills the container', (_, [find, text], expected) => {
    const [verdict, errors] = told(find, text);
    expect(verdict).toBe('broken');
    expect(errors).toEqual([expect.stringMatching(`^probe-kills-component: .* asks for ${expected}$`)]);
  });

  it.each<[string, readonly [string, string]]>([
    ['of what is served', probe('{httpGet: {path: /healthz, port: 10258, scheme: HTTPS}}')],
    ['of a part of it', probe('{httpGet: {path: "/healthz/ping?verbose", port: 10258, scheme: HTTPS}}')],
    ['of a named port', named(10258)],
    ['over TCP', probe('{tcpSocket: {port: 10258}}')],
    ['that only marks the pod', probe('{httpGet: {path: /x, port: 1}}', 'readinessProbe')],
  ])('%s does not', (_, [find, text]) => expect(told(find, text)).toEqual(['holds', []]));

  const flagged = (flags: readonly string[], text: string, network?: string) => {
    const manifest = ccm({ flags: [...CCM_FLAGS, ...flags], network })['ccm.yaml']
      .replace('        args:\n', `        livenessProbe: ${text}\n        args:\n`);
    const { liveness, findings } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { 'ccm.yaml': manifest } });
    const own = findings.filter(({ rule }) => rule === 'probe-kills-component')
      .map(({ message }) => message.replace(/^.*controller-manager (?=\S+s )/, ''));
    return [liveness.verdict, ...own];
  };
  const asking = (host?: string) => `{httpGet: {path: /healthz, port: 10258, scheme: HTTPS${host === undefined ? '' : `, host: "${host}"`}}}`;
  const POD_NETWORK = '      dnsPolicy: Default\n';
  const notKnown = (asked: string, bound = '') => `asks ${asked}, and whether it serves there is not known (--bind-address=${bound})`;
  it.each<[string, readonly string[], string | undefined, string | undefined, readonly string[]]>([
    ['loopback of the host', [], '127.0.0.1', undefined, ['holds']],
    ['its name', [], 'localhost', undefined, ['holds']],
    ['loopback of IPv6', [], '::1', undefined, ['holds']],
    ['loopback of the node', [], '127.0.0.1', POD_NETWORK, ['broken', 'asks 127.0.0.1, which is the node and not the pod']],
    ['the pod', ['--bind-address=0.0.0.0'], undefined, POD_NETWORK, ['holds']],
    ['another address', [], '10.0.0.9', undefined, ['unknown', notKnown('10.0.0.9')]],
    ['loopback, where it serves', ['--bind-address=127.0.0.1'], '127.0.0.1', undefined, ['holds']],
    ['the pod, where loopback is served', ['--bind-address=127.0.0.1'], undefined, undefined,
      ['broken', 'asks the address of its pod, and it serves on 127.0.0.1 only']],
    ['loopback of the node, where that of the pod is served', ['--bind-address=127.0.0.1'], 'localhost', POD_NETWORK,
      ['broken', 'asks localhost of the node, and it serves on 127.0.0.1 only']],
    ['another, where loopback is served', ['--bind-address=127.0.0.1'], '10.0.0.9', undefined, ['unknown', notKnown('10.0.0.9', '127.0.0.1')]],
    ['one address, which is served', ['--bind-address=10.0.0.9'], '10.0.0.9', undefined, ['holds']],
    ['one address, which is served by the pod', ['--bind-address=10.0.0.9'], '10.0.0.9', POD_NETWORK, ['unknown', notKnown('10.0.0.9', '10.0.0.9')]],
    ['the pod, where one address is served', ['--bind-address=10.0.0.9'], undefined, undefined,
      ['unknown', notKnown('the address of its pod', '10.0.0.9')]],
    ['loopback, where one address is served', ['--bind-address=10.0.0.9'], '127.0.0.1', undefined, ['unknown', notKnown('127.0.0.1', '10.0.0.9')]],
  ])('asks %s', (_, flags, host, network, expected) => expect(flagged(flags, asking(host), network)).toStrictEqual(expected));

  it('asks over TCP where it serves', () =>
    expect(flagged(['--bind-address=127.0.0.1'], '{tcpSocket: {port: 10258}}')).toStrictEqual(
      ['broken', 'asks the address of its pod, and it serves on 127.0.0.1 only']));

  it.each<[string, string, readonly string[]]>([
    ['/metrics', '/healthz', ['unknown']], ['/healthz', '/healthz', ['holds']], ['healthz', '/healthz', ['holds']],
    ['/metrics,/healthz*', '/healthz/ping', ['holds']], ['*', '/healthz', ['holds']],
    ['/healthz', '/healthz/ping', ['unknown']], ['', '/healthz', ['unknown']],
  ])('without a login is allowed %s: asks for %s', (paths, path, [expected]) => {
    const [verdict, text] = flagged([`--authorization-always-allow-paths=${paths}`], asking().replace('/healthz', path));
    expect([verdict, text]).toStrictEqual([expected, expected === 'holds' ? undefined
      : `asks for ${path}, which --authorization-always-allow-paths does not have: whether the API server allows it without a login is not known`]);
  });

  it.each<[string, string, readonly string[]]>([
    ['what the image does not have', ccm()['ccm.yaml'], ['broken', 'runs cat, and its image has nothing but /bin/aws-cloud-controller-manager']],
    ['what another image may have', ccm({ image: 'example.com/registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10' })['ccm.yaml'],
      ['unknown', 'runs cat, and whether its image has that is not known']],
  ])('runs %s', (_, manifest, expected) => {
    const text = manifest.replace('        args:\n', '        livenessProbe: {exec: {command: [cat, /x]}}\n        args:\n');
    const { liveness, findings } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { 'ccm.yaml': text } });
    const own = findings.filter(({ rule }) => rule === 'probe-kills-component').map(({ message }) => message.replace(/^.*(?=runs )/, ''));
    expect([liveness.verdict, ...own]).toStrictEqual(expected);
  });

  it('may run the program of its image', () => {
    expect(flagged([], '{exec: {command: [/bin/aws-cloud-controller-manager, --version]}}')).toStrictEqual(
      ['unknown', 'runs /bin/aws-cloud-controller-manager, and whether its image has that is not known']);
  });

  it('asks where --secure-port says', () => {
    const rules = (port: string) => check({
      dist: {
        'ccm.yaml': ccm({ flags: [...CCM_FLAGS, `--secure-port=${port}`] })['ccm.yaml']
          .replace('        args:\n', '        livenessProbe: {httpGet: {path: /healthz, port: 9443, scheme: HTTPS}}\n        args:\n'),
      },
    }).findings.map(({ rule }) => rule).filter(rule => rule === 'probe-kills-component');
    expect([rules('9443'), rules('9444'), rules('0')]).toEqual([[], ['probe-kills-component'], ['probe-kills-component']]);
  });
});

const SCHEDULER_FILE = 'etc/kubernetes/manifests/kube-scheduler.yaml';

describe('a port of the host network', () => {
  const kcm = (...flags: string[]) => node({ version: '1.27.16', kcm: [...KCM_27, ...flags], mounts: [] });
  const verdict = (folders: Record<string, Files>) => {
    const { liveness, findings } = check(folders);
    return [liveness.verdict, findings.filter(({ rule }) => rule === 'port-taken').length];
  };
  const below = (folder: string, files: Files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  const second = (flags: readonly string[] = CCM_FLAGS) => ({
    'second.yaml': ccm({ flags })['ccm.yaml'].replace('name: aws-cloud-controller-manager, namespace', 'name: second, namespace'),
  });
  const scheduler = (...flags: readonly string[]) => ({
    [SCHEDULER_FILE]: SCHEDULER['scheduler.yaml']
      .replace('    - kube-scheduler\n', ['kube-scheduler', ...flags].map(one => `    - ${one}\n`).join('')),
  });
  const limited = (memory: string) => ({
    [SCHEDULER_FILE]: scheduler('--secure-port=10257')[SCHEDULER_FILE]
      .replace('    command:', `    resources: {limits: {memory: ${memory}}}\n    command:`),
  });
  const [tooSmall, doubtful] = [limited('1Ki'), limited('16Mi')];
  it.each<[string, Record<string, Files>, readonly [string, number]]>([
    ['of kube-controller-manager on that of the other', { new: kcm('--secure-port=10258'), dist: ccm() }, ['broken', 1]],
    ['of the other on that of kube-controller-manager', { new: kcm(), dist: ccm({ flags: [...CCM_FLAGS, '--secure-port=10257'] }) }, ['broken', 1]],
    ['of their own', { new: kcm(), dist: ccm({ flags: [...CCM_FLAGS, '--secure-port=10300'] }) }, ['holds', 0]],
    ['on another address', {
      new: kcm('--secure-port=10258', '--bind-address=127.0.0.1'), dist: ccm({ flags: [...CCM_FLAGS, '--bind-address=10.0.0.1'] }),
    }, ['holds', 0]],
    ['none', { new: kcm('--secure-port=0'), dist: ccm({ flags: [...CCM_FLAGS, '--secure-port=0'] }) }, ['holds', 0]],
    ['of the pod network', { new: kcm('--secure-port=10258'), dist: ccm({ network: '      dnsPolicy: Default\n' }) }, ['holds', 0]],
    ['of two that both may run: either does', { new: kcm(), dist: { ...ccm(), ...second() } }, ['holds', 2]],
    ['of two, of which one is needed', {
      new: kcm(),
      dist: {
        ...ccm(),
        ...second(['--cloud-provider=aws', '--controllers=-cloud-node,-cloud-node-lifecycle,-route,-service', '--leader-elect-resource-name=x']),
      },
    }, ['unknown', 2]],
    ['of two, of which one ends by its command line: the other has it', {
      new: kcm(), dist: { ...ccm(), ...second([...CCM_FLAGS, '--no-such-flag']) },
    }, ['holds', 1]],
    ['of a scheduler that ends by its command line', { new: { ...kcm(), ...scheduler('--secure-port=10257', '--no-such-flag') }, dist: ccm() },
      ['holds', 0]],
    ['of a scheduler that its manifest keeps from starting', { new: { ...kcm(), ...tooSmall }, dist: ccm() }, ['holds', 0]],
    ['of a scheduler that its manifest may keep from starting', { new: { ...kcm(), ...doubtful }, dist: ccm() }, ['unknown', 1]],
    ['of a scheduler', { new: { ...kcm(), ...scheduler('--secure-port=10257') }, dist: ccm() }, ['broken', 1]],
    ['of a KCM that has another rule against it', {
      new: node({ version: '1.27.16', kcm: [...KCM_27, ...MIGRATION, '--secure-port=10258'], mounts: [] }), dist: ccm(),
    }, ['broken', 0]],
    ['of some nodes: it runs on the others', { old: node({ kcm: [...KCM_26, '--secure-port=10258'] }), new: kcm(), dist: ccm() }, ['holds', 1]],
    ['of some nodes of a folder', {
      all: { ...below('old', node({ kcm: [...KCM_26, '--secure-port=10258'] })), ...below('new', kcm()) }, dist: ccm(),
    }, ['holds', 1]],
  ])('%s', (_, folders, expected) => expect(verdict(folders)).toEqual(expected));
});
