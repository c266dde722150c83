import type { BundleFile } from './bundle-file';
import type { SourceEdit } from '../edit/yaml/data-edit';
import { parseSources, SourceDocument } from '../edit/yaml/source-document';
import { editSource } from '../edit/yaml/source-edit';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../facts/control-plane-node';
import type { InstallerFiles } from '../installers/documents';
import type { MadeFile } from '../installers/made-file';
import { renderYaml } from '../installers/render-yaml';
import type { KubernetesVersion } from '../kubernetes/kubernetes-version';
import type { Manifest } from '../kubernetes/manifest';
import { NodeInput, NodeRole } from '../kubernetes/node';
import { firstOfEach } from '../kubernetes/once-for';
import { MIGRATION_PHASES, MigrationPhase } from '../migration/migration-phase';
import type { ObjectReference } from '../migration/to-delete';

/** Installers whose own documents are migrated, as folders and plans call them. */
export const INSTALLERS = ['kops', 'kkp', 'kubeone', 'cluster-api', 'rke2'] as const;

export type InstallerName = typeof INSTALLERS[number];

/** What exists of a cluster at one time: what its machines have on them, and the objects of the cluster. */
export interface InstallerState {
  /** `the Cluster that was handed in`, `phase 'n'` */
  readonly name: string;
  /** Files of a control-plane machine, as a folder that `verify` reads; none: the control plane runs as Deployments. */
  readonly machines: ReadonlyMap<string, MadeFile>;
  readonly objects: readonly Manifest[];
}

/** What may run simultaneously: any number of machines of each state, with the objects of all of them. */
export interface InstallerMix {
  readonly states: readonly InstallerState[];
  /** In words. */
  readonly coexists: readonly string[];
  /** Controllers that the method of the installer leaves without a process for a while. */
  readonly declaredGaps?: readonly string[];
  /** What runs and is not modelled, and what to look at instead. */
  readonly unmodelled?: string;
}

export interface InstallerProof {
  readonly command: string;
  readonly expected: string;
}

/** One step of an installer's own order, with the mix in which it is safe. */
export interface InstallerRow {
  /** Letters, digits and `-`; unique in the plan. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** Commands, in this order; none: it is waited for. */
  readonly run?: readonly string[];
  /** Commands that show that it worked, each with what must come out. */
  readonly proof?: readonly InstallerProof[];
  /** How long no process runs the cloud controllers; of states: whichever process of theirs leads is stopped; none: no such process is stopped. */
  readonly gap?: string | readonly InstallerState[];
  /** How to take exactly this step back; or that it cannot be. */
  readonly wayBack: string;
  /** What is stopped and started again, or replaced; undefined: nothing is. */
  readonly rolls?: string;
  readonly mix: InstallerMix;
}

/** The order into a phase, and back out of it. */
export interface InstallerOrder {
  readonly steps: readonly InstallerRow[];
  /** In the order in which they are done; none: there is no way back. */
  readonly back?: readonly InstallerRow[];
  /** Where the way back ends; undefined: there is none. */
  readonly backTo?: 'not-started' | MigrationPhase;
  /** Why there is no way back, or when there is none any more. */
  readonly noWayBack?: string;
}

/**
 * An installer: what an operator must know, and the order in which its migration is done. What is done with these is the same for all: files are
 * spliced, mixes proven (`read-back/installer-plan.ts`), phases written with notes, plan and what is to be deleted
 * (`constructs/installer-folder.ts`).
 */
export interface Installer<M extends InstallerMigration> {
  readonly name: InstallerName;
  /** What an operator must know who applies a phase. */
  readonly notes: (migration: M, phase: MigrationPhase) => string[];
  /** @param folder that has the folders of all phases, in the commands */
  readonly order: (migration: M, phase: MigrationPhase, folder: string) => InstallerOrder;
}

/** From one phase into another, there or back; undefined: before the first one. */
export interface Way<M extends InstallerMigration> {
  readonly migration: M;
  readonly from: MigrationPhase | undefined;
  readonly to: MigrationPhase | undefined;
  readonly phasesFolder: string;
}

/** The migration of a cluster that an installer makes, as a value. */
export abstract class InstallerMigration {
  /** Id of the cluster. */
  public abstract readonly cluster: string;
  /** The documents that were handed in. */
  public abstract readonly documents: { readonly files: InstallerFiles };

  /** The files as they were handed in. */
  public get given(): InstallerFiles {
    return this.documents.files;
  }

  /** What a phase changes in a document. What is there twice counts once: machines share settings. */
  protected abstract edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[];

  /** What exists when a phase has been reached; undefined: before the first one. */
  public abstract stateAt(phase: MigrationPhase | undefined): InstallerState;

  /** What must be safe as a whole before a phase is written, besides its steps. */
  public rollInto(_phase: MigrationPhase): InstallerMix | undefined {
    return undefined;
  }

