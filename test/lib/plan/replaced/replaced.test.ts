import { ALL, replacedFiles } from './replaced-app';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { NodeReplacement } from '../../../../src/lib/migration/replacement/node-replacement';
import { givenTo, PlanAction } from '../../../../src/lib/plan/action';
import { putKubeadmConfig } from '../../../../src/lib/plan/actions/kubeadm';
import { makeNode, replaceWorkers } from '../../../../src/lib/plan/actions/replaced-nodes';
import { AppFiles } from '../../../../src/lib/plan/app/app-files';
import { Plan } from '../../../../src/lib/plan/plan';
import { renderJson } from '../../../../src/lib/plan/render/json';
import { renderMarkdown } from '../../../../src/lib/plan/render/markdown';
import { renderText } from '../../../../src/lib/plan/render/text';
import { contentHash } from '../../../../src/lib/text/content-hash';
import { addFlag, APISERVER, kubeadmNodes, withEditEverywhere } from '../../../nodes';
import { rewritten } from '../app-fixture';
import { planned, planOf, verbs } from '../plans';

const FILES = replacedFiles();

/** With this as kubeadm's configuration of both sides. */
function rewrittenKubeadm(text: string): Map<string, string> {
  const paths = ['n', 'n-plus-1'].map(side => `${side}/cluster-configuration.yaml`);
  return new Map([
    ...FILES, ['bundles/kubeadm/files.json', JSON.stringify(paths.map(path => ({ path, sha256: contentHash(text) })))],
    ...paths.map((path): [string, string] => [`bundles/kubeadm/${path}`, text]),
  ]);
}

/** Names of the steps that replace a node, in their order. */
function turns({ steps }: Plan): string[] {
  return steps.filter(({ ordinal }) => ordinal !== undefined).map(({ name }) => name);
}

function counted(count: number): Plan {
  return planned('n', 'n-plus-1', replacedFiles({ nodeReplacement: { ...ALL, 'control-plane': NodeReplacement.replace({ count }) } }));
}

