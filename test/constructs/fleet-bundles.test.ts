import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { appsOf, ARGO_CD, argocd, byName, fleet, FLUX, flux, objectsOf } from './fleet-fixture';
import { ArgoCdBundleProps } from '../../src/constructs/argocd-bundle';
import { FleetClusters } from '../../src/constructs/fleet-clusters';
import { FluxBundleProps } from '../../src/constructs/flux-bundle';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { composedApp } from '../composed';
import { readTree } from '../golden';

describe('Argo CD', () => {
  it('moves a group when the groups before it are healthy, to the phase that the label of the cluster says', () => {
    const [applicationSet] = objectsOf(argocd({ maxUpdate: '25%' }));
    expect(applicationSet.spec.strategy.rollingSync.steps).toEqual(ARGO_CD.groups.map(group => ({
      matchExpressions: [{ key: 'ccm-migration/group', operator: 'In', values: [group] }], maxUpdate: '25%',
    })));
    // What a step selects is what the template writes on the Application, from the label of the cluster.
    expect(applicationSet.spec.template.metadata.labels['ccm-migration/group']).toBe('{{ index .metadata.labels "ccm-migration/group" }}');
    expect(applicationSet.spec.template.spec.source.path).toBe('bundles/argocd/phases/{{ index .metadata.labels "ccm-migration/phase" }}');
    expect(applicationSet.spec.template.spec.syncPolicy).toEqual({ automated: { prune: true }, syncOptions: ['PruneLast=true'] });
    expect(readdirSync(join(fleet.dir, 'argocd', 'phases')).sort()).toEqual(
      applicationSet.spec.generators[0].clusters.selector.matchExpressions[0].values.sort(),
    );
  });

  it('waits for the Lease with the right to read it and nothing else', () => {
    fleet.apps = appsOf({ strategy: MigrationStrategy.leaderMigration({ leaderName: 'my-lease' }) });
    const gate = objectsOf(join(argocd(), 'phases', 'mixed')).filter(object => object.metadata?.name === 'ccm-migration-gate');
    expect(gate.find(({ kind }) => kind === 'Role').rules).toEqual([
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: ['my-lease'], verbs: ['get'] },
    ]);
    const job = gate.find(({ kind }) => kind === 'Job');
    expect(job.metadata.annotations['argocd.argoproj.io/hook']).toBe('Sync');
    expect(job.spec.template.spec.containers[0].args.slice(0, 3)).toEqual(['get', '--namespace=kube-system', 'lease/my-lease']);
    fleet.apps = appsOf({ strategy: MigrationStrategy.controllersOffThenOn() });
    expect(objectsOf(join(argocd(), 'phases', 'n-plus-1')).filter(object => object.kind === 'Job')).toEqual([]);
  });

  it.each<[string, Partial<ArgoCdBundleProps>, string]>([
    ['no group', { groups: [] }, 'groups is empty, so no cluster would ever move; give at least one, first the one that goes first'],
    ['a group twice', { groups: ['a', 'b', 'a'] }, 'group \'a\' is in groups twice, so it would move before and after others; give each group once'],
    ['a group that is no label', { groups: ['a b'] },
      'group \'a b\' cannot be the value of a label; accepted: at most 63 letters, digits and \'-_.\', first and last a letter or digit'],
    ['nothing at once', { maxUpdate: '0' }, 'maxUpdate \'0\' would move no cluster or is not a number; give one like \'5\' or \'25%\''],
    ['a path outside', { path: '../x' }, 'path \'../x\' is not a path from the root of the repository; give one like \'bundles/argocd\''],
  ])('fails with %s', (_, more, message) => {
    expect(() => argocd(more)).toThrow(new Error(message));
  });

  it('fails, and writes nothing, when an object of the user has the name of the gate', () => {
    fleet.apps = new Map([[MigrationPhase.MIXED, composedApp(MigrationPhase.MIXED, {}, [
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'ccm-migration-gate', namespace: 'kube-system' } },
    ])]]);
    expect(() => argocd()).toThrow('ServiceAccount \'kube-system/ccm-migration-gate\' is in phase \'mixed\' twice');
    expect(readTree(fleet.dir).size).toBe(0);
  });
});

