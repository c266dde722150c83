import { InstallerMigration } from '../deliver/installer';
import { installerFileHasSecret } from '../deliver/installer-secrets';
import { stringOf } from '../edit/yaml/data';
import { parseSources, SourceDocument } from '../edit/yaml/source-document';
import { MigrationPhase } from '../migration/migration-phase';
import { lineDiff } from '../text/line-diff';

/** A document of an installer that comes, goes or changes on the way into a phase. */
export interface DocumentChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** `kops.k8s.io/v1alpha2 Cluster prod.example.com` */
  readonly object: string;
  /** As it was handed in. */
  readonly file: string;
  /** Where the document begins, from 1. */
  readonly line: number;
  /** Lines with `+`, `-` or a blank before them; null: it may hold a secret, so that its text is shown nowhere. */
  readonly diff: readonly string[] | null;
}

interface Written {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** @param before undefined: the documents as they were handed in */
export function documentChanges(migration: InstallerMigration, before: MigrationPhase | undefined, phase: MigrationPhase): readonly DocumentChange[] {
  const [from, to] = [documentsOf(migration, before), documentsOf(migration, phase)];
  return [...new Set([...to.keys(), ...from.keys()])].flatMap((object): DocumentChange[] => {
    const [was, is] = [from.get(object), to.get(object)];
    const diff = lineDiff(was?.text ?? '', is?.text ?? '');
    if (diff.length === 0) return [];
    const { file, line } = is ?? was!;
    const isSecret = [was, is].some(one => one !== undefined && installerFileHasSecret(one.text));
    return [{ change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', object, file, line, diff: isSecret ? null : diff }];
  });
}

/** Each document by what it is. */
function documentsOf(migration: InstallerMigration, phase: MigrationPhase | undefined): ReadonlyMap<string, Written> {
  const own = phase === undefined ? [] : migration.ownFiles(phase).flatMap(({ path, content }) => parseSources(content, { file: path }));
  const given = phase === undefined ? [...migration.given.values()].flat() : migration.written(phase);
  return new Map([...given, ...own].map(document => [titleOf(document), {
    file: document.file, line: document.location(document.offset(['apiVersion'])).line, text: textOf(document),
  }]));
}

/** KubeOne has no metadata. */
function titleOf(document: SourceDocument): string {
  const { apiVersion, kind } = document.data;
  const [namespace, name] = ['namespace', 'name'].map(key => stringOf(document.value(['metadata', key])));
  const called = name ?? stringOf(document.value(['name'])) ?? '';
  return `${String(apiVersion)} ${String(kind)} ${namespace === undefined ? '' : `${namespace}/`}${called}`;
}

/** Of a file with several, the part of this one. */
function textOf(document: SourceDocument): string {
  const [start = 0, , end] = document.root.range ?? [];
  return document.text.slice(start, end);
}
