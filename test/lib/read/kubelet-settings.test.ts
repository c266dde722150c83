import { ccm, check, Files, KCM_26, KCM_27, node } from '../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const CONFIG = 'var/lib/kubelet/config.yaml';
const DROP_INS = 'etc/systemd/system/kubelet.service.d';
const NEW = node({ version: '1.29.15', kcm: KCM_27 });
const OLD = node({ kcm: KCM_26 })[KCM_FILE];
const EXTERNAL = { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n' };
const NGINX = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: kube-system}\nspec: {containers: [{name: web, image: nginx:1.25}]}\n';

const service = (...lines: readonly string[]) => `[Service]\n${lines.join('\n')}\n`;
const DROP_IN_VARIABLE = 'Environment=KUBELET_CONFIG_DROPIN_DIR_ALPHA=on\n';
const extra = (flags: string) => service(`Environment="KUBELET_EXTRA_ARGS=${flags}"`);
const configuration = (text = '', apiVersion = 'kubelet.config.k8s.io/v1beta1') =>
  `kind: KubeletConfiguration\napiVersion: ${apiVersion}\nstaticPodPath: /etc/kubernetes/manifests\n${text}`;

function verdicts(files: Files, workload = ccm({})): readonly string[] {
  const { exclusivity, liveness } = check({ cp: { ...NEW, ...EXTERNAL, ...files }, dist: workload });
  return [exclusivity.verdict, liveness.verdict];
}

/** Something that is not a controller manager, or that no kubelet takes, lies where it does no harm. */
it.each<[string, Files]>([
  ['what it is', {}],
  ['its configuration', { [CONFIG]: configuration() }],
  ['gates that the release has', { [CONFIG]: configuration('featureGates: {RotateKubeletServerCertificate: true}\n') }],
  ['a node that is registered', { [CONFIG]: configuration('registerNode: true\n') }],
  ...[
    'maxPods: 0', 'podsPerCore: 0', 'readOnlyPort: 10255', 'authentication: {anonymous: {enabled: true}, webhook: {cacheTTL: 0s}}',
    'authorization: {mode: AlwaysAllow}', 'enableControllerAttachDetach: false', 'failSwapOn: false', 'rotateCertificates: false',
    'enableServer: false', 'protectKernelDefaults: true',
    'serverTLSBootstrap: true', 'address: 127.0.0.1', 'clusterDNS: [10.96.0.10]', 'noSuchField: {of: [any, kind]}', 'nodeStatusUpdateFrequency: 1h',
    'logging: {flushFrequency: 0, options: {json: {infoBufferSize: "0"}}, verbosity: 4}', 'memorySwap: {}', 'containerRuntimeEndpoint: ""',
    'evictionHard: {memory.available: 200Mi, nodefs.available: 10%}', 'systemReserved: {cpu: 200m, memory: 1Gi}', 'kubeReservedCgroup: /kube.slice',
    'resolvConf: /run/systemd/resolve/resolv.conf', 'cgroupDriver: systemd', 'imageGCHighThresholdPercent: 90', 'cpuCFSQuotaPeriod: null',
    'shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 10s',
    'registerWithTaints: [{key: a, effect: PreferNoSchedule}]', 'syncFrequency: 0s',
  ].map((setting): [string, Files] => [setting, { [CONFIG]: configuration(`${setting}\n`) }]),
  ['the address of its node', { [CONFIG]: configuration('address: 10.0.0.7\n'), [`${DROP_INS}/20.conf`]: extra('--node-ip=10.0.0.7') }],
  ['a port that a flag replaces', { [CONFIG]: configuration('readOnlyPort: 99999\n'), [`${DROP_INS}/20.conf`]: extra('--read-only-port=0') }],
  ['a port that a drop-in replaces', {
    'etc/kubelet.d/1.conf': configuration('port: 10250\n'),
    [CONFIG]: configuration('port: 99999\n'),
    'etc/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet --cloud-provider=external --config-dir=/etc/kubelet.d',
      DROP_IN_VARIABLE.trim()),
  }],
  ['another pod beside it', { 'etc/kubernetes/manifests/web.yaml': NGINX }],
  ['a drop-in of a setting that decides nothing', { [`${DROP_INS}/20.conf`]: extra('--v=4') }],
  ['drop-ins with the variable that the release asks for', {
    'etc/kubelet.d/1.conf': configuration(),
    [CONFIG]: configuration(),
    'etc/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet --cloud-provider=external --config-dir=/etc/kubelet.d',
      DROP_IN_VARIABLE.trim()),
  }],
  ['a folder that no kubelet is told of', { 'srv/pods/web.yaml': NGINX }],
  ['a variable that decides nothing and is not known', {
    'etc/systemd/system/kubelet.service': service('EnvironmentFile=-/opt/own.env', 'EnvironmentFile=/var/lib/kubelet/kubeadm-flags.env',
      'ExecStart=/usr/bin/kubelet --hostname-override=${NAME} $KUBELET_KUBEADM_ARGS'),
  }],
])('is safe with %s', (_, files) => expect(verdicts(files)).toEqual(['holds', 'holds']));