describe('a control plane whose nodes are replaced', () => {
  it('has one more node before one leaves, there and back, and workers last there and first back', () => {
    expect(turns(planned('n', 'n-plus-1', FILES))).toEqual([
      'mixed/join-control-plane-1',
      'n-plus-1/leave-control-plane-1',
      'n-plus-1/join-control-plane-2', 'n-plus-1/leave-control-plane-2',
      'n-plus-1/join-control-plane-3', 'n-plus-1/leave-control-plane-3',
      'n-plus-1/replace-workers-1', 'n-plus-1/replace-workers-2',
    ]);
    expect(turns(planned('n-plus-1', 'n', FILES))).toEqual([
      'mixed/replace-workers-1', 'mixed/replace-workers-2',
      'mixed/join-control-plane-1',
      'n/leave-control-plane-1',
      'n/join-control-plane-2', 'n/leave-control-plane-2',
      'n/join-control-plane-3', 'n/leave-control-plane-3',
    ]);
  });

  it.each([
    [1, 'the control-plane node of group control-plane is replaced, after another one has joined',
      'while two control-plane nodes are there, etcd has two'],
    [2, '2 control-plane nodes of group control-plane are replaced one by one', 'etcd has two members, and three while a node is replaced'],
    [3, '3 control-plane nodes of group control-plane are replaced one by one', undefined],
  ])('of %i nodes says so, and what its etcd is', (count, what, etcd) => {
    const runbook = renderMarkdown({ plan: counted(count) });
    expect(runbook).toContain(what);
    if (etcd === undefined) expect(runbook).not.toContain('etcd has two members');
    else expect(runbook).toContain(etcd);
    const each = count === 1 ? 'drain' : 'drains';
    expect(runbook).toContain(`, and ${count} ${each} of at most 10 min each, and for each worker that is replaced a drain of at most 10 min;`);
  });

  it.each([
    ['n', 'mixed', 3, 'a node of version N+1 joins group control-plane, beside the 3 of version N; none leaves; no worker of group'],
    ['n', 'mixed', 1, 'a node of version N+1 joins group control-plane, beside the one of version N; none leaves'],
    ['mixed', 'n-plus-1', 3, '3 control-plane nodes of group control-plane are replaced one by one, each after another one has joined; the '
      + 'workers of group workers are replaced by shares, about 2'],
    ['n-plus-1', 'mixed', 3, 'a node of version N joins group control-plane, beside the 3 of version N+1; none leaves; the workers of'],
    ['mixed', 'n', 3, '3 control-plane nodes of group control-plane are replaced one by one, each after another one has joined; no worker'],
    ['n-plus-1', 'disabled', 3, 'no node of group control-plane is replaced; no worker of group workers is replaced'],
  ] as const)('from %s to %s of %i nodes says what that plan does', (from, to, count, what) => {
    const files = replacedFiles({ nodeReplacement: { ...ALL, 'control-plane': NodeReplacement.replace({ count }) } });
    expect(renderMarkdown({ plan: planned(from, to, files) })).toMatch(new RegExp(`\\| What \\|.* steps; ${what.replaceAll('+', '\\+')}`));
  });

  it.each([[1, 2], [2, 4], [5, 10], [7, 14]])('of %i nodes has %i turns: one joins first, whatever their number', (count, steps) => {
    const names = turns(counted(count)).filter(name => name.includes('control-plane'));
    expect(names).toHaveLength(steps);
    expect(names[0]).toBe('mixed/join-control-plane-1');
    expect(names.at(-1)).toBe(`n-plus-1/leave-control-plane-${count}`);
  });

  it('names no node, and has as many kinds and lines for any number of them', () => {
    const [few, many] = [counted(3), counted(9)];
    for (const plan of [few, many]) {
      expect(plan.controlPlane).toEqual([]);
      expect(plan.steps.filter(({ node }) => node !== undefined)).toEqual([]);
    }
    const kinds = (plan: Plan) => Object.keys((JSON.parse(renderJson({ plan })) as { kinds: object }).kinds);
    expect(kinds(many)).toEqual(kinds(few));
    const lines = (plan: Plan) => renderMarkdown({ plan }).split('\n').length;
    expect(lines(many)).toBe(lines(few));
    expect(lines(few)).toBeLessThan(400);
  });

  it('begins each turn with a control plane that is well, and ends it so: quorum is proven before and after', () => {
    for (const { id, ordinal, name, before, proof } of planned('n', 'n-plus-1', FILES).steps) {
      if (ordinal === undefined || name.includes('workers')) continue;
      expect(verbs(before)).toEqual(['group-well', 'etcd-members-are', ...id === 'join-control-plane' ? ['can-join'] : []]);
      expect(verbs(proof)).toEqual(expect.arrayContaining(['group-well', 'etcd-members-are']));
    }
  });

  it('removes the member of etcd before its machine ends, and drains before that', () => {
    const leave = planned('n', 'n-plus-1', FILES).steps.find(({ id }) => id === 'leave-control-plane')!;
    expect(verbs(leave.run)).toEqual(['settle-made', 'choose-leaving', 'drain-leaving', 'remove-member', 'end-node', 'left']);
    const back = planned('n-plus-1', 'n', FILES).steps.find(({ id }) => id === 'leave-control-plane')!;
    expect(verbs(back.run)).toEqual(
      ['settle-made', 'choose-leaving', 'drain-leaving', 'unlabel-leaving', 'no-ccm-on-leaving', 'remove-member', 'end-node', 'left']);
  });

  it('takes a join back by a leave of the same side, and a leave by a join', () => {
    const { steps } = planned('n', 'n-plus-1', FILES);
    const join = steps.find(({ id }) => id === 'join-control-plane')!;
    expect(join.undo.map(({ kind, given }) => [kind.do, (given as { until?: string }).until])).toEqual(expect.arrayContaining([
      ['settle-made', 'i'], ['choose-leaving', 'i-1'], ['left', 'i-1'],
    ]));
    const leave = steps.find(({ id }) => id === 'leave-control-plane')!;
    expect(leave.undo.map(({ kind, given }) => [kind.do, (given as { until?: string }).until])).toEqual(expect.arrayContaining([
      ['make-node', 'left+1'], ['node-joined', 'left+1'],
    ]));
    expect(new Set(leave.undo.map(({ given }) => (given as { side?: string }).side).filter(side => side !== undefined))).toEqual(new Set(['n']));
  });

  it('says what each side runs, without a value of a single node, and what it lacks', () => {
    const { groups } = planned('n', 'n-plus-1', FILES);
    const { sides, count, selector, etcd, start } = groups!['control-plane'];
    expect({ count, selector, etcd, start }).toEqual({
      count: 3, selector: 'node-role.kubernetes.io/control-plane', etcd: 'stacked', start: { 'n': [3], 'n-plus-1': [0] },
    });
    expect(sides['n-plus-1'].flags!['kube-controller-manager']).toContain('--cloud-provider=external');
    expect(sides['n-plus-1'].flags!['kube-controller-manager'].filter(flag => flag.includes('leader-migration'))).toEqual([]);
    expect(sides.n.flags!['kube-controller-manager']).toContain('--enable-leader-migration=true');
    const gone = ['--cloud-provider=aws', '--enable-leader-migration=true'];
    expect(sides['n-plus-1'].lacks!['kube-controller-manager']).toEqual(expect.arrayContaining(gone));
    expect(sides.n.lacks!['kube-controller-manager']).toEqual(['--cloud-provider=external']);
    expect(JSON.stringify(groups)).not.toMatch(/10\.0\.\d/);
  });

  it('puts kubeadm\'s configuration into the cluster without a node, before the first node joins, and pins the user data', () => {
    const plan = planned('n', 'n-plus-1', rewrittenKubeadm('kind: ClusterConfiguration\ncontrolPlaneEndpoint: api.example.com:6443\n'));
    const names = plan.steps.map(({ name }) => name);
    const [upload, join] = ['mixed/kubeadm-config-n-plus-1', 'mixed/join-control-plane-1'].map(name => names.indexOf(name));
    expect(upload).toBeGreaterThan(0);
    expect(upload).toBeLessThan(join);
    expect(verbs(plan.steps[upload].run)).toEqual(['put-kubeadm-config', 'copy-used']);
    expect(Object.keys(plan.pinned)).toEqual(expect.arrayContaining(['nodes/mixed/control-plane-n-plus-1/control-plane/user-data.yaml']));
    // What it lacks: kubeadm upgrades no node.
    expect(plan.steps.flatMap(({ run }) => verbs(run)).filter(verb => verb === 'upgrade-kubeadm')).toEqual([]);
  });

  it('has kubeadm\'s configuration of the version that comes in the cluster before each node is made, there and where it is taken back', () => {
    const text = 'kind: ClusterConfiguration\ncontrolPlaneEndpoint: api.example.com:6443\n';
    const { steps } = planned('n', 'n-plus-1', rewrittenKubeadm(text));
    const before = (actions: readonly PlanAction[]) => actions.flatMap(({ kind }, index) => kind.do === makeNode.kind.do ? [actions[index - 1]] : []);
    const sources = (actions: readonly PlanAction[]) => before(actions).map(one => givenTo(one, putKubeadmConfig)?.source);
    const [join, leave] = ['join-control-plane', 'leave-control-plane'].map(id => steps.find(step => step.id === id)!);
    expect(sources(join.run)).toEqual(['bundles/kubeadm/n-plus-1/cluster-configuration.yaml']);
    expect(sources(leave.undo)).toEqual(['bundles/kubeadm/n/cluster-configuration.yaml']);
  });

  it('takes the shares of workers back from the last one on', () => {
    const [share] = planned('n', 'n-plus-1', FILES).steps.filter(({ id }) => id === 'replace-workers');
    expect(share.run.map(one => givenTo(one, replaceWorkers))).toEqual([{ group: 'workers', side: 'n-plus-1', round: 'i', rounds: 2 }]);
    // A machine, what is waited for, and a drain for each node of the share.
    expect(share.atMostSeconds).toBe(1800 + 300 + 600);
    expect(share.undo.map(one => givenTo(one, replaceWorkers))).toEqual([{ group: 'workers', side: 'n', round: 'left+1', rounds: 2 }]);
  });

  it('does every turn where it begins in mixed: what is done already is counted', () => {
    const plan = planned('mixed', 'n-plus-1', FILES);
    expect(turns(plan)[0]).toBe('n-plus-1/join-control-plane-1');
    expect(plan.groups!['control-plane'].start).toEqual({ 'n': [], 'n-plus-1': [] });
  });

  it('enters phase n, and leaves it, on the nodes that are there: a plan of its own', () => {
    const there = planned('not-started', 'n', FILES);
    expect(there.controlPlane).toHaveLength(3);
    expect(there.groups).toBeUndefined();
    expect(there.steps.filter(({ id }) => id === 'enable').map(({ node }) => node)).toEqual(there.controlPlane);
    expect(there.steps.some(({ files = [] }) => files.some(({ put }) => put?.from.endsWith('control-plane-n/control-plane')))).toBe(false);
    expect(() => planned('not-started', 'n-plus-1', FILES))
      .toThrow('is two plans; plan from \'not-started\' to \'n\', carry it out, then from \'n\' to \'n-plus-1\'');
    expect(() => planned('n-plus-1', 'not-started', FILES)).toThrow('plan from \'n-plus-1\' to \'n\', carry it out, then from \'n\' to '
      + '\'not-started\'');
  });

  it('enters phase n also where one group of workers is replaced and another one changes in place', () => {
    const [one, other] = kubeadmNodes().filter(({ role }) => role === 'worker').map(({ name }) => name);
    const files = replacedFiles({
      nodeGroups: { a: [one], b: [other] },
      nodeReplacement: { 'control-plane': NodeReplacement.replace(), 'a': NodeReplacement.replace({ selector: 'pool=a' }) },
    });
    expect(planned('not-started', 'n', files).workers).toStrictEqual([one, other]);
    expect(planned('n', 'n-plus-1', files).workers).toStrictEqual([other]);
  });

  it('goes on into the steady state and back: labels by group', () => {
    const there = planned('n-plus-1', 'disabled', FILES).steps.find(({ id }) => id === 'labels-gone')!;
    expect([verbs(there.run), verbs(there.undo)]).toEqual([['unlabel-group'], ['label-joined']]);
    const back = planned('disabled', 'n-plus-1', FILES).steps.filter(({ id }) => id === 'label');
    expect(back.map(({ run }) => verbs(run))).toEqual([['label-joined']]);
  });

  it('leaves workers in place where only the control plane is replaced, and the other way round', () => {
    const workers = planned('n', 'n-plus-1', replacedFiles({ nodeReplacement: { 'control-plane': ALL['control-plane'] } }));
    expect(workers.workers).toHaveLength(2);
    expect(workers.steps.filter(({ id }) => id === 'worker')).toHaveLength(2);
    const controlPlane = planned('n', 'n-plus-1', replacedFiles({ nodeReplacement: { workers: ALL.workers } }));
    expect(controlPlane.controlPlane).toHaveLength(3);
    expect(controlPlane.steps.filter(({ id }) => id === 'upgrade')).toHaveLength(3);
    expect(turns(controlPlane)).toEqual(['n-plus-1/replace-workers-1', 'n-plus-1/replace-workers-2']);
  });

  it('is refused where what says which nodes are replaced was not written, or is of another run, and how to get it', () => {
    const index = (path: string) => /^nodes\/[^/]+\/migration\.json$/.test(path);
    for (const nodeReplacement of [ALL, { workers: ALL.workers }]) {
      const files = replacedFiles({ nodeReplacement });
      const group = 'workers' in nodeReplacement && Object.keys(nodeReplacement).length === 1 ? 'worker-n/workers' : 'control-plane-n/control-plane';
      const made = () => planned('n', 'n-plus-1', new Map([...files].filter(([path]) => !index(path))));
      expect(made).toThrow(`'nodes/n/${group}/user-data.yaml' is of group '${group.split('/')[1]}', whose nodes are replaced, and there is no `
        + '\'nodes/n/migration.json\', which says which nodes are of it and how many; write all phases anew by MigrationOutput.write(app, ...)');
      expect(made).not.toThrow('not of one cluster');
    }
    const inPlace = replacedFiles({ nodeReplacement: {} });
    const other = new Map([...FILES].map(([path, text]) => [path, index(path) ? inPlace.get(path)! : text]));
    expect(() => planned('n', 'n-plus-1', other)).toThrow('and \'nodes/n/migration.json\' does not have that group; write');
  });

  it('is judged like any other: one of N+1 with Leader Migration on would starve everyone', () => {
    const path = /^nodes\/(?:mixed|n-plus-1|disabled)\/control-plane-n-plus-1\/control-plane\/(?:.*kube-controller-manager|user-data)\.yaml$/;
    const unsafe = rewritten(FILES, path, addFlag('--enable-leader-migration=true'));
    const result = planOf(unsafe, 'n', 'n-plus-1');
    expect('refused' in result && result.refused.counterexamples.map(({ controller }) => controller)).toEqual(expect.arrayContaining(['service']));
  });

  it('is refused where a node that leaves is what API servers ask for etcd, and where no other control-plane node can join', () => {
    const peer = (text: string) => text.replace('=https://127.0.0.1:2379', '=https://10.0.2.10:2379');
    const peers = kubeadmNodes().map(node => node.files[APISERVER] === undefined ? node : {
      ...node, files: { ...node.files, [APISERVER]: peer(node.files[APISERVER]) },
    });
    expect(() => replacedFiles({ nodes: peers })).toThrow(`${APISERVER}:27: '10.0.2.10' is a value of one node alone`);
    const written = rewritten(FILES, /kube-apiserver\.yaml$|control-plane\/user-data\.yaml$/, peer);
    expect(() => planned('n', 'n-plus-1', written))
      .toThrow('--etcd-servers of kube-apiserver has \'https://10.0.2.10:2379\', the address of a node of group \'control-plane\', which is '
        + 'replaced');
    const alone = rewrittenKubeadm('kind: ClusterConfiguration\n');
    expect(() => planned('n', 'n-plus-1', alone)).toThrow('bundles/kubeadm/n/cluster-configuration.yaml: ClusterConfiguration has no '
      + 'controlPlaneEndpoint');
  });

  describe('the address that its nodes join by', () => {
    const cluster = (rest: string) => rewrittenKubeadm(`kind: ClusterConfiguration\ncontrolPlaneEndpoint: ${rest}\n`);
    const JOIN = '  - path: /etc/kubernetes/kubeadm-join.yaml\n    content: |\n      kind: JoinConfiguration\n'
      + '      discovery:\n        bootstrapToken:\n';
    const joined = (address: string, files: AppFiles) => rewritten(files, /control-plane\/user-data\.yaml$/, text =>
      text.replace(/^write_files:\n/m, () => `write_files:\n${JOIN}          apiServerEndpoint: "${address}"\n`));
    const endpoint = (files: AppFiles) => planned('n', 'n-plus-1', files).groups!['control-plane'].endpoint;

    it.each([
      ['api.example', 'api.example:6443'], ['api.example:443', 'api.example:443'], ['"[fd00::1]"', '[fd00::1]:6443'], ['"fd00::1"', '[fd00::1]:6443'],
      ['"[fd00::1]:443"', '[fd00::1]:443'],
    ])('is controlPlaneEndpoint %s', (given, expected) => {
      expect(endpoint(cluster(given))).toBe(expected);
    });

    it('is that of the JoinConfiguration, under another name of the certificate too', () => {
      const named = cluster('api.example\napiServer: {certSANs: [other.example]}');
      for (const address of ['other.example:443', 'api.example:443']) expect(endpoint(joined(address, named))).toBe(address);
    });

    it('is that of a JoinConfiguration whose text cloud-init would take for a template, in base64', () => {
      const text = Buffer.from('kind: JoinConfiguration\ndiscovery: {bootstrapToken: {apiServerEndpoint: "other.example:443"}}\n').toString('base64');
      const row = `  - path: /etc/kubernetes/kubeadm-join.yaml\n    encoding: b64\n    content: ${text}\n`;
      const named = cluster('api.example\napiServer: {certSANs: [other.example]}');
      const files = rewritten(named, /control-plane\/user-data\.yaml$/, whole => whole.replace(/^write_files:\n/m, () => `write_files:\n${row}`));
      expect(endpoint(files)).toBe('other.example:443');
    });

    it('is not known without a configuration of kubeadm, and checked before a node is made', () => {
      expect(endpoint(replacedFiles())).toBeUndefined();
      const { steps } = planned('n', 'n-plus-1', FILES);
      expect(steps.filter(({ before = [] }) => before.some(({ kind }) => kind.do === 'can-join')).map(({ id }) => id)).toEqual(
        Array.from({ length: 3 }, () => 'join-control-plane'),
      );
    });

    it('is refused where the certificate of a new API server would not have its name', () => {
      expect(() => endpoint(joined('10.0.0.5:6443', cluster('api.example\napiServer: {certSANs: [other.example]}')))).toThrow(
        'nodes/mixed/control-plane-n-plus-1/control-plane/user-data.yaml: the nodes of group \'control-plane\' join by \'10.0.0.5:6443\', which '
          + 'is neither '
        + 'the controlPlaneEndpoint of bundles/kubeadm/n/cluster-configuration.yaml, \'api.example\', nor among its apiServer.certSANs',
      );
    });
  });

  it('says on the terminal how many nodes it replaces', () => {
    const plan = planned('n', 'n-plus-1', FILES);
    expect(renderText({ plan }).split('\n')[0])
      .toContain(', 3 control-plane nodes of groups that are replaced, 2 workers of groups that are replaced, ');
  });

  it('says which files its API server reads that come with the image', () => {
    const flag = '--encryption-provider-config=/etc/ssl/certs/enc.yaml';
    const nodes = withEditEverywhere(kubeadmNodes(), APISERVER, addFlag(flag, '--etcd-cafile'));
    const plan = planned('n', 'n-plus-1', replacedFiles({ nodes }));
    expect(plan.groups!['control-plane'].needs).toEqual([flag]);
    expect(renderMarkdown({ plan })).toContain(`comes with its image: programs, and the files of \`${flag}\`, which \`image_has\` names;`);
    expect(planned('n', 'n-plus-1', FILES).groups!['control-plane'].needs).toBeUndefined();
  });

  it('also of a newer pair of releases, and of the count that was given', () => {
    const nodes = kubeadmNodes().map(node => ({
      ...node, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, text.replaceAll('v1.26.15', 'v1.25.16')])),
    }));
    const plan = planned('n', 'n-plus-1', replacedFiles({
      nodes,
      fromVersion: KubernetesVersion.of('1.25.16'),
      toVersion: KubernetesVersion.of('1.26.15'),
      nodeReplacement: { 'control-plane': NodeReplacement.replace({ count: 5 }) },
    }));
    expect(plan.groups!['control-plane'].sides.n.release).toBe('1.25.16');
    expect(turns(plan)).toHaveLength(10);
  });
});
