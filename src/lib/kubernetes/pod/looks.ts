import { first, isObject, Json, Look, refusedIf } from './shape';

export type Item = { readonly [key: string]: Json };

/** Forms of names: k8s.io/apimachinery@v0.26.15 pkg/util/validation/validation.go. */
export const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
export const LABEL = /^(?=.{1,63}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
export const LABEL_VALUE = /^(?=.{0,63}$)(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
export const ENV_NAME = /^(?!\.\.?$)(?!\.\.)[-._a-zA-Z][-._a-zA-Z0-9]*$/;

export function qualified(key: string, path: string): Look {
  const [prefix, name] = key.includes('/') ? [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)] : [undefined, key];
  const right = name !== '' && LABEL_VALUE.test(name) && (prefix === undefined || SUBDOMAIN.test(prefix));
  return right ? undefined : { refused: `${path} has the key ${JSON.stringify(key)}` };
}

export function required(value: Json | undefined, path: string, pattern: RegExp): Look {
  return typeof value === 'string' && pattern.test(value) ? undefined : { refused: `${path} is ${JSON.stringify(value ?? null)}` };
}

export function optional(value: Json | undefined, path: string, pattern: RegExp): Look {
  return notEmpty(value) ? required(value, path, pattern) : undefined;
}

export function valid(value: Json, path: string, pattern: RegExp): Look {
  return value === null || pattern.test(String(value)) ? undefined : { refused: `${path} is ${JSON.stringify(value)}` };
}

export function oneOf(value: Json | undefined, path: string, accepted: readonly string[]): Look {
  return !notEmpty(value) || accepted.includes(String(value)) ? undefined : { refused: `${path} is ${JSON.stringify(value)}` };
}

export function requiredOneOf(value: Json | undefined, path: string, accepted: readonly string[]): Look {
  return notEmpty(value) ? oneOf(value, path, accepted) : { refused: `${path} is missing` };
}

/** Where nothing as its value is another thing than no value. */
export function oneOfGiven(value: Json | undefined, path: string, accepted: readonly string[]): Look {
  return (value ?? null) === null ? undefined : requiredOneOf(value, path, accepted);
}

/** A number that has to be there, and within bounds. */
export function between(value: Json | undefined, path: string, least: number, most: number): Look {
  return typeof value === 'number' && value >= least && value <= most ? undefined : { refused: `${path} is ${JSON.stringify(value ?? null)}` };
}

export function atLeast(value: Json | undefined, path: string, least: number): Look {
  return typeof value === 'number' && value < least ? { refused: `${path} is ${value}` } : undefined;
}

export function inRange(value: Json | undefined, path: string): Look {
  return between(value, path, 1, 65535);
}

export function lookAtLabels(labels: Item, path: string): readonly Look[] {
  return Object.entries(labels).flatMap(([key, value]) => [qualified(key, path), valid(value, `${path}.${key}`, LABEL_VALUE)]);
}

/** What has to be there, of any form. */
export function given(value: Json | undefined, path: string): Look {
  return notEmpty(value) ? undefined : { refused: `${path} is missing` };
}

/** Of some keys, exactly one is there. */
export function exactlyOne(item: Item, keys: readonly string[], path: string): Look {
  const there = keys.filter(key => item[key] !== undefined && item[key] !== null);
  return there.length === 1 ? undefined : { refused: `${path} has ${there.length} of ${keys.join(', ')}` };
}

/** A label selector: k8s.io/apimachinery@v0.26.15 pkg/apis/meta/v1/validation/validation.go ValidateLabelSelector. */
export function lookAtSelector(selector: Item, path: string): readonly Look[] {
  return [
    ...lookAtLabels(itemAt(selector, 'matchLabels'), `${path}.matchLabels`),
    ...lookAtRequirements(selector, path, SELECTOR_OPERATORS),
  ];
}

const SELECTOR_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** What labels are asked for, of pods or of nodes. */
export function lookAtRequirements(selector: Item, path: string, operators: readonly string[]): readonly Look[] {
  return itemsAt(selector, 'matchExpressions').flatMap(one => lookAtRequirement(one, `${path}.matchExpressions`, operators));
}

function lookAtRequirement({ key, operator, values }: Item, path: string, operators: readonly string[]): readonly Look[] {
  const count = itemsOf(values).length;
  const isSet = operator === 'In' || operator === 'NotIn';
  const fits = isSet ? count > 0 : operator === 'Exists' || operator === 'DoesNotExist' ? count === 0 : count === 1;
  return [
    typeof key === 'string' ? qualified(key, path) : { refused: `${path}: a key is missing` },
    requiredOneOf(operator, `${path}: operator`, operators),
    fits ? undefined : { refused: `${path}: ${String(operator)} of ${String(key)} has ${count} values` },
  ];
}

export function unique(values: readonly (Json | undefined)[], what: string): Look {
  const all = values.filter(value => value !== undefined && value !== '');
  return new Set(all).size === all.length ? undefined : { refused: `${what} is given twice` };
}

export function notEmpty(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

export function itemOf(value: unknown): Item {
  return isObject(value as Json | undefined) ? value as Item : {};
}

export function itemAt(item: Item, key: string): Item {
  return itemOf(item[key]);
}

export function itemsAt(item: Item, key: string): readonly Item[] {
  return itemsOf(item[key]).map(value => itemOf(value));
}

export function itemsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value as readonly Json[] : [];
}

/** Most characters of all annotations together. */
const MOST_ANNOTATIONS = 256 * 1024;

/** Names, labels and annotations: k8s.io/apimachinery@v0.26.15 pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor. */
export function lookAtMetadata(metadata: Item, name = SUBDOMAIN): Look {
  const annotations = itemAt(metadata, 'annotations');
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value)), 0);
  const isGenerated = !notEmpty(metadata.name) && typeof metadata.generateName === 'string' && metadata.generateName !== '';
  return first([
    isGenerated ? { unknown: 'its name is generated, and kubectl apply takes no such object' } : required(metadata.name, 'metadata.name', name),
    optional(metadata.namespace, 'metadata.namespace', LABEL),
    ...lookAtLabels(itemAt(metadata, 'labels'), 'metadata.labels'),
    // What renders an object for its owner leaves its `uid` to what applies it.
    ...itemsAt(metadata, 'ownerReferences').map(owner => {
      const missing = ['apiVersion', 'kind', 'name'].find(key => !notEmpty(owner[key]));
      return refusedIf(missing !== undefined, `metadata.ownerReferences: ${String(missing)} is missing`);
    }),
    refusedIf(typeof metadata.generation === 'number' && metadata.generation < 0, 'metadata.generation is negative'),
    ...Object.keys(annotations).map(key => qualified(key.toLowerCase(), 'metadata.annotations')),
    size > MOST_ANNOTATIONS ? { refused: `metadata.annotations have ${size} characters, and ${MOST_ANNOTATIONS} are taken` } : undefined,
  ]);
}
