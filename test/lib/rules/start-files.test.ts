import { ccm, CCM_FLAGS, check, Files, KCM_26, KCM_27, node } from './input';
import { said } from './said';
import { START_FILES } from '../../../src/lib/facts/start-files';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const OBJECT = 'CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager)';

/** A cloud-controller-manager with flags and one mount. */
function withFlags(flags: readonly string[], mountPath?: string, volume = 'hostPath: {path: /x}'): Files {
  const files = ccm({ flags: [...CCM_FLAGS, ...flags] });
  const mounts = `        volumeMounts: [{name: v, mountPath: ${mountPath}}]\n      volumes: [{name: v, ${volume}}]\n`;
  return { 'ccm.yaml': files['ccm.yaml'] + (mountPath === undefined ? '' : mounts) };
}

function told(dist: Files): readonly [string, readonly string[]] {
  const folders = { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist };
  return [check(folders).liveness.verdict, said('config-file-not-mounted', folders).map(text => text.replace(/^[^ ]* /, ''))];
}

describe('a file that a component reads when it starts', () => {
  const pair = (flag: string) => flag.includes('tls-cert') ? [`--${flag.replace('cert-file', 'private-key-file')}=/mounted/k`]
    : flag.includes('tls-private') ? [`--${flag.replace('private-key-file', 'cert-file')}=/mounted/c`] : [];
  it.each(START_FILES.filter(({ components, flag, only }) => components.includes(CCM) && only === undefined && !flag.endsWith('sni-cert-key')))(
    'is mounted for --$flag of a cloud-controller-manager', ({ flag, isDoubtful }) => {
      const own = withFlags([`--${flag}=/a/file`, ...pair(flag)], '/mounted');
      expect(told(own)).toStrictEqual([
        isDoubtful === true ? 'unknown' : 'broken',
        [`error${isDoubtful === true ? '?' : ''}: ${OBJECT} has --${flag}=/a/file, but no volume is mounted there`],
      ]);
      expect(told(withFlags([`--${flag}=/mounted/file`, ...pair(flag)], '/mounted'))).toStrictEqual(['holds', []]);
    });

  const ofKcm = START_FILES.filter(({ components, only }) => components.includes(KCM) && only === undefined);
  it.each(ofKcm)('is mounted for --$flag of kube-controller-manager', ({ flag }) => {
    const value = (file: string) => flag === 'tls-sni-cert-key' ? `${file},/mounted/other` : file;
    const others = [
      ...pair(flag), ...flag.startsWith('cluster-signing-')
        ? [`--${flag.replace(/(cert|key)-file$/, part => part === 'cert-file' ? 'key-file' : 'cert-file')}=/mounted/other`] : [],
    ];
    const old = (file: string) => ({ old: node({ kcm: [...KCM_26, `--${flag}=${value(file)}`, ...others], mounts: ['/mounted'] }) });
    expect(said('config-file-not-mounted', old('/a/file'))).toStrictEqual([
      expect.stringMatching(`^old/${KCM_FILE}:\\d+ error: KCM 1.26 of node of old has --${flag}=/a/file, but no volume is mounted there$`),
    ]);
    expect(check(old('/a/file')).liveness.verdict).toBe('broken');
    expect([check(old('/mounted/file')).liveness.verdict, said('config-file-not-mounted', old('/mounted/file'))]).toStrictEqual(['holds', []]);
  });

  it.each<[string, Files, string, readonly string[]]>([
    ['each of two certificates', withFlags(['--tls-sni-cert-key=/m/a.crt, /b.key:x.org', '--tls-sni-cert-key=/c.crt,/m/d.key'], '/m'), 'broken', [
      'has --tls-sni-cert-key=/b.key, but no volume is mounted there', 'has --tls-sni-cert-key=/c.crt, but no volume is mounted there',
    ]],
    ['the last value', withFlags(['--client-ca-file=/a', '--client-ca-file=/m/b'], '/m'), 'holds', []],
    ['no file', withFlags(['--client-ca-file=']), 'holds', []],
    ['nothing that is not served', withFlags(['--client-ca-file=/a', '--authorization-kubeconfig=/b', '--secure-port=0']), 'holds', []],
    ['its kubeconfig all the same', withFlags(['--kubeconfig=/a', '--secure-port=0']), 'broken', [
      'has --kubeconfig=/a, but no volume is mounted there',
    ]],
    ['a device', withFlags(['--client-ca-file=/dev/null']), 'holds', []],
    ['what the kubelet mounts', withFlags(['--client-ca-file=/var/run/secrets/kubernetes.io/serviceaccount/ca.crt']), 'holds', []],
    ['the same by its other name', withFlags(['--client-ca-file=/run/secrets/kubernetes.io/serviceaccount/ca.crt']), 'holds', []],
    ['what an image may have', withFlags(['--client-ca-file=/etc/ssl/certs/ca.crt']), 'unknown', [
      'has --client-ca-file=/etc/ssl/certs/ca.crt, but no volume is mounted there, and whether its image has the file is not known',
    ]],
    ['what is relative', withFlags(['--client-ca-file=ca.crt']), 'unknown', [
      'has --client-ca-file=ca.crt, but no volume is mounted there, and whether its image has the file is not known',
    ]],
    ['an empty folder', withFlags(['--client-ca-file=/m/ca.crt'], '/m', 'emptyDir: {}'), 'unknown', [
      'has --client-ca-file=/m/ca.crt, but emptyDir volume \'v\' is mounted there, which is empty when the pod starts',
    ]],
    ['a Secret', withFlags(['--client-ca-file=/m/ca.crt'], '/m', 'secret: {secretName: s}'), 'holds', []],
    ['a key that the ConfigMap does not have', {
      ...withFlags(['--client-ca-file=/m/ca.crt'], '/m', 'configMap: {name: c}'),
      'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: kube-system}\ndata: {other.crt: x}\n',
    }, 'broken', ['has --client-ca-file=/m/ca.crt, but key \'ca.crt\' of ConfigMap kube-system/c does not exist']],
    ['a key that it has', {
      ...withFlags(['--client-ca-file=/m/ca.crt'], '/m', 'configMap: {name: c}'),
      'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: kube-system}\ndata: {ca.crt: x}\n',
    }, 'holds', []],
    ['a file that its release does not read', withFlags(['--root-ca-file=/a']), 'broken', []],
  ])('is looked for: %s', (_, dist, verdict, expected) =>
    expect(told(dist)).toStrictEqual([verdict, expected.map(text => `error${verdict === 'unknown' ? '?' : ''}: ${OBJECT} ${text}`)]));

  it('is not put into a static pod by the kubelet', () => {
    const of = (path: string) => said('config-file-not-mounted', { old: node({ kcm: [...KCM_26, `--client-ca-file=${path}`], mounts: [] }) });
    expect(of('/var/run/secrets/kubernetes.io/serviceaccount/ca.crt')).toHaveLength(1);
    expect(of('/proc/self/x')).toHaveLength(0);
  });

  it('is not looked for where a manifest of kube-controller-manager leaves its volumes out', () => {
    const text = node({ kcm: [...KCM_26, '--kubeconfig=/a'], mounts: [] })[KCM_FILE];
    const of = (manifest: string) => said('config-file-not-mounted', { old: { [KCM_FILE]: manifest } }).length;
    expect([of(text), of(text.replace(/ *volumeMounts:[^]*$/, '')), of(text.replace('  hostNetwork: true\n', ''))]).toStrictEqual([1, 0, 0]);
  });

  it('leaves the kubeconfig of a static cloud-controller-manager to the rule that knows where it comes from', () => {
    const pod = ccm()['ccm.yaml'];
    const manifest = `apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n  hostNetwork: true\n  containers:
  - name: ccm
    image: ${/image: (.*)/.exec(pod)![1]}\n    args: [--cloud-provider=aws, --kubeconfig=/k, --client-ca-file=/a]\n`;
    const folders = { new: { ...node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), 'etc/kubernetes/manifests/ccm.yaml': manifest } };
    expect(said('config-file-not-mounted', folders)).toStrictEqual([expect.stringContaining('--client-ca-file=/a')]);
    expect(said('static-pod-kubeconfig-missing', folders)).toStrictEqual([expect.stringContaining('--kubeconfig=/k')]);
  });
});

