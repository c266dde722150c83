import { CCM_FLAGS, ccm, directory, Files, KCM_26, KCM_27, node } from './input';
import { said } from './said';
import { at, flags, model, view } from './views';
import { UNINITIALIZED_TAINT } from '../../../src/lib/facts/control-plane-node';
import { formOfNodeName, NODE_NAME_FORMS } from '../../../src/lib/facts/node-names';
import { parseRelease } from '../../../src/lib/facts/since';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { buildModel } from '../../../src/lib/read/build-model';
import { nodeDiffersFromFiles } from '../../../src/lib/rules/node-differs-from-files';
import { nodeNotInitialized } from '../../../src/lib/rules/node-not-initialized';
import { toldOf } from '../../../src/lib/rules/rule';
import { Model, NodeObjectView, NodeView } from '../../../src/lib/view/model';

/** What Nodes of the input say, beside files of the same nodes. */

interface NodeInput {
  readonly tainted?: boolean;
  readonly providerId?: string;
  readonly kubelet?: string;
  readonly labels?: Record<string, string>;
  readonly ready?: 'True' | 'False' | 'Unknown';
  readonly addresses?: readonly string[];
}

function nodesOf(nodes: Record<string, NodeInput>): Files {
  const items = Object.entries(nodes).map(([name, { tainted, providerId, kubelet, labels, ready, addresses = [] }]) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec: { ...tainted === true && { taints: [{ key: UNINITIALIZED_TAINT.key, value: 'true', effect: 'NoSchedule' }] }, providerID: providerId },
    status: {
      nodeInfo: { kubeletVersion: kubelet },
      ...ready && { conditions: [{ type: 'MemoryPressure', status: 'False' }, { type: 'Ready', status: ready }] },
      addresses: addresses.map(address => ({ type: 'InternalIP', address })),
    },
  }));
  return { 'nodes.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 1) };
}

const OF_AWS = (tag: string) => ccm({ image: `registry.k8s.io/provider-aws/cloud-controller-manager:${tag}` });
const waits = (name: string, more = 'no provider ID') =>
  `Node ${name} is not initialized (taint node.cloudprovider.kubernetes.io/uninitialized, ${more})`;

