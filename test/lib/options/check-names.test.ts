import { App } from 'cdk8s';
import * as ccm from '../../../src';
import { optionNames } from '../../../src/lib/facts/generated';
import { checkNames } from '../../../src/lib/options/check-names';

/** One letter less, or one more where that is a name that there is. */
function misspelt(name: string, names: readonly string[]): string {
  const shorter = name.slice(0, -2) + name.slice(-1);
  return names.includes(shorter) || shorter === '' ? `${name}x` : shorter;
}

describe('names of properties', () => {
  const TABLE = Object.entries(optionNames());

  it('are refused where one letter is wrong, with the right one, in every interface', () => {
    const passed = TABLE.flatMap(([type, properties]) => Object.keys(properties).filter(name => {
      const wrong = misspelt(name, Object.keys(properties));
      try {
        checkNames(type, { [wrong]: undefined });
        return true;
      } catch (error) {
        const { message } = error as Error;
        // A field of Kubernetes that cdk8s-plus spells otherwise, `volumeID`, has both names.
        return !message.includes(`\`${wrong}\` is no property of`) || !message.toLowerCase().endsWith(`give it as \`${name.toLowerCase()}\``);
      }
    }).map(name => `${type}.${name}`));
    expect(passed).toEqual([]);
  });

  it('are looked at in depth, in lists too', () => {
    expect(() => checkNames('MigrationProps', { upgradedNodes: [{ name: 'a' }, { nmae: 'b' }] })).toThrow(
      '`upgradedNodes[1].nmae` is no property of NodeInput, and would be left out; give it as `name`');
    expect(() => checkNames('AwsCcmProps', { run: { pod: { tolerations: [{ opertor: 'Exists' }] } } })).toThrow(
      '`run.pod.tolerations[0].opertor` is no property of a Toleration, and would be left out; give it as `operator`');
  });

  it.each<[string, string, unknown]>([
    ['all that there are', 'CcmDaemonSetOptions', { minReadySeconds: 1, updateStrategy: { type: 'OnDelete' } }],
    ['one of a subclass', 'MigrationProps', { clusterId: 'prod', environmentOfThePlatform: 'prod' }],
    ['one that is near to one that is given', 'MigrationProps', { nodes: [], node: 'spread' }],
    ['those of a class', 'MigrationProps', new (class Own { public readonly stategy = 1; })()],
    ['keys of a map', 'MigrationProps', { nodeGroups: { nodse: ['a'] } }],
    ['nothing', 'MigrationProps', undefined],
    ['null', 'MigrationProps', null],
    ['a text', 'MigrationProps', 'stategy'],
  ])('pass: %s', (_, type, properties) => expect(() => checkNames(type, properties)).not.toThrow());

  it('that Kubernetes does not have are refused, however far from its own', () => expect(() =>
    checkNames('AwsCcmProps', { run: { pod: { volumes: [{ name: 'a', anything: {} }] } } })).toThrow(
    /`run\.pod\.volumes\[0\]\.anything` is no property of a Volume/));
});

describe('every class and function that takes properties', () => {
  const migration = new ccm.Migration({
    clusterId: 'prod', fromVersion: ccm.KubernetesVersion.of('1.26.15'), toVersion: ccm.KubernetesVersion.of('1.27.16'),
  });
  const { MIXED: phase } = ccm.MigrationPhase;
  const make = (type: new (scope: App, id: string, props: never) => unknown, props: object) => new type(new App(), 'X', props as never);
  const given = <T>(value: object) => value as T;

  it.each<[string, () => unknown]>([
    ['toVersio', () => new ccm.Migration(given({ clusterId: 'prod', toVersio: 1 }))],
    ['phas', () => make(ccm.CloudControllerMigration, { migration, phas: phase })],
    ['chartPrefx', () => make(ccm.CloudControllerMigration, { migration, phase, chartPrefx: '' })],
    ['kubernetesVersio', () => make(ccm.CloudControllerManager, { kubernetesVersio: 1 })],
    ['kubernetesVersio', () => make(ccm.AwsCloudControllerManager, { kubernetesVersio: 1 })],
    ['configMapNam', () => make(ccm.LeaderMigrationConfig, { migration, configMapNam: 'a' })],
    ['phas', () => make(ccm.LeaderMigrationAccess, { migration, phas: phase })],
    ['upgradedImage', () => make(ccm.ClusterApiMigration, { migration, phase, upgradedImage: {} })],
    ['kopsReleas', () => make(ccm.KopsMigration, { migration, phase, kopsReleas: '1.25' })],
    ['kkpReleas', () => make(ccm.KkpMigration, { migration, phase, kkpReleas: '2.22' })],
    ['kubeOneReleas', () => make(ccm.KubeOneMigration, { migration, phase, kubeOneReleas: '1.6' })],
    ['confgs', () => new ccm.KubeadmBundle(given({ migration, confgs: {} }))],
    ['appDirr', () => new ccm.MigrationPlan(given({ migration, appDirr: '.' }))],
    ['pinDigst', () => ccm.AwsCcm.of(given({ pinDigst: true }))],
    ['linkedVersio', () => ccm.CustomCcm.of(given({ linkedVersio: 1 }))],
    ['minReadySecond', () => ccm.CcmWorkload.daemonSet(given({ minReadySecond: 1 }))],
    ['replica', () => ccm.CcmWorkload.deployment(given({ replica: 1 }))],
    ['leaderNam', () => ccm.MigrationStrategy.leaderMigration(given({ leaderNam: 'a' }))],
    ['migrationFil', () => ccm.MigrationStrategy.controllersOffThenOn(given({ migrationFil: 'a' }))],
    ['legacyTa', () => new ccm.ClusterTags(given({ clusterId: 'prod', legacyTa: true }))],
    ['route', () => ccm.IamPolicy.controlPlane(given({ route: true }))],
    ['binDirr', () => new ccm.EcrCredentialProvider(given({ release: 'v1.27.1', binDirr: '/x' }))],
    ['sharePercen', () => ccm.NodeReplacement.replace(given({ sharePercen: 10 }))],
    ['mod', () => new ccm.NodeFiles(new App(), 'X').addFile(given({ mod: '0600' }))],
    ['bas', () => ccm.PhaseBundle.kustomize(given({ bas: 'a' }))],
    ['repoUr', () => ccm.PhaseBundle.argoCd(given({ repoUr: 'a' }))],
    ['cluster', () => ccm.PhaseBundle.flux(given({ cluster: [] }))],
  ])('refuses %s', (name, call) => expect(call).toThrow(new RegExp(`\`${name}\` is no property of .*; give it as \``)));
});
