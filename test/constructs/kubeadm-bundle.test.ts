import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import {
  CloudProvider, CustomCcm, KubeadmBundle, KubernetesVersion, LeaderMigrationStyle, Migration, MigrationProps, MigrationStrategy, NodeFolder,
} from '../../src';
import { readDirectory } from '../../src/files/read-directory';
import { KUBEADM_FLAGS } from '../../src/lib/facts/inputs/kubelet-files';
import { NodeRole } from '../../src/lib/kubernetes/node';
import { verify } from '../../src/lib/verify/verify';
import { kubeadmFile, OLD, CONTROL_PLANE_NODES } from '../fixtures/kubeadm';
import { NEWEST_MINOR } from '../newest-minor';
import { CONTROLLER_MANAGER, kubeadmNodes, withEditEverywhere } from '../nodes';

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'kubeadm');
const [FIRST] = CONTROL_PLANE_NODES;
const CONFIG = kubeadmFile(OLD, `kubeadm-config-${FIRST}.yaml`);
const PROPS: MigrationProps = {
  clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes(),
};
const WITHOUT_NODES: MigrationProps = { ...PROPS, nodes: undefined };
type Configs = { readonly [file: string]: string };
/** The second cluster of the example. */
const GCE: MigrationProps = {
  clusterId: 'staging',
  ccm: CustomCcm.of({
    cloud: CloudProvider.GCE, image: 'registry.example.com/ccm:v31.0.0', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  }),
  fromVersion: KubernetesVersion.of('1.30.14'),
  toVersion: KubernetesVersion.of('1.31.14'),
};
/** As `kubeadm config migrate` writes arguments: names and values. */
const JOIN = (version: string, args: string) => `apiVersion: kubeadm.k8s.io/${version}\nkind: JoinConfiguration\nnodeRegistration:\n  name: a\n  `
  + `kubeletExtraArgs:\n${args}\n# end\n`;

const KCM_FILE = `${FIRST}:/etc/kubernetes/manifests/kube-controller-manager.yaml`;
const API_SERVER_FILE = `${FIRST}:/etc/kubernetes/manifests/kube-apiserver.yaml`;
const REMEDY = '; the next \'kubeadm upgrade\' would write what the configuration says: correct it, or hand in that of this cluster, ConfigMap '
  + 'kubeadm-config in kube-system';
const WITHOUT_NAME = CONFIG.replace('    cluster-name: prod-eu\n', '');
/** What one configuration says, and the manifests do not. */
const CONTRADICTIONS: readonly [string, (config: string) => string, string][] = [
  ['another pod subnet', config => config.replace('podSubnet: 100.96.0.0/11', 'podSubnet: 10.0.0.0/8'),
    `init.yaml:17:14: networking.podSubnet is '10.0.0.0/8', but kube-controller-manager has --cluster-cidr=100.96.0.0/11 at ${KCM_FILE}:21${REMEDY}`],
  ['no pod subnet', config => config.replace('  podSubnet: 100.96.0.0/11\n', ''),
    'networking.podSubnet is not set, for which kubeadm passes no --cluster-cidr, but kube-controller-manager has --cluster-cidr=100.96.0.0/11 at'],
  ['another subnet of Services', config => config.replace('serviceSubnet: 100.64.0.0/13', 'serviceSubnet: 10.1.0.0/16'),
    `networking.serviceSubnet is '10.1.0.0/16', but kube-apiserver has --service-cluster-ip-range=100.64.0.0/13 at ${API_SERVER_FILE}:42${REMEDY}`],
  ['no subnet of Services', config => config.replace('  serviceSubnet: 100.64.0.0/13\n', ''),
    'networking.serviceSubnet is not set, for which kubeadm takes \'10.96.0.0/12\', but kube-apiserver has --service-cluster-ip-range='],
  ['another name of the cluster', () => WITHOUT_NAME.replace('clusterName: prod-eu', 'clusterName: dev'),
    `init.yaml:13:14: clusterName is 'dev', but kube-controller-manager has --cluster-name=prod-eu at ${KCM_FILE}:22`],
  ['no name of the cluster', () => WITHOUT_NAME.replace('clusterName: prod-eu\n', ''),
    'clusterName is not set, for which kubeadm takes \'kubernetes\''],
  ['another name as an argument', config => config.replace('cluster-name: prod-eu', 'cluster-name: dev'),
    'init.yaml:33:19: controllerManager.extraArgs.cluster-name is \'dev\', but kube-controller-manager has --cluster-name=prod-eu at'],
  ['another registry', config => config.replace('clusterName:', 'imageRepository: registry.example.com\nclusterName:'),
    'imageRepository is \'registry.example.com\', but kube-apiserver has the image registry.k8s.io/kube-apiserver at'],
  ['another name in a list of arguments', () => 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.26.15\n'
    + 'networking: {podSubnet: 100.96.0.0/11, serviceSubnet: 100.64.0.0/13}\ncontrollerManager:\n  extraArgs:\n  - {name: v, value: "2"}\n'
    + '  - {name: cluster-name, value: dev}\n', 'init.yaml:8:33: controllerManager.extraArgs.cluster-name is \'dev\', but'],
  ['another release', config => config.replace('v1.26.15', 'v1.26.14'),
    `init.yaml:14:20: kubernetesVersion is 'v1.26.14', but kube-apiserver runs 1.26.15 at ${API_SERVER_FILE}:45${REMEDY}`],
];

