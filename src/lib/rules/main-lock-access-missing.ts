import { AccountAccess, accountAccess } from './account-access';
import { isGranted } from './rbac-grants';
import { Rule, Stop, stopFindings, Undecided, undecidedIf } from './rule';
import { LOCK_RESOURCES, LOCK_VERBS } from '../facts/ccm-rights';
import { nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT, ReadModel } from '../view/model';

export const mainLockAccessMissing: Rule = {
  id: 'main-lock-access-missing',
  severity: 'error',
  title: 'A cloud-controller-manager may not take its main lock',
  why: 'It retries forever, looks healthy, and never runs a controller.',
  fix: 'Bind a role to its service account that allows get and update on the object, and create without resourceNames; make sure that the binding '
    + 'names the account, its namespace and a role that exists.',
  source: 'k8s.io/client-go@v0.20.15 to v0.37.1 tools/leaderelection/leaderelection.go tryAcquireOrRenew; k8s.io/cloud-provider@v0.27.12 '
    + 'app/controllermanager.go:555-579, leaderElectAndRun; k8s.io/apiserver@v0.20.15 to v0.37.2 pkg/authorization/union/union.go',
  check: model => stopFindings(model, 'main-lock-access-missing', { undecided: 'warning' }),
  stops: (view, model) => {
    const access = accountAccess(view, model);
    return access === undefined ? NO_DOUBT.isGranted : 'undecided' in access ? access : lockStops(view, model, access);
  },
};

/** Where its release is not known, the locks of each that it may be are the same, as far as they work. */
function lockStops(view: ComponentView, model: ReadModel, access: AccountAccess): readonly (Stop | Undecided)[] {
  // Stryker disable next-line ArrayDeclaration: what a process is that cannot be enumerated is not known
  const [first = [], ...others] = (view.choices ?? []).map(({ mainLock }) => [...mainLock]);
  const locks = first.filter(lock => others.every(other => other.includes(lock)));
  return locks.flatMap((lock): readonly (Stop | Undecided)[] => {
    const [resource, namespace, name] = lock.split('/');
    const { apiGroup, kind } = LOCK_RESOURCES[resource];
    const isThere = model.objects.some(object => object.kind === kind && object.name === name && object.namespace === namespace);
    const answers = LOCK_VERBS.filter(verb => !(isThere && verb === 'create')).map(verb =>
      ({ verb, answer: isGranted(model, view, { verb, apiGroup, resource, namespace, name: verb === 'create' ? undefined : name }) }));
    const missing = answers.filter(({ answer }) => answer !== 'yes');
    const isOpen = access.isUnbound || access.isOpen || answers.some(({ answer }) => answer === 'unknown');
    return missing.length === 0 ? NO_DOUBT.isRight : [undecidedIf(isOpen, {
      place: access.place,
      what: [
        `${nameOf(view)} may not ${missing.map(({ verb }) => verb).join(', ')} the ${kind} ${namespace}/${name}, its main lock, as ServiceAccount `
          + access.account,
        ...access.hints,
      ].join('; '),
    })];
  });
}
