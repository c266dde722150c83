import { isGranted } from './rbac-grants';
import { Rule } from './rule';
import { CCM_LEASE_VERBS, leaseGrants } from '../facts/lease-grants';
import { LOCK_NAMESPACE } from '../facts/locks';
import { KCM } from '../kubernetes/component';
import { apiServers, asksForLeaderMigration, configPlace, managers, nameOf, textOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

const LEASES = { apiGroup: 'coordination.k8s.io', resource: 'leases' };

export const leaseAccessMissing: Rule = {
  id: 'lease-access-missing',
  severity: 'error',
  title: 'A component may not take the migration Lease',
  why: 'It retries for ever and looks healthy, and the migrated controllers silently never start on that side.',
  fix: 'Add a Role and a RoleBinding for the missing verbs on the migration Lease, beside the bootstrap Roles; `create` in a rule of its own, '
    + 'without resourceNames.',
  source: 'k8s.io/kubernetes@v1.20.15 to v1.37.1 plugin/pkg/auth/authorizer/rbac/bootstrappolicy; run with 1.26 and the AWS CCM',
  check: model => managers(model).filter(view => asksForLeaderMigration(view) && view.process?.migration && usesRbac(model)).flatMap(view => {
    const { migration } = view.process!;
    const namespace = textOf(view, 'leader-elect-resource-namespace', LOCK_NAMESPACE);
    const missing = needed(view).filter(
      verb => isGranted(model, view, { ...LEASES, verb, name: verb === 'create' ? undefined : migration!.leaderName, namespace }) === 'no',
    );
    // `unknown`: a binding to a role that is not here may grant it.
    if (missing.length === 0) return [];
    const hasRbac = model.roles.length + model.bindings.length > 0;
    return [{
      place: configPlace(view, /leaderName/),
      severity: hasRbac ? undefined : 'warning' as const,
      message: `${nameOf(view)} may not ${missing.join(', ')} the Lease `
        + `${namespace}/${migration!.leaderName}${hasRbac ? '' : ', as far as this input shows: it holds no roles'}`,
    }];
  }),
};

function needed({ component, version }: ComponentView): readonly string[] {
  return component === KCM ? leaseGrants(version!).kcmMissing : CCM_LEASE_VERBS;
}

function usesRbac(model: Model): boolean {
  const modes = apiServers(model).map(view => textOf(view, 'authorization-mode')).filter(mode => mode !== '');
  return modes.length === 0 || modes.some(mode => mode.split(',').includes('RBAC'));
}
