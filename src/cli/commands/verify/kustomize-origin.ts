import { posix } from 'node:path';
import { SourceError } from '../../../lib/edit/yaml/source-error';
import { Documents, ObjectAt } from '../../../lib/read/documents/documents';
import { FileContent, UnreadableInput, VerifyDirectory } from '../../../lib/read/input/input';
import { fileName } from '../../../lib/read/input/layout';

/** A kustomization, and what it refers to. */
export interface KustomizationParts {
  /** Folder below the directory, with `/` at its end; empty: the directory itself. */
  readonly folder: string;
  readonly file: string;
  readonly references: readonly string[];
}

interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Where one of our texts comes from, if it was made from others. */
type Origin = Exclude<FileContent, { unreadable: string }>['origin'];

/** Text of an object, line by line, and where it begins. */
interface Piece {
  readonly object?: ObjectAt;
  readonly file: string;
  /** From 1. */
  readonly start: number;
  readonly lines: readonly string[];
}

/**
 * Where a line that kustomize wrote was taken from: the same words in the object of that kind and name among the files that it was made of, else in a
 * patch or a file of a generator; else where that object begins. kustomize changes names at both ends only.
 */
export function originOf(directory: VerifyDirectory, one: KustomizationParts, all: readonly KustomizationParts[], output: string): Origin {
  const parts = partsOf(directory, one, all);
  const pieces = parts.flatMap(([path, text]) => piecesOf(text, fileName(directory, path)));
  const own: SourcePlace = { file: fileName(directory, one.file), line: 1 };
  const written = piecesOf(output, 'built');
  return line => {
    const piece = written.filter(({ start }) => start <= line).at(-1);
    const words = output.split('\n')[line - 1]?.trim() ?? '';
    if (!piece || words === '') return own;
    const sources = pieces.filter(({ object }) => object !== undefined && piece.object !== undefined && isSource(object, piece.object));
    // Of equal lines, the one that comes as late in its object.
    const rank = piece.lines.slice(0, line - piece.start + 1).filter(text => text.trim() === words).length - 1;
    const inObject = placesOf(sources, words);
    const anywhere = placesOf(pieces, words);
    const found = inObject[rank] ?? inObject.at(-1) ?? (anywhere.length === 1 ? anywhere[0] : undefined);
    return found ?? (sources[0] ? { file: sources[0].file, line: sources[0].start } : own);
  };
}

/** The files below the folders that it is made of, however they are referred to. */
function partsOf(
  directory: VerifyDirectory, { folder }: KustomizationParts, all: readonly KustomizationParts[],
): readonly (readonly [string, string])[] {
  const taken = new Set([folder]);
  for (const next of taken) {
    for (const { references } of all.filter(one => one.folder === next)) references.forEach(reference => taken.add(below(next, reference)));
  }
  return [...directory.files].flatMap(([path, content]) =>
    'text' in content && [...taken].some(part => part === `${path}/` || path.startsWith(part)) ? [[path, content.text] as const] : []);
}

function below(folder: string, reference: string): string {
  const path = posix.normalize(`${folder}${reference}/`);
  return path === './' ? '' : path;
}

/** The objects of a text; one that is none, or that cannot be parsed, is one piece. */
function piecesOf(text: string, file: string): readonly Piece[] {
  const lines = text.split(/\r?\n/);
  const objects = objectsOf(text, file);
  const starts = objects.map(({ document, base }) => document.line(base));
  if (objects.length === 0) return [{ file, start: 1, lines }];
  const end = (index: number) => (starts[index + 1] ?? lines.length + 1) - 1;
  return objects.map((object, index) => ({ object, file, start: starts[index], lines: lines.slice(starts[index] - 1, end(index)) }));
}

function objectsOf(text: string, file: string): readonly ObjectAt[] {
  try {
    return new Documents().objects(text, file);
  } catch (error) {
    if (error instanceof SourceError || error instanceof UnreadableInput) return [];
    throw error;
  }
}

function isSource(source: ObjectAt, built: ObjectAt): boolean {
  return source.kind === built.kind && source.name !== '' && built.name.includes(source.name);
}

function placesOf(pieces: readonly Piece[], words: string): readonly SourcePlace[] {
  return pieces.flatMap(({ file, start, lines }) => lines.flatMap((text, index) => text.trim() === words ? [{ file, line: start + index }] : []));
}
