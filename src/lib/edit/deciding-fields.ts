import { Data, DataMap, isMap, listOf, mapOf, stringOf } from './yaml/data';
import { looseData } from './yaml/plain-data';
import {
  CONTAINER_LIMITS, NEVER_DECIDING, PARTED_FIELDS, REFUSED_METADATA, SURE_ROOM, WHAT_RUNS, WITH_WHAT_RUNS,
} from '../facts/inputs/deciding-fields';
import { LEFT_OUT } from '../facts/left-out';
import { requirementsOf } from '../kubernetes/label-selector';
import { isProfileKey, SECURITY_FIELDS } from '../kubernetes/pod/security';
import { quantityOf } from '../kubernetes/quantity';
import { pointerSteps } from '../text/json-pointer';

/** Why a container does not start, or may not, with a limit. None, and one that is no quantity, is no limit. */
export function tooLittle(name: keyof typeof CONTAINER_LIMITS, value: Data | undefined) {
  const amount = quantityOf(value);
  const { toStart, toGoOn, what, fix } = CONTAINER_LIMITS[name];
  return amount === undefined || amount <= 0n || amount >= quantityOf(toGoOn)! ? undefined
    : { what: `its limit of ${what.replace('%', () => String(value))}`, fix, isDoubtful: amount >= quantityOf(toStart)! };
}

function amountDecides(name: keyof typeof CONTAINER_LIMITS): (value: Data) => boolean {
  return value => tooLittle(name, value) !== undefined || (quantityOf(value) ?? -1n) <= 0n || quantityOf(value)! > quantityOf(SURE_ROOM[name])!;
}

/**
 * **The table of fields that decide**, of an object that makes pods, of its pods and of their containers: those here at some values alone, and
 * `NEVER_DECIDING` at none. All others decide whether or where something runs, or what.
 */
const FIELDS = new Map<string, (value: Data) => boolean>([
  ...SECURITY_FIELDS,
  ['memory', amountDecides('memory')],
  ['cpu', amountDecides('cpu')],
]);

function metadataDecides(value: Data, selected: readonly string[]): boolean {
  return !isMap(value) || Object.entries(value).some(([given, text]) => {
    const key = withoutAnchor(given);
    return text === null || REFUSED_METADATA.test(key) || isProfileKey(key) || selected.includes(key)
      || LEFT_OUT.some(row => row.key.test(key) && row.value?.test(String(text)) !== false);
  });
}

/** Kyverno's, `+(name)`: https://kyverno.io/docs/policy-types/cluster-policy/mutate. */
function withoutAnchor(key: string): string {
  return /^[+=<^X]*\(([^()]*)\)$/.exec(key)?.[1] ?? key;
}

function fieldsDecide(part: Data, selected: readonly string[]): boolean {
  if (Array.isArray(part)) return part.some(one => fieldsDecide(one, selected));
  return !isMap(part) || Object.entries(part).some(([key, value]) => {
    const field = withoutAnchor(key);
    if (field === 'labels' || field === 'annotations') return metadataDecides(value, field === 'labels' ? selected : []);
    return PARTED_FIELDS.test(field) ? fieldsDecide(value, selected) : FIELDS.get(field)?.(value) ?? !NEVER_DECIDING.includes(field);
  });
}

/** Whether a value at the end of a path decides. */
export function fieldDecides(path: readonly string[], value: Data | undefined, selected: readonly string[]): boolean {
  return fieldsDecide(path.reduceRight<Data>((within, key) => ({ [key]: within }), value ?? null), selected);
}

/** Of the path of an operation, RFC 6901, without the numbers of items. */
function keysOf(path: Data | undefined): readonly string[] {
  return pointerSteps(String(path)).filter(key => !/^(?:\d+|-)$/.test(key));
}

/** RFC 6902. */
function operationDecides({ op, path, value }: DataMap, selected: readonly string[]): boolean {
  const keys = keysOf(path);
  return op !== 'test' && (!/^(?:add|replace|remove)$/.test(String(op)) || /^name(?:space)?$/.test(keys.at(-1) ?? '')
    || fieldDecides(keys, op === 'remove' ? null : value, selected));
}

function saysWhat(part: Data): boolean {
  if (Array.isArray(part)) return part.some(saysWhat);
  return isMap(part) && Object.entries(part).some(([key, value]) => WHAT_RUNS.includes(key) || key.startsWith('$') || saysWhat(value));
}

/** Whether a patch may change what runs, and not only whether or where. */
export function patchSaysWhat(patch: Data | undefined): boolean {
  return partsOfPatch(patch).some(part => Array.isArray(part) ? part.map(mapOf).some(({ op, path, value = null }) => {
    const keys = keysOf(path);
    const isWhole = op === 'remove' && WITH_WHAT_RUNS.includes(keys.at(-1) ?? '');
    return op !== 'test' && (isWhole || !/^(?:add|replace|remove)$/.test(String(op)) || keys.some(key => WHAT_RUNS.includes(key)) || saysWhat(value));
  }) : !isMap(part) || saysWhat(part));
}

/** Longer texts are not read to their end. */
const LONGEST = 200_000;

/** What a patch says, in a text too: parts of objects, or lists of operations; null: what cannot be read. */
export function partsOfPatch(patch: Data | undefined): readonly Data[] {
  const text = stringOf(patch);
  if (text === undefined) return patch === undefined ? [] : [patch];
  const { documents, isWhole } = looseData(text.slice(0, LONGEST)) ?? { documents: [], isWhole: false };
  return [...documents, ...isWhole && text.length <= LONGEST ? [] : [null]];
}

/** Labels by which an object knows its pods. */
export function selectedLabels({ data }: { readonly data: DataMap }): readonly string[] {
  return requirementsOf(mapOf(data.spec).selector).map(({ key }) => key);
}

/**
 * Whether a patch may change whether or where something runs, or what: a strategic one, or operations.
 *
 * @param selected labels by which what it changes knows its pods
 */
export function patchDecides(patch: Data | undefined, selected: readonly string[]): boolean {
  const parts = partsOfPatch(patch);
  return parts.length === 0 || parts.some(part => {
    if (Array.isArray(part)) return listOf(part).some(operation => operationDecides(mapOf(operation), selected));
    const { apiVersion: _, kind: __, ...rest } = mapOf(part);
    return !isMap(part) || fieldsDecide(rest, selected);
  });
}
