import { isPlaceholder, NOT_FILLED_IN } from '../../text/placeholder';
import { goDuration } from '../go-values';
import { quantityOf } from '../quantity';

/** What a manifest can say of an object: data as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The type of a field, as Go decodes it: another type in the file is an error of the whole object. */
export type Shape =
  | 'string' | 'boolean' | 'integer' | 'number' | 'quantity' | 'integer-or-string' | 'time'
  /** Null is none, or, with a mark, no value. */
  | 'duration' | 'duration?'
  /** An object, whose fields are not looked at. */
  | 'object'
  /** A field that came with some release, whose shape is not looked at. */
  | 'any'
  /** What has to be known of some values; undefined of others. */
  | { readonly open: (value: Json) => string | undefined; readonly within: Shape }
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly fields: { readonly [name: string]: Shape } };

/** What became of a look: nothing is wrong, something is, or it is not known. */
export type Look = undefined | { readonly refused: string } | { readonly unknown: string };

export function refusedIf(isWrong: boolean, refused: string): Look {
  return isWrong ? { refused } : undefined;
}

export function unknownIf(isOpen: boolean, unknown: string): Look {
  return isOpen ? { unknown } : undefined;
}

/** Holds data against a shape. A field that it does not have is ignored, or of a release that is not in the tables: it is not known which. */
export function lookAt(value: Json | undefined, shape: Shape, path: string): Look {
  if (value === undefined || (value === null && shape !== 'duration') || shape === 'any') return undefined;
  if (shape === 'object') return isObject(value) ? undefined : mustBe(path, 'an object', value);
  if (typeof shape === 'string') return isScalar(value, shape) ? undefined : mustBe(path, SCALARS[shape], value);
  if ('open' in shape) return lookAtOpen(shape, value, path);
  if ('list' in shape) {
    if (!Array.isArray(value)) return mustBe(path, 'a list', value);
    return first(value.map((item: Json, index) => lookAt(item, shape.list, `${path}[${index}]`)));
  }
  if (!isObject(value)) return mustBe(path, 'an object', value);
  if ('map' in shape) return first(Object.entries(value).map(([key, item]) => lookAt(item, shape.map, `${path}.${key}`)));
  return first(Object.entries(value).map(([key, item]) => Object.hasOwn(shape.fields, key)
    ? lookAt(item, shape.fields[key], `${path}.${key}`)
    : { unknown: `nothing is known of the field ${path}.${key}` }));
}

function lookAtOpen({ open, within }: Extract<Shape, { readonly open: unknown }>, value: Json, path: string): Look {
  const why = open(value);
  return first([lookAt(value, within, path), why === undefined ? undefined : { unknown: `nothing is known of the field ${path}: ${why}` }]);
}

const SCALARS: Readonly<Record<Exclude<Extract<Shape, string>, 'object' | 'any'>, string>> = {
  'string': 'a string',
  'boolean': 'a boolean',
  'integer': 'an integer',
  'number': 'a number',
  'quantity': 'a quantity',
  'integer-or-string': 'an integer or a string',
  'time': 'a time',
  'duration': 'a duration such as 10s',
  'duration?': 'a duration such as 10s',
};

function mustBe(path: string, what: string, value: Json): Look {
  return { refused: `${path} must be ${what}, got ${JSON.stringify(value)}` };
}

/** What is surely wrong comes before what is not known, as what is wrong with a value that is not filled in. */
export function first(looks: readonly Look[]): Look {
  const found = looks.find(look => look !== undefined && 'refused' in look && !isPlaceholder(look.refused)) ?? looks.find(look => look !== undefined);
  return found !== undefined && 'refused' in found && isPlaceholder(found.refused) ? { unknown: `${found.refused}: ${NOT_FILLED_IN}` } : found;
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function isScalar(value: Json, shape: string): boolean {
  switch (shape) {
    case 'integer': return typeof value === 'number' && Number.isInteger(value);
    case 'integer-or-string': return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
    case 'time': return typeof value === 'string' && TIME.test(value);
    case 'duration':
    case 'duration?': return typeof value === 'string' && goDuration(value) !== undefined;
    case 'quantity': return quantityOf(value) !== undefined;
    default: return typeof value === shape;
  }
}
