import { Testing } from 'cdk8s';
import { kubeadmNodes } from './nodes';
import {
  AwsCloudControllerManager, CloudControllerManager, CloudControllerMigration, ClusterApiMigration, ClusterTags, CustomCcm, EcrCredentialProvider,
  IamPolicy, KkpMigration, KopsMigration, KubeadmBundle, KubeOneMigration, KubernetesVersion, LeaderMigrationAccess, LeaderMigrationConfig, Migration,
  MigrationPhase, MigrationPlan, PhaseBundle, Rke2Migration,
} from '../src';

/** What plain JavaScript can write. */
type Anything = any;

const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes() });
const [phase, configs] = [MigrationPhase.N, {}];
const within = (Type: Anything) => (props: Anything) => new Type(Testing.chart(), 'x', props);

/** Everything of the surface that needs properties, with one set of those that it needs. */
const TAKERS: readonly (readonly [string, (props: Anything) => unknown, Readonly<Record<string, unknown>>])[] = [
  ['Migration', props => new Migration(props), { clusterId: 'a', toVersion: KubernetesVersion.of('1.27.16') }],
  ['CloudControllerMigration', within(CloudControllerMigration), { migration, phase }],
  ['LeaderMigrationAccess', within(LeaderMigrationAccess), { migration, phase }],
  ['LeaderMigrationConfig', within(LeaderMigrationConfig), { migration }],
  ['CloudControllerManager', within(CloudControllerManager), { kubernetesVersion: KubernetesVersion.of('1.27.16') }],
  ['AwsCloudControllerManager', within(AwsCloudControllerManager), { kubernetesVersion: KubernetesVersion.of('1.27.16') }],
  ['KubeadmBundle', props => new KubeadmBundle(props), { migration, configs }],
  ['MigrationPlan', props => new MigrationPlan(props), { migration }],
  ['KopsMigration', within(KopsMigration), { migration, phase, configs, kopsRelease: '1.25' }],
  ['KkpMigration', within(KkpMigration), { migration, phase, configs, kkpRelease: '2.22' }],
  ['KubeOneMigration', within(KubeOneMigration), { migration, phase, configs, kubeOneRelease: '1.6' }],
  ['Rke2Migration', within(Rke2Migration), { migration, phase, configs, rke2Release: 'v1.27.16+rke2r2' }],
  ['ClusterApiMigration', within(ClusterApiMigration), { migration, phase, configs, clusterApiRelease: '1.9' }],
  ['PhaseBundle.argoCd', props => PhaseBundle.argoCd(props), { groups: ['a'], path: 'a', repoUrl: 'https://a.example' }],
  ['PhaseBundle.flux', props => PhaseBundle.flux(props), { groups: ['a'], path: 'a', clusters: [] }],
  ['CustomCcm.of', props => CustomCcm.of(props), { cloud: undefined }],
  ['EcrCredentialProvider', props => new EcrCredentialProvider(props), { release: 'v1.27.1' }],
  ['ClusterTags', props => new ClusterTags(props), { clusterId: 'a' }],
  ['IamPolicy.controlPlane', props => IamPolicy.controlPlane(props), {}],
];

function refusal(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

describe.each(TAKERS)('%s, from plain JavaScript,', (_, take, needed) => {
  const BAD: readonly (readonly [string, unknown])[] = [['nothing', undefined], ['null', null], ['no properties', {}], ['a text', 'x']];
  it.each(BAD)('fails for %s, by name', (__, props) => {
    const error = refusal(() => take(props));
    expect(error.name).toBe('Error');
    const names = Object.keys(needed);
    if (names.length > 0) expect(error.message).toMatch(new RegExp(`\`(${names.join('|')})\``));
  });

  it('fails without any of them, or with something else in its place', () => {
    for (const name of Object.keys(needed)) {
      for (const value of [undefined, null, 7, new Date(0)]) {
        const error = refusal(() => take({ ...needed, [name]: value }));
        expect([value, error.name]).toEqual([value, 'Error']);
        expect(error.message).toContain(name);
      }
    }
  });
});