/** The pods of the folder run, and those of the usual one do not. */
it.each<[string, Files]>([
  ['a drop-in in /run', { 'run/systemd/system/kubelet.service.d/9.conf': extra('--pod-manifest-path=/srv/pods') }],
  ['a drop-in in /usr/local', { 'usr/local/lib/systemd/system/kubelet.service.d/9.conf': extra('--pod-manifest-path=/srv/pods') }],
  ['a drop-in for every service', {
    'usr/lib/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet $MINE'),
    'etc/systemd/system/service.d/9.conf': service('Environment=MINE=--pod-manifest-path=/srv/pods'),
  }],
  ['an environment file of its own', {
    'usr/lib/systemd/system/kubelet.service': service('EnvironmentFile=/opt/own.env', 'ExecStart=/usr/bin/kubelet $MINE'),
    'opt/own.env': 'MINE="--pod-manifest-path=/srv/pods"\n',
  }],
  ['a drop-in of its configuration', {
    'etc/kubelet.d/1.conf': configuration().replace('/etc/kubernetes/manifests', '/srv/pods'),
    [`${DROP_INS}/20.conf`]: `${extra('--config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubelet.d')}${DROP_IN_VARIABLE}`,
    'usr/lib/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet $KUBELET_EXTRA_ARGS'),
    [CONFIG]: configuration(),
  }],
])('takes static pods from the folder of %s', (_, files) => {
  const { seen } = check({ cp: { ...NEW, ...EXTERNAL, ...files, 'srv/pods/kcm.yaml': OLD }, dist: ccm({}) });
  expect(seen.nodes.flatMap(({ found }) => found).filter(name => name.startsWith('KCM'))).toEqual(['KCM 1.26.15']);
});

it.each<[string, Files]>([
  ['an environment file that is not there', {
    'usr/lib/systemd/system/kubelet.service': service('EnvironmentFile=-/opt/own.env', 'ExecStart=/usr/bin/kubelet --cloud-provider=external $MINE'),
  }],
  ['a unit that starts a script', { 'etc/systemd/system/kubelet.service': service('ExecStart=/opt/bin/start-kubelet --cloud-provider=external') }],
  ['a folder that a variable names', {
    'etc/systemd/system/kubelet.service': service('EnvironmentFile=-/opt/own.env', 'ExecStart=/usr/bin/kubelet --pod-manifest-path=${PODS}'),
  }],
])('takes static pods from an unknown folder with %s', (_, files) => expect(verdicts(files)[0]).toBe('unknown'));

