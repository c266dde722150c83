import { CcmInput, ccm, CCM_FLAGS, directory, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from './input';
import { said } from './said';
import { at, configFile, model, view } from './views';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { cloudConfigMissing } from '../../../src/lib/rules/cloud-config-missing';
import { cloudConfigRefused } from '../../../src/lib/rules/cloud-config-refused';
import { verify } from '../../../src/lib/verify/verify';

/** Rules about a cluster and its cloud: each condition, with everything that the finding says. */
type Case = [string, string, Record<string, Files>, readonly string[]];

const DIST = 'dist/ccm.yaml';
const CCM_27 = 'CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager)';
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const KUBELET_FILE = 'var/lib/kubelet/kubeadm-flags.env';
const UNKNOWN = { image: 'example.com/cloud-controller-manager:latest' };
const kcm = (version: string, ...flags: string[]) => ({ nodes: node({ version, kcm: flags, mounts: [] }) });
/** A control-plane node of which the kube-controller-manager is not in the input. */
const withServer: Files = {
  'etc/kubernetes/manifests/kube-apiserver.yaml': node({ version: '1.27.16', apiserver: [] })['etc/kubernetes/manifests/kube-apiserver.yaml'],
};
const external = (version: string, ...flags: string[]) => kcm(version, '--cloud-provider=external', ...flags);
const PLUGIN = '--external-cloud-volume-plugin=aws';
const dist = ccm();
const gce = ccm({ flags: ['--cloud-provider=gce'] });
const both: Files = { ...dist, 'gce.yaml': gce['ccm.yaml'] };

const object = (kind: string, name: string, more = '', apiVersion = 'storage.k8s.io/v1') => ({
  [`${kind}.yaml`]: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\n${more}`,
});
const storageClass = (provisioner: string) => object('StorageClass', 'gp2', `provisioner: ${provisioner}\n`);
const GP2 = storageClass('kubernetes.io/aws-ebs');
const driverPod = (image: string) => object('DaemonSet', 'ebs', 'spec: {template: {spec: {containers: [{name: a, image: "x/other:1"}, {name: b, '
  + `image: "${image}"}]}}}\n`, 'apps/v1');
const volumes = (files: Files, version = '1.22.17') => ({ ...external(version, PLUGIN), dist, sc: files });

/** With a variable whose value is in a Secret that is not in the input. */
const hiding = (files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(
  /^( +)(command|args):$/m, '$1env: [{name: HIDDEN, valueFrom: {secretKeyRef: {name: s, key: k}}}]\n$1$2:')]));
const hidden = (version: string, ...more: string[]) => hiding(external(version, ...more).nodes);

const CIDR = '--cluster-cidr=10.0.0.0/16';
const flags = (oldFlags: readonly string[], newFlags: readonly string[], input: CcmInput = {}) => (
  { nodes: node({ kcm: oldFlags, mounts: [] }), dist: ccm({ ...input, flags: newFlags }) });
const AWS = '--cloud-provider=aws';
const GCE = '--cloud-provider=gce';
const OFF = '--configure-cloud-routes=false';
const ALLOCATE = ['--allocate-node-cidrs=true', CIDR];

/** A kubelet's override is in a file of its own. */
const kubelet = (cloud: string, override?: string) => ({
  [KUBELET_FILE]: `# kept\nKUBELET_KUBEADM_ARGS="--cloud-provider=${cloud}"\n`,
  ...override === undefined ? {} : { 'etc/default/kubelet': `# kept\nKUBELET_EXTRA_ARGS="--hostname-override=${override}"\n` },
});
const nodes = (all: Record<string, Files>) => {
  const files = Object.entries(all).flatMap(
    ([name, own]) => Object.entries({ ...node({ mounts: [] }), ...own }).map(([path, text]) => [`${name}/${path}`, text]),
  );
  return { nodes: Object.fromEntries(files) };
};
const providerId = (text: string, cluster: Files = dist) => (
  {
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [], files: { 'etc/default/kubelet': `# kept\nKUBELET_EXTRA_ARGS="${text}"\n` } }),
    dist: cluster,
  });

const ofRelease = (tag: string) => ccm({ image: `registry.k8s.io/provider-aws/cloud-controller-manager:${tag}` });
const KUBELET_CONFIG = { 'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nproviderID: "y"\n' };

