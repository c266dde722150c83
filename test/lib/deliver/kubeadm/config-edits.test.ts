import { parse, parseAllDocuments } from 'yaml';
import { clusterConfigurationOnly, editKubeadmConfig, KubeadmConfigEdits } from '../../../../src/lib/deliver/kubeadm/config-edits';
import { CONTROL_PLANE_NODES, kubeadmFile, NEW, OLD } from '../../../fixtures/kubeadm';

const file = 'kubeadm.yaml';
const CLOUD = {
  removeArgs: ['cloud-config'], removeExtraVolumes: ['/etc/kubernetes/cloud.conf'], setArgs: [{ name: 'cloud-provider', value: 'external' }],
};
const TO_EXTERNAL: KubeadmConfigEdits = {
  kubernetesVersion: { from: 'v1.26.15', to: 'v1.27.16' },
  apiServer: CLOUD,
  controllerManager: CLOUD,
  kubelet: () => ({ set: CLOUD.setArgs }),
};
const VOLUME = {
  name: 'leader-migration-config', hostPath: '/etc/leadermigration.conf', mountPath: '/etc/leadermigration.conf', readOnly: true, pathType: 'File',
};
const LEADER_MIGRATION: KubeadmConfigEdits = {
  controllerManager: { setArgs: [{ name: 'enable-leader-migration', value: 'true' }], extraVolumes: [VOLUME] },
};
const NO_LEADER_MIGRATION: KubeadmConfigEdits = {
  controllerManager: { removeArgs: ['enable-leader-migration'], removeExtraVolumes: [VOLUME.mountPath] },
};
const head = (apiVersion: string, kind = 'ClusterConfiguration') => `apiVersion: kubeadm.k8s.io/${apiVersion}\nkind: ${kind}\n`;
const configOf = (node: string, release = OLD) => kubeadmFile(release, `kubeadm-config-${node}.yaml`);

