import { AllowedFile } from './action';
import { filesOf, hasStaticCcm, MigrationApp, phaseOf, runs, sideOf } from './app';
import { PlannedNodeFile } from './app-files';
import * as check from './checks';
import { eventually, drain, filesAre, must, putFiles, removeFiles, restartKubelet, takeBack, uncordon, upgradeNode } from './commands';
import { filesAt, Leg, leftovers, phaseAt, portOf } from './context';
import { processChecks } from './process-truth';
import { PlanCommand, StepDraft } from './step';
import { parseStaticPod } from '../edit/static-pod/static-pod';
import { CCM, KCM } from '../kubernetes/component';
import { NodeRole, NodeSide, STATIC_POD_PATH } from '../kubernetes/node';
import { StrategyKind } from '../migration/migration-strategy';
import { flagOf } from '../view/ask';

/** What a node changes from and to, on one leg. */
export interface NodeChange {
  readonly node: string;
  readonly role: NodeRole;
  /** The side that it is on afterwards. */
  readonly side: NodeSide;
  readonly put: readonly PlannedNodeFile[];
  readonly remove: readonly string[];
  /** What may lie there before, where that is known. */
  readonly allowed: readonly AllowedFile[];
  readonly restartsKubelet: boolean;
}

/** Seconds that a component gets to come up after its manifest changed. */
const COMPONENT_SECONDS = 180;
const NODE_SECONDS = 300;
export const POD_SECONDS = 180;

const KUBELET_FILE = /^\/(var\/lib\/kubelet|etc\/default|etc\/sysconfig|etc\/systemd|usr\/lib\/systemd|lib\/systemd)\//;

/** The files of a node that differ, from whatever side it is on in `leg.from` to `side` in `leg.to`. */
export function nodeChange({ app, from, to }: Leg, node: string, role: NodeRole, side: NodeSide): NodeChange {
  const sources = Object.values(NodeSide).map(one => filesAt(app, from, node, one)).filter(files => files.length > 0);
  const target = filesAt(app, to, node, side);
  // Before the migration: what was handed in. Where nothing was, nothing is known.
  const before = ({ path, inputSha256 }: PlannedNodeFile): readonly string[] => sources.length === 0
    ? (inputSha256 === undefined ? [] : [inputSha256])
    : sources.map(files => files.find(file => file.path === path)?.sha256 ?? '-');
  const put = target.filter(file => before(file).length === 0 || before(file).some(sum => sum !== file.sha256));
  const remove = leftovers(app, to, role, side);
  const allowed = put.filter(file => before(file).length > 0).map(file => ({ path: file.path, sums: [...new Set([...before(file), file.sha256])] }));
  return { node, role, side, put, remove, allowed, restartsKubelet: put.some(({ path }) => isKubeletFile(path)) };
}

/** Whether a leg leaves the node as it is. */
export function isUnchanged({ put, remove }: NodeChange): boolean {
  return put.length === 0 && remove.length === 0;
}

/** The paths that a change writes, so that taking them back leaves no manifest without what it mounts. */
export function pathsBack(leg: Leg, change: NodeChange): readonly string[] {
  return inOrder(leg, change).flat().map(({ path }) => path).reverse();
}

/** A change without some of its files. */
export function changeOf(change: NodeChange, isIncluded: (path: string) => boolean): NodeChange {
  const put = change.put.filter(({ path }) => isIncluded(path));
  return {
    ...change,
    put,
    remove: change.remove.filter(isIncluded),
    allowed: change.allowed.filter(({ path }) => isIncluded(path)),
    restartsKubelet: put.some(({ path }) => isKubeletFile(path)),
  };
}

export function isKubeletFile(path: string): boolean {
  return KUBELET_FILE.test(path);
}

type NodeStep = Pick<StepDraft, 'nodes' | 'changes' | 'before' | 'run' | 'proof' | 'undo' | 'waitFor' | 'atMostSeconds'>;

/**
 * A node from one set of files to the other. Kubelets change only on a drained node: pods that it started with the other volume plugin would stay in
 * Terminating, and deleting them by force may harm their file systems (aws-ebs-csi-driver@v1.20.0 docs/install.md:153).
 */
