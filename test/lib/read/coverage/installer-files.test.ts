import { INSTALLER_FILES } from '../../../../src/lib/facts/installer-files';
import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const HEAD = { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }) };
const beside = (files: Files, more: Files = {}) => check({ ...HEAD, dist: { ...ccm(), ...more, ...files } });
const told = (files: Files, more: Files = {}) => {
  const { exclusivity, liveness } = beside(files, more);
  return { verdicts: [exclusivity.verdict, liveness.verdict], what: exclusivity.unknown.map(({ file, line, what }) => `${file}:${line} ${what}`) };
};

const RKE_NODES = 'nodes:\n- address: 192.0.2.1\n  user: ubuntu\n  role: [controlplane, etcd, worker]\n';
const RKE = INSTALLER_FILES[0].what;
const TALHELPER = INSTALLER_FILES[2].what;
const TALCONFIG = 'clusterName: home\ntalosVersion: v1.9.5\nkubernetesVersion: v1.32.3\nendpoint: https://192.0.2.1:6443\nnodes:\n'
  + '- hostname: a\n  ipAddress: 192.0.2.1\n  controlPlane: true\n  installDisk: /dev/sda\n';
const ADDON = '  - id: k8s-1.18\n    manifest: aws-cloud-controller.addons.k8s.io/k8s-1.18.yaml\n    name: aws-cloud-controller.addons.k8s.io\n';
const DNS = '  - manifest: coredns.addons.k8s.io/k8s-1.12.yaml\n    name: coredns.addons.k8s.io\n';
const addons = (items: string) => `kind: Addons\nmetadata:\n  name: bootstrap\nspec:\n  addons:\n${items}`;
const labelled = (name: string): Files => ({
  'service.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: kube-system, labels: {addon.kops.k8s.io/name: ${name}}}\n`,
});
const MISSING = 'a list of addons of kops with aws-cloud-controller.addons.k8s.io, of which the input has no object';

describe('what an installer makes components of', () => {
  it.each<[string, Files, string[]]>([
    ['the least of RKE', { 'cluster.yml': RKE_NODES }, [`dist/cluster.yml:1 dist/cluster.yml is ${RKE}, and is not read`]],
    ['one of another name', { 'prod/rke.yaml': `# prod\nnetwork: {plugin: canal}\n${RKE_NODES}` }, [
      `dist/prod/rke.yaml:2 dist/prod/rke.yaml is ${RKE}, and is not read`,
    ]],
    ['one with a cloud', { 'cluster.yml': `${RKE_NODES}cloud_provider:\n  name: aws\n` }, [
      `dist/cluster.yml:1 dist/cluster.yml is ${RKE}, and is not read`,
    ]],
    ['one with arguments', { 'cluster.yml': `${RKE_NODES}services:\n  kube-controller:\n    extra_args: {cloud-provider: aws}\n` }, [
      `dist/cluster.yml:1 dist/cluster.yml is ${RKE}, and is not read`,
    ]],
    ['one as Rancher has it', { 'edit.yaml': 'rancher_kubernetes_engine_config:\n  cloud_provider: {name: aws}\n' }, [
      `dist/edit.yaml:1 dist/edit.yaml is ${INSTALLER_FILES[1].what}, and is not read`,
    ]],
    ['a second document', { 'all.yaml': `other: 1\n---\n${RKE_NODES}` }, [`dist/all.yaml:3 dist/all.yaml is ${RKE}, and is not read`]],
    ['that of talhelper', { 'talconfig.yaml': TALCONFIG }, [`dist/talconfig.yaml:1 dist/talconfig.yaml is ${TALHELPER}, and is not read`]],
    ['a list of addons', { 'bootstrap-channel.yaml': addons(DNS + ADDON) }, [
      `dist/bootstrap-channel.yaml:8 dist/bootstrap-channel.yaml is ${MISSING}, and is not read`,
    ]],
    ['an addon that is named by its manifest alone', {
      'a.yaml': addons(ADDON.replace('name: aws-cloud-controller.addons.k8s.io', 'name: mine')),
    }, [`dist/a.yaml:6 dist/a.yaml is ${MISSING.replace('aws-cloud-controller.addons.k8s.io', 'mine')}, and is not read`]],
    ['the addon of OpenStack', { 'a.yaml': addons(DNS.replaceAll('coredns', 'openstack')) }, [
      `dist/a.yaml:6 dist/a.yaml is ${MISSING.replace('aws-cloud-controller', 'openstack')}, and is not read`,
    ]],
    ['the addon of another kops cluster', { 'a.yaml': addons(ADDON), ...labelled('other.addons.k8s.io') }, [
      `dist/a.yaml:6 dist/a.yaml is ${MISSING}, and is not read`,
    ]],
  ])('is unknown beside complete manifests: %s', (_, files, what) => {
    expect(told(files)).toStrictEqual({ verdicts: ['unknown', 'unknown'], what });
  });

  it.each<[string, Files]>([
    ['addons that are in the input', { 'a.yaml': addons(DNS + ADDON), ...labelled('aws-cloud-controller.addons.k8s.io') }],
    ['addons of other things', { 'a.yaml': addons(DNS) }],
    ['storage of OpenStack', { 'a.yaml': addons(DNS.replaceAll('coredns', 'storage-openstack')) }],
    ['no addons', { 'a.yaml': 'kind: Addons\nmetadata: {name: bootstrap}\n' }],
    ['nodes of something else', { 'hosts.yaml': 'nodes:\n- address: 192.0.2.1\n  port: 22\n' }],
    ['nodes of which not each has a role', { 'hosts.yaml': `${RKE_NODES}- address: 192.0.2.2\n` }],
    ['nodes that are no maps', { 'hosts.yaml': 'nodes: [a, b]\n' }],
    ['no nodes', { 'hosts.yaml': 'nodes: []\n' }],
    ['a name and an address', { 'x.yaml': 'clusterName: home\nendpoint: x\nnodes:\n- hostname: a\n' }],
    ['nodes with addresses and no cluster', { 'x.yaml': 'nodes:\n- hostname: a\n  ipAddress: 192.0.2.1\n' }],
    ['an object that has such fields', { 'x.yaml': `apiVersion: kafka.strimzi.io/v1\nkind: Kafka\nmetadata: {name: a}\n${RKE_NODES}` }],
    ['a list', { 'x.yaml': '- nodes: 1\n' }],
    ['a word', { 'nodes.txt': 'nodes:\n' }],
  ])('is nothing to %s', (_, files) => {
    expect(told(files)).toStrictEqual({ verdicts: ['holds', 'holds'], what: [] });
  });

  it('is not looked for in what is no YAML', () => {
    const { exclusivity } = beside({ 'motd.conf': 'nodes: [\n' });
    expect(exclusivity.verdict).toBe('holds');
  });

  it('says what to give', () => {
    const fixOf = (files: Files) => beside(files).exclusivity.unknown.map(({ fix }) => fix);
    expect(fixOf({ 'a.yaml': addons(ADDON) })).toStrictEqual(['Give the manifests beside it: aws-cloud-controller.addons.k8s.io/k8s-1.18.yaml.']);
    expect(fixOf({ 'cluster.yml': RKE_NODES })).toStrictEqual([expect.stringMatching(/docker inspect kube-controller-manager/)]);
  });
});