describe('Flux', () => {
  it('moves a cluster when all of the group before it are done, access first, and into `disabled` the pods first', () => {
    const all = byName(flux());
    const names = (list: { name: string }[] = []) => list.map(({ name }) => name);
    const order = Object.fromEntries(Object.entries(all).map(([name, { spec }]) => [name, names(spec.dependsOn)]));
    expect(order).toEqual({
      'test-ccm-steady': [],
      'test-ccm-transition': ['test-ccm-steady'],
      'eu-1-ccm-transition': ['test-ccm-transition'],
      'eu-1-ccm-steady': ['eu-1-ccm-transition'],
      'eu-2-ccm-transition': ['test-ccm-transition'],
      'eu-2-ccm-steady': ['eu-2-ccm-transition'],
    });
    expect(all['eu-1-ccm-steady'].spec.path).toBe('./bundles/flux/phases/mixed/steady');
    expect(all['eu-1-ccm-steady'].metadata.labels).toEqual({ 'ccm-migration/group': 'eu', 'ccm-migration/phase': 'mixed' });
    expect(all['test-ccm-steady'].spec.kubeConfig).toEqual({ secretRef: { name: 'test' } });
    expect(all['eu-1-ccm-steady'].spec.kubeConfig).toBeUndefined();
  });

  it('counts a cluster as done when the workload is available and, while there is one, the migration Lease has a holder', () => {
    const all = byName(flux());
    const workload = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'aws-cloud-controller-manager', namespace: 'kube-system' };
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', name: 'cloud-provider-extraction-migration', namespace: 'kube-system' };
    const checks = (name: string) => all[name].spec.healthChecks;
    expect([checks('test-ccm-steady'), checks('eu-1-ccm-steady'), checks('eu-2-ccm-steady')]).toEqual([[workload], [workload, lease], [lease]]);
    expect([checks('test-ccm-transition'), checks('eu-1-ccm-transition')]).toEqual([undefined, undefined]);
    expect(all['eu-1-ccm-steady'].spec.healthCheckExprs.map(({ kind }: { kind: string }) => kind)).toEqual(['Lease']);
    fleet.apps = appsOf({ strategy: MigrationStrategy.controllersOffThenOn() });
    expect(byName(flux())['eu-2-ccm-steady'].spec.healthChecks).toBeUndefined();
  });

  it.each<[string, Partial<FluxBundleProps>, string]>([
    ['no cluster', { clusters: [] }, 'clusters is empty, so there is nothing to deliver to; give at least one'],
    ['a cluster twice', { clusters: [FLUX.clusters[0], FLUX.clusters[0]] }, 'cluster \'test\' is in clusters twice; give each cluster once'],
    ['a group without a place', { groups: ['canary'] }, 'group \'eu\' of cluster \'eu-1\' is not in groups; accepted: \'canary\''],
    ['a group without a cluster', { groups: ['canary', 'none', 'eu'] },
      'group \'none\' has no cluster, so the groups after it would not wait; remove it from groups'],
    ['a name that is none', { clusters: [{ ...FLUX.clusters[0], name: 'Eu' }] },
      'cluster \'Eu\' cannot be part of the name of an object; accepted: at most 46 lower case letters, digits and \'-\', first and last a letter '
        + 'or digit'],
  ])('fails with %s', (_, more, message) => {
    expect(() => flux(more)).toThrow(new Error(message));
    expect(readTree(fleet.dir).size).toBe(0);
  });

  describe('of clusters as their labels say', () => {
    const labelled = (kind: string, name: string, labels: object, namespace = 'flux-system') =>
      stringify({ apiVersion: kind === 'Secret' ? 'v1' : 'cluster.x-k8s.io/v1beta1', kind, metadata: { name, namespace, labels } }, {
        version: '1.1',
      });
    const to = (phase: string, group = 'canary') => ({ 'ccm-migration/phase': phase, 'ccm-migration/group': group });

    it('moves each to its phase, with the kubeconfig of Cluster API or the Secret that has the labels', () => {
      const manifests = [labelled('Cluster', 'test', to('disabled')), labelled('Secret', 'eu-1', to('mixed', 'eu')), labelled('Secret', 'other', {}),
        ''].join('---\n');
      const all = byName(flux({ clusters: FleetClusters.fromManifests(manifests) }));
      expect(Object.keys(all).sort()).toEqual(['eu-1-ccm-steady', 'eu-1-ccm-transition', 'test-ccm-steady', 'test-ccm-transition']);
      expect(all['test-ccm-steady'].spec)
        .toMatchObject({ path: './bundles/flux/phases/disabled/steady', kubeConfig: { secretRef: { name: 'test-kubeconfig' } } });
      expect(all['eu-1-ccm-steady'].spec).toMatchObject({ path: './bundles/flux/phases/mixed/steady', kubeConfig: { secretRef: { name: 'eu-1' } } });
      expect(all['eu-1-ccm-steady'].metadata.labels).toEqual(to('mixed', 'eu'));
    });

    it.each<[string, string, string]>([
      ['no label', labelled('Cluster', 'a', {}), 'no object in the manifests of the clusters has the label \'ccm-migration/phase\'; label each '
        + 'cluster that is to move'],
      ['a phase that is none', labelled('Cluster', 'a', to('N')),
        'label \'ccm-migration/phase\' of Cluster \'flux-system/a\' is \'N\'; accepted: \'n\', \'mixed\', \'n-plus-1\', \'disabled\''],
      ['a phase that YAML reads as false', labelled('Cluster', 'a', to('n')).replace('"n"', 'n'),
        'label \'ccm-migration/phase\' of Cluster \'flux-system/a\' is false and not a text; put it in quotes, as in "n"'],
      ['no group', labelled('Cluster', 'a', { 'ccm-migration/phase': 'n' }),
        'Cluster \'flux-system/a\' has no label \'ccm-migration/group\', so it is in no group; give it the label'],
      ['another namespace', labelled('Cluster', 'a', to('n'), 'x'),
        'Cluster \'x/a\' is not in namespace \'flux-system\', where Flux looks for its kubeconfig; move it there, or give its namespace here and to '
          + 'the bundle'],
      ['another kind', labelled('AWSCluster', 'a', to('n')),
        'AWSCluster \'flux-system/a\' has the label \'ccm-migration/phase\', but is neither a Cluster of Cluster API nor a Secret with a '
          + 'kubeconfig; label one of those'],
      ['no YAML', 'a: [', 'the manifests of the clusters are not YAML: Flow sequence in block collection must be sufficiently indented and end with '
        + 'a ] at line 1, column 5:'],
    ])('fails with %s', (_, manifests, message) => {
      expect(() => FleetClusters.fromManifests(manifests)).toThrow(new Error(message));
    });
  });

  it('fails with a phase that is not in the bundle', () => {
    fleet.apps = new Map([[MigrationPhase.DISABLED, composedApp(MigrationPhase.DISABLED)]]);
    expect(() => flux()).toThrow(new Error('phase \'mixed\' of cluster \'eu-1\' is not in the bundle; its phases: \'disabled\''));
  });
});
