import { Rule } from './rule';

export const createLimitedByResourceNames: Rule = {
  id: 'create-limited-by-resource-names',
  severity: 'warning',
  title: 'A rule limits `create` on Leases by name',
  why: 'A request to create has no name yet, so a rule with resourceNames never authorizes it: the verb has no effect there.',
  fix: 'Put `create` in a rule of its own, without resourceNames.',
  source: 'Kubernetes documentation, RBAC, "Referring to resources"; k8s.io/kubernetes@v1.26.15 plugin/pkg/auth/authorizer/rbac/rbac.go:177',
  check: model => model.roles.flatMap(role => role.rules
    .filter(({ verbs, resources, resourceNames }) => resourceNames.length > 0 && verbs.includes('create') && resources.includes('leases'))
    .map(({ place, resourceNames }) => ({
      place,
      message: `${role.kind} ${role.name} allows to create only the Leases ${resourceNames.join(', ')}, which allows nothing`,
    }))),
};
