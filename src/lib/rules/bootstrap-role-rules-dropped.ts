import { Rule } from './rule';
import { KCM_LOCK_ROLE, leaseGrants, PolicyRule } from '../facts/lease-grants';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, kcms } from '../view/ask';
import { Model, PolicyRuleView } from '../view/model';

export const bootstrapRoleRulesDropped: Rule = {
  id: 'bootstrap-role-rules-dropped',
  severity: 'error',
  title: 'A bootstrap Role is replaced by one that lacks its own rules',
  why: 'A merge patch, or applying the Role, replaces the whole list. On 1.31 and later kube-controller-manager loses its main Lease until an API '
    + 'server starts again; a CCM beside it died within seconds.',
  fix: 'Leave the Role alone and add a Role and a RoleBinding of your own, or repeat all of its rules.',
  source: 'k8s.io/kubernetes@v1.31.14 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go:107-115; run: kubectl patch --type=merge',
  check: model =>
    model.roles.filter(({ kind, name }) => kind === 'Role' && name === KCM_LOCK_ROLE).flatMap(role => versions(model).slice(0, 1).flatMap(version => {
      const missing = leaseGrants(version).roleRules.filter(rule => !role.rules.some(written => covers(written, rule)));
      return missing.length === 0 ? [] : [{
        place: role.place,
        message: `Role ${role.name} lacks ${missing.length} of the rules that Kubernetes ${version.minorVersion} gives it: `
        + `${missing.map(describe).join('; ')}`,
      }];
    })),
};

/** Newest first: it has the most to lose. */
function versions(model: Model): readonly KubernetesVersion[] {
  return [...apiServers(model), ...kcms(model)].flatMap(({ version }) => version ?? []).sort((a, b) => b.minor - a.minor);
}

function covers(written: PolicyRuleView, rule: PolicyRule): boolean {
  const within = (list: readonly string[], wanted: readonly string[]) => list.includes('*') || wanted.every(item => list.includes(item));
  // Stryker disable next-line MethodExpression: no bootstrap rule names more than one object
  const coversNames = written.resourceNames.length === 0 || (rule.resourceNames?.every(name => written.resourceNames.includes(name)) ?? false);
  return coversNames && within(written.apiGroups, rule.apiGroups) && within(written.resources, rule.resources) && within(written.verbs, rule.verbs);
}

function describe({ resources, verbs, resourceNames }: PolicyRule): string {
  return [verbs, resources, ...resourceNames ? [resourceNames] : []].map(list => list.join(',')).join(' ');
}
