import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import {
  AwsCcm, AwsCloudControllerManager, CcmLeaderMigration, CloudControllerManager, CloudControllerManagerProps, CloudControllerMigration,
  CloudProvider, CustomCcm, KubernetesVersion,
  LeaderMigrationAccess, LeaderMigrationConfig, Migration, MigrationOutput, MigrationPhase, MigrationProps, NodeFolder,
} from '../../src';
import { readDirectory } from '../../src/files/read-directory';
import { parseAssumption } from '../../src/lib/read/component/assumption';
import { verify } from '../../src/lib/verify/verify';
import { emptyFolder } from '../scratch';

const OPTIONS: MigrationProps = {
  clusterId: 'prod-eu',
  toVersion: KubernetesVersion.of('1.27.16'),
  nodes: NodeFolder.read('test/fixtures/kubeadm/v1.26.15'),
};
const STRANGE_DNS = JsonPatch.replace('/spec/template/spec/dnsPolicy', 'ClusterFirstWithHostNet');

let dir: string;
beforeEach(() => { dir = emptyFolder(); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function app(options: Partial<MigrationProps>, ignored?: string[]): { readonly app: App; readonly migration: CloudControllerMigration } {
  const root = new App({ outdir: join(dir, 'dist') });
  return {
    app: root,
    migration: new CloudControllerMigration(
      root, 'eu', { migration: new Migration({ ...OPTIONS, ...options }), phase: MigrationPhase.MIXED, unsafeIgnoreRules: ignored },
    ),
  };
}

function patched(ignored?: string[]) {
  const made = app({}, ignored);
  ApiObject.of(made.app.node.findChild('eu-30-ccm').node.findChild('eu').node.findChild('ccm')).addJsonPatch(STRANGE_DNS);
  return made;
}

/** Nodes of which the first has a flag that no release has. */
function nodesWithWrongFlag() {
  const [first, ...others] = NodeFolder.read('test/fixtures/kubeadm/v1.26.15');
  const path = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
  const text = first.files[path].replace('    - --kubeconfig=', '    - --no-such-flag=1\n    - --kubeconfig=');
  return { path, nodes: [{ ...first, files: { ...first.files, [path]: text } }, ...others] };
}

describe('synthesis', () => {
  it('refuses an error of a rule about what is written, with the text and the place that verify has, and writes nothing', () => {
    let message = '';
    try {
      patched().app.synth();
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(existsSync(join(dir, 'dist', 'eu-30-ccm.k8s.yaml'))).toBe(false);
    const allowed = patched(['ccm-waits-for-cluster-dns']);
    allowed.app.synth();
    MigrationOutput.write(allowed.app, dir);
    const errors = verify({ directories: ['dist', 'nodes'].map(name => readDirectory(join(dir, name), '.')) }).findings.filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors.map(({ rule }) => rule)).toEqual(['ccm-waits-for-cluster-dns']);
    expect(message).toBe('Validation failed with the following errors:\n'
      + errors.map(({ file, line, message: text, rule, fix }) => `  [eu] ${file}:${line}: error: ${text} [${rule}]. ${fix}`).join('\n'));
  });

  it('refuses an error of a rule about what was handed in', () => {
    const { nodes, path } = nodesWithWrongFlag();
    const place = `control-plane/${nodes[0].name}${path}:${nodes[0].files[path].split('\n').findIndex(line => line.includes('no-such-flag')) + 1}`;
    expect(() => app({ nodes }, ['process-ends']).app.synth()).toThrow(`handed in: ${place}: error: `);
    expect(() => app({ nodes }, ['process-ends']).app.synth()).toThrow('[flag-unknown-to-release]');
  });

  it('looks at node files and objects that the user adds', () => {
    const made = app({});
    new ApiObject(new Chart(made.app, 'own'), 'role', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'system::leader-locking-kube-controller-manager', namespace: 'kube-system' },
      rules: [],
    });
    expect(() => made.app.synth()).toThrow(`[eu] ${join(dir, 'dist', 'own.k8s.yaml')}:4: error: `);
    expect(() => made.app.synth()).toThrow('[bootstrap-role-rules-dropped]');
  });

  it('accepts only what verify of its output accepts, in every phase', () => {
    for (const phase of Object.values(MigrationPhase)) {
      const root = new App({ outdir: join(dir, phase, 'dist') });
      new CloudControllerMigration(root, 'eu', { migration: new Migration(OPTIONS), phase });
      root.synth();
      MigrationOutput.write(root, join(dir, phase));
      const { exclusivity, liveness, findings } = verify({ directories: ['dist', 'nodes'].map(name => readDirectory(join(dir, phase, name), '.')) });
      expect([phase, exclusivity.verdict, liveness.verdict, findings.filter(({ severity }) => severity === 'error')])
        .toEqual([phase, 'holds', 'holds', []]);
    }
  });

  it('keeps several clusters of an App apart', () => {
    const root = new App({ outdir: join(dir, 'dist') });
    for (const clusterId of ['a', 'b']) {
      new CloudControllerMigration(
        root, clusterId, {
          migration: new Migration({ ...OPTIONS, clusterId, nodes: undefined, fromVersion: KubernetesVersion.of('1.26.15') }),
          phase: MigrationPhase.MIXED,
        },
      );
    }
    root.synth();
  });

  it('fails with a rule to ignore that does not exist', () => {
    expect(() => app({}, ['ccm-waits-for-cluster-dn'])).toThrow('unsafeIgnoreRules: \'ccm-waits-for-cluster-dn\' is no rule; did you mean '
      + '\'ccm-waits-for-cluster-dns\'?');
  });
});

