import { hostedFiles } from './hosted-app';
import { planOf } from './plans';
import { ManagerDeployment } from '../../../src/lib/migration/manager-deployment/manager-deployment';
import { Plan } from '../../../src/lib/plan/plan';
import { byHand } from '../../../src/lib/plan/render/by-hand';
import { rightsOf } from '../../../src/lib/plan/rights';
import { PlanStateName } from '../../../src/lib/plan/state';
import { DeploymentShape, managerDeployment } from '../../deployed-manager';

const RECREATE = ['type: Recreate'];

function planned(from: PlanStateName, to: PlanStateName, shape?: DeploymentShape): Plan {
  const result = planOf(hostedFiles(shape), from, to);
  if ('refused' in result) throw new Error(result.refused.reason);
  return result.plan;
}

const forth = (shape?: DeploymentShape) => planned('not-started', 'n-plus-1', shape);
const back = (shape?: DeploymentShape) => planned('disabled', 'not-started', shape);
const idsOf = ({ steps }: Plan) => steps.map(({ name }) => name);
const find = ({ steps }: Plan, name: string) => steps.find(step => step.name === name)!;

describe('a plan of a Deployment of kube-controller-manager', () => {
  it('has a step for each roll, and none that stops it', () => {
    expect(idsOf(forth()).filter(name => !/volumes|ebs|tags|node-names/.test(name))).toEqual([
      'n/lease-access', 'n/enable', 'n/leader-of-n', 'mixed/api-server', 'mixed/kubeconfig', 'mixed/apply-mixed', 'mixed/leader-of-mixed',
      'n-plus-1/api-server', 'n-plus-1/upgrade', 'n-plus-1/leader-of-n-plus-1', expect.stringMatching(/^n-plus-1\/worker-/), 'n-plus-1/settled',
    ]);
    expect(idsOf(back())).toEqual([
      'n-plus-1/reenable', 'n-plus-1/leader-of-n-plus-1', 'n-plus-1/settled', expect.stringMatching(/^mixed\/worker-back-/), 'mixed/rollback',
      'mixed/leader-of-mixed', 'n/ccm-gone', 'n/leader-of-n', 'not-started/restore', 'not-started/lease-access-gone',
      'not-started/lease-gone-cloud-provider-extraction-migration',
    ]);
  });

  it('judges each roll with pods of both sides, and what runs beside them', () => {
    const { coexists: first } = find(forth(), 'n/enable');
    expect(first.map(line => /with(?:out)? Leader Migration/.exec(line)?.[0])).toEqual(['without Leader Migration', 'with Leader Migration']);
    expect(first.join()).toContain('pod of version N before the migration');
    const { coexists, verdict } = find(forth(), 'n-plus-1/upgrade');
    expect([coexists.length, coexists.join()]).toEqual([3, expect.stringContaining('pod of version N+1')]);
    expect(verdict).toMatchObject({ exclusivity: true, liveness: true, declaredGaps: [] });
  });

  it('goes to the cluster that each object is in', () => {
    const text = byHand(forth(), '..');
    const lines = text.split('\n').filter(line => /kubectl (--kubeconfig="\$MANAGEMENT_KUBECONFIG" )?(apply|rollout)/.test(line));
    const isOf = (line: string) => (line.includes('MANAGEMENT_KUBECONFIG') ? 'management' : 'served');
    expect(lines.map(line => [isOf(line), /\/(\S+)\.k8s\.yaml/.exec(line)?.[1] ?? 'asked'])).toEqual(expect.arrayContaining([
      ['served', 'n/10-lease-access'], ['management', 'n/40-management-kcm'], ['served', 'mixed/15-ccm-access'],
      ['management', 'mixed/20-management-config'], ['management', 'mixed/30-management-ccm'], ['management', 'n-plus-1/40-management-kcm'],
    ]));
    expect(lines.filter(line => isOf(line) === 'served' && line.includes('management'))).toEqual([]);
    expect(text).toContain('kubectl --kubeconfig="$MANAGEMENT_KUBECONFIG" get secret cloud-controller-manager-kubeconfig -n prod-eu');
    // Of one that its own cluster runs there is one cluster.
    expect(byHand(forth({ isOwn: true }), '..')).not.toContain('MANAGEMENT');
  });

  it('needs rights in both clusters, each for what is there', () => {
    const { rules, managementRules } = rightsOf(forth());
    expect(rules.filter(({ namespace }) => namespace === 'prod-eu')).toEqual([]);
    const verbsOf = (resource: string) => managementRules.find(one => one.resource === resource && one.namespace === 'prod-eu')?.verbs;
    expect(verbsOf('deployments')).toEqual(expect.arrayContaining(['get', 'list', 'create', 'patch']));
    expect(verbsOf('configmaps')).toEqual(expect.arrayContaining(['create', 'patch']));
    expect(verbsOf('secrets')).toEqual(['get']);
    expect(rightsOf(forth({ isOwn: true })).managementRules).toEqual([]);
  });

  it('keeps a copy before the first change, and gives that back', () => {
    const enable = find(forth(), 'n/enable');
    expect(enable.run.map(({ kind }) => kind.do)).toEqual(['copy-object', 'objects/apply-file']);
    expect(enable.undo.map(({ kind }) => kind.do)).toEqual(['restore-object', 'rolled-out', 'objects/delete-object']);
    // Not before no pod mounts it.
    expect(enable.undo.at(-1)!.given).toMatchObject({ kind: 'configmap', name: 'kube-controller-manager-leader-migration', cluster: 'management' });
    const restore = find(back(), 'not-started/restore');
    expect(restore.run.map(({ kind, given }) => [kind.do, given])).toEqual([
      ['restore-object', {
        state: 'not-started', kind: 'deployment.apps', namespace: 'prod-eu', name: 'kube-controller-manager', cluster: 'management',
      }],
    ]);
    const gone = find(back(), 'not-started/lease-access-gone').run.map(({ given }) => (given as { kind: string }).kind);
    expect(gone).not.toContain('deployment.apps');
  });

  it('asks for the Lease as the account of its pods, where these have no kubeconfig, and plans though no App has that account', () => {
    const text = managerDeployment({ isOwn: true }).replace(/(?=^ +automountServiceAccountToken)/m, '      serviceAccountName: kcm\n');
    const result = planOf(hostedFiles({ isOwn: true }, { managerDeployment: ManagerDeployment.ofCluster(text) }), 'not-started', 'n-plus-1');
    const { plan } = result as { readonly plan: Plan };
    const whoOf = (one: Plan) => find(one, 'n/lease-access').proof.map(({ given }) => (given as { readonly who: string }).who);
    expect([whoOf(plan), whoOf(forth()), whoOf(forth({ isOwn: true }))])
      .toEqual([['system:serviceaccount:kube-system:kcm'], ['system:kube-controller-manager'], ['system:serviceaccount:kube-system:default']]);
    const impersonated = (one: Plan) => rightsOf(one).rules.filter(({ verbs }) => verbs.includes('impersonate'))
      .map(({ resource, namespace, names }) => [resource, namespace, names]);
    expect(impersonated(plan)).toEqual([['serviceaccounts', 'kube-system', ['kcm']]]);
    expect(impersonated(forth())).toEqual([['users', undefined, ['system:kube-controller-manager']]]);
  });

  it('is bounded by the locks, and says what Recreate takes away besides', () => {
    expect(find(forth(), 'n-plus-1/upgrade').gap).toMatchObject({ alreadyBidding: 23.8, mainLockFirst: 43.2 });
    expect(find(forth(), 'n-plus-1/upgrade').gap.text).not.toContain('Recreate');
    expect(find(forth({ strategy: RECREATE }), 'n-plus-1/upgrade').gap.text).toContain('Recreate: all 2 pods end before the first new one is '
      + 'made, so until a new one leads no process runs the other controllers of kube-controller-manager');
  });

  it('fails where kube-controller-manager is not the first container, which is what a step asks', () => {
    expect(() => planned('mixed', 'n-plus-1', { first: 'proxy' })).toThrow('kube-controller-manager is not the first container of Deployment');
  });
});