export function nodeStep(leg: Leg, change: NodeChange): NodeStep {
  const { app, from } = leg;
  const { node, role, side, put, remove, allowed, restartsKubelet } = change;
  const isControlPlane = role === NodeRole.CONTROL_PLANE;
  const release = app.releases[side];
  const other = app.releases[side === NodeSide.N ? NodeSide.N_PLUS_1 : NodeSide.N];
  const switches = leg.from !== 'not-started' && leg.to !== 'not-started' && restartsKubelet;
  const changesRelease = switches && release !== other;
  const health = [
    ...isControlPlane ? healthChecks(leg, node, side) : [eventually(NODE_SECONDS, check.nodeReady(node))],
    ...processChecks(leg, node, side, put, put.map(({ path }) => path).filter(isKubeletFile), COMPONENT_SECONDS),
  ];
  const written = [...inOrder(leg, change).flat().map(({ path, sha256 }) => ({ path, sum: sha256 })), ...remove.map(path => ({ path, sum: '-' }))];
  const kubelet = restartsKubelet ? [restartKubelet(node)] : [];
  return {
    nodes: [node],
    changes: [...put.map(({ path, source }) => `replace ${path} by ${source}`), ...remove.map(path => `remove ${path}, with a copy`),
      ...restartsKubelet ? ['restart the kubelet'] : []],
    before: [...allowed.length > 0 ? [must(filesAre(node, allowed))] : [], must(check.nodeReady(node))],
    run: [
      ...restartsKubelet ? [drain(node)] : [],
      ...changesRelease ? [upgradeNode(node, release)] : [],
      ...inOrder(leg, change).flatMap((files, index) => [
        ...putFiles(node, from, files),
        // kube-controller-manager must not be newer than the kube-apiserver of its node.
        ...index === 0 && changesRelease && isControlPlane && side === NodeSide.N_PLUS_1 ? [
          eventually(COMPONENT_SECONDS, check.runsRelease(node, 'kube-apiserver', release)),
          eventually(COMPONENT_SECONDS, check.readyz(node, portOf(app, leg.to, 'kube-apiserver', side))),
        ] : [],
      ]),
      ...removeFiles(node, from, remove),
      ...restartsKubelet ? nameKept(leg, change) : [],
      ...kubelet,
      eventually(NODE_SECONDS, check.nodeReady(node)),
      ...restartsKubelet ? [uncordon(node)] : [],
    ],
    proof: health,
    undo: [
      ...restartsKubelet ? [drain(node)] : [],
      ...changesRelease ? [upgradeNode(node, other)] : [],
      ...takeBack(node, from, [...written].reverse()),
      ...kubelet,
      eventually(NODE_SECONDS, check.nodeReady(node)),
      ...restartsKubelet ? [uncordon(node)] : [],
    ],
    waitFor: isControlPlane ? `kube-apiserver, kube-controller-manager and the kubelet of ${node} are healthy` : `${node} is Ready`,
    atMostSeconds: NODE_SECONDS + (isControlPlane ? (changesRelease ? 6 : 4) * COMPONENT_SECONDS : NODE_SECONDS),
  };
}

/** An external provider knows a node by its name: the file that gives it is asked once it lies there. */
function nameKept({ app, to }: Leg, { node, side, put }: NodeChange): readonly PlanCommand[] {
  if (side !== NodeSide.N_PLUS_1) return [];
  const view = phaseAt(app, to)?.model.components.find(one => one.component === 'kubelet' && one.node === node && sideOf(one) === side);
  const override = view && flagOf(view, 'hostname-override');
  const file = override && put.find(({ source }) => source === override.place.file);
  return file ? [check.keepsName(node, file.path)] : [];
}

/**
 * What a manifest mounts comes before it. Forward the API server comes first, back it goes last: no component may be newer than the API server that
 * it talks to.
 */
function inOrder({ app }: Leg, { put, side }: NodeChange): readonly (readonly PlannedNodeFile[])[] {
  const isApiServer = (file: PlannedNodeFile) => runs(file) === 'kube-apiserver';
  const isManifest = (file: PlannedNodeFile) => file.path.startsWith(`${STATIC_POD_PATH}/`) || runs(file) !== undefined;
  const files = put.filter(file => !isManifest(file));
  const apiServer = put.filter(isApiServer);
  const others = put.filter(file => isManifest(file) && !isApiServer(file));
  if (app.releases[NodeSide.N] === app.releases[NodeSide.N_PLUS_1]) return [[...files, ...apiServer, ...others]];
  return side === NodeSide.N_PLUS_1 ? [[...files, ...apiServer], others] : [[...files, ...others], apiServer];
}

function healthChecks({ app, to }: Leg, node: string, side: NodeSide): readonly PlanCommand[] {
  const phase = phaseAt(app, to);
  const hasCcm = phase && side === NodeSide.N_PLUS_1 && hasStaticCcm(phase);
  return [
    eventually(COMPONENT_SECONDS, check.readyz(node, portOf(app, to, 'kube-apiserver', side))),
    eventually(COMPONENT_SECONDS, check.runsRelease(node, KCM, app.releases[side])),
    eventually(COMPONENT_SECONDS, newCommandLine(app, node, side)),
    eventually(COMPONENT_SECONDS, check.healthz(node, portOf(app, to, KCM, side))),
    ...hasCcm ? [eventually(COMPONENT_SECONDS, check.healthz(node, portOf(app, to, CCM, side)))] : [],
  ];
}

/** What only the new manifest says: a pod of the old one may still be healthy. */
function newCommandLine(app: MigrationApp, node: string, side: NodeSide): PlanCommand {
  const { strategy, cloud } = app;
  if (side === NodeSide.N_PLUS_1) return check.podLacks(node, KCM, `--cloud-provider=${cloud}`);
  switch (strategy) {
    case StrategyKind.LEADER_MIGRATION: return check.podHas(node, KCM, '--enable-leader-migration');
    case StrategyKind.CONTROLLERS_OFF_THEN_ON: return check.podHas(node, KCM, controllersFlagOfN(app, node));
    case StrategyKind.DOWNTIME: return check.podHas(node, KCM, `--cloud-provider=${cloud}`);
  }
}

/** `--controllers` of a node of version N in phase `n`, as its manifest passes it. */
export function controllersFlagOfN(app: MigrationApp, node: string): string {
  const file = filesOf(phaseOf(app, 'n'), node, NodeSide.N).find(one => runs(one) === KCM);
  const value = file && parseStaticPod(file.text, { file: file.source, component: KCM }).flagValue('controllers');
  return `--controllers=${value ?? '*'}`;
}
