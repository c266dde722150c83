import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import { Role } from 'cdk8s-plus-27';
import {
  AwsCloudControllerManager, KubernetesVersion, LeaderMigrationConfig, LeaderMigrationStyle, Migration, MigrationProps, MigrationStrategy,
} from '../../src';

function migrationOf(props: Partial<MigrationProps> = {}): Migration {
  return new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...props });
}

function config(props: Partial<MigrationProps> = {}, names: { readonly configMapName?: string; readonly namespace?: string } = {}) {
  const chart = Testing.chart();
  const construct = new LeaderMigrationConfig(chart, 'config', { migration: migrationOf(props), ...names });
  return { chart, construct, objects: () => Testing.synth(chart) as { kind: string; [field: string]: any }[] };
}

const TEXT = [
  'kind: LeaderMigrationConfiguration', 'apiVersion: controllermanager.config.k8s.io/v1', 'leaderName: cloud-provider-extraction-migration',
  'controllerLeaders:', '- name: route', '  component: "*"', '- name: service', '  component: "*"', '- name: cloud-node-lifecycle', '  component: '
    + '"*"', '',
].join('\n');

describe('LeaderMigrationConfig', () => {
  it('is a ConfigMap with the file', () => {
    const { construct, objects } = config();
    expect(objects())
      .toEqual([{
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'leader-migration-config', namespace: 'kube-system' },
        data: { 'leadermigration.conf': TEXT },
      }]);
    expect(construct.content).toBe(TEXT);
    expect(config({}, { configMapName: 'mine', namespace: 'ccm' }).objects()[0].metadata).toEqual({ name: 'mine', namespace: 'ccm' });
  });

  it('has an API version that the other side reads too', () => {
    const { content } = config({ fromVersion: KubernetesVersion.of('1.23.17'), toVersion: KubernetesVersion.of('1.24.17') }).construct;
    expect(content).toContain('controllermanager.config.k8s.io/v1beta1\n');
  });

  it('can be changed with a patch, the promised way out', () => {
    const { construct, objects } = config();
    ApiObject.of(construct).addJsonPatch(JsonPatch.add('/immutable', true));
    expect(objects()[0].immutable).toBe(true);
  });

  it('rolls the pods that read it when its content changes', () => {
    const annotations = (leaderName?: string): object => {
      const { chart, construct: { leaderMigration }, objects } = config({ strategy: MigrationStrategy.leaderMigration({ leaderName }) });
      new AwsCloudControllerManager(
        chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.27'), leaderMigration, unsafeIgnoreRules: ['lease-access-missing'] },
      );
      return objects().find(({ kind }) => kind === 'DaemonSet')!.spec.template.metadata.annotations;
    };
    expect(annotations()).toEqual({ 'ccm-migration/leader-migration-config-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(annotations()).toEqual(annotations());
    expect(annotations('other')).not.toEqual(annotations());
  });

  it('is a ConfigMap for what a platform composes with it', () => {
    const { chart, construct: { configMap }, objects } = config({}, { configMapName: 'mine' });
    new Role(chart, 'own', { metadata: { namespace: 'kube-system' } }).allowRead(configMap);
    const role = objects().find(({ kind }) => kind === 'Role')!;
    expect(role.rules).toEqual([expect.objectContaining({ resources: ['configmaps'], resourceNames: ['mine'] })]);
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['the style without a file', { strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }) },
      "(strategy 'leader-migration', or style 'built-in-default')"],
    ['another strategy', { strategy: MigrationStrategy.downtime() }, "(strategy 'downtime', or style 'built-in-default')"],
    ['a migration that is over', { fromVersion: undefined }, "(strategy 'leader-migration' without `fromVersion`)"],
  ])('fails for %s', (_, props, why) => {
    expect(() => config(props)).toThrow(new Error(
      `the migration of 'prod-eu' has no configuration file ${why}, so it needs no ConfigMap; leave the construct out`));
  });
});
