import { App, Chart, Duration, Testing } from 'cdk8s';
import { CcmWorkload, CloudControllerMigration, CloudControllerMigrationProps, CloudProvider, KubernetesVersion, LeaseAccessMode, MigrationPhase } from '../../src';

type Json = { [key: string]: any };

const PROPS: CloudControllerMigrationProps = {
  clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), phase: MigrationPhase.MIXED,
};

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
      'Role/cloud-controller-manager:leader-election', 'RoleBinding/cloud-controller-manager:leader-election', 'DaemonSet/aws-cloud-controller-manager',
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

  it.each([['1.28.15', '1.29.14'], ['1.29.14', '1.30.10'], ['1.30.10', '1.31.4']])('takes an in-tree cloud of %s for switched on where nobody says otherwise', (from, to) => {
    for (const phase of Object.values(MigrationPhase)) {
      new CloudControllerMigration(new Chart(new App(), 'gce'), 'migration', {
        cloud: CloudProvider.GCE,
        clusterId: 'prod-gce',
        fromVersion: KubernetesVersion.of(from),
        toVersion: KubernetesVersion.of(to),
        phase,
        ccmImage: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v30.0.0',
        ccmRules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] }],
      });
    }
  });

  it('writes into the Charts it is given, one per apply step', () => {
    const app = new App();
    const [access, config, ccm] = ['10', '20', '30'].map(id => new Chart(app, id));
    new CloudControllerMigration(app, 'migration', { ...PROPS, leaseAccessChart: access, configChart: config, ccmChart: ccm });
    expect([kinds(access).length, kinds(config), kinds(ccm).length]).toEqual([4, ['ConfigMap/leader-migration-config'], 7]);
  });

  it.each<[keyof CloudControllerMigrationProps, string]>([
    ['leaseAccessChart', "Role 'leader-migration:kube-controller-manager'"],
    ['configChart', "ConfigMap 'leader-migration-config'"],
    ['ccmChart', "ServiceAccount 'cloud-controller-manager'"],
  ])('fails without a Chart for what %s would hold', (prop, object) => {
    const app = new App();
    const charts = { leaseAccessChart: new Chart(app, '10'), configChart: new Chart(app, '20'), ccmChart: new Chart(app, '30') };
    expect(() => new CloudControllerMigration(app, 'migration', { ...PROPS, ...charts, [prop]: undefined })).toThrow(new Error(
      `migration is not inside a Chart and \`${prop}\` is not given, so there is no Chart for ${object}; give \`${prop}\``,
    ));
  });

  describe('with leader election tuning', () => {
    function args(props: Partial<CloudControllerMigrationProps>): string[] {
      const chart = Testing.chart();
      new CloudControllerMigration(chart, 'migration', { ...PROPS, ...props });
      const daemonSet = (Testing.synth(chart) as Json[]).find(({ kind }) => kind === 'DaemonSet')!;
      return daemonSet.spec.template.spec.containers[0].args.filter((arg: string) => arg.startsWith('--leader-elect-'));
    }
    const tuning = { leaseDuration: Duration.minutes(1), renewDeadline: Duration.seconds(40), retryPeriod: Duration.seconds(5) };
    const flags = ['--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=5s'];

    it('writes the flags, and those of `flags` win', () => {
      expect(args({ ...tuning, phase: MigrationPhase.DISABLED })).toEqual(flags);
      expect(args({ ...tuning, phase: MigrationPhase.DISABLED, flags: { 'leader-elect-retry-period': '4s' } })).toEqual([...flags.slice(0, 2), '--leader-elect-retry-period=4s']);
      expect(args({})).toEqual([]);
    });

    it('overrides what kube-controller-manager of version N is started with, where that is safe', () => {
      expect(args({ leaseDuration: Duration.seconds(14), renewDeadline: Duration.seconds(9) })).toEqual(['--leader-elect-lease-duration=14s', '--leader-elect-renew-deadline=9s']);
    });

    it('fails where kube-controller-manager would take a lock over that the cloud-controller-manager still acts under', () => {
      expect(() => args(tuning)).toThrow(/can act for 45 s after its last renewal .* takes it after 15 s/);
    });

    it('fails where the component would end at start', () => {
      expect(() => args({ renewDeadline: Duration.seconds(20) })).toThrow(/leaseDuration must be greater than renewDeadline/);
    });
  });

  it('hands through the form of the workload and the mode of access', () => {
    const chart = Testing.chart();
    const { phase } = new CloudControllerMigration(chart, 'migration', { ...PROPS, workload: CcmWorkload.DEPLOYMENT, leaseAccess: LeaseAccessMode.NONE });
    expect(phase).toBe('mixed');
    expect(kinds(chart)).toContain('Deployment/aws-cloud-controller-manager');
    expect(kinds(chart).filter(name => name.includes('leader-migration:'))).toEqual([]);
  });

  it('does not touch what a Chart sets for everything', () => {
    const chart = new Chart(new App(), 'c', { namespace: 'elsewhere', labels: { team: 'x' } });
    new CloudControllerMigration(chart, 'migration', PROPS);
    const objects = Testing.synth(chart) as Json[];
    expect(new Set(objects.filter(({ kind }) => !kind.startsWith('Cluster')).map(({ metadata }) => metadata.namespace))).toEqual(new Set(['kube-system']));
    expect(objects.find(({ kind }) => kind === 'DaemonSet')!.spec.selector.matchLabels).toEqual({ 'k8s-app': 'aws-cloud-controller-manager' });
  });
});
