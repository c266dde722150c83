import { verify } from '../../../src/lib/verify/verify';
import { exampleFiles } from '../report/example';
import { ccm, CCM_FLAGS, check, directory, Files, findingsOf, KCM_26, KCM_27, live, MIGRATION, node, SAFE, WILDCARD } from '../rules/input';

const below = (folder: string, files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** Phase mixed of the kubeadm example, of `dist` or `nodes`. */
const phaseOfExample = (top: string, change: (path: string, text: string) => string) => directory(top, Object.fromEntries(
  [...exampleFiles()].filter(([path]) => path.startsWith(`${top}/mixed/`)).map(([path, text]) => [path, change(path, text)])));

describe('places', () => {
  it('are those of the node that lacks the flag, not of its neighbour', () => {
    const on = node({ kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } });
    const nodes = { ...below('node-1', on), ...below('node-2', node({})), ...below('node-3', on) };
    const { exclusivity } = check({ ...SAFE, old: nodes });
    expect(exclusivity.verdict).toBe('broken');
    expect(exclusivity.counterexamples.map(({ file }) => file)).toContain('old/node-2/etc/kubernetes/manifests/kube-controller-manager.yaml');
    expect(exclusivity.counterexamples.filter(({ message }) => message.includes('Leader Migration is off')).map(({ file }) => file.split('/')[1]))
      .toEqual(expect.arrayContaining(['node-2']));
    expect(exclusivity.counterexamples[0].message).toContain('(node-2)');
  });

  it('are those of the node whose lock has another name, where none of its kind runs a controller', () => {
    const { liveness } = verify({
      directories: ['dist', 'nodes'].map(top => phaseOfExample(top, (path, text) =>
        path.includes('/ip-10-0-2-10.') && path.endsWith('/leadermigration.conf') ? text.replace(/^leaderName: .*/m, 'leaderName: other') : text)),
    });
    expect(liveness.verdict).toBe('broken');
    expect(liveness.counterexamples.map(({ file }) => file.split('/').filter(part => part.startsWith('ip-')))).toStrictEqual(
      liveness.counterexamples.map(() => ['ip-10-0-2-10.eu-central-1.compute.internal']));
  });
});

describe('a release that the input does not state', () => {
  it('is not in a counter-example as if it were known', () => {
    const { exclusivity } = verify({
      directories: [
        directory('n', node({ kcm: ['--cloud-provider=aws'], version: 'latest' })), directory('dist', ccm({ flags: CCM_FLAGS })),
      ],
    });
    expect(exclusivity.verdict).toBe('unknown');
    expect(exclusivity.unknown.map(({ why }) => why).join('\n')).toMatch(/KCM of an unknown release \(say 1\.\d+\) runs/);
    expect(exclusivity.unknown.map(({ why }) => why).join('\n')).not.toMatch(/KCM 1\.\d+/);
  });
});

describe('the plan of an installer', () => {
  const steps = JSON.stringify([{ run: ['kube-controller-manager --cloud-provider=aws --leader-elect'] }]);
  const inFolder = (text: string, file = 'plan.json') => check({ ...SAFE, dist: { ...SAFE.dist, [file]: text } }).exclusivity.verdict;

  it('is for people where this library wrote it, and of others nothing is known', () => {
    expect(inFolder(`{\n  "installer": "kops",\n  "cluster": "a.example.com",\n  "steps": ${steps}\n}\n`)).toBe('holds');
    expect(inFolder(`{\n  "cluster": "a.example.com",\n  "steps": ${steps}\n}\n`)).toBe('unknown');
    expect(inFolder(`{\n  "installer": "kops",\n  "cluster": "a.example.com",\n  "steps": ${steps}\n}\n`, 'steps.json')).toBe('unknown');
  });
});

