import { gzipSync } from 'node:zlib';
import { ccm, Files, KCM_26, KCM_27, node } from '../rules/input';

/** What lies at a path of an input: text, bytes, or a link to somewhere. */
export type Odd = string | Uint8Array | { readonly link: string };

/** Files that are given beside a cluster that is safe. */
export interface OddShape {
  readonly name: string;
  readonly files: Readonly<Record<string, Odd>>;
}

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const OLD_POD = node({ kcm: KCM_26, mounts: [] })[KCM_FILE];
const CCM_SET = ccm()['ccm.yaml'].replace(/aws-cloud-controller-manager/g, 'second-aws-cloud-controller-manager');
const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by));
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const gzip = (text: string) => new Uint8Array(gzipSync(text));
const tar = (name: string) => new Uint8Array([...Buffer.from(name.padEnd(257, '\0')), ...Buffer.from('ustar\0'), ...new Array<number>(249).fill(0)]);

/** The cluster that each is handed in with: a node of version N+1 and the cloud-controller-manager of AWS. */
export const BESIDE: Files = {
  ...Object.fromEntries(Object.entries(node({ version: '1.27.16', kcm: KCM_27, mounts: [] })).map(([path, text]) => [`nodes/new/${path}`, text])),
  'manifests/ccm.yaml': ccm()['ccm.yaml'],
};