/** An API server and a KCM of a node, each of a release. */
const of = (server: string, manager: string): Files => ({
  ...node({ version: manager, kcm: KCM_27, mounts: [] }),
  'etc/kubernetes/manifests/kube-apiserver.yaml': node({ version: server, apiserver: [] })['etc/kubernetes/manifests/kube-apiserver.yaml'],
});
const kubeletsOf = (releases: Record<string, string>): Files => ({
  'nodes.json': JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(releases).map(([name, release]) =>
      ({ apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { nodeInfo: { kubeletVersion: `v${release}` } } })),
  }),
});
const WORKER = { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--v=2"\n' };

const CONF = '/etc/kubernetes/cloud.conf';
const configured = (text: string, kcmFlags: readonly string[] = [AWS], version = '1.26.15') => (
  node({ version, kcm: [...kcmFlags, `--cloud-config=${CONF}`], mounts: [CONF], files: { [CONF.slice(1)]: text } }));
const asCcm = (files: Files, tag: string): Files => ({
  [CONF.slice(1)]: files[CONF.slice(1)],
  'etc/kubernetes/manifests/ccm.yaml': files[KCM_FILE].replaceAll('kube-controller-manager', 'cloud-controller-manager')
    .replace(/image: .*/, `image: registry.k8s.io/provider-aws/cloud-controller-manager:${tag}`),
});
const withCloudConfig = (line: string) => ({
  nodes: node({ kcm: [AWS, '--cluster-name=a', OFF], mounts: [] }),
  new: asCcm(configured(`[Global]\n${line}\n`, [AWS, '--cluster-name=b', OFF]), 'v1.36.1'),
});
const BAD = '[Global]\nVpcc=x\n[ServiceOverride "1"]\nService=s3\nRegion=r\nURL=https://x\nSigningRegion=r\n';
const id = (text: string, ...more: string[]) => configured(text, [AWS, ...more]);

/** A StorageClass that allows nodes with these keys only. */
const zoned = (provisioner: string, keys: readonly string[], more = '') => object('StorageClass', 'gp3', `provisioner: ${provisioner}\n${more}`
  + `allowedTopologies:\n${keys.map(key => `- matchLabelExpressions:\n  - key: ${key}\n    values: [a]\n`).join('')}`);
const BETA = 'failure-domain.beta.kubernetes.io/zone';
const volume = (labels: string, keys: readonly string[]): Files => ({
  'pv.yaml': `apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv\n  labels: {${labels}}\nspec:\n  nodeAffinity:\n`
    + '    required:\n      nodeSelectorTerms:\n      - matchExpressions:\n'
    + keys.map(key => `        - {key: ${key}, operator: In, values: [a]}\n`).join(''),
});

it.each<Case>([
  ['volume-topology-not-matched', 'a region that is not translated, and zones said twice',
    {
      ...external('1.26.15'),
      dist,
      sc: zoned('kubernetes.io/aws-ebs', [BETA, 'failure-domain.beta.kubernetes.io/region'], 'parameters: {Zones: a}\n'),
    }, [
      'sc/StorageClass.yaml:3 error: StorageClass gp3 of kubernetes.io/aws-ebs has zones as parameters and allowedTopologies, and its translation '
        + 'for the EBS CSI driver fails => Keep allowedTopologies, and remove the parameter.',
      'sc/StorageClass.yaml:11 warning: StorageClass gp3 of kubernetes.io/aws-ebs allows only nodes with failure-domain.beta.kubernetes.io/region, '
        + 'which stays as it is when the EBS CSI driver serves the class, and the driver reports it of no node => Allow zones: '
        + 'topology.ebs.csi.aws.com/zone in a StorageClass of ebs.csi.aws.com.',
    ]],
  ['volume-topology-not-matched', 'a volume that is kept to its zone by a beta label, as a note',
    { ...external('1.26.15'), dist, sc: volume(`${BETA}: a`, [BETA]) }, [
      `sc/pv.yaml:11 note: PersistentVolume pv is kept to its zone by ${BETA}, deprecated since 1.17: the cloud-controller-manager still sets it on `
        + 'nodes => Nothing today; a new volume gets topology.kubernetes.io/zone or the key of the driver.',
    ]],
  ['volume-topology-not-matched', 'nothing of zones that both know, of another provisioner, or of another cloud', {
    ...external('1.26.15'), dist, sc: zoned('kubernetes.io/aws-ebs', [BETA, 'topology.kubernetes.io/zone']), other: zoned('x.io/y', [BETA, 'a.io/b']),
  }, []],
  ['volume-topology-not-matched', 'nothing of zones as parameters alone, and of a volume with today\'s labels', {
    ...external('1.26.15'),
    dist,
    sc: object('StorageClass', 'gp2', 'provisioner: kubernetes.io/aws-ebs\nparameters: {zone: a}\n'),
    pv: volume('topology.kubernetes.io/zone: a', ['topology.kubernetes.io/zone']),
  }, []],
  ['volume-topology-not-matched', 'a region of the driver\'s own class', {
    ...external('1.26.15'), dist, sc: zoned('ebs.csi.aws.com', ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/zone']),
  }, [
    'sc/StorageClass.yaml:7 error: StorageClass gp3 allows only nodes with failure-domain.beta.kubernetes.io/region, which the EBS CSI driver '
      + 'reports of none',
  ]],
  ['volume-topology-not-matched', 'nothing of another cloud', { ...external('1.26.15'), dist: gce, sc: zoned('ebs.csi.aws.com', [BETA]) }, []],
  ['ebs-without-csi', 'nothing of unknown gates', {
    nodes: hidden('1.22.17', '--feature-gates=InTreePluginAWSUnregister=true,$(HIDDEN)', PLUGIN), dist,
  }, []],
  ['ebs-without-csi', 'gates in the wrong order', { ...external('1.22.17', '--feature-gates=InTreePluginAWSUnregister=true', PLUGIN), dist }, [
    `nodes/${KCM_FILE}:14 error: KCM 1.22 of node of nodes has InTreePluginAWSUnregister=true, and CSIMigrationAWS is off: neither the in-tree `
      + 'plugin nor the driver serves EBS volumes => Switch CSIMigrationAWS on first, on kube-controller-manager and then on every kubelet; or take '
      + 'InTreePluginAWSUnregister out.',
  ]],
  ['ebs-without-csi', 'volumes that 1.22 serves in-tree', { ...external('1.22.17'), dist }, [
    `nodes/${KCM_FILE}:13 warning: KCM 1.22 of node of nodes serves EBS volumes in-tree and has an external provider without `
      + '--external-cloud-volume-plugin=aws',
  ]],
  ['ebs-without-csi', 'volumes that 1.22 serves in-tree, as an error where a StorageClass makes some',
    { ...external('1.22.17'), dist, sc: { ...GP2, ...object('Provisioner', 'x') } }, [
      `nodes/${KCM_FILE}:13 error: KCM 1.22 of node of nodes serves EBS volumes in-tree and has an external provider without `
        + '--external-cloud-volume-plugin=aws',
      'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
    ]],
  ['ebs-without-csi', 'volumes that 1.22 serves in-tree, as a warning where a StorageClass makes others', {
    ...external('1.22.17'), dist, sc: { ...storageClass('ebs.csi.aws.com'), ...object('Provisioner', 'gp2', 'provisioner: kubernetes.io/aws-ebs\n') },
  }, [
    `nodes/${KCM_FILE}:13 warning: KCM 1.22 of node of nodes serves EBS volumes in-tree and has an external provider without `
      + '--external-cloud-volume-plugin=aws',
  ]],
  ['ebs-without-csi', 'not where the plugin is not known', { nodes: hidden('1.22.17', '--external-cloud-volume-plugin=$(HIDDEN)'), dist }, []],
  ['ebs-without-csi', 'not where the gates are not known', { nodes: hidden('1.22.17', '--feature-gates=$(HIDDEN)'), dist }, []],
  ['ebs-without-csi', 'volumes that 1.22 serves in-tree, where something else is not known',
    { nodes: hidden('1.22.17', '--cluster-name=$(HIDDEN)'), dist }, [
      `nodes/${KCM_FILE}:14 warning: KCM 1.22 of node of nodes serves EBS volumes in-tree and has an external provider without `
        + '--external-cloud-volume-plugin=aws',
    ]],
  ['ebs-without-csi', 'not with the plugin', { ...external('1.22.17', PLUGIN), dist }, []],
  ['ebs-without-csi', 'not with the plugin and its gate', { ...external('1.24.17', PLUGIN, '--feature-gates=CSIMigrationAWS=false'), dist }, []],
  ['ebs-without-csi', 'a plugin that serves nothing, since volumes are with CSI by default', { ...external('1.23.17', PLUGIN), dist }, [
    `nodes/${KCM_FILE}:14 warning: KCM 1.23 of node of nodes has --external-cloud-volume-plugin=aws, and EBS volumes are served by the EBS CSI `
      + 'driver alone: CSIMigrationAWS is on => Install the EBS CSI driver and remove the flag; or keep the volumes in-tree with '
      + '--feature-gates=CSIMigrationAWS=false on kube-apiserver, kube-controller-manager, kube-scheduler and every kubelet.',
  ]],
  ['ebs-without-csi', 'a plugin that can serve nothing, as an error where a StorageClass makes volumes', {
    ...external('1.26.15', PLUGIN), dist, sc: GP2,
  }, [
    `nodes/${KCM_FILE}:14 error: KCM 1.26 of node of nodes has --external-cloud-volume-plugin=aws, and EBS volumes are served by the EBS CSI driver `
      + 'alone: CSIMigrationAWS is locked on => Install the EBS CSI driver, and remove the flag.',
    'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
  ]],
  ['ebs-without-csi', 'not with the migration to CSI', { ...external('1.22.17', '--feature-gates=CSIMigrationAWS=true'), dist }, []],
  ['ebs-without-csi', 'not with the migration among other gates', { ...external('1.22.17', '--feature-gates=A=false, CSIMigrationAWS = 1'), dist },
    []],
  ['ebs-without-csi', 'a migration that is switched off', { ...external('1.24.17', '--feature-gates=CSIMigrationAWS=false'), dist }, [
    `nodes/${KCM_FILE}:13 warning: KCM 1.24 of node of nodes serves EBS volumes in-tree and has an external provider without `
      + '--external-cloud-volume-plugin=aws',
  ]],
  ['ebs-without-csi', 'no migration that is on by default', { ...external('1.23.17'), dist }, []],
  ['ebs-without-csi', 'a migration whose first gate is off', { ...external('1.24.17', '--feature-gates=CSIMigration=false'), dist }, [
    `nodes/${KCM_FILE}:13 warning: KCM 1.24 of node of nodes serves EBS volumes in-tree and has an external provider without `
      + '--external-cloud-volume-plugin=aws',
  ]],
  ['ebs-without-csi', 'no migration that cannot be switched off', { ...external('1.25.16', '--feature-gates=CSIMigrationAWS=false'), dist }, []],
  ['ebs-without-csi', 'no release without the gate', { ...external('1.27.16'), dist }, []],
  ['ebs-without-csi', 'no manager that is in-tree itself', { ...kcm('1.22.17', AWS), dist }, []],
  ['ebs-without-csi', 'no other cloud', { ...external('1.22.17'), dist: gce }, []],
  ['ebs-without-csi', 'no release that is unknown', { ...external('x'), dist }, []],
  ['ebs-without-csi', 'a plugin that 1.31 cannot make', { ...external('1.31.14', PLUGIN), dist }, [
    `nodes/${KCM_FILE}:14 error: KCM 1.31 of node of nodes ends with --external-cloud-volume-plugin=aws: cloud provider could not be initialized: `
      + 'unknown cloud provider "aws" => Remove the flag.',
  ]],
  ['ebs-without-csi', 'no plugin that 1.32 does not look at', { ...external('1.32.13', PLUGIN), dist }, []],
  ['ebs-without-csi', 'a StorageClass', volumes(GP2), [
    'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
  ]],
  ['ebs-without-csi', 'a StorageClass with the driver of something else', volumes({ ...GP2, ...object('CSIDriver', 'efs.csi.aws.com') }), [
    'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
  ]],
  ['ebs-without-csi', 'a StorageClass with something that is called like the driver', volumes({ ...GP2, ...object('CSINode', 'ebs.csi.aws.com') }), [
    'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
  ]],
  ['ebs-without-csi', 'a StorageClass with other pods', volumes({ ...GP2, ...driverPod('x/aws-efs-csi-driver:v2') }), [
    'sc/StorageClass.yaml:3 warning: StorageClass gp2 makes EBS volumes, and the input has no EBS CSI driver',
  ]],
  ['ebs-without-csi', 'no StorageClass with the pods of the driver', volumes({ ...GP2, ...driverPod('x/aws-ebs-csi-driver:v1') }), []],
  ['ebs-without-csi', 'no StorageClass of something else', volumes(storageClass('ebs.csi.aws.com')), []],
  ['ebs-without-csi', 'no other object with a provisioner', volumes(object('Provisioner', 'gp2', 'provisioner: kubernetes.io/aws-ebs\n')), []],
  ['managers-disagree-on-cluster', 'two names', flags([GCE, '--cluster-name=a', OFF], [GCE, OFF, '--cluster-name=b']), [
    `${DIST}:25 error: ${CCM_27}: --cluster-name is 'b', but in KCM 1.26 of node of nodes it is 'a'`,
  ]],
  ['managers-disagree-on-cluster', 'no name that AWS does not use', flags([AWS, '--cluster-name=a', OFF], [AWS, OFF, '--cluster-name=b']), []],
  ['managers-disagree-on-cluster', 'no name that an external manager does not use',
    flags(['--cloud-provider=external', '--cluster-name=a'], [GCE, OFF, '--cluster-name=b']), []],
  ['managers-disagree-on-cluster', 'no name of a manager that hides it', {
    nodes: hiding(node({ kcm: [GCE, '--cluster-name=$(HIDDEN)', OFF], mounts: [] })), dist: ccm({ flags: [GCE, OFF, '--cluster-name=b'] }),
  }, []],
  ['managers-disagree-on-cluster', 'no name of a CCM that hides it', {
    nodes: node({ kcm: [GCE, '--cluster-name=a', OFF], mounts: [] }), dist: hiding(ccm({ flags: [GCE, OFF, '--cluster-name=$(HIDDEN)'] })),
  }, []],
  ['managers-disagree-on-cluster', 'two names, where security groups of load balancers are called after them',
    withCloudConfig('NLBSecurityGroupMode=Managed'), [
      "new/etc/kubernetes/manifests/ccm.yaml:14 error: CCM 1.36 of node of new: --cluster-name is 'b', but in KCM 1.26 of node of nodes it is 'a'",
    ]],
  ['managers-disagree-on-cluster', 'no names that nothing is called after', withCloudConfig('Zone=a'), []],
  ['managers-disagree-on-cluster', 'no names, with a cloud config that is not there', {
    nodes: node({ kcm: [AWS, '--cluster-name=a', OFF], mounts: [] }), dist: ccm({ flags: [AWS, OFF, '--cluster-name=b', `--cloud-config=${CONF}`] }),
  }, []],
  ['managers-disagree-on-cluster', 'a name and the default', flags([GCE, OFF], [GCE, OFF, '--cluster-name=b']), [
    `${DIST}:25 error: ${CCM_27}: --cluster-name is 'b', but in KCM 1.26 of node of nodes it is 'kubernetes'`,
  ]],
  ['managers-disagree-on-cluster', 'two CIDRs', flags([AWS, OFF, CIDR], [AWS, OFF, '--cluster-cidr=10.1.0.0/16']), [
    `${DIST}:25 error: ${CCM_27}: --cluster-cidr is '10.1.0.0/16', but in KCM 1.26 of node of nodes it is '10.0.0.0/16'`,
  ]],
  ['managers-disagree-on-cluster', 'not the same CIDR', flags([AWS, OFF, CIDR], [AWS, OFF, CIDR]), []],
  ['managers-disagree-on-cluster', 'no CIDR that only one side has', flags([AWS, OFF], [AWS, OFF, CIDR]), []],
  ['managers-disagree-on-cluster', 'no CIDR that only the other side has', flags([AWS, OFF, CIDR], [AWS, OFF]), []],
  ['managers-disagree-on-cluster', 'routes that go off', flags([AWS, ...ALLOCATE], [AWS, OFF]), [
    `${DIST}:24 error: ${CCM_27}: cloud routes are off, but in KCM 1.26 of node of nodes they are on`,
  ]],
  ['managers-disagree-on-cluster', 'routes that go on', flags([AWS], [AWS, CIDR]), [
    `${DIST}:20 error: ${CCM_27}: cloud routes are on, but in KCM 1.26 of node of nodes they are off`,
  ]],
  ['managers-disagree-on-cluster', 'no routes that one switch of two keeps off', flags([AWS, OFF, ...ALLOCATE], [AWS, OFF]), []],
  ['managers-disagree-on-cluster', 'no routes where the cloud in the tree has none',
    flags(['--cloud-provider=vsphere', ...ALLOCATE], ['--cloud-provider=vsphere', OFF]), []],
  ['managers-disagree-on-cluster', 'routes that go on, with a cloud in the tree whose configuration decides',
    flags(['--cloud-provider=openstack'], ['--cloud-provider=openstack', CIDR]), [
      `${DIST}:20 error: ${CCM_27}: cloud routes are on, but in KCM 1.26 of node of nodes they are off`,
    ]],
  ['managers-disagree-on-cluster', 'no routes of a manager that is external', flags(['--cloud-provider=external', ...ALLOCATE], [AWS, OFF]), []],
  ['managers-disagree-on-cluster', 'no routes of a CCM whose release is unknown', flags([AWS, ...ALLOCATE], [AWS, OFF], UNKNOWN), []],
  ['managers-disagree-on-cluster', 'no routes of a manager whose release is unknown', { ...kcm('x', AWS), dist: ccm({ flags: [AWS, CIDR] }) }, []],
  ['node-name-source-changes', 'another name', nodes({ 'ip-1': kubelet('aws'), 'new/ip-1': kubelet('external', 'ip-2') }), [
    'nodes/new/ip-1/etc/default/kubelet:2 error: node ip-1 would register as \'ip-2\'',
  ]],
  ['node-name-source-changes', 'a name that no flag passes', nodes({ 'ip-1': kubelet('aws'), 'new/ip-1': kubelet('external') }), [
    `nodes/new/ip-1/${KUBELET_FILE}:2 warning?: an external kubelet has no --hostname-override: the node keeps its name only if its hostname is the `
      + 'private DNS name',
  ]],
  ['node-name-source-changes', 'not the same name', nodes({ 'ip-1': kubelet('aws'), 'new/ip-1': kubelet('external', 'ip-1') }), []],
  ['node-name-source-changes', 'no node that is new', nodes({ 'ip-1': kubelet('aws'), 'new/ip-3': kubelet('external', 'ip-2') }), []],
  ['node-name-source-changes', 'no kubelets that are all external', nodes({ 'ip-1': kubelet('external'), 'new/ip-1': kubelet('external') }), []],
  ['kubelet-not-external', 'one without the flag beside an external manager', {
    new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2'] }), dist,
  }, [
    `new/${KUBELET_FILE}:1 warning: kubelet 1.27 of node of new on node new does not have --cloud-provider=external`,
  ]],
  ['kubelet-not-external', 'an empty flag', { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2', '--cloud-provider='] }), dist }, [
    `new/${KUBELET_FILE}:1 warning: kubelet 1.27 of node of new on node new does not have --cloud-provider=external`,
  ]],
  ['kubelet-not-external', 'one on a node whose manager is external, whatever another node has', {
    old: node({}), new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2'], mounts: [] }), dist,
  }, [`new/${KUBELET_FILE}:1 warning: kubelet 1.27 of node of new on node new does not have --cloud-provider=external`]],
  ['kubelet-not-external', 'none on a node whose manager has the cloud inside, whatever another node has', {
    old: node({ kubelet: ['--v=2'] }), new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist,
  }, []],
  ['kubelet-not-external', 'an empty flag on its line', providerId('--cloud-provider='), [
    'new/etc/default/kubelet:2 warning: kubelet 1.27 of node of new on node new does not have --cloud-provider=external',
  ]],
  ['kubelet-not-external', 'not where flags cannot be read', {
    ...providerId('--v=2'),
    new: { ...providerId('--v=2').new, [KUBELET_FILE]: 'KUBELET_KUBEADM_ARGS="--v=2\n' },
  }, []],
  ['kubelet-not-external', 'not where no manager is in the input', { workers: WORKER, dist }, []],
  ['kubelet-not-external', 'not without a CCM', { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2'] }) }, []],
  ['kubelet-not-external', 'not beside a manager that has the cloud inside', { old: node({ kubelet: ['--v=2'] }), dist }, []],
  ['kubelet-not-external', 'not one that has the cloud inside', { new: node({ version: '1.26.15', kcm: KCM_27, kubelet: [AWS] }), dist }, []],
  ['kubelet-not-external', 'a worker, where every manager is external', {
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), workers: WORKER, dist,
  }, [`workers/${KUBELET_FILE}:1 warning: kubelet of node of workers on node workers does not have --cloud-provider=external`]],
  ['kubelet-not-external', 'no worker, where one manager has the cloud inside', {
    old: node({}), new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), workers: WORKER, dist,
  }, []],
  ['version-skew', 'a KCM that is newer than the API server of its node', { n: of('1.26.15', '1.27.16') }, [
    `n/${KCM_FILE}:10 error: KCM 1.27 of node of n is newer than kube-apiserver 1.26 of node of n`,
  ]],
  ['version-skew', 'a KCM that is two minors older', { n: of('1.29.15', '1.27.16') }, [
    `n/${KCM_FILE}:10 error: KCM 1.27 of node of n is 2 minors older than kube-apiserver 1.29 of node of n`,
  ]],
  ['version-skew', 'no KCM whose release is unknown', { n: of('1.27.16', 'x') }, []],
  ['version-skew', 'no Node beside an API server that is in no table', { n: of('1.99.0', '1.98.0'), live: kubeletsOf({ a: '1.20.15' }) }, []],
  ['version-skew', 'not a newer CCM, which has a rule of its own', { n: of('1.26.15', '1.26.15'), dist }, []],
  ['version-skew', 'no CCM whose release is unknown', { n: of('1.30.14', '1.30.14'), dist: ofRelease('latest') }, []],
  ['version-skew', 'no Node that is as new as the newest API server', {
    n: of('1.27.16', '1.27.16'), m: of('1.28.15', '1.28.15'), x: of('x', 'x'), live: kubeletsOf({ a: '1.28.1' }),
  }, []],
  ['version-skew', 'not one that is one minor older', { n: of('1.28.15', '1.27.16') }, []],
  ['version-skew', 'not one on another node', { n: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), m: of('1.30.14', '1.30.14') }, []],
  ['version-skew', 'a CCM that is two minors older', { n: of('1.29.15', '1.29.15'), dist: ofRelease('v1.27.10') }, [
    'dist/ccm.yaml:21 warning: CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) is 2 minors older than kube-apiserver 1.29 of node of n',
  ]],
  ['version-skew', 'not a CCM of the minor before', { n: of('1.28.15', '1.28.15'), dist: ofRelease('v1.27.10') }, []],
  ['version-skew', 'a CCM that is two minors older than a KCM, whose API server is not in the input', {
    n: node({ version: '1.29.15', kcm: KCM_27, mounts: [] }), dist: ofRelease('v1.27.10'),
  }, [
    'dist/ccm.yaml:21 warning: CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) is 2 minors older than KCM 1.29 of node of n, whose API '
      + 'server is not in the input',
  ]],
  ['version-skew', 'not one of the minor before a KCM', {
    n: node({ version: '1.28.15', kcm: KCM_27, mounts: [] }), dist: ofRelease('v1.27.10'),
  }, []],
  ['version-skew', 'what an API server says, and not its KCM too', { n: of('1.29.15', '1.29.15'), dist: ofRelease('v1.27.10') }, [
    'dist/ccm.yaml:21 warning: CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) is 2 minors older than kube-apiserver 1.29 of node of n',
  ]],
  ['version-skew', 'a CCM by its tag, whose libraries are of the next minor', { n: of('1.34.2', '1.34.2'), dist: ofRelease('v1.32.8') }, [
    'dist/ccm.yaml:21 warning: CCM v1.32.8 (built from the libraries of 1.33) (DaemonSet kube-system/aws-cloud-controller-manager) is 2 minors older '
      + 'than kube-apiserver 1.34 of node of n',
  ]],
  ['ccm-newer-than-api-server', 'a CCM that is two minors newer than a KCM, so that no API server is as new', {
    n: node({ version: '1.26.15', kcm: KCM_27, mounts: [] }), dist: ofRelease('v1.28.11'),
  }, [
    'dist/ccm.yaml:21 warning: CCM 1.28 (DaemonSet kube-system/aws-cloud-controller-manager) is newer than KCM 1.26 of node of n, whose API server '
      + 'is not in the input',
  ]],
  ['ccm-newer-than-api-server', 'not one of the minor after a KCM, whose API server may be as new', {
    n: node({ version: '1.26.15', kcm: KCM_27, mounts: [] }), dist: ofRelease('v1.27.10'),
  }, []],
  ['ccm-newer-than-api-server', 'not an older CCM, which another rule is about', { n: of('1.30.14', '1.30.14'), dist: ofRelease('v1.27.10') }, []],
  ['version-skew', 'Nodes before 1.28', { n: of('1.27.16', '1.27.16'), live: kubeletsOf({ a: '1.24.17', b: '1.25.16', c: '1.28.1' }) }, [
    'live/nodes.json:1 error: kubelet 1.24 of Node a is 3 minors older than kube-apiserver 1.27 of node of n',
    'live/nodes.json:1 warning: kubelet 1.28 of Node c is newer than kube-apiserver 1.27 of node of n',
  ]],
  ['version-skew', 'Nodes from 1.28 on', { n: of('1.28.15', '1.28.15'), live: kubeletsOf({ a: '1.24.17', b: '1.25.16', c: 'x' }) }, [
    'live/nodes.json:1 error: kubelet 1.24 of Node a is 4 minors older than kube-apiserver 1.28 of node of n',
  ]],
  ['provider-id-malformed', 'another cloud', providerId('--provider-id=gce://p/z/i'), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID gce://p/z/i',
  ]],
  ['provider-id-malformed', 'text before it', providerId('--provider-id=xaws:///eu-central-1a/i-0abc'), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID xaws:///eu-central-1a/i-0abc, which is taken for the instance i-0abc',
  ]],
  ['provider-id-malformed', 'text after it', providerId('--provider-id=aws:///eu-central-1a/i-0abc/x'), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID aws:///eu-central-1a/i-0abc/x',
  ]],
  ['provider-id-malformed', 'a CCM for AWS beside another', providerId('--provider-id=x', both), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID x',
  ]],
  ['provider-id-malformed', 'what a release panics at', providerId('--provider-id=x', ofRelease('v1.27.5')), [
    'new/etc/default/kubelet:2 error: node new has the provider ID x, at which CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) panics',
  ]],
  ['provider-id-malformed', 'what a release that is not known may panic at', providerId('--provider-id=x', ofRelease('latest')), [
    'new/etc/default/kubelet:2 error?: node new has the provider ID x, at which CCM (DaemonSet kube-system/aws-cloud-controller-manager) panics',
  ]],
  ['provider-id-malformed', 'what a pre-release may panic at', providerId('--provider-id=x', ofRelease('v1.30.0-rc.0')), [
    'new/etc/default/kubelet:2 error?: node new has the provider ID x, at which CCM 1.30 (DaemonSet kube-system/aws-cloud-controller-manager) panics',
  ]],
  ['provider-id-malformed', 'no flag without a value', providerId('--provider-id'), []],
  ['provider-id-malformed', 'a configuration of one node beside the flag of another', {
    ...providerId('--provider-id=x'),
    other: { ...providerId('--v=2').new, ...KUBELET_CONFIG },
  }, [
    'new/etc/default/kubelet:2 warning: node new has the provider ID x',
    'other/var/lib/kubelet/config.yaml:3 warning: node other has the provider ID y',
  ]],
  ['provider-id-malformed', 'what the first patch without the panic only logs', providerId('--provider-id=x', ofRelease('v1.27.6')), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID x',
  ]],
  ['provider-id-malformed', 'what a release without the index only logs', providerId('--provider-id=x', ofRelease('v1.22.8')), [
    'new/etc/default/kubelet:2 warning: node new has the provider ID x',
  ]],
  ['provider-id-malformed', 'a configuration of a kubelet', { ...providerId('--v=2'), new: { ...providerId('--v=2').new, ...KUBELET_CONFIG } }, [
    'new/var/lib/kubelet/config.yaml:3 warning: node new has the provider ID y',
  ]],
  ['provider-id-malformed', 'the flag where both have one', {
    ...providerId('--provider-id=x'),
    new: { ...providerId('--provider-id=x').new, ...KUBELET_CONFIG },
  }, ['new/etc/default/kubelet:2 warning: node new has the provider ID x']],
  ['provider-id-malformed', 'files of kubeadm, old and new, Nodes and a configuration among the objects', {
    dist,
    k: {
      'init.yaml': 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\nnodeRegistration:\n  kubeletExtraArgs:\n    provider-id: a\n',
      'join.yaml': 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: JoinConfiguration\nnodeRegistration:\n  kubeletExtraArgs:\n  - {name: v, value: "2"}\n'
      + '  - name: provider-id\n    value: b\n',
      'kubelet.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nproviderID: c\n',
      'node.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: n}\nspec:\n  providerID: openstack:///d\n',
      'other.yaml': 'apiVersion: example.com/v1\nkind: Node\nmetadata: {name: n}\nspec:\n  providerID: e\n',
    },
  }, [
    'k/init.yaml:5 warning: the InitConfiguration has the provider ID a',
    'k/join.yaml:7 warning: the JoinConfiguration has the provider ID b',
    'k/kubelet.yaml:3 warning: the KubeletConfiguration has the provider ID c',
    'k/node.yaml:5 warning: Node n has the provider ID openstack:///d',
  ]],
  ['provider-id-malformed', 'no id of Fargate', providerId('--provider-id=aws:///eu-central-1a/fargate-10.0.0.1'), []],
  ['provider-id-malformed', 'no id that cloud-init fills in', providerId('--provider-id=aws:///{{ ds.zone }}/{{ ds.id }}'), []],
  ['provider-id-malformed', 'not an instance id alone', providerId('--provider-id=i-0abc'), []],
  ['provider-id-malformed', 'no id without a zone', providerId('--provider-id=aws:////i-0abc'), []],
  ['provider-id-malformed', 'no empty id, which is none', providerId('--provider-id='), []],
  ['provider-id-malformed', 'no kubelet without one', providerId('--v=2'), []],
  ['provider-id-malformed', 'no CCM of another cloud', providerId('--provider-id=x', gce), []],
  ['external-without-ccm', 'a manager and a kubelet of one kind of node',
    { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--cloud-provider=external'], mounts: [] }) }, [
      `new/${KUBELET_FILE}:1 error: kubelet 1.27 of node of new has --cloud-provider=external, and the input has no cloud-controller-manager`,
    ]],
  ['external-without-ccm', 'each kind of node', { ...external('1.27.16'), old: node({ version: '1.26.15', kcm: KCM_27, mounts: [] }) }, [
    `nodes/${KCM_FILE}:13 error: KCM 1.27 of node of nodes has --cloud-provider=external, and the input has no cloud-controller-manager`,
    `old/${KCM_FILE}:13 error: KCM 1.26 of node of old has --cloud-provider=external, and the input has no cloud-controller-manager`,
  ]],
  ['external-without-ccm', 'a gap that the input declares',
    { old: node({ kcm: [...KCM_26, '--controllers=*,-service,-route,-cloud-node-lifecycle'] }), new: node({ version: '1.27.16', kcm: KCM_27 }) }, [
      `new/${KCM_FILE}:13 warning: KCM 1.27 of node of new has --cloud-provider=external, and the input has no cloud-controller-manager`,
    ]],
  ...([
    ['a kustomization that is not built', { 'kustomization.yaml': 'resources: [https://example.com/ccm.yaml]\n' }],
    ['a chart that is not rendered', {
      'release.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec: {chart: {spec: {chart: aws-ccm}}}\n',
    }],
    ['a file that is no YAML', { 'a.yaml': 'kind: [\n' }],
  ] as const).map(([what, files]): Case => ['external-without-ccm', `${what}, as a warning`, { ...external('1.27.16'), dist: files }, [
    `nodes/${KCM_FILE}:13 warning?: KCM 1.27 of node of nodes has --cloud-provider=external, and the input has no cloud-controller-manager, `
      + 'as far as it was read',
  ]]),
  ['external-without-ccm', 'not less where a kube-controller-manager is not read',
    { ...external('1.27.16'), second: withServer }, [
      `nodes/${KCM_FILE}:13 error: KCM 1.27 of node of nodes has --cloud-provider=external, and the input has no cloud-controller-manager`,
    ]],
  ['several-phases-applied', 'a phase before Leader Migration behind one with it',
    { a: ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }), b: ccm() }, [
      'b/ccm.yaml:20 error: DaemonSet kube-system/aws-cloud-controller-manager is here without --enable-leader-migration, and with it at '
        + 'a/ccm.yaml:20, so these are two phases',
    ]],
  ['cluster-ids-differ', 'two ids',
    { a: id('[Global]\nKubernetesClusterID=one\n'), b: asCcm(id('[Global]\nKubernetesClusterID=two\n'), 'v1.26.14') }, [
      'b/etc/kubernetes/cloud.conf:2 error: CCM 1.26 of node of b has the cluster id \'two\', KCM 1.26 of node of a has \'one\'',
    ]],
  ['cluster-ids-differ', 'an id that one file says',
    { a: id('[Global]\nKubernetesClusterID=one\n'), b: asCcm(id('[Global]\nZone=z\n'), 'v1.26.14') }, [
      'b/etc/kubernetes/cloud.conf:1 warning: the cloud config of CCM 1.26 of node of b says no cluster id, and that of KCM 1.26 of node of a says '
      + '\'one\'; it knows the cluster by a tag of its instance alone',
    ]],
  ['cluster-ids-differ', 'not the same id', { a: id('[Global]\nKubernetesClusterID=one\n'), b: id('[Global]\nKubernetesClusterTag=one\n') }, []],
  ['cluster-ids-differ', 'a name that is no id', { a: id('[Global]\nZone=a\nKubernetesClusterID=one\nVPC=v\n', '--cluster-name=prod') }, [
    `a/${KCM_FILE}:14 warning: KCM 1.26 of node of a has --cluster-name=prod, but its cloud config says the cluster id is 'one'`,
  ]],
  ['cluster-ids-differ', 'the older key', { a: id('[Global]\nKubernetesClusterTag=one\n', '--cluster-name=prod') }, [
    `a/${KCM_FILE}:14 warning: KCM 1.26 of node of a has --cluster-name=prod, but its cloud config says the cluster id is 'one'`,
  ]],
  ['cluster-ids-differ', 'not the name that is the id', { a: id('[Global]\nKubernetesClusterID=one\n', '--cluster-name=one') }, []],
  ['cluster-ids-differ', 'no id of another section', { a: id('[ServiceOverride "1"]\nKubernetesClusterID=one\n', '--cluster-name=prod') }, []],
  ['cluster-ids-differ', 'no id that is empty', { a: id('[Global]\nKubernetesClusterID=\n', '--cluster-name=prod') }, []],
  ['cluster-ids-differ', 'no config that cannot be read', { a: id('{}', '--cluster-name=prod') }, []],
  ['cluster-ids-differ', 'no config that cannot be read, beside an id',
    { a: id('[Global]\nKubernetesClusterID=one\n'), b: asCcm(id('{}'), 'v1.26.14') }, []],
  ['cluster-ids-differ', 'no component without a config, beside an id', { a: id('[Global]\nKubernetesClusterID=one\n'), b: node({}) }, []],
  ['cluster-ids-differ', 'no config that is not filled in, beside an id',
    { a: id('[Global]\nKubernetesClusterID=one\n'), b: asCcm(id('[Global]\nZone={{ zone }}\n'), 'v1.26.14') }, []],
  ['ccm-image-known-bad', 'a fault of the role of the cloud config',
    { old: asCcm(configured('[Global]\nRoleARN=arn:aws:iam::111122223333:role/ccm\n'), 'v1.31.2') }, [
      'old/etc/kubernetes/manifests/ccm.yaml:10 warning: CCM 1.31 of node of old, image v1.31.2: DescribeInstanceTopology is called without the role '
        + 'of the cloud config: labels of the network are left out where only that role may call it, and nodes stay uninitialized where there are no '
        + 'other credentials (kubernetes/cloud-provider-aws#1054) => Run v1.31.3 or v1.31.1.',
    ]],
  ['ccm-image-known-bad', 'nothing of it without a role', { old: asCcm(configured('[Global]\nRoleARN=\n'), 'v1.31.2') }, []],
  ['cloud-config-refused', 'a key', { old: configured(BAD) }, [
    'old/etc/kubernetes/cloud.conf:2 error: KCM 1.26 of node of old: key \'Vpcc\' is not known in [Global] (the component exits) '
      + '=> Did you mean \'VPC\'?',
  ]],
  ['cloud-config-refused', 'a key that the CCM does not have', { old: asCcm(configured(BAD), 'v1.27.10') }, [
    'old/etc/kubernetes/cloud.conf:2 error: CCM 1.27 of node of old: key \'Vpcc\' is not known in [Global] (silently ignored) => '
      + 'Did you mean \'VPC\'?',
  ]],
  ['cloud-config-refused', 'no key that only the CCM has', { old: asCcm(configured('[Global]\nNodeIPFamilies=ipv4\n'), 'v1.26.14') }, []],
  ['cloud-config-refused', 'a region that something else may stand in for', { old: asCcm(configured('[Global]\nRegion=RegionOne\n'), 'v1.36.1') }, [
    'old/etc/kubernetes/cloud.conf:2 error?: CCM 1.36 of node of old: \'Region\' is "RegionOne", and it is not known whether AWS, or what stands in '
      + 'for it, has such a region => Leave it out where its instances say it.',
  ]],
  ['cloud-config-refused', 'no CCM whose release is unknown', { old: asCcm(configured(BAD), 'v1.26.99') }, []],
  ['cloud-config-refused', 'no manager whose release is unknown', { old: configured(BAD, [AWS], 'x') }, []],
  ['cloud-config-refused', 'no manager that has no provider', { old: configured(BAD, [AWS], '1.27.16') }, []],
  ['cloud-config-refused', 'the config of a volume plugin', { old: configured(BAD, ['--cloud-provider=external', PLUGIN]) }, [
    'old/etc/kubernetes/cloud.conf:2 error: KCM 1.26 of node of old: key \'Vpcc\' is not known in [Global] (the component exits) '
      + '=> Did you mean \'VPC\'?',
  ]],
  ['service-override-not-matching', 'a service', { old: configured(BAD) }, [
    'old/etc/kubernetes/cloud.conf:3 warning: KCM 1.26 of node of old: [ServiceOverride "1"] has Service \'s3\', which this release never asks for '
      + '=> Name one of ec2, elasticloadbalancing, kms, ec2metadata.',
  ]],
  ['cloud-config-missing', 'a file that the node does not have', { old: node({ kcm: [...KCM_26, `--cloud-config=${CONF}`], mounts: [CONF] }) }, [
    `old/${KCM_FILE}:17 warning: KCM 1.26 of node of old has --cloud-config=/etc/kubernetes/cloud.conf, but hostPath /etc/kubernetes/cloud.conf of `
      + 'node old does not exist',
  ]],
])('%s tells of %s', (rule, _, folders, expected) => {
  expect(said(rule, folders)).toEqual(expected);
});

