import { join } from 'node:path';
import { Fixture, ofFleet, ofInstaller, ofNodes } from './written';
import {
  AwsCcm, CcmWorkload, CloudConfig, ClusterApiMigration, KkpMigration, KopsMigration, KubeOneMigration, KubernetesVersion,
  LeaderMigrationStyle, ManagerDeployment, Migration, MigrationStrategy, NodeFolder, NodeInput, NodeReplacement, NodeRole, Rke2Migration,
} from '../../src';
import { managerDeployment } from '../deployed-manager';
import { CLUSTER_API_INPUT, withText } from '../fixtures/cluster-api';
import { gce, GCE_MINORS, gceNodes, PATCHES } from '../lib/migration/settings-of-gce';
import { atRelease, KUBELET_CONFIG, kubeadmNodes, upgradedKubeadmNodes } from '../nodes';
import { unitNodes } from '../unit-nodes';

const EXAMPLES = join(__dirname, '..', '..', 'examples');
const V = (version: string) => KubernetesVersion.of(version);
const TO_27 = { fromVersion: V('1.26.15'), toVersion: V('1.27.16') };
/** One control-plane node and one worker: what decides is the same on all. */
const few = (nodes: readonly NodeInput[]) => Object.values(NodeRole).map(role => nodes.find(node => node.role === role)!);

const TEMPLATE = 'kind: Pod\nspec:\n{{ if .x }}\n  containers: [{name: kube-controller-manager, image: a}]\n{{ end }}\n';
const DROP_IN = '/etc/systemd/system/kubelet.service.d/20-own.conf';

/** Nodes whose kubelet has its configuration where a unit's drop-in says. */
function configuredAt(path: string, nodes = few(kubeadmNodes()), flags = '', more: { readonly [path: string]: string } = {}): NodeInput[] {
  const text = few(kubeadmNodes())[0].files[KUBELET_CONFIG];
  const dropIn = [
    '[Service]', `Environment="KUBELET_CONFIG_ARGS=--config=${path}${flags}"`, 'EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env', 'ExecStart=',
    'ExecStart=/usr/bin/kubelet $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS', '',
  ].join('\n');
  return nodes.map(({ files: { [KUBELET_CONFIG]: _, ...files }, ...node }) => ({
    ...node, files: { ...files, ...more, [path]: text, '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf': dropIn },
  }));
}

