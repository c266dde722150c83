import type { Data, SourcePath } from '../../edit/yaml/data';

/** Where two texts say different things: in each of them. */
export interface Difference<Place> {
  readonly here: Place;
  readonly there: Place;
}

/** What identifies an item of a list of Kubernetes, whose order then means nothing: mounts, volumes, containers, variables. */
const KEYS = ['mountPath', 'name'];

/** The first place where two values differ; undefined: they say the same. */
export function dataDifference(here: Data | undefined, there: Data | undefined, at: Difference<SourcePath> = { here: [], there: [] }):
Difference<SourcePath> | undefined {
  if (Object.is(here, there)) return undefined;
  const [ours, theirs] = [entriesOf(here), entriesOf(there)];
  if (!ours || !theirs || Array.isArray(here) !== Array.isArray(there)) return at;
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [own, other] = [ours.get(key), theirs.get(key)];
    const below = { here: own ? [...at.here, own.step] : at.here, there: other ? [...at.there, other.step] : at.there };
    const found = dataDifference(own?.value, other?.value, below);
    if (found) return found;
  }
  return undefined;
}

type Entries = ReadonlyMap<string, { readonly step: string | number; readonly value: Data }>;

function entriesOf(value: Data | undefined): Entries | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value).map(([step, one]) => [step, { step, value: one }]));
  for (const key of KEYS) {
    const names = value.map(item => (item as { [key: string]: Data } | null)?.[key]);
    if (names.length > 0 && names.every(name => typeof name === 'string') && new Set(names).size === names.length) {
      return new Map(value.map((one, step) => [names[step] as string, { step, value: one }]));
    }
  }
  return new Map(value.map((one, step) => [String(step), { step, value: one }]));
}

/** The first lines that differ, from 1, where `isSaying` picks those that mean something; a number behind the last line: it has no more of them. */
export function lineDifference(here: string, there: string, isSaying: (line: string) => boolean): Difference<number> | undefined {
  const lines = (text: string) => text.split('\n').map((line, index) => ({ line: line.trim(), at: index + 1 })).filter(({ line }) => isSaying(line));
  const [ours, theirs] = [lines(here), lines(there)];
  const index = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => at).find(at => ours[at]?.line !== theirs[at]?.line);
  if (index === undefined) return undefined;
  return { here: ours[index]?.at ?? here.split('\n').length, there: theirs[index]?.at ?? there.split('\n').length };
}