/** Each may run a second controller manager, so that no verdict may say that the cluster is safe. */
export const MAY_RUN: readonly OddShape[] = [
  {
    name: 'k3s: config.yaml of a server on its node',
    files: {
      'nodes/k3s/etc/rancher/k3s/config.yaml': 'cluster-init: true\ndisable-cloud-controller: true\n',
    },
  },
  {
    name: 'k3s: config.yaml with arguments, in no folder of a node',
    files: {
      'k3s/config.yaml': 'kube-controller-manager-arg:\n- cloud-provider=aws\n',
    },
  },
  {
    name: 'k3s: config.yaml without arguments, in no folder of a node',
    files: {
      'k3s/config.yaml': 'cluster-init: true\ndisable-cloud-controller: true\ntls-san: [api.example.com]\n',
    },
  },
  {
    name: 'k3s: the unit of a server',
    files: {
      'nodes/k3s/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server --disable-cloud-controller\n',
    },
  },
  {
    name: 'k3s: the unit of a server whose words are on lines of their own',
    files: {
      'nodes/k3s/etc/systemd/system/k3s.service': '[Service]\n'
    + "ExecStart=/usr/local/bin/k3s \\\n    server \\\n\t'--disable-cloud-controller' \\\n",
    },
  },
  {
    name: 'k3s: a script that installs a server',
    files: {
      'install.sh': '#!/bin/sh\ncurl -sfL https://get.k3s.io | sh -s - server --disable-cloud-controller\n',
    },
  },
  { name: 'RKE2: config.yaml of a server on its node', files: { 'nodes/rke2/etc/rancher/rke2/config.yaml': 'cloud-provider-name: aws\n' } },
  { name: 'RKE2: config.yaml in no folder of a node', files: { 'rke2/config.yaml': 'cloud-provider-name: aws\ntls-san: [api.example.com]\n' } },
  {
    name: 'RKE2: the unit of a server',
    files: {
      'nodes/rke2/usr/local/lib/systemd/system/rke2-server.service': '[Service]\nExecStart=/usr/local/bin/rke2 server\n',
    },
  },
  {
    name: 'k0s: a unit',
    files: {
      'nodes/k0s/etc/systemd/system/k0scontroller.service': '[Service]\nExecStart=/usr/bin/k0s controller --config=/etc/k0s.yaml\n',
    },
  },
  {
    name: 'MicroK8s: arguments of its kubelite',
    files: { 'nodes/mk/var/snap/microk8s/current/args/kube-controller-manager': '--cloud-provider=aws\n' },
  },
  {
    name: 'Talos: a machine configuration with an image',
    files: {
      'talos/controlplane.yaml': 'version: v1alpha1\nmachine:\n  type: controlplane\n'
    + 'cluster:\n  controllerManager:\n    image: registry.k8s.io/kube-controller-manager:v1.26.15\n',
    },
  },
  {
    name: 'Talos: a machine configuration with arguments only',
    files: {
      'talos/controlplane.yaml': 'version: v1alpha1\nmachine:\n  type: '
    + 'controlplane\ncluster:\n  controllerManager:\n    extraArgs:\n      cloud-provider: aws\n',
    },
  },
  {
    name: 'Talos: a machine configuration that says nothing of it',
    files: {
      'talos/controlplane.yaml': 'version: v1alpha1\nmachine:\n  type: controlplane\ncluster:\n  clusterName: prod\n',
    },
  },
  {
    name: 'Talos: manifests that it fetches',
    files: {
      'talos/patch.yaml': 'cluster:\n  externalCloudProvider:\n    enabled: true\n    '
    + 'manifests:\n    - https://example.com/aws-cloud-controller-manager.yaml\n',
    },
  },
  {
    name: 'Bottlerocket: a static pod in its user data',
    files: {
      'user-data.toml': `[settings.kubernetes.static-pods.kcm]\nenabled = true\nmanifest = "${base64(OLD_POD)}"\n`,
    },
  },
  {
    name: 'Gardener: a Shoot',
    files: {
      'shoot.yaml': 'apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: prod, namespace: '
    + 'garden}\nspec: {provider: {type: aws}}\n',
    },
  },
  {
    name: 'Gardener: a ControlPlane of its extension',
    files: {
      'cp.yaml': 'apiVersion: extensions.gardener.cloud/v1alpha1\nkind: ControlPlane\n'
    + 'metadata: {name: prod, namespace: shoot}\nspec: {type: aws, region: eu-central-1}\n',
    },
  },
  {
    name: 'OpenShift: a MachineConfig with a unit',
    files: {
      'mc.yaml': 'apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\n'
    + 'metadata: {name: a}\nspec:\n  config:\n    systemd:\n      units:\n      - name: kcm.service\n        contents: |\n          '
    + '[Service]\n          ExecStart=/usr/bin/kube-controller-manager --cloud-provider=aws\n',
    },
  },
  {
    name: 'OpenShift: a MachineConfig with a file in a data URL',
    files: {
      'mc.yaml': 'apiVersion: machineconfiguration.openshift.io/v1\nkind: '
    + 'MachineConfig\nmetadata: {name: a}\nspec:\n  config:\n    storage:\n      files:\n      - path: /etc/kubernetes/manifests/kcm.yaml\n        '
    + `contents: {source: "data:,${encodeURIComponent(OLD_POD)}"}\n`,
    },
  },
  {
    name: 'OpenShift: a MachineConfig with a file in base64',
    files: {
      'mc.yaml': 'apiVersion: machineconfiguration.openshift.io/v1\nkind: '
    + 'MachineConfig\nmetadata: {name: a}\nspec:\n  config:\n    storage:\n      files:\n      - path: /etc/kubernetes/manifests/kcm.yaml\n        '
    + `contents: {source: "data:text/plain;charset=utf-8;base64,${base64(OLD_POD)}"}\n`,
    },
  },
  {
    name: 'OpenShift: a MachineConfig with a compressed file',
    files: {
      'mc.yaml': 'apiVersion: machineconfiguration.openshift.io/v1\nkind: '
    + 'MachineConfig\nmetadata: {name: a}\nspec:\n  config:\n    storage:\n      files:\n      - path: /etc/kubernetes/manifests/kcm.yaml\n        '
    + `contents: {compression: gzip, source: "data:;base64,${base64(gzip(OLD_POD))}"}\n`,
    },
  },
  {
    name: 'OpenShift: the operator of the kube-controller-manager',
    files: {
      'o.yaml': 'apiVersion: operator.openshift.io/v1\nkind: KubeControllerManager\nmetadata: {name: cluster}\nspec: {managementState: Managed}\n',
    },
  },
  {
    name: 'Ignition: JSON with a file in a data URL',
    files: {
      'node.ign': JSON.stringify({
        ignition: { version: '3.3.0' }, storage: { files: [{ path: `/${KCM_FILE}`, contents: { source: `data:,${encodeURIComponent(OLD_POD)}` } }] },
      }),
    },
  },
  {
    name: 'Butane: a file within it',
    files: {
      'node.bu': `variant: fcos\nversion: 1.4.0\nstorage:\n  files:\n  - path: /${KCM_FILE}\n    contents:\n      inline: |\n${indented(OLD_POD, 8)}`,
    },
  },
  {
    name: 'Ansible: a template whose image is a variable',
    files: {
      'roles/master/templates/kcm.yaml.j2': 'apiVersion: v1\nkind: Pod\nmetadata: '
    + '{name: kcm}\nspec:\n  containers:\n  - name: kcm\n    image: "{{ image }}"\n    command:\n    - kube-controller-manager\n    - '
    + '--cloud-provider=aws\n',
    },
  },
  {
    name: 'Ansible: a task that starts it',
    files: {
      'roles/master/tasks/main.yml': '- name: start\n  ansible.builtin.command: /opt/bin/kube-controller-manager --cloud-provider=aws\n',
    },
  },
  {
    name: 'Kubespray: variables of a group',
    files: {
      'inventory/group_vars/k8s_cluster/k8s-cluster.yml': 'cloud_provider: aws\nkube_version: '
    + 'v1.26.15\nkube_kubeadm_controller_extra_args:\n  leader-elect: "false"\n',
    },
  },
  {
    name: 'Terraform: a heredoc with a manifest',
    files: {
      'main.tf': `resource "kubectl_manifest" "kcm" {\n  yaml_body = <<YAML\n${OLD_POD}YAML\n}\n`,
    },
  },
  {
    name: 'Terraform: a release of the chart',
    files: {
      'main.tf': 'resource "helm_release" "ccm" {\n  name  = "ccm"\n  chart = "aws-cloud-controller-manager"\n}\n',
    },
  },
  {
    name: 'cloud-init: a file in base64',
    files: {
      'user-data': `#cloud-config\nwrite_files:\n- path: /${KCM_FILE}\n  encoding: b64\n  content: ${base64(OLD_POD)}\n`,
    },
  },
  {
    name: 'cloud-init: a file in base64 over several lines',
    files: {
      'user-data': `#cloud-config\nwrite_files:\n- path: /${KCM_FILE}\n  encoding: `
    + `b64\n  content: |\n${indented(base64(OLD_POD).replace(/.{76}/g, '$&\n'), 4)}\n`,
    },
  },
  {
    name: 'cloud-init: a compressed file',
    files: {
      'user-data.yaml': `#cloud-config\nwrite_files:\n- path: /${KCM_FILE}\n  encoding: gz+b64\n  content: !!binary ${base64(gzip(OLD_POD))}\n`,
    },
  },
  { name: 'cloud-init: compressed as a whole', files: { 'user-data.gz': gzip(OLD_POD) } },
  {
    name: 'CloudFormation: user data in base64',
    files: {
      'stack.json': JSON.stringify({
        Resources: { Node: { Type: 'AWS::EC2::Instance', Properties: { UserData: base64(`#!/bin/sh\ncat <<E >/${KCM_FILE}\n${OLD_POD}E\n`) } } },
      }),
    },
  },
  {
    name: 'Cluster API: a bootstrap Secret',
    files: {
      's.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: boot, namespace: default}\ntype: cluster.x-k8s.io/secret\ndata: {value: '
    + `${base64(`#cloud-config\nwrite_files:\n- path: /${KCM_FILE}\n  content: |\n${indented(OLD_POD, 4)}`)}}\n`,
    },
  },
  {
    name: 'Helm: the Secret of a release',
    files: {
      's.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: sh.helm.release.v1.ccm.v1, namespace: '
    + `kube-system}\ntype: helm.sh/release.v1\ndata: {release: ${base64(base64(gzip(JSON.stringify({ name: 'ccm', manifest: CCM_SET }))))}}\n`,
    },
  },
  {
    name: 'Helm: an umbrella chart',
    files: {
      'chart/Chart.yaml': 'apiVersion: v2\nname: platform\nversion: 0.1.0\ndependencies:\n- name: '
    + 'aws-cloud-controller-manager\n  version: 0.0.8\n  repository: https://kubernetes.github.io/cloud-provider-aws\n',
    },
  },
  { name: 'Helm: a packed chart', files: { 'charts/aws-cloud-controller-manager-0.0.8.tgz': gzip('chart') } },
  {
    name: 'helmfile',
    files: {
      'helmfile.yaml': 'releases:\n- name: ccm\n  namespace: kube-system\n  chart: aws-ccm/aws-cloud-controller-manager\n',
    },
  },
  {
    name: 'Argo CD: an Application',
    files: {
      'app.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: cloud, namespace: '
    + 'argocd}\nspec: {source: {path: clusters/prod/aws-ccm}}\n',
    },
  },
  {
    name: 'Flux: a HelmRelease',
    files: {
      'hr.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cloud, namespace: '
    + 'kube-system}\nspec: {chart: {spec: {chart: aws-cloud-controller-manager}}}\n',
    },
  },
  {
    name: 'Carvel: a PackageInstall',
    files: {
      'p.yaml': 'apiVersion: packaging.carvel.dev/v1alpha1\nkind: PackageInstall\nmetadata: {name: '
    + 'aws-cloud-controller-manager, namespace: tkg}\nspec: {packageRef: {refName: aws-ccm.tanzu.vmware.com}}\n',
    },
  },
  {
    name: 'Rancher Fleet: a GitRepo',
    files: {
      'f.yaml': 'apiVersion: fleet.cattle.io/v1alpha1\nkind: GitRepo\nmetadata: {name: cloud, namespace: '
    + 'fleet-local}\nspec: {repo: "https://example.com/x", paths: [aws-ccm]}\n',
    },
  },
  {
    name: 'Crossplane: a release of the chart',
    files: {
      'r.yaml': 'apiVersion: helm.crossplane.io/v1beta1\nkind: Release\nmetadata: {name: ccm}\n'
    + 'spec: {forProvider: {chart: {name: aws-cloud-controller-manager}}}\n',
    },
  },
  {
    name: 'Jsonnet: a workload',
    files: {
      'ccm.jsonnet': "{ kind: 'DaemonSet', spec: { containers: [{ name: 'ccm', image: $.registry + "
    + "'/cloud-controller-manager:' + $.version, args: ['--cloud-provider=aws'] }] } }\n",
    },
  },
  {
    name: 'CUE: a workload',
    files: {
      'ccm.cue': 'daemonset: ccm: spec: template: spec: containers: [{\n\timage: '
    + '"registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10"\n}]\n',
    },
  },
  {
    name: 'kind: patches of kubeadm',
    files: {
      'kind.yaml': 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nkubeadmConfigPatches:\n- |\n  kind: '
    + 'ClusterConfiguration\n  controllerManager:\n    extraArgs:\n      cloud-provider: aws\n',
    },
  },
  { name: 'minikube: its start', files: { 'up.sh': '#!/bin/sh\nminikube start --extra-config=controller-manager.cloud-provider=aws\n' } },
  {
    name: 'eksctl: a cluster',
    files: {
      'eks.yaml': 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: prod, region: eu-central-1}\n',
    },
  },
  { name: 'line ends of Windows', files: { 'nodes/old/etc/kubernetes/manifests/kcm.yaml': OLD_POD.replace(/\n/g, '\r\n') } },
  { name: 'a byte order mark', files: { 'nodes/old/etc/kubernetes/manifests/kcm.yaml': `\uFEFF${OLD_POD}` } },
  { name: 'UTF-16 in a static pod folder', files: { 'nodes/old/etc/kubernetes/manifests/kcm.yaml': utf16(OLD_POD) } },
  { name: 'UTF-16 among manifests, with no ending', files: { 'old-pod': utf16(OLD_POD) } },
  {
    name: 'a static pod folder that is a link within the input',
    files: { 'nodes/old/etc/hosts': '', 'nodes/old/etc/kubernetes/manifests': { link: '../../../../shared' }, 'shared/kcm': OLD_POD },
  },
  {
    name: 'a static pod folder that is a link out of the input',
    files: { 'nodes/old/etc/hosts': '', 'nodes/old/etc/kubernetes/manifests': { link: '/usr/share' } },
  },
  { name: 'a folder of manifests that is a link out of the input', files: { current: { link: '/usr/share' } } },
  { name: 'a file that is a link to nothing', files: { 'nodes/old/etc/kubernetes/manifests/kcm': { link: '/srv/kcm.yaml' } } },
  { name: 'a file that is too large', files: { 'all.txt': `${'# a comment\n'.repeat(500_000)}${OLD_POD}` } },
  { name: 'a zip file', files: { 'nodes.zip': bytes('504b0304140000000800') } },
  { name: 'a tar file', files: { 'nodes.tar': tar(KCM_FILE) } },
  {
    name: 'a drop-in of the kubelet that names another folder',
    files: {
      'nodes/old/etc/systemd/system/kubelet.service.d/20.conf': '[Service]\nEnvironment="KUBELET_EXTRA_ARGS=--pod-manifest-path=/opt/pods"\n',
      'nodes/old/opt/pods/kcm.yaml': OLD_POD,
    },
  },
  {
    name: 'Docker: a unit that runs an image',
    files: {
      'nodes/old/etc/systemd/system/kcm.service': '[Service]\nExecStart=/usr/bin/docker run '
    + '--net=host registry.k8s.io/kube-controller-manager:v1.26.15 --cloud-provider=aws\n',
    },
  },
  {
    name: 'Docker Compose: a service',
    files: {
      'docker-compose.yml': 'services:\n  kcm:\n    image: rancher/hyperkube:v1.19.16-rancher1\n    '
    + 'command: [kube-controller-manager, --cloud-provider=aws]\n',
    },
  },
  {
    name: 'Podman: a quadlet',
    files: {
      'nodes/old/etc/containers/systemd/kcm.container': '[Container]\nImage=registry.example.com/kcm\n'
    + 'Exec=kube-controller-manager --cloud-provider=aws\n',
    },
  },
  {
    name: 'Podman: a quadlet called after it',
    files: {
      'nodes/old/etc/containers/systemd/kube-controller-manager.container': '[Container]\nImage=registry.example.com/base\nExec=/start\n',
    },
  },
  {
    name: 'hyperkube: the short name of a server',
    files: {
      'nodes/old/etc/kubernetes/manifests/kcm.yaml': OLD_POD.replace(/image: .*/, 'image: k8s.gcr.io/hyperkube:v1.16.15').replace(
        /command:\n {4}- .*/, 'command:\n    - /hyperkube\n    - controller-manager',
      ).replace('- name: kube-controller-manager', '- name: c'),
    },
  },
  {
    name: 'a wrapper in a pod of its name',
    files: {
      'nodes/old/etc/kubernetes/manifests/kcm.yaml': OLD_POD.replace(/image: .*/, 'image: '
    + 'registry.example.com/base:1').replace(/command:\n(?: {4}- .*\n)+/, 'command: [/usr/local/bin/kcm-wrapper.sh]\n'),
    },
  },
  {
    name: 'a wrapper in a workload of its name',
    files: {
      'w.yaml': CCM_SET.replace(/image: .*/, 'image: registry.example.com/base:1').replace(
        /args:\n(?: {8}- .*\n)+/, 'command: [/start.sh]\n',
      ),
    },
  },
  {
    name: 'a wrapper in a unit of its name',
    files: {
      'nodes/old/etc/systemd/system/kube-controller-manager.service': '[Service]\nExecStart=/opt/bin/start-it\n',
    },
  },
  {
    name: 'a wrapper that is on the node',
    files: {
      'nodes/old/etc/systemd/system/kcm.service': '[Service]\nExecStart=/usr/local/bin/kcm-wrapper.sh\n',
      'nodes/old/usr/local/bin/kcm-wrapper.sh': '#!/bin/sh\nexec kube-controller-manager "$@"\n',
    },
  },
  {
    name: 'supervisord: a program',
    files: {
      'nodes/old/etc/supervisor/conf.d/kcm.conf': '[program:kube-controller-manager]\ncommand=/opt/run.sh\n',
    },
  },
  { name: 'OpenRC: a service', files: { 'nodes/old/etc/init.d/kube-controller-manager': '#!/sbin/openrc-run\ncommand="/opt/run"\n' } },
  {
    name: 'a script in the folder of a kustomization that does not name it',
    files: {
      'overlay/kustomization.yaml': 'resources: [ns.yaml]\n',
      'overlay/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n',
      'overlay/up.sh': '#!/bin/sh\n/usr/local/bin/kube-controller-manager --cloud-provider=aws\n',
    },
  },
  {
    name: 'a node below the folder of a kustomization',
    files: {
      'kustomization.yaml': '# kube-controller-manager.yaml is on the nodes\nresources: [manifests/ccm.yaml]\n',
      [`nodes/old/${KCM_FILE}`]: OLD_POD,
    },
  },
  {
    name: 'kustomizations that refer to each other in a circle',
    files: {
      'a/kustomization.yaml': 'resources: [../b]\n', 'b/kustomization.yaml': 'resources: [../a]\n', 'c/kustomization.yaml': 'resources: []\n',
    },
  },
  {
    name: 'Pulumi: a program that makes a workload',
    files: { 'index.ts': 'new Deployment({ image: "registry.k8s.io/kube-controller-manager:v1.26.15" });\n' },
  },
  {
    name: 'a patch that adds a manifest',
    files: { 'old.patch': OLD_POD.replace(/^/gm, '+') },
  },
  {
    name: 'cron: a line that starts it',
    files: {
      'nodes/old/etc/cron.d/kcm': '@reboot root /usr/local/bin/kube-controller-manager --cloud-provider=aws\n',
    },
  },
  {
    name: 'a ConfigMap whose text a pod writes to the node',
    files: {
      'cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pods, namespace: kube-system}\ndata:\n  kcm.yaml: |\n${indented(OLD_POD, 4)}`,
    },
  },
  {
    name: 'a ConfigMap with a text that YAML has in base64',
    files: {
      'cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pods, namespace: kube-system}\ndata:\n  kcm.yaml: !!binary ${base64(OLD_POD)}\n`,
    },
  },
  {
    name: 'ytt: a static pod whose flags are computed',
    files: {
      [`nodes/old/${KCM_FILE}`]: OLD_POD.replace('"--cloud-provider=aws"', '#@ "--cloud-provider=" + data.values.cloud'),
    },
  },
  {
    name: 'Puppet: a flag of a template of Ruby',
    files: { 'p/kcm.yaml': OLD_POD.replace('--cloud-provider=aws', '--cloud-provider=<%= @cloud %>') },
  },
  {
    name: 'a ConfigMap with binary data',
    files: {
      'cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pods, namespace: kube-system}\n'
    + `binaryData: {kcm.yaml.gz: ${base64(gzip(OLD_POD))}}\n`,
    },
  },
  {
    name: 'objects of JSON on lines of their own',
    files: {
      'dump.ndjson': `${JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } })}\n${JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'a', image: 'registry.k8s.io/kube-controller-manager:v1.26.15' }] },
      })}\n`,
    },
  },
  {
    name: 'a manifest that SOPS encrypted',
    files: {
      'ccm.enc.yaml': 'apiVersion: ENC[AES256_GCM,data:abc,type:str]\nkind: '
    + 'ENC[AES256_GCM,data:abc,type:str]\nspec: ENC[AES256_GCM,data:abc,type:str]\nsops:\n  version: 3.8.1\n',
    },
  },
  {
    name: 'a wrapper with its flags in a static pod',
    files: {
      'nodes/old/etc/kubernetes/manifests/c.yaml': OLD_POD.replace(/kube-controller-manager:/, 'base:').replace(
        '    - kube-controller-manager\n', '    - /run.sh\n',
      ).replace(/name: kube-controller-manager/g, 'name: c'),
    },
  },
  {
    name: 'a unit that is a link to a file which is not there',
    files: { 'nodes/old/etc/systemd/system/kube-controller-manager.service': { link: '/opt/kcm/kcm.service' } },
  },
  {
    name: 'cri-dockerd beside a container of Docker',
    files: {
      'nodes/old/etc/systemd/system/cri-docker.service': '[Service]\nExecStart=/usr/bin/cri-dockerd\n',
      'nodes/old/root/start.sh': 'docker run -d --name kcm registry.k8s.io/kube-controller-manager:v1.26.15\n',
    },
  },
];

