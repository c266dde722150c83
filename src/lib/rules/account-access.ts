import { authorizationOf, undecidedBy } from './authorization';
import { allows, bindingsOf, isSubject, KNOWN_BOOTSTRAP, rolesOf } from './rbac-grants';
import { Undecided } from './rule';
import { generatedBootstrap } from '../facts/generated';
import { CCM } from '../kubernetes/component';
import { flagOf, isUnknown, managers, nameOf } from '../view/ask';
import { BindingView, ComponentView, Place, ReadModel, RoleView } from '../view/model';

/** What the input says of the access of a cloud-controller-manager's account. */
export interface AccountAccess {
  /** `kube-system/cloud-controller-manager` */
  readonly account: string;
  /** The roles that are its own, or meant to be. */
  readonly roles: readonly RoleView[];
  /** Whether no binding that is meant for it is about such a role: then one that is not in the input may be. */
  readonly isUnbound: boolean;
  /** Whether what no role grants may be allowed all the same. */
  readonly isOpen: boolean;
  /** What is wrong with bindings that are meant for it, and what else may allow what they do not. */
  readonly hints: readonly string[];
  readonly place: Place;
}

/** What a role is about that lets a cloud-controller-manager work; one about Leases alone may be the migration's, beside roles that are not here. */
const WORK = ['nodes', 'nodes/status', 'services', 'services/status', 'serviceaccounts', 'serviceaccounts/token', 'events', '*'];

/** How its roles, their bindings and its account are called everywhere. */
const OWN_NAME = /cloud-controller-manager/;

/**
 * Undecided: the API server goes by rules that are not in the input. Undefined: the account is not known, may do everything, or its roles are not
 * part of the input: then it is taken that the cluster has them.
 */
export function accountAccess(view: ComponentView, model: ReadModel): AccountAccess | Undecided | undefined {
  if (view.component !== CCM || view.pod === undefined || view.origin === 'static-pod') return undefined;
  // Stryker disable next-line StringLiteral: a flag whose value is not known is given all the same; a command that is not known may have any
  if (flagOf(view, 'kubeconfig') !== undefined || isUnknown(view, 'kubeconfig')) return undefined;
  const { namespace, serviceAccount } = view.pod;
  const authorization = authorizationOf(model);
  if (authorization === 'everything') return undefined;
  const others = authorization === 'roles' ? undefined : authorization;
  if (others?.isAfterRoles === false) {
    return undecidedBy(others, `${nameOf(view)} may take its main lock and do its work as ServiceAccount ${namespace}/${serviceAccount}`);
  }
  if (isBoundByApiServer(namespace, serviceAccount)) return undefined;
  const meant = model.bindings.filter(binding => isMeantFor(binding, serviceAccount, view, model));
  const taken = new Set(model.bindings.map(nameOfBound));
  const bound = new Set(meant.map(nameOfBound));
  const roles = model.roles.filter(role => bound.has(nameOfRole(role)) || (OWN_NAME.test(role.name) && !taken.has(nameOfRole(role))));
  const own = bindingsOf(model, view);
  if (!roles.some(({ rules }) => rules.some(({ resources }) => resources.some(resource => WORK.includes(resource))))) {
    return grantsNothing(view, model, own);
  }
  const isUnbound = meant.every(({ roleName }) => KNOWN_BOOTSTRAP.includes(roleName));
  return {
    account: `${namespace}/${serviceAccount}`,
    roles,
    isUnbound,
    isOpen: others !== undefined,
    hints: [
      ...isUnbound ? ['no binding in the input gives it a role for its work'] : meant.flatMap(binding => hintOf(binding, own, model)),
      ...[...meant, ...roles].filter(({ isGivenTwice }) => isGivenTwice === true).map(({ kind, name }) =>
        `the input has several ${kind}s ${name}, which differ: the one that is applied last counts`),
      ...[...meant, ...roles].flatMap(({ kind, name, ownedBy }) =>
        ownedBy === undefined ? [] : [`${kind} ${name} is deleted without its owner ${ownedBy}, which is not in the input`]),
      ...others === undefined ? [] : [others.what],
    ],
    place: others?.place ?? (roles.find(role => bound.has(nameOfRole(role))) ?? roles[0]).place,
  };
}

