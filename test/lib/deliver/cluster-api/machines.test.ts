import { ccm, check, Files } from '../../rules/input';

/** What the machines of a KubeadmControlPlane get, and what changes it there. */
interface Machine {
  readonly kcm?: Record<string, string>;
  readonly init?: object;
  readonly join?: object;
  readonly files?: readonly object[];
  readonly rest?: object;
}

const VERSION = 'v1.27.16';
const EXTERNAL = { 'cloud-provider': 'external' };
const PATCHES = { patches: { directory: '/etc/kubernetes/patches' } };
const registration = { nodeRegistration: { name: '{{ ds.meta_data.local_hostname }}', kubeletExtraArgs: EXTERNAL } };
const patch = (name: string, content: string) => ({ path: `/etc/kubernetes/patches/${name}`, content });
const json = (...steps: string[]) => patch('kube-controller-manager0+json.yaml', steps.map(step => `- ${step}\n`).join(''));
const add = (flag: string) => `{op: add, path: /spec/containers/0/command/-, value: "${flag}"}`;

function controlPlane({ kcm = EXTERNAL, init = {}, join = init, files = [], rest = {} }: Machine): Files {
  return {
    'kcp.yaml': `${JSON.stringify({
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1',
      kind: 'KubeadmControlPlane',
      metadata: { name: 'cp' },
      spec: {
        version: VERSION,
        kubeadmConfigSpec: {
          clusterConfiguration: { controllerManager: { extraArgs: kcm } },
          initConfiguration: { ...registration, ...init },
          joinConfiguration: { ...registration, ...join },
          files,
          ...rest,
        },
      },
    })}\n`,
  };
}

const resultOf = (machine: Machine, more: Files = {}) => check({ in: { ...controlPlane(machine), ...ccm(), ...more } });
const verdictsOf = (machine: Machine, more: Files = {}) => {
  const { exclusivity, liveness } = resultOf(machine, more);
  return [exclusivity.verdict, liveness.verdict];
};
/** A callback of the test would take the place of what a row does not have. */
const rows = (all: readonly [string, Machine, Files?][]) => all.map(([name, machine, more = {}]) => [name, machine, more] as const);
const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: x, image: "example.com/x:1"}]}\n';
const secret = (text: string, key = 'value'): Files => ({
  's.yaml': `${JSON.stringify({
    apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { [key]: text },
  })}\n`,
});
const from = (path: string, kind = 'secret') => ({ path, contentFrom: { [kind]: { name: 's', key: 'value' } } });

describe('kubeadm patches of machines', () => {
  it('the cluster is safe without them', () => expect(verdictsOf({})).toEqual(['holds', 'holds']));

  it.each<[string, Machine]>([
    ['a flag that is added', { init: PATCHES, files: [json(add('--leader-elect=false'))] }],
    ['a strategic patch of the whole command', {
      init: PATCHES,
      files: [patch('kube-controller-manager.yaml',
        'spec: {containers: [{name: kube-controller-manager, command: [kube-controller-manager, --leader-elect=false, --cloud-provider=aws]}]}')],
    }],
    ['the image of a release with the in-tree provider', {
      kcm: {},
      init: PATCHES,
      files: [json(
        '{op: replace, path: /spec/containers/0/image, value: "registry.k8s.io/kube-controller-manager:v1.26.15"}', add('--cloud-provider=aws'))],
    }],
    ['a patch of the machines that join alone', {
      join: PATCHES,
      files: [json(
        '{op: replace, path: /spec/containers/0/image, value: "registry.k8s.io/kube-controller-manager:v1.26.15"}',
        '{op: replace, path: /spec/containers/0/command/1, value: "--cloud-provider=aws"}')],
    }],
    ['a patch that cannot be applied', { init: PATCHES, files: [json('{op: replace, path: /spec/none, value: 1}')] }],
    ['a patch from a Secret that is not there', { init: PATCHES, files: [from('/etc/kubernetes/patches/kube-controller-manager0+json.yaml')] }],
    ['a folder of patches without a file', { init: PATCHES }],
    ['a patch of where the kubelet takes its pods from', {
      init: PATCHES,
      files: [
        patch('kubeletconfiguration+merge.yaml', 'staticPodURL: https://example.com/pods'),
      ],
    }],
  ])('%s changes what runs', (_, machine) => expect(verdictsOf(machine)).not.toEqual(['holds', 'holds']));

  it.each(rows([
    ['resources', {
      init: PATCHES,
      files: [patch('kube-controller-manager+strategic.yaml',
        'spec: {containers: [{name: kube-controller-manager, resources: {requests: {cpu: 10m}}}]}')],
    }],
    ['another component', { init: PATCHES, files: [patch('etcd+json.yaml', '[{op: add, path: /spec/priority, value: 1}]')] }],
    ['the kubelet, in something else', { init: PATCHES, files: [patch('kubeletconfiguration+merge.yaml', 'maxPods: 50')] }],
    ['the same from a Secret', { init: PATCHES, files: [from('/etc/kubernetes/patches/kube-controller-manager+merge.yaml')] },
      secret('metadata: {labels: {a: b}}')],
  ]))('a patch of %s changes nothing', (_, machine, more) => expect(verdictsOf(machine, more)).toEqual(['holds', 'holds']));
});

