import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KUBERNETES } from './consumers';
import { seeded } from '../e2e/lib/random';
import { synthesize } from '../e2e/lib/synth';
import { EcrCredentialProvider } from '../src/lib/ecr/ecr-credential-provider';
import { flagsOf } from '../src/lib/facts/flags';
import { generatedKubeletConfiguration } from '../src/lib/facts/generated';
import { takesValue } from '../src/lib/kubernetes/command-line/flag-value';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { doubtfulFlags, endsOfValues } from '../src/lib/model/undecided-flags';
import { buildModel } from '../src/lib/read/build-model';
import { Answer } from '../test/committed-answers';
import { readTree } from '../test/golden';
import { describeReader, withoutLog } from '../test/reader';

interface KubeletVerdict {
  readonly file: string;
  readonly kind: string;
  readonly error?: string;
  readonly flags?: Readonly<Record<string, string>>;
}

interface KubeletReport {
  readonly version: string;
  readonly verdicts: readonly KubeletVerdict[];
}

const INPUT = join(__dirname, '..', 'examples', 'kubeadm', 'input');
const folder = mkdtempSync(join(tmpdir(), 'kubelet-conformance-'));
beforeAll(() => synthesize(folder, INPUT, {}));
afterAll(() => rmSync(folder, { recursive: true }));

/** Kubelet files that we write for the nodes of a side, by the path below `nodes/`. */
function kubeletFiles(side: string): Record<string, string> {
  const isOfSide = new RegExp(`^[^/]+/(control-plane|worker)-${side}/[^/]+/var/lib/kubelet/`);
  return Object.fromEntries([...readTree(join(folder, 'nodes'))].filter(([path]) => isOfSide.test(path)));
}

const HEAD = ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration', 'staticPodPath: /etc/kubernetes/manifests'];

/** Why a kubelet does not start, by our reading. */
function startDoubtsOf(text: string, version: string): readonly string[] {
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: kube-controller-manager, namespace: kube-system}\nspec:\n  containers:\n  - name: kcm\n'
    + `    image: registry.k8s.io/kube-controller-manager:v${version}\n    command: [kube-controller-manager, --cloud-provider=external]\n`;
  const files = new Map(Object.entries({
    'etc/kubernetes/manifests/kcm.yaml': pod, 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS=""\n', 'var/lib/kubelet/config.yaml': text,
  }).map(([path, content]) => [path, { text: content }]));
  const { components } = buildModel({ directories: [{ name: 'node', files }] });
  return components.flatMap(({ stops = [] }) => stops).map(({ what }) => what);
}

interface GivenFlag {
  readonly name: string;
  readonly value: string;
}

/** Without it, releases before 1.27 end in any case. */
const RUNTIME = '--container-runtime-endpoint=unix:///run/containerd/containerd.sock';
const VALUES = [
  'true', 'false', 'maybe', '0', '3', '-3', '101', '99999', '1.5', '0x10', '10s', '-1s', '5m', 'no-such-value', 'a=b', 'a:b', '127.0.0.1',
  '999.0.0.1', 'none', 'pods', 'container', 'Webhook', 'example.com/x=y:NoSchedule', 'example.com/x=y:Never', 'kubernetes.io/os=linux',
  'kubernetes.io/no-such=x', 'memory.available<100Mi', 'a.go:3', 'a.go:0', 'TLS_NO_SUCH', 'VersionTLS12', '10.0.0.0/16',
];
/** Files and gates, of which more than a value decides, and what a kubelet looks at after what is asked here: k8s.io/kubernetes cmd/kubelet/app. */
const ELSEWHERE = [
  'authorization-mode', 'config', 'feature-gates', 'help', 'log-json-info-buffer-size', 'log-json-split-stream', 'runonce', 'tls-cipher-suites',
  'tls-min-version', 'version',
];

/** Values of flags of a release, in an order that a seed says. */
function drawnValues(version: string, seed: number): readonly GivenFlag[] {
  const random = seeded(seed);
  const all = flagsOf('kubelet', KubernetesVersion.of(version)).filter(({ flag }) => !ELSEWHERE.includes(flag)).flatMap(({ flag }) =>
    VALUES.map(value => ({ name: flag, value })));
  return all.map(one => ({ one, key: random() })).sort((a, b) => a.key - b.key).map(({ one }) => one);
}

/** Whether a kubelet ends with a value of a flag; undefined: we do not know. */
function endsWith(version: string, { name, value }: GivenFlag): boolean | undefined {
  const of = KubernetesVersion.of(version);
  const { type } = flagsOf('kubelet', of).find(({ flag }) => flag === name)!;
  const takes = takesValue(type, value);
  if (takes === false || endsOfValues('kubelet', [{ name, value }]).length > 0) return true;
  return takes === undefined || doubtfulFlags('kubelet', of, [{ name, value }]).length > 0 ? undefined : false;
}

