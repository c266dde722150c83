import { Acceptance, InertKindAcceptance, refuseUnknownAcceptance } from './accept';
import { Data, DataMap, isMap, listOf } from '../edit/yaml/data';
import { parseSource, SourceDocument } from '../edit/yaml/source-document';
import { kindName } from '../facts/inert-kinds';
import { isReadKind } from '../facts/read-kinds';
import { nearestName } from '../text/nearest';

/** What a file of accepted findings says. */
export interface AcceptanceFile {
  readonly accepted: readonly Acceptance[];
  /** Kinds of objects that are taken to be inert. */
  readonly inertKinds: readonly InertKindAcceptance[];
}

const FORMS = {
  accepted: 'accepted: [{rule: <id>, reason: <text>, file: <path>, until: <yyyy-mm-dd>}], file and until as needed',
  inertKinds: 'inertKinds: [{group: <API group>, kind: <kind>, reason: <text>, until: <yyyy-mm-dd>}], until as needed',
};
const LISTS = ['accepted', 'inertKinds'] as const;
const KEYS = { accepted: ['rule', 'file', 'reason', 'until'], inertKinds: ['group', 'kind', 'reason', 'until'] };
const NAMES = { accepted: 'an acceptance', inertKinds: 'an inert kind' };

/**
 * Reads a file of accepted findings.
 *
 * @param file its name, for errors
 * @throws `SourceError` if it has a key that there is not, names no rule that there is or no kind, or gives no reason
 */
export function acceptancesIn(text: string, file: string): AcceptanceFile {
  const document = parseSource(text, { file });
  const expected = `expected ${FORMS.accepted}; or ${FORMS.inertKinds}`;
  if (!isMap(document.data) || !LISTS.some(key => document.data[key] !== undefined)) throw document.error(0, expected);
  const unknown = Object.keys(document.data).find(key => key !== '$schema' && !(LISTS as readonly string[]).includes(key));
  if (unknown !== undefined) throw keyError(document, [], unknown, 'the file', LISTS);
  for (const key of LISTS) {
    const list = document.data[key];
    if (list !== undefined && !Array.isArray(list)) throw document.errorAt([key], `expected ${FORMS[key]}`);
  }
  return {
    accepted: listOf(document.data.accepted).map((item, index) => acceptance(document, item, index)),
    inertKinds: listOf(document.data.inertKinds).map((item, index) => inertKind(document, item, index)),
  };
}

type ListName = typeof LISTS[number];

/** One row of a list, whose keys there are. */
function rowOf(document: SourceDocument, list: ListName, item: Data, index: number): DataMap {
  const path = [list, index];
  if (!isMap(item)) throw document.errorAt(path, `expected ${FORMS[list]}`);
  const unknown = Object.keys(item).find(key => !KEYS[list].includes(key));
  if (unknown !== undefined) throw keyError(document, path, unknown, NAMES[list], KEYS[list]);
  return item;
}

function keyError(document: SourceDocument, path: readonly (string | number)[], key: string, of: string, keys: readonly string[]) {
  const close = nearestName(key, keys);
  return document.errorAt([...path, key], `'${key}' is not a key of ${of}${close === undefined ? '' : `; did you mean '${close}'?`}; `
    + `accepted: ${keys.join(', ')}`);
}

function acceptance(document: SourceDocument, item: Data, index: number): Acceptance {
  const path = ['accepted', index];
  const { rule, file, reason, until } = rowOf(document, 'accepted', item, index);
  const wrong = (message: string, key?: string) => document.errorAt(key === undefined ? path : [...path, key], message);
  if (typeof rule !== 'string') throw wrong('an acceptance needs the id of a rule');
  const said = { reason: reasonOf(reason, `the acceptance of ${rule}`, wrong), until: untilOf(until, `the acceptance of ${rule}`, wrong) };
  if (file !== undefined && typeof file !== 'string') throw wrong(`file of the acceptance of ${rule} is not a path`, 'file');
  try {
    refuseUnknownAcceptance(rule);
  } catch (error) {
    throw wrong((error as Error).message, 'rule');
  }
  return { rule, file, ...said, place: { file: document.file, line: document.line(path) } };
}

function inertKind(document: SourceDocument, item: Data, index: number): InertKindAcceptance {
  const path = ['inertKinds', index];
  const { group, kind, reason, until } = rowOf(document, 'inertKinds', item, index);
  const wrong = (message: string, key?: string) => document.errorAt(key === undefined ? path : [...path, key], message);
  if (typeof group !== 'string') throw wrong('an inert kind needs its API group, without a version: group: "example.com", of v1 the empty text');
  if (group.includes('/')) throw wrong(`group is '${group}', which has a version; write '${group.slice(0, group.indexOf('/'))}'`, 'group');
  if (typeof kind !== 'string' || kind.trim() === '') throw wrong('an inert kind needs its kind, as the objects have it: kind: "Foo"');
  const name = kindName({ group, kind });
  const said = { reason: reasonOf(reason, name, wrong), until: untilOf(until, name, wrong) };
  if (isReadKind(group, kind)) throw wrong(`${name} is read, and so is never inert; leave the objects out of the input instead`, 'kind');
  return { group, kind, ...said, place: { file: document.file, line: document.line(path) } };
}

type Wrong = (message: string, key?: string) => Error;

function reasonOf(reason: Data | undefined, name: string, wrong: Wrong): string {
  if (typeof reason !== 'string' || reason.trim() === '') throw wrong(`${name} needs a reason`, reason === undefined ? undefined : 'reason');
  return reason;
}

function untilOf(until: Data | undefined, name: string, wrong: Wrong): string | undefined {
  if (until === undefined || (typeof until === 'string' && isDay(until))) return until;
  throw wrong(`until of ${name} is '${String(until)}'; accepted: a day like '2027-03-31'`, 'until');
}

/** A day that there is: 30 February is read as one of March. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}
