import { Data, isMap, mapOf } from '../../edit/yaml/data';
import { intOrPercent, scaled } from '../../kubernetes/int-or-percent';
import { Amount } from '../../proof/rollout';
import { NodeRollout } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** What a field that says how many nodes comes to. */
export interface ReadAmount {
  readonly amount?: Amount;
  /** A share of an unknown number. */
  readonly share?: string;
  /** Why it is not known. */
  readonly problem?: string;
}

export type Bounds = Pick<NodeRollout, 'bounds' | 'share' | 'problem'>;

/** What an object that replaces nodes is called, and where it is. */
export function headOf({ kind, name, file, document, base }: ObjectAt, system: NodeRollout['system'], group = name) {
  return { object: `${kind} ${name}`, system, group, place: placeAt(file, document, [...base, 'metadata']) };
}

/** Labels of nodes, as texts. */
export function labelsIn(labels: Data | undefined): readonly (readonly [string, string])[] {
  return Object.entries(mapOf(labels)).map(([key, value]) => [key, String(value ?? '')] as const);
}

/** @param fallback what counts where the field is not there */
export function amountOf(
  field: string, given: Data | undefined, fallback: number | string, nodes: number | undefined, rounding: 'up' | 'down',
): ReadAmount {
  const value = given ?? fallback;
  const parsed = intOrPercent(value);
  if (parsed === undefined) return { problem: `${field} is ${shown(value)}, and no number of nodes or percentage` };
  if (!parsed.isPercent) return { amount: parsed.value };
  if (nodes !== undefined) return { amount: scaled(parsed, nodes, rounding) };
  if (parsed.value === 0) return { amount: 0 };
  return { share: `${parsed.value}%`, ...parsed.value >= 100 && { amount: 'all' } };
}

/** A number of nodes that an object says. */
export function countOf(value: Data | undefined): number | undefined {
  const text = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof text === 'number' && Number.isInteger(text) && text >= 0 ? text : undefined;
}

export function numberOf({ amount }: ReadAmount): number | undefined {
  return typeof amount === 'number' ? amount : undefined;
}

export function shown(value: Data): string {
  const text = isMap(value) || Array.isArray(value) ? JSON.stringify(value) : typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