/** Which errors there are, without their words. */
function endsOnly(answer: Answer): Answer {
  if (answer.status !== 0) return answer;
  const { verdicts, ...report } = JSON.parse(answer.stdout) as KubeletReport;
  const short = verdicts.map(({ file, kind, error }) =>
    ({ file, kind, ...error === undefined ? {} : { error: error.split('\n')[0].slice(0, 100) } }));
  return withoutLog({ ...answer, stdout: JSON.stringify({ ...report, verdicts: short }) });
}

/** What the kubelet of each side makes of the files that we write for it. */
for (const { side, version } of [{ side: 'n', version: '1.26.15' }, { side: 'n-plus-1', version: '1.27.16' }]) {
  describeReader(`kubelet ${version}, side ${side}`, KUBERNETES.find(release => release.version === version)!.kubelet, reader => {
    const read = (files: Readonly<Record<string, string>>, ...flags: readonly string[]): KubeletReport =>
      reader.json<KubeletReport>({ args: [...flags, ...Object.keys(files).filter(path => !path.startsWith('bin/'))], files }, withoutLog);

    it('is linked with that release', () => {
      expect(read({}).version).toBe(`v${version}`);
    });

    it('accepts every flag file and configuration of every phase', () => {
      const { verdicts } = read(kubeletFiles(side));
      expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['KUBELET_KUBEADM_ARGS', 'KubeletConfiguration']));
      expect(verdicts.filter(({ error }) => error !== undefined)).toEqual([]);
    });

    it('understands the cloud provider of the side', () => {
      const { verdicts } = read(kubeletFiles(side));
      const providers = new Set(verdicts.flatMap(({ flags }) => flags ? [flags['cloud-provider']] : []));
      expect(providers).toEqual(new Set([side === 'n' ? 'aws' : 'external']));
    });

    it('accepts the credential provider configuration', () => {
      const provider = new EcrCredentialProvider({ release: 'v1.27.1', region: 'eu-central-1' });
      const files = {
        'bin/ecr-credential-provider': '', // the kubelet looks whether it is there, and runs it when it pulls
        'credential-provider.yaml': provider.config(KubernetesVersion.of(version)),
      };
      expect(read(files, '--plugin-dir=bin').verdicts).toEqual([{ file: 'credential-provider.yaml', kind: 'CredentialProviderConfig' }]);
    });

    it.each<[string, string]>([
      ['what it is', ''],
      ['gates that every release has', 'featureGates: {AllAlpha: false, RotateKubeletServerCertificate: true}\n'],
      ['a gate that is on already', 'featureGates: {CSIMigration: true}\n'],
      ['a gate that no release has', 'featureGates: {NoSuchGate: true}\n'],
      ['a gate of an older release', 'featureGates: {DynamicKubeletConfig: false}\n'],
      ['a gate of a newer release', 'featureGates: {UserNamespacesSupport: true}\n'],
      ['a gate that is locked', 'featureGates: {CPUManager: false}\n'],
      ['a gate that is no boolean', 'featureGates: {NodeSwap: "true"}\n'],
      ['no node', 'registerNode: false\n'],
      ['a node that is no boolean', 'registerNode: "false"\n'],
      ['another version', 'apiVersion: kubelet.config.k8s.io/v1\n'],
      ['the version of its first releases', 'apiVersion: kubelet.config.k8s.io/v1alpha1\n'],
      ['another group', 'apiVersion: kubelet.config/v1beta1\n'],
      ['another kind', 'kind: CredentialProviderConfig\n'],
      ['a second document', 'registerNode: true\n---\nregisterNode: 3\n'],
    ])('starts with a configuration that has %s as it does for us', (_, text) => {
      const head = HEAD.filter(line => !text.startsWith(line.split(' ')[0]));
      const config = `${head.join('\n')}\n${text}`;
      const [{ error }] = read({ 'config.yaml': config }, '--as-configuration').verdicts;
      expect({ refused: startDoubtsOf(config, version).length > 0, error })
        .toEqual(error === undefined ? { refused: false, error } : { refused: true, error });
    });

    const samples = reader.samples({ seed: 20261130, committed: 200, asked: 2000 });
    it.each(samples)('ends with the same values of flags as for us, of $count from seed $seed', ({ count, seed, reader: asked }) => {
      const given = drawnValues(version, seed).slice(0, count);
      const files = Object.fromEntries(given.map(({ name, value }, index) =>
        [`${index}.env`, `KUBELET_KUBEADM_ARGS="${RUNTIME} --${name}=${value}"\n`]));
      const { verdicts } = asked.json<KubeletReport>({ args: Object.keys(files), files, inputs: given }, endsOnly);
      const compared = verdicts.map(({ error }, index) =>
        ({ ...given[index], theirs: error !== undefined, ours: endsWith(version, given[index]), error }));
      const known = compared.filter(({ ours }) => ours !== undefined);
      expect(known.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
      // Both fates occur, and little is left unknown.
      expect(known.filter(({ theirs }) => theirs).length).toBeGreaterThan(count / 10);
      expect(known.length).toBeGreaterThan(count * 0.6);
    });

    it('would refuse a flag and a field that it does not know', () => {
      const files = {
        'bad.env': 'KUBELET_KUBEADM_ARGS="--no-such-flag=1"\n',
        'bad.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nnoSuchField: 1\n',
      };
      expect(read(files).verdicts.map(({ error }) => error)).toEqual([
        expect.stringContaining('unknown flag: --no-such-flag'), expect.stringContaining('noSuchField'),
      ]);
    });
  });
}

