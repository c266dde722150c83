import { apiState, differences } from './api-state';

function read(objects: readonly object[], nodes: readonly object[]) {
  return apiState((...args) => Promise.resolve(JSON.stringify({ items: args[1] === 'nodes' ? nodes : objects })));
}

const CONFIG = { kind: 'ConfigMap', metadata: { name: 'kubeadm-config', resourceVersion: '1' }, data: { ClusterConfiguration: 'a' } };
const NODE = { kind: 'Node', metadata: { name: 'a', labels: { zone: 'x' } }, spec: {} };

describe('what the API has of a migration', () => {
  it('is the same where only what the API server keeps differs', async () => {
    const before = await read([CONFIG], [NODE]);
    const now = await read([{ ...CONFIG, metadata: { name: 'kubeadm-config', resourceVersion: '2' } }], [NODE]);
    expect(differences(before, now)).toEqual([]);
  });

  it('differs in content, in what is more or less, in a cordon and in a label of the plan', async () => {
    const before = await read([CONFIG], [NODE, { ...NODE, metadata: { name: 'b' } }]);
    const now = await read([{ ...CONFIG, data: { ClusterConfiguration: 'b' } }, { kind: 'Role', metadata: { name: 'new' } }], [
      { ...NODE, spec: { unschedulable: true } }, { ...NODE, metadata: { name: 'b', labels: { 'ccm-migration/side': 'n-plus-1' } } },
    ]);
    expect(differences(before, now)).toEqual(['ConfigMap kubeadm-config', 'Node a', 'Node b', 'Role new']);
  });

  it('leaves out what the plan keeps for itself, and what an API server gives its own roles', async () => {
    const copy = { kind: 'ConfigMap', metadata: { name: 'ccm-migration-n-configmap-kubeadm-config' } };
    const own = { kind: 'ClusterRole', metadata: { name: 'system:basic-user', labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } } };
    expect(differences(await read([], []), await read([copy, own], []))).toEqual([]);
  });
});