const NODES: readonly Fixture[] = [
  ...Object.entries(PATCHES).filter(([minor]) => V(minor).minor <= 26 && minor !== '1.20').flatMap(([minor, from]) => {
    const to = PATCHES[`1.${V(minor).minor + 1}`];
    return [ofNodes(`kubeadm ${from} to ${to}`, () => ({ fromVersion: V(from), toVersion: V(to), nodes: atRelease(few(kubeadmNodes()), from) }))];
  }),
  ofNodes('kubeadm 1.20.15, without Leader Migration', () => ({
    fromVersion: V('1.20.15'),
    toVersion: V('1.21.14'),
    nodes: atRelease(few(kubeadmNodes()), '1.20.15'),
    strategy: MigrationStrategy.controllersOffThenOn(),
  })),
  ofNodes('kubeadm, all nodes', () => ({ ...TO_27, nodes: kubeadmNodes() })),
  ofNodes('kubeadm, one release', () => ({ fromVersion: V('1.26.15'), toVersion: V('1.26.15'), nodes: few(kubeadmNodes()) })),
  ofNodes('kubeadm, both sides handed in', () => ({ ...TO_27, nodes: kubeadmNodes().filter(isControlPlane), upgradedNodes: upgradedKubeadmNodes() })),
  ofNodes('flags and static pods alone', () => ({ ...TO_27, nodes: few(kubeadmNodes()).map(withoutConfiguration) })),
  ofNodes('controllers off, then on', () => ({ ...TO_27, nodes: few(kubeadmNodes()), strategy: MigrationStrategy.controllersOffThenOn() })),
  ofNodes('downtime', () => ({ ...TO_27, nodes: few(kubeadmNodes()), strategy: MigrationStrategy.downtime() })),
  ofNodes('built-in default', () => ({
    ...TO_27, nodes: few(kubeadmNodes()), strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }),
  })),
  ofNodes('volumes of CSI', () => ({ ...TO_27, nodes: few(kubeadmNodes()), csiMigration: true })),
  ofNodes('a static pod', () => ({ ...TO_27, nodes: few(kubeadmNodes()), ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) })),
  ofNodes('a Deployment', () => ({ ...TO_27, nodes: few(kubeadmNodes()), ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) })),
  ofNodes('a cloud config', () => ({
    ...TO_27, nodes: few(kubeadmNodes()), cloudConfig: CloudConfig.inline('[Global]\nKubernetesClusterID = prod-eu\n'),
  })),
  ofNodes('nodes that are replaced', () => ({
    ...TO_27, nodes: kubeadmNodes(), nodeReplacement: { 'control-plane': NodeReplacement.replace(), 'workers': NodeReplacement.replace() },
  })),
  ofNodes('units', () => ({ ...TO_27, nodes: few(unitNodes()) })),
  ...['1.22', '1.23', '1.24', '1.25'].map(minor => ofNodes(`units, ${minor}`, () => ({
    fromVersion: V(PATCHES[minor]), toVersion: V(PATCHES[`1.${V(minor).minor + 1}`]), nodes: few(unitNodes()),
  }))),
  ofNodes('a Deployment of kube-controller-manager, with a worker', () => ({
    ...TO_27,
    nodes: few(kubeadmNodes()).filter(node => !isControlPlane(node)),
    managerDeployment: ManagerDeployment.ofCluster(managerDeployment({ isOwn: true })),
  })),
  ofNodes('a Deployment of a management cluster', () => ({
    ...TO_27,
    managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment()),
    ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }),
  })),
  ofNodes('units, one release', () => ({ fromVersion: V('1.26.15'), toVersion: V('1.26.15'), nodes: few(unitNodes()) })),
  ofNodes('units, controllers off, then on', () => ({ ...TO_27, nodes: few(unitNodes()), strategy: MigrationStrategy.controllersOffThenOn() })),
  ofNodes('a kubelet configuration beside kubeadm\'s', () => ({ ...TO_27, nodes: configuredAt('/var/lib/kubelet/kubelet-config.yaml') })),
  ofNodes('a kubelet configuration below /opt', () => ({ ...TO_27, nodes: configuredAt('/opt/kubelet/config.json') })),
  ofNodes('a kubelet configuration of nodes with units', () => ({ ...TO_27, nodes: configuredAt('/etc/kubelet.yaml', few(unitNodes())) })),
  ofNodes('a kubelet configuration that was not handed in', () => ({
    ...TO_27,
    nodes: configuredAt('/opt/kubelet/config.yaml').map(({ files: { '/opt/kubelet/config.yaml': _, ...files }, ...node }) => ({ ...node, files })),
  })),
  ofNodes('drop-ins of the kubelet configuration', () => ({
    fromVersion: V(PATCHES['1.30']),
    toVersion: V(PATCHES['1.31']),
    ccm: gce,
    nodes: configuredAt('/opt/kubelet.yaml', gceNodes('1.30', []), ' --config-dir=/opt/kubelet.d', {
      '/opt/kubelet.d/10-pods.conf': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 50\n',
    }),
  })),
  ...GCE_MINORS.filter(minor => PATCHES[`1.${V(minor).minor + 1}`] !== undefined).map(minor => ofNodes(`another cloud, ${minor}`, () => ({
    fromVersion: V(PATCHES[minor]), toVersion: V(PATCHES[`1.${V(minor).minor + 1}`]), ccm: gce, nodes: gceNodes(minor, []),
  }))),
  ofFleet('two clusters', () => ['prod-eu', 'staging'].map(clusterId => ({
    ...TO_27,
    clusterId,
    nodes: few(kubeadmNodes()).map(node => ({
      ...node, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, text.replaceAll('prod-eu', clusterId)])),
    })),
  }))),
  ofNodes('static pods from an address', () => ({
    ...TO_27, nodes: edited(KUBELET_CONFIG, text => `${text}staticPodURL: https://example.com/pods\n`),
  })),
  ofNodes('a kubelet configuration that is no YAML', () => ({ ...TO_27, nodes: edited(KUBELET_CONFIG, () => 'a: [\n') })),
  ofNodes('a static pod that is a template', () => ({
    ...TO_27, nodes: edited('/etc/kubernetes/manifests/x.yaml', () => TEMPLATE),
  })),
  ofNodes('a drop-in that binds another folder', () => ({
    ...TO_27, nodes: edited(DROP_IN, () => '[Service]\nBindPaths=/opt/pods:/etc/kubernetes/manifests\n'),
  })),
  ofNodes('a command before the kubelet', () => ({
    ...TO_27, nodes: edited(DROP_IN, () => '[Service]\nExecStartPre=/bin/sed -i s/a/b/ /etc/kubernetes/manifests/kube-controller-manager.yaml\n'),
  })),
  ofNodes('no nodes', () => TO_27),
  ofNodes('the steady state alone', () => ({ toVersion: V('1.36'), ccm: AwsCcm.of({ release: 'v1.36.1' }) })),
  ofNodes('an unread release', () => ({
    toVersion: V('1.27.16'), nodes: few(kubeadmNodes()), ccm: AwsCcm.of({ release: 'v1.27.99', unreadRelease: true }),
  })),
];

/** Nodes of which the one of the control plane has a file with another text. */
function edited(path: string, edit: (text: string) => string): NodeInput[] {
  return few(kubeadmNodes()).map(node =>
    (isControlPlane(node) ? { ...node, files: { ...node.files, [path]: edit(node.files[path] ?? '') } } : node));
}

function isControlPlane({ role }: NodeInput): boolean {
  return role === NodeRole.CONTROL_PLANE;
}

function withoutConfiguration({ files: { [KUBELET_CONFIG]: _, ...files }, ...node }: NodeInput): NodeInput {
  return { ...node, files };
}

