import { ResourceTag } from './batches';

/** How far the addition of one tag came. */
export type RecordState = 'intended' | 'added';

/** One tag that apply added, or was about to add. */
export interface RecordEntry extends ResourceTag {
  readonly state: RecordState;
}

/**
 * What apply changed, for the way back. It is written before the call (`intended`) and after it (`added`): a process killed in between leaves an entry
 * too many, never one too few. On removal an entry counts only if the tag still has its value.
 */
export interface TagRecord {
  readonly clusterId: string;
  readonly region: string;
  readonly entries: readonly RecordEntry[];
}

const FORMAT = 'ccm-migration-tags/v1';

export function emptyRecord(clusterId: string, region: string): TagRecord {
  return { clusterId, region, entries: [] };
}

/** With the given tags intended, those it had with another state included. */
export function intend(record: TagRecord, tags: readonly ResourceTag[]): TagRecord {
  return replace(record, tags, 'intended');
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
 * Settles what an earlier run left open: an intended tag that is there now was added by that run (it was missing when that run looked), so it is ours.
 * The others stay intended until the plan adds them or they are forgotten.
 */
export function settle(record: TagRecord, present: readonly ResourceTag[]): TagRecord {
  const values = new Map(present.map(tag => [identity(tag), tag.value]));
  return confirm(record, record.entries.filter(entry => values.get(identity(entry)) === entry.value));
}

/** Sorted, one entry a line: two records compare well, and a large one stays readable. */
export function formatRecord(record: TagRecord): string {
  const lines = record.entries.map(({ resourceId, key, value, state }) => `    ${JSON.stringify({ resourceId, key, value, state })}`);
  const head = `{\n  "format": ${JSON.stringify(FORMAT)},\n  "clusterId": ${JSON.stringify(record.clusterId)},\n  "region": ${JSON.stringify(record.region)},\n`;
  return `${head}  "entries": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

/**
 * @param text content of a record file
 * @param where its name, for errors
 * @throws if it is not a record
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
  if (data.format !== FORMAT) return fail(`format is '${String(data.format)}', not '${FORMAT}'`);
  const { clusterId, region, entries } = data;
  if (typeof clusterId !== 'string' || typeof region !== 'string') return fail('clusterId or region is missing');
  if (!Array.isArray(entries)) return fail('entries is not a list');
  const parsed = entries.map((entry: unknown, index): RecordEntry => {
    if (!isObject(entry)) return fail(`entries[${index}] is not an object`);
    const { resourceId, key, value, state } = entry;
    if (typeof resourceId !== 'string' || typeof key !== 'string' || typeof value !== 'string' || (state !== 'intended' && state !== 'added')) {
      return fail(`entries[${index}] needs resourceId, key, value and a state 'intended' or 'added'`);
    }
    return { resourceId, key, value, state };
  });
  return { clusterId, region, entries: parsed };
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
