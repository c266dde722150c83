import { NodeInput, NodeRole } from '../../../../src/lib/kubernetes/node';
import { valuesOf, withoutOwnValues } from '../../../../src/lib/migration/replacement/own-values';
import { APISERVER, CONTROLLER_MANAGER, kubeadmNodes, KUBELET_CONFIG, KUBELET_FLAGS, SCHEDULER } from '../../../nodes';

const [NODE] = kubeadmNodes();
const OWN = [NODE.name, '10.0.1.10'];

function node(files: Record<string, string>, more: Partial<NodeInput> = {}): NodeInput {
  return { name: 'node-1', role: NodeRole.WORKER, files, ...more };
}

describe('the files of a node without what is its own', () => {
  it('have no name and no address of it, and nothing else changes', () => {
    const files = withoutOwnValues(NODE, 'control-plane');
    for (const text of Object.values(files)) for (const value of OWN) expect(text).not.toContain(value);
    for (const path of [CONTROLLER_MANAGER, SCHEDULER, KUBELET_CONFIG]) expect(files[path]).toBe(NODE.files[path]);
    const gone = NODE.files[APISERVER].split('\n').filter(line => !files[APISERVER].split('\n').includes(line));
    expect(new Set(gone.map(line => line.trim()))).toEqual(new Set([
      'annotations:', 'kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint: 10.0.1.10:6443', '- --advertise-address=10.0.1.10', 'host: '
        + '10.0.1.10',
    ]));
    expect(files[KUBELET_FLAGS]).toBe(NODE.files[KUBELET_FLAGS].replace(` --hostname-override=${NODE.name}`, ''));
  });

  it('are the same whichever node of the group they are taken from', () => {
    const all = kubeadmNodes().filter(({ role }) => role === NodeRole.CONTROL_PLANE).map(one => withoutOwnValues(one, 'control-plane'));
    expect(new Set(all.map(files => JSON.stringify(files))).size).toBe(1);
  });

  it('have no etcd: each node makes its own member', () => {
    const etcd = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: etcd\nspec:\n  containers:\n  - command:\n    - etcd\n    - --name=node-1\n';
    const files = { '/etc/kubernetes/manifests/etcd.yaml': etcd, [KUBELET_FLAGS]: 'KUBELET_KUBEADM_ARGS=""\n' };
    expect(Object.keys(withoutOwnValues(node(files), 'workers'))).toEqual([KUBELET_FLAGS]);
  });

  it('keep a pod that only says the word', () => {
    const watch = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - args:\n    - --watch\n    - etcd\n';
    const files = { '/etc/kubernetes/manifests/watch.yaml': watch };
    expect(withoutOwnValues(node(files), 'workers')).toStrictEqual(files);
  });

  it('lose the addresses and the provider ID of a kubelet, and keep what only orders families', () => {
    const flags = (text: string) => withoutOwnValues(node({ [KUBELET_FLAGS]: `KUBELET_KUBEADM_ARGS="${text}"\n` }), 'workers')[KUBELET_FLAGS];
    expect(flags('--node-ip=10.0.0.1 --v=2')).toBe('KUBELET_KUBEADM_ARGS="--v=2"\n');
    expect(flags('--provider-id=aws:///a/i-1 --v=2')).toBe('KUBELET_KUBEADM_ARGS="--v=2"\n');
    expect(flags('--node-ip=10.0.0.1,2001:db8::1 --v=2')).toBe('KUBELET_KUBEADM_ARGS="--v=2"\n');
    for (const ipv6 of ['2001:db8::1', '2001:db8::1,10.0.0.1']) {
      expect(flags(`--node-ip=${ipv6} --provider-id=aws:///a/i-1 --v=2`)).toBe('KUBELET_KUBEADM_ARGS="--node-ip=:: --v=2"\n');
    }
    for (const kept of ['--node-ip=::', '--node-ip=0.0.0.0', '--node-ip=${IP}']) {
      expect(flags(`${kept} --v=2`)).toBe(`KUBELET_KUBEADM_ARGS="${kept} --v=2"\n`);
    }
  });

  it.each([
    ['the name of the node', '# of node-1\n', 'node-1'],
    ['its provider ID', 'id: aws:///eu-central-1a/i-0123456789abcdef0\n', 'aws:///eu-central-1a/i-0123456789abcdef0'],
  ])('are refused where %s is left, with file and line', (_, text, value) => {
    const files = { '/etc/kubernetes/cloud.conf': `[Global]\n${text}` };
    expect(() => withoutOwnValues(node(files, { providerId: 'aws:///eu-central-1a/i-0123456789abcdef0' }), 'workers'))
      .toThrow(`node-1:/etc/kubernetes/cloud.conf:2: '${value}' is a value of one node alone, and the nodes of group 'workers', which are `
        + 'replaced, are made from this file; take it out, or leave the file to the machine image; for the address of an API server give that of');
  });

  it('are refused where an address that one file gives stands in another, and not where it is part of a longer one', () => {
    const files = (conf: string) => ({ [KUBELET_FLAGS]: 'KUBELET_KUBEADM_ARGS="--node-ip=10.0.0.1"\n', '/etc/kubernetes/cloud.conf': conf });
    expect(() => withoutOwnValues(node(files('ip=10.0.0.1\n')), 'workers')).toThrow('\'10.0.0.1\' is a value of one node alone');
    for (const other of ['10.0.0.10', '110.0.0.1', '10.0.0.1.nip', 'a-10.0.0.1']) {
      expect(withoutOwnValues(node(files(`ip=${other}\n`)), 'workers')['/etc/kubernetes/cloud.conf']).toBe(`ip=${other}\n`);
    }
  });

  it.each([
    ['a provider ID', 'kind: KubeletConfiguration\nproviderID: aws:///a/i-1\n', 'aws:///a/i-1'],
    ['an address', 'kind: KubeletConfiguration\naddress: "10.0.0.1" # of eth0\n', '10.0.0.1'],
    ['one in JSON', '{"kind": "KubeletConfiguration", "providerID": "aws:///a/i-1"}\n', 'aws:///a/i-1'],
  ])('are refused where the configuration of the kubelet has %s', (_, text, value) => {
    expect(() => withoutOwnValues(node({ [KUBELET_CONFIG]: text }), 'workers')).toThrow(`'${value}' is a value of one node alone`);
  });

  it('keep the addresses of a kubelet that are those of every node, and fields of that name elsewhere', () => {
    for (const text of ['kind: KubeletConfiguration\naddress: 0.0.0.0\n', 'kind: KubeletConfiguration\naddress: "::"\n', 'address: 10.0.0.1\n']) {
      expect(withoutOwnValues(node({ [KUBELET_CONFIG]: text }), 'workers')[KUBELET_CONFIG]).toBe(text);
    }
  });

  it('are refused where they have the address that the name of an instance says, or a value of a node that leaves', () => {
    const conf = { '/etc/haproxy/haproxy.cfg': 'server a 10.0.1.101:6443\n' };
    const named = { name: 'ip-10-0-1-101.eu-central-1.compute.internal' };
    expect(() => withoutOwnValues(node(conf, named), 'workers')).toThrow('\'10.0.1.101\' is a value of one node alone');
    expect(withoutOwnValues(node(conf), 'workers')).toStrictEqual(conf);
    expect(() => withoutOwnValues(node(conf), 'workers', ['10.0.1.101'])).toThrow('\'10.0.1.101\' is a value of one node alone');
  });

  it('are refused where they have the name of the host alone, with or without another domain, and not where it is a word', () => {
    const conf = (text: string) => ({ '/etc/kubernetes/cloud.conf': text });
    const named = { name: 'ip-10-0-0-1.ec2.internal' };
    for (const text of ['# ip-10-0-0-1\n', 'node=ip-10-0-0-1.example.com\n']) {
      expect(() => withoutOwnValues(node(conf(text), named), 'workers')).toThrow('\'ip-10-0-0-1\' is a value of one node alone');
    }
    const files = conf('master ip-10-0-0-11 my-ip-10-0-0-1\n');
    expect(withoutOwnValues(node(files, named), 'workers')).toStrictEqual(files);
    expect(withoutOwnValues(node(files, { name: 'master.example.com' }), 'workers')).toStrictEqual(files);
  });

  it.each([
    ['bootstrap token', '# abcdef.0123456789abcdef\n'],
    ['bootstrap token', 'a: [x,"abcdef.0123456789abcdef"]\n'],
    ['certificate key', `key: ${'AB01'.repeat(16)}\n`],
  ])('are refused where they have a %s of kubeadm: %s', (what, text) => {
    expect(() => withoutOwnValues(node({ '/etc/kubernetes/cloud.conf': `\n${text}` }), 'workers'))
      .toThrow(`node-1:/etc/kubernetes/cloud.conf:2: this has the form of a ${what} of kubeadm, and would stand in the user data of the nodes of `
        + 'group \'workers\', which are replaced; take it out');
  });

  it.each([
    `sha256:${'ab01'.repeat(16)}`, `image@sha256:${'ab01'.repeat(16)}`, `checksum/config: "${'ab01'.repeat(16)}"`, `${'ab01'.repeat(16)}0`,
    'abcdef.0123456789abcdef0', '1abcdef.0123456789abcdef', 'abcdef.0123456789abcdef.com', '${KUBEADM_TOKEN}',
  ])('keep what is no secret of a join: %s', text => {
    const files = { '/etc/kubernetes/cloud.conf': `${text}\n` };
    expect(withoutOwnValues(node(files), 'workers')).toStrictEqual(files);
  });

  it('are refused by the line of the file as it was handed in, also below what is taken out', () => {
    const line = NODE.files[APISERVER].split('\n').findIndex(one => one.includes('--etcd-servers')) + 1;
    const files = { ...NODE.files, [APISERVER]: NODE.files[APISERVER].replace('127.0.0.1:2379', '10.0.1.10:2379') };
    expect(() => withoutOwnValues({ ...NODE, files }, 'control-plane')).toThrow(`${NODE.name}:${APISERVER}:${line}: '10.0.1.10' is a value`);
  });

  it('of a group that were handed in have its name', () => {
    const files = { '/etc/kubernetes/cloud.conf': '# of workers\n' };
    expect(withoutOwnValues(node(files, { name: 'workers' }), 'workers')).toStrictEqual(files);
  });

  it('are read for what is of one node: name, provider ID, the address in the name, the one that an API server advertises', () => {
    expect(valuesOf(kubeadmNodes()[0])).toStrictEqual([NODE.name, 'ip-10-0-1-10', '10.0.1.10', '10.0.1.10']);
    expect(valuesOf(node({ a: '- --advertise-address=2001:db8::1\n' }, { providerId: 'aws:///a/i-1' }))).toStrictEqual([
      'node-1', 'aws:///a/i-1', '2001:db8::1',
    ]);
  });
});
