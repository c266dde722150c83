import { objectShape } from '../../../../src/lib/facts/object-shapes';
import { Json } from '../../../../src/lib/kubernetes/pod/shape';
import { lookAtAccess } from '../../../../src/lib/kubernetes/workload/access-check';

const RULE = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };
const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'a' };

function said(kind: string, data: { readonly [key: string]: Json }): string | undefined {
  const look = lookAtAccess(kind, { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: 'system:x' }, ...data }, objectShape(kind)!);
  return look && ('refused' in look ? look.refused : look.unknown);
}

describe('what RBAC has', () => {
  it.each<[string, string, { readonly [key: string]: Json }, RegExp]>([
    ['a rule without verbs', 'Role', { rules: [{ apiGroups: [''], resources: ['nodes'] }] }, /^rules\[0\] has no verbs$/],
    ['a rule without groups', 'Role', { rules: [RULE, { resources: ['nodes'], verbs: ['get'] }] }, /^rules\[1\] has no apiGroups$/],
    ['a rule about nothing', 'ClusterRole', { rules: [{ apiGroups: [''], verbs: ['get'] }] }, /^rules\[0\] has no resources$/],
    ['paths in a namespace', 'Role', { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] }, /which are of no namespace$/],
    ['paths without verbs', 'ClusterRole', { rules: [{ nonResourceURLs: ['/x'] }] }, /has no verbs$/],
    ['paths beside names', 'ClusterRole', { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'], resourceNames: ['a'] }] }, /beside resources$/],
    ['verbs that are a text', 'Role', { rules: [{ ...RULE, verbs: 'get' }] }, /^Role\.rules\[0\]\.verbs must be a list, got "get"$/],
    ['an aggregation of nothing', 'ClusterRole', { aggregationRule: {} }, /selects nothing$/],
    ['an aggregation by no operator', 'ClusterRole', {
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Is', values: ['b'] }] }] },
    }, /^aggregationRule\.clusterRoleSelectors\.matchExpressions: operator is "Is"$/],
    ['a name of several parts', 'ClusterRole', { metadata: { name: 'a/b' } }, /^metadata\.name is "a\/b"$/],
    ['an owner without a name', 'RoleBinding', { metadata: { name: 'x', ownerReferences: [{ ...OWNER, name: '' }] } }, /: name is missing$/],
    ['a generation below none', 'RoleBinding', { metadata: { name: 'x', generation: -1 } }, /^metadata\.generation is negative$/],
  ])('is refused with %s', (_, kind, data, says) => expect(said(kind, data)).toMatch(says));

  it.each<[string, string, { readonly [key: string]: Json }]>([
    ['a rule', 'Role', { rules: [{ ...RULE, resourceNames: ['a'] }] }],
    ['no rules', 'ClusterRole', { rules: null }],
    ['paths', 'ClusterRole', { rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }] }],
    ['an aggregation', 'ClusterRole', { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }],
    ['an owner', 'RoleBinding', { metadata: { name: 'x', generation: 2, ownerReferences: [OWNER, { ...OWNER, uid: '' }] } }],
  ])('is taken with %s', (_, kind, data) => expect(said(kind, data)).toBeUndefined());
});
