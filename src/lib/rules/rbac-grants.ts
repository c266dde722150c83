import { KCM_LOCK_ROLE, KCM_SUBJECTS, KCM_USER } from '../facts/lease-grants';
import { LOCK_NAMESPACE } from '../facts/locks';
import { REMOVED_RBAC } from '../facts/served-workloads';
import { KCM } from '../kubernetes/component';
import { KUBECONFIG_USER_ANNOTATION } from '../kubernetes/kubeconfig-annotation';
import { onceFor } from '../kubernetes/once-for';
import { isPlaceholder } from '../text/placeholder';
import { apiServers, flagOf, managers } from '../view/ask';
import { BindingView, ComponentView, PolicyRuleView, ReadModel, RoleView, Subject } from '../view/model';

/** What a component asks the API server for. */
export interface Access {
  readonly verb: string;
  readonly apiGroup: string;
  readonly resource: string;
  /** Name of the object; `create` is asked without one. */
  readonly name?: string;
  /** None: the object is of no namespace, or those of all namespaces are meant. */
  readonly namespace?: string;
}

/**
 * `unknown`: a binding refers to a role that is not part of the input, or that is filled from others which may not be; or what it would say is not
 * filled in.
 */
export type Answer = 'yes' | 'no' | 'unknown';

/** Groups of every service account: k8s.io/apiserver@v0.26.15 pkg/authentication/serviceaccount/util.go MakeGroupNames, user/user.go:75-88. */
const EVERY_ACCOUNT = ['system:serviceaccounts', 'system:authenticated'];

/** Roles that the API server makes, as far as they are about something else. */
export const KNOWN_BOOTSTRAP = ['extension-apiserver-authentication-reader', 'system:auth-delegator'];

/** Whether the input grants a component something. */
export function isGranted(model: ReadModel, view: ComponentView, access: Access): Answer {
  if (view.component === KCM && bootstrapRules(model, access.namespace).some(rule => allows(rule, access))) return 'yes';
  const answers = bindingsOf(model, view).filter(binding => reaches(binding, access.namespace)).map((binding): Answer => {
    const roles = rolesOf(model, binding);
    const isBuiltIn = binding.roleKind === 'ClusterRole' && binding.roleName === 'cluster-admin' && roles.length === 0;
    const granting = roles.filter(({ rules }) => rules.some(rule => allows(rule, access)));
    if (isBuiltIn || granting.length > 0) {
      const mayBeGone = binding.ownedBy !== undefined || (granting.length > 0 && granting.every(({ ownedBy }) => ownedBy !== undefined));
      const mayDiffer = binding.isGivenTwice === true || roles.some(role => role.isGivenTwice === true && !granting.includes(role));
      return mayBeGone || mayDiffer || isOfAnother(binding, view) ? 'unknown' : 'yes';
    }
    const isOpen = roles.length === 0 ? !KNOWN_BOOTSTRAP.includes(binding.roleName) : roles.some(({ isAggregated }) => isAggregated);
    // Stryker disable next-line StringLiteral: what is neither yes nor unknown is no
    return isOpen ? 'unknown' : 'no';
  });
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') || isUnfilled(model, view) ? 'unknown' : 'no';
}

/** Whether the account of a component, or a role or a binding of the input, has a part that is not filled in: it may grant anything to all. */
export function isUnfilled(model: ReadModel, { pod }: ComponentView): boolean {
  // Stryker disable next-line StringLiteral: a text without marks is filled in
  return [pod?.namespace, pod?.serviceAccount].some(name => isPlaceholder(name ?? '')) || unfilledRights(model);
}

const unfilledRights = onceFor(({ roles, bindings }: ReadModel): boolean => isPlaceholder(JSON.stringify([
  roles.map(({ name, namespace, rules }) => [name, namespace, rules.map(({ place: _, ...rule }) => rule)]),
  bindings.map(({ place: _, ...binding }) => binding),
])));

