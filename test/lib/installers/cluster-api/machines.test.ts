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
    ['the configuration of the kubelet, wherever it is', {
      join: { nodeRegistration: { kubeletExtraArgs: { ...EXTERNAL, config: '/opt/kubelet.yaml' } } }, files: [from('/opt/kubelet.yaml')],
    }],
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

describe('commands of machines whose places are not written out', () => {
  const script = (content: string, path = '/opt/setup.sh') => ({ files: [{ path, content }], rest: { preKubeadmCommands: [`bash ${path}`] } });

  it.each<[string, Machine]>(Object.entries({
    'a pattern': { rest: { postKubeadmCommands: ['sed -i s/true/false/ /etc/kubernetes/m*/kube-c*'] } },
    'a pattern of braces': { rest: { postKubeadmCommands: ['sed -i s/true/false/ /etc/kubernetes/{manifests,tmp}/kube-controller-manager.yaml'] } },
    'find': { rest: { postKubeadmCommands: ['find /etc/kubernetes -name "kube-c*" -exec sed -i s/true/false/ {} +'] } },
    'find that deletes': { rest: { postKubeadmCommands: ['find /etc/kubernetes -name "kube-c*" -delete'] } },
    'find and xargs': { rest: { postKubeadmCommands: ['find /etc/kubernetes -name "kube-c*" | xargs sed -i s/true/false/'] } },
    'another folder': { rest: { postKubeadmCommands: ['cd /etc/kubernetes/manifests && sed -i s/true/false/ kube-controller-manager.yaml'] } },
    'another folder of an earlier command': {
      rest: { postKubeadmCommands: ['cd /etc/kubernetes', 'yq -i .spec.priority=1 manifests/kube-controller-manager.yaml'] },
    },
    'a folder above': { rest: { postKubeadmCommands: ['sed -i s/true/false/ /etc/kubernetes/pki/../manifests/kube-controller-manager.yaml'] } },
    'a variable': script('#!/bin/bash\nD=/etc/kubernetes\ncd $D/manifests\nsed -i s/true/false/ kube-controller*\n'),
    'a variable of a command before': { rest: { preKubeadmCommands: ['D=/etc/kubernetes', 'cp /opt/x.yaml "${D}/manifests/"'] } },
    'a variable that is set elsewhere': { rest: { preKubeadmCommands: ['curl -fsSLo "$TARGET" https://example.com/x'] } },
    'a loop': script('for f in /etc/kubernetes/manifests/a.yaml /opt/b; do\n  sed -i s/a/b/ "$f"\ndone\n'),
    'a quoted command': { rest: { preKubeadmCommands: ['sudo bash -c "cd /etc/kubernetes/manifests; rm -f kube-controller-manager.yaml"'] } },
    'a folder and all below': { rest: { preKubeadmCommands: ['rsync -a /opt/etc/ /etc'] } },
    'an archive of the root': { rest: { preKubeadmCommands: ['tar -C / -xzf /opt/files.tgz'] } },
    'a mount': { rest: { preKubeadmCommands: ['mount /dev/nvme1n1 /etc/kubernetes'] } },
    'flags of the kubelet': { rest: { preKubeadmCommands: ['echo KUBELET_EXTRA_ARGS=--pod-manifest-path=/srv/pods > /etc/default/kubelet'] } },
    'the configuration of the kubelet where a flag says': {
      join: { nodeRegistration: { kubeletExtraArgs: { ...EXTERNAL, config: '/opt/k.yaml' } } },
      files: [{
        path: '/opt/k.yaml',
        content: 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
        + 'staticPodPath: /etc/kubernetes/manifests\n',
      }],
      rest: { preKubeadmCommands: ['sed -i s/a/b/ /opt/k.yaml'] },
    },
    'flags of the kubelet elsewhere': { rest: { preKubeadmCommands: ['echo X=1 | tee -a /etc/sysconfig/kubelet'] } },
    'a copy among flags of the kubelet': { rest: { preKubeadmCommands: ['cp /opt/kubelet /etc/default/'] } },
    'a drop-in of the kubelet': { rest: { preKubeadmCommands: ['cat > /etc/systemd/system/kubelet.service.d/30.conf <<EOF\n[Service]\nEOF'] } },
    'the configuration of the kubelet': { rest: { postKubeadmCommands: ['sed -i s/a/b/ /var/lib/kubelet/config.yaml'] } },
    'what kubeadm is told': { rest: { preKubeadmCommands: ['sed -i "s/cloud-provider: external/cloud-provider: aws/" /run/kubeadm/kubeadm.yaml'] } },
    'a program that is fetched': { rest: { preKubeadmCommands: ['aws s3 cp s3://corp/node.sh - | bash'] } },
    'one that is fetched as another user': { rest: { preKubeadmCommands: ['curl -fsSL https://example.com/x | sudo -E bash -s -- -y'] } },
    'one that is substituted': { rest: { preKubeadmCommands: ['bash <(curl -fsSL https://example.com/x)'] } },
    'one that is evaluated': { rest: { preKubeadmCommands: ['eval "$(curl -fsSL https://example.com/x)"'] } },
    'one that is stored first': { rest: { preKubeadmCommands: ['curl -fsSLo /tmp/x.sh https://example.com/x && bash /tmp/x.sh'] } },
    'one that is made to run': { rest: { preKubeadmCommands: ['chmod +x /tmp/x && /tmp/x'] } },
    'a script of a Secret': { files: [from('/opt/bootstrap.sh')], rest: { preKubeadmCommands: ['/opt/bootstrap.sh'] } },
    'a script of the image': { rest: { preKubeadmCommands: ['/usr/local/bin/bootstrap.sh'] } },
    'a manifest of a Secret': {
      files: [from('/opt/a.yaml')], rest: { postKubeadmCommands: ['KUBECONFIG=/etc/kubernetes/admin.conf kubectl apply -f /opt/a.yaml'] },
    },
    'Flux': { rest: { postKubeadmCommands: ['flux bootstrap github --owner=corp --repository=fleet'] } },
    'Ansible': { rest: { preKubeadmCommands: ['ansible-pull -U https://example.com/x.git site.yml'] } },
    'kubeadm itself': { rest: { postKubeadmCommands: ['kubeadm init phase control-plane all --config /opt/x.yaml'] } },
    'a static pod under another spelling': { files: [from('/etc/kubernetes/pki/../manifests/x.yaml')] },
    'a static pod of a folder that a flag names': {
      join: { nodeRegistration: { kubeletExtraArgs: { ...EXTERNAL, 'pod-manifest-path': '/srv/pods' } } }, files: [from('/srv/pods/x.yaml')],
    },
    'a volume of static pods': { rest: { mounts: [['/dev/nvme1n1', '/etc/kubernetes/manifests']] } },
    'a volume of what holds them': { rest: { mounts: [['/dev/nvme1n1', '/etc/kubernetes/']] } },
    ...Object.fromEntries(Object.entries({
      'a file': 'storage: {files: [{path: /etc/kubernetes/manifests/x.yaml, contents: {remote: {url: "https://example.com/x"}}}]}\n',
      'a link': 'storage: {links: [{path: /etc/default/kubelet, target: /opt/x}]}\n',
      'the kubelet': 'systemd: {units: [{name: kubelet.service, dropins: [{name: x.conf, contents: "[Service]"}]}]}\n',
      'a unit': 'systemd:\n  units:\n  - name: x.service\n    contents: |\n      [Service]\n      ExecStart=/opt/x\n',
      'what is not read': 'storage: [\n',
    }).map(([name, additionalConfig]): [string, Machine] => [
      `${name} of Ignition`, { rest: { ignition: { containerLinuxConfig: { additionalConfig } } } },
    ])),
  }))('%s is not known', (_, machine) => expect(verdictsOf(machine)[0]).toBe('unknown'));

  it.each<[string, Machine]>(Object.entries({
    'names of hosts': {
      rest: {
        preKubeadmCommands: [
          'hostname "{{ ds.meta_data.hostname }}"', 'echo "::1 ipv6-localhost" >/etc/hosts',
          'echo "127.0.0.1 {{ ds.meta_data.hostname }}" >>/etc/hosts',
          'echo "{{ ds.meta_data.hostname }}" >/etc/hostname', 'sysctl --system', 'swapoff -a', "sed -i '/ swap / s/^/#/' /etc/fstab",
        ],
      },
    },
    'a container runtime': {
      rest: {
        preKubeadmCommands: [
          'mkdir -p /etc/containerd && containerd config default | sed "s/SystemdCgroup = false/SystemdCgroup = true/" > /etc/containerd/config.toml',
          'sed -i "s|sandbox_image = .*|sandbox_image = \\"registry.example.com/pause:3.9\\"|" /etc/containerd/config.toml',
          'systemctl restart containerd', 'apt-get update -y && apt-get install -y containerd',
        ],
      },
    },
    'a tool': {
      rest: {
        preKubeadmCommands: [
          'ARCH=$(uname -m); curl -fsSLo /usr/local/bin/crictl-${ARCH} https://example.com/crictl && chmod +x /usr/local/bin/crictl-${ARCH}',
          'TMP=$(mktemp -d); cd $TMP && curl -fsSLO https://example.com/x.tgz && tar xzf x.tgz -C /usr/local/bin',
          'wget -q -O /tmp/cni.tgz https://example.com/cni.tgz && tar -C /opt/cni/bin -xzf /tmp/cni.tgz',
        ],
      },
    },
    'the kubeconfig of root': {
      rest: {
        postKubeadmCommands: [
          'mkdir -p $HOME/.kube && cp -i /etc/kubernetes/admin.conf $HOME/.kube/config && chown $(id -u):$(id -g) $HOME/.kube/config',
          'chmod 644 /etc/kubernetes/admin.conf',
        ],
      },
    },
    'a folder that is only looked at': {
      rest: { postKubeadmCommands: ['cd /etc/kubernetes/manifests && ls -l', 'find /etc/kubernetes -name "*.yaml" -exec grep image: {} +'] },
    },
    'a copy of the folder': { rest: { postKubeadmCommands: ['cp -r /etc/kubernetes /root/backup', 'tar czf /root/k.tgz /etc/kubernetes'] } },
    'kube-vip': {
      rest: {
        preKubeadmCommands: ['sed -i "s#a#b#" /etc/kubernetes/manifests/kube-vip.yaml', 'F=/etc/kubernetes/manifests/kube-vip.yaml',
          'sed -i s/a/b/ $F'],
      },
    },
    'a script that is here': {
      files: [{ path: '/opt/x.sh', content: '#!/bin/sh\nset -e\necho "$1" > /run/x\n' }], rest: { preKubeadmCommands: ['/opt/x.sh'] },
    },
    'text that looks like commands': {
      files: [{ path: '/opt/x.sh', content: '#!/bin/sh\ncat > /etc/motd <<EOF\nsed -i x /etc/default/kubelet\n/opt/none\nEOF\n' }],
      rest: { preKubeadmCommands: ['sh /opt/x.sh'] },
    },
    'a volume of etcd': { rest: { mounts: [['LABEL=etcd', '/var/lib/etcd'], ['LABEL=kubelet', '/var/lib/kubelet']] } },
    'Ignition of something else': {
      rest: {
        ignition: {
          containerLinuxConfig: {
            additionalConfig: 'systemd:\n  units:\n  - {name: docker.service, mask: true}\n'
              + 'storage:\n  files:\n  - {path: /etc/motd, contents: {inline: x}}\n',
          },
        },
      },
    },
  }))('%s changes nothing', (_, machine) => expect(verdictsOf(machine)).toEqual(['holds', 'holds']));
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
