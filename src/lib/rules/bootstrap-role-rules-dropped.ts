import { Rule } from './rule';
import { bootstrapObjectsOf, PolicyRule } from '../facts/lease-grants';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, kcms } from '../view/ask';
import { BindingView, Model, PolicyRuleView, RoleView } from '../view/model';

export const bootstrapRoleRulesDropped: Rule = {
  id: 'bootstrap-role-rules-dropped',
  severity: 'error',
  title: 'A bootstrap Role or its binding is replaced by one that lacks its own rules or subjects',
  why: 'A merge patch, or applying the object, replaces the whole list. On 1.31 and later kube-controller-manager loses its main Lease until an API '
    + 'server starts again; a CCM beside it died within seconds.',
  fix: 'Leave the Role alone and add a Role and a RoleBinding of your own, or repeat all of its rules.',
  source: 'k8s.io/kubernetes@v1.31.14 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go:107-115; run: kubectl patch --type=merge',
  check: model => {
    const [version] = versions(model);
    if (version === undefined) return [];
    const rows = new Map(bootstrapObjectsOf(version).map(row => [keyOf(row), row]));
    return [
      ...model.roles.flatMap(role => {
        const missing = (rows.get(keyOf(role))?.rules ?? []).filter(rule => !role.rules.some(written => covers(written, rule)));
        return missing.length === 0 ? [] : [{
          place: role.place,
          message: `${role.kind} ${role.name} lacks ${missing.length} of the rules that Kubernetes ${version.minorVersion} gives it: `
          + `${missing.map(describe).join('; ')}`,
        }];
      }),
      ...model.bindings.flatMap(binding => {
        const missing = (rows.get(keyOf(binding))?.subjects ?? []).filter(subject => !binding.subjects.some(written =>
          written.kind === subject.kind && written.name === subject.name && [undefined, written.namespace].includes(subject.namespace)));
        return missing.length === 0 ? [] : [{
          place: binding.place,
          message: `${binding.kind} ${binding.name} is not for ${missing.map(({ kind, name }) => `${kind} ${name}`).join(', ')}, to whom Kubernetes `
            + `${version.minorVersion} binds it`,
        }];
      }),
    ];
  },
};

function keyOf({ kind, namespace, name }: Pick<RoleView | BindingView, 'name' | 'namespace'> & { readonly kind: string }): string {
  return JSON.stringify([kind, namespace, name]);
}

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
