import { AppPhase, MigrationApp, sideOf } from './app';
import { AppFiles, KubeadmConfigurations, PhaseFiles, readKubeadm, readPhases } from './app-files';
import { AppGroup, controlPlaneGroup, groupsOf } from '../replaced/app-group';
import { WrittenState } from '../state';
import { unitsOf } from './units';
import { USER_DATA } from '../../deliver/user-data/user-data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { SourceError } from '../../edit/yaml/source-error';
import { LOCK_NAMESPACE, MAIN_LOCK_NAMES } from '../../facts/locks';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { DEFAULT_LEADER_NAME } from '../../leader-migration';
import { MIGRATION_FILE } from '../../migration/migration-file';
import { MigrationPhase } from '../../migration/migration-phase';
import { StrategyKind } from '../../migration/migration-strategy';
import { APPLIED_DIR } from '../../migration/output-layout';
import { releaseOfTag } from '../../model/component-version';
import { UNREAD_ANNOTATION } from '../../model/image-annotation';
import { controllerIn } from '../../model/process';
import { buildModel } from '../../read/build-model';
import { parseAssumption } from '../../read/component/assumption';
import { Documents } from '../../read/documents/documents';
import { FileContent, KnownDocuments } from '../../read/input/input';
import { certainVerdict } from '../../verify/certain';
import { asksForLeaderMigration, ccms, flagOf, kcms } from '../../view/ask';
import { ComponentView, InertKindClaim, Model } from '../../view/model';

/** What there is to ask of a cluster that has migrated. */
const OF_STEADY_STATE = '\'ccm-migration plan . --upgrade-from <folder of the app as it was before>\' plans an upgrade of its '
  + 'cloud-controller-manager, and \'ccm-migration upgrade dist --to <release>\' says what differs';

/**
 * @throws if this is not the output of our synthesis, was changed since, or its phases are not of one cluster
 */
export function readApp(files: AppFiles, cluster?: string, inertKinds?: readonly InertKindClaim[]): MigrationApp {
  const app = appOf(readPhases(files, cluster), readKubeadm(files), inertKinds);
  if (![...app.phases.values()].some(({ model }) => kcmsOn([model], NodeSide.N).length > 0)) {
    throw new Error(`no phase has nodes of version N, so there is nothing to plan: phase 'disabled' alone is the steady state; ${OF_STEADY_STATE}. `
      + 'To migrate, give fromVersion and the nodes of version N, and write all phases');
  }
  return app;
}

/** @throws if the phases are not of one cluster, or have no control-plane node */
export function appOf(
  read: ReadonlyMap<WrittenState, PhaseFiles>, kubeadm: KubeadmConfigurations, inertKinds?: readonly InertKindClaim[],
): MigrationApp {
  const files = [...read.values()];
  const groups = groupsOf(files.flatMap(({ index }) => index ?? []));
  refuseUnknownGroups(files, groups);
  const controlPlane = sameNodes(files, NodeRole.CONTROL_PLANE, groups);
  const isAssumed = files.every(({ externalManager }) => externalManager !== undefined);
  const manager = files.find(({ index }) => index?.manager !== undefined)?.index?.manager;
  if (controlPlane.length === 0 && !controlPlaneGroup(groups) && !isAssumed && !manager) {
    if ([...read.keys()].every(phase => phase === MigrationPhase.DISABLED)) {
      throw new Error(`the app writes the steady state alone, phase 'disabled', so there is no step from phase to phase; ${OF_STEADY_STATE}`);
    }
    throw new Error('no phase has files of a control-plane node, so no step can be planned for one; hand the nodes in as `nodes` (see '
      + 'NodeFolder.read) and run synth again');
  }
  const documents = documentsOf(files);
  const phases = new Map([...read].map(([phase, one]): [WrittenState, AppPhase] => [phase, withModel(one, documents, inertKinds)]));
  const models = [...phases.values()].map(({ model }) => model);
  const upgraded = kcmsOn(models, NodeSide.N_PLUS_1);
  const before = kcmsOn(models, NodeSide.N);
  const first = before.length > 0 ? before : upgraded;
  checkClusterName(models.flatMap(kcms));
  const releases = { [NodeSide.N]: sameRelease(first), [NodeSide.N_PLUS_1]: sameRelease(upgraded) };
  const known = files.find(({ index }) => index !== undefined)?.index;
  const strategy = known ? known.strategy as StrategyKind : readStrategy(before, phases.has(MigrationPhase.MIXED));
  return {
    documents,
    phases,
    strategy,
    manager,
    units: unitsOf(models, strategy),
    releases,
    controlPlane,
    workers: sameNodes(files, NodeRole.WORKER, groups),
    groups,
    nodeGroups: known && inPlaceGroups(known.nodes.groups, groups),
    kubeadm,
    lockNamespace: flagOf(first[0], 'leader-elect-resource-namespace')?.value ?? LOCK_NAMESPACE,
    leaderName: sameLeaderName([...phases.values()]),
    mainLeases: { [KCM]: mainLease(KCM, models.flatMap(kcms)), [CCM]: mainLease(CCM, models.flatMap(ccms)) },
    cloud: flagOf(first[0], 'cloud-provider')?.value ?? '',
  };
}

