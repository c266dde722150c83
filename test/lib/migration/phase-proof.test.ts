import { resolve } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { CloudControllerMigration } from '../../../src/constructs/cloud-controller-migration';
import { NodeFolder } from '../../../src/constructs/node-folder';
import { CcmWorkload } from '../../../src/lib/ccm/workload-options';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { CcmPlacement, MigrationOptions } from '../../../src/lib/migration/migration-options';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { clusterOf } from '../../../src/lib/migration/phase-cluster';
import { previous, provePhase, verifyPhase } from '../../../src/lib/migration/phase-proof';
import { buildModel } from '../../../src/lib/read/build-model';
import { directory } from '../rules/input';

const nodes = NodeFolder.read(resolve(__dirname, '../../../examples/kubeadm/input'));
const BASE: MigrationOptions = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
const PHASES = Object.values(MigrationPhase);

const VARIANTS: readonly [string, Partial<MigrationOptions>][] = [
  ['manifests', { nodes }],
  ['no manifests', {}],
  ['the CCM on all control-plane nodes', { nodes, placement: CcmPlacement.ALL_CONTROL_PLANE_NODES }],
  ['the CCM as a static pod', { nodes, workload: CcmWorkload.STATIC_POD }],
  ['the CCM as a Deployment', { nodes, workload: CcmWorkload.DEPLOYMENT }],
];

describe('the proof of a phase', () => {
  describe.each(Object.values(MigrationStrategy))('with strategy %s', strategy => {
    it.each(VARIANTS)('holds in every phase and step, with %s', (_, options) => {
      for (const phase of PHASES.filter(one => strategy !== MigrationStrategy.DOWNTIME || one !== MigrationPhase.MIXED)) {
        verifyPhase(new Migration({ ...BASE, strategy, ...options }), phase);
      }
    });
  });

  it('covers the step from the phase before, except where nothing runs in between', () => {
    const subjects = (options: Partial<MigrationOptions>, phase: MigrationPhase) =>
      provePhase(new Migration({ ...BASE, ...options }), phase).map(({ subject }) => subject);
    expect(subjects({}, MigrationPhase.MIXED)).toEqual(["phase 'mixed'", "the step from 'n' to 'mixed'"]);
    expect(subjects({ strategy: MigrationStrategy.DOWNTIME }, MigrationPhase.N_PLUS_1)).toEqual(["phase 'n-plus-1'"]);
    expect(previous(new Migration(BASE), MigrationPhase.N)).toBeUndefined();
    expect(subjects({ nodes }, MigrationPhase.N)).toEqual(["phase 'n'", "the step from 'not-started' to 'n'"]);
    expect(subjects({ nodes, strategy: MigrationStrategy.DOWNTIME }, MigrationPhase.N)).toEqual(["phase 'n'"]);
    expect(subjects({}, MigrationPhase.N)).toEqual(["phase 'n'"]);
  });

  it('looks at what runs before the first phase, with the configuration that it reads', () => {
    const path = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
    const given = 'kind: LeaderMigrationConfiguration\napiVersion: controllermanager.config.k8s.io/v1\nleaderName: cloud-provider-extraction-migration\n'
      + 'controllerLeaders:\n- name: service\n  component: cloud-controller-manager\n';
    const on = '    - --enable-leader-migration=true\n    - --leader-migration-config=/etc/leadermigration.conf\n';
    const migrating = nodes.map(node => node.files[path] === undefined ? node
      : { ...node, files: { ...node.files, '/etc/leadermigration.conf': given, [path]: node.files[path].replace(/^ +- --leader-elect=true\n/m, `$&${on}`) } });
    const [own, step] = provePhase(new Migration({ ...BASE, nodes: migrating }), MigrationPhase.N);
    expect(own.verdict.liveness.counterexamples).toEqual([]);
    expect(step.subject).toBe("the step from 'not-started' to 'n'");
    expect(step.verdict.liveness.counterexamples.map(({ message }) => message)).toEqual([
      expect.stringMatching(/node of version N before the migration: KCM 1\.26 holds .* and leaves `service` to the other component.*nobody runs 'service'/) as string,
    ]);
  });

  it('declares the gap of controllers-off-then-on, which is no error', () => {
    const [mixed] = provePhase(new Migration({ ...BASE, nodes, strategy: MigrationStrategy.CONTROLLERS_OFF_THEN_ON }), MigrationPhase.MIXED);
    expect(mixed.verdict.declaredGaps.map(({ controller }) => controller).sort()).toEqual(['cloud-node', 'cloud-node-lifecycle', 'service']);
  });

  it('looks at the processes that the written files have', () => {
    const migration = new Migration({ ...BASE, nodes });
    const files = migration.nodeFiles(MigrationPhase.MIXED).map(({ role, side, node, path, content }) => [`${role}-${side}/${node}${path}`, content]);
    const read = buildModel({ directories: [directory('nodes', Object.fromEntries(files) as Record<string, string>)] });
    for (const kind of clusterOf(migration, MigrationPhase.MIXED).kinds) {
      const [written] = read.components.filter(view => view.kind === kind.name && view.component === 'kube-controller-manager');
      const [proven] = kind.processes;
      const { dir, ...facts } = written.process!;
      expect(dir).toBe('nodes');
      expect({ ...proven, dir: undefined }).toEqual({ ...facts, dir: undefined });
    }
  });
});

describe('synthesis', () => {
  // A flag of the user: from the moment that only nodes of version N+1 are left, nobody watches for nodes that are gone.
  const UNSAFE = { ...BASE, nodes, phase: MigrationPhase.MIXED, flags: { controllers: '*,-cloud-node-lifecycle' } };

  it('fails with the counter-example, and writes nothing', () => {
    expect(() => new CloudControllerMigration(Testing.chart(), 'Migration', UNSAFE)).toThrow(/phase 'mixed' is not safe and nothing is written:\nphase 'mixed': 'cloud-node-lifecycle': .*nobody runs 'cloud-node-lifecycle'/);
  });

  it('writes an unsafe phase where the property says so, and marks every object', () => {
    const chart = new Chart(new App(), 'chart');
    new CloudControllerMigration(chart, 'Migration', { ...UNSAFE, unsafeSkipSafetyProof: true });
    const objects = Testing.synth(chart) as { metadata: { annotations?: Record<string, string> } }[];
    expect(objects.length).toBeGreaterThan(5);
    for (const { metadata } of objects) expect(metadata.annotations).toEqual({ 'ccm-migration/safety-proof': 'skipped' });
  });
});
