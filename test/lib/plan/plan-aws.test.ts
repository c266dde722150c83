import { appFiles, rewritten } from './app-fixture';
import { ids, KCM, LEADER_MIGRATION, planned } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
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
    const { proof } = plan.steps.find(({ id }) => id.endsWith('node-names'))!;
    expect(proof.map(({ action }) => action)).toEqual([{ do: 'are-nodes', nodes: [...plan.controlPlane, ...plan.workers].sort() }]);
    const { run } = plan.steps.find(({ id }) => id.includes('upgrade'))!;
    const at = (name: string) => run.findIndex(({ action }) => action.do === name);
    expect(at('keeps-name')).toBe(at('restart-kubelet') - 1);
    expect(run[at('keeps-name')].text).toContain("flag_file='/var/lib/kubelet/kubeadm-flags.env'");
    expect(planned('mixed', 'n').steps.flatMap(step => step.run).some(({ action }) => action.do === 'keeps-name')).toBe(false);
  });

  it("asks the host's name where no flag says a node's", () => {
    const unnamed = rewritten(
      LEADER_MIGRATION, /worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text => text.replace(/ --hostname-override=[^" ]*/, ''),
    );
    const { proof } = planned('n', 'mixed', unnamed).steps.find(({ id }) => id.endsWith('node-names'))!;
    expect(proof.slice(1).map(({ action }) => action)).toEqual([{ do: 'host-is-named', node: 'ip-10-0-1-101.eu-central-1.compute.internal' }]);
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
    const asked = (files: Map<string, string>) => planned('n', 'mixed', files).steps.find(({ id }) => id.includes('upgrade'))!.proof
      .flatMap(({ action }) => action.do === 'healthz' && action.port === '10258' ? [action.pod] : []);
    expect(asked(LEADER_MIGRATION)).toEqual([undefined]);
    expect(asked(rewritten(LEADER_MIGRATION, /^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', labels: 'k8s-app=aws-cloud-controller-manager', fields: `spec.nodeName=${kubeadmNodes()[0].name}` },
    ]);
    const nodes = kubeadmNodes().map(node => ({ ...node, unreadFiles: ['/etc/kubernetes/cloud-controller-manager.conf'] }));
    const files = appFiles({ nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } }) });
    expect(asked(files)).toEqual([undefined]);
    expect(asked(rewritten(files, /cloud-controller-manager\.yaml$/, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', fields: `metadata.name=aws-cloud-controller-manager-${kubeadmNodes()[0].name}` },
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
    expect(worker.run.map(({ action }) => action.do)).toEqual(['drain', 'put-files', 'restart-kubelet', 'kubelet-ready', 'uncordon']);
    expect(worker.proof.at(-1)).toMatchObject({ withinSeconds: 60, action: { do: 'csi-migrated-on' } });
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
    const asked = (files: Map<string, string>) => ids(planned('n', 'n-plus-1', files)).filter(id => id.startsWith('ebs-csi'));
    expect(asked(keeping)).toEqual([]);
    const without = rewritten(keeping, /control-plane-n-plus-1\/.*kube-controller-manager\.yaml$/,
      text => text.replace(/ +- --feature-gates=CSIMigrationAWS=false\n/, ''));
    expect(asked(without)).toEqual(['ebs-csi-driver', 'ebs-csi-migration']);
  });

  it('turns nothing on where the release serves volumes by CSI', () => {
    expect(ids(planned('not-started', 'n', appFiles({ csiMigration: true }))).some(id => id.startsWith('csi'))).toBe(false);
  });
});
