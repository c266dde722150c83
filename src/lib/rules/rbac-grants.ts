import { KCM_LOCK_ROLE, KCM_SUBJECTS } from '../facts/lease-grants';
import { LOCK_NAMESPACE } from '../facts/locks';
import { REMOVED_RBAC } from '../facts/served-workloads';
import { KCM } from '../kubernetes/component';
import { apiServers, managers } from '../view/ask';
import { BindingView, ComponentView, PolicyRuleView, ReadModel, RoleView, Subject } from '../view/model';

/** What a component asks the API server for. */
export interface Access {
  readonly verb: string;
  readonly apiGroup: string;
  readonly resource: string;
  /** Name of the object; `create` is asked without one. */
  readonly name?: string;
  readonly namespace: string;
}

/** `unknown`: a binding refers to a role that is not part of the input. */
export type Answer = 'yes' | 'no' | 'unknown';

/** Roles that the API server makes, as far as they are about something else. */
const KNOWN_BOOTSTRAP = ['extension-apiserver-authentication-reader', 'system:auth-delegator'];

/** Whether the input grants a component something. */
export function isGranted(model: ReadModel, view: ComponentView, access: Access): Answer {
  if (view.component === KCM && bootstrapRules(model, access.namespace).some(rule => allows(rule, access))) return 'yes';
  const bindings = model.bindings.filter(binding =>
    !isGone(model, binding) && reaches(binding, access.namespace) && binding.subjects.some(subject => isSubject(subject, view)));
  if (bindings.some(
    binding => binding.roleName === 'cluster-admin' || roleOf(model, binding)?.rules.some(rule => allows(rule, access)),
  )) return 'yes';
  return bindings.some(binding => !roleOf(model, binding) && !KNOWN_BOOTSTRAP.includes(binding.roleName)) ? 'unknown' : 'no';
}

/**
 * The API server itself binds this Role of its own to kube-controller-manager: what the input adds to it is granted without a binding in the input.
 */
function bootstrapRules(model: ReadModel, namespace: string): readonly PolicyRuleView[] {
  return model.roles.filter(
    role => role.kind === 'Role' && role.name === KCM_LOCK_ROLE && role.namespace === namespace && namespace === LOCK_NAMESPACE,
  ).flatMap(({ rules }) => rules);
}

function roleOf(model: ReadModel, { roleKind, roleName, namespace }: BindingView): RoleView | undefined {
  const role = model.roles.find(
    ({ kind, name, namespace: own }) => kind === roleKind && name === roleName && (kind === 'ClusterRole' || own === namespace),
  );
  return role && isGone(model, role) ? { ...role, rules: [] } : role;
}

/** Whether no API server of the input serves its version any more, so that it is not in the cluster. */
export function isGone(model: ReadModel, { apiVersion }: RoleView | BindingView): boolean {
  const removed = REMOVED_RBAC[String(apiVersion)];
  if (removed === undefined) return false;
  const known = [...apiServers(model), ...managers(model)].filter(({ version }) => version !== undefined);
  return known.length > 0 && known.every(({ version }) => version!.minor >= removed.removedIn);
}

/** k8s.io/kubernetes@v1.26.15 pkg/registry/rbac/validation/policy_comparator.go and plugin/pkg/auth/authorizer/rbac/rbac.go:177-189. */
export function allows(rule: PolicyRuleView, { verb, apiGroup, resource, name }: Access): boolean {
  return has(rule.verbs, verb) && has(rule.apiGroups, apiGroup) && has(rule.resources, resource)
    && (rule.resourceNames.length === 0 || rule.resourceNames.some(one => one === name));
}

function has(list: readonly string[], item: string): boolean {
  return list.includes('*') || list.includes(item);
}

function reaches({ namespace }: BindingView, wanted: string): boolean {
  return namespace === undefined || namespace === wanted;
}

/**
 * kube-controller-manager has its user or, with a token, its service account; a CCM has the one of its pod, or as a static pod, or a unit of
 * systemd, a user of its kubeconfig.
 */
function isSubject(subject: Subject, view: ComponentView): boolean {
  const { component, origin, pod } = view;
  if (component === KCM) {
    return KCM_SUBJECTS.some(({ kind, name, namespace }) =>
      subject.kind === kind && subject.name === name && (namespace === undefined || subject.namespace === namespace));
  }
  if (pod === undefined || origin === 'static-pod') return subject.kind !== 'Group' && subject.name.includes('cloud-controller-manager');
  const { namespace, serviceAccount } = pod;
  if (subject.kind === 'Group') return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`].includes(subject.name);
  return subject.kind === 'ServiceAccount' && subject.name === serviceAccount && subject.namespace === namespace;
}
