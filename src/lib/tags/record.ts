import { createHash } from 'node:crypto';
import { ResourceTag } from './batches';
import { clusterKey, ELB_ROLE_KEY, INTERNAL_ELB_ROLE_KEY, LEGACY_CLUSTER_KEY } from './keys';
import { printable, printableJson } from '../text/printable';

/** How far the addition of one tag came: planned; its call under way, or ended without an answer; done. */
export type RecordState = 'intended' | 'calling' | 'added';

/** One tag that apply added, or was about to add. */
export interface RecordEntry extends ResourceTag {
  readonly state: RecordState;
}

/**
 * What apply changed, for the way back. Every tag is in it before the first call (`intended`), marked before its own call (`calling`) and after it
 * (`added`): a process killed in between leaves an entry too many, never one too few. Only what is `added`, and still has its value, is removed.
 */
export interface TagRecord {
  readonly clusterId: string;
  readonly region: string;
  /** Keys of the user's own tags, which apply was told to add. */
  readonly extraKeys: readonly string[];
  readonly entries: readonly RecordEntry[];
}

const FORMAT = 'ccm-migration-tags/v2';
const STATES: readonly RecordState[] = ['intended', 'calling', 'added'];
/** Resources that get tags. */
const RESOURCE_ID = /^(i|sg|subnet|rtb|vpc)-[0-9a-z]+$/;

export function emptyRecord(clusterId: string, region: string, extraKeys: readonly string[] = []): TagRecord {
  return { clusterId, region, extraKeys, entries: [] };
}

/** With the given tags intended, those it had with another state included. */
export function intend(record: TagRecord, tags: readonly ResourceTag[]): TagRecord {
  return replace(record, tags, 'intended');
}

/** With the calls for the given tags under way. */
export function calling(record: TagRecord, tags: readonly ResourceTag[]): TagRecord {
  return replace(record, tags, 'calling');
}

/** With the given tags added. */
export function confirm(record: TagRecord, tags: readonly ResourceTag[]): TagRecord {
  return replace(record, tags, 'added');
}

/** Without the given tags. */
export function forget(record: TagRecord, tags: readonly ResourceTag[]): TagRecord {
  return replace(record, tags, undefined);
}

/**
 * Settles what an earlier run left open. A tag whose call was under way when that run ended, and that is there now as it was to be, was added by it.
 * One that was only intended and is there now was added by another client: it was missing when that run looked, and its call never began.
 */
export function settle(record: TagRecord, present: readonly ResourceTag[]): TagRecord {
  const values = new Map(present.map(tag => [identity(tag), tag.value]));
  const here = record.entries.filter(entry => values.get(identity(entry)) === entry.value);
  const theirs = here.filter(({ state }) => state === 'intended');
  return forget(confirm(record, here.filter(({ state }) => state === 'calling')), theirs);
}

/** Sorted, one entry a line: two records compare well, and a large one stays readable. The sum says whether it was edited. */
export function formatRecord(record: TagRecord): string {
  const lines = record.entries.map(({ resourceId, key, value, state }) => `    ${printableJson({ resourceId, key, value, state }, false)}`);
  const head = ['format', 'clusterId', 'region', 'extraKeys', 'sum'] as const;
  const values = { ...record, format: FORMAT, sum: sumOf(record) };
  return `{\n${head.map(name => `  "${name}": ${printableJson(values[name], false)},\n`).join('')}  "entries": `
    + `[${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

function sumOf({ clusterId, region, extraKeys, entries }: TagRecord): string {
  const content = [FORMAT, clusterId, region, extraKeys, entries.map(({ resourceId, key, value, state }) => [resourceId, key, value, state])];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * @param text content of a record file
 * @param where its name, for errors
 * @throws if it is not a record as apply wrote it
 */
export function parseRecord(text: string, where: string): TagRecord {
  const fail = (what: string): never => {
    throw new Error(`${where} is not a record of added tags: ${what}; give the file that 'tag apply' wrote`);
  };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    fail('it is not JSON');
  }
  if (!isObject(data)) return fail('it is not an object');
  if (data.format !== FORMAT) return fail(`format is '${printable(String(data.format))}', not '${FORMAT}'`);
  const { clusterId, region, extraKeys, sum, entries } = data;
  if (typeof clusterId !== 'string' || typeof region !== 'string') return fail('clusterId or region is missing');
  if (!Array.isArray(extraKeys) || !extraKeys.every((key): key is string => typeof key === 'string')) {
    return fail('extraKeys is not a list of tag keys');
  }
  if (!Array.isArray(entries)) return fail('entries is not a list');
  const ours = new Set([clusterKey(clusterId), LEGACY_CLUSTER_KEY, ELB_ROLE_KEY, INTERNAL_ELB_ROLE_KEY, ...extraKeys]);
  const parsed = entries.map((entry: unknown, index): RecordEntry => {
    if (!isObject(entry)) return fail(`entries[${index}] is not an object`);
    const { resourceId, key, value, state } = entry;
    const known = STATES.find(each => each === state);
    if (typeof resourceId !== 'string' || typeof key !== 'string' || typeof value !== 'string' || known === undefined) {
      return fail(`entries[${index}] needs resourceId, key, value and a state '${STATES.join("', '")}'`);
    }
    if (!RESOURCE_ID.test(resourceId)) return fail(`entries[${index}].resourceId must be a resource that is tagged, got '${printable(resourceId)}'`);
    if (!ours.has(key)) {
      return fail(`entries[${index}] has the key '${printable(key)}', which this tool does not add for cluster '${printable(clusterId)}'`);
    }
    return { resourceId, key, value, state: known };
  });
  const record = { clusterId, region, extraKeys, entries: parsed };
  if (sum !== sumOf(record)) return fail('it was edited since, so it cannot be told what was added');
  return record;
}

function replace(record: TagRecord, tags: readonly ResourceTag[], state: RecordState | undefined): TagRecord {
  const entries = new Map(record.entries.map(entry => [identity(entry), entry]));
  for (const tag of tags) {
    if (state) entries.set(identity(tag), { resourceId: tag.resourceId, key: tag.key, value: tag.value, state });
    else entries.delete(identity(tag));
  }
  return { ...record, entries: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry) };
}

function identity({ resourceId, key }: ResourceTag): string {
  // No id has a space in it, so this is unique; it is also the order of the file.
  return `${resourceId} ${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