/**
 * The strategy, from what kube-controller-manager of version N is told. Where it neither shares the controllers nor leaves them, only a downtime
 * keeps two from running them; with a phase `mixed` it was meant to share them, and the checks say what is wrong.
 */
function readStrategy(ofN: readonly ComponentView[], hasMixed: boolean): StrategyKind {
  if (ofN.some(asksForLeaderMigration)) return StrategyKind.LEADER_MIGRATION;
  const off = ofN.some(({ process }) => process && controllerIn(process, 'service').presence === 'excluded');
  if (off) return StrategyKind.CONTROLLERS_OFF_THEN_ON;
  return hasMixed ? StrategyKind.LEADER_MIGRATION : StrategyKind.DOWNTIME;
}

/** Groups of workers that change in place; undefined: there is one, of all of them. */
function inPlaceGroups(named: Readonly<Record<string, readonly string[]>>, replaced: readonly AppGroup[]): MigrationApp['nodeGroups'] {
  const left = Object.entries(named).filter(([name]) => !replaced.some(group => group.name === name));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

function kcmsOn(models: readonly Model[], side: NodeSide): readonly ComponentView[] {
  return models.flatMap(kcms).filter(view => sideOf(view) === side);
}

function mainLease(component: ControllerManager, views: readonly ComponentView[]): string {
  return views.flatMap(view => flagOf(view, 'leader-elect-resource-name') ?? [])[0]?.value ?? MAIN_LOCK_NAMES[component];
}

/** Most files are the same in several phases: each text is parsed once. What is no YAML, or has a key twice, is left to who reads the phase. */
function documentsOf(phases: readonly PhaseFiles[]): KnownDocuments {
  const files = phases.flatMap(({ manifests, nodeFiles }) => [...manifests, ...nodeFiles]).filter(({ source }) => /\.ya?ml$/.test(source));
  const texts = new Map(files.map(({ text, source }) => [text, source]));
  return new Map([...texts].flatMap(([text, file]): [string, readonly SourceDocument[]][] => {
    try {
      return [[text, parseSources(text, { file, isOnlyRead: true })]];
    } catch (error) {
      if (error instanceof SourceError) return [];
      throw error;
    }
  }));
}

/** @throws if not all that runs in the phase is known */
export function withModel(files: PhaseFiles, known: KnownDocuments, inertKinds?: readonly InertKindClaim[]): AppPhase {
  const { phase, folder, manifests, nodeFiles, externalManager } = files;
  const manifestsDir = folderOf(manifests.map(({ source }) => source), phase);
  const directory = (name: string, pinned: readonly { readonly source: string; readonly text: string }[]) => ({
    name, files: new Map(pinned.map(({ source, text }): [string, FileContent] => [source.slice(name.length + 1), { text }])),
  });
  const documents = new Documents(known);
  const directories = [directory(manifestsDir, manifests), directory(folder, nodeFiles)].filter(one => one.files.size > 0);
  const isUnread = [...manifests, ...nodeFiles].some(({ text }) => text.includes(`${UNREAD_ANNOTATION}:`));
  const assume = externalManager === undefined ? [] : [parseAssumption(`kcm=external:${externalManager}`, isUnread)];
  const built = buildModel({ directories, documents: known, unreadRelease: isUnread, inertKinds, assume });
  const model = { ...built, replacedGroups: Object.keys(files.index?.replaced ?? {}) };
  // A step is judged by its processes: one that is not known would count as none.
  certainVerdict(`phase '${phase}'`, model);
  return {
    ...files,
    model,
    components: componentsByNode(model),
    objects: manifests.flatMap(({ source, text }) => documents.objects(text, source)),
    isUnread,
  };
}

/** Beside those of a platform or of other clusters, manifests of a phase have no folder of their own. */
function folderOf(sources: readonly string[], phase: string): string {
  const [top = APPLIED_DIR] = sources.map(source => source.split('/')[0]);
  return sources.every(source => source.startsWith(`${top}/${phase}/`)) ? `${top}/${phase}` : top;
}

function componentsByNode({ kinds, components }: Model): AppPhase['components'] {
  const byNode = new Map<string, Set<ComponentView>>();
  const add = (node: string, view: ComponentView): void => { byNode.set(node, (byNode.get(node) ?? new Set()).add(view)); };
  for (const { name, staticPods } of kinds.flatMap(({ nodes }) => nodes)) for (const view of staticPods) add(name, view);
  for (const view of components) if (view.node !== undefined) add(view.node, view);
  return new Map([...byNode].map(([node, views]) => [node, [...views]]));
}

/** Only a folder of a group has user data: without what says so it would be taken for one more node. */
function refuseUnknownGroups(phases: readonly PhaseFiles[], groups: readonly AppGroup[]): void {
  for (const { folder, index, nodeFiles } of phases) {
    const file = nodeFiles.find(({ path, node }) => path === USER_DATA && !groups.some(({ name }) => name === node));
    if (!file) continue;
    const where = `'${folder}/${MIGRATION_FILE}'`;
    const wrong = index ? `${where} does not have that group` : `there is no ${where}, which says which nodes are of it and how many`;
    throw new Error(`'${file.source}' is of group '${file.node}', whose nodes are replaced, and ${wrong}; write all phases anew by `
      + 'MigrationOutput.write(app, ...) in one run of synth, and copy the whole folder `nodes`');
  }
}

/**
 * What all of them have; undefined: there are none.
 *
 * @throws if two differ, with what is said of these
 */
function agreed<T extends { readonly value: string | undefined }>(found: readonly T[], differ: (one: T, other: T) => string): T | undefined {
  const [first] = found;
  const other = found.find(({ value }) => value !== first.value);
  if (other) throw new Error(`the phases are not of one ${differ(first, other)}`);
  return first;
}

/** Names of the nodes that change in place. */
function sameNodes(phases: readonly PhaseFiles[], role: NodeRole, replaced: readonly AppGroup[]): readonly string[] {
  const others = new Set(replaced.flatMap(({ name, today }) => [name, ...today]));
  const found = phases.flatMap(({ phase, nodeFiles }) => Object.values(NodeSide).map(side => {
    const own = nodeFiles.filter(file => file.role === role && file.side === side && !others.has(file.node));
    const names = [...new Set(own.map(({ node }) => node))].sort();
    return { where: `nodes/${phase}/${role}-${side}`, names, value: names.join(', ') };
  })).filter(({ names }) => names.length > 0);
  return agreed(found, (one, other) => `cluster: '${one.where}' has ${one.value}, '${other.where}' has ${other.value}; `
    + 'write all phases from the same nodes, and keep each cluster in a folder of its own')?.names ?? [];
}

/** Release of the nodes of a phase in the steady state. */
export function releaseOfNodes({ model }: AppPhase): string {
  return sameRelease(kcmsOn([model], NodeSide.N_PLUS_1));
}

function sameRelease(views: readonly ComponentView[]): string {
  const found = views.map(({ image, version, place: { file } }) => ({ file, value: image ? releaseOfTag(image.tag) : version?.toString() }));
  if (found.length === 0) {
    throw new Error('no phase has nodes of version N+1; write the phases \'n-plus-1\' and \'disabled\' too and run synth again');
  }
  const unknown = found.find(({ value }) => value === undefined);
  if (unknown) {
    throw new Error(`${unknown.file}: the image of kube-controller-manager does not say its release, so a cluster cannot be `
    + 'compared with the plan; use a tag like \'v1.27.16\'');
  }
  return agreed(found, (one, other) => `cluster: kube-controller-manager is ${one.value} in '${one.file}', ${other.value} in '${other.file}'; `
    + 'write all phases from the same versions')!.value!;
}

function checkClusterName(views: readonly ComponentView[]): void {
  const found = views.map(view => ({ file: view.place.file, value: flagOf(view, 'cluster-name')?.value }));
  agreed(found, (one, other) => `cluster: '--cluster-name' is '${one.value}' in '${one.file}', '${other.value}' in '${other.file}'; `
    + 'keep each cluster in a folder of its own');
}

function sameLeaderName(phases: readonly AppPhase[]): string {
  const found = phases.flatMap(({ phase, model }) => model.components.flatMap(({ process }) =>
    process?.migration ? [{ phase, value: process.migration.leaderName }] : []));
  return agreed(found, (one, other) => `migration: the migration Lease is '${one.value}' in phase '${one.phase}', '${other.value}' in phase `
    + `'${other.phase}'; give all phases the same leaderName`)?.value ?? DEFAULT_LEADER_NAME;
}
