import { Testing } from 'cdk8s';
import {
  AwsCcm, KubernetesVersion, LeaderMigrationAccess, LeaseAccessMode, Migration, MigrationPhase, MigrationProps,
  MigrationStrategy,
} from '../../src';

function names(phase: MigrationPhase, props: Partial<MigrationProps> = {}): string[] {
  const chart = Testing.chart();
  const migration = new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...props,
  });
  new LeaderMigrationAccess(chart, 'access', { migration, phase });
  return Testing.synth(chart).map(({ kind, metadata }) => `${kind}/${metadata.namespace}/${metadata.name}`);
}

const KCM = ['Role/kube-system/leader-migration:kube-controller-manager', 'RoleBinding/kube-system/leader-migration:kube-controller-manager'];
const CCM = ['Role/kube-system/leader-migration:cloud-controller-manager', 'RoleBinding/kube-system/leader-migration:cloud-controller-manager'];

describe('LeaderMigrationAccess', () => {
  it.each<[string, MigrationPhase, Partial<MigrationProps>, string[]]>([
    ['of both components', MigrationPhase.MIXED, {}, [...KCM, ...CCM]],
    ['of one, while the other does not exist', MigrationPhase.N, {}, KCM],
    ['of both, while the other can come back', MigrationPhase.N_PLUS_1, {}, [...KCM, ...CCM]],
    ['no longer granted', MigrationPhase.DISABLED, {}, []],
    ['of no component, where the strategy takes no Lease', MigrationPhase.N, { strategy: MigrationStrategy.downtime() }, []],
    ['that others grant', MigrationPhase.MIXED, { strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }) }, []],
    ['in another namespace', MigrationPhase.MIXED, { ccm: AwsCcm.of({ run: { flags: { 'leader-elect-resource-namespace': 'locks' } } }) },
      [...KCM, ...CCM].map(name => name.replace('kube-system', 'locks'))],
  ])('%s', (_, phase, props, expected) => {
    expect(names(phase, props)).toEqual(expected);
  });

  it('fails for a phase that the migration does not have', () => {
    expect(() => names(MigrationPhase.MIXED, { strategy: MigrationStrategy.downtime() })).toThrow("phase 'mixed' does not exist with strategy "
      + "'downtime'");
  });
});