describe('files of machines whose content is elsewhere', () => {
  it.each(rows([
    ['a static pod from a Secret', { files: [from('/etc/kubernetes/manifests/x.yaml')] }],
    ['a static pod from a ConfigMap', { files: [from('/etc/kubernetes/manifests/x.yaml', 'configMap')] }],
    ['a static pod that is encoded in a form that is not read', {
      files: [
        { path: '/etc/kubernetes/manifests/x.yaml', content: 'H4sI', encoding: 'gzip+base64' },
      ],
    }],
    ['a drop-in of the kubelet', { files: [from('/etc/systemd/system/kubelet.service.d/20-x.conf')] }],
    ['a service', { files: [from('/etc/systemd/system/cp.service')] }],
    ['a static pod that is there and is a manager', { files: [from('/etc/kubernetes/manifests/x.yaml')] },
      secret(POD.replace('example.com/x:1', 'registry.k8s.io/kube-controller-manager:v1.26.15').replace('}]}', ', command: '
        + '[kube-controller-manager, --cloud-provider=aws]}]}'))],
  ]))('%s may run a manager', (_, machine, more) => expect(verdictsOf(machine, more)).not.toEqual(['holds', 'holds']));

  it.each(rows([
    ['a static pod that is there and is something else', { files: [from('/etc/kubernetes/manifests/x.yaml')] }, secret(POD)],
    ['a static pod in base64', {
      files: [
        { path: '/etc/kubernetes/manifests/x.yaml', content: Buffer.from(POD).toString('base64'), encoding: 'base64' },
      ],
    }],
    ['a cloud configuration', { files: [from('/etc/kubernetes/azure.json')] }],
    ['a proxy of the container runtime', { files: [from('/etc/systemd/system/containerd.service.d/proxy.conf')] }],
  ]))('%s runs none', (_, machine, more) => expect(verdictsOf(machine, more)).toEqual(['holds', 'holds']));
});

describe('commands of machines', () => {
  it.each([
    'sed -i s/--leader-elect=true/--leader-elect=false/ /etc/kubernetes/manifests/kube-controller-manager.yaml',
    'sed -i "s/a/b/" /etc/kubernetes/manifests/*.yaml',
    'curl -fsSLo /etc/kubernetes/manifests/x.yaml https://example.com/x.yaml',
    'cp /opt/pods/ccm.yaml /etc/kubernetes/manifests/',
    'echo "$POD" > /etc/kubernetes/manifests/x.yaml',
    'kubectl --kubeconfig /etc/kubernetes/admin.conf apply -f https://example.com/addons.yaml',
    'KUBECONFIG=/etc/kubernetes/admin.conf kubectl create --filename=/opt/addons.yaml',
    'kubectl apply -k github.com/x/y//deploy',
    'helm install cni cilium/cilium',
  ])('%s is not known', command => {
    for (const key of ['preKubeadmCommands', 'postKubeadmCommands']) expect(verdictsOf({ rest: { [key]: [command] } })).not.toContain('holds');
    expect(verdictsOf({ files: [{ path: '/opt/x.sh', content: `#!/bin/sh\nset -e\n${command}\n` }] })).not.toContain('holds');
  });

  it.each([
    'sed -i "s#path: /etc/kubernetes/admin.conf#path: /etc/kubernetes/super-admin.conf#" /etc/kubernetes/manifests/kube-vip.yaml',
    'hostnamectl set-hostname "{{ ds.meta_data.local_hostname }}"',
    'mkdir -p /etc/kubernetes/manifests && chmod 700 /etc/kubernetes/manifests',
    'kubectl --kubeconfig /etc/kubernetes/admin.conf get nodes',
    'kubectl --kubeconfig /etc/kubernetes/admin.conf label node x a=b',
    'systemctl restart containerd',
  ])('%s changes nothing', command => expect(verdictsOf({ rest: { postKubeadmCommands: [command] } })).toEqual(['holds', 'holds']));
});

describe('the release of machines', () => {
  const worker = (version: string | undefined, kind = 'MachineDeployment') => ({
    'w.yaml': [
      {
        apiVersion: 'cluster.x-k8s.io/v1beta1',
        kind,
        metadata: { name: 'md' },
        spec: { template: { spec: { version, bootstrap: { configRef: { kind: 'KubeadmConfigTemplate', name: 'md' } } } } },
      },
      {
        apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1',
        kind: 'KubeadmConfigTemplate',
        metadata: { name: 'md' },
        spec: { template: { spec: { joinConfiguration: { nodeRegistration: { kubeletExtraArgs: { 'cloud-provider': 'aws' } } } } } },
      },
    ].map(one => `${JSON.stringify(one)}\n`).join('---\n'),
  });
  const gone = (files: Files) => resultOf({}, files).findings.filter(({ rule }) => rule === 'in-tree-provider-gone').map(({ file }) => file);

  it.each(['MachineDeployment', 'MachinePool'])('is that of their %s', kind => {
    expect(gone(worker('v1.27.16', kind))).toEqual(['in/w.yaml']);
    expect(gone(worker('v1.26.15', kind))).toEqual([]);
  });

  it('is not known where it is not said', () => expect(gone(worker(undefined))).toEqual([]));

  it('is that of the KubeadmControlPlane for its own kubelets', () => {
    const init = { nodeRegistration: { kubeletExtraArgs: { 'cloud-provider': 'aws' } } };
    const { findings } = resultOf({ init });
    expect(findings.filter(({ rule }) => rule === 'in-tree-provider-gone').map(({ file }) => file)).toEqual(['in/kcp.yaml']);
  });
});
