import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeFile, NodeInput, NodeRole, NodeSide } from '../kubernetes/node';
import { nodeFilePath } from '../migration/index-file';
import type { Migration } from '../migration/migration';
import type { PhaseModel } from '../migration/phase-model';
import type { SettledMigration } from '../migration/settled-migration';
import { LeaseAccessMode } from '../rbac/lease-access-mode';
import { FileContent, VerifyDirectory } from '../read/input/input';
import { KindsReadBefore } from '../read/nodes/kind-reader';
import { checkWith, givenRefusals, SynthesisCheck, SynthesisRefusal } from '../verify/synthesis';

/** What a phase writes, as files. */
export interface WrittenPhase {
  readonly model: PhaseModel;
  /** Folder of its node files, `nodes/mixed`. */
  readonly nodesDir: string;
  readonly nodeFiles: readonly NodeFile[];
  readonly manifestsDir: string;
  /** Each file of manifests by its name. */
  readonly manifests: ReadonlyMap<string, FileContent>;
  /** Rules whose errors do not refuse. */
  readonly allowed: readonly string[];
}

/** Rules whose errors an option of the migration asks for, by name. */
export function allowedBy({ _model }: Migration): readonly string[] {
  return _model.settings.leaseAccess === LeaseAccessMode.NONE ? ['lease-access-missing'] : [];
}

/** Runs every rule on the nodes that were handed in, and on what the phase writes. */
export function checkPhase({ model, nodesDir, nodeFiles, manifestsDir, manifests, allowed }: WrittenPhase): SynthesisCheck {
  const migration = model.model;
  const files = new Map(nodeFiles.map((file): [string, FileContent] => [nodeFilePath(file), { text: file.content }]));
  const written = [
    ...files.size > 0 ? [{ name: ANY_PHASE, files, versions: releasesOf(nodeFiles, migration) }] : [],
    ...manifests.size > 0 ? [{ name: manifestsDir, files: manifests }] : [],
  ];
  const pods = model.sides.flatMap(side => migration.podsOf(side)).map(({ text, document }) => [text, [document]] as const);
  const documents = new Map([...migration.texts.all, ...pods]);
  const known = { imageVersions: imageVersions(migration), documents, unreadRelease: takesUnread(migration) };
  const { refusals, unknown } = checkWith(migration.answer(refusalsOfNodes), written, allowed, known, migration.answer(kindsOfPhases));
  return { refusals: refusals.map(one => named(one, nodesDir)), unknown: unknown.map(one => named(one, nodesDir)) };
}

/** What the folder of node files is called in each phase, so that nodes which two of them have are the same, and are read once. */
const ANY_PHASE = 'nodes/any-phase';

/** Nodes of the phases of a migration that were read. */
function kindsOfPhases(_migration: SettledMigration): KindsReadBefore {
  return new KindsReadBefore();
}

/** What is said of the files of any phase, said of those in a folder. */
function named<T extends object>(said: T, nodesDir: string): T {
  const text = (value: unknown) => typeof value === 'string' ? value.replaceAll(ANY_PHASE, nodesDir) : value;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Array.isArray(value) ? value.map(text) : text(value)])) as T;
}

/** Of control-plane nodes, by their folders: `migration.json` says them, and units do not. */
function releasesOf(files: readonly NodeFile[], { settings: { fromVersion, toVersion } }: SettledMigration): ReadonlyMap<string, KubernetesVersion> {
  const own = files.filter(({ role }) => role === NodeRole.CONTROL_PLANE);
  return new Map(own.flatMap(({ role, side, node }) => {
    const version = side === NodeSide.N ? fromVersion : toVersion;
    return version === undefined ? [] : [[`${role}-${side}/${node}`, version] as const];
  }));
}

/** What a part of a migration writes when it is used alone: objects, beside whatever else its App has. */
export interface WrittenPart {
  /** None: it is of no migration. */
  readonly migration?: Migration;
  readonly manifestsDir: string;
  readonly manifests: ReadonlyMap<string, FileContent>;
  readonly allowed: readonly string[];
}

/** Rules about what a part names and the cluster has already, such as a ConfigMap. */
const BROUGHT_BY_OTHERS: readonly string[] = ['leader-migration-config-missing'];

/** Runs every rule on the nodes that were handed in, and on the objects beside which a part stands. */
export function checkWrittenPart({ migration, manifestsDir, manifests, allowed }: WrittenPart): SynthesisCheck {
  const ignored = [...allowed, ...BROUGHT_BY_OTHERS, ...migration ? allowedBy(migration) : []];
  const written = manifests.size > 0 ? [{ name: manifestsDir, files: manifests }] : [];
  return checkWith(migration?._model.answer(refusalsOfNodes) ?? [], written, ignored, {
    unreadRelease: migration !== undefined && takesUnread(migration._model),
  });
}

function takesUnread({ settings }: SettledMigration): boolean {
  return settings.ccm._takesUnread;
}

/** Of the nodes that were handed in. */
function refusalsOfNodes(migration: SettledMigration): readonly SynthesisRefusal[] {
  const { nodes, upgradedNodes = [], fromVersion, toVersion } = migration.settings;
  return givenRefusals([nodes, upgradedNodes].filter(given => given.length > 0).map(givenNodes), {
    imageVersions: imageVersions(migration),
    unreadRelease: takesUnread(migration),
    documents: migration.texts.all,
    // Units do not say their release.
    ...migration.controlPlane.some(({ units }) => units.size > 0) ? { kubernetesVersion: fromVersion ?? toVersion } : {},
  });
}

/** As `NodeFolder.read` finds them: `control-plane/<node>/etc/...`. */
function givenNodes(nodes: readonly NodeInput[]): readonly VerifyDirectory[] {
  return [{
    name: '.',
    files: new Map(nodes.flatMap(({ name, role, files }) => Object.entries(files).map(([path, text]): [string, FileContent] => [`${role}/`
      + `${name}${path}`, { text }]))),
  }];
}

/** The user said which libraries an image of another cloud is built from. */
function imageVersions({ release: { image, awsImage, linkedMinor } }: SettledMigration): ReadonlyMap<string, KubernetesVersion> {
  return new Map(awsImage === undefined ? [[image, linkedMinor]] : []);
}
