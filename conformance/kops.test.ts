import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { InstallerTypesReport, KOPS, readDocument } from './consumers';
import { MigrationPhase, KubernetesVersion } from '../src';
import { KopsMigration } from '../src/lib/deliver/kops/migration';
import { KopsOptions } from '../src/lib/deliver/kops/options';
import { hasField, KOPS_FIELDS, kopsRelease, runs } from '../src/lib/facts/kops';
import { readKops } from '../src/lib/installers/kops/documents';
import { Answer } from '../test/committed-answers';
import { expectSameAsKops, MODELLED_ADDONS } from '../test/kops-output';
import { describeReader, withoutLog } from '../test/reader';

interface Rendered {
  readonly version: string;
  readonly error?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly kubelet: readonly string[];
  readonly masterKubelet: readonly string[];
  readonly addons: Readonly<Record<string, string>>;
}

const INPUT = join(__dirname, '..', 'examples', 'kops', 'input');
const MANIFESTS = ['kube-controller-manager', 'kube-apiserver'].map(name => `/etc/kubernetes/manifests/${name}.manifest`);
const [KCM_MANIFEST, API_SERVER_MANIFEST] = MANIFESTS;
const PHASES = Object.values(MigrationPhase);
const CONFIGS = Object.fromEntries(['cluster.yaml', 'instance-groups.yaml'].map(name => [name, readFileSync(join(INPUT, name), 'utf8')]));

/** Fields that are asked about: those that a migration writes, or that users of a cloud-controller-manager set. */
const ASKED = [
  'kubeControllerManager.enableLeaderMigration',
  ...['enableLeaderMigration', 'controllers', 'cpuRequest', 'allowUntaggedCloud', 'nodeStatusUpdateFrequency', 'concurrentNodeSyncs']
    .map(field => `cloudControllerManager.${field}`),
];

/** A value of the type that each field has. */
const VALUES: Readonly<Record<string, unknown>> = {
  enableLeaderMigration: true,
  controllers: ['*'],
  cpuRequest: '100m',
  allowUntaggedCloud: true,
  nodeStatusUpdateFrequency: '10s',
  concurrentNodeSyncs: 2,
};

/** Version pairs that a release can do. */
const PAIRS = [['1.22.17', '1.23.17'], ['1.23.17', '1.24.17']].map(
  ([from, to]) => ({ from: KubernetesVersion.of(from), to: KubernetesVersion.of(to) }),
);

/** A Cluster before and after, as a release has it that does neither by itself. */
const PLAIN: readonly (readonly [string, (cluster: string) => string])[] = [
  ['in-tree', cluster => cluster],
  ['external', withCcm('cloudProvider: aws')],
  ['external with options of the user', withCcm('cloudProvider: aws', 'configureCloudRoutes: true', 'leaderElection:', '  leaderElectLeaseDuration: '
    + '30s')],
  ['external, and the cloud is not named', withCcm('image: registry.example.com/cloud-controller-manager:v1.22.0')],
];

/** kops refuses an external cloud controller without it. */
function withDriver(cluster: string): string {
  return cluster.replace(/^ {2}kubeControllerManager:\n/m, match => `  cloudConfig:\n    awsEBSCSIDriver:\n      enabled: true\n${match}`);
}

function withCcm(...lines: readonly string[]): (cluster: string) => string {
  const section = ['  cloudControllerManager:', ...lines.map(line => `    ${line}`)].map(line => `${line}\n`).join('');
  return cluster => cluster.replace(/^ {2}kubeControllerManager:\n/m, match => `${section}${match}`);
}

function migration(tag: string, { from, to }: typeof PAIRS[number], change: Partial<KopsOptions> = {}): KopsMigration {
  const configs = { ...CONFIGS, 'cluster.yaml': CONFIGS['cluster.yaml'].replace('1.23.17', from.toString()) };
  return new KopsMigration({
    clusterId: 'prod.example.com', fromVersion: from, toVersion: to, kopsRelease: tag, configs, configureCloudRoutes: false, ...change,
  });
}

