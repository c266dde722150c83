import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import { KubernetesVersion, LeaderMigrationConfig, LeaderMigrationConfigProps, LeaderMigrationStyle } from '../../src';

function config(props: Partial<LeaderMigrationConfigProps> = {}) {
  const chart = Testing.chart();
  const construct = new LeaderMigrationConfig(chart, 'config', { kubernetesVersion: KubernetesVersion.V1_27, ...props });
  return { construct, objects: () => Testing.synth(chart) };
}

const TEXT = [
  'kind: LeaderMigrationConfiguration', 'apiVersion: controllermanager.config.k8s.io/v1', 'leaderName: cloud-provider-extraction-migration',
  'controllerLeaders:', '- name: route', '  component: "*"', '- name: service', '  component: "*"', '- name: cloud-node-lifecycle', '  component: "*"', '',
].join('\n');

describe('LeaderMigrationConfig', () => {
  it('is a ConfigMap with the file', () => {
    const { construct, objects } = config();
    expect(objects()).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'leader-migration-config', namespace: 'kube-system' }, data: { 'leadermigration.conf': TEXT } }]);
    expect([construct.configMapName, construct.key, construct.content]).toEqual(['leader-migration-config', 'leadermigration.conf', TEXT]);
    expect(construct.contentHash).not.toBe(config({ leaderName: 'other' }).construct.contentHash);
  });

  it('has an API version that the other side reads too', () => {
    expect(config({ kubernetesVersion: KubernetesVersion.V1_24, otherVersion: KubernetesVersion.V1_23 }).construct.content).toContain('controllermanager.config.k8s.io/v1beta1\n');
  });

  it('can be changed with a patch, the promised way out', () => {
    const { construct, objects } = config();
    ApiObject.of(construct).addJsonPatch(JsonPatch.add('/immutable', true));
    expect(objects()[0].immutable).toBe(true);
  });

  it('can be one that exists', () => {
    const existing = LeaderMigrationConfig.fromConfigMapName(Testing.chart(), 'c', 'mine');
    expect([existing.configMapName, existing.key, existing.contentHash]).toEqual(['mine', 'leadermigration.conf', undefined]);
    expect(LeaderMigrationConfig.fromConfigMapName(Testing.chart(), 'c', 'mine', 'k').key).toBe('k');
  });

  it('fails for the style without a file', () => {
    expect(() => config({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT })).toThrow(new Error(
      "style 'built-in-default' has no file, so it needs no ConfigMap; leave the construct out and set `leaderMigration` on the cloud-controller-manager",
    ));
  });
});
