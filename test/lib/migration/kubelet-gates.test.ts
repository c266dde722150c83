import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeRole } from '../../../src/lib/kubernetes/node';
import { refuseKubeletGates } from '../../../src/lib/migration/kubelet-gates';
import { kubeadmNodes } from '../../nodes';
import { appFiles } from '../plan/app-fixture';

const CONFIG = '/var/lib/kubelet/config.yaml';

function refuse(text: string, version: string, before?: string): void {
  const node = { name: 'w1', role: NodeRole.WORKER, files: { [CONFIG]: text } };
  refuseKubeletGates(node, KubernetesVersion.of(version), before === undefined ? undefined : KubernetesVersion.of(before));
}

describe('feature gates in the configuration of a kubelet', () => {
  const gates = (...lines: string[]) => `kind: KubeletConfiguration\nfeatureGates:\n${lines.map(line => `  ${line}\n`).join('')}`;

  it('are refused, with their place, where the release ends with them', () => {
    expect(() => refuse(gates('Other: true', 'CSIMigrationAWS: true'), '1.27.16')).toThrow(
      `w1:${CONFIG}:4: featureGates has 'CSIMigrationAWS: true', with which a kubelet of 1.27.16 ends; take it out there before`,
    );
    expect(() => refuse(gates('CSIMigrationAWS: false'), '1.26.15')).toThrow('CSIMigrationAWS: false');
  });

  it('are those of the configuration that the kubelet is told, and of its drop-ins, the last of which counts', () => {
    const files = (more: { readonly [path: string]: string }) => ({
      name: 'w1',
      role: NodeRole.WORKER,
      files: {
        '/etc/default/kubelet': 'KUBELET_EXTRA_ARGS="--config=/opt/k.yaml --config-dir=/opt/k.d"\n',
        [CONFIG]: gates('CSIMigrationAWS: true'),
        ...more,
      },
    });
    const to27 = KubernetesVersion.of('1.27.16');
    expect(() => refuseKubeletGates(files({ '/opt/k.yaml': 'kind: KubeletConfiguration\n' }), to27)).not.toThrow();
    expect(() => refuseKubeletGates(files({ '/opt/k.yaml': gates('CSIMigrationAWS: true') }), to27)).toThrow('w1:/opt/k.yaml:3: featureGates has');
    expect(() => refuseKubeletGates(files({ '/opt/k.yaml': gates('A: true'), '/opt/k.d/1.conf': gates('CSIMigrationAWS: false') }), to27))
      .toThrow('w1:/opt/k.d/1.conf:3: featureGates has \'CSIMigrationAWS: false\'');
  });

  it('are refused where version N has them and the release does not, or has them locked', () => {
    expect(() => refuse(gates('RuntimeClass: true'), '1.24.17', '1.23.17')).toThrow('featureGates has \'RuntimeClass: true\'');
    expect(() => refuse(gates('SeccompDefault: false'), '1.27.16', '1.26.15')).toThrow('featureGates has \'SeccompDefault: false\'');
    expect(() => refuse(gates('RuntimeClass: true'), '1.23.17', '1.22.17')).not.toThrow();
    expect(() => refuse(gates('OfOurs: true'), '1.24.17', '1.23.17')).not.toThrow();
  });

  it.each([
    ['a release that has them', gates('CSIMigrationAWS: true'), '1.26.15'],
    ['none', 'kind: KubeletConfiguration\n', '1.27.16'],
    ['an empty list', 'featureGates:\n', '1.27.16'],
    ['others, which are not judged', gates('Other: true'), '1.27.16'],
  ])('stay with %s', (_, text, version) => {
    expect(() => refuse(text, version)).not.toThrow();
  });

  it('end synthesis', () => {
    const nodes = kubeadmNodes().map(node => ({ ...node, files: { ...node.files, [CONFIG]: gates('CSIMigrationAWS: true') } }));
    expect(() => appFiles({ nodes })).toThrow(/:\/var\/lib\/kubelet\/config\.yaml:3: featureGates has 'CSIMigrationAWS: true'/);
  });
});