for (const { tag, read, render } of KOPS) {
  const pairs = PAIRS.filter(({ from, to }) => runs(kopsRelease(tag), from) && runs(kopsRelease(tag), to));
  const cases = pairs.flatMap(pair => PHASES.map(phase => [`${pair.from} to ${pair.to}`, phase, pair] as const));

  describeReader(`types of kops ${tag}`, read, reader => {
    const judge = (text: string): InstallerTypesReport => readDocument(reader, text);

    it('are those of the release', () => {
      expect(judge(CONFIGS['cluster.yaml']).version).toBe(tag);
    });

    if (cases.length > 0) {
      it.each(cases)('accept every document strictly: %s, phase %s', (_, phase, pair) => {
        for (const { content } of migration(tag, pair).files(phase)) expect(judge(content).verdicts[0].error).toBeUndefined();
      });
    }

    it.each(KOPS_FIELDS().filter(({ path }) => ASKED.includes(path.join('.'))))('have $path if it is of this release: from $since on', fact => {
      const [section, field] = fact.path;
      const cluster = stringify({
        apiVersion: 'kops.k8s.io/v1alpha2', kind: 'Cluster', metadata: { name: 'c' }, spec: { [section]: { [field]: VALUES[field] } },
      });
      const isThere = hasField(fact, kopsRelease(tag));
      expect(judge(cluster).verdicts[0].error).toEqual(isThere ? undefined : expect.stringContaining(`unknown field "${field}"`));
    });

    it('refuse a value of another type', () => {
      expect(judge(CONFIGS['cluster.yaml'].replace('anonymousAuth: false', 'anonymousAuth: 3')).verdicts[0].error).toContain('cannot unmarshal');
    });
  });

  describeReader(`what kops ${tag} makes of each phase, by its own code`, render, reader => {
    const compare = ({ cluster, text }: ReturnType<typeof asOfMocks>) => {
      const [{ version, error, files, kubelet, masterKubelet, addons }] = reader.json<Rendered[]>(
        { args: ['cluster.yaml'], files: { 'cluster.yaml': text } }, compared,
      );
      expect(error).toBeUndefined();
      expect(version).toBe(tag);
      expectSameAsKops(cluster, {
        tag,
        kcm: files[KCM_MANIFEST],
        apiServer: files[API_SERVER_MANIFEST],
        kubelets: [kubelet, masterKubelet],
        addons: Object.values(addons),
      });
    };

    if (cases.length > 0) {
      it.each(cases)(
        'equals what is modelled: %s, phase %s', (_, phase, pair) =>
          compare(asOfMocks(migration(tag, pair).files(phase).map(({ content }) => content))),
      );
      return;
    }
    // A release that moves nothing: `verify` reads its Clusters all the same.
    const plain = ['1.22.17', '1.21.14', '1.27.16'].find(version => runs(kopsRelease(tag), KubernetesVersion.of(version)))!;
    it.each(PLAIN)(`equals what is modelled, which is no migration: Kubernetes ${plain}, %s`, (kind, change) => {
      const cluster = withDriver(change(CONFIGS['cluster.yaml'].replace('1.23.17', plain)));
      const shown = () => compare(asOfMocks([cluster, CONFIGS['instance-groups.yaml']]));
      if (tag !== 'v1.21.0' || kind === 'in-tree') return shown();
      expect(shown).toThrow('in kops 1.21 the cloud-controller-manager is an experimental feature, and what it applies is not known');
    });
  });
}

/** Of what kops renders, the files and addons that are compared. */
function compared(answer: Answer): Answer {
  if (answer.status !== 0) return answer;
  const rendered = (JSON.parse(answer.stdout) as Rendered[]).map(one => ({
    ...one,
    files: one.files && only(one.files, name => MANIFESTS.includes(name)),
    addons: one.addons && only(one.addons, name => MODELLED_ADDONS.test(name)),
  }));
  return withoutLog({ ...answer, stdout: JSON.stringify(rendered) });
}

function only<T>(record: Readonly<Record<string, T>>, isKept: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)).sort(([a], [b]) => a < b ? -1 : 1));
}

/** kops' own mocks of AWS know one region and its zones. */
function asOfMocks(contents: readonly string[]) {
  const text = contents.map(content => content.replaceAll('eu-central-1', 'us-test-1').replace(/^---\n/, '')).join('\n---\n');
  return { text, cluster: readKops({ 'cluster.yaml': text }).cluster };
}
