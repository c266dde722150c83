import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NodeFolder, NodeRole } from '../../src';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'node-folder-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

describe('NodeFolder.read', () => {
  it('reads each node with its files by their paths, sorted, and keeps every byte', () => {
    put('worker/w1/var/lib/kubelet/kubeadm-flags.env', 'X\r\n');
    put('control-plane/b/etc/leadermigration.conf', '\uFEFFb');
    put('control-plane/a/etc/kubernetes/manifests/z', 'z');
    put('control-plane/a/etc/kubernetes/manifests/a', '');
    put('control-plane/README.md', 'no node');
    put('other/c/etc/c', 'no role');
    expect(NodeFolder.read(dir)).toEqual([
      { name: 'a', role: NodeRole.CONTROL_PLANE, files: { '/etc/kubernetes/manifests/a': '', '/etc/kubernetes/manifests/z': 'z' } },
      { name: 'b', role: NodeRole.CONTROL_PLANE, files: { '/etc/leadermigration.conf': '\uFEFFb' } },
      { name: 'w1', role: NodeRole.WORKER, files: { '/var/lib/kubelet/kubeadm-flags.env': 'X\r\n' } },
    ]);
  });

  it('fails without a control-plane node', () => {
    put('worker/w1/etc/a', '');
    expect(() => NodeFolder.read(dir)).toThrow(new Error(
      `no control-plane node in '${dir}'; expected folders 'control-plane/<node>/etc/kubernetes/manifests' below it`,
    ));
  });

  it.each([
    'a/etc/kubernetes/manifests/x',
    'workers/w/var/lib/kubelet/config.yaml', 'control-plane/etc/kubernetes/x', 'masters/m/etc/systemd/system/k.service',
    'control-plane/b/deeper/etc/kubernetes/x',
  ])('fails for files of a node that lie elsewhere: %s', path => {
    put('control-plane/a/etc/kubernetes/manifests/x', '');
    put(path, '');
    expect(() => NodeFolder.read(dir)).toThrow("has files of a node, and is not read; expected folders 'control-plane/<node>'");
  });

  it('takes folders within a node, and others that are none', () => {
    put('control-plane/a/etc/kubernetes/manifests/x', '');
    put('control-plane/a/opt/image/etc/kubernetes/x', '');
    put('docs/etc/readme', '');
    expect(NodeFolder.read(dir).map(({ name }) => name)).toEqual(['a']);
  });

  it('fails for a worker that runs a control plane', () => {
    put('control-plane/a/etc/kubernetes/manifests/x', '');
    put('worker/b/etc/kubernetes/manifests/k.yaml', 'spec:\n  containers:\n  - image: registry.k8s.io/kube-controller-manager:v1.26.15\n');
    expect(() => NodeFolder.read(dir)).toThrow('runs kube-controller-manager; put the folder of a control-plane node below');
  });

  it('fails for what is not text', () => {
    put('control-plane/a/etc/kubernetes/manifests/binary', new Uint8Array([0x80, 0x81, 0x00]));
    expect(() => NodeFolder.read(dir)).toThrow(new Error(`'${join(dir, 'control-plane/a/etc/kubernetes/manifests/binary')}': the file is not UTF-8 `
      + 'text; hand in only manifests and configuration'));
  });

  it('fails for what is too large', () => {
    put('control-plane/a/etc/kubernetes/manifests/etcd.db', new Uint8Array(5 * 1024 * 1024 + 1));
    expect(() => NodeFolder.read(dir)).toThrow(new Error(
      `'${join(dir, 'control-plane/a/etc/kubernetes/manifests/etcd.db')}': the file has 5242881 bytes, the limit is 5000000; hand in only manifests `
        + 'and configuration',
    ));
  });

  it('fails for a link out of the folder, and names it on one line', () => {
    put('control-plane/a/etc/kubernetes/manifests/a', '');
    symlinkSync('/etc/passwd', join(dir, 'control-plane/a/etc/kubernetes/manifests/b\u001b[2J\nc'));
    expect(() => NodeFolder.read(dir)).toThrow(new Error(
      `'${join(dir, 'control-plane/a/etc/kubernetes/manifests')}/b\\x1b[2J\\nc': it is a link to '/etc/passwd', out of the folder that was handed `
        + 'in, which is not followed; '
      + 'put the file itself there; hand in only manifests and configuration',
    ));
  });

  it('fails for a node that is a link out of the folder', () => {
    put('control-plane/a/etc/a', '');
    symlinkSync('/etc', join(dir, 'control-plane/b'));
    expect(() => NodeFolder.read(dir)).toThrow(`'${join(dir, 'control-plane/b')}' is a link to '/etc', out of '${dir}'; put the folder itself there`);
  });

  it('opens no file that the migration is not about: keys, kubeconfigs, tokens', () => {
    put('control-plane/a/etc/kubernetes/manifests/a', '');
    const others = [
      'etc/kubernetes/pki/ca.key', 'etc/kubernetes/pki/sa.key', 'etc/kubernetes/admin.conf', 'etc/kubernetes/controller-manager.conf',
      'var/lib/kubelet/pki/kubelet.pem',
      'root/.kube/config', 'etc/kubernetes/encryption.yaml', 'etc/kubernetes/manifests/.hidden', 'etc/kubernetes/manifests/deeper/x.yaml',
    ];
    // A link that leads nowhere is an error where it is opened.
    for (const path of others) {
      mkdirSync(dirname(join(dir, 'control-plane/a', path)), { recursive: true });
      symlinkSync('/nowhere', join(dir, 'control-plane/a', path));
    }
    const [node] = NodeFolder.read(dir);
    expect(Object.keys(node.files)).toEqual(['/etc/kubernetes/manifests/a']);
    expect(node.unreadFiles).toEqual(others.map(path => `/${path}`).sort());
  });

  it.each(['control-plane', 'master'])('fails for a %s node of the cluster of which there is no folder', role => {
    put('control-plane/a/etc/kubernetes/manifests/a', '');
    const labels = { [`node-role.kubernetes.io/${role}`]: '' };
    const nodes = (...names: string[]) => put('cluster/nodes.json', JSON.stringify({ items: names.map(name => ({ metadata: { name, labels } })) }));
    nodes('a', 'forgotten');
    expect(() => NodeFolder.read(dir)).toThrow(/nodes\.json' has control-plane nodes of which '.*' has no folder: forgotten; collect their files/);
    nodes('a');
    expect(NodeFolder.read(dir)).toHaveLength(1);
  });

  it('takes labels and taints from what kubectl prints of the nodes', () => {
    put('control-plane/a/etc/kubernetes/manifests/a', '');
    put('control-plane/b/etc/kubernetes/manifests/a', '');
    const taints = [{ key: 'dedicated', effect: 'NoSchedule' }];
    put('cluster/nodes.json', JSON.stringify({
      kind: 'List',
      items: [{
        metadata: { name: 'a', labels: { x: 'y' }, annotations: { 'kubeadm.alpha.kubernetes.io/cri-socket': '/run/a.sock' } },
        spec: { taints, providerID: 'aws:///a/i-1' },
      }, { metadata: { name: 'z' } }],
    }));
    expect(NodeFolder.read(dir).map(({ labels, taints: own, providerId, criSocket }) => [labels, own, providerId, criSocket]))
      .toEqual([[{ x: 'y' }, taints, 'aws:///a/i-1', '/run/a.sock'], [undefined, undefined, undefined, undefined]]);
    put('cluster/nodes.json', 'apiVersion: v1\n');
    expect(() => NodeFolder.read(dir)).toThrow(/nodes\.json' is not JSON \(.*\); write what 'kubectl get nodes -o json' prints/);
    put('cluster/nodes.json', '{"kind":"Node"}');
    expect(() => NodeFolder.read(dir)).toThrow("nodes.json' is no list of nodes");
  });
});

describe('NodeFolder.readFiles', () => {
  const KUBEADM = 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n';

  it('reads YAML files, and what kubeadm is configured with whatever its ending, of the folder itself', () => {
    put('b.yaml', 'b: 1');
    put('a.yml', 'a: 1');
    put('kubeadm.conf', KUBEADM);
    put('init.json', '{"kind":"InitConfiguration","apiVersion":"kubeadm.k8s.io/v1beta3"}');
    put('list.json', '{}');
    put('other.conf', 'a = 1');
    put('admin.conf', KUBEADM); // as kubeconfigs are called
    put('kubeadm.txt', KUBEADM);
    put('more/c.yaml', 'c: 1');
    put('cluster/objects.yaml', `kind: ConfigMap\ndata:\n  ClusterConfiguration: |\n    ${KUBEADM.replace('\n', '\n    ')}`);
    put('control-plane/a/etc/kubernetes/kubeadm-config.yaml', KUBEADM);
    put('more/big.json', new Uint8Array([0x80, 0x81, 0x00]));
    expect(Object.keys(NodeFolder.readFiles(dir))).toEqual(['a.yml', 'b.yaml', 'init.json', 'kubeadm.conf']);
  });

  it.each([
    ['kubeadm/init.yaml', KUBEADM, true, 'move it there, out of \'<dir>\', or read its folder'],
    ['kubeadm/deep/init.conf', `# old\n${KUBEADM}`, true, 'move it there, out of \'<dir>\', or read its folder'],
    ['control-plane/a/etc/kubernetes/kubeadm-config.yaml', KUBEADM, false, 'copy it there'],
  ])('fails for %s, which is not read', (path, text, hasOther, remedy) => {
    if (hasOther) put('join.yaml', KUBEADM);
    put(path, text);
    expect(() => NodeFolder.readFiles(dir)).toThrow(new Error(`'${join(dir, path)}' is a configuration of kubeadm and is not read, because it is not `
      + `directly in '${dir}'; ${remedy.replace('<dir>', dir)}`));
  });
});