it('the flags of a manager that the user only says runs are not known, so that nothing disagrees with them', () => {
  const { findings } = verify({
    directories: [directory('dist', ccm({ flags: [GCE, '--cluster-name=b', CIDR] }))],
    assume: [{ text: 'kube-controller-manager=1.26,cloud-provider=gce', version: KubernetesVersion.of('1.26'), cloudProvider: 'gce' }],
  });
  expect(findings.filter(({ rule }) => rule === 'managers-disagree-on-cluster')).toEqual([]);
});

describe('a cloud config, where it stops a component', () => {
  it('is a key that its ConfigMap does not have', () => {
    const cloudConfig = { ...configFile(undefined), state: 'absent' as const, from: 'key x of ConfigMap a/b' };
    expect(cloudConfigMissing.stops!(view({ cloudConfig }), model({}))).toEqual([{
      place: at(10),
      what: 'CCM (DaemonSet kube-system/x) has --cloud-config=/c, but key x of ConfigMap a/b does not exist',
      fix: 'Add the key to the ConfigMap, or correct mountPath and subPath.',
    }]);
  });

  it('is not one that is refused, where what reads it is not known', () => {
    const refused = view({ cloudConfig: configFile('{}'), cloudConfigReading: { error: 'no section', line: 1 } });
    expect(cloudConfigRefused.stops!(refused, model({}))).toEqual([]);
  });
});
