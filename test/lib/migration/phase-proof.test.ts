import { resolve } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { CloudControllerMigration } from '../../../src/constructs/cloud-controller-migration';
import { NodeFolder } from '../../../src/constructs/node-folder';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { CcmPlacement, MigrationStrategy, StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { PhaseModel } from '../../../src/lib/migration/phase-model';
import { provePhase, verifyPhase } from '../../../src/lib/migration/phase-proof';
import { buildModel } from '../../../src/lib/read/build-model';
import { STRATEGIES } from '../../strategies';
import { directory } from '../rules/input';

const nodes = NodeFolder.read(resolve(__dirname, '../../../examples/kubeadm/input'));
const BASE: MigrationProps = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };

const VARIANTS: readonly [string, Partial<MigrationProps>][] = [
  ['manifests', { nodes }],
  ['no manifests', {}],
  ['the CCM on all control-plane nodes', { nodes, strategy: MigrationStrategy.leaderMigration({ placement: CcmPlacement.ALL_CONTROL_PLANE_NODES }) }],
  ['the CCM as a static pod', { nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) }],
  ['the CCM as a Deployment', { nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) }],
];

function phaseOf(options: Partial<MigrationProps>, phase: MigrationPhase): PhaseModel {
  return new Migration({ ...BASE, ...options })._model.phase(phase);
}

describe('the proof of a phase', () => {
  describe.each(Object.values(StrategyKind))('with strategy %s', kind => {
    it.each(VARIANTS.filter(([, { strategy }]) => strategy === undefined || kind === StrategyKind.LEADER_MIGRATION))(
      'holds in every phase and step, with %s', (_, options) => {
        const { _model: model, phases } = new Migration({ ...BASE, strategy: STRATEGIES[kind], ...options });
        for (const phase of phases) verifyPhase(model.phase(phase));
      });
  });

  it('covers the step from the phase before, except where nothing runs in between', () => {
    const subjects = (options: Partial<MigrationProps>, phase: MigrationPhase) =>
      provePhase(phaseOf(options, phase)).map(({ subject }) => subject);
    expect(subjects({}, MigrationPhase.MIXED)).toEqual(["phase 'mixed'", "the step from 'n' to 'mixed'"]);
    expect(subjects({ strategy: MigrationStrategy.downtime() }, MigrationPhase.N_PLUS_1)).toEqual(["phase 'n-plus-1'"]);
    expect(new Migration(BASE)._model.before(MigrationPhase.N)).toBeUndefined();
    expect(subjects({ nodes }, MigrationPhase.N)).toEqual(["phase 'n'", "the step from 'not-started' to 'n'"]);
    expect(subjects({ nodes, strategy: MigrationStrategy.downtime() }, MigrationPhase.N)).toEqual(["phase 'n'"]);
    expect(subjects({}, MigrationPhase.N)).toEqual(["phase 'n'"]);
  });

  it('looks at what runs before the first phase, with the configuration that it reads', () => {
    const path = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
    const given = 'kind: LeaderMigrationConfiguration\napiVersion: controllermanager.config.k8s.io/v1\nleaderName: '
      + 'cloud-provider-extraction-migration\n'
      + 'controllerLeaders:\n- name: service\n  component: cloud-controller-manager\n';
    const on = '    - --enable-leader-migration=true\n    - --leader-migration-config=/etc/leadermigration.conf\n';
    const migrating = nodes.map(node => node.files[path] === undefined ? node
      : {
        ...node,
        files: {
          ...node.files, '/etc/leadermigration.conf': given, [path]: node.files[path].replace(/^ +- --leader-elect=true\n/m, `$&${on}`),
        },
      });
    const [own, step] = provePhase(phaseOf({ nodes: migrating }, MigrationPhase.N));
    expect(own.verdict.liveness.counterexamples).toEqual([]);
    expect(step.subject).toBe("the step from 'not-started' to 'n'");
    expect(step.verdict.liveness.counterexamples.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /node of version N before the migration: KCM 1\.26 holds .* and leaves `service` to the other component.*no process runs 'service'/,
      ) as string,
    ]);
  });

  it('declares the gap of controllers-off-then-on, which is no error', () => {
    const [mixed] = provePhase(phaseOf({ nodes, strategy: MigrationStrategy.controllersOffThenOn() }, MigrationPhase.MIXED));
    expect(mixed.verdict.declaredGaps.map(({ controller }) => controller).sort()).toEqual(['cloud-node', 'cloud-node-lifecycle', 'service']);
  });

  it('looks at the processes that the written files have', () => {
    const mixed = phaseOf({ nodes }, MigrationPhase.MIXED);
    const files = mixed.nodeFiles.map(({ role, side, node, path, content }) => [`${role}-${side}/${node}${path}`, content]);
    const read = buildModel({ directories: [directory('nodes', Object.fromEntries(files) as Record<string, string>)] });
    for (const kind of mixed.cluster.kinds) {
      const [written] = read.components.filter(view => view.kind === kind.name && view.component === 'kube-controller-manager');
      // What it was made of has other places: the files are not written yet when the phase is proven.
      const { input: _, ...proven } = kind.processes[0];
      const { dir, input, ...facts } = written.process!;
      expect([dir, input.dir]).toEqual(['nodes', 'nodes']);
      expect({ ...proven, dir: undefined }).toEqual({ ...facts, dir: undefined });
    }
  });
});

describe('synthesis', () => {
  // A flag of the user: from the moment that only nodes of version N+1 are left, no process watches for nodes that are gone.
  const UNSAFE = {
    migration: new Migration({ ...BASE, nodes, ccm: AwsCcm.of({ run: { flags: { controllers: '*,-cloud-node-lifecycle' } } }) }),
    phase: MigrationPhase.MIXED,
  };

  it('fails with the counter-example, and writes nothing', () => {
    expect(() => new CloudControllerMigration(Testing.chart(), 'Migration', UNSAFE)).toThrow(
      /phase 'mixed' is not safe and nothing is written:\nphase 'mixed': 'cloud-node-lifecycle': .*no process runs 'cloud-node-lifecycle'/,
    );
  });

  it('writes an unsafe phase where the property says so, and marks every object', () => {
    const chart = new Chart(new App(), 'chart');
    new CloudControllerMigration(chart, 'Migration', { ...UNSAFE, unsafeSkipSafetyProof: true });
    const objects = Testing.synth(chart) as { metadata: { annotations?: Record<string, string> } }[];
    expect(objects.length).toBeGreaterThan(5);
    for (const { metadata } of objects) expect(metadata.annotations).toEqual({ 'ccm-migration/safety-proof': 'skipped' });
  });
});
