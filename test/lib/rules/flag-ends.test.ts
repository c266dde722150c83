import { check, Files, KCM_26, node } from './input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';

/** A variable that the pod gets from a field of its own. */
function withVariable(files: Files): Files {
  const variable = '    env: [{name: V, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]\n';
  return { ...files, [KCM_FILE]: files[KCM_FILE].replace('    command:', `${variable}    command:`) };
}

const kcm = (...flags: readonly string[]) => withVariable(node({ kcm: [...KCM_26, ...flags], mounts: [] }));
const kubelet = (...flags: readonly string[]) =>
  node({ kcm: KCM_26, apiserver: ['--v=2'], kubelet: ['--cloud-provider=aws', ...flags], mounts: [] });
const apiserver = (...flags: readonly string[]) => node({ kcm: KCM_26, apiserver: flags, kubelet: ['--cloud-provider=aws'], mounts: [] });

function said(files: Files) {
  const { liveness, findings } = check({ n: files });
  return [liveness.verdict, ...findings.filter(({ severity }) => severity === 'error').map(({ rule, message }) => `${rule}: ${message}`)];
}

describe('a value of a flag', () => {
  it.each<[string, Files, RegExp]>([
    ['of a flag that there is not, from a field', kcm('--no-such-flag=$(V)'),
      /^flag-unknown-to-release: KCM 1\.26 of node of n does not have the flag --no-such-flag/],
    ['of a flag that no release has, of a release that is not known', {
      ...kcm('--no-such-flag=$(V)'), [KCM_FILE]: kcm('--no-such-flag=$(V)')[KCM_FILE].replace(':v1.26.15', '@sha256:abc'),
    }, /./],
    ['of a flag of later releases, from a field', kcm('--concurrent-job-syncs=$(V)'), /does not have the flag --concurrent-job-syncs$/],
    ['that is no verbosity', kcm('--v=abc'), /^process-ends: .* invalid argument "abc" for "--v" flag/],
    ['that is no port', kcm('--secure-port=99999'), /^process-ends: .* must be between 0 and 65535/],
    ['of a kubelet that is no port', kubelet('--read-only-port=99999'),
      /^process-ends: kubelet 1\.26 .* --read-only-port=99999: must be between 0 and 65535/],
    ['of a kubelet that is no number', kubelet('--max-pods=many'), /^process-ends: .* invalid argument "many" for "--max-pods" flag/],
    ['of a kubelet that is no taint', kubelet('--register-with-taints=a=b:Never'), /invalid argument "a=b:Never"/],
    ['of a kubelet that is a label of others', kubelet('--node-labels=kubernetes.io/role=node'), /labels of kubernetes\.io and k8s\.io must be of/],
    ['of a kubelet that runs once', kubelet('--runonce'), /--runonce: it does not go on/],
    ['of a kubelet, thresholds the wrong way', kubelet('--image-gc-high-threshold=40', '--image-gc-low-threshold=60'), /must be less than/],
    ['of a flag that the kubelet does not have any more, not known', kubelet('--network-plugin=${PLUGIN}'),
      /does not have the flag --network-plugin/],
    ['of an API server that is no duration', apiserver('--request-timeout=10'), /^process-ends: kube-apiserver .* invalid argument "10"/],
  ])('%s ends it', (_, files, finding) => {
    const [verdict, ...errors] = said(files);
    expect(verdict).not.toBe('holds');
    expect(errors).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });

  it.each<[string, Files]>([
    ['of logging, from a field', kcm('--v=$(V)')],
    ['that is not filled in', kubelet('--max-pods=${PODS}')],
    ['that is a label of its own', kubelet('--node-labels=node.kubernetes.io/pool=a,kubernetes.io/os=linux,example.com/b=c')],
    ['of what is reserved', kubelet('--kube-reserved=cpu=100m,memory=1Gi', '--eviction-hard=memory.available<100Mi,nodefs.available<10%')],
    ['that is the default', kubelet('--register-schedulable=true', '--sync-frequency=60s')],
  ])('%s is as good as any', (_, files) => expect(said(files)).toEqual(['holds']));

  it.each<[string, Files]>([
    ['of evictions of pods that are well', kubelet('--eviction-hard=memory.available<90%')],
    ['of what it takes away from its node', kubelet('--system-reserved=memory=500Gi')],
    ['of another root', kubelet('--root-dir=/data/kubelet')],
    ['of the release that it is to be', apiserver('--show-hidden-metrics-for-version=1.19')],
    ['of the interval of a controller', kcm('--route-reconciliation-period=9000h')],
  ])('%s leaves it unknown', (_, files) => expect(said(files)[0]).toBe('unknown'));
});