  /** Objects that a phase applies, and its files do not have. */
  public applied(_phase: MigrationPhase): readonly Manifest[] {
    return [];
  }

  /** The version in a phase of machines whose documents do not say it; undefined: before the first one. */
  public unsaidVersion(_phase: MigrationPhase | undefined): KubernetesVersion | undefined {
    return undefined;
  }

  /** Objects that a phase no longer has, and that the installer leaves where they are. */
  public toDelete(_phase: MigrationPhase): readonly ObjectReference[] {
    return [];
  }

  /** Files of ours that a phase has beside those that were handed in. */
  public ownFiles(_phase: MigrationPhase): readonly BundleFile[] {
    return [];
  }

  /** The phase before; undefined: it is the first. */
  public before(phase: MigrationPhase): MigrationPhase | undefined {
    return MIGRATION_PHASES[MIGRATION_PHASES.indexOf(phase) - 1];
  }

  /** Files that a phase has otherwise than another one, as commands name them; undefined: before the first one. */
  public changedFiles(from: MigrationPhase | undefined, to: MigrationPhase | undefined, folder: string): readonly string[] {
    const textsOf = (phase: MigrationPhase | undefined) => new Map(phase === undefined ? [...this.given].map(([path, [first]]) => [path, first.text])
      : this.files(phase).map(({ path, content }) => [path, content]));
    const before = textsOf(from);
    return [...textsOf(to)].filter(([path, text]) => before.get(path) !== text)
      .map(([path]) => to === undefined ? `${path} # as it was handed in` : `${folder}/${to}/${path}`);
  }

  /** The given files with the changes of the phase; every other line stays byte for byte. */
  public files(phase: MigrationPhase): readonly BundleFile[] {
    return [...this.documents.files].map(([path, documents]) => ({
      path,
      content: editSource(documents.map(document => ({ document, edits: firstOfEach(this.edits(document, phase), edit => JSON.stringify(edit)) }))),
    }));
  }

  /** The documents of a phase, read back from the text that is written. */
  public written(phase: MigrationPhase): readonly SourceDocument[] {
    return this.files(phase).flatMap(({ path, content }) => parseSources(content, { file: path }));
  }
}

/** What machines and objects of several states may be together. */
export function mixOf(states: readonly InstallerState[]): InstallerMix {
  return { states, coexists: states.map(({ name }) => `machines and objects of ${name}`) };
}

/** What a step between two states may meet, and what it stops. @param stops whether that is a process that runs the controllers */
export function between(states: readonly InstallerState[], stops: boolean): Pick<InstallerRow, 'gap' | 'mix'> {
  return { mix: mixOf(states), ...stops ? { gap: states } : {} };
}

/** The order into a phase of parts that each go back as they came, the last one first. */
export function thereAndBack<M extends InstallerMigration>(
  migration: M, phase: MigrationPhase, phasesFolder: string, parts: readonly ((way: Way<M>) => readonly InstallerRow[])[],
): InstallerOrder {
  const before = migration.before(phase);
  return {
    steps: parts.flatMap(rows => rows({ migration, from: before, to: phase, phasesFolder })),
    back: [...parts].reverse().flatMap(rows => rows({ migration, from: phase, to: before, phasesFolder })),
    backTo: before ?? 'not-started',
  };
}

/** Control-plane machines of a state as nodes that a migration is given. */
export function nodesOf({ machines }: InstallerState): NodeInput[] {
  const files = [...machines].flatMap(([path, file]) => {
    const [, name, at] = /^control-plane\/([^/]+)(\/.*)$/.exec(path) ?? [];
    return name !== undefined && 'text' in file ? [{ name, at, text: file.text }] : [];
  });
  return [...new Set(files.map(({ name }) => name))].map(name => ({
    name,
    role: NodeRole.CONTROL_PLANE,
    files: Object.fromEntries(files.filter(one => one.name === name).map(({ at, text }) => [at, text])),
    labels: { [CONTROL_PLANE_ROLE]: 'true', [MASTER_ROLE]: 'true' },
  }));
}

/**
 * Folders of a mix, as `verify` reads them. States whose machines are the same are one kind of node; an object that a state changes is there twice.
 */
export function foldersOf({ states }: InstallerMix): { readonly name: string; readonly files: ReadonlyMap<string, MadeFile> }[] {
  const machines = states.filter(({ machines: files }) => files.size > 0).map(({ name, machines: files }) => ({ name, files }));
  const keys = machines.map(({ files }) => JSON.stringify([...files]));
  const texts = [...new Set(states.flatMap(({ objects }) => objects.map(object => renderYaml(object))))];
  const objects = new Map(texts.map((text, index): [string, MadeFile] => [`${index}.yaml`, { text }]));
  return [...machines.filter((_, index) => keys.indexOf(keys[index]) === index), ...objects.size > 0 ? [{ name: 'objects', files: objects }] : []];
}
