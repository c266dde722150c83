import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import * as ccm from '../../../src';
import { optionNames } from '../../../src/lib/facts/generated';
import { checkNames } from '../../../src/lib/options/check-names';
import { ROOT } from '../../pages';

/** What the reference of the API lists, written by jsii-docgen. */
const API = (() => {
  const text = readFileSync(join(ROOT, 'API.md'), 'utf8');
  const own = 'cdk8s-ccm-migration';
  const structs = [...text.slice(text.indexOf('## Structs'), text.indexOf('## Classes')).matchAll(/^### (\w+) /gm)].map(([, name]) => name);
  const parameter = new RegExp(`id="${own}\\.([\\w.]+)\\.parameter\\.\\w+"></a>\\n\\n- \\*Type:\\* (.*)$`, 'gm');
  const parameters = [...text.matchAll(parameter)].flatMap(([, member, type]) =>
    [...type.matchAll(new RegExp(`#${own}\\.(\\w+)"`, 'g'))].flatMap(([, name]) => structs.includes(name) ? [{ member, type: name }] : []));
  const propertiesOf = (type: string) =>
    [...text.matchAll(new RegExp(`^##### .*id="${own}\\.${type}\\.property\\.(\\w+)"`, 'gm'))].map(([, name]) => name).sort();
  return { structs, parameters, propertiesOf };
})();

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

  it('are those of API.md', () => {
    expect(API.structs.length).toBeGreaterThan(40);
    for (const type of API.structs) expect([type, Object.keys(optionNames()[type])]).toEqual([type, API.propertiesOf(type)]);
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

  it('that Kubernetes does not have are refused in each of its types, whatever they are', () => {
    const passed = TABLE.map(([type]) => type).filter(type => type.startsWith('k8s.')).filter(type => {
      try {
        checkNames(type, { nothingLikeAnyOfThem: 1 });
        return true;
      } catch {
        return false;
      }
    });
    expect(passed).toEqual([]);
  });

  it('that Kubernetes does not have are refused, however far from its own', () => expect(() =>
    checkNames('AwsCcmProps', { run: { pod: { volumes: [{ name: 'a', anything: {} }] } } })).toThrow(
    /`run\.pod\.volumes\[0\]\.anything` is no property of a Volume/));
});

/** Interfaces that are answers: nobody writes their properties. */
const RETURNED: readonly string[] = ['IamPolicyDifference'];

describe('every class and function that takes properties', () => {
  const migration = new ccm.Migration({
    clusterId: 'prod', fromVersion: ccm.KubernetesVersion.of('1.26.15'), toVersion: ccm.KubernetesVersion.of('1.27.16'),
  });
  const { MIXED: phase } = ccm.MigrationPhase;
  const make = (type: new (scope: App, id: string, props: never) => unknown, props: object) => new type(new App(), 'X', props as never);
  const given = <T>(value: object) => value as T;

  const CALLS: readonly (readonly [member: string, name: string, call: () => unknown])[] = [
    ['Migration.Initializer', 'toVersio', () => new ccm.Migration(given({ clusterId: 'prod', toVersio: 1 }))],
    ['CloudControllerMigration.Initializer', 'phas', () => make(ccm.CloudControllerMigration, { migration, phas: phase })],
    ['CloudControllerMigration.Initializer', 'chartPrefx', () => make(ccm.CloudControllerMigration, { migration, phase, chartPrefx: '' })],
    ['CloudControllerManager.Initializer', 'kubernetesVersio', () => make(ccm.CloudControllerManager, { kubernetesVersio: 1 })],
    ['AwsCloudControllerManager.Initializer', 'kubernetesVersio', () => make(ccm.AwsCloudControllerManager, { kubernetesVersio: 1 })],
    ['LeaderMigrationConfig.Initializer', 'configMapNam', () => make(ccm.LeaderMigrationConfig, { migration, configMapNam: 'a' })],
    ['LeaderMigrationAccess.Initializer', 'phas', () => make(ccm.LeaderMigrationAccess, { migration, phas: phase })],
    ['ClusterApiMigration.Initializer', 'upgradedImage', () => make(ccm.ClusterApiMigration, { migration, phase, upgradedImage: {} })],
    ['KopsMigration.Initializer', 'kopsReleas', () => make(ccm.KopsMigration, { migration, phase, kopsReleas: '1.25' })],
    ['KkpMigration.Initializer', 'kkpReleas', () => make(ccm.KkpMigration, { migration, phase, kkpReleas: '2.22' })],
    ['KubeOneMigration.Initializer', 'kubeOneReleas', () => make(ccm.KubeOneMigration, { migration, phase, kubeOneReleas: '1.6' })],
    ['Rke2Migration.Initializer', 'rke2Releas', () => make(ccm.Rke2Migration, { migration, phase, rke2Releas: 'v1.27.16+rke2r2' })],
    ['KubeadmBundle.Initializer', 'confgs', () => new ccm.KubeadmBundle(given({ migration, confgs: {} }))],
    ['MigrationPlan.Initializer', 'appDirr', () => new ccm.MigrationPlan(given({ migration, appDirr: '.' }))],
    ['AwsCcm.of', 'pinDigst', () => ccm.AwsCcm.of(given({ pinDigst: true }))],
    ['CustomCcm.of', 'linkedVersio', () => ccm.CustomCcm.of(given({ linkedVersio: 1 }))],
    ['CcmWorkload.daemonSet', 'minReadySecond', () => ccm.CcmWorkload.daemonSet(given({ minReadySecond: 1 }))],
    ['CcmWorkload.deployment', 'replica', () => ccm.CcmWorkload.deployment(given({ replica: 1 }))],
    ['MigrationStrategy.leaderMigration', 'leaderNam', () => ccm.MigrationStrategy.leaderMigration(given({ leaderNam: 'a' }))],
    ['MigrationStrategy.controllersOffThenOn', 'migrationFil', () => ccm.MigrationStrategy.controllersOffThenOn(given({ migrationFil: 'a' }))],
    ['ManagerDeployment.ofManagementCluster', 'usr', () => ccm.ManagerDeployment.ofManagementCluster('', given({ usr: 'a' }))],
    ['ClusterTags.Initializer', 'legacyTa', () => new ccm.ClusterTags(given({ clusterId: 'prod', legacyTa: true }))],
    ['IamPolicy.controlPlane', 'route', () => ccm.IamPolicy.controlPlane(given({ route: true }))],
    ['EcrCredentialProvider.Initializer', 'binDirr', () => new ccm.EcrCredentialProvider(given({ release: 'v1.27.1', binDirr: '/x' }))],
    ['NodeReplacement.replace', 'sharePercen', () => ccm.NodeReplacement.replace(given({ sharePercen: 10 }))],
    ['NodeFiles.addFile', 'mod', () => new ccm.NodeFiles(new App(), 'X').addFile(given({ mod: '0600' }))],
    ['PhaseBundle.kustomize', 'bas', () => ccm.PhaseBundle.kustomize(given({ bas: 'a' }))],
    ['PhaseBundle.argoCd', 'repoUr', () => ccm.PhaseBundle.argoCd(given({ repoUr: 'a' }))],
    ['PhaseBundle.flux', 'cluster', () => ccm.PhaseBundle.flux(given({ cluster: [] }))],
  ];

  it.each(CALLS)('%s refuses %s', (_member, name, call) => expect(call).toThrow(new RegExp(`\`${name}\` is no property of .*; give it as \``)));

  it('is in the list above, as API.md has it, and leads to every interface that is not only returned', () => {
    // A class of the user's extends Ccm, and hands on what it was given.
    const takers = API.parameters.filter(({ member }) => member !== 'Ccm.Initializer');
    expect([...new Set(CALLS.map(([member]) => member))].sort()).toEqual(takers.map(({ member }) => member).sort());
    const reached = new Set(API.parameters.map(({ type }) => type));
    for (const type of reached) for (const inner of Object.values(optionNames()[type])) if (inner !== '') reached.add(inner);
    const names = (type: string) => Object.keys(optionNames()[type]);
    // One that others extend is given as one of those.
    const isBase = (type: string) => [...reached].some(other => names(type).every(name => names(other).includes(name)));
    expect(API.structs.filter(type => !reached.has(type) && !isBase(type))).toEqual(RETURNED);
  });
});