describe('units of systemd', () => {
  const UNIT = 'etc/systemd/system/kube-controller-manager.service';
  const unit = (files: Files) =>
    verify({ directories: [directory('n', files), directory('dist', ccm({ flags: CCM_FLAGS }))], kubernetesVersion: undefined });

  it('get their flags from environment files and drop-ins, the last of a list that is emptied', () => {
    const { seen, exclusivity } = unit({
      [UNIT]: '[Service]\nEnvironmentFile=/etc/kcm.env\nExecStart=/bin/false\n',
      'etc/systemd/system/kube-controller-manager.service.d/10.conf': '[Service]\nExecStart=\nExecStart=/usr/bin/kube-controller-manager $ARGS '
        + '--v=2\n',
      'etc/kcm.env': 'ARGS="--cloud-provider=external --leader-elect=true"\n',
    });
    expect(seen.nodes).toEqual([{ label: 'node n', found: ['KCM of unknown version'] }]);
    expect(exclusivity.verdict).toBe('holds');
  });

  it('are unknown where an environment file is missing that may hold the flags', () => {
    const { exclusivity } = unit({ [UNIT]: '[Service]\nEnvironmentFile=/etc/kcm.env\nExecStart=/usr/bin/kube-controller-manager $ARGS\n' });
    expect(exclusivity).toMatchObject({
      verdict: 'unknown',
      unknown: expect.arrayContaining([
        expect.objectContaining({
          file: `n/${UNIT}`,
          line: 3,
          what: expect.stringContaining('/etc/kcm.env, which is not in the input, may define ARGS') as string,
        }),
      ]) as object,
    });
  });

  it('have values that systemd fills in, which are unknown', () => {
    const { exclusivity } = unit({ [UNIT]: '[Service]\nExecStart=/usr/bin/kube-controller-manager --cloud-provider=%i\n' });
    expect(exclusivity.unknown.map(({ what }) => what)).toContainEqual(expect.stringContaining('systemd fills in %i'));
  });

  it('are unknown behind a shell', () => {
    const { exclusivity } = unit({ [UNIT]: '[Service]\nExecStart=/bin/sh -c "exec /usr/bin/kube-controller-manager --cloud-provider=aws"\n' });
    expect(exclusivity.verdict).toBe('unknown');
  });
});

describe('values that are not known', () => {
  const NEW = { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }) };
  const withEnv = (flag: string, env: string) => ccm({ flags: [...CCM_FLAGS, flag] })['ccm.yaml'].replace('        args:\n', `${env}        args:\n`);
  const SECRET = '        env:\n        - {name: X, valueFrom: {secretKeyRef: {name: s, key: k}}}\n';

  it('do not matter in a flag that no lock and no controller needs', () => {
    expect(check({ ...NEW, dist: { 'ccm.yaml': withEnv('--v=$(X)', SECRET) } }))
      .toMatchObject({ exclusivity: { verdict: 'holds' }, liveness: { verdict: 'holds' } });
  });

  it('do not matter where each leads to the same verdict', () => {
    expect(check({ ...NEW, dist: { 'ccm.yaml': withEnv('--leader-elect-resource-name=$(X)', SECRET) } }).exclusivity.verdict).toBe('holds');
  });

  it('matter where one breaks a promise, and it is said how', () => {
    const { exclusivity } = check({ ...NEW, dist: { 'ccm.yaml': withEnv('--leader-elect=$(X)', SECRET) } });
    expect(exclusivity).toMatchObject({
      verdict: 'unknown',
      holds: null,
      unknown: [{
        what: expect.stringContaining('--leader-elect of cloud-controller-manager is not known: it comes from key k of Secret s') as string,
      }],
    });
    expect(exclusivity.unknown[0].why).toContain('a promise breaks');
  });

  it('are read from a ConfigMap of the input', () => {
    const map = { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, namespace: kube-system}\ndata: {X: "false"}\n' };
    const env = '        envFrom:\n        - configMapRef: {name: m}\n';
    expect(check({ ...NEW, dist: { 'ccm.yaml': withEnv('--leader-elect=$(X)', env), ...map } }).exclusivity.verdict).toBe('broken');
  });

  it.each<[string, string, string, readonly RegExp[]]>([
    ['a ConfigMap of the input', 'configMapRef: {name: proxy}', '', [/does not have HTTPS_PROXY in its environment/]],
    ['a ConfigMap of the input that both have', 'configMapRef: {name: proxy}', 'configMapRef: {name: proxy}', []],
    ['a Secret that is not there', 'secretRef: {name: aws}', '', [/has nothing of what .* takes into its environment from a/]],
    ['a Secret that is not there, and that both have', 'secretRef: {name: aws}', 'secretRef: {name: aws}', []],
  ])('of a hosted kube-controller-manager are held against those of the CCM: %s', (_, ofKcm, ofCcm, expected) => {
    const env = (source: string) => source === '' ? '' : `        envFrom: [{${source}}]\n`;
    const kcm = `apiVersion: apps/v1
kind: Deployment
metadata: {name: kube-controller-manager, namespace: kube-system}
spec:
  selector: {matchLabels: {app: kcm}}
  template:
    metadata: {labels: {app: kcm}}
    spec:
      containers:
      - name: kube-controller-manager
        image: registry.k8s.io/kube-controller-manager:v1.26.15
        command: [kube-controller-manager, --cloud-provider=aws]
${env(ofKcm)}`;
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: proxy, namespace: kube-system}\ndata: {HTTPS_PROXY: "http://proxy:3128"}\n';
    const found = findingsOf('ccm-without-environment-of-kcm', {
      hosted: { 'kcm.yaml': kcm, 'map.yaml': map },
      dist: { 'ccm.yaml': ccm({})['ccm.yaml'].replace(/^ {8}image: .*\n/m, match => `${match}${env(ofCcm)}`) },
    });
    expect(found.map(({ message }) => message)).toEqual(expected.map(text => expect.stringMatching(text) as string));
  });
});

