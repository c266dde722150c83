import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { controlPlaneLabels } from '../../../src/lib/migration/node-labels';
import { taintsOfBefore } from '../../../src/lib/migration/node-taints';
import { CONTROLLER_MANAGER, KUBELET_CONFIG, KUBELET_FLAGS, kubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';

type Spec = {
  tolerations: { key: string; effect: string }[];
  containers: { image: string }[];
  nodeSelector?: { [key: string]: string };
  affinity?: { nodeAffinity?: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: { matchExpressions: { key: string }[] }[] } } };
};

function specOf(nodes: NodeInput[], ccm: AwsCcmProps = {}): Spec {
  const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes, ccm: AwsCcm.of(ccm) });
  const workload = migration._model.phase(MigrationPhase.MIXED).ccm!.objects.find(({ id }) => id === 'Resource')!.manifest;
  return (workload as unknown as { spec: { template: { spec: Spec } } }).spec.template.spec;
}

describe('the registry of the images of the nodes', () => {
  const mirrored = (prefix: string, nodes = kubeadmNodes()) => withEditEverywhere(nodes, CONTROLLER_MANAGER, text => text.replace('image: '
    + 'registry.k8s.io/', `image: ${prefix}/`));
  const upstream = 'registry.k8s.io/provider-aws/cloud-controller-manager';

  it('is followed where it is a mirror', () => {
    expect(specOf(kubeadmNodes()).containers[0].image).toMatch(new RegExp(`^${upstream}:v1\\.27\\.`));
    expect(specOf(mirrored('mirror.example.org/k8s')).containers[0].image).toMatch(
      /^mirror\.example\.org\/k8s\/provider-aws\/cloud-controller-manager:v1\.27\./,
    );
    expect(specOf(mirrored('localhost:5000')).containers[0].image).toMatch(/^localhost:5000\/provider-aws\/cloud-controller-manager:v1\.27\./);
  });

  it.each(['k8s.gcr.io', 'gcr.io/google-containers', 'registry.k8s.io'])('is upstream\'s where it is %s', registry => {
    expect(specOf(registry === 'registry.k8s.io' ? kubeadmNodes() : mirrored(registry)).containers[0].image).toContain(upstream);
  });

  const unclear: readonly (readonly [string, NodeInput[], string])[] = [
    ['nodes differ', withEdit(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace('image: registry.k8s.io/', 'image: mirror.example.org/'), 1),
      "the nodes have kube-controller-manager from 'registry.k8s.io/kube-controller-manager' and 'mirror.example.org/kube-controller-manager'"],
    ['an image of a private registry has a name of its own', withEditEverywhere(
      kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace('registry.k8s.io/kube-controller-manager', 'registry.example.org/team/kcm')),
    "the nodes have kube-controller-manager from 'registry.example.org/team/kcm'"],
  ];
  it.each(unclear)('fails where %s, unless the user says it', (_, nodes, message) => {
    expect(() => specOf(nodes)).toThrow(new Error(
      `${message}, which does not say where the image of the cloud-controller-manager is pulled from; give it as \`imageRepository\``));
    expect(specOf(nodes, { imageRepository: 'mine.example.org/ccm' }).containers[0].image).toMatch(/^mine\.example\.org\/ccm:v1\.27\./);
  });

  it('gives way to what the user says', () => {
    expect(specOf(mirrored('mirror.example.org'), { imageRepository: 'mine.example.org/ccm' }).containers[0].image).toMatch(
      /^mine\.example\.org\/ccm:v1\.27\./,
    );
  });
});