describe('a controller without a worker', () => {
  it.each<[string, string, string]>([
    ['--concurrent-service-syncs=0', 'service', 'has no worker for service (--concurrent-service-syncs=0)'],
    ['--concurrent-service-syncs=-1', 'service', 'has no worker for service (--concurrent-service-syncs=-1)'],
    ['--concurrent-node-syncs=0', 'cloud-node', 'has no worker for cloud-node (--concurrent-node-syncs=0)'],
  ])('does not run: %s', (flag, controller, text) => {
    const { liveness } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: ccm({ flags: [...CCM_FLAGS, flag] }) });
    expect(liveness.verdict).toBe('broken');
    expect(JSON.stringify(liveness)).toContain(text);
    expect(JSON.stringify(liveness)).toContain(`'${controller}'`);
  });

  it.each(['--concurrent-service-syncs=1', '--concurrent-node-syncs=0x2', '--concurrent-service-syncs=1_0'])('does: %s', flag =>
    expect(told(ccm({ flags: [...CCM_FLAGS, flag] }))).toStrictEqual(['holds', []]));

  it('is the same in kube-controller-manager', () => {
    const { liveness } = check({ old: node({ kcm: [...KCM_26, '--concurrent-service-syncs=0'], mounts: [] }) });
    expect([liveness.verdict, JSON.stringify(liveness).includes('has no worker for service')]).toStrictEqual(['broken', true]);
  });
});
