import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { checkReleases, manifestPath, readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
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
    ['1.26.15', ':v1.26.15', true], ['1.26', ':v1.26.15', true], ['1.26.14', ':v1.26.15', false], ['1.26.1', ':v1.26.15', false], ['1.25', ':v1.26.15', false],
    ['1.26.15', ':v1.26.15-eks-1', true], ['1.26.14', ':v1.26.15-eks-1', false], ['1.25.3', ':v1.26.15@sha256:0', false], ['1.25.3', '@sha256:0', true], ['1.25.3', ':latest', true],
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
  const renamed = (from: string, to: string) => kubeadmNodes().slice(0, 1).map(node => {
    const { [from]: text, ...rest } = node.files;
    return { ...node, files: { ...rest, [to]: text } };
  });

  it.each([
    ['kube-apiserver', '/etc/kubernetes/manifests/kube-apiserver.manifest'], ['kube-apiserver', '/opt/pods/kube-apiserver.yaml'],
    ['kube-scheduler', '/etc/kubernetes/manifests/10-scheduler'], ['kube-controller-manager', '/etc/kubernetes/manifests/kcm.json'],
  ])('fails: %s at %s would stay as it is', (component, path) => {
    expect(() => readControlPlaneNodes(renamed(`/etc/kubernetes/manifests/${component}.yaml`, path))).toThrow(
      `node '${FIRST_NODE}' runs ${component} from '${path}', and this library writes '/etc/kubernetes/manifests/${component}.yaml': two pods of one component would run`);
  });

  it('fails beside the one that is written', () => {
    const [node] = kubeadmNodes();
    const twice = { ...node, files: { ...node.files, '/etc/kubernetes/manifests/old.yaml': node.files[CONTROLLER_MANAGER] } };
    expect(() => readControlPlaneNodes([twice])).toThrow("runs kube-controller-manager from '/etc/kubernetes/manifests/old.yaml'");
  });
});