/** Then nothing starts the static pods of the node. */
it.each<[string, Files]>([
  ['a gate that the release has no more', { [CONFIG]: configuration('featureGates: {CSIMigration: true}\n') }],
  ['a gate that is locked', { [`${DROP_INS}/20.conf`]: extra('--feature-gates=CPUManager=false') }],
  ['a gate that is no boolean', { [CONFIG]: configuration('featureGates: {NodeSwap: "true"}\n') }],
  ['a configuration of another version', { [CONFIG]: configuration('', 'kubelet.config.k8s.io/v1') }],
  ['a configuration of another kind', { [CONFIG]: configuration().replace('KubeletConfiguration', 'KubeletConfig') }],
  ['a configuration without a version', { [CONFIG]: configuration().replace(/^apiVersion.*\n/m, '') }],
  ...[
    'readOnlyPort: abc', 'readOnlyPort: "10255"', 'readOnlyPort: 1.5', 'port: 99999', 'healthzPort: -1', 'enableServer: "true"',
    'evictionHard: {memory.available: 5}', 'evictionHard: {memory.available: 101%}', 'evictionHard: {memory.free: 5%}', 'evictionHard: everything',
    'evictionSoft: {memory.available: 5%}', 'systemReserved: {gpu: "1"}', 'kubeReserved: {memory: -1Gi}', 'syncFrequency: 60', 'syncFrequency:',
    'fileCheckFrequency: -1s', 'topologyManagerPolicy: some', 'hairpinMode: some', 'imageGCLowThresholdPercent: 90', 'cgroupsPerQOS: false',
    'enforceNodeAllocatable: [system-reserved]', 'shutdownGracePeriodCriticalPods: 10s', 'tlsCipherSuites: [NO_SUCH_SUITE]', 'tlsMinVersion: "1.2"',
    'registerWithTaints: [{key: a, effect: Never}]', 'registerWithTaints: ["a=b:NoSchedule"]', 'authorization: {mode: RBAC}', 'maxPods: -1',
    'memorySwap: {swapBehavior: NoSwap}', 'containerLogMaxFiles: 1', 'containerLogMaxSize: big', 'cpuManagerPolicy: dynamic', 'oomScoreAdj: -1001',
    'serverTLSBootstrap: true\nfeatureGates: {RotateKubeletServerCertificate: false}', 'cpuCFSQuotaPeriod: 10ms', 'clusterDNS: 10.96.0.10',
  ].map((setting): [string, Files] => [setting, { [CONFIG]: configuration(`${setting}\n`) }]),
  ['an in-tree provider that is gone', { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=aws"\n' }],
  ['drop-ins without the variable that the release asks for', {
    'etc/kubelet.d/1.conf': configuration(),
    [CONFIG]: configuration(),
    'etc/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet --cloud-provider=external --config-dir=/etc/kubelet.d'),
  }],
  ['a flag that the release does not have', { [`${DROP_INS}/20.conf`]: extra('--container-runtime=remote') }],
])('is not live with a kubelet that has %s', (_, files) => expect(verdicts(files)).toEqual(['holds', 'broken']));

/** The kubelet may start, and may not: what the node has decides. */
it.each([
  'evictionHard: {memory.available: 90%}', 'evictionHard: {nodefs.available: 95%}', 'systemReserved: {memory: 500Gi}', 'kubeReserved: {cpu: "60"}',
  'address: 203.0.113.9', 'runOnce: true', 'runtimeRequestTimeout: 1ms', 'cpuManagerPolicy: static', 'podPidsLimit: 1',
  'cgroupRoot: /kubelet', 'cgroupDriver: other', 'resolvConf: /etc/own.conf', 'containerRuntimeEndpoint: unix:///run/own.sock', 'maxOpenFiles: 10',
  'nodeLeaseDurationSeconds: 3600', 'registerNode: yes', 'tlsCertFile: /etc/kubernetes/kubelet.crt', 'topologyManagerPolicy: single-numa-node',
  'reservedSystemCPUs: 0-3', 'contentType: application/yaml', 'allowedUnsafeSysctls: [vm.swappiness]', 'clusterDNS: [kube-dns]', 'port: ${PORT}',
  'enforceNodeAllocatable: [pods, kube-reserved]\nkubeReservedCgroup: /kube.slice',
])('may not be live with %s', setting => expect(verdicts({ [CONFIG]: configuration(`${setting}\n`) })).toEqual(['holds', 'unknown']));

it('may not be live with more static pods than its kubelet takes', () => {
  const files = { 'etc/kubernetes/manifests/web.yaml': NGINX, 'etc/kubernetes/manifests/own.yaml': NGINX.replace('name: web', 'name: own') };
  for (const setting of ['maxPods: 1', 'podsPerCore: 1']) {
    expect(verdicts({ ...files, [CONFIG]: configuration(`${setting}\n`) })[1]).toBe('unknown');
  }
});

it('may not be live where the variable of drop-ins is not known', () => expect(verdicts({
  'etc/kubelet.d/1.conf': configuration(),
  [CONFIG]: configuration(),
  'etc/systemd/system/kubelet.service': service('EnvironmentFile=/var/lib/kubelet/kubeadm-flags.env',
    'PassEnvironment=KUBELET_CONFIG_DROPIN_DIR_ALPHA',
    'ExecStart=/usr/bin/kubelet --config-dir=/etc/kubelet.d $KUBELET_KUBEADM_ARGS'),
})).toEqual(['holds', 'unknown']));

it('is safe with drop-ins from 1.30 on, which needs no variable', () => {
  const files = { ...node({ version: '1.30.14', kcm: KCM_27 }), ...EXTERNAL, [CONFIG]: configuration(), 'etc/kubelet.d/1.conf': configuration() };
  const unit = { 'etc/systemd/system/kubelet.service': service('ExecStart=/usr/bin/kubelet --cloud-provider=external --config-dir=/etc/kubelet.d') };
  const { exclusivity, liveness } = check({ cp: { ...files, ...unit }, dist: ccm({}) });
  expect([exclusivity.verdict, liveness.verdict]).toEqual(['holds', 'holds']);
});

it('may not be live with a kubelet that has a gate which no release has', () => {
  expect(verdicts({ [CONFIG]: configuration('featureGates: {NoSuchGate: true}\n') })).toEqual(['holds', 'unknown']);
});

it.each<[string, Files]>([
  ['by its configuration', { [CONFIG]: configuration('registerNode: false\n') }],
  ['by its flag, whatever its configuration says', {
    [CONFIG]: configuration('registerNode: true\n'), [`${DROP_INS}/20.conf`]: extra('--register-node=false'),
  }],
])('has no place for a DaemonSet where the kubelet registers no node %s', (_, files) => expect(verdicts(files)).toEqual(['unknown', 'unknown']));

it('may have no place for a DaemonSet on one kind of nodes', () => {
  const unregistered = { ...NEW, ...EXTERNAL, [CONFIG]: configuration('registerNode: false\n') };
  const { liveness } = check({ cp: { ...NEW, ...EXTERNAL }, other: unregistered, dist: ccm({}) });
  expect(liveness.unknown.map(({ what }) => what)).toEqual([expect.stringMatching(/is scheduled on the nodes of 'node of other': /)]);
});

describe('a static pod file', () => {
  it('counts by its first document', () => {
    const { exclusivity, liveness, findings } = check({ cp: { ...EXTERNAL, [KCM_FILE]: `${NGINX}---\n${NEW[KCM_FILE]}` }, dist: ccm({}) });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['unknown', 'unknown']);
    expect(findings.filter(({ rule }) => rule === 'static-pod-refused').map(({ line, message }) => [line, message]))
      .toEqual([[7, expect.stringMatching(/the kubelet reads its first document only/)]]);
  });

  it('runs its first document, whatever stands behind it', () => {
    expect(verdicts({ [KCM_FILE]: `${NEW[KCM_FILE]}---\n${OLD}` })).toEqual(['holds', 'holds']);
    expect(verdicts({ [KCM_FILE]: `${OLD}---\n${NEW[KCM_FILE]}` })[0]).toBe('broken');
  });

  it('is one of two of a name, and which one runs is not known', () => {
    const named = NGINX.replace('name: web,', 'name: kube-controller-manager,').replace('nginx:1.25', 'quay.io/prometheus/node-exporter:v1.7.0');
    expect(verdicts({ 'etc/kubernetes/manifests/web.yaml': named })).toEqual(['unknown', 'unknown']);
    expect(verdicts({ 'etc/kubernetes/manifests/web.yaml': named.replace('namespace: kube-system', 'namespace: web') })).toEqual(['holds', 'holds']);
  });
});