/** Whether it is for the service account alone of a kube-controller-manager whose kubeconfig is not known: that of every installer is of its user. */
function isOfAnother({ subjects }: BindingView, view: ComponentView): boolean {
  return isByKubeconfig(view) && !subjects.some(({ kind, name }) => kind === KCM_USER.kind && name === KCM_USER.name);
}

function isByKubeconfig(view: ComponentView): boolean {
  const { component, origin, pod, isHosted } = view;
  return component === KCM && (pod === undefined || origin === 'static-pod' || isHosted || flagOf(view, 'kubeconfig') !== undefined);
}

/** The bindings of the input that are a component's, as far as the API server takes them. */
export function bindingsOf(model: ReadModel, view: ComponentView): readonly BindingView[] {
  return model.bindings.filter(binding =>
    binding.refused === undefined && !isGone(model, binding) && binding.subjects.some(subject => isSubject(subject, view)));
}

/**
 * The API server itself binds this Role of its own to kube-controller-manager: what the input adds to it is granted without a binding in the input.
 */
function bootstrapRules(model: ReadModel, namespace: string | undefined): readonly PolicyRuleView[] {
  return model.roles.filter(
    role => role.kind === 'Role' && role.name === KCM_LOCK_ROLE && role.namespace === namespace && namespace === LOCK_NAMESPACE,
  ).flatMap(({ rules }) => rules);
}

/** All that the input has under its name: a patch of a role, and the role that it is for. */
export function rolesOf(model: ReadModel, { roleKind, roleName, namespace }: BindingView): readonly RoleView[] {
  return model.roles.filter(
    ({ kind, name, namespace: own }) => kind === roleKind && name === roleName && (kind === 'ClusterRole' || own === namespace),
  ).map(role => isGone(model, role) ? { ...role, rules: [] } : role);
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
  return has(rule.verbs, verb) && has(rule.apiGroups, apiGroup) && hasResource(rule.resources, resource)
    && (rule.resourceNames.length === 0 || rule.resourceNames.some(one => one === name));
}

function hasResource(list: readonly string[], resource: string): boolean {
  const [, subresource] = resource.split('/');
  return has(list, resource) || list.includes(`*/${subresource}`);
}

function has(list: readonly string[], item: string): boolean {
  return list.includes('*') || list.includes(item);
}

function reaches({ namespace }: BindingView, wanted: string | undefined): boolean {
  return namespace === undefined || namespace === wanted;
}

/**
 * kube-controller-manager with a kubeconfig has its user or, with a token, its service account; without one, as a workload, it has the account of its
 * pod, as a CCM has. A CCM that is a static pod, or a unit of systemd, has a user of its kubeconfig.
 */
export function isSubject(subject: Subject, view: ComponentView): boolean {
  const { origin, pod, isHosted } = view;
  if (isByKubeconfig(view)) {
    return KCM_SUBJECTS.some(({ kind, name, namespace }) =>
      subject.kind === kind && subject.name === name && (namespace === undefined || subject.namespace === namespace));
  }
  // It is the one whom its kubeconfig names, which no input has: the user that was meant, else one with its name.
  const user = isHosted ? pod?.annotations[KUBECONFIG_USER_ANNOTATION] : undefined;
  if (user !== undefined) return subject.kind === 'User' && subject.name === user;
  if (pod === undefined || origin === 'static-pod' || isHosted) {
    return subject.kind !== 'Group' && subject.name.includes('cloud-controller-manager');
  }
  const { namespace, serviceAccount } = pod;
  if (subject.kind === 'Group') return [...EVERY_ACCOUNT, `system:serviceaccounts:${namespace}`].includes(subject.name);
  if (subject.kind === 'User') return subject.name === `system:serviceaccount:${namespace}:${serviceAccount}`;
  return subject.kind === 'ServiceAccount' && subject.name === serviceAccount && subject.namespace === namespace;
}
