import { App, Chart, Testing } from 'cdk8s';
import {
  AwsCcm, AwsCloudControllerManager, CloudControllerMigration, CloudProvider, CustomCcm, KubernetesVersion, Migration, MigrationPhase,
} from '../../src';
import { NEWEST_CCM } from '../newest-ccm';

/** The last minor that was read, and a release that no table has. */
const [READ, YOUNG] = ['1.37.2', '1.38.0'];
function ccmOf(release: string, unreadRelease?: boolean): AwsCcm {
  return AwsCcm.of({ release, unreadRelease });
}

const FORMS: readonly (readonly [string, (chart: Chart, version: string, ccm: AwsCcm) => void])[] = [
  ['AwsCloudControllerManager', (chart, version, ccm) =>
    new AwsCloudControllerManager(chart, 'Ccm', { kubernetesVersion: KubernetesVersion.of(version), ccm })],
  ['CloudControllerMigration in phase disabled', (chart, version, ccm) => new CloudControllerMigration(chart, 'M', {
    migration: new Migration({ clusterId: 'prod', toVersion: KubernetesVersion.of(version), ccm }),
    phase: MigrationPhase.DISABLED,
  })],
];

function written(make: (chart: Chart) => void): string {
  const chart = new Chart(new App(), 'c');
  make(chart);
  return Testing.synth(chart).map(object => JSON.stringify(object, undefined, 1)).join('\n');
}

describe.each(FORMS)('%s of a Kubernetes that is younger than the tables', (_, make) => {
  it('is refused as it is', () => {
    expect(() => written(chart => make(chart, YOUNG, ccmOf('v1.37.0')))).toThrow(/1\.38/);
  });

  it('is written as for the last one that was read, and says so, where unread releases are taken', () => {
    const young = written(chart => make(chart, YOUNG, ccmOf(`v${YOUNG}`, true)));
    const note = `"v1.38.0 was not read; what is known of ${NEWEST_CCM} is taken for it; Kubernetes 1.38.0 was not read; what is known of 1.37`;
    expect(young).toContain(note);
    const read = written(chart => make(chart, READ, ccmOf('v1.37.0')));
    const plain = (text: string) => text
      .replaceAll(/ *"annotations": \{\s*"ccm-migration\/[^}]*\},\n/g, '').replaceAll(/1\.3[78]\.\d+/g, '<release>');
    expect(plain(young)).toBe(plain(read));
  });
});

it('a cloud-controller-manager of another cloud takes it likewise', () => {
  const make = (version: string, unreadRelease?: boolean) => written(chart => new CloudControllerMigration(chart, 'M', {
    migration: new Migration({
      clusterId: 'prod',
      toVersion: KubernetesVersion.of(version),
      ccm: CustomCcm.of({
        cloud: CloudProvider.GCE,
        image: 'registry.example.com/ccm:v40.0.0',
        linkedVersion: KubernetesVersion.of(version),
        rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
        unreadRelease,
      }),
    }),
    phase: MigrationPhase.DISABLED,
  }));
  expect(() => make(YOUNG)).toThrow(/1\.38/);
  expect(make(YOUNG, true).replaceAll('1.38', '1.37')).toBe(make('1.37.0'));
});
