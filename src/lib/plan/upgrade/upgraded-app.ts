import { awsCcmRelease } from '../../facts/ccm-releases';
import { CCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeRole } from '../../kubernetes/node';
import { MigrationPhase } from '../../migration/migration-phase';
import { StrategyKind } from '../../migration/migration-strategy';
import { CcmUpgrade, ccmUpgrade } from '../../upgrade/ccm-upgrade';
import { CcmDifference } from '../../upgrade/difference';
import { namesOf, UpgradedCluster, upgradedCluster } from '../../upgrade/upgraded-cluster';
import { awsTagOf, ccms, flagOf, kcms } from '../../view/ask';
import { InertKindClaim } from '../../view/model';
import { AppPhase, ccmOf, Hop, MigrationApp, runs, withNodeFiles } from '../app/app';
import { AppFiles, filesByNode, PhaseFiles, PlannedNodeFile, readPhases } from '../app/app-files';
import { appOf, releaseOfNodes, withModel } from '../app/read-app';
import { SERVERS_BEFORE, WrittenState } from '../state';

/** What synthesis wrote. */
export interface WrittenApp {
  readonly files: AppFiles;
  /** Its folder, from the folder of the app: `../before`; undefined: it is the app itself. */
  readonly folder?: string;
}

/** What an earlier synthesis wrote. */
export interface EarlierApp extends WrittenApp {
  readonly folder: string;
}

/** What an upgrade leads from and to, and whether others come before or after it. */
export interface UpgradeStates {
  readonly from: WrittenState;
  readonly to: WrittenState;
  /** Its number in a chain, from 1 on; undefined: it is the only one. */
  readonly number?: number;
}

/** An app whose cloud-controller-manager is upgraded. */
export interface UpgradedApp {
  readonly app: MigrationApp;
  readonly upgrade: CcmUpgrade;
}

/**
 * An app whose cloud-controller-manager is upgraded: its phase `disabled`, and before that the same nodes with the cloud-controller-manager that an
 * earlier synthesis wrote. Whatever else differs between the two is not part of the upgrade: API servers come first.
 *
 * @throws if one of them lacks the phase, the two are not of one cluster, or what is upgraded is not one workload of AWS
 */
export function readUpgradedApp(
  written: WrittenApp, { files: earlierFiles, folder }: EarlierApp, states: UpgradeStates, cluster: string | undefined,
  inertKinds?: readonly InertKindClaim[],
): UpgradedApp {
  const name = written.folder === undefined ? 'the app' : `'${written.folder}'`;
  const [now, earlier] = [steadyState(written.files, name, cluster), steadyState(earlierFiles, `'${folder}'`, cluster)];
  sameCluster(now, earlier);
  const [after, then] = [now, earlier].map(one => withModel(one, new Map(), inertKinds));
  if (after.externalManager !== undefined && ccmOf(after) === undefined) throw withoutNodes(name);
  const paths = new Set([...pathsOfCcm(after), ...pathsOfCcm(then)]);
  const isOfCcm = ({ path }: PlannedNodeFile) => paths.has(path);
  refuseNewNodes(after, then, isOfCcm);
  const nodes = new Set(now.nodeFiles.map(({ node }) => node));
  const nodeFiles = [...now.nodeFiles.filter(file => !isOfCcm(file)), ...earlier.nodeFiles.filter(file => isOfCcm(file) && nodes.has(file.node))];
  const { folder: nodesFolder, index, externalManager } = now;
  const before: PhaseFiles = { ...earlier, folder: nodesFolder, index, externalManager, nodeFiles, byNode: filesByNode(nodeFiles) };
  const app = appOf(new Map<WrittenState, PhaseFiles>([[states.from, before], [states.to, now]]), {}, inertKinds);
  const [old, young] = [phaseFrom(app.phases.get(states.from)!, folder), phaseFrom(app.phases.get(states.to)!, written.folder)];
  refuseSeveral(old, `'${folder}'`);
  refuseSeveral(young, name);
  sameWorkload(old, young);
  const [from, to] = [old, young].map(releaseOf);
  const isChanged = from !== to || differ(old, young, isOfCcm);
  if (!isChanged) {
    throw new Error(`both have the cloud-controller-manager ${to}, so there is nothing to upgrade; give the folder of the app as it was before`);
  }
  const { number } = states;
  const hop: Hop | undefined = number === undefined ? undefined : { number, serversBefore: releaseOfNodes(then) };
  return {
    app: withNodeFiles({
      ...app,
      phases: new Map<WrittenState, AppPhase>([
        ...hop ? [[SERVERS_BEFORE, phaseFrom(then, folder)] as const] : [], [states.from, old], [states.to, young],
      ]),
      // In the steady state no controller is left without a runner, whatever way led there.
      strategy: StrategyKind.LEADER_MIGRATION,
      cloud: 'aws',
      ...hop && { hop },
    }, isOfCcm),
    // Services are objects of the cluster, and no app has those that are there: a step of the plan asks for them.
    upgrade: from === to ? ofOneRelease(to) : planned(ccmUpgrade(
      from, to, { ...upgradedCluster(young.model), services: undefined, hasServices: false, ...askedServers(young) }, old.isUnread || young.isUnread,
    )),
  };
}

