import { verify } from '../../../src/lib/verify/verify';
import { CONTROL_PLANE_NODES } from '../../fixtures/kubeadm';
import { kubeadmNodes } from '../../nodes';

/** Nodes with the same manifests, whose components are read once: what only one of them has counts all the same. */
describe('one of three nodes with the same manifest of kube-controller-manager', () => {
  const files = kubeadmNodes().flatMap(({ name, files: own }) => Object.entries(own).map(([path, text]) => [`${name}${path}`, { text }] as const));
  const found = (path: string, text: string) => verify({ directories: [{ name: 'nodes', files: new Map([...files, [path, { text }]]) }] });
  const told = (result: ReturnType<typeof found>) => [...result.exclusivity.unknown.map(({ what }) => what), ...result.findings.filter(
    ({ severity }) => severity === 'error').map(({ message }) => message)];

  it('is safe with what kubeadm writes', () => {
    expect(told(verify({ directories: [{ name: 'nodes', files: new Map(files) }] }))).toEqual([]);
  });

  it.each(CONTROL_PLANE_NODES)('does not start it on %s, where a file stands in place of a folder that it mounts', node => {
    expect(told(found(`${node}/etc/kubernetes/pki`, 'x'))).toEqual([expect.stringMatching(
      `kube-controller-manager does not start: /etc/kubernetes/pki is mounted as DirectoryOrCreate, and is a file on node ${node}`)]);
  });

  it.each(CONTROL_PLANE_NODES)('does not read its cloud config on %s, where it is broken', node => {
    expect(told(found(`${node}/etc/kubernetes/cloud.conf`, '[Global\n'))).toEqual([expect.stringMatching(/KCM 1\.26/)]);
  });

  it.each(CONTROL_PLANE_NODES)('has a second one on %s', node => {
    const [, { text }] = files.find(([path]) => path.endsWith('/manifests/kube-controller-manager.yaml'))!;
    const second = text.replace('name: kube-controller-manager\n', 'name: second\n');
    expect(told(found(`${node}/etc/kubernetes/manifests/second.yaml`, second))).not.toEqual([]);
  });
});
