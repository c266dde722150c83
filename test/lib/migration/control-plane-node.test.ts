import { parse } from 'yaml';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ccmManifestPath, checkReleases, manifestPath, readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
import { nodeFileEntry } from '../../../src/lib/migration/index-file';
import { Migration } from '../../../src/lib/migration/migration';
import { CONTROLLER_MANAGER, FIRST_NODE, kubeadmNodes, withEdit } from '../../nodes';

describe('control-plane nodes', () => {
  it('are read with the components that are handed in; workers are not', () => {
    const nodes = readControlPlaneNodes(kubeadmNodes());
    expect(nodes.map(({ pods }) => [...pods.keys()])).toEqual(Array(3).fill(['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']));
  });

  it('need no more than kube-controller-manager', () => {
    const [first] = kubeadmNodes();
    const [{ pods }] = readControlPlaneNodes([{ ...first, files: { [CONTROLLER_MANAGER]: first.files[CONTROLLER_MANAGER] } }]);
    expect([...pods.keys()]).toEqual(['kube-controller-manager']);
    expect(manifestPath('kube-controller-manager')).toBe(CONTROLLER_MANAGER);
  });

  it.each([
    ['1.26.15', ':v1.26.15', true], ['1.26', ':v1.26.15', true], ['1.26.14', ':v1.26.15', false], ['1.26.1', ':v1.26.15', false],
    ['1.25', ':v1.26.15', false],
    ['1.26.15', ':v1.26.15-eks-1', true], ['1.26.14', ':v1.26.15-eks-1', false], ['1.25.3', ':v1.26.15@sha256:0', false],
    ['1.25.3', '@sha256:0', true], ['1.25.3', ':latest', true],
  ])('of %s may have an image %s: %s', (version, tag, accepted) => {
    const [only] = kubeadmNodes();
    const nodes = [{ ...only, files: { [CONTROLLER_MANAGER]: only.files[CONTROLLER_MANAGER] } }];
    const edited = tag === ':v1.26.15' ? nodes : withEdit(nodes, CONTROLLER_MANAGER, text => text.replace(':v1.26.15', tag));
    const check = () => checkReleases(readControlPlaneNodes(edited), KubernetesVersion.of(version));
    if (accepted) expect(check).not.toThrow();
    else expect(check).toThrow(`kube-controller-manager runs 1.26.15, but fromVersion is ${version}; give the release that it runs as fromVersion`);
  });
});

describe('a static pod under another name', () => {
  const KUBELET = '/var/lib/kubelet/config.yaml';
  const moved = (rename: (path: string) => string, edit = (text: string) => text) => kubeadmNodes().map(node => ({
    ...node,
    files: Object.fromEntries(Object.entries(node.files).map(([path, text]): [string, string] =>
      path.startsWith('/etc/kubernetes/manifests/') ? [rename(path), edit(text)]
        : [path, path === KUBELET ? text.replace(/^staticPodPath: .*$/m, 'staticPodPath: /opt/pods') : text])),
  }));
  const asJson = (text: string) => JSON.stringify(parse(text), undefined, 2);
  const WAYS: Record<string, [(path: string) => string, ((text: string) => string)?]> = {
    'with another ending': [path => path.replace(/\.yaml$/, '.manifest')],
    'with a number before': [path => path.replace(/kube-/, '10-kube-').replace(/\.yaml$/, '')],
    'with a name of its own': [path => path.replace('kube-controller-manager.yaml', 'kcm.yml')],
    'as JSON': [path => path.replace(/\.yaml$/, '.json'), asJson],
    'in another folder': [path => path.replace('/etc/kubernetes/manifests', '/opt/pods')],
  };

  it.each(Object.entries(WAYS))('%s is edited in its place, and there is no second one', (_, [rename, edit]) => {
    const nodes = moved(rename, edit);
    const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes });
    const usual = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes() });
    for (const phase of migration.phases) {
      const files = migration._model.phase(phase).nodeFiles;
      const expected = usual._model.phase(phase).nodeFiles;
      expect(files.map(({ path }) => path).sort()).toEqual(
        expected.map(({ path }) => path.startsWith('/etc/kubernetes/manifests/') ? rename(path) : path).sort(),
      );
      for (const { path, node, side, content } of expected.filter(file => file.path.startsWith('/etc/kubernetes/manifests/'))) {
        const other = files.find(file => file.path === rename(path) && file.node === node && file.side === side)!;
        expect(nodeFileEntry(other).mode).toBe('0600');
        expect(parse(other.content)).toEqual(parse(content));
        if (edit === undefined) expect(other.content).toBe(content);
      }
    }
  });

  it.each<[string, (path: string) => string, string]>([
    ['with another ending', WAYS['with another ending'][0], '/etc/kubernetes/manifests/cloud-controller-manager.manifest'],
    ['in another folder', WAYS['in another folder'][0], '/opt/pods/cloud-controller-manager.yaml'],
  ])('%s has the cloud-controller-manager beside it', (_, rename, path) => {
    expect(readControlPlaneNodes(moved(rename)).map(ccmManifestPath)).toEqual([path, path, path]);
  });

  it('of the cloud-controller-manager that is there is replaced', () => {
    const [node] = kubeadmNodes();
    const ccm = node.files[CONTROLLER_MANAGER].replaceAll('kube-controller-manager', 'aws-cloud-controller-manager');
    const [manifests] = readControlPlaneNodes([{ ...node, files: { ...node.files, '/etc/kubernetes/manifests/aws.yaml': ccm } }]);
    expect(ccmManifestPath(manifests)).toBe('/etc/kubernetes/manifests/aws.yaml');
  });

  it('fails beside another one', () => {
    const [node] = kubeadmNodes();
    const twice = { ...node, files: { ...node.files, '/etc/kubernetes/manifests/old.yaml': node.files[CONTROLLER_MANAGER] } };
    expect(() => readControlPlaneNodes([twice])).toThrow(
      `node '${FIRST_NODE}' runs kube-controller-manager from '/etc/kubernetes/manifests/kube-controller-manager.yaml' and `
        + '\'/etc/kubernetes/manifests/old.yaml\'');
  });

  it('fails where there is none', () => {
    const [node] = kubeadmNodes();
    expect(() => readControlPlaneNodes([{ ...node, files: {} }])).toThrow(`control-plane node '${FIRST_NODE}' has no static pod of `
      + `kube-controller-manager, like '${CONTROLLER_MANAGER}'`);
  });
});
