import { authorizationOf, undecidedBy } from './authorization';
import { isGone, isGranted } from './rbac-grants';
import { Answer, doubtsOf, Finding, Rule, stopFindings, Undecided, undecidedIf } from './rule';
import { CCM_LEASE_VERBS, leaseGrants } from '../facts/lease-grants';
import { LOCK_NAMESPACE } from '../facts/locks';
import { KCM } from '../kubernetes/component';
import { asksForLeaderMigration, configPlace, managers, nameOf, textOf } from '../view/ask';
import { ComponentView, NO_DOUBT, ReadModel } from '../view/model';

const LEASES = { apiGroup: 'coordination.k8s.io', resource: 'leases' };

export const leaseAccessMissing: Rule = {
  id: 'lease-access-missing',
  severity: 'error',
  title: 'A component may not take the migration Lease',
  why: 'It retries forever and looks healthy, and the migrated controllers silently never start on that side.',
  fix: 'Add a Role and a RoleBinding for the missing verbs on the migration Lease, beside the bootstrap Roles; `create` in a rule of its own, '
    + 'without resourceNames.',
  source: 'k8s.io/kubernetes@v1.20.15 to v1.37.1 plugin/pkg/auth/authorizer/rbac/bootstrappolicy; run with 1.26 and the AWS CCM; '
    + 'k8s.io/apiserver@v0.20.15 to v0.37.2 pkg/authorization/union/union.go',
  check: model => [
    ...stopFindings(model, 'lease-access-missing', { undecided: 'warning' }),
    ...hasRoles(model) ? [] : managers(model).flatMap(view => withoutRoles(answerOf(view, model))),
  ],
  stops: (view, model) => {
    const answer = answerOf(view, model);
    return hasRoles(model) || 'undecided' in answer ? answer : NO_DOUBT.isGranted;
  },
};

/** Of an input without roles it is taken that the cluster has them: what they grant is not known. */
function withoutRoles(answer: Answer): readonly Undecided<Finding>[] {
  // Those who decide in place of roles are told as what keeps it from the Lease.
  return 'undecided' in answer ? [] : doubtsOf(answer).map(({ place, what }) =>
    ({ undecided: { place, severity: 'warning', message: `${what}, as far as this input shows: it holds no roles` } }));
}

function hasRoles({ roles, bindings }: ReadModel): boolean {
  return roles.length + bindings.length > 0;
}

function answerOf(view: ComponentView, model: ReadModel): Answer {
  const authorization = authorizationOf(model);
  if (!asksForLeaderMigration(view) || !view.process?.migration || authorization === 'everything') return NO_DOUBT.notAsked;
  const { migration } = view.process;
  const namespace = textOf(view, 'leader-elect-resource-namespace', LOCK_NAMESPACE);
  const lease = `the Lease ${namespace}/${migration.leaderName}`;
  const others = authorization === 'roles' ? undefined : authorization;
  if (others?.isAfterRoles === false) return undecidedBy(others, `${nameOf(view)} may use ${lease}`, 'no-migration-lock');
  const answers = needed(view).map(verb =>
    ({ verb, answer: isGranted(model, view, { ...LEASES, verb, name: verb === 'create' ? undefined : migration.leaderName, namespace }) }));
  const certain = answers.filter(({ answer }) => answer === 'no');
  // `unknown`: a binding to a role that is not here may grant it.
  const missing = (certain.length > 0 ? certain : answers.filter(({ answer }) => answer !== 'yes')).map(({ verb }) => verb);
  return missing.length === 0 ? NO_DOUBT.isRight : [undecidedIf(others !== undefined || certain.length === 0, {
    place: others?.place ?? configPlace(view, /leaderName/),
    what: `${nameOf(view)} may not ${missing.join(', ')} ${lease}${goneFrom(model)}${others === undefined ? '' : `; ${others.what}`}`,
    reaches: 'no-migration-lock',
  })];
}

function needed({ component, version }: ComponentView): readonly string[] {
  return component === KCM ? leaseGrants(version!).kcmMissing : CCM_LEASE_VERBS;
}

/** What does not count because its version is gone. */
function goneFrom(model: ReadModel): string {
  const gone = [...model.roles, ...model.bindings].filter(one => isGone(model, one))
    .map(({ kind, name, apiVersion }) => `${kind} ${name} (${apiVersion})`);
  return gone.length === 0 ? '' : `; the API server does not serve the version of ${gone.join(', ')}`;
}