describe('node-not-initialized', () => {
  const [ID, PUBLIC] = ['i-0123456789abcdef0', 'ec2-3-10-20-30.us-east-2.compute.amazonaws.com'];
  const messages = (folders: Record<string, Files>) =>
    said('node-not-initialized', folders).map(text => text.replace(/ => .*/, '').replace(/^\S+ /, ''));
  const by = (form: string, name: string, release: string) =>
    `error: ${waits(name)}: '${name}' is ${form}, by which CCM ${release} (DaemonSet kube-system/aws-cloud-controller-manager) finds no instance`;

  it.each<[string, string, string, readonly string[]]>([
    ['an instance ID that is not known yet', ID, 'v1.21.1', [by('an instance ID', ID, '1.21')]],
    ['an instance ID', ID, 'v1.22.0', [`warning: ${waits(ID)}: it waits for a cloud-controller-manager`]],
    ['an instance ID with a domain', `${ID}.eu-west-1.compute.internal`, 'v1.23.0',
      [by('an instance ID with a domain', `${ID}.eu-west-1.compute.internal`, '1.23')]],
    ['one with a domain where no release knew names of this kind', `${ID}.eu-west-1.compute.internal`, 'v1.20.1',
      [`warning: ${waits(`${ID}.eu-west-1.compute.internal`)}: it waits for a cloud-controller-manager`]],
    ['one with a domain that is known', `${ID}.ec2.internal`, 'v1.28.1',
      [`warning: ${waits(`${ID}.ec2.internal`)}: it waits for a cloud-controller-manager`]],
    ['a short host name', 'ip-172-31-38-11', 'v1.28.1', [by('a short host name', 'ip-172-31-38-11', '1.28')]],
    ['a public DNS name', PUBLIC, 'v1.28.1', [by('a public DNS name', PUBLIC, '1.28')]],
    ['a private DNS name', 'ip-10-0-0-1.ec2.internal', 'v1.28.1',
      [`warning: ${waits('ip-10-0-0-1.ec2.internal')}: it waits for a cloud-controller-manager`]],
    ['a private DNS name of a region', 'ip-10-0-0-1.eu-west-1.compute.internal', 'v1.28.1',
      [`warning: ${waits('ip-10-0-0-1.eu-west-1.compute.internal')}: it waits for a cloud-controller-manager`]],
    ['a name of a domain of its own', 'cp1.example.org', 'v1.28.1', [
      `warning: ${waits('cp1.example.org')}: it waits for a cloud-controller-manager, which finds its instance only where 'cp1.example.org' is the `
        + 'private DNS name of it',
    ]],
    ['a pre-release, of which nothing is known', 'ip-1', 'v1.28.0-alpha.0', [`warning: ${waits('ip-1')}: it waits for a cloud-controller-manager`]],
  ])('tells of %s', (_, name, tag, expected) =>
    expect(messages({ dist: OF_AWS(tag), live: nodesOf({ [name]: { tainted: true } }) })).toEqual(expected));

  it('says what a Node is besides', () => {
    const live = nodesOf({
      a: { tainted: true, providerId: 'aws:///a/i-0', ready: 'False' },
      b: { tainted: true, providerId: 'aws:///a/i-1', ready: 'True' },
      c: { tainted: true, providerId: 'aws:///a/i-2', ready: 'Unknown' },
    });
    expect(messages({ dist: ccm(), live })).toEqual([
      `warning: ${waits('a', 'not Ready')}: it waits for a cloud-controller-manager`,
      `warning: ${waits('b', '').replace(', )', ')')}: it waits for a cloud-controller-manager`,
      `warning: ${waits('c', 'not Ready')}: it waits for a cloud-controller-manager`,
    ]);
  });

  it('tells of a Node without the taint that has no provider ID', () => {
    const live = nodesOf({ a: { addresses: ['10.0.0.1'] }, b: { addresses: ['10.0.0.2'], providerId: 'aws:///a/i-0' }, cut: {} });
    expect(messages({ dist: ccm(), live })).toEqual([
      'warning: Node a is not initialized (no such taint, no provider ID): a cloud-controller-manager initializes Nodes with the taint alone, so it '
        + 'gets no provider ID',
    ]);
  });

  it('tells of no name where its kubelet is told the provider ID, where another cloud is served, or where there is no manager', () => {
    const live = nodesOf({ cp1: { tainted: true } });
    const told = { cp1: node({ kcm: KCM_27, version: '1.27.16', kubelet: ['--provider-id=aws:///a/i-0'], mounts: [] }) };
    const configured = {
      cp1: node({
        kcm: KCM_27,
        version: '1.27.16',
        kubelet: ['--config=/var/lib/kubelet/config.yaml'],
        mounts: [],
        files: { 'var/lib/kubelet/config.yaml': 'kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\nproviderID: aws:///a/i-0\n' },
      }),
    };
    const waiting = [`warning: ${waits('cp1')}: it waits for a cloud-controller-manager`];
    expect(messages({ ...told, dist: OF_AWS('v1.28.1'), live })).toEqual(waiting);
    expect(messages({ ...configured, dist: OF_AWS('v1.28.1'), live })).toEqual(waiting);
    const ofGce = ccm({ flags: ['--cloud-provider=gce', ...CCM_FLAGS.slice(1)], image: 'example.com/cloud-controller-manager:v1.28.1' });
    expect(messages({ dist: ofGce, live })).toEqual(waiting);
    expect(messages({ ...told, live })).toEqual([]);
  });

  it('says what to do', () => {
    expect(said('node-not-initialized', { dist: OF_AWS('v1.21.1'), live: nodesOf({ [ID]: { tainted: true } }) })[0])
      .toMatch(/ => Use a release of the cloud-controller-manager that knows such names \(v1\.22\.0 or newer\), or give its kubelet --provider-id=/);
    expect(said('node-not-initialized', { dist: ccm(), live: nodesOf({ a: { addresses: ['10.0.0.1'] } }) })[0])
      .toMatch(/ => Start its kubelet with --cloud-provider=external, delete the Node and restart the kubelet\.$/);
  });

  it('knows forms of names, each with its source', () => {
    expect(NODE_NAME_FORMS.every(({ source, fix }) => source.includes('cloud-provider-aws@') && fix !== '')).toBe(true);
    expect(formOfNodeName('ec2-3-10-20-30.cn-north-1.compute.amazonaws.com.cn')?.what).toBe('a public DNS name');
    expect(formOfNodeName('xec2-3-10-20-30.us-east-2.compute.amazonaws.com')).toBeUndefined();
    expect(formOfNodeName('ec2-3-10-20-30.us-east-2.compute.amazonaws.com.example.org')).toBeUndefined();
    expect(formOfNodeName('i-0.x')!.finds(parseRelease('v1.27.2'))).toBe(true);
    expect(formOfNodeName('i-0.x')!.finds(parseRelease('v1.27.3'))).toBe(false);
  });
});

