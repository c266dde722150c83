import { AwsCcm } from '../../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { NodeSide } from '../../../../src/lib/kubernetes/node';
import { Migration } from '../../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../../src/lib/migration/migration-strategy';
import { NodeReplacement } from '../../../../src/lib/migration/replacement/node-replacement';
import {
  addFlag, APISERVER, CLOUD_CONFIG, CONTROLLER_MANAGER, FIRST_NODE, kubeadmNodes, KUBELET_CONFIG, KUBELET_FLAGS, SCHEDULER, withEdit,
} from '../../../nodes';

const [WORKER, SECOND_WORKER] = kubeadmNodes().filter(({ role }) => role === 'worker').map(({ name }) => name);
const [, SECOND, THIRD] = kubeadmNodes().map(({ name }) => name);
const EXTRA = '/etc/default/kubelet';
const replace = NodeReplacement.replace;

function migration(options: Partial<MigrationProps>): Migration {
  return new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes(), ...options });
}

function folders(phase: MigrationPhase, options: Partial<MigrationProps>): string[] {
  const files = migration(options)._model.phase(phase).nodeFiles;
  return [...new Set(files.map(({ role, side, node }) => `${role}-${side}/${node.replace(/^ip-10-0-(\d+)-(\d+)\..*/, '$1.$2')}`))].sort();
}

