import { LIST_FLAGS } from './choices';
import { isMap, listOf } from './data';
import { EnvironmentSources, expand, readEnvironment } from './environment';
import { identify } from './program';
import { readFlags } from '../edit/static-pod/command-line';
import { parseImage } from '../edit/static-pod/image';
import { Data, SourceDocument, SourcePath } from '../edit/yaml/source-document';
import { Component } from '../kubernetes/component';
import { Place, PlacedFlag } from '../rules/model';

type DataMap = { readonly [key: string]: Data };

/** A container of a pod that runs a component. */
export interface FoundContainer {
  readonly component: Component;
  readonly path: SourcePath;
  readonly place: Place;
  /** Flags whose values are known. */
  readonly flags: readonly PlacedFlag[];
  /** Flags whose values are not, and why. */
  readonly unknownFlags: readonly (PlacedFlag & { readonly why: string })[];
  readonly image?: ReturnType<typeof parseImage> & { readonly place: Place };
  readonly env: Readonly<Record<string, string>>;
  /** Why its command line cannot be read. */
  readonly hidden?: string;
}

/** The containers of a pod spec that run a control-plane component: by their program, else by their image, else by their name. */
export function findContainers(document: SourceDocument, spec: SourcePath, file: string, sources: EnvironmentSources): readonly FoundContainer[] {
  const path = [...spec, 'containers'];
  return listOf(document.value(path)).flatMap((container, index) => {
    const found = isMap(container) ? read(document, [...path, index], container, file, sources) : undefined;
    return found ? [found] : [];
  });
}

function read(document: SourceDocument, path: SourcePath, container: DataMap, file: string, sources: EnvironmentSources): FoundContainer | undefined {
  const words = (['command', 'args'] as const).flatMap(list =>
    listOf(container[list]).map((text, index) => ({ text: String(text), at: [...path, list, index] })));
  const image = typeof container.image === 'string' ? container.image : undefined;
  const program = identify({
    words: words.map(({ text }) => text), hasCommand: listOf(container.command).length > 0, image, name: String(container.name ?? ''),
  });
  if (!program) return undefined;
  const { component, index, hidden } = program;
  const environment = readEnvironment(container, sources);
  const flagWords = words.slice(index + 1).map(word => ({ ...expand(word.text, environment), line: 0, word }));
  const flags = hidden === undefined ? readFlags(flagWords).map(({ name, value, form, written, word, valueWord }) => ({
    name,
    ...form === 'bare' ? {} : { value },
    ...form === 'separate' ? { separate: true } : {},
    ...written.startsWith('--') ? {} : { shorthand: true },
    place: placeAt(file, document, word.word.at),
    why: form === 'separate' ? valueWord?.why : word.why,
  })) : [];
  const opaque = flagWords.find(({ text, why }) => why !== undefined && !/^--?[A-Za-z][A-Za-z0-9_-]*=/.test(text) && !flags.some(flag => flag.value === text));
  return {
    component,
    path,
    place: placeAt(file, document, path),
    ...sortFlags(flags),
    image: image === undefined ? undefined : { ...parseImage(image), place: placeAt(file, document, [...path, 'image']) },
    env: environment.literal,
    hidden: hidden ?? (opaque && `an argument of ${component} is '${opaque.word.text}', and ${opaque.why!}`),
  };
}

/** The last of a flag counts, except where each adds to a list: an earlier value says nothing once a later one is not known. */
export function sortFlags<F extends PlacedFlag & { readonly why?: string }>(
  all: readonly F[],
): { readonly flags: readonly PlacedFlag[]; readonly unknownFlags: readonly (PlacedFlag & { readonly why: string })[] } {
  const later = (flag: F, index: number) => LIST_FLAGS.includes(flag.name) ? [] : all.slice(index + 1).filter(({ name }) => name === flag.name);
  const isDecided = (flag: F, index: number) => later(flag, index).length === 0;
  const isShadowed = (flag: F, index: number) => later(flag, index).some(({ why }) => why !== undefined);
  return {
    flags: all.flatMap((flag, index) => {
      const { why, ...known } = flag;
      return why === undefined && !isShadowed(flag, index) ? [known] : [];
    }),
    unknownFlags: all.flatMap((flag, index) => flag.why !== undefined && isDecided(flag, index) ? [{ ...flag, why: flag.why }] : []),
  };
}

/** The place of a node, looked up when somebody asks: most are never reported. Where an alias stands in the way, that of what holds it. */
export function placeAt(file: string, document: SourceDocument, path: SourcePath): Place {
  let known: number | undefined;
  return { file, get line() { return known ??= lineAt(document, path); } };
}

function lineAt(document: SourceDocument, path: SourcePath): number {
  try {
    return document.line(path);
  } catch {
    return path.length === 0 ? 1 : lineAt(document, path.slice(0, -1));
  }
}
