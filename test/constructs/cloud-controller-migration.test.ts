import { ApiObject, App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import { Role } from 'cdk8s-plus-27';
import {
  AwsCcm, CcmRunOptions, CcmWorkload, CloudControllerMigration, CloudProvider, CustomCcm, KubernetesVersion, LeaderMigrationStyle,
  LeaseAccessMode, Migration, MigrationPhase, MigrationProps, MigrationStrategy,
} from '../../src';

type Json = { [key: string]: any };

const OPTIONS: MigrationProps = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
const PROPS = { migration: new Migration(OPTIONS), phase: MigrationPhase.MIXED };

function kinds(chart: Chart): string[] {
  return (Testing.synth(chart) as Json[]).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
}

describe('CloudControllerMigration', () => {
  it('writes into the Chart that encloses it, in apply order', () => {
    const chart = Testing.chart();
    new CloudControllerMigration(chart, 'migration', PROPS);
    expect(kinds(chart)).toEqual([
      'Role/leader-migration:kube-controller-manager', 'RoleBinding/leader-migration:kube-controller-manager',
      'Role/leader-migration:cloud-controller-manager', 'RoleBinding/leader-migration:cloud-controller-manager',
      'ConfigMap/leader-migration-config',
      'ServiceAccount/cloud-controller-manager', 'ClusterRole/system:cloud-controller-manager',
      'RoleBinding/cloud-controller-manager:apiserver-authentication-reader', 'ClusterRoleBinding/system:cloud-controller-manager',
      'Role/cloud-controller-manager:controller-accounts', 'RoleBinding/cloud-controller-manager:controller-accounts',
      'Role/cloud-controller-manager:leader-election', 'RoleBinding/cloud-controller-manager:leader-election', 'DaemonSet/'
        + 'aws-cloud-controller-manager',
    ]);
  });

  it('keeps its paths, which are public', () => {
    const chart = new Chart(new App(), 'c');
    const migration = new CloudControllerMigration(chart, 'migration', PROPS);
    const paths = migration.node.findAll().map(({ node }) => node.path);
    expect(paths).toEqual(expect.arrayContaining([
      'c/migration/kube-controller-manager/Role', 'c/migration/cloud-controller-manager/RoleBinding', 'c/migration/config/Resource',
      'c/migration/ccm/ServiceAccount', 'c/migration/ccm/Resource', 'c/migration/NodeFiles',
    ]));
  });

  it('gives the namespace of a platform\'s Chart to nothing of its own', () => {
    const chart = new Chart(new App(), 'platform', { namespace: 'platform' });
    new CloudControllerMigration(chart, 'migration', PROPS);
    const namespaces = (Testing.synth(chart) as Json[]).map(({ kind, metadata }) => `${kind} ${metadata.namespace}`);
    expect(namespaces.filter(text => !text.endsWith(' kube-system'))).toEqual(['ClusterRole undefined', 'ClusterRoleBinding undefined']);
  });

  it.each([['1.28.15', '1.29.14'], ['1.29.14', '1.30.10'], ['1.30.10', '1.31.4']])('takes an in-tree cloud of %s for switched on where no flag says '
    + 'otherwise', (from, to) => {
    const migration = new Migration({
      clusterId: 'prod-gce',
      fromVersion: KubernetesVersion.of(from),
      toVersion: KubernetesVersion.of(to),
      ccm: CustomCcm.of({
        cloud: CloudProvider.GCE,
        image: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v30.0.0',
        rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] }],
      }),
    });
    const written = Object.values(MigrationPhase)
      .map(phase => new CloudControllerMigration(new Chart(new App(), 'gce'), 'migration', { migration, phase }));
    expect(written.map(({ phase }) => phase)).toEqual(migration.phases);
  });

  it('fails with what plain JavaScript can hand in', () => {
    expect(() => new CloudControllerMigration(Testing.chart(), 'migration', { phase: MigrationPhase.N } as unknown as typeof PROPS))
      .toThrow(new Error(
        '`migration` is missing; give a Migration: new Migration({ clusterId: ..., toVersion: ... })'));
  });

  it('can be changed with a patch, the promised way out', () => {
    const chart = Testing.chart();
    const { node } = new CloudControllerMigration(chart, 'migration', PROPS);
    ApiObject.of(node.findChild('ccm')).addJsonPatch(JsonPatch.replace('/spec/template/spec/priorityClassName', 'mine'));
    const daemonSet = (Testing.synth(chart) as Json[]).find(({ kind }) => kind === 'DaemonSet')!;
    expect(daemonSet.spec.template.spec.priorityClassName).toBe('mine');
  });

  describe('the ServiceAccount', () => {
    it('is what a platform composes with', () => {
      const chart = Testing.chart();
      const { serviceAccount } = new CloudControllerMigration(chart, 'migration', PROPS);
      new Role(chart, 'own', { metadata: { namespace: 'kube-system' } }).bind(serviceAccount);
      const binding = (Testing.synth(chart) as Json[]).find(({ kind, roleRef }) => kind === 'RoleBinding' && roleRef.name.startsWith('test-own'))!;
      expect(binding.subjects).toEqual([{ apiGroup: '', kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' }]);
    });

    it('is none in phase n', () => {
      const migration = new CloudControllerMigration(Testing.chart(), 'migration', { ...PROPS, phase: MigrationPhase.N });
      expect(() => migration.serviceAccount).toThrow(new Error("phase 'n' has no cloud-controller-manager, so no ServiceAccount"));
    });
  });

  describe('with leader election tuning', () => {
    function args(run: CcmRunOptions, phase = MigrationPhase.MIXED): string[] {
      const chart = Testing.chart();
      new CloudControllerMigration(chart, 'migration', { migration: new Migration({ ...OPTIONS, ccm: AwsCcm.of({ run }) }), phase });
      const daemonSet = (Testing.synth(chart) as Json[]).find(({ kind }) => kind === 'DaemonSet')!;
      return daemonSet.spec.template.spec.containers[0].args.filter((arg: string) => arg.startsWith('--leader-elect-'));
    }
    const tuning = { leaderElection: { leaseDuration: Duration.minutes(1), renewDeadline: Duration.seconds(40), retryPeriod: Duration.seconds(5) } };
    const flags = ['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=5s'];

    it('writes the flags, and those of `flags` win', () => {
      expect(args(tuning, MigrationPhase.DISABLED)).toEqual(flags);
      expect(args({ ...tuning, flags: { 'leader-elect-retry-period': '4s' } }, MigrationPhase.DISABLED))
        .toEqual([...flags.slice(0, 2), '--leader-elect-retry-period=4s']);
      expect(args({})).toEqual([]);
    });

    it('overrides what kube-controller-manager of version N is started with, where that is safe', () => {
      const leaderElection = { leaseDuration: Duration.seconds(14), renewDeadline: Duration.seconds(9) };
      expect(args({ leaderElection })).toEqual(['--leader-elect-lease-duration=14s', '--leader-elect-renew-deadline=9s']);
    });

    it('fails where kube-controller-manager would take a lock over that the cloud-controller-manager still acts under', () => {
      expect(() => args(tuning)).toThrow(/can act for 45 s after its last renewal .* takes it after 15 s/);
    });

    it('fails where the component would end at start', () => {
      expect(() => args({ leaderElection: { renewDeadline: Duration.seconds(20) } })).toThrow(/leaseDuration must be greater than renewDeadline/);
    });
  });

  it('hands through the form of the workload and the mode of access', () => {
    const chart = Testing.chart();
    const migration = new Migration({
      ...OPTIONS,
      ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }),
      strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }),
    });
    const made = new CloudControllerMigration(chart, 'migration', { migration, phase: MigrationPhase.MIXED });
    expect([made.phase, made.migration]).toEqual(['mixed', migration]);
    expect(kinds(chart)).toContain('Deployment/aws-cloud-controller-manager');
    expect(kinds(chart).filter(name => name.includes('leader-migration:'))).toEqual([]);
  });

  it('does not touch what a Chart sets for everything', () => {
    const chart = new Chart(new App(), 'c', { namespace: 'elsewhere', labels: { team: 'x' } });
    new CloudControllerMigration(chart, 'migration', PROPS);
    const objects = Testing.synth(chart) as Json[];
    expect(new Set(objects.filter(({ kind }) => !kind.startsWith('Cluster')).map(({ metadata }) => metadata.namespace))).toEqual(
      new Set(['kube-system']),
    );
    expect(objects.find(({ kind }) => kind === 'DaemonSet')!.spec.selector.matchLabels).toEqual({ 'k8s-app': 'aws-cloud-controller-manager' });
  });
});