/** Settings by the shape of a field: each field is tried with all of its shape. */
const OF_SHAPE: Readonly<Record<string, readonly unknown[]>> = {
  'string': ['own', 5],
  'boolean': [true, 'true'],
  'integer': [-1, 0, 99999, '5', 1.5],
  'number': [0, 1.5],
  'duration': ['1ms', '-5s', 5, null],
  'duration?': ['1ms', '10s', 'own', null],
  '[]string': [['own'], 'own'],
  'map[]string': [{ cpu: '1' }, { cpu: 1 }],
};
const OF_FIELD: Readonly<Record<string, readonly unknown[]>> = {
  authorization: [{ mode: 5 }, { webhook: { cacheAuthorizedTTL: '5' } }],
  enforceNodeAllocatable: [[], ['none'], ['pods', 'none'], ['system-reserved']],
  featureGates: [{ NodeSwap: 1 }],
  hairpinMode: ['none'],
  imageGCLowThresholdPercent: [85],
  iptablesDropBit: [31, 32],
  logging: [{ format: 'xml' }, { verbosity: '3' }],
  memorySwap: [{}, { swapBehavior: 'LimitedSwap' }],
  registerWithTaints: [
    [{ key: 'a', effect: 'NoSchedule' }], [{ key: 'a', effect: 'Never' }], [{ key: 'a b', effect: 'NoSchedule' }], ['a:NoSchedule'],
  ],
  reservedMemory: [[{ numaNode: 0, limits: { cpu: '1' } }], [{ numaNode: '0' }]],
  shutdownGracePeriodByPodPriority: [[{ priority: 1, shutdownGracePeriodSeconds: 10 }], [{ priority: 'a' }]],
  topologyManagerPolicy: ['restricted'],
  topologyManagerScope: ['pod'],
  tracing: [{ samplingRatePerMillion: -1 }],
};
/** What the kubelet finds out as it starts, after it has read its configuration; its reader here registers no format of logs but `text`. */
const LATER = new RegExp('^(?:authorization|configMapAnd|containerLogMax|cpuManagerPolicy|eviction|fileCheck|kubeReserved|logging|memoryManagerPolicy'
  + '|systemReserved|tls)');

describeReader('kubelet 1.26.15, fields of its configuration', KUBERNETES[0].kubelet, reader => {
  it('refuses what we know to be wrong, and nothing else', () => {
    const { rows } = generatedKubeletConfiguration();
    const shapes = new Map(rows.flatMap(({ name, fields }) => name === 'KubeletConfiguration' ? Object.entries(fields) : []));
    const settings = [...shapes].filter(([field]) => !HEAD.some(line => line.startsWith(`${field}:`)))
      .flatMap(([field, shape]) => [...OF_SHAPE[shape] ?? [], ...OF_FIELD[field] ?? []].map(value => ({ field, value })));
    const texts = settings.map(({ field, value }) => `${HEAD.join('\n')}\n${field}: ${JSON.stringify(value)}\n`);
    const files = Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text]));
    const { verdicts } = reader.json<KubeletReport>({ args: ['--as-configuration', ...Object.keys(files)], files }, withoutLog);
    expect(settings.length).toBeGreaterThan(300);
    const different = settings.filter(({ field }, index) => {
      const isRefused = verdicts[index].error !== undefined;
      const found = startDoubtsOf(texts[index], '1.26.15');
      const isWrong = found.some(what => what.includes('does not start'));
      return isRefused ? found.length === 0 : isWrong && !LATER.test(field);
    });
    expect(different).toEqual([]);
  });
});
