import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterApiMigration } from '../../../../src/lib/deliver/cluster-api/migration';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../../src/lib/migration/migration';
import { CLUSTER_API_INPUT, withText } from '../../../fixtures/cluster-api';
import { describeNeeding } from '../../../needs';
import { SHARED } from '../../verify/corpus';

const made = (configs: { readonly [file: string]: string }) => new ClusterApiMigration({
  migration: new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') }),
  clusterApiRelease: '1.9',
  configs,
  upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
});

const FILE = 'control-plane.yaml';
const patches = (name: string, content: string) => withText(
  FILE, '    initConfiguration:\n', '    initConfiguration:\n      patches: {directory: /etc/kubernetes/patches}\n',
  withText(FILE, '    files:\n', `    files:\n      - {path: /etc/kubernetes/patches/${name}, content: ${JSON.stringify(content)}}\n`),
);
const command = (key: string, text: string) => withText(FILE, '    files:\n', `    ${key}: [${JSON.stringify(text)}]\n    files:\n`);

it.each([
  ['a JSON patch', patches('kube-controller-manager0+json.yaml', '[{op: add, path: /spec/containers/0/command/-, value: --cloud-provider=aws}]'),
    /control-plane\.yaml:\d+:\d+: kubeadm patch '\/etc\/kubernetes\/patches\/kube-controller-manager0\+json\.yaml' changes kube-controller-manager/],
  ['a strategic patch of the command', patches('kube-apiserver.yaml', 'spec: {containers: [{name: kube-apiserver, command: [kube-apiserver]}]}'),
    /changes kube-apiserver/],
  ['a patch of the kubelet', patches('kubeletconfiguration+json.yaml', '[{op: replace, path: /staticPodPath, value: /x}]'),
    /changes kubeletconfiguration/],
  ['a patch that takes a container out', patches('kube-controller-manager+json.yaml', '[{op: remove, path: /spec/containers/0}]'),
    /changes kube-con/],
  ['a patch that copies', patches('kube-apiserver+json.yaml', '[{op: copy, from: /metadata, path: /spec/containers/0/x}]'), /changes kube-api/],
  ['a patch with a directive', patches('kube-apiserver.yaml', '{spec: {containers: [{$patch: replace}]}}'), /changes kube-apiserver/],
  ['a patch that is none', patches('kube-apiserver.yaml', 'spec: ['), /changes kube-apiserver/],
  ['a folder without a file', withText(FILE, '    joinConfiguration:\n', '    joinConfiguration:\n      patches: {directory: /opt/patches}\n'),
    /joinConfiguration\.patches\.directory is '\/opt\/patches', and files has none of it/],
  ['a command before kubeadm', command('preKubeadmCommands', 'cp /opt/x.yaml /etc/kubernetes/manifests/x.yaml'),
    /preKubeadmCommands\[0\] has a command/],
  ['a command after kubeadm', command('postKubeadmCommands', 'sed -i s/a/b/ /etc/kubernetes/manifests/kube-controller-manager.yaml'),
    /postKubeadmCommands\[0\] has a command that changes static pods .*take the command out/],
  ['a script', withText(FILE, '    files:\n', '    files:\n'
    + '      - {path: /opt/x.sh, content: "#!/bin/sh\\nrm /etc/kubernetes/manifests/*.yaml\\n"}\n'),
  /spec\.kubeadmConfigSpec\.files\[0\]\.content has a command that changes static pods/],
  ['a manifest of a CCM', command('postKubeadmCommands', 'kubectl apply -f https://example.com/aws-cloud-controller-manager-ds.yaml'),
    /postKubeadmCommands\[0\] has a command that applies https:\S+, which is not in the input: the migration delivers the cloud-controller-manager/],
  ['a chart of one', command('postKubeadmCommands', 'helm repo add x https://example.com/cloud-provider-aws && helm install aws x/y'),
    /has a command that applies a chart, .*take the command out/],
])('fails for %s that changes what the migration sets', (_, configs, message) => expect(() => made(configs)).toThrow(message));

it.each([
  ['a patch of resources', patches('kube-controller-manager.yaml', 'spec: {containers: [{name: kube-controller-manager, resources: {}}]}')],
  ['a patch of labels, step by step', patches('kube-apiserver+json.yaml', '[{op: test, path: /spec/containers/0/image, value: x}, '
    + '{op: add, path: /metadata/labels/a, value: b}]')],
  ['a patch of the kubelet that sets no path', patches('kubeletconfiguration.yaml', 'maxPods: 50')],
  ['a patch that says nothing', patches('kubeletconfiguration+json.yaml', '[]')],
  ['a patch of etcd', patches('etcd+json.yaml', '[{op: add, path: /spec/priority, value: 1}]')],
  ['a command for kube-vip', command('preKubeadmCommands', 'sed -i s/admin.conf/super-admin.conf/ /etc/kubernetes/manifests/kube-vip.yaml')],
])('takes %s', (_, configs) => expect(() => made(configs)).not.toThrow());

const FOREIGN = join(SHARED, 'foreign/new/24-constructs-capi-patch/input');
describeNeeding('a program of another project', existsSync(FOREIGN) ? undefined : `${FOREIGN} does not exist`, 'REQUIRE_UPSTREAM', () => {
  it('is refused at its patch', () => {
    const configs = Object.fromEntries(readdirSync(FOREIGN).map(file => [file, readFileSync(join(FOREIGN, file), 'utf8')]));
    expect(() => made(configs)).toThrow(/kube-controller-manager0\+json\.yaml' changes kube-controller-manager/);
    expect(() => made(CLUSTER_API_INPUT)).not.toThrow();
  });
});