function isArgs(value: unknown): value is { name: string; value: string }[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item?.name === 'string' && typeof item.value === 'string');
}

let outdir: string;
beforeEach(() => { outdir = mkdtempSync(join(tmpdir(), 'kubeadm-')); });
afterEach(() => rmSync(outdir, { recursive: true }));

function write(props: MigrationProps = PROPS, configs: Configs = { 'init.yaml': CONFIG }): (path: string) => string {
  new KubeadmBundle({ migration: new Migration(props), configs }).write(outdir);
  return path => readFileSync(join(outdir, path), 'utf8');
}

describe('KubeadmBundle', () => {
  it('says what manifests have beside the configuration, and which files kubelets have their flags in', () => {
    const env = '    env:\n    - {name: HTTPS_PROXY, value: "http://proxy:3128"}\n    - {name: SSL_CERT_FILE, value: /etc/ssl/certs/own.pem}\n';
    const edited = withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(/^ {4}image: /m, `${env}$&`)
      .replace(/^spec:\n/m, 'spec:\n  hostAliases: [{ip: 10.0.0.9, hostnames: [proxy]}]\n'));
    const files = {
      '/etc/default/kubelet': 'KUBELET_EXTRA_ARGS="--cloud-provider=aws --container-runtime=remote"\n', [KUBEADM_FLAGS]: 'KUBELET_KUBEADM_ARGS=""\n',
    };
    const nodes = edited.map(node => node.role === NodeRole.WORKER ? { ...node, files } : node);
    const read = write({ ...PROPS, nodes });
    for (const side of ['n', 'n-plus-1']) {
      expect(read(`${side}/NOTES.md`)).toContain('\n- kubeadm takes HTTPS_PROXY of kube-controller-manager from its own environment: each command');
      expect(read(`${side}/NOTES.md`)).toContain('\n- kubeadm does not write SSL_CERT_FILE, hostAliases of kube-controller-manager, which');
    }
    const workers = nodes.filter(({ role }) => role === NodeRole.WORKER);
    expect(read('n-plus-1/NOTES.md')).toContain(`\n- carried: kubelet on ${workers.length} nodes, \`--container-runtime=remote\``);
    expect(read('n-plus-1/NOTES.md')).toContain(`in the file that has the flag today, /etc/default/kubelet or ${KUBEADM_FLAGS}, and are restarted`);
  });

  it('gives each node that joins its kubelet flags, in the form of its API version', () => {
    const read = write(PROPS, {
      'init.yaml': CONFIG,
      'a.yaml': JOIN('v1beta3', '    cloud-provider: aws # theirs\n    v: "2"'),
      'b.yaml': JOIN('v1beta3', '    node-ip: 10.0.0.1'),
    });
    expect(read('n-plus-1/a.yaml')).toBe(JOIN('v1beta3', '    cloud-provider: external # theirs\n    v: "2"'));
    expect(read('n-plus-1/b.yaml')).toBe(JOIN('v1beta3', '    cloud-provider: external\n    node-ip: 10.0.0.1'));
    expect(read('n/a.yaml')).toBe(JOIN('v1beta3', '    cloud-provider: aws # theirs\n    v: "2"'));
    expect(read('n/cluster-configuration.yaml')).toContain('kind: ClusterConfiguration');
  });

  it('says what verify of a side does not know: patches of a folder that is not handed in', () => {
    const patched = `${CONFIG}---\n${JOIN('v1beta3', '    v: "2"').replace('# end', 'patches: {directory: /etc/kubernetes/own}')}`;
    const read = write(WITHOUT_NODES, { 'init.yaml': patched });
    for (const side of ['n', 'n-plus-1']) {
      const { exclusivity, liveness } = verify({ directories: [readDirectory(side, outdir)] });
      const found = [...exclusivity.unknown, ...liveness.unknown].map(({ what }) => what);
      expect(found).toContain('JoinConfiguration names the folder of patches /etc/kubernetes/own, of which the input has no file');
      expect(read(`${side}/NOTES.md`)).toMatch(/- `ccm-migration verify` says: init\.yaml:\d+: unknown: JoinConfiguration names the folder of/);
    }
    expect(write()('n/NOTES.md')).not.toContain('unknown');
  });

  it('takes another value where kubeadm patches what it writes', () => {
    const [, change] = CONTRADICTIONS[0];
    const patched = `${change(CONFIG)}---\n${JOIN('v1beta3', '    v: "2"').replace('# end', 'patches: {directory: /etc/kubernetes/own}')}`;
    expect(write(PROPS, { 'init.yaml': patched })('n/init.yaml')).toContain('podSubnet: 10.0.0.0/8');
  });

  it.each(['../escaped.yaml', '/etc/passwd', 'a/b.yaml', '..', '', 'a\nb.yaml', 'kcm$(touch x).yaml', '-rf'])('fails for the key %j of configs, and '
    + 'writes nothing', name => {
    expect(() => write(PROPS, { [name]: CONFIG })).toThrow(/^the keys of configs must be file names, got '.*'; accepted: letters, digits and/);
    expect(readdirSync(outdir)).toEqual([]);
  });

  it('fails for a key that is the name of a file of ours, and writes nothing', () => {
    expect(() => write(PROPS, { 'cluster-configuration.yaml': CONFIG })).toThrow("'n/cluster-configuration.yaml' would be written twice; give one "
      + 'of the two another name');
    expect(() => write(PROPS, { 'init.yaml': CONFIG, 'patches': JOIN('v1beta3', '    v: "2"') })).toThrow("'n/patches' would be a file and the "
      + 'folder of');
    expect(readdirSync(outdir)).toEqual([]);
  });

  it('needs no manifests: the configuration says the same', () => {
    const withNodes = write();
    const files = ['n/init.yaml', 'n-plus-1/init.yaml', 'n-plus-1/cluster-configuration.yaml'];
    const expected = files.map(withNodes);
    const read = write(WITHOUT_NODES);
    expect(files.map(read)).toEqual(expected);
    expect(readdirSync(join(outdir, 'n')).sort()).toEqual(['NOTES.md', 'cluster-configuration.yaml', 'control-plane', 'init.yaml']);
    expect(read('n/control-plane/etc/leadermigration.conf')).toContain('kind: LeaderMigrationConfiguration');
  });

  it('says what must be applied first, what rolls and what does not come back', () => {
    const read = write();
    for (const side of ['n', 'n-plus-1']) {
      expect(read(`${side}/NOTES.md`)).toContain('- first, on one control-plane node: `kubeadm init phase upload-config kubeadm --config '
        + 'cluster-configuration.yaml`');
      expect(read(`${side}/NOTES.md`)).toContain('`patches/` is the alternative');
    }
    expect(read('n/NOTES.md')).toContain('/etc/leadermigration.conf before the manifest');
    expect(read('n-plus-1/NOTES.md')).toContain('`kubeadm upgrade apply v1.27.16`');
    expect(write(WITHOUT_NODES)('n/NOTES.md')).not.toContain('patches');
  });

  it('writes no file for the configuration that is built in', () => {
    write({ ...WITHOUT_NODES, strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }) });
    expect(readdirSync(join(outdir, 'n')).sort()).toEqual(['NOTES.md', 'cluster-configuration.yaml', 'init.yaml']);
  });

  it('writes v1beta4 as lists, and says the same in it as in v1beta3', () => {
    const data = (text: string) => parseAllDocuments(text).map(document => JSON.parse(JSON.stringify(document.toJS()), (_, value) =>
      isArgs(value) ? Object.fromEntries(value.map(arg => [arg.name, arg.value])) : value));
    const lists = NodeFolder.readFiles(join(EXAMPLE, 'input-v1beta4'));
    const maps = Object.fromEntries(Object.entries(lists).map(([name, text]) => [name,
      text.replaceAll('v1beta4', 'v1beta3').replace(/- name: (\S+)\n\s+value: /g, '$1: ')]));
    const read = write(GCE, maps);
    for (const path of ['n', 'n-plus-1'].flatMap(side => Object.keys(lists).map(name => join(side, name)))) {
      const written = readFileSync(join(EXAMPLE, 'bundles', 'kubeadm-v1beta4', path), 'utf8');
      expect(written).toContain('apiVersion: kubeadm.k8s.io/v1beta4');
      expect(data(written.replaceAll('v1beta4', 'v1beta3'))).toEqual(data(read(path)));
    }
  });

  it.each<[string, Configs, string, MigrationProps?]>([
    ['v1beta4 for a release that no kubeadm deploys from it',
      {
        'init.yaml': CONFIG.replaceAll('v1beta3', 'v1beta4').replace(/ {2}kubeletExtraArgs:\n.*\n/, '').replace(
          /(apiServer|controllerManager):\n(?: .*\n)+/g, '',
        ),
      },
      `init.yaml:9:13: apiVersion: no kubeadm that reads 'kubeadm.k8s.io/v1beta4' deploys Kubernetes 1.26.15: it is for 1.30 to ${NEWEST_MINOR}; `
        + 'hand in the configuration as \'kubeadm.k8s.io/v1beta3\''],
    ['two API versions in a file', { 'init.yaml': CONFIG.replace('v1beta3', 'v1beta4') },
      'init.yaml:11:13: apiVersion is \'kubeadm.k8s.io/v1beta3\', but the file begins with \'kubeadm.k8s.io/v1beta4\'; write one version: \'kubeadm '
        + 'config migrate\' converts'],
    ['Leader Migration switched off on purpose', { 'init.yaml': CONFIG.replace('cluster-name: prod-eu', 'enable-leader-migration: "false"') },
      'controllerManager.extraArgs.enable-leader-migration is \'false\', but the migration sets it to \'true\'; accepted: \'true\', or not set'],
    ['a kubelet of another cloud', { 'init.yaml': CONFIG, 'z.yaml': JOIN('v1beta3', '    cloud-provider: gce') },
      'z.yaml:6:21: nodeRegistration.kubeletExtraArgs.cloud-provider is \'gce\', but the migration sets it to \'external\'; accepted: \'aws\' or '
        + '\'external\', or not set'],
    ['objects of Cluster API', { 'kcp.yaml': 'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\n' }, 'kcp.yaml:2:7: '
      + 'expected a kubeadm configuration, got kind "KubeadmControlPlane"'],
    ['nothing that says the cluster', { 'z.yaml': JOIN('v1beta3', '    v: "2"') }, 'no file of `configs` has a ClusterConfiguration, and `nodes` '
      + 'are not given', WITHOUT_NODES],
    ...CONTRADICTIONS.map(([what, change, message]): [string, Configs, string] => [what, { 'init.yaml': change(CONFIG) }, message]),
    ['no file', {}, 'configs is empty; hand in the files given to \'kubeadm init --config\''],
    ['a release that is not said', { 'init.yaml': CONFIG.replace('kubernetesVersion: v1.26.15\n', '') }, 'kubernetesVersion is null, expected the '
      + 'release that the cluster runs', WITHOUT_NODES],
  ])('fails for %s', (_, configs, message, props = PROPS) => {
    expect(() => write(props, configs)).toThrow(message);
    expect(readdirSync(outdir)).toEqual([]);
  });
});