/** A Chart in an App with one cloud-controller-manager. */
function alone(props: Partial<CloudControllerManagerProps>, build: (chart: Chart) => void = () => undefined) {
  const root = new App({ outdir: join(dir, 'dist') });
  const chart = new Chart(root, 'ccm');
  new CloudControllerManager(chart, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.31.4'), ...props });
  build(chart);
  return { app: root, chart };
}

const read = () => verify({ directories: [readDirectory(join(dir, 'dist'), '.')], assume: [parseAssumption('kcm=external:1.31.4')] });

describe('a part that is used alone', () => {
  const dns = ({ chart }: { readonly chart: Chart }) => ApiObject.of(chart.node.findChild('Ccm')).addJsonPatch(STRANGE_DNS);

  it('is refused with the text and the place that verify has, and the override names the rule', () => {
    const refused = alone({});
    dns(refused);
    let message = '';
    try {
      refused.app.synth();
    } catch (error) {
      ({ message } = error as Error);
    }
    const allowed = alone({ unsafeIgnoreRules: ['ccm-waits-for-cluster-dns'] });
    dns(allowed);
    allowed.app.synth();
    const [error, ...others] = verify({ directories: [readDirectory(join(dir, 'dist'), '.')] }).findings.filter(
      ({ severity }) => severity === 'error',
    );
    expect(others).toEqual([]);
    expect(message).toContain(`${join(dir, 'dist', 'ccm.k8s.yaml')}:${error.line}: error: ${error.message} [${error.rule}]. ${error.fix}`);
    expect(message.split('error:').length).toBe(2);
  });

  it('is refused where a controller would run twice', () => {
    expect(() => alone({ ccm: AwsCcm.of({ run: { flags: { 'leader-elect': 'false' } } }) }).app.synth()).toThrow('[controller-runs-twice]');
  });

  it('takes part in Leader Migration only with access to the Lease', () => {
    const props = { leaderMigration: CcmLeaderMigration.builtInDefault(), kubernetesVersion: KubernetesVersion.of('1.27.16') };
    const migration = new Migration({
      clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
    });
    expect(() => alone(props).app.synth()).toThrow('[lease-access-missing]');
    alone({ ...props, unsafeIgnoreRules: ['lease-access-missing'] }).app.synth();
    alone(props, chart => new LeaderMigrationAccess(chart, 'Access', { migration, phase: MigrationPhase.MIXED })).app.synth();
  });

  it('says at its construct, once, what verify of it does not know', () => {
    const chart = new Chart(new App({ outdir: join(dir, 'dist') }), 'ccm');
    const made = new AwsCloudControllerManager(chart, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.31.4') });
    for (let time = 0; time < 2; time++) App.of(chart).synth();
    expect(made.node.metadata.filter(({ type }) => type === 'ccm-migration:unknown').map(({ data }) => data)).toEqual([
      expect.stringMatching(/dist:1: unknown: no kube-controller-manager is in the input, and every cluster has one\. .* --assume /),
    ]);
  });

  it('finds what was handed in wrong, once', () => {
    const { nodes } = nodesWithWrongFlag();
    const migration = new Migration({ ...OPTIONS, nodes });
    const chart = new Chart(new App({ outdir: join(dir, 'dist') }), 'parts');
    new LeaderMigrationAccess(chart, 'Access', { migration, phase: MigrationPhase.MIXED, unsafeIgnoreRules: ['process-ends'] });
    new LeaderMigrationConfig(chart, 'Config', { migration });
    const problems = chart.node.findAll().flatMap(node => node.node.validate());
    expect(problems.map(problem => /\[[a-z-]+\]/.exec(problem)?.[0])).toEqual(['[flag-unknown-to-release]']);
  });

  it('fails with a rule to ignore that does not exist', () => {
    expect(() => alone({ unsafeIgnoreRules: ['x'] })).toThrow("unsafeIgnoreRules: 'x' is no rule");
  });

  it.each<[string, Partial<CloudControllerManagerProps>]>([
    ['by digest',
      {
        ccm: CustomCcm.of({
          cloud: CloudProvider.GCE,
          image: `registry.example.com/ccm@sha256:${'a'.repeat(64)}`,
          rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
        }),
      }],
    ['of no tag',
      {
        ccm: CustomCcm.of({
          cloud: CloudProvider.GCE, image: 'registry.example.com/ccm', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
        }),
      }],
    ['of AWS under another name', { ccm: AwsCcm.of({ imageRepository: 'registry.example.com/mirror' }) }],
  ])('with an image %s is known to verify of its output', (_, props) => {
    alone(props).app.synth();
    const { exclusivity, liveness, findings, seen } = read();
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['holds', 'holds']);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(seen.workloads.map(({ component }) => component)).toEqual([expect.stringMatching(/^CCM 1\.31/)]);
  });

  it('of AWS is the same as CloudControllerManager', () => {
    const chart = new Chart(new App({ outdir: join(dir, 'dist') }), 'ccm');
    new AwsCloudControllerManager(
      chart, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.31.4'), ccm: AwsCcm.of({ run: { flags: { 'leader-elect': 'false' } } }) },
    );
    expect(() => Testing.synth(chart)).toThrow('[controller-runs-twice]');
  });
});