describe('editKubeadmConfig', () => {
  it.each(CONTROL_PLANE_NODES)('turns the configuration of %s into the one that the 1.27 files were made with', (node) => {
    const text = editKubeadmConfig(configOf(node), TO_EXTERNAL, { file });
    const data = (source: string) => parseAllDocuments(source).map((document) => document.toJS());
    expect(data(text)).toEqual(data(configOf(node, NEW)));
    expect(editKubeadmConfig(text, TO_EXTERNAL, { file })).toBe(text);
  });

  it.each([
    ['block lists beside others', configOf(CONTROL_PLANE_NODES[0])],
    ['a configuration without the component', head('v1beta3')],
    ['a component without arguments', `${head('v1beta3')}controllerManager:\n  timeoutForControlPlane: 4m0s\n# end`],
    ['flow style', `${head('v1beta3')}controllerManager: {extraArgs: {v: '2'}, extraVolumes: [ {name: a, mountPath: /a} ]}\n`],
    ['JSON', '{"apiVersion": "kubeadm.k8s.io/v1beta3", "kind": "ClusterConfiguration"}'],
    ['v1beta4', `${head('v1beta4')}controllerManager:\n  extraArgs:\n    - name: v\n      value: "2"\n`],
    ['v1beta4 without arguments', `${head('v1beta4')}networking: {}\r\n`.replace(/\r?\n/g, '\r\n')],
  ])('adds to %s, once, and takes away again', (_, before) => {
    const after = editKubeadmConfig(before, LEADER_MIGRATION, { file });
    const cluster = parseAllDocuments(after).map((document) => document.toJS()).find(({ kind }) => kind === 'ClusterConfiguration');
    const args = cluster.controllerManager.extraArgs;
    expect(cluster.apiVersion.endsWith('4') ? args : args['enable-leader-migration'])
      .toEqual(cluster.apiVersion.endsWith('4') ? expect.arrayContaining([{ name: 'enable-leader-migration', value: 'true' }]) : 'true');
    expect(cluster.controllerManager.extraVolumes).toContainEqual(VOLUME);
    expect(editKubeadmConfig(after, LEADER_MIGRATION, { file })).toBe(after);
    expect(editKubeadmConfig(after, NO_LEADER_MIGRATION, { file })).toBe(before);
  });

  it('replaces arguments of v1beta4 in place', () => {
    const before = `${head('v1beta4', 'JoinConfiguration')}nodeRegistration:\n  kubeletExtraArgs:\n  - name: cloud-provider\n    value: "aws" # `
      + 'in-tree\n';
    expect(editKubeadmConfig(before, TO_EXTERNAL, { file })).toBe(before.replace('aws', 'external'));
  });

  it('fails, with the place, where no kubelet would find a container runtime', () => {
    const before = `${head('v1beta3', 'JoinConfiguration')}nodeRegistration:\n  criSocket: /var/run/dockershim.sock\n`;
    const kubelet: KubeadmConfigEdits['kubelet'] = (_, socket) => ({ refused: { field: 'criSocket', why: `is '${socket}'` } });
    expect(() => editKubeadmConfig(before, { kubelet }, { file }))
      .toThrow('kubeadm.yaml:4:14: nodeRegistration.criSocket is \'/var/run/dockershim.sock');
  });

  it('leaves kubelet arguments alone where a component only loses some', () => {
    const text = editKubeadmConfig(configOf(CONTROL_PLANE_NODES[0]), { apiServer: { removeArgs: ['cloud-config', 'cloud-provider'] } }, { file });
    expect(parseAllDocuments(text)[1].toJS().apiServer.extraArgs).toBeUndefined();
    expect(text).toContain('kubeletExtraArgs:\n    cloud-provider: aws');
  });

  it.each<[string, string, KubeadmConfigEdits, string]>([
    ['a file that is not kubeadm\'s', 'apiVersion: v1\nkind: Pod\n', {},
      "kubeadm.yaml:2:7: expected a kubeadm configuration, got kind \"Pod\"; hand in the file given to 'kubeadm init --config'"],
    ['an API version that is not understood', head('v1beta2'), {},
      "kubeadm.yaml:1:13: apiVersion 'kubeadm.k8s.io/v1beta2' is not understood, and no kubeadm reads it from 1.27 on; accepted: "
        + 'kubeadm.k8s.io/v1beta3, kubeadm.k8s.io/v1beta4, '
        + "kubeadm.k8s.io/v1; convert it with 'kubeadm config migrate'"],
    ['another version', `${head('v1beta3')}kubernetesVersion: 1.25.0\n`, { kubernetesVersion: TO_EXTERNAL.kubernetesVersion },
      "kubeadm.yaml:3:20: kubernetesVersion is \"1.25.0\", expected 'v1.26.15'; give the version that this cluster runs"],
    ['the argument form of another API version', `${head('v1beta4')}apiServer:\n  extraArgs:\n    v: "2"\n`, { apiServer: CLOUD },
      'kubeadm.yaml:5:5: apiServer.extraArgs is not what kubeadm.k8s.io/v1beta4 expects: a list of name and value'],
    ['an argument given twice', `${head('v1beta4')}apiServer:\n  extraArgs: [{name: v, value: "2"}, {name: v, value: "3"}]\n`, { apiServer: CLOUD },
      "kubeadm.yaml:4:38: argument 'v' is given twice in apiServer.extraArgs; keep one"],
    ['a volume name that is taken', `${head('v1beta3')}controllerManager:\n  extraVolumes: [{name: leader-migration-config, hostPath: /a, `
      + 'mountPath: /b}]\n', LEADER_MIGRATION,
    "kubeadm.yaml:4:18: extra volume 'leader-migration-config' mounts '/a' at '/b', expected '/etc/leadermigration.conf' at "
        + "'/etc/leadermigration.conf'; "
      + 'rename it or choose another path'],
    ['text that is not YAML', `${head('v1beta3')}apiServer: [\n`, {}, 'kubeadm.yaml:4:1: not valid YAML: flow sequence in block collection must be '
      + 'sufficiently '
      + 'indented and end with a ]; indent what belongs together by the same number of spaces'],
  ])('fails for %s', (_, text, edits, message) => {
    expect(() => editKubeadmConfig(text, edits, { file })).toThrow(new Error(message));
  });
});

describe('clusterConfigurationOnly', () => {
  it('is the ClusterConfiguration as it stands in the file, the same for every node', () => {
    const [first, ...others] = CONTROL_PLANE_NODES.map((node) => clusterConfigurationOnly(configOf(node), { file }));
    expect(configOf(CONTROL_PLANE_NODES[0]).endsWith(`---\n${first}`)).toBe(true);
    expect(parse(first).kind).toBe('ClusterConfiguration');
    expect(others).toEqual(others.map(() => first));
  });

  it('keeps a file that has nothing else, and finds it before and between others', () => {
    const cluster = `# mine\n${head('v1beta3')}`;
    for (const text of [cluster, `---\n${cluster}`, `${cluster}---\n${head('v1beta3', 'InitConfiguration')}`, `a: b\n--- # two\n${cluster}---\n`]) {
      expect(clusterConfigurationOnly(text, { file })).toBe(cluster);
    }
  });

  it('fails where there is none', () => {
    expect(() => clusterConfigurationOnly(head('v1beta3', 'JoinConfiguration'), { file }))
      .toThrow(new Error("kubeadm.yaml has 0 ClusterConfiguration documents, expected 1; hand in the file given to 'kubeadm init --config'"));
  });
});