describe('node-differs-from-files', () => {
  const folder = (kubelet: readonly string[], kcm = KCM_27) => ({ cp1: node({ version: '1.27.16', kcm, kubelet, mounts: [] }) });
  const worker = (kubelet: readonly string[]) => ({ cp1: { 'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${kubelet.join(' ')}"\n` } });
  it.each<[string, Record<string, Files>, Record<string, NodeInput>, readonly RegExp[]]>([
    ['another provider ID', folder(['--provider-id=aws:///a/i-1']), { cp1: { providerId: 'aws:///a/i-2' } },
      [/^cp1\/.*:1 warning: the kubelet of cp1 is told the provider ID aws:\/\/\/a\/i-1, and its Node has aws:\/\/\/a\/i-2$/]],
    ['no provider ID that the Node does not have yet', folder(['--provider-id=aws:///a/i-1']), { cp1: {} }, []],
    ['no provider ID that is not filled in', folder(['--provider-id=$ID']), { cp1: { providerId: 'aws:///a/i-2' } }, []],
    ['no provider ID that the kubelet is not told', folder(['--v=2']), { cp1: { providerId: 'aws:///a/i-2' } }, []],
    ['a name of no Node', folder(['--cloud-provider=external', '--hostname-override=cp1.example.org']), { cp1: {} },
      [/warning: the kubelet of cp1 registers as 'cp1\.example\.org', and there is no such Node$/]],
    ['no name of another Node', folder(['--hostname-override=cp1.example.org']), { 'cp1': {}, 'cp1.example.org': {} }, []],
    ['no name that is its own', folder(['--hostname-override=cp1']), { cp1: {} }, []],
    ['no name that is filled in later', folder(['--hostname-override=$NAME']), { cp1: {} }, []],
    ['no name that the in-tree kubelet does not ask for', folder(['--cloud-provider=aws', '--hostname-override=x'], KCM_26), { cp1: {} }, []],
    ['another label', folder(['--node-labels=a=b,c=d,e,f=$F']), { cp1: { labels: { a: 'x', c: 'd', e: 'y', f: 'z' } } }, [
      /note: the kubelet of cp1 is told the label a=b, and its Node has a=x$/, /note: the kubelet of cp1 is told the label e=, and its Node has e=y$/,
    ]],
    ['a role that the files do not have', worker(['--v=2']), { cp1: { labels: { 'node-role.kubernetes.io/control-plane': '' } } },
      [/^live\/nodes\.json:\d+ warning: Node cp1 has the role label of a control plane, and the files of its node have no component of one => Hand/]],
    ['the role of before', worker(['--v=2']), { cp1: { labels: { 'node-role.kubernetes.io/master': '' } } },
      [/has the role label of a control plane/]],
    ['no role that the files have', folder(['--v=2']), { cp1: { labels: { 'node-role.kubernetes.io/control-plane': '' } } }, []],
    ['no Node without files', folder(['--v=2']), { cp2: { labels: { 'node-role.kubernetes.io/control-plane': '' } } }, []],
    ['no node of two sides', {
      'control-plane-n': { 'cp1/var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--provider-id=aws:///a/i-1"\n' },
      'control-plane-n-plus-1': { 'cp1/var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--provider-id=aws:///a/i-1"\n' },
    }, { cp1: { providerId: 'aws:///a/i-2' } }, []],
  ])('tells of %s', (_, folders, nodes, expected) => {
    const found = said('node-differs-from-files', { ...folders, dist: ccm(), live: nodesOf(nodes) });
    expect(found).toEqual(expected.map(text => expect.stringMatching(text)));
  });
});

it('takes the release of a kubelet from its Node', () => {
  const worker = { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=aws"\n' };
  const found = (kubelet: string | undefined, name = 'w1') =>
    said('in-tree-provider-gone', { w1: worker, dist: ccm(), live: nodesOf({ [name]: { kubelet } }) });
  expect(found('v1.28.6')).toEqual([expect.stringMatching(/kubelet 1\.28 of node of w1/)]);
  expect(found('v1.28.6+k3s1')).toEqual([expect.stringMatching(/kubelet 1\.28 of node of w1/)]);
  expect(found('v1.26.15')).toEqual([]);
  expect(found(undefined)).toEqual([]);
  expect(found('v1.28.6', 'w2')).toEqual([]);
});

it('takes labels of nodes from their Nodes, where each has one', () => {
  const folders = {
    a: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--node-labels=pool=x'], mounts: [] }),
    dist: ccm({ nodeSelector: 'pool: y' }),
  };
  const placed = (nodes: Record<string, NodeInput>) => buildModel({
    directories: Object.entries({ ...folders, live: nodesOf(nodes) }).map(([name, files]) => directory(name, files)),
  }).components
    .find(({ component }) => component === CCM)!.onlyOn;
  expect(placed({ a: { labels: { pool: 'y' } } })).toBeUndefined();
  expect(placed({ a: { labels: { pool: 'x' } } })).toEqual([]);
  expect(placed({ b: { labels: { pool: 'y' } } })).toEqual([]);
});

describe('ccm-without-host-network', () => {
  const yaml = (apiVersion: string, kind: string, name: string, spec: object) =>
    ({ [`${kind}-${name}.yaml`]: JSON.stringify({ apiVersion, kind, metadata: { name }, spec }) });
  const machines = (name: string, limit: number) => yaml('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachineTemplate', name, {
    template: { spec: { instanceMetadataOptions: { httpPutResponseHopLimit: limit } } },
  });
  const plane = (name: string) => yaml('controlplane.cluster.x-k8s.io/v1beta1', 'KubeadmControlPlane', 'kcp', {
    replicas: 3, version: 'v1.28.6', machineTemplate: { infrastructureRef: { kind: 'AWSMachineTemplate', name } },
  });
  const group = (role: string, limit: number) =>
    yaml('kops.k8s.io/v1alpha2', 'InstanceGroup', role.toLowerCase(), { role, instanceMetadata: { httpPutResponseHopLimit: limit } });
  const limits = (files: Files, network = '') => said('ccm-without-host-network', { dist: ccm({ network }), machines: files })
    .filter(text => text.includes('httpPutResponseHopLimit')).map(text => text.replace(/^(\S+?):\d+ (.*): 1, with.*/, '$1 $2'));

  it.each<[string, Files, readonly string[]]>([
    ['a template', machines('a', 1), ['machines/AWSMachineTemplate-a.yaml warning: AWSMachineTemplate a has httpPutResponseHopLimit']],
    ['no template with enough', machines('a', 2), []],
    ['the template of the control plane alone', { ...machines('cp', 1), ...machines('md', 1), ...plane('cp') },
      ['machines/AWSMachineTemplate-cp.yaml warning: AWSMachineTemplate cp has httpPutResponseHopLimit']],
    ['no template of workers', { ...machines('cp', 2), ...machines('md', 1), ...plane('cp') }, []],
    ['a group of kops', group('Master', 1), ['machines/InstanceGroup-master.yaml warning: InstanceGroup master has httpPutResponseHopLimit']],
    ['no group of nodes', group('Node', 1), []],
    ['a launch template', yaml('ec2.services.k8s.aws/v1alpha1', 'LaunchTemplate', 'x', { data: { metadataOptions: { httpPutResponseHopLimit: 1 } } }),
      ['machines/LaunchTemplate-x.yaml warning: LaunchTemplate x has httpPutResponseHopLimit']],
    ['one of Crossplane', yaml('ec2.aws.upbound.io/v1beta1', 'LaunchTemplate', 'x', {
      forProvider: { metadataOptions: [{ httpPutResponseHopLimit: 1 }] },
    }), ['machines/LaunchTemplate-x.yaml warning: LaunchTemplate x has httpPutResponseHopLimit']],
    ['no kind of another group', yaml('example.org/v1', 'LaunchTemplate', 'x', { data: { metadataOptions: { httpPutResponseHopLimit: 1 } } }), []],
  ])('tells of %s', (_, files, expected) => expect(limits(files)).toEqual(expected));

  it('tells of none where the pod is on the host network', () => expect(limits(machines('a', 1), '      hostNetwork: true\n')).toEqual([]));
});

describe('what rules on Nodes ask of other components', () => {
  const taints = [{ key: UNINITIALIZED_TAINT.key, value: 'true', effect: 'NoSchedule' }];
  const object = (name: string, known: Partial<NodeObjectView> = {}): NodeObjectView =>
    ({ name, place: at(1), labels: new Map(), taints: [], ...known });
  const folder = (name: string, known: Partial<NodeView> = {}): NodeView =>
    ({ name, role: 'worker', isControlPlane: false, kind: 'k', root: name, staticPodPath: '', staticPods: [], ...known });
  const kindOf = (...nodes: readonly NodeView[]) => ({ name: 'k', nodes, external: true });
  const manager = (awsRelease: string | undefined, provider = 'aws') => view({ awsRelease, flags: flags(`--cloud-provider=${provider}`) });
  const kubelet = (name: string, ...words: readonly string[]) =>
    view({ component: 'kubelet', origin: 'kubelet', node: name, kind: 'k', flags: flags(...words) });

  it.each<[string, Partial<Model>, string]>([
    ['a name that no longer matters', {
      components: [manager('v1.28.1')], nodeObjects: [object('cp1.example.org', { taints, providerId: 'aws:///a/i-0' })],
    }, 'waits for a cloud-controller-manager'],
    ['a name of another cloud', { components: [manager(undefined, 'gce')], nodeObjects: [object('cp1.example.org', { taints })] },
      'waits for a cloud-controller-manager'],
    ['a release that serves another cloud', { components: [manager('v1.21.1', 'gce')], nodeObjects: [object('cp1', { taints })] },
      'waits for a cloud-controller-manager'],
    ['the provider ID of another kubelet', {
      components: [manager('v1.28.1'), kubelet('cp2', '--provider-id=aws:///a/i-0')], nodeObjects: [object('cp1', { taints })],
    }, 'finds no instance'],
    ['a flag of no kubelet', {
      components: [manager('v1.28.1'), view({ component: KCM, node: 'cp1', flags: flags('--provider-id=aws:///a/i-0') })],
      nodeObjects: [object('cp1', { taints })],
    }, 'finds no instance'],
    ['the configuration of another node', {
      components: [manager('v1.28.1')],
      kinds: [kindOf(folder('cp2', { providerId: { value: 'aws:///a/i-0', place: at(2) } }))],
      nodeObjects: [object('cp1', { taints })],
    }, 'finds no instance'],
    ['each manager by its name', { components: [manager('v1.21.1'), manager('v1.28.1')], nodeObjects: [object('cp1', { taints })] },
      'by which CCM (DaemonSet kube-system/x), CCM (DaemonSet kube-system/x) finds no instance'],
  ])('node-not-initialized, of %s', (_, known, end) => {
    const found = toldOf(nodeNotInitialized.check(model(known))).map(({ message }) => message);
    expect(found).toEqual([expect.stringMatching(new RegExp(`${end.replace(/[()]/g, '\\$&')}$`))]);
  });

  it.each<[string, Partial<Model>, number]>([
    ['its own kubelet', { components: [kubelet('a', '--provider-id=x')], kinds: [kindOf(folder('a'))] }, 1],
    ['no kubelet of a node that is known by its pods', {
      components: [kubelet('a', '--provider-id=x')], kinds: [kindOf(folder('a', { isLive: true }))],
    }, 0],
    ['no kubelet of another node', {
      components: [kubelet('b', '--provider-id=x'), kubelet('a', '--provider-id=y')], kinds: [kindOf(folder('a'))],
    }, 0],
    ['no kubelet of another kind', {
      components: [{ ...kubelet('a', '--provider-id=x'), kind: 'other' }, kubelet('a', '--provider-id=y')], kinds: [kindOf(folder('a'))],
    }, 0],
    ['no role that a folder has otherwise', { kinds: [kindOf(folder('a', { isControlPlane: true }))] }, 0],
  ])('node-differs-from-files, of %s', (_, known, count) => {
    const labels = new Map<string, string>();
    if (count === 0) labels.set('node-role.kubernetes.io/control-plane', '');
    const nodeObjects = [object('a', { providerId: 'y', labels })];
    const found = toldOf(nodeDiffersFromFiles.check(model({ nodeObjects, ...known }))).filter(({ message }) => known.components === undefined
      || message.includes('provider ID'));
    expect(found).toHaveLength(count);
  });
});