describe('objects of two clusters in one Chart', () => {
  const migrationOf = (clusterId: string, name?: string) => (
    new Migration({ ...OPTIONS, clusterId, ccm: AwsCcm.of({ run: { metadata: { name } } }) }));

  it('with the same names are refused, whatever construct wrote the other one', () => {
    const chart = new Chart(new App(), 'platform');
    new CloudControllerMigration(chart, 'eu', { migration: migrationOf('prod-eu'), phase: MigrationPhase.MIXED });
    new CloudControllerMigration(chart, 'us', { migration: migrationOf('prod-us'), phase: MigrationPhase.MIXED });
    expect(() => Testing.synth(chart)).toThrow(/Chart 'platform' has objects twice, and .* only the last .*: Role kube-system.* and 11 more; make /);
    const mine = new Chart(new App(), 'mine');
    new CloudControllerMigration(mine, 'eu', { migration: migrationOf('prod-eu'), phase: MigrationPhase.MIXED });
    const name = 'system:cloud-controller-manager';
    new ApiObject(mine, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } });
    expect(() => Testing.synth(mine)).toThrow('ClusterRole system:cloud-controller-manager at \'mine/eu/ccm/ClusterRole\' '
      + 'and at \'mine/role\'; make one Chart');
  });

  it('are two clusters\' in Charts of their own', () => {
    const app = new App();
    for (const clusterId of ['prod-eu', 'prod-us']) {
      new CloudControllerMigration(new Chart(app, clusterId), 'm', { migration: migrationOf(clusterId), phase: MigrationPhase.MIXED });
    }
    expect(() => app.synth()).not.toThrow();
  });
});

