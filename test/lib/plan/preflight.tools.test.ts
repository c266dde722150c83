import { appFiles, ofKubeadm } from './app-fixture';
import { allGiven, DOWNTIME, planned } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { restoreFiles } from '../../../src/lib/plan/actions/files';
import { Plan } from '../../../src/lib/plan/plan';
import { ansible } from '../../ansible/ansible';
import { readPlan } from '../../collection/python';
import { describeNeeding } from '../../needs';
import { kubeadmNodes } from '../../nodes';

describeNeeding('preflight', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  it('asks on each control-plane node for every copy that a plan to not-started puts back', () => {
    const plan = planned('n', 'not-started');
    const { preflight } = readPlan(plan);
    const restoring = plan.steps.filter(({ run }) => allGiven(run, restoreFiles).length > 0);
    expect(restoring.map(({ node }) => node)).toEqual(plan.controlPlane);
    for (const { node, run } of restoring) {
      const [{ state, paths }] = allGiven(run, restoreFiles);
      expect(preflight[node!].filter(check => check.do === 'copies-are')).toMatchObject([{ state, paths, node }]);
    }
  });

  it('asks on each control-plane node whether its kubeconfig can be made', () => {
    const plan = planned('n', 'mixed', appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) }));
    const { preflight } = readPlan(plan);
    const nodes = [...plan.controlPlane, ...plan.workers].filter(node => preflight[node].some(check => check.do === 'kubeconfig-can-be-made'));
    expect(nodes).toEqual(plan.controlPlane);
  });

  it('asks the workers, every member of etcd, each API server and the Auto Scaling groups', () => {
    const plan = planned('n', 'mixed');
    const { preflight: { cluster, ...nodes } } = readPlan(plan);
    expect(cluster.map(check => check.do)).toEqual(expect.arrayContaining([
      'workers-ready', 'etcd-members-well', 'groups-are-paused', 'upgrades-are-set', 'role-allows', 'drain-may-end', 'kubelets-fit', 'services-well',
    ]));
    expect(cluster.filter(check => check.do === 'node-ready').map(({ node }) => node)).toEqual(plan.controlPlane);
    for (const node of plan.controlPlane) {
      expect(nodes[node]).toEqual(expect.arrayContaining([expect.objectContaining({ do: 'api-server-has-etcd', port: '6443' })]));
    }
    for (const [node, checks] of Object.entries(nodes)) expect([node, checks.some(check => check.do === 'node-tools')]).toEqual([node, true]);
  });

  it('asks nothing twice, nothing of a step that has still to come, and each node for its own', () => {
    const { preflight } = readPlan(planned('not-started', 'n-plus-1'));
    for (const [of, checks] of Object.entries(preflight)) {
      expect(new Set(checks.map(check => JSON.stringify(check))).size).toBe(checks.length);
      expect(checks.map(check => check.do).filter(verb => /^(process-|pod-runs|answers|kubelet-r|lease-|ccm-ready)/.test(verb))).toEqual([]);
      if (of !== 'cluster') expect([of, checks.flatMap(({ node }) => node ?? []).filter(node => node !== of)]).toEqual([of, []]);
    }
  });

  it('looks for the programs that a node has to have before anything changes', () => {
    const programsOf = (plan: Plan) => {
      const { preflight } = readPlan(plan);
      return [...plan.controlPlane, ...plan.workers].map(node => preflight[node].find(check => check.do === 'node-tools')!.programs as string[]);
    };
    const everywhere = (...more: readonly string[]) => ['df', 'ps', 'sh', 'uname', ...more].sort();
    const restarts = ['systemctl daemon-reload', 'systemctl restart kubelet'];
    const [first, second, , worker] = programsOf(planned('not-started', 'n-plus-1'));
    expect(first).toEqual(everywhere(...restarts, 'crictl pull', 'find'));
    expect(second).toEqual(everywhere(...restarts, 'crictl pull'));
    expect(worker).toEqual(everywhere(...restarts));
    // kubeadm copies the data of etcd, and brings kube-proxy to each node.
    const ofKubeadmNodes = programsOf(planned('not-started', 'n-plus-1', ofKubeadm(appFiles())));
    expect(ofKubeadmNodes[0]).toEqual(everywhere(...restarts, 'crictl pull', 'du', 'find', 'kubeadm init phase upload-config'));
    expect(ofKubeadmNodes[1]).toEqual(everywhere(...restarts, 'crictl pull', 'du'));
    expect(ofKubeadmNodes[3]).toEqual(everywhere(...restarts, 'crictl pull'));
    const kubeconfigs = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    expect(programsOf(planned('n', 'mixed', kubeconfigs))[1]).toEqual(everywhere('crictl pull', 'kubeadm kubeconfig user', 'mv'));
    // But for the program that comes with its step.
    expect(programsOf(planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime: 'systemd' }))[1]).toEqual(everywhere(
      ...restarts, 'crictl pull', 'systemctl show', 'systemctl start kube-controller-manager', 'systemctl stop kube-controller-manager',
    ));
    const elsewhere = appFiles({
      nodes: kubeadmNodes().map(node => ({
        ...node,
        files: Object.fromEntries(Object.entries(node.files).map(([path, text]) =>
          [path, text.replace(/--etcd-servers=\S*/, '--etcd-servers=https://10.0.9.1:2379')])),
      })),
    });
    expect(programsOf(planned('n', 'mixed', elsewhere)).map(programs => programs.includes('etcdctl'))).toEqual([true, false, false, false, false]);
  });
});