/** None has anything to do with it: to call the cluster unknown would teach people to ignore it. */
export const IRRELEVANT: readonly OddShape[] = [
  {
    name: 'Helm: the releases that put in what is there, and one before it',
    files: {
      's.yaml': ['deployed', 'superseded'].map(status => 'apiVersion: v1\nkind: Secret\nmetadata: {name: sh.helm.release.v1.ccm.'
        + `${status}, namespace: kube-system}\ntype: helm.sh/release.v1\ndata: {release: ${base64(base64(gzip(JSON.stringify({
          name: 'ccm',
          info: { status },
          manifest: `---\n# Source: ccm\n${status === 'deployed' ? ccm()['ccm.yaml'] : CCM_SET}`,
          chart: { templates: [{ data: 'image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10' }] },
        }))))}}\n`).join('---\n'),
    },
  },
  {
    name: 'documentation that shows a manifest',
    files: { 'docs/old.md': `\`\`\`yaml\n${OLD_POD}\`\`\`\n` },
  },
  {
    name: 'a program that makes what is in the input',
    files: { 'main.ts': 'new AwsCcm({ image: "registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10" });\n' },
  },
  {
    name: 'a list of images to mirror',
    files: {
      'images.txt': 'registry.k8s.io/kube-apiserver:v1.27.16\nregistry.k8s.io/kube-controller-manager:v1.27.16\n',
    },
  },
  {
    name: 'a Release of EKS-D',
    files: {
      'release.yaml': 'apiVersion: distro.eks.amazonaws.com/v1alpha1\nkind: Release\nmetadata: {name: '
    + 'kubernetes-1-27-eks-50}\nstatus:\n  components:\n  - assets:\n    - image: {uri: '
    + '"public.ecr.aws/eks-distro/kubernetes/kube-controller-manager:v1.27.16-eks-1-27-50"}\n',
    },
  },
  {
    name: 'a pipeline that restarts it',
    files: {
      '.gitlab-ci.yml': 'deploy:\n  script:\n  - kubectl -n kube-system rollout restart '
    + 'daemonset/aws-cloud-controller-manager\n  - kubectl rollout status ds/aws-cloud-controller-manager -n kube-system\n  - kubectl -n '
    + 'kube-system logs -l k8s-app=aws-cloud-controller-manager --tail=5\n',
    },
  },
  {
    name: 'rules of Prometheus',
    files: {
      'rules.yml': 'groups:\n- name: k8s\n  rules:\n  - alert: KubeControllerManagerDown\n    expr: absent(up{job="kube-controller-manager"} == 1)\n',
    },
  },
  {
    name: 'a dashboard of Grafana',
    files: { 'dash.json': JSON.stringify({ title: 'kube-controller-manager', panels: [{ expr: 'up{job="kube-controller-manager"}' }] }) },
  },
  { name: 'a parser of logs', files: { 'fluent-bit.conf': '[INPUT]\n  Name tail\n  Path /var/log/containers/kube-controller-manager*.log\n' } },
  { name: 'an audit log', files: { 'audit.log': '{"kind":"Event","user":{"username":"system:kube-controller-manager"},"verb":"get"}\n' } },
  {
    name: 'pictures and other bytes',
    files: { 'a.png': bytes('89504e470d0a1a0a0000000d49484452'), '.DS_Store': bytes('0000000142756431000030'), 'x.bin': bytes('000102ff') },
  },
  { name: 'the program itself', files: { 'nodes/new/usr/local/bin/kube-controller-manager': bytes('7f454c4602010100') } },
  {
    name: 'a policy of IAM',
    files: {
      'policy.json': JSON.stringify({
        Version: '2012-10-17', Statement: [{ Sid: 'CloudControllerManager', Effect: 'Allow', Action: 'ec2:DescribeInstances', Resource: '*' }],
      }),
    },
  },
  {
    name: 'a chart of something else, by Flux and Argo CD',
    files: {
      'hr.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ingress-nginx, namespace: ingress}\nspec: {chart: '
        + '{spec: {chart: ingress-nginx}}}\n',
      'app.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ingress-nginx, namespace: argocd}\nspec: {source: {path: '
        + 'apps/ingress-nginx}}\n',
    },
  },
  { name: 'an agent of k3s', files: { 'nodes/w/etc/systemd/system/k3s-agent.service': '[Service]\nExecStart=/usr/local/bin/k3s agent\n' } },
  { name: 'a worker of Talos', files: { 'talos/worker.yaml': 'version: v1alpha1\nmachine:\n  type: worker\ncluster:\n  clusterName: prod\n' } },
  {
    name: 'a kubeconfig, certificates and keys',
    files: {
      'nodes/new/etc/kubernetes/controller-manager.conf': 'apiVersion: v1\nkind: Config\nusers: [{name: "system:kube-controller-manager"}]\n',
      'nodes/new/etc/kubernetes/pki/ca.crt': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    },
  },
  {
    name: 'a Secret with random bytes',
    files: {
      's.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: tls, namespace: x}\ndata: {tls.crt: '
    + `${base64('-----BEGIN CERTIFICATE-----\nMIIB\n')}, key: ${base64(bytes('010203feff'))}}\n`,
    },
  },
  {
    name: 'a Secret that SOPS encrypted',
    files: {
      's.enc.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: x, namespace: y}\ndata: {a: '
    + '"ENC[AES256_GCM,data:abc,type:str]"}\nsops: {version: 3.8.1}\n',
    },
  },
  {
    name: 'an inspector of the control plane',
    files: {
      'job.yaml': 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: kube-bench}\nspec: '
    + '{template: {spec: {containers: [{name: kube-bench, image: "docker.io/aquasec/kube-bench:v0.7", command: [kube-bench, run]}]}}}\n',
    },
  },
  {
    name: 'configuration of tools',
    files: {
      'dist/construct-metadata.json': '{"version":"1.0.0","resources":{"system:kube-controller-manager":{"path":"prod-eu/kcm"},'
        + '"aws-cloud-controller-manager":{"path":"prod-eu/ccm"}}}',
      'renovate.json': '{"packageRules":[{"matchPackageNames":["registry.k8s.io/provider-aws/cloud-controller-manager"]}]}\n',
      '.editorconfig': 'root = true\n',
      'Makefile': 'lint:\n\tyamllint .\n',
      '.gitignore': '*.log\n',
    },
  },
  {
    name: 'values of a chart that watches the control plane',
    files: {
      'prometheus/values.yaml': 'kubeControllerManager:\n  enabled: true\n  service: {port: 10257}\nkubeScheduler:\n  enabled: true\n',
    },
  },
  {
    name: 'a HelmRelease that watches the control plane',
    files: {
      'hr.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: '
    + '{name: kube-prometheus-stack, namespace: monitoring}\nspec:\n  chart: {spec: {chart: kube-prometheus-stack}}\n  values: '
    + '{kubeControllerManager: {enabled: false}}\n',
    },
  },
  {
    name: 'values of a chart that has a controller of its own',
    files: {
      'values.yaml': 'controllerManager:\n  replicas: 1\n  manager: {image: {repository: example.com/operator}}\n',
    },
  },
  {
    name: 'manifests that kubeadm keeps for a way back',
    files: { 'nodes/new/etc/kubernetes/tmp/kubeadm-backup-manifests-2026-11-21-10-00-00/kube-controller-manager.yaml': OLD_POD },
  },
  {
    name: 'units that packages bring, and one that is masked',
    files: {
      'nodes/new/etc/systemd/system/sshd.service': { link: '/usr/lib/systemd/system/ssh.service' },
      'nodes/new/etc/systemd/system/kube-controller-manager.service': { link: '/dev/null' },
      'nodes/new/etc/systemd/system/multi-user.target.wants/cron.service': { link: '/lib/systemd/system/cron.service' },
    },
  },
  {
    name: 'links, sockets and packed documents of a node',
    files: {
      'nodes/new/etc/localtime': { link: '/usr/share/zoneinfo/UTC' },
      'nodes/new/etc/ssl/certs/a.pem': { link: '/usr/share/ca-certificates/a.crt' },
      'nodes/new/var/lib/kubelet/pki/kubelet-client-current.pem': { link: '/var/lib/kubelet/pki/kubelet-client.pem' },
      'nodes/new/usr/share/doc/a.gz': gzip('a'),
    },
  },
  {
    name: 'a script that applies what is in the input',
    files: {
      'Makefile': 'apply:\n\tkubectl apply -f manifests/aws-cloud-controller-manager.yaml\n',
      'manifests/aws-cloud-controller-manager.yaml': 'apiVersion: v1\nkind: ServiceAccount\n'
      + 'metadata: {name: cloud-controller-manager, namespace: kube-system}\n',
    },
  },
  {
    name: 'scrape jobs and logs',
    files: {
      'prometheus.yml': 'scrape_configs:\n- job_name: kube-controller-manager\n',
      'promtail.yaml': 'pipeline:\n- match: {selector: \'{component="kube-controller-manager"}\'}\n',
    },
  },
  {
    name: 'a policy of audits and a script that looks',
    files: {
      'nodes/new/etc/kubernetes/audit.yaml': 'apiVersion: audit.k8s.io/v1\nkind: Policy\n'
    + 'rules:\n- level: None\n  users: ["system:kube-controller-manager"]\n',
      'look.sh': '#!/bin/sh\nkubectl -n kube-system get ds aws-cloud-controller-manager -o yaml\njournalctl -u kube-controller-manager\n',
    },
  },
  {
    name: 'a Deployment of an operator that is called after it',
    files: {
      'o.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: '
    + 'kube-controller-manager-operator, namespace: x}\nspec: {template: {spec: {containers: [{name: kube-controller-manager-operator, image: '
    + '"quay.io/x/cluster-kube-controller-manager-operator:v4", command: [cluster-kube-controller-manager-operator, operator]}]}}}\n',
    },
  },
  {
    name: 'an agent of k3s with its configuration',
    files: {
      'nodes/w/etc/rancher/k3s/config.yaml': 'server: https://10.0.0.1:6443\ntoken: x\n',
      'nodes/w/etc/systemd/system/k3s-agent.service': '[Service]\nExecStart=/usr/local/bin/k3s \\\n    agent \\\n',
    },
  },
  { name: 'a link to a folder of the input, and one in a circle', files: { current: { link: 'manifests' }, loop: { link: '..' } } },
  { name: 'a packed chart of something else', files: { 'charts/ingress-nginx-4.0.0.tgz': gzip('chart') } },
  {
    name: 'a list of accepted findings and a Dockerfile of something else',
    files: { 'accepted.yaml': '- rule: declared-gap\n  reason: planned\n', 'Dockerfile': 'FROM alpine:3.20\n' },
  },
];