describe('groups whose nodes are replaced', () => {
  it('have a folder of version N beside those of their nodes, and of version N+1 alone', () => {
    const nodeReplacement = { 'control-plane': replace(), 'workers': replace() };
    expect(folders(MigrationPhase.MIXED, { nodeReplacement })).toEqual([
      'control-plane-n-plus-1/control-plane', 'control-plane-n/1.10', 'control-plane-n/2.10', 'control-plane-n/3.10', 'control-plane-n/control-plane',
      'worker-n-plus-1/workers', 'worker-n/1.101', 'worker-n/2.101', 'worker-n/workers',
    ]);
    expect(folders(MigrationPhase.N_PLUS_1, { nodeReplacement })).toEqual(['control-plane-n-plus-1/control-plane', 'worker-n-plus-1/workers']);
  });

  it('leave the others in place', () => {
    expect(folders(MigrationPhase.N_PLUS_1, { nodeReplacement: { 'control-plane': replace(), 'workers': NodeReplacement.inPlace() } }))
      .toEqual(['control-plane-n-plus-1/control-plane', 'worker-n-plus-1/1.101', 'worker-n-plus-1/2.101']);
    expect(folders(MigrationPhase.N_PLUS_1, { nodeReplacement: {} })).toEqual(folders(MigrationPhase.N_PLUS_1, {}));
  });

  it('keep no name: a kubelet of version N+1 that does not exist yet has no --hostname-override', () => {
    const [file] = migration({ nodeReplacement: { workers: replace() } })._model.phase(MigrationPhase.N_PLUS_1).nodeFiles
      .filter(({ node, path }) => node === 'workers' && path === KUBELET_FLAGS);
    expect(file.content).toContain('--cloud-provider=external');
    expect(file.content).not.toContain('hostname-override');
  });

  it('have the files that are handed in under their name among upgradedNodes', () => {
    const [own] = kubeadmNodes().filter(({ role }) => role === 'worker');
    const given = { ...own, name: 'workers', files: { [KUBELET_FLAGS]: 'KUBELET_KUBEADM_ARGS="--cloud-provider=external --v=4"\n' } };
    const files = migration({ nodeReplacement: { workers: replace() }, upgradedNodes: [...kubeadmNodes().slice(0, 3), given] })._model
      .editedNodes(NodeSide.N_PLUS_1).find(({ node }) => node.name === 'workers')!.files;
    expect(files.get(KUBELET_FLAGS)).toContain('--v=4');
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['a group that is none', { nodeReplacement: { masters: replace() } },
      'nodeReplacement must have groups of this cluster, got \'masters\'; accepted: \'control-plane\', \'workers\': the control plane, and'],
    ['the usual group where there are others', { nodeGroups: { general: [WORKER] }, nodeReplacement: { workers: replace() } }, 'accepted: '
      + '\'control-plane\', \'general\''],
    ['something else', { nodeReplacement: { 'control-plane': 'replace' as never } },
      'nodeReplacement[\'control-plane\'] must be a NodeReplacement, got the string "replace"; give NodeReplacement.replace() or '
        + 'NodeReplacement.inPlace()'],
    ['no nodes', { nodes: undefined, fromVersion: KubernetesVersion.of('1.26.15'), nodeReplacement: { 'control-plane': replace() } },
      'none of it is among `nodes`, so what they are made of is not known'],
    ['no number', { nodeReplacement: { 'control-plane': replace({ count: 0 }) } },
      'nodeReplacement[\'control-plane\'].count must be a whole number from 1 to 1000, got 0'],
    ['no share', { nodeReplacement: { workers: replace({ sharePercent: 101 }) } }, '.sharePercent must be a whole number from 1 to 100, got 101'],
    ['no selector', { nodeReplacement: { workers: replace({ selector: '$(x)' }) } }, '.selector must be a label selector of kubectl, got the '
      + 'string "$(x)": \'$\' is no key of a label; accepted are `key`, `!key`, `key=value`, `key!=value`, `key in (a,b)`, `key notin (a,b)`, '
      + '`key>1`'],
    ['half a selector', { nodeReplacement: { workers: replace({ selector: 'a=b,,' }) } }, 'got the string "a=b,,": expected a key after \',\', got'],
    ['a selector of all', { nodeReplacement: { workers: replace({ selector: ' ' }) } }, 'got the string " ": an empty one selects every node; '
      + 'accepted'],
    ['a selector that is no text', { nodeReplacement: { workers: replace({ selector: 5 as never }) } }, 'got 5: it is no text; accepted'],
    ['groups without selectors', { nodeGroups: { a: [WORKER], b: [] }, nodeReplacement: { a: replace() } },
      `nodeReplacement['a'] has no \`selector\`, and '${SECOND_WORKER}' is a worker that is not of it`],
    ['a group beside workers of none', { nodeGroups: { a: [WORKER] }, nodeReplacement: { a: replace() } },
      `nodeReplacement['a'] has no \`selector\`, and '${SECOND_WORKER}' is a worker that is not of it`],
    ['one selector for two groups',
      { nodeGroups: { a: [WORKER], b: [SECOND_WORKER] }, nodeReplacement: { a: replace({ selector: 'x=y' }), b: replace({ selector: ' x=y\n' }) } },
      'nodeReplacement[\'b\'].selector is \'x=y\', which another group has too, so each would replace the nodes of both; give the label'],
    ['a group of workers called like the control plane',
      { nodeGroups: { 'control-plane': [WORKER] }, nodeReplacement: { 'control-plane': replace() } },
      'nodeGroups has a group \'control-plane\', which nodeReplacement calls the control-plane nodes; rename'],
    ['no text', { nodeReplacement: { workers: replace({ joinConfiguration: 5 as never }) } },
      'nodeReplacement[\'workers\'].joinConfiguration must be the text of a file, got 5; read it: readFileSync(file, \'utf8\')'],
    ['the address of a control-plane node that leaves, in a file of workers',
      {
        nodes: kubeadmNodes().map(node => node.name === WORKER ? { ...node, files: { ...node.files, [EXTRA]: '# asks 10.0.2.10:6443\n' } } : node),
        nodeReplacement: { 'control-plane': replace(), 'workers': replace() },
      },
      `${WORKER}:${EXTRA}:1: '10.0.2.10' is a value of one node alone`],
    ['the address of a control-plane node that leaves, in a file of a worker that stays',
      {
        nodes: kubeadmNodes().map(node => node.name === WORKER ? { ...node, files: { ...node.files, [EXTRA]: 'a\nserver 10.0.2.10:6443\n' } } : node),
        nodeReplacement: { 'control-plane': replace() },
      },
      `${WORKER}:${EXTRA}:2: '10.0.2.10' is a value of one node alone, and that node is replaced, while '${WORKER}' stays and would ask for it`],
    ['files of the group that have a value of a node',
      {
        nodeReplacement: { workers: replace() },
        upgradedNodes: [...kubeadmNodes().slice(0, 3), { ...kubeadmNodes()[3], name: 'workers', files: { [EXTRA]: `# of ${WORKER}\n` } }],
      },
      `workers:${EXTRA}:1: '${WORKER}' is a value of one node alone`],
    ['a node of the group that is upgraded', { upgradedNodes: kubeadmNodes(), nodeReplacement: { workers: replace() } },
      `upgradedNodes has '${WORKER}', a node of group 'workers', which is replaced`],
    ['provider IDs', { providerIdFlag: true, nodeReplacement: { workers: replace() } }, 'which is replaced, do not exist yet'],
    ['another strategy', { strategy: MigrationStrategy.downtime(), nodeReplacement: { 'control-plane': replace() } },
      'and strategy \'downtime\' changes nodes that stay'],
  ])('are refused with %s', (_, options, message) => {
    expect(() => migration(options)).toThrow(message);
  });

  it.each<[string, string, (text: string) => string, string, number, string]>([
    ['a component is started with another flag', CONTROLLER_MANAGER, addFlag('--v=4'), 'control-plane', 1,
      `kube-controller-manager of '${SECOND}' has --v=4 in ${SECOND}:${CONTROLLER_MANAGER}:28, and that of '${FIRST_NODE}' has no such flag in `
      + `${FIRST_NODE}:${CONTROLLER_MANAGER}; both are of group 'control-plane', whose nodes are replaced, and each that comes is made like `
      + `'${FIRST_NODE}'; make them alike or leave`],
    ['a component has another value', APISERVER, text => text.replace('--secure-port=6443', '--secure-port=8443'), 'control-plane', 2,
      `kube-apiserver of '${FIRST_NODE}' has --secure-port=6443 in ${FIRST_NODE}:${APISERVER}:38, and that of '${THIRD}' has --secure-port=8443 in `
      + `${THIRD}:${APISERVER}:38;`],
    ['a kubelet is started with another flag', KUBELET_FLAGS, text => text.replace('"--', '"--node-labels=pool=b --'), 'workers', 4,
      `kubelet of '${SECOND_WORKER}' has --node-labels=pool=b in ${SECOND_WORKER}:${KUBELET_FLAGS}:1, and that of '${WORKER}' has`],
    ['an image is another one', SCHEDULER, text => text.replace('registry.k8s.io/', 'example.com/'), 'control-plane', 1,
      `${FIRST_NODE}:${SCHEDULER}:19: spec.containers[0].image differs from ${SECOND}:${SCHEDULER}:19; both are of group`],
    ['a program is another one', CONTROLLER_MANAGER, text => text.replace('- kube-c', '- /opt/kube-c'), 'control-plane', 1,
      `${FIRST_NODE}:${CONTROLLER_MANAGER}:13: spec.containers[0].command[0] differs from ${SECOND}`],
    ['a volume has another path', SCHEDULER, text => text.replace(/path: \/etc\/kubernetes\/scheduler.conf\n +type/, 'path: /x\n      type'),
      'control-plane', 1, `spec.volumes[0].hostPath.path differs from ${SECOND}:${SCHEDULER}:`],
    ['a component has a mount less', CONTROLLER_MANAGER, text => text.replace(/ +- mountPath: \/etc\/kubernetes\/pki\n.*\n.*\n/, ''),
      'control-plane', 2, `spec.containers[0].volumeMounts[4] differs from ${THIRD}:${CONTROLLER_MANAGER}:`],
    ['a component has a variable', APISERVER, text => text.replace(/^( +)image:/m, '$1env: [{ name: HTTPS_PROXY, value: s3cr3t }]\n$&'),
      'control-plane', 1, `${FIRST_NODE}:${APISERVER}:14: spec.containers[0].env differs from ${SECOND}:${APISERVER}:45`],
    ['the configuration of a kubelet differs', KUBELET_CONFIG, text => text.replace('cgroupDriver: systemd', 'cgroupDriver: cgroupfs'),
      'control-plane', 1, `cgroupDriver differs from ${SECOND}:${KUBELET_CONFIG}:`],
    ['the configuration of the cloud is another one', CLOUD_CONFIG, text => `; two\n${text}Zone=eu-central-1b\n`, 'control-plane', 1,
      `what the line says differs from ${SECOND}:${CLOUD_CONFIG}:`],
  ])('are refused where %s of one of them: each that comes is made like the first', (_, path, edit, group, index, message) => {
    const nodes = withEdit(kubeadmNodes(), path, edit, index);
    const made = () => migration({ nodes, nodeReplacement: { [group]: replace() } });
    expect(made).toThrow(message);
    // A variable, or a line of the cloud's configuration, may be a secret.
    expect(made).toThrow(/^(?!.*(?:s3cr3t|eu-central-1b))/);
    expect(() => migration({ nodes })).not.toThrow();
    // The other way round: what the first has alone.
    const first = withEdit(kubeadmNodes(), path, edit, group === 'workers' ? 3 : 0);
    expect(() => migration({ nodes: first, nodeReplacement: { [group]: replace() } })).toThrow(/; both are of group '/);
  });

  it('are refused where a control-plane node has no API server that is known, whatever the name of its file; workers need none', () => {
    const without = (index: number) => kubeadmNodes().map((node, at) => {
      const { [APISERVER]: _, ...files } = node.files;
      return at === index ? { ...node, files } : node;
    });
    for (const index of [0, 2]) {
      const nodes = without(index);
      expect(() => migration({ nodes, nodeReplacement: { 'control-plane': replace() } }))
        .toThrow(`control-plane node '${nodes[index].name}' has no static pod and no unit of kube-apiserver among its files, and is of group`);
      expect(() => migration({ nodes, nodeReplacement: { workers: replace() } })).not.toThrow();
    }
    const named = kubeadmNodes().map(node => ({
      ...node, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path.replace('kube-apiserver', 'api'), text])),
    }));
    expect(() => migration({ nodes: named, nodeReplacement: { 'control-plane': replace() } })).not.toThrow();
  });

  it('are refused where one of them has a file that another one has not', () => {
    const { [CLOUD_CONFIG]: _, ...files } = kubeadmNodes()[1].files;
    const nodes = kubeadmNodes().map((node, index) => index === 1 ? { ...node, files } : node);
    expect(() => migration({ nodes, nodeReplacement: { 'control-plane': replace() } }))
      .toThrow(`'${FIRST_NODE}' has ${CLOUD_CONFIG} (${FIRST_NODE}:${CLOUD_CONFIG}:1), and '${SECOND}' has no such file; both are of group`);
  });

  it.each<[string, string, (text: string) => string]>([
    ['flags', CONTROLLER_MANAGER, text => text.replace(/^( +- --bind-address=.*\n)( +- --client-ca.*\n)/m, '$2$1')],
    ['mounts', CONTROLLER_MANAGER, text => text.replace(/( +- mountPath: \/etc\/ssl\/certs\n.*\n.*\n)( +- mountPath.*\n.*\n.*\n)/, '$2$1')],
    ['keys, and comments', SCHEDULER, text => `# of the second\n${text.replace(/^apiVersion: v1\nkind: Pod\n/m, 'kind: Pod\napiVersion: v1\n')}`],
    ['blank lines and comments of another file', CLOUD_CONFIG, text => `; of the second\n\n${text}# end\n`],
  ])('may have %s in another order: they say the same', (_, path, edit) => {
    const nodes = withEdit(kubeadmNodes(), path, edit, 1);
    expect(() => migration({ nodes, nodeReplacement: { 'control-plane': replace() } })).not.toThrow();
  });

  it('may have the same flags of a kubelet in other files, and addresses of their own in them', () => {
    const other = '/etc/default/kubelet';
    const nodes = kubeadmNodes().map((node, index) => index === 4
      ? { ...node, files: { ...node.files, [other]: '# own\nKUBELET_EXTRA_ARGS="--node-ip=10.0.2.101"\n' } } : node);
    expect(() => migration({ nodes, nodeReplacement: { workers: replace() } })).not.toThrow();
    const proxied = withEdit(nodes, other, text => `${text}HTTP_PROXY=x\n`, 4);
    expect(() => migration({ nodes: proxied, nodeReplacement: { workers: replace() } })).toThrow(`'${SECOND_WORKER}' has ${other}`);
  });

  it('are refused where only the address of a node says that its API server is of IPv6', () => {
    const of6 = (more: string) => kubeadmNodes().map((node, index) => node.files[APISERVER] === undefined ? node : {
      ...node,
      files: {
        ...node.files,
        [APISERVER]: node.files[APISERVER].replaceAll(/10\.0\.\d\.10/g, `fd00::${index + 1}`)
          .replace(/^( *)- --allow-privileged=true/m, `$&${more}`),
      },
    });
    const all = { 'control-plane': replace() };
    expect(() => migration({ nodes: of6(''), nodeReplacement: all }))
      .toThrow(/kube-apiserver\.yaml:\d+:\d+: --advertise-address is an IPv6 address, and is taken out/);
    expect(() => migration({ nodes: of6('\n$1- "--bind-address=::"'), nodeReplacement: all })).not.toThrow();
    const join = 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: JoinConfiguration\n';
    expect(() => migration({ nodes: of6(''), nodeReplacement: { 'control-plane': replace({ joinConfiguration: join }) } })).not.toThrow();
  });

  it('are refused where a node has the name of the group, and where the cloud-controller-manager is a file of each node', () => {
    const named = kubeadmNodes().map((node, index) => index === 4 ? { ...node, name: 'workers' } : node);
    expect(() => migration({ nodes: named, nodeReplacement: { workers: replace() } })).toThrow('node group \'workers\' is called like a node');
    const ccm = AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } });
    expect(() => migration({ ccm, nodeReplacement: { 'control-plane': replace() } })._model.phase(MigrationPhase.MIXED))
      .toThrow('nodeReplacement replaces the control-plane nodes, and CcmWorkload.staticPod() is a file of each');
  });
});
