import { renderSubject } from '../../../src/lib/kubernetes/rbac-rule';
import { ccmClusterRoleRules, controllerAccountRules } from '../../../src/lib/rbac/ccm-rules';

function allowed(permissions: Parameters<typeof ccmClusterRoleRules>[0]): string[] {
  return ccmClusterRoleRules(permissions).flatMap(({ resources, verbs, resourceNames }) => {
    expect(resourceNames).toBeUndefined();
    return (resources ?? []).flatMap(resource => verbs.map(verb => `${verb} ${resource}`));
  });
}

describe('rules of the cloud-controller-manager', () => {
  it('are informers and events where each controller acts as itself', () => {
    expect(allowed({ useServiceAccountCredentials: true, delegatedAuthorization: false })).toEqual([
      'create events', 'patch events', 'list nodes', 'watch nodes', 'list services', 'watch services',
    ]);
  });

  it('are what all controllers do where they act as the component: they delete nodes, and change no more of services than a status patch can', () => {
    const rules = allowed({ useServiceAccountCredentials: false, delegatedAuthorization: true });
    expect(rules).toEqual(expect.arrayContaining(['delete nodes', 'patch nodes/status', 'create tokenreviews', 'create subjectaccessreviews']));
    expect(rules.filter(rule => rule.includes(' services'))).toEqual(['list services', 'watch services', 'patch services/status']);
    expect(rules.some(rule => rule.includes('serviceaccounts'))).toBe(false);
  });

  it.each([true, false])('never name Leases or volumes, which a Role grants or no component needs (%s)', (useServiceAccountCredentials) => {
    const rules = allowed({ useServiceAccountCredentials, delegatedAuthorization: true });
    expect(rules.filter(rule => /leases|endpoints|persistentvolumes|\*/.test(rule))).toEqual([]);
  });
});

it('allows accounts and their tokens by name only, where a name can be said', () => {
  expect(controllerAccountRules(['a', 'b'])).toEqual([
    { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['create'] },
    { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['get'], resourceNames: ['a', 'b'] },
    { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'], resourceNames: ['a', 'b'] },
  ]);
});

describe('renderSubject', () => {
  it.each([
    [{ kind: 'User', name: 'u' }, { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' }],
    [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }, { apiGroup: '', kind: 'ServiceAccount', name: 's', namespace: 'n' }],
  ])('of %j', (subject, rendered) => {
    expect(renderSubject(subject)).toEqual(rendered);
  });
});