describe('handles', () => {
  const made = (phase: MigrationPhase, run: CcmRunOptions = {}, style?: LeaderMigrationStyle) => {
    const chart = Testing.chart();
    const strategy = MigrationStrategy.leaderMigration({ style });
    const migration = new Migration({ ...OPTIONS, ccm: AwsCcm.of({ run }), strategy });
    return { chart, construct: new CloudControllerMigration(chart, 'eu', { migration, phase }) };
  };

  it('are the objects that users patch: workload, PodDisruptionBudget and configuration', () => {
    const { chart, construct } = made(MigrationPhase.MIXED, { availability: { podDisruptionBudget: true } });
    construct.workload.addJsonPatch(JsonPatch.add('/metadata/annotations', { team: 'platform' }));
    construct.podDisruptionBudget.addJsonPatch(JsonPatch.replace('/spec/minAvailable', 2));
    construct.config.metadata.addLabel('team', 'platform');
    const objects = Testing.synth(chart) as { kind: string; metadata: object; spec: object }[];
    const of = (kind: string) => objects.find(object => object.kind === kind)!;
    expect(of('DaemonSet').metadata).toMatchObject({ annotations: { team: 'platform' } });
    expect(of('PodDisruptionBudget').spec).toMatchObject({ minAvailable: 2 });
    expect(of('ConfigMap').metadata).toMatchObject({ name: 'leader-migration-config', labels: { team: 'platform' } });
  });

  it('say why there is none', () => {
    const { construct } = made(MigrationPhase.N);
    expect(() => construct.workload).toThrow("'test/eu' has no workload: phase 'n' has no cloud-controller-manager");
    expect(() => made(MigrationPhase.MIXED).construct.podDisruptionBudget).toThrow('has no PodDisruptionBudget: ask for one with '
      + '`availability.podDisruptionBudget`');
    expect(() => made(MigrationPhase.DISABLED).construct.config).toThrow('has no ConfigMap: its cloud-controller-manager has the built-in default');
    expect(() => made(MigrationPhase.MIXED, {}, LeaderMigrationStyle.BUILT_IN_DEFAULT).construct.config).toThrow('has no ConfigMap');
  });
});
