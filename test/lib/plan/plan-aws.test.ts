import { appFiles, rewritten } from './app-fixture';
import { allGiven, ids, KCM, LEADER_MIGRATION, planned, verbs } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { csiMigratedOn } from '../../../src/lib/plan/actions/aws';
import { answers } from '../../../src/lib/plan/actions/components';
import { areNodes, hostIsNamed } from '../../../src/lib/plan/actions/nodes';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { atRelease, kubeadmNodes } from '../../nodes';

describe('on AWS', () => {
  const csi = appFiles({
    fromVersion: KubernetesVersion.of('1.22.17'),
    toVersion: KubernetesVersion.of('1.23.17'),
    nodes: atRelease(kubeadmNodes(), '1.22.17'),
    csiMigration: true,
  });

  it('asks that nodes keep their names before a kubelet changes, and again with the files that lie there', () => {
    const plan = planned('n', 'mixed');
    const { proof } = plan.steps.find(({ id }) => id === 'node-names')!;
    expect(proof).toEqual([expect.objectContaining({ kind: areNodes.kind, given: { nodes: 'all' } })]);
    const { run } = plan.steps.find(({ id }) => id === 'upgrade')!;
    const at = (name: string) => verbs(run).indexOf(name);
    expect(at('keeps-name')).toBe(at('node/restart-kubelet') - 1);
    expect(run[at('keeps-name')].given).toEqual({ file: '/var/lib/kubelet/kubeadm-flags.env' });
    expect(verbs(planned('mixed', 'n').steps.flatMap(step => step.run))).not.toContain('keeps-name');
  });

  it("asks the host's name where no flag says a node's", () => {
    const unnamed = rewritten(
      LEADER_MIGRATION, /worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text => text.replace(/ --hostname-override=[^" ]*/, ''),
    );
    const { proof } = planned('n', 'mixed', unnamed).steps.find(({ id }) => id === 'node-names')!;
    expect(proof.slice(1)).toEqual([{ kind: hostIsNamed.kind, given: {}, each: ['ip-10-0-1-101.eu-central-1.compute.internal'], within: 0 }]);
  });

  it('fails where a kubelet would take another name', () => {
    const renamed = rewritten(
      LEADER_MIGRATION, /worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text =>
        text.replace(/--hostname-override=[^" ]*/, '--hostname-override=other'),
    );
    expect(() => planned('n', 'mixed', renamed)).toThrow("the kubelet of 'ip-10-0-1-101.eu-central-1.compute.internal' would register as 'other'");
  });

  it('asks for a higher hop limit of the metadata service only off the host network', () => {
    const off = rewritten(LEADER_MIGRATION, /^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false'));
    expect(ids(planned('n', 'mixed', off))).toContain('metadata-hop-limit');
    expect(ids(planned('n', 'mixed'))).not.toContain('metadata-hop-limit');
  });

  it('asks a cloud-controller-manager at the address of its pod only off the network of its node', () => {
    const asked = (files: AppFiles) => allGiven(planned('n', 'mixed', files).steps.find(({ id }) => id === 'upgrade')!.proof, answers)
      .filter(({ port }) => port === '10258').map(({ pod }) => pod);
    expect(asked(LEADER_MIGRATION)).toEqual([undefined]);
    expect(asked(rewritten(LEADER_MIGRATION, /^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', labels: 'k8s-app=aws-cloud-controller-manager' },
    ]);
    const nodes = kubeadmNodes().map(node => ({ ...node, unreadFiles: ['/etc/kubernetes/cloud-controller-manager.conf'] }));
    const files = appFiles({ nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } }) });
    expect(asked(files)).toEqual([undefined]);
    expect(asked(rewritten(files, /cloud-controller-manager\.yaml$/, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', mirrorOf: 'aws-cloud-controller-manager' },
    ]);
  });

  it('turns CSI migration on where the release does not: driver, every kube-controller-manager and kube-scheduler, then one drained kubelet after '
    + 'the other', () => {
    const plan = planned('not-started', 'n', csi);
    expect(ids(plan)).toEqual([
      'ebs-csi-driver', 'lease-access', 'enable@1.10', 'enable@2.10', 'enable@3.10', 'leader-of-n', 'csi@1.10', 'csi@2.10', 'csi@3.10', 'csi@1.101',
      'csi@2.101',
    ]);
    expect(plan.steps[2].changes.map(change => change.split(' ')[1])).toEqual([`/etc/kubernetes/manifests/${KCM}`, '/etc/kubernetes/manifests/'
      + 'kube-scheduler.yaml', '/etc/leadermigration.conf']);
    const worker = plan.steps.at(-1)!;
    expect(worker.changes[0]).toContain('replace /var/lib/kubelet/kubeadm-flags.env');
    expect(verbs(worker.run)).toEqual(['node/drain', 'put-files', 'node/restart-kubelet', 'kubelet-ready', 'node/uncordon']);
    expect(worker.proof.at(-1)).toEqual({ kind: csiMigratedOn.kind, given: { nodes: 'self' }, within: 60 });
  });

  it('takes CSI migration back in the opposite order', () => {
    expect(ids(planned('n', 'not-started', csi)).slice(0, 8)).toEqual([
      'csi-back@2.101', 'csi-back@1.101', 'csi-back@3.10', 'csi-back@2.10', 'csi-back@1.10', 'restore@1.10', 'restore@2.10', 'restore@3.10',
    ]);
  });

  it('asks for the CSI driver unless the volumes stay in-tree: a flag of kube-controller-manager alone keeps none', () => {
    const keeping = appFiles({
      fromVersion: KubernetesVersion.of('1.22.17'),
      toVersion: KubernetesVersion.of('1.23.17'),
      nodes: atRelease(kubeadmNodes(), '1.22.17'),
      externalCloudVolumePlugin: true,
    });
    const asked = (files: AppFiles) => ids(planned('n', 'n-plus-1', files)).filter(id => id.startsWith('ebs-csi'));
    expect(asked(keeping)).toEqual([]);
    const without = rewritten(keeping, /control-plane-n-plus-1\/.*kube-controller-manager\.yaml$/,
      text => text.replace(/ +- --feature-gates=CSIMigrationAWS=false\n/, ''));
    expect(asked(without)).toEqual(['ebs-csi-driver', 'ebs-csi-migration']);
  });

  it('turns nothing on where the release serves volumes by CSI', () => {
    expect(ids(planned('not-started', 'n', appFiles({ csiMigration: true }))).some(id => id.startsWith('csi'))).toBe(false);
  });
});
