import { parse } from 'yaml';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { editStaticPod } from '../../../src/lib/edit/static-pod/edit';
import { parseStaticPod } from '../../../src/lib/edit/static-pod/static-pod';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeFile, NodeInput, NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { LeaderMigrationStyle } from '../../../src/lib/leader-migration';
import { componentChanges } from '../../../src/lib/migration/component-changes';
import { readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationModel } from '../../../src/lib/migration/migration-model';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy, StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { staticPodEdits } from '../../../src/lib/migration/node-side';
import {
  APISERVER, atRelease, CLOUD_CONFIG, CONTROLLER_MANAGER, KUBELET_CONFIG, KUBELET_FLAGS, kubeadmNodes, MIGRATION_FILE, SCHEDULER,
  upgradedKubeadmNodes,
} from '../../nodes';
import { undo } from '../edit/static-pod/undo';

const MANIFESTS = [APISERVER, CONTROLLER_MANAGER, SCHEDULER];

function migration(changes: Partial<MigrationProps> = {}): MigrationModel {
  return new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes(), ...changes,
  })._model;
}

/** What was written, as what a next run gets. */
function asInput(files: readonly NodeFile[], side: NodeSide): NodeInput[] {
  const nodes = new Map<string, { name: string; role: NodeRole; files: { [path: string]: string } }>();
  for (const file of files.filter(one => one.side === side)) {
    const node = nodes.get(file.node) ?? { name: file.node, role: file.role, files: {} };
    node.files[file.path] = file.content;
    nodes.set(file.node, node);
  }
  return [...nodes.values()];
}

function text(files: readonly NodeFile[], side: NodeSide, node: string, path: string): string | undefined {
  return files.find(file => file.side === side && file.node === node && file.path === path)?.content;
}

/** One node of each role: what holds for one holds for its like. */
const NODES = [NodeRole.CONTROL_PLANE, NodeRole.WORKER].map(role => kubeadmNodes().find(node => node.role === role)!);

const VARIANTS: [string, Partial<MigrationProps>][] = [
  ['1.26 to 1.27', { nodes: NODES }],
  ['1.25 to 1.26', { fromVersion: KubernetesVersion.of('1.25.16'), toVersion: KubernetesVersion.of('1.26.15'), nodes: atRelease(NODES, '1.25.16') }],
  ['1.21 to 1.22', { fromVersion: KubernetesVersion.of('1.21.14'), toVersion: KubernetesVersion.of('1.22.17'), nodes: atRelease(NODES, '1.21.14') }],
  ['inside 1.26', { toVersion: KubernetesVersion.of('1.26.15'), nodes: NODES }],
  ['with the built-in default', { strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }), nodes: NODES }],
  ['with the controllers switched off', { strategy: MigrationStrategy.controllersOffThenOn(), nodes: NODES }],
  ['with a downtime', { strategy: MigrationStrategy.downtime(), nodes: NODES }],
  ['as a static pod', { ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }), nodes: NODES }],
];

describe.each(VARIANTS)('%s', (_, options) => {
  const subject = migration(options);
  const input = options.nodes!;
  const { phases } = subject;

  it('changes nothing when a phase is applied to its own output', () => {
    for (const phase of phases) {
      const { nodeFiles: written, sides } = subject.phase(phase);
      for (const side of sides) {
        const again = side === NodeSide.N
          ? migration({ ...options, nodes: asInput(written, side) })
          : migration({ ...options, upgradedNodes: asInput(written, side) });
        // What was handed in is another file than what was handed in before it.
        const [before, after] = [written, again.phase(phase).nodeFiles]
          .map(files => files.filter(file => file.side === side)
            .map(({ inputSha256: _sum, addedFlags: _added, removedFlags: _removed, ...file }) => file));
        expect(after).toEqual(before);
      }
    }
  });

  it('is the same on the N+1 side from manifests in which N was already written', () => {
    if (subject.strategy !== StrategyKind.LEADER_MIGRATION) return;
    const nodes = asInput(subject.phase(MigrationPhase.N).nodeFiles, NodeSide.N);
    const side = (files: NodeFile[]) => files.filter(file => file.side === NodeSide.N_PLUS_1);
    const fromN = side(migration({ ...options, nodes }).phase(MigrationPhase.MIXED).nodeFiles);
    const gates = (files: NodeFile[]) => files.map(file => ({ ...file, content: file.content.replace(/\n.*--feature-gates=.*/, '') }));
    expect(gates(fromN)).toEqual(gates(side(subject.phase(MigrationPhase.MIXED).nodeFiles)));
  });

  it('gives the bytes of the input back when it is walked back', () => {
    for (const phase of phases) {
      const { nodeFiles: written, sides } = subject.phase(phase);
      for (const side of sides) {
        for (const { node, pods } of readControlPlaneNodes(input)) {
          for (const pod of pods.values()) {
            const changes = componentChanges(pod.component, side, subject.sideSettings(side), name => pod.flagValue(name));
            const path = `/etc/kubernetes/manifests/${pod.component}.yaml`;
            const edited = parseStaticPod(text(written, side, node.name, path)!, { file: path, component: pod.component });
            expect(editStaticPod(edited, undo(pod, staticPodEdits(changes, subject.imageTags(side)))).text).toBe(node.files[path]);
          }
        }
      }
    }
  });

  it('keeps every line that no change is about', () => {
    const allowed = new RegExp('--(cloud-provider|cloud-config|enable-leader-migration|leader-migration-config|feature-gates|controllers)\\b|image: '
      + '|leader-migration-config|leadermigration\\.conf|cloud-config|cloud\\.conf|readOnly: true|type: File|- hostPath:');
    for (const phase of phases) {
      for (const { side, node, path, content } of subject.phase(phase).nodeFiles) {
        const before = input.find(({ name }) => name === node)!.files[path];
        if (!before || !MANIFESTS.includes(path)) continue;
        const [oldLines, newLines] = [before, content].map(lines => lines.split('\n'));
        const changed = [...oldLines.filter(line => !newLines.includes(line)), ...newLines.filter(line => !oldLines.includes(line))];
        expect({ side, changed: changed.filter(line => !allowed.test(line)) }).toEqual({ side, changed: [] });
        const kept = (lines: string[]) => lines.filter(line => !allowed.test(line));
        expect(kept(newLines)).toEqual(kept(oldLines));
      }
    }
  });
});