/** Whether manifests or files of the cloud-controller-manager are others: flags, replicas, a cloud config. */
function differ(before: AppPhase, now: AppPhase, isOfCcm: (file: PlannedNodeFile) => boolean): boolean {
  const sums = ({ manifests, nodeFiles }: AppPhase) => [
    ...manifests.filter(({ text }) => text.trim() !== '').map(({ sha256 }) => sha256),
    ...nodeFiles.filter(isOfCcm).map(({ node, path, sha256 }) => `${node}${path} ${sha256}`),
  ].sort().join();
  return sums(before) !== sums(now);
}

/** A change of flags or replicas: nothing differs that a release decides. */
function ofOneRelease(release: string): CcmUpgrade {
  return {
    from: release, to: release, steps: [release], isDowngrade: false, answer: 'may-go', missing: [], assumed: [], differences: [], hops: [],
  };
}

/** What a plan keeps of it: what the app meets. Its files are not where the plan is carried out. */
function planned(upgrade: CcmUpgrade): CcmUpgrade {
  const differences = upgrade.differences.filter(({ isNotMet }) => isNotMet !== true).map(({ place: _place, ...one }): CcmDifference => one);
  return { ...upgrade, differences };
}

function steadyState(files: AppFiles, name: string, cluster: string | undefined): PhaseFiles {
  const phases = readPhases(files, cluster);
  const found = phases.get(MigrationPhase.DISABLED);
  if (found?.nodeFiles.some(({ role }) => role === NodeRole.CONTROL_PLANE)) return found;
  // A workload needs none: what runs beside it is taken to be external, and a step asks.
  if (found?.index && found.manifests.length > 0) return { ...found, externalManager: fullRelease(found.index.releases.to, name) };
  if (found) throw withoutNodes(name);
  throw new Error(`${name} has no phase 'disabled', but ${[...phases.keys()].map(phase => `'${phase}'`).join(', ')}; the cloud-controller-manager is `
    + 'upgraded in the steady state: end the migration first, and give the folders into which synth wrote that phase then and now');
}

function withoutNodes(name: string): Error {
  return new Error(`${name} has no files of a control-plane node in phase 'disabled', so what runs beside the CCM is not known; `
    + 'hand the nodes in as `upgradedNodes` (see NodeFolder.read) and run synth again');
}

/** Each API server and kube-controller-manager is held against it. */
function fullRelease(release: string, name: string): string {
  if (KubernetesVersion.of(release).patch !== undefined) return release;
  throw new Error(`${name} is of Kubernetes ${release}, without files of nodes that say which release of it; give \`toVersion\` as a full release `
    + `like '${release}.4' and run synth again`);
}