describe('several clusters', () => {
  const path = 'etc/kubernetes/cloud.conf';
  const withId = (id: string, extra: Files = {}) => node({
    kcm: [...KCM_26, `--cloud-config=/${path}`], mounts: [`/${path}`], files: { [path]: `[Global]\nKubernetesClusterID=${id}\n`, ...extra },
  });
  const index = (cluster: string) => JSON.stringify({ schemaVersion: 1, cluster });

  it.each<[string, Record<string, Files>, string]>([
    ['--cluster-name', { 'a/old': node({}), 'b/old': node({ kcm: KCM_26.map(flag => flag.replace('=prod', '=test')) }) },
      "the input is of two clusters: --cluster-name of kube-controller-manager is 'prod' at "
        + "a/old/etc/kubernetes/manifests/kube-controller-manager.yaml:14 and 'test' at "
      + 'b/old/etc/kubernetes/manifests/kube-controller-manager.yaml:14; check one cluster at a time, each in a folder of its own: ccm-migration '
        + 'verify a, then ccm-migration verify b, '
      + 'each with the manifests of its cluster'],
    ['the id in the cloud config', { nodes: { ...below('n1', withId('one')), ...below('n2', withId('two')) } },
      `the cluster id in the cloud config of kube-controller-manager is 'one' at nodes/n1/${path}:2 and 'two' at nodes/n2/${path}:2; check one `
        + 'cluster at a time, each in a folder of its own: '
      + 'ccm-migration verify nodes/n1, then ccm-migration verify nodes/n2'],
    ['migration.json',
      {
        nodes: {
          ...below('a/mixed', { 'migration.json': index('eu'), ...below('control-plane-n/x', node({})) }),
          'b/mixed/migration.json': index(
            'us',
          ),
        },
      },
      "the cluster of migration.json is 'eu' at nodes/a/mixed/migration.json:1 and 'us' at nodes/b/mixed/migration.json:1; check one cluster at a "
        + 'time, each in a folder of its own: '
      + 'ccm-migration verify nodes/a, then ccm-migration verify nodes/b'],
    ['tags of Cluster API', {
      capi: {
        'all.yaml': ['one', 'two'].map(id => 'apiVersion: infrastructure.cluster.x-k8s.io/v1beta1\nkind: AWSMachineTemplate\n'
          + `metadata: {name: ${id}}\nspec: {template: {spec: {additionalTags: {kubernetes.io/cluster/${id}: owned}}}}\n`).join('---\n'),
      },
      old: node({}),
    }, "the tag kubernetes.io/cluster/<id> is 'one' at capi/all.yaml:4 and 'two' at capi/all.yaml:9; check one cluster at a time, each in a folder "
      + 'of its own: move what belongs to each'],
  ])('are told apart by %s, and refused', (_, folders, message) => {
    expect(() => check(folders)).toThrow(message);
  });

  it('are not what is shared, nor a file of that name of another program', () => {
    const shared = 'apiVersion: infrastructure.cluster.x-k8s.io/v1beta1\nkind: AWSCluster\nmetadata: {name: a}\nspec: {additionalTags: '
      + '{kubernetes.io/cluster/a: shared, kubernetes.io/cluster/b: owned}}\n';
    expect(check({ ...SAFE, capi: { 'a.yaml': shared, 'migration.json': '{"cluster":"x"}', 'b/migration.json': '{' } }).exclusivity.verdict).toBe(
      'holds',
    );
  });
});

