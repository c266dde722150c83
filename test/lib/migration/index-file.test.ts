import { NodeFile, NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { checkNodeFile, nodeFileEntry, nodeFilePath } from '../../../src/lib/migration/index-file';
import { contentHash } from '../../../src/lib/text/content-hash';

const FILE: NodeFile = { role: NodeRole.CONTROL_PLANE, side: NodeSide.N_PLUS_1, node: 'cp1', path: '/etc/x', content: '' };

describe('a node file', () => {
  it('lies below its role, side and node', () => {
    expect(nodeFilePath(FILE)).toBe('control-plane-n-plus-1/cp1/etc/x');
  });

  it.each<[Partial<NodeFile>, string, string]>([
    [{}, '0644', 'root:root'],
    [{ path: '/etc/kubernetes/manifests/kube-apiserver.yaml' }, '0600', 'root:root'],
    [{ path: '/etc/kubernetes/manifests.yaml' }, '0644', 'root:root'],
    [{ mode: '0400', owner: 'etcd:etcd' }, '0400', 'etcd:etcd'],
  ])('%j has mode %s and owner %s', (changes, mode, owner) => {
    expect(nodeFileEntry({ ...FILE, ...changes })).toMatchObject({ mode, owner });
  });

  it('is hashed as its UTF-8 bytes', () => {
    // printf '' | sha256sum; printf 'ü\n' | sha256sum
    expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(contentHash('ü\n')).toBe('599c7c0c70071ddf9568a4b07213a61a06ddb301f494a3477c69aaf04c1ad1cd');
  });

  it.each(['cp1', 'ip-10-0-1-10.eu-central-1.compute.internal', 'i-0123456789abcdef0', '1'])('may be on the node %s', (node) => {
    expect(() => checkNodeFile({ ...FILE, node })).not.toThrow();
  });

  it.each(['/etc/x', '/etc/..x', '/etc/x..', '/var/lib/kubelet/.conf'])('may have the path %s', (path) => {
    expect(() => checkNodeFile({ ...FILE, path })).not.toThrow();
  });
});