describe('taints that control-plane nodes register with', () => {
  const keys = (nodes: NodeInput[], ccm: AwsCcmProps = {}) => specOf(nodes, ccm).tolerations.map(({ key, effect }) => `${key}:${effect}`);
  const usual = keys(kubeadmNodes());
  const withFlag = (taints: string) =>
    withEditEverywhere(
      kubeadmNodes(), KUBELET_FLAGS, text => text.replace('--cloud-provider=aws', `--cloud-provider=aws --register-with-taints=${taints}`),
    );

  it('are tolerated, by flag', () => {
    expect(keys(withFlag('dedicated=infra:NoSchedule,team:NoExecute')).filter(key => !usual.includes(key)))
      .toEqual(['dedicated:NoSchedule', 'team:NoExecute']);
  });

  it('are tolerated, by the configuration of the kubelet', () => {
    const nodes = withEditEverywhere(kubeadmNodes(), KUBELET_CONFIG, text => `${text}registerWithTaints:\n- {key: dedicated, value: infra, effect: `
      + 'NoSchedule}\n');
    expect(keys(nodes).filter(key => !usual.includes(key))).toEqual(['dedicated:NoSchedule']);
  });

  it('are refused where the configuration is nested too deep to be read', () => {
    const nodes = withEditEverywhere(kubeadmNodes(), KUBELET_CONFIG, text => `${text}registerWithTaints: ${'['.repeat(200)}${']'.repeat(200)}\n`);
    expect(() => keys(nodes)).toThrow(/nested deeper than the limit of 100 levels/);
  });

  it('are tolerated, by the configuration of a kubelet of kubespray', () => {
    const path = '/etc/kubernetes/kubelet-config.yaml';
    const nodes = kubeadmNodes().map(({ files: { [KUBELET_CONFIG]: text = '', ...files }, ...node }) => ({
      ...node, files: { ...files, [path]: `${text}\nregisterWithTaints:\n- {key: dedicated, effect: NoSchedule}\n` },
    }));
    expect(keys(nodes).filter(key => !usual.includes(key))).toEqual(['dedicated:NoSchedule']);
  });

  it('are tolerated, by the configuration that a flag names, and by the last of its drop-ins', () => {
    const taints = (key: string) => `registerWithTaints:\n- {key: ${key}, effect: NoSchedule}\n`;
    const flags = '--cloud-provider=aws --config=/opt/kubelet.yaml --config-dir=/opt/kubelet.d';
    const nodes = withEditEverywhere(kubeadmNodes(), KUBELET_FLAGS, text => text.replace('--cloud-provider=aws', flags)).map(node => ({
      ...node,
      files: { ...node.files, '/opt/kubelet.yaml': taints('first'), '/opt/kubelet.d/1.conf': taints('last'), [KUBELET_CONFIG]: taints('unused') },
    }));
    expect(keys(nodes).filter(key => !usual.includes(key))).toEqual(['last:NoSchedule']);
  });

  it('are not written twice, and not where they keep no pod out', () => {
    expect(keys(withFlag('node-role.kubernetes.io/control-plane=:NoSchedule,soft:PreferNoSchedule'))).toEqual(usual);
  });

  it('are tolerated, by the Node objects, but for those that come and go', () => {
    const taints = [{ key: 'dedicated', value: 'infra', effect: 'NoExecute' }, { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' },
      { key: 'soft', effect: 'PreferNoSchedule' }];
    const nodes = kubeadmNodes().map(node => node.role === NodeRole.CONTROL_PLANE ? { ...node, taints } : node);
    expect(keys(nodes).filter(key => !usual.includes(key))).toEqual(['dedicated:NoExecute']);
  });

  it('are left to the user, who gives tolerations', () => {
    expect(keys(withFlag('dedicated=infra:NoSchedule'), { run: { pod: { tolerations: [{ key: 'mine', effect: 'NoSchedule' }] } } }))
      .toEqual(['mine:NoSchedule']);
  });
});

describe('role labels of control-plane nodes', () => {
  const labelled = (...labels: { [key: string]: string }[]) => kubeadmNodes().map((node, index) =>
    node.role === NodeRole.CONTROL_PLANE ? { ...node, labels: labels[index % labels.length] } : node);
  const placed = (nodes: NodeInput[], ccm: AwsCcmProps = {}) => {
    const { nodeSelector, affinity } = specOf(nodes, ccm);
    const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms ?? [];
    return [...Object.keys(nodeSelector ?? {}), ...terms.map(({ matchExpressions: [{ key }] }) => `or ${key}`)].filter(key => key.includes('role'));
  };
  const [MASTER, CONTROL_PLANE] = ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane'];

  it.each<[string, { [key: string]: string }[], string[]]>([
    ['those of the release', [{ [CONTROL_PLANE]: '', other: 'a' }], [CONTROL_PLANE]],
    ['the older one, where nodes have no other', [{ [MASTER]: '' }], [MASTER]],
    ['both, where nodes differ', [{ [MASTER]: '' }, { [CONTROL_PLANE]: '' }], [`or ${MASTER}`, `or ${CONTROL_PLANE}`]],
    ['both, where a value is that of another installer', [{ [CONTROL_PLANE]: 'true' }], [`or ${MASTER}`, `or ${CONTROL_PLANE}`]],
    ['both, where some have a value', [{ [CONTROL_PLANE]: '' }, { [MASTER]: 'true' }], [`or ${MASTER}`, `or ${CONTROL_PLANE}`]],
  ])('select by %s', (_, labels, expected) => expect(placed(labelled(...labels))).toEqual(expected));

  it('fail where a node has none, unless the user selects', () => {
    expect(() => placed(labelled({ other: 'true' }))).toThrow(`has none of the labels '${MASTER}' and '${CONTROL_PLANE}', so no `
      + 'cloud-controller-manager would run there; label it');
    expect(placed(labelled({}), { run: { pod: { nodeSelector: { 'my/role': 'infra' } } } })).toEqual(['my/role']);
  });
});

describe('what version N+1 does not set any more', () => {
  it.each([
    ['1.24.17', '1.25.16', ['node-role.kubernetes.io/master']],
    ['1.25.16', '1.26.15', []],
    ['1.23.17', '1.24.17', []],
    [undefined, '1.25.16', []],
  ])('is a taint that is tolerated, from %s to %s', (from, to, expected) => {
    expect(taintsOfBefore(from === undefined ? undefined : KubernetesVersion.of(from), KubernetesVersion.of(to)))
      .toEqual(expected.map(key => ({ key, effect: 'NoSchedule' })));
  });

  it('is no label by which alone control-plane nodes are selected', () => {
    const [master, controlPlane] = ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane'];
    const nodes = kubeadmNodes().map(node => ({ ...node, labels: { [master]: '' } }));
    const select = (from: string, to: string) => controlPlaneLabels(KubernetesVersion.of(to), nodes, KubernetesVersion.of(from));
    expect(select('1.23.17', '1.24.17')).toEqual([master, controlPlane]);
    expect(select('1.24.17', '1.25.16')).toEqual([master]);
  });
});