describe('a live cluster', () => {
  it('is read by its mirror pods, and a node that runs the in-tree provider counts', () => {
    const pods = `${live('ip-1', node({ kcm: KCM_26 }))['-']}${live('ip-2', node({ version: '1.27.16', kcm: KCM_27 }))['-'].replace(
      /^.*\n.*\n.*\n/, '',
    )}`;
    const { exclusivity, seen } = check({ '-': { '-': pods }, 'dist': ccm({ flags: CCM_FLAGS }) });
    expect(seen.nodes.map(({ label, found }) => [label, found])).toEqual([['node ip-1', ['KCM 1.26.15']], ['node ip-2', ['KCM 1.27.16']]]);
    expect(exclusivity.verdict).toBe('broken');
    expect(exclusivity.counterexamples[0].processes.map(({ dir }) => dir)).toEqual(['-', 'dist']);
  });

  it('has its configuration files from the folders of its nodes, and is unknown without them', () => {
    const pods = live('ip-1', node({ kcm: [...KCM_26, ...MIGRATION] }));
    const without = check({ ...SAFE, 'old': {}, '-': pods });
    expect(without.exclusivity.verdict).toBe('unknown');
    expect(without.exclusivity.unknown.map(({ what }) => what)).toContainEqual(expect.stringContaining('leadermigration.conf'));
    const files = { 'ip-1': node({ kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } }) };
    expect(check({ ...SAFE, 'old': {}, ...files, '-': pods }).exclusivity.verdict).toBe('holds');
  });

  it.each<[string, Files, readonly string[]]>([
    ['another image', node({ version: '1.26.14' }), [
      'kube-controller-manager of node ip-1 differs from its file: the file has image registry.k8s.io/kube-controller-manager:v1.26.15, '
        + 'and '
      + 'registry.k8s.io/kube-controller-manager:v1.26.14 runs',
    ]],
    ['a file that was not started', node({ apiserver: [] }), ['kube-apiserver runs on node ip-1, and none of the node\'s files starts it']],
  ])('says of each node what differs from its files: %s', (_, running, messages) => {
    expect(findingsOf('running-pod-differs-from-file', { 'ip-1': node({}), '-': live('ip-1', running) }).map(({ message }) => message)).toEqual(
      messages,
    );
  });

  it('does not count a pod that is over, unless its kubelet starts it again', () => {
    const ended = (owner: string, phase: string) => node({})['etc/kubernetes/manifests/kube-controller-manager.yaml']
      .replace(/^ {2}namespace: .*$/m, `$&\n  ownerReferences: [{apiVersion: apps/v1, kind: ${owner}, name: x, controller: true}]`)
      .replace(/^spec:$/m, `status: {phase: ${phase}}\nspec:`);
    const answer = (text: string) => check({ ...SAFE, more: { 'pod.yaml': text } }).exclusivity.verdict;
    expect([answer(ended('Job', 'Succeeded')), answer(ended('ReplicaSet', 'Failed')), answer(ended('ReplicaSet', 'Running'))])
      .toEqual(['holds', 'holds', 'broken']);
    expect(answer(ended('Node', 'Failed'))).toBe('broken');
  });

  it('says of a file that no pod runs', () => {
    const folder = { 'ip-1': node({ apiserver: [] }) };
    expect(findingsOf('running-pod-differs-from-file', { ...folder, '-': live('ip-1', node({})) }).map(({ file, message }) => [file, message]))
      .toEqual([
        ['ip-1/etc/kubernetes/manifests/kube-apiserver.yaml', 'node ip-1 has a file of kube-apiserver, and no pod of it runs there'],
      ]);
  });
});
