import { createHash } from 'node:crypto';
import { behaviourOf } from './behaviour';
import { minorOf, ReadKops } from './read';
import { KopsBehaviour, KopsBehaviourRow, KopsFieldRow, KopsImagesRow, KopsTable, KopsTag } from '../../../src/lib/facts/generated';
import { hasSince, parseRelease } from '../../../src/lib/facts/since';
import { distinct, Tables } from '../tables';

/** The part of a release's number that an option of the builders begins at: what is older is not supported by a later release of kops either. */
const FIRST_MINORS = ['externalFrom', 'csiFrom', 'instanceIdFrom'] as const;

/**
 * What each release of kops does. A minor of which not every release could be read stays as it was, if those that were read do as it says.
 *
 * @param tags every release that the table is about, oldest first
 * @param before the table as it was written
 * @throws where a release was never read, or does not do what stays
 */
export function kopsTables(read: ReadonlyMap<string, ReadKops>, tags: readonly string[], before: KopsTable): Tables {
  const rows = { tags: [] as KopsTag[], behaviours: [] as KopsBehaviourRow[], images: [] as KopsImagesRow[] };
  for (const minor of distinct(tags.map(minorOf))) {
    const all = tags.filter(tag => minorOf(tag) === minor);
    const made = rowsOf(all.filter(tag => read.has(tag)), read, rows.behaviours.at(-1));
    const unread = all.filter(tag => !read.has(tag));
    const kept = unread.length === 0 ? made : keptOf(minor, all, unread, before);
    if (unread.length > 0) expectSame(made, kept);
    rows.tags.push(...kept.tags);
    rows.behaviours.push(...kept.behaviours);
    rows.images.push(...kept.images);
  }
  return new Map([['kops.json', { ...rows, fields: fieldsOf(read, tags, before) }]]);
}

type Rows = Pick<KopsTable, 'tags' | 'behaviours' | 'images'>;

function rowsOf(tags: readonly string[], read: ReadonlyMap<string, ReadKops>, earlier: KopsBehaviour | undefined): Rows {
  const rows = { tags: [] as KopsTag[], behaviours: [] as KopsBehaviourRow[], images: [] as KopsImagesRow[] };
  tags.forEach((tag, index) => {
    const one = read.get(tag)!;
    const { ccmImages, ...behaviour } = behaviourOf(tag, one);
    const place = { release: minorOf(tag), from: parseRelease(tag).patch };
    const sofar = rows.behaviours.at(-1);
    const own = { ...behaviour, ...carried(behaviour, sofar ?? earlier) };
    rows.tags.push({ tag, texts: hashOf(one.texts) });
    if (!sofar || !isSame(own, withoutPlace(sofar))) {
      rows.behaviours.push({ ...place, ...own, source: sourceOf(tag, one, sofar && [tags[index - 1], read.get(tags[index - 1])!]) });
    }
    if (!isSame(ccmImages, rows.images.at(-1)?.images ?? {})) rows.images.push({ ...place, images: ccmImages });
  });
  return rows;
}

/** Where a release supports no minor without something, the minor from which on it was there in the one before. */
function carried({ kubernetes, ...behaviour }: KopsBehaviour, earlier: KopsBehaviour | undefined): Partial<KopsBehaviour> {
  return Object.fromEntries(FIRST_MINORS.flatMap(name => {
    const [own, other] = [behaviour[name], earlier?.[name]];
    return own === kubernetes.from && other !== undefined && other < own ? [[name, other]] : [];
  }));
}

function withoutPlace({ release, from, source, ...behaviour }: KopsBehaviourRow): KopsBehaviour {
  return behaviour;
}

/** Packages whose functions were evaluated; of a later patch the functions that changed. */
function sourceOf(tag: string, { texts }: ReadKops, last: readonly [string, ReadKops] | undefined): string {
  const names = Object.keys(texts).sort();
  if (!last) return `k8s.io/kops@${tag} ${distinct(names.map(name => name.split(':')[0])).join(', ')}`;
  return `k8s.io/kops@${tag} ${names.filter(name => texts[name] !== last[1].texts[name]).join(', ')}; not in ${last[0]}`;
}

function keptOf(minor: string, all: readonly string[], unread: readonly string[], before: KopsTable): Rows {
  const never = unread.filter(tag => !before.tags.some(known => known.tag === tag));
  if (never.length > 0) {
    throw new Error(`kops ${never.join(', ')} was never read, and neither a clone nor Go's module cache has it; FACTS_CLONES names the folder of a `
      + 'clone of kubernetes/kops named kops');
  }
  return {
    tags: before.tags.filter(({ tag }) => all.includes(tag)),
    behaviours: before.behaviours.filter(({ release }) => release === minor),
    images: before.images.filter(({ release }) => release === minor),
  };
}

/** @throws if releases that were read do otherwise than the rows that stay say of them */
function expectSame(made: Rows, kept: Rows): void {
  for (const { tag, texts } of made.tags) {
    const { minor, patch } = parseRelease(tag);
    const at = <R extends KopsBehaviourRow | KopsImagesRow>(rows: readonly R[]) =>
      rows.filter(({ release, from }) => release === `1.${minor}` && from <= patch).at(-1);
    const said = (rows: Rows) => {
      const behaviour = at(rows.behaviours);
      return [behaviour && withoutPlace(behaviour), at(rows.images)?.images];
    };
    const before = kept.tags.find(known => known.tag === tag)?.texts;
    if (isSame(said(made), said(kept)) && texts === before) continue;
    throw new Error(`kops ${tag} is not what src/lib/facts/generated/kops.json says, and not every release of 1.${minor} is here to be read anew; `
      + 'FACTS_CLONES names the folder of a clone of kubernetes/kops named kops');
  }
}

/**
 * Fields that the first release does not have, each with the releases from which on it is there.
 *
 * @throws if a release dropped one for good: the table has no word for that
 */
function fieldsOf(read: ReadonlyMap<string, ReadKops>, tags: readonly string[], before: KopsTable): readonly KopsFieldRow[] {
  // Of a release that is not here: what the table said, where a field without a row is one that every release had.
  const old = before.tags.flatMap(({ tag }) => read.get(tag) ?? []);
  const said = (tag: string, section: string, field: string) => {
    const row = before.fields.find(one => one.section === section && one.field === field);
    return row ? hasSince(parseRelease(tag), row.since) : old.some(({ fields }) => fields[section].includes(field));
  };
  const has = (tag: string, section: string, field: string) => read.get(tag)?.fields[section].includes(field) ?? said(tag, section, field);
  const named = [
    ...before.fields, ...[...read.values()].flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([section, names]) => names.map(field => ({ section, field })))),
  ];
  const names = new Map(named.map(({ section, field }) => [`${section}.${field}`, { section, field }]));
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, { section, field }]): readonly KopsFieldRow[] => {
    const having = tags.map(tag => has(tag, section, field));
    if (having.every(one => one)) return [];
    const since = tags.filter((_, index) => having[index] && !having[index - 1]);
    const wrong = tags.find((tag, index) => hasSince(parseRelease(tag), since) !== having[index]);
    if (wrong !== undefined) throw new Error(`spec.${name} of kops is there since ${since.join(', ')}, and in ${wrong} it is otherwise`);
    const source = `k8s.io/kops@${since.join(', ')} pkg/apis/kops/v1alpha2/componentconfig.go; not in ${tags[tags.indexOf(since[0]) - 1]}`;
    return [{ section, field, since, source }];
  });
}

function hashOf(texts: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))).digest('hex').slice(0, 10);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