function sameCluster(now: PhaseFiles, earlier: PhaseFiles): void {
  const [id, other] = [now, earlier].map(({ index }) => index?.cluster);
  if (id === undefined || other === undefined || id === other) return;
  throw new Error(`the app is of cluster '${id}', and what it was before of '${other}'; give both of one cluster`);
}

/** Files of nodes that a cloud-controller-manager is made of: its manifest where it is a static pod, and its cloud config. */
function pathsOfCcm({ model, nodeFiles }: AppPhase): readonly string[] {
  const configs = ccms(model).flatMap(view => flagOf(view, 'cloud-config')?.value ?? []);
  return [...nodeFiles.filter(file => runs(file) === CCM).map(({ path }) => path), ...configs];
}

/** What a node has now would be taken for what it gets. */
function refuseNewNodes(after: AppPhase, then: AppPhase, isOfCcm: (file: PlannedNodeFile) => boolean): void {
  const known = new Set(then.nodeFiles.map(({ node }) => node));
  const file = after.nodeFiles.find(one => isOfCcm(one) && !known.has(one.node));
  if (!file) return;
  throw new Error(`'${file.source}' is for '${file.node}', which the app did not have before, so it is not known what that node has; write the app `
    + 'as it was once more, with the nodes that there are now');
}

/** What is in another folder than that of the app; undefined: nothing is. Files of nodes that a step puts are of the app that it leads to. */
function phaseFrom(phase: AppPhase, folder: string | undefined): AppPhase {
  if (folder === undefined) return phase;
  const at = (source: string) => `${folder}/${source}`;
  const nodeFiles = phase.nodeFiles.map(file => ({ ...file, source: at(file.source) }));
  return {
    ...phase,
    manifests: phase.manifests.map(file => ({ ...file, source: at(file.source) })),
    objects: phase.objects.map(object => ({ ...object, file: at(object.file) })),
    nodeFiles,
    byNode: filesByNode(nodeFiles),
  };
}

/** A roll replaces pods of one workload; two of different names would both stay. */
function sameWorkload(before: AppPhase, now: AppPhase): void {
  const [old, young] = [before, now].map(nameOf);
  if (old === young) return;
  throw new Error(`the cloud-controller-manager was ${old}, and is ${young}; a plan upgrades it as what it is: change its release alone, plan and `
    + 'carry that out, and change the workload before or after');
}

/** A plan waits for the pods of one, and reads off its image how far it came. */
function refuseSeveral({ model }: AppPhase, name: string): void {
  const found = namesOf(ccms(model));
  if (found.length <= 1) return;
  throw new Error(`a plan upgrades one cloud-controller-manager, and ${name} has ${found.length}: ${found.join(', ')}; leave one, and delete the `
    + 'others in the cluster first');
}

function nameOf(phase: AppPhase): string {
  const workload = ccmOf(phase);
  if (workload) return `${workload.resource} ${workload.namespace}/${workload.name} (${workload.selector})`;
  const paths = [...new Set(phase.nodeFiles.filter(file => runs(file) === CCM).map(({ path }) => path))].sort();
  return paths.length === 0 ? 'none' : `a static pod at ${paths.join(', ')}`;
}

/** A step demands API servers of the release that kube-controller-manager is taken to have. */
function askedServers({ externalManager, model }: AppPhase): Partial<UpgradedCluster> {
  return externalManager === undefined ? {} : { apiServers: kcms(model).flatMap(({ version }) => version ?? []) };
}

function releaseOf({ model, isUnread }: AppPhase): string {
  const found = [...new Set(ccms(model).map(awsTagOf))];
  if (found.length === 1 && found[0] !== undefined) return isUnread ? found[0] : awsCcmRelease(found[0]).tag;
  throw new Error(`a plan upgrades one cloud-controller-manager of AWS whose release is known, and found ${found.map(one => one ?? 'an unknown one')
    .join(', ') || 'none'}; use an image whose tag says the release`);
}