describe('side N+1, derived from what kubeadm 1.26 wrote', () => {
  const files = migration().phase(MigrationPhase.N_PLUS_1).nodeFiles;

  it.each(upgradedKubeadmNodes())('equals what the real kubeadm 1.27 wrote: $name', ({ name, files: real }) => {
    for (const path of [...MANIFESTS, KUBELET_FLAGS]) expect(text(files, NodeSide.N_PLUS_1, name, path)).toBe(real[path]);
    for (const path of MANIFESTS) expect(parse(text(files, NodeSide.N_PLUS_1, name, path)!)).toEqual(parse(real[path]));
  });

  it('passes all else through: the kubelet configuration and the cloud config', () => {
    for (const node of kubeadmNodes().filter(({ role }) => role === NodeRole.CONTROL_PLANE)) {
      for (const path of [KUBELET_CONFIG, CLOUD_CONFIG]) expect(text(files, NodeSide.N_PLUS_1, node.name, path)).toBe(node.files[path]);
    }
  });

  it('has the external provider on workers, and no migration file anywhere', () => {
    for (const node of kubeadmNodes().filter(({ role }) => role === NodeRole.WORKER)) {
      expect(text(files, NodeSide.N_PLUS_1, node.name, KUBELET_FLAGS)).toBe(
        node.files[KUBELET_FLAGS].replace('--cloud-provider=aws', '--cloud-provider=external'),
      );
    }
    expect(files.filter(({ path }) => path === MIGRATION_FILE)).toEqual([]);
  });

  it('never copies a value of one node to another', () => {
    const names = kubeadmNodes().map(({ name }) => name);
    for (const { node, content } of files) {
      for (const other of names.filter(name => name !== node)) expect(content).not.toContain(other);
      for (const [own, address] of Object.entries(addressesOf(names))) if (own !== node) expect(content).not.toMatch(new RegExp(`\\b${address}\\b`));
    }
  });
});

describe('side N', () => {
  it('changes kube-controller-manager and adds the file, and nothing on workers', () => {
    const files = migration().phase(MigrationPhase.N).nodeFiles;
    const changed = files.filter(({ node, path, content }) => kubeadmNodes().find(({ name }) => name === node)!.files[path] !== content);
    const perNode = [CONTROLLER_MANAGER, MIGRATION_FILE];
    expect(changed.map(({ path }) => path)).toEqual([...perNode, ...perNode, ...perNode]);
  });

  it('mounts the file read-only, as a file of the node', () => {
    const [node] = kubeadmNodes();
    const { spec } = parse(text(migration().phase(MigrationPhase.N).nodeFiles, NodeSide.N, node.name, CONTROLLER_MANAGER)!);
    expect(spec.containers[0].volumeMounts).toContainEqual({ mountPath: MIGRATION_FILE, name: 'leader-migration-config', readOnly: true });
    expect(spec.volumes).toContainEqual({ hostPath: { path: MIGRATION_FILE, type: 'File' }, name: 'leader-migration-config' });
  });
});

function addressesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, /^ip-(\d+)-(\d+)-(\d+)-(\d+)\./.exec(name)!.slice(1).join('\\.')]));
}