function filesOf(example: string): { [file: string]: string } {
  return NodeFolder.readFiles(join(EXAMPLES, example, 'input'));
}

function clusterApi(name: string, configs: { readonly [file: string]: string }): Fixture {
  const migration = new Migration({ clusterId: 'prod-eu', ...TO_27 });
  return ofInstaller(`Cluster API, ${name}`, (app, phase) => new ClusterApiMigration(app, 'prod-eu', {
    migration,
    phase,
    chartPrefix: '',
    clusterApiRelease: '1.9',
    configs,
    upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
  }), 'dist');
}

const CONTROL_PLANE = 'control-plane.yaml';
/** The KubeadmControlPlane with more lines in its kubeadmConfigSpec. */
const withSpec = (lines: string) => withText(CONTROL_PLANE, '    files:\n', `${lines}    files:\n`);
const withFile = (lines: string) => withText(CONTROL_PLANE, '    files:\n', `    files:\n${lines}`);

const CLUSTER_API: readonly Fixture[] = [
  clusterApi('the example', CLUSTER_API_INPUT),
  clusterApi('flags of the kubelet by a command', withSpec(
    '    preKubeadmCommands:\n      - echo KUBELET_EXTRA_ARGS=--v=3 > /etc/default/kubelet\n',
  )),
  clusterApi('a program that is fetched', withSpec('    preKubeadmCommands:\n      - curl -fsSL https://example.com/x | bash\n')),
  clusterApi('manifests that are applied', withSpec('    postKubeadmCommands:\n      - kubectl apply -f https://example.com/cni.yaml\n')),
  clusterApi('a kubelet configuration', withText(CONTROL_PLANE, /^( *)cloud-provider: aws\n( *)node-labels/gm, '$1cloud-provider: aws\n'
    + '$1config: /opt/kubelet.yaml\n$2node-labels', withFile('      - path: /opt/kubelet.yaml\n        content: |\n'
    + '          apiVersion: kubelet.config.k8s.io/v1beta1\n          kind: KubeletConfiguration\n'
    + '          staticPodPath: /etc/kubernetes/manifests\n'))),
  clusterApi('commands of workers', withText('workers.yaml', '      joinConfiguration:\n', '      preKubeadmCommands:\n'
    + '        - echo KUBELET_EXTRA_ARGS=--v=3 > /etc/default/kubelet\n      joinConfiguration:\n')),
  clusterApi('flags of kubelets of workers by a template', withText('workers.yaml', '      joinConfiguration:\n', '      files:\n'
    + '        - path: /etc/default/kubelet\n          contentFormat: go-template\n          content: KUBELET_EXTRA_ARGS=--v={{ .v }}\n'
    + '      joinConfiguration:\n')),
  clusterApi('a script of a Secret', withText(CONTROL_PLANE, '    files:\n', '    preKubeadmCommands: [/opt/x.sh]\n    files:\n', withFile(
    '      - path: /opt/x.sh\n        contentFrom:\n          secret: {name: x, key: sh}\n',
  ))),
  clusterApi('a disk below the static pods', withSpec('    mounts: [[LABEL=pods, /etc/kubernetes/manifests]]\n')),
  clusterApi('a template as a file of something else', withFile(
    '      - path: /etc/motd\n        contentFormat: go-template\n        content: "{{ .v }}"\n',
  )),
];

const OTHERS: readonly Fixture[] = [
  ofInstaller('kops, the example', (app, phase) => new KopsMigration(app, 'kops', {
    migration: new Migration({
      clusterId: 'prod.example.com', fromVersion: V('1.23.17'), toVersion: V('1.24.17'), network: { configureCloudRoutes: false }, csiMigration: true,
    }),
    phase,
    kopsRelease: '1.25',
    configs: filesOf('kops'),
  })),
  ofInstaller('KKP, the example', (app, phase) => new KkpMigration(app, 'kkp', {
    migration: new Migration({
      clusterId: 'crh4xbxz5f', fromVersion: V('1.24.17'), toVersion: V('1.24.17'), strategy: MigrationStrategy.controllersOffThenOn(),
    }),
    phase,
    kkpRelease: '2.22',
    configs: filesOf('kkp'),
  })),
  ofInstaller('KubeOne, the example', (app, phase) => new KubeOneMigration(app, 'kubeone', {
    migration: new Migration({
      clusterId: 'prod-eu', fromVersion: V('1.25.16'), toVersion: V('1.25.16'), strategy: MigrationStrategy.controllersOffThenOn(),
    }),
    phase,
    kubeOneRelease: '1.6',
    configs: filesOf('kubeone'),
  })),
  ofInstaller('RKE2 of Rancher, the example', (app, phase) => new Rke2Migration(app, 'rke2', {
    migration: new Migration({ clusterId: 'prod-eu', ...TO_27 }), phase, rke2Release: 'v1.27.16+rke2r2', configs: filesOf('rke2'),
  })),
];

/** All that this repository synthesizes. */
export const FIXTURES: readonly Fixture[] = [...NODES, ...CLUSTER_API, ...OTHERS];
