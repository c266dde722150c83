import { bindingsOf, isGranted, rolesOf } from './rbac-grants';
import { Rule } from './rule';
import { KCM } from '../kubernetes/component';
import { managers } from '../view/ask';
import { ReadModel, RoleView } from '../view/model';

export const createLimitedByResourceNames: Rule = {
  id: 'create-limited-by-resource-names',
  severity: 'warning',
  title: 'A rule limits `create` on Leases by name',
  why: 'A request to create has no name yet, so a rule with resourceNames never authorizes it: the verb has no effect there.',
  fix: 'Put `create` in a rule of its own, without resourceNames.',
  source: 'Kubernetes documentation, RBAC, "Referring to resources"; k8s.io/kubernetes@v1.26.15 plugin/pkg/auth/authorizer/rbac/rbac.go:177',
  check: model => model.roles.filter(role => !isNeedless(role, model)).flatMap(role => role.rules
    .filter(({ verbs, resources, resourceNames }) => resourceNames.length > 0 && verbs.includes('create') && resources.includes('leases'))
    .map(({ place, resourceNames }) => ({
      place,
      message: `${role.kind} ${role.name} allows to create only the Leases ${resourceNames.join(', ')}, which allows nothing`,
    }))),
};

/** Whether each component that has the role may create Leases without it, as kube-controller-manager may in every release: kops has such a Role. */
function isNeedless(role: RoleView, model: ReadModel): boolean {
  const holders = managers(model).filter(view => bindingsOf(model, view).some(binding => rolesOf(model, binding).includes(role)));
  const access = { verb: 'create', apiGroup: 'coordination.k8s.io', resource: 'leases', namespace: role.namespace };
  return holders.length > 0 && holders.every(view => view.component === KCM || isGranted(model, view, access) === 'yes');
}