/** Rights that together only a cloud-controller-manager asks for. */
const OF_MANAGER = [
  { verb: 'update', apiGroup: '', resource: 'nodes' }, { verb: 'patch', apiGroup: '', resource: 'nodes/status' },
  { verb: 'patch', apiGroup: '', resource: 'services/status' },
];

/** A role with the rights of a cloud-controller-manager that nothing in the input gives to another one: it may be meant for this one. */
function roleOfManager(model: ReadModel): RoleView | undefined {
  const isTaken = (role: RoleView) => model.bindings.some(binding => nameOfBound(binding) === nameOfRole(role)
    && managers(model).some(other => binding.subjects.some(subject => isSubject(subject, other))));
  return model.roles.find(role => !role.name.startsWith('system:controller:') && !isTaken(role)
    && OF_MANAGER.every(right => role.rules.some(rule => allows(rule, right))));
}

/** What gives it nothing, where no role that it is bound to is about its work: whether one does that is not in the input is not known. */
function grantsNothing(view: ComponentView, model: ReadModel, own: readonly BindingView[]): Undecided | undefined {
  const refused = model.bindings.find(binding => binding.refused !== undefined && binding.subjects.some(subject => isSubject(subject, view)));
  const empty = own.flatMap(binding => rolesOf(model, binding)).find(({ rules }) => rules.every(({ resources }) => resources.length === 0));
  const found = refused ?? empty ?? roleOfManager(model);
  if (found === undefined) return undefined;
  const why = found.refused !== undefined ? `the API server refuses ${found.kind} ${found.name}: ${found.refused}`
    : `${found.kind} ${found.name}, ${empty === undefined ? 'which has the rights for it, is for others' : 'which it is bound to, grants nothing'}`;
  return {
    undecided: {
      place: found.place,
      what: `whether ${nameOf(view)} may take its main lock and do its work as ServiceAccount ${view.pod!.namespace}/${view.pod!.serviceAccount} `
        + `is not known: ${why}`,
      fix: 'Correct it, or give the roles that its account has in the cluster.',
    },
  };
}

function nameOfRole({ kind, namespace, name }: Pick<RoleView, 'name' | 'namespace'> & { readonly kind: string }): string {
  return JSON.stringify([kind, namespace, name]);
}

/** The same of the role that a binding refers to: a ClusterRole is of no namespace. */
function nameOfBound({ roleKind: kind, roleName: name, namespace }: BindingView): string {
  return nameOfRole({ kind, name, namespace: kind === 'ClusterRole' ? undefined : namespace });
}

/** Whether the API server gives the account rights of its own accord. */
function isBoundByApiServer(namespace: string, account: string): boolean {
  // Stryker disable next-line ArrayDeclaration: what is no subject is no account
  return generatedBootstrap().rows.flatMap(({ subjects = [] }) => subjects).some(one => one.name === account && one.namespace === namespace);
}

/** Whether it names the account, or looks as if it should: by the account's name in another namespace, or by what everything of a CCM is called. */
function isMeantFor(binding: BindingView, account: string, view: ComponentView, model: ReadModel): boolean {
  const accounts = binding.subjects.filter(({ kind }) => kind !== 'Group');
  if (accounts.some(subject => isSubject(subject, view))) return true;
  if (managers(model).some(other => accounts.some(subject => isSubject(subject, other)))) return false;
  return [binding.name, binding.roleName, ...accounts.map(({ name }) => name)].some(name => name === account || OWN_NAME.test(name));
}

function hintOf(binding: BindingView, own: readonly BindingView[], model: ReadModel): readonly string[] {
  const name = `${binding.kind} ${binding.name}`;
  if (binding.refused !== undefined) return [`the API server refuses ${name}: ${binding.refused}`];
  if (!own.includes(binding)) {
    const subjects = binding.subjects.map(subject => `${subject.kind} ${[subject.namespace ?? [], subject.name].flat().join('/')}`);
    return [`${name} is for ${subjects.join(', ') || 'no subject'}`];
  }
  const isHere = rolesOf(model, binding).length > 0 || KNOWN_BOOTSTRAP.includes(binding.roleName);
  return isHere ? [] : [`${binding.roleKind} ${binding.roleName}, which ${name} refers to, is not in the input`];
}
