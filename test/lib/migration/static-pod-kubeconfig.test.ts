import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { FIRST_NODE, kubeadmNodes } from '../../nodes';

const PATH = '/etc/kubernetes/cloud-controller-manager.conf';

function annotationsIn(phase: MigrationPhase, workload: CcmWorkload, nodes: NodeInput[]): unknown {
  const { _model: model } = new Migration({
    clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes, ccm: AwsCcm.of({ run: { workload } }),
  });
  return model.phase(phase).ccm?.staticPod?.metadata.annotations;
}

describe('the kubeconfig of a static pod', () => {
  it('is missing: nothing is written that would wait for it', () => {
    expect(() => annotationsIn(MigrationPhase.MIXED, CcmWorkload.staticPod(), kubeadmNodes())).toThrow(
      `mounts '${PATH}', which is not on '${FIRST_NODE}', 'ip-10-0-2-10.eu-central-1.compute.internal', `
        + '\'ip-10-0-3-10.eu-central-1.compute.internal\', and its kubelet would not start it; take CcmWorkload.staticPodOfKubeadm()');
    expect(() => annotationsIn(MigrationPhase.MIXED, CcmWorkload.staticPod('/etc/mine.conf'), kubeadmNodes())).toThrow("mounts '/etc/mine.conf'");
  });

  it('is on some nodes only', () => {
    const nodes = kubeadmNodes().map(node => node.name === FIRST_NODE ? node : { ...node, unreadFiles: [PATH] });
    expect(() => annotationsIn(MigrationPhase.MIXED, CcmWorkload.staticPod(), nodes)).toThrow(`is not on '${FIRST_NODE}', and`);
  });

  it.each<[string, (node: NodeInput) => NodeInput]>([
    ['by its name', node => ({ ...node, unreadFiles: [PATH] })],
    ['by its text, which is not kept', node => ({ ...node, files: { ...node.files, [PATH]: 'kind: Config' } })],
  ])('is on every node, %s', (_, add) => {
    expect(annotationsIn(MigrationPhase.MIXED, CcmWorkload.staticPod(), kubeadmNodes().map(add)))
      .toMatchObject({ 'ccm-migration/kubeconfig': 'on-node' });
  });

  it('is made by the plan, and needs to be nowhere', () => {
    expect(annotationsIn(MigrationPhase.DISABLED, CcmWorkload.staticPodOfKubeadm(), kubeadmNodes()))
      .toMatchObject({ 'ccm-migration/kubeconfig': 'made-by-plan' });
  });

  it('is not asked for before there is a cloud-controller-manager', () => {
    expect(annotationsIn(MigrationPhase.N, CcmWorkload.staticPodOfKubeadm(), kubeadmNodes())).toBeUndefined();
  });
});
