import { CCM_FLAGS, ccm, directory, Files, KCM_26, KCM_27, node } from './input';
import { said } from './said';
import { at, flags, model, view } from './views';
import { AWS_CCM_FAULTS, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { UNINITIALIZED_TAINT } from '../../../src/lib/facts/control-plane-node';
import { NODE_FATES, nodeFate } from '../../../src/lib/facts/node-initialization';
import { formOfNodeName, NODE_NAME_FORMS } from '../../../src/lib/facts/node-names';
import { parseRelease } from '../../../src/lib/facts/since';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { parsedTaints } from '../../../src/lib/kubernetes/taint';
import { buildModel } from '../../../src/lib/read/build-model';
import { nodeDiffersFromFiles } from '../../../src/lib/rules/node-differs-from-files';
import { nodeNotInitialized } from '../../../src/lib/rules/node-not-initialized';
import { toldOf } from '../../../src/lib/rules/rule';
import { ComponentView, Model, NodeObjectView, NodeView } from '../../../src/lib/view/model';

/** What Nodes of the input say, beside files of the same nodes. */

interface NodeInput {
  readonly tainted?: boolean;
  readonly providerId?: string;
  readonly kubelet?: string;
  readonly labels?: Record<string, string>;
  readonly ready?: 'True' | 'False' | 'Unknown';
  readonly addresses?: readonly string[];
  /** `key=value:effect`. */
  readonly taints?: readonly string[];
}

function nodesOf(nodes: Record<string, NodeInput>): Files {
  const items = Object.entries(nodes).map(([name, { tainted, providerId, kubelet, labels, ready, addresses = [], taints = [] }]) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec: {
      taints: [...tainted === true ? [{ key: UNINITIALIZED_TAINT.key, value: 'true', effect: 'NoSchedule' }] : [], ...parsedTaints(taints.join(','))],
      providerID: providerId,
    },
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
  const WAITS = 'it waits for a cloud-controller-manager';
  const answered = (tag: string) => `; with ${tag} it is initialized when EC2 answers for its instance`;
  const deleted = (tag: string) =>
    `; with ${tag} it is looked for again and again, and the controller cloud-node-lifecycle deletes it when it is not Ready`;
  const kept = (tag: string) => `; with ${tag} it is looked for again and again, and never deleted, not even after its instance is gone`;
  const passedOver = (tag: string) => `; with ${tag} it gets neither a provider ID nor the labels of its zone, and is in no load balancer`;

  it.each<[string, string, string, readonly string[]]>([
    ['an instance ID that is not known yet', ID, 'v1.21.1', [`${by('an instance ID', ID, '1.21')}${deleted('v1.21.1')}`]],
    ['an instance ID', ID, 'v1.22.0', [`warning: ${waits(ID)}: ${WAITS}${answered('v1.22.0')}`]],
    ['an instance ID with a domain', `${ID}.eu-west-1.compute.internal`, 'v1.23.0',
      [`${by('an instance ID with a domain', `${ID}.eu-west-1.compute.internal`, '1.23')}${deleted('v1.23.0')}`]],
    ['one with a domain where no release knew names of this kind', `${ID}.eu-west-1.compute.internal`, 'v1.20.1',
      [`warning: ${waits(`${ID}.eu-west-1.compute.internal`)}: ${WAITS}${answered('v1.20.1')}`]],
    ['one with a domain that is known', `${ID}.ec2.internal`, 'v1.28.1',
      [`warning: ${waits(`${ID}.ec2.internal`)}: ${WAITS}${answered('v1.28.1')}`]],
    ['a short host name', 'ip-172-31-38-11', 'v1.28.1', [`${by('a short host name', 'ip-172-31-38-11', '1.28')}${deleted('v1.28.1')}`]],
    ['a short host name that is kept', 'ip-172-31-38-11', 'v1.30.0', [`${by('a short host name', 'ip-172-31-38-11', '1.30')}${kept('v1.30.0')}`]],
    ['a public DNS name', PUBLIC, 'v1.28.1', [`${by('a public DNS name', PUBLIC, '1.28')}${deleted('v1.28.1')}`]],
    ['a private DNS name', 'ip-10-0-0-1.ec2.internal', 'v1.29.10',
      [`warning: ${waits('ip-10-0-0-1.ec2.internal')}: ${WAITS}${answered('v1.29.10')}`]],
    ['a private DNS name of a region', 'ip-10-0-0-1.eu-west-1.compute.internal', 'v1.30.0', [
      `warning: ${waits('ip-10-0-0-1.eu-west-1.compute.internal')}: ${WAITS}${answered('v1.30.0')} and for the id of its zone `
        + '(ec2:DescribeAvailabilityZones)',
    ]],
    ['a name of a domain of its own', 'cp1.example.org', 'v1.28.1', [
      `warning: ${waits('cp1.example.org')}: ${WAITS}, which finds its instance only where 'cp1.example.org' is the private DNS name of it`
        + answered('v1.28.1'),
    ]],
    ['a pre-release, of which nothing is known', 'ip-1', 'v1.28.0-alpha.0', [`warning: ${waits('ip-1')}: ${WAITS}`]],
    ['a release that was not assessed', 'ip-1', 'v1.28.999', [by('a short host name', 'ip-1', '1.28')]],
  ])('tells of %s', (_, name, tag, expected) =>
    expect(messages({ dist: OF_AWS(tag), live: nodesOf({ [name]: { tainted: true } }) })).toEqual(expected));

  it('says what a Node is besides', () => {
    const live = nodesOf({
      a: { tainted: true, providerId: 'aws:///a/i-0', ready: 'False' },
      b: { tainted: true, providerId: 'aws:///a/i-1', ready: 'True' },
      c: { tainted: true, providerId: 'aws:///a/i-2', ready: 'Unknown' },
    });
    expect(messages({ dist: ccm(), live })).toEqual([
      `warning: ${waits('a', 'not Ready')}: ${WAITS}${answered('v1.27.10')}`,
      `warning: ${waits('b', '').replace(', )', ')')}: ${WAITS}${answered('v1.27.10')}`,
      `warning: ${waits('c', 'not Ready')}: ${WAITS}${answered('v1.27.10')}`,
    ]);
  });

  it('tells of a Node without the taint that has no provider ID', () => {
    const live = nodesOf({ a: { addresses: ['10.0.0.1'] }, b: { addresses: ['10.0.0.2'], providerId: 'aws:///a/i-0' }, cut: {} });
    const found = 'warning: Node a is not initialized (no such taint, no provider ID): a cloud-controller-manager initializes Nodes with the taint '
      + 'alone';
    const isLost = (release: string) =>
      `; 'a' is a short host name, by which CCM ${release} (DaemonSet kube-system/aws-cloud-controller-manager) finds no instance`;
    expect(messages({ dist: OF_AWS('v1.27.10'), live })).toEqual([`${found}${passedOver('v1.27.10')}${isLost('1.27')}${deleted('v1.27.10')}`]);
    expect(messages({ dist: OF_AWS('v1.30.0'), live })).toEqual([`${found}${passedOver('v1.30.0')}${isLost('1.30')}${kept('v1.30.0')}`]);
    const name = 'ip-10-0-0-1.ec2.internal';
    expect(messages({ dist: OF_AWS('v1.27.10'), live: nodesOf({ [name]: { addresses: ['10.0.0.1'] } }) }))
      .toEqual([`${found.replace(' a ', ` ${name} `)}${passedOver('v1.27.10')}`]);
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
    const waiting = [`warning: ${waits('cp1')}: ${WAITS}`];
    expect(messages({ ...told, dist: OF_AWS('v1.28.1'), live })).toEqual([`${waiting[0]}${answered('v1.28.1')}`]);
    expect(messages({ ...configured, dist: OF_AWS('v1.28.1'), live })).toEqual([`${waiting[0]}${answered('v1.28.1')}`]);
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

  it('knows what becomes of Nodes with each release that was assessed', () => {
    const assessed = awsCcmReleases().map(({ tag }) => tag).filter(isAssessed);
    for (const standing of ['waits', 'lost', 'passed-over'] as const) {
      const rows = assessed.map(tag => NODE_FATES.filter(fate => fate.standing === standing && fate.isOf(tag)));
      expect(rows.filter(found => found.length !== 1)).toEqual([]);
    }
    // As InstanceExists was read at each: from v1.30.0 on an error where no instance is found by the name, until that was mended.
    const { tags: [{ to }], fixedIn: [mended] } = AWS_CCM_FAULTS.find(({ id }) => id === 'keeps-nodes-without-provider-id')!;
    expect(['v1.29.10', 'v1.30.0', to, mended].map(tag => / deletes it /.test(nodeFate('lost', tag)!.says))).toEqual([true, false, false, true]);
    expect(nodeFate('lost', 'v1.28.999')).toBeUndefined();
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
  const server = (flag: string) => ({ cp1: node({ version: '1.27.16', kcm: KCM_27, apiserver: [flag], mounts: [] }) });
  const unit = (release: string) => ({
    cp1: {
      'etc/systemd/system/kubelet.service': `[Service]\nEnvironment=KUBELET_IMAGE=quay.io/poseidon/kubelet:${release}\n`
        + 'ExecStart=/usr/local/bin/kubelet --v=2\n',
    },
  });
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
    ['a taint that its Node does not have', folder(['--register-with-taints=a=b:NoSchedule,c:NoExecute,d:NoSchedule']),
      { cp1: { taints: ['c:NoExecute', 'd:NoExecute', 'x:NoSchedule'] } }, [
        /^cp1\/.*:1 note: the kubelet of cp1 registers it with the taint a=b:NoSchedule, and its Node does not have it$/,
        /^cp1\/.*:1 note: the kubelet of cp1 registers it with the taint d:NoSchedule, and its Node does not have it$/,
      ]],
    ['a taint of its configuration', {
      cp1: node({
        version: '1.27.16',
        kcm: KCM_27,
        mounts: [],
        files: {
          'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
            + 'staticPodPath: /etc/kubernetes/manifests\nregisterWithTaints: [{key: a, effect: NoSchedule}]\n',
        },
      }),
    }, { cp1: {} }, [/^live\/nodes\.json:\d+ note: the kubelet of cp1 registers it with the taint a:NoSchedule, and its Node does not have it$/]],
    ['no taint that something takes away', folder([
      '--register-with-taints=node.cloudprovider.kubernetes.io/uninitialized=true:NoSchedule,ebs.csi.aws.com/agent-not-ready:NoExecute,'
        + 'karpenter.sh/unregistered:NoExecute',
    ]), { cp1: {} }, []],
    ['another address', folder(['--node-ip=10.0.0.1']), { cp1: { addresses: ['10.0.0.2', '10.0.0.3'] } },
      [/^cp1\/.*:1 warning: the kubelet of cp1 is told the address 10\.0\.0\.1 \(--node-ip\), and its Node has 10\.0\.0\.2 and 10\.0\.0\.3/]],
    ['no address that it has, or that is none', folder(['--node-ip=10.0.0.1,::1,0.0.0.0']), { cp1: { addresses: ['10.0.0.1'] } }, []],
    ['no address of a Node that does not say its own', folder(['--node-ip=10.0.0.1']), { cp1: {} }, []],
    ['another address of its API server', server('--advertise-address=10.0.0.1'), { cp1: { addresses: ['10.0.0.2'] } },
      [/warning: the kube-apiserver of cp1 is told the address 10\.0\.0\.1 \(--advertise-address\), and its Node has 10\.0\.0\.2$/]],
    ['no address of the API server of another node', server('--advertise-address=10.0.0.1'), { cp2: { addresses: ['10.0.0.2'] } }, []],
    ['another release of its unit', unit('1.27.3'), { cp1: { kubelet: 'v1.28.6' } },
      [/kubelet\.service:2 warning: the unit of the kubelet of cp1 names release 1\.27\.3, and its Node says v1\.28\.6$/]],
    ['no release of its unit that its Node has', unit('v1.28.6'), { cp1: { kubelet: 'v1.28.6+k3s1' } }, []],
    ['no release where its unit names two', unit('1.27.3 quay.io/x/kubelet:1.27.4'), { cp1: { kubelet: 'v1.28.6' } }, []],
    ['no release of a Node that does not say it', unit('1.27.3'), { cp1: {} }, []],
    ['a kubelet that is newer than the API server of its node', {
      ...server('--v=2'), cp2: node({ version: '1.28.6', kcm: KCM_27, apiserver: ['--v=2'], mounts: [] }),
    }, { cp1: { kubelet: 'v1.28.6' }, cp2: { kubelet: 'v1.28.6' } }, [
      /warning: Node cp1 says that its kubelet is v1\.28\.6, and the files of its node have kube-apiserver 1\.27 of node of cp1, which is upgraded/,
    ]],
    ['no kubelet that is older than it', {
      ...server('--v=2'), cp2: node({ version: '1.28.6', kcm: KCM_27, apiserver: ['--v=2'], mounts: [] }),
    }, { cp1: { kubelet: 'v1.27.1' }, cp2: { kubelet: 'v1.27.1' } }, []],
    ['no kubelet that another rule tells of', server('--v=2'), { cp1: { kubelet: 'v1.28.6' } }, []],
    ['a node that is not Ready', folder(['--v=2']), { cp1: { ready: 'False' } }, [
      /^live\/nodes\.json:\d+ note: Node cp1 is not Ready, so whether the kube-controller-manager of its files runs is not known => Look at/,
    ]],
    ['no node that is Ready', folder(['--v=2']), { cp1: { ready: 'True' } }, []],
    ['no worker that is not Ready', worker(['--v=2']), { cp1: { ready: 'False' } }, []],
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

it('takes the release of a kubelet from its unit, where no Node says it', () => {
  const found = (release: string, live: Record<string, NodeInput> = {}) => said('in-tree-provider-gone', {
    w1: {
      'etc/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/docker run --name kubelet '
        + `registry.k8s.io/hyperkube-amd64:${release} kubelet --cloud-provider=aws\n`,
    },
    dist: ccm(),
    live: nodesOf(live),
  });
  expect(found('v1.28.6')).toEqual([expect.stringMatching(/kubelet 1\.28 of node of w1/)]);
  expect(found('v1.26.15')).toEqual([]);
  expect(found('v1.26.15', { w1: { kubelet: 'v1.28.6' } })).toHaveLength(1);
  expect(found('v1.28.6.1')).toEqual([]);
});

it('takes taints of nodes from their Nodes', () => {
  const dist = ccm();
  const cp1 = node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--register-with-taints=dedicated=x:NoSchedule,other:NoSchedule'], mounts: [] });
  const labels = { 'node-role.kubernetes.io/control-plane': '' };
  const found = (taints: readonly string[], name = 'cp1') =>
    said('ccm-does-not-tolerate-node-taint', { cp1, dist, live: nodesOf({ [name]: { taints, labels } }) });
  expect(found(['dedicated=x:NoSchedule'])).toEqual([expect.stringMatching(/does not tolerate 'dedicated=x:NoSchedule', with which/)]);
  expect(found(['dedicated=y:NoSchedule'])).toEqual([expect.stringMatching(/does not tolerate 'dedicated=y:NoSchedule', with which/)]);
  expect(found(['dedicated=x:NoExecute'])).toEqual([]);
  expect(found(['other:NoSchedule'])).toEqual([expect.stringMatching(/does not tolerate 'other:NoSchedule', with which/)]);
  expect(found([])).toEqual([]);
  expect(found([], 'cp2')).toHaveLength(1);
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

  const said1 = (files: Files) => said('ccm-without-host-network', { dist: ccm({ network: '' }), machines: files })
    .filter(text => /hop_?limit/i.test(text) && text.startsWith('machines/')).map(text => text.replace(/ (?:with which|which is not eval).*/, ''));
  const versions = (...all: readonly (readonly [name: string, version: number, isDefault: boolean, limit: unknown])[]): Files => ({
    'lt.json': JSON.stringify({
      LaunchTemplateVersions: all.map(([LaunchTemplateName, VersionNumber, DefaultVersion, HttpPutResponseHopLimit]) => ({
        LaunchTemplateId: `lt-${LaunchTemplateName}`,
        LaunchTemplateName,
        VersionNumber,
        DefaultVersion,
        LaunchTemplateData: { ImageId: 'ami-1', MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit } },
      })),
    }, null, 1),
  });
  const formation = (limit: string): Files => ({
    'stack.yaml': 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  Lt:\n    Type: AWS::EC2::LaunchTemplate\n    Properties:\n'
      + `      LaunchTemplateData:\n        UserData: !Sub "x"\n        MetadataOptions:\n          HttpPutResponseHopLimit: ${limit}\n`,
  });
  const terraform = (limit: unknown) =>
    JSON.stringify({ resource: { aws_launch_template: { cp: { metadata_options: { http_put_response_hop_limit: limit } } } } });
  const module = (limit: number) => ({
    child_modules: [{
      resources: [{
        address: 'module.a.aws_launch_template.cp', values: { metadata_options: [{ http_put_response_hop_limit: limit }] },
      }],
    }],
  });

  it.each<[string, Files, readonly string[]]>([
    ['a launch template as the CLI prints it', versions(['cp', 1, true, 1]),
      ['machines/lt.json:12 warning: cp (version 1) has HttpPutResponseHopLimit: 1,']],
    ['its default and its newest version', versions(['cp', 1, false, 1], ['cp', 2, true, 1], ['cp', 3, false, 2], ['cp', 4, false, 1]), [
      'machines/lt.json:25 warning: cp (version 2) has HttpPutResponseHopLimit: 1,',
      'machines/lt.json:51 warning: cp (version 4) has HttpPutResponseHopLimit: 1,',
    ]],
    ['the newest version of each', versions(['a', 1, false, 1], ['b', 2, false, 2]),
      ['machines/lt.json:12 warning: a (version 1) has HttpPutResponseHopLimit: 1,']],
    ['those that are called after the control plane alone', versions(['prod-masters', 1, true, 1], ['prod-nodes', 1, true, 1]),
      ['machines/lt.json:12 warning: prod-masters (version 1) has HttpPutResponseHopLimit: 1,']],
    ['none that is enough, or not said', versions(['cp', 1, true, 2], ['b', 1, true, null]), []],
    ['an instance as the CLI prints it', {
      'i.json': JSON.stringify({ Reservations: [{ Instances: [{ InstanceId: 'i-0', MetadataOptions: { HttpPutResponseHopLimit: 1 } }] }] }),
    }, ['machines/i.json:1 warning: i-0 has HttpPutResponseHopLimit: 1,']],
    ['CloudFormation', formation('1'), ['machines/stack.yaml:9 warning: Resources.Lt has HttpPutResponseHopLimit: 1,']],
    ['CloudFormation with a text', formation('"1"'), ['machines/stack.yaml:9 warning: Resources.Lt has HttpPutResponseHopLimit: 1,']],
    ['CloudFormation with a parameter', formation('{Ref: Hops}'),
      ['machines/stack.yaml:9 warning?: Resources.Lt has HttpPutResponseHopLimit: {"Ref":"Hops"},']],
    ['Terraform in JSON', {
      'main.tf.json': terraform(1),
    }, ['machines/main.tf.json:1 warning: resource.aws_launch_template.cp has http_put_response_hop_limit: 1,']],
    ['Terraform in JSON with a variable', {
      'main.tf.json': terraform('${var.hops}'),
    }, ['machines/main.tf.json:1 warning?: resource.aws_launch_template.cp has http_put_response_hop_limit: ${var.hops},']],
    ['what a plan makes', {
      'plan.json': JSON.stringify({ planned_values: { root_module: module(1) }, prior_state: { values: { root_module: module(1) } } }),
    }, ['machines/plan.json:1 warning: module.a.aws_launch_template.cp has http_put_response_hop_limit: 1,']],
    ['not what a plan changes', {
      'plan.json': JSON.stringify({ planned_values: { root_module: module(2) }, prior_state: { values: { root_module: module(1) } } }),
    }, []],
    ['a state', { 'state.json': JSON.stringify({ values: { root_module: module(1) } }) },
      ['machines/state.json:1 warning: module.a.aws_launch_template.cp has http_put_response_hop_limit: 1,']],
    ['that HCL is not evaluated', {
      'main.tf': 'resource "aws_launch_template" "cp" {\n  metadata_options {\n    http_put_response_hop_limit = 1\n  }\n}\n'
        + '# http_put_response_hop_limit = 1\n',
    }, ['machines/main.tf:3 warning?: machines/main.tf has http_put_response_hop_limit = 1,']],
    ['a variable of HCL', { 'main.tf': 'metadata_options { http_put_response_hop_limit = var.hops }\n' },
      ['machines/main.tf:1 warning?: machines/main.tf has http_put_response_hop_limit = var.hops,']],
    ['no HCL that is enough', { 'main.tf': '    http_put_response_hop_limit = 2\n' }, []],
    ['no field of another thing', { 'x.json': JSON.stringify({ HttpPutResponseHopLimit: 1, a: { http_put_response_hop_limit: 1 } }) }, []],
    ['nothing of what cannot be parsed', { 'x.json': '{"MetadataOptions": {"HttpPutResponseHopLimit": 1}' }, []],
  ])('reads %s', (_, files, expected) => expect(said1(files)).toEqual(expected));

  it('says what follows, and what to do', () => {
    const whole = (files: Files) => said('ccm-without-host-network', { dist: ccm({ network: '' }), machines: files }).slice(-1);
    const [by, fix] = ['CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager)',
      ' => Set it to 2 or more (3 with some CNI plugins), or hostNetwork: true for the cloud-controller-manager.'];
    expect(whole(formation('1'))).toEqual([
      'machines/stack.yaml:9 warning: Resources.Lt has HttpPutResponseHopLimit: 1, with which the instance metadata service does not answer '
        + `${by}: it is not on the host network${fix}`,
    ]);
    expect(whole(formation('x'))).toEqual([
      'machines/stack.yaml:9 warning?: Resources.Lt has HttpPutResponseHopLimit: x, which is not evaluated: below 2 the instance metadata service '
        + `does not answer ${by}, which is not on the host network${fix}`,
    ]);
  });
});

describe('what rules on Nodes ask of other components', () => {
  const taints = [{ key: UNINITIALIZED_TAINT.key, value: 'true', effect: 'NoSchedule' }];
  const object = (name: string, known: Partial<NodeObjectView> = {}): NodeObjectView =>
    ({ name, place: at(1), labels: new Map(), taints: [], addresses: [], ...known });
  const taintOf = (key: string) => ({ key, value: '', effect: 'NoSchedule' });
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
    expect(found.map(text => text.replace(/; with .*/, ''))).toEqual([expect.stringMatching(new RegExp(`${end.replace(/[()]/g, '\\$&')}$`))]);
  });

  it('node-not-initialized says what becomes of it with each release, once', () => {
    const components = [manager('v1.28.1'), manager('v1.21.1'), manager('v1.30.0'), manager('v1.28.1'), manager('v1.28.1', 'gce')];
    const [{ message }] = toldOf(nodeNotInitialized.check(model({ components, nodeObjects: [object('cp1', { taints })] })));
    expect(message.split('finds no instance')[1]).toBe('; with v1.28.1 and v1.21.1 it is looked for again and again, and the controller '
      + 'cloud-node-lifecycle deletes it when it is not Ready; with v1.30.0 it is looked for again and again, and never deleted, not even after its '
      + 'instance is gone');
  });

  it.each<[string, Partial<Model>, readonly RegExp[]]>([
    ['a kubelet without the flag', { components: [manager('v1.28.1'), kubelet('cp1', '--v=2')] }, [/is a short host name/]],
    ['a folder without an ID', { components: [manager('v1.28.1')], kinds: [kindOf(folder('cp1'))] }, [/is a short host name/]],
    ['an ID in one of several folders', {
      components: [manager('v1.28.1')], kinds: [kindOf(folder('cp2'), folder('cp1', { providerId: { value: 'aws:///a/i-0', place: at(2) } }))],
    }, [/it waits for/]],
    ['a name that may be the private DNS name, beside another cloud', {
      components: [manager('v1.28.1'), manager(undefined, 'gce')], nodeObjects: [object('cp1.example.org', { taints })],
    }, [/which finds its instance only where/]],
    ['another taint', {
      components: [manager('v1.28.1')], nodeObjects: [object('a', { taints: [taintOf('x')], providerId: 'aws:///a/i-0' })],
    }, []],
  ])('node-not-initialized sees %s', (_, known, expected) => {
    const found = toldOf(nodeNotInitialized.check(model({ nodeObjects: [object('cp1', { taints })], ...known }))).map(({ message }) => message);
    expect(found).toEqual(expected.map(text => expect.stringMatching(text)));
  });

  const apiServer = (known: Partial<ComponentView>) => view({ component: 'kube-apiserver', origin: 'static-pod', kind: 'k', ...known });
  const V127 = KubernetesVersion.of('1.27');
  const V128 = KubernetesVersion.of('1.28');
  const told = (flag: string, known: Partial<ComponentView>) => apiServer({ flags: flags(flag), ...known });
  const internal = (address: string, type = 'InternalIP') => ({ type, address });
  const release = { kubeletVersion: 'v1.28.6', minor: 28 };
  it.each<[string, Partial<Model>, readonly string[]]>([
    ['where the configuration has the ID', {
      kinds: [kindOf(folder('a', { providerId: { value: 'aws:///a/i-1', place: at(7) } }))],
      nodeObjects: [object('a', { providerId: 'aws:///a/i-2' })],
    }, ['7 the kubelet of a is told the provider ID aws:///a/i-1, and its Node has aws:///a/i-2']],
    ['where the name is', { components: [kubelet('a', '--hostname-override=b')] },
      ["10 the kubelet of a registers as 'b', and there is no such Node"]],
    ['where the label is', {
      components: [kubelet('a', '--node-labels=x,z')], nodeObjects: [object('a', { labels: new Map([['x', 'w'], ['z', '']]) })],
    }, ['10 the kubelet of a is told the label x=, and its Node has x=w']],
    ['where the taint is', {
      components: [kubelet('a', '--register-with-taints=b:NoSchedule')],
      kinds: [kindOf(folder('a', { registeredTaints: [taintOf('b')] }))],
    }, ['10 the kubelet of a registers it with the taint b:NoSchedule, and its Node does not have it']],
    ['IPv4 addresses alone', {
      components: [kubelet('a', '--node-ip=10.0.0.12,::ffff:10.0.0.13,10.0.0.14/24')],
      nodeObjects: [object('a', {
        addresses: [internal('a', 'Hostname'), internal('10.0.0.2'), internal('10.0.0.3', 'ExternalIP'), internal('x', 'IPName')],
      })],
    }, ['10 the kubelet of a is told the address 10.0.0.12 (--node-ip), and its Node has 10.0.0.2 and 10.0.0.3']],
    ['API servers of its own node', {
      components: [
        told('--advertise-address=10.0.0.12', { onNodes: [1] }), told('--advertise-address=10.0.0.13', { kind: undefined }),
        told('--advertise-address=10.0.0.14', { kind: 'other' }), told('--advertise-address=10.0.0.15', { onNodes: [0] }),
      ],
      kinds: [{ ...kindOf(folder('c', { kind: 'other' })), name: 'other' }, kindOf(folder('a'), folder('b'))],
      nodeObjects: [object('a', { addresses: [internal('10.0.0.2')] })],
    }, ['10 the kube-apiserver of a is told the address 10.0.0.15 (--advertise-address), and its Node has 10.0.0.2']],
    ['a kubelet that is newer than the API server of its node, beside one of no release', {
      components: [apiServer({ onNodes: [0] }), apiServer({ onNodes: [0], version: V127 }), apiServer({ onNodes: [1], version: V128 })],
      kinds: [kindOf(folder('a'), folder('b'))],
      nodeObjects: [object('a', release)],
    }, ['1 Node a says that its kubelet is v1.28.6, and the files of its node have kube-apiserver 1.27 of k, which is upgraded before it']],
    ['none as new as the API server of its node', {
      components: [apiServer({ version: V128 })], nodeObjects: [object('a', release)],
    }, []],
    ['the managers of a node that is not Ready', {
      kinds: [kindOf(folder('a', { staticPods: [apiServer({}), view({ component: KCM }), view({ component: CCM })] }))],
      nodeObjects: [object('a', { isReady: false })],
    }, ['1 Node a is not Ready, so whether the kube-controller-manager and cloud-controller-manager of its files runs is not known']],
  ])('node-differs-from-files tells %s', (_, known, expected) => {
    const found = toldOf(nodeDiffersFromFiles.check(model({ kinds: [kindOf(folder('a'))], nodeObjects: [object('a')], ...known })));
    expect(found.map(({ place, message }) => `${place.line} ${message}`)).toEqual(expected);
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
