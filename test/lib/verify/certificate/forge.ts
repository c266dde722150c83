import { grouped } from '../../../../src/lib/kubernetes/once-for';
import { Certificate } from '../../../../src/lib/verify/certificate/certificate';
import { sumOf } from '../../../../src/lib/verify/certificate/write';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A certificate in which one value is another, with its sum: as who forges one would write it. */
export interface Forgery {
  /** Where the value stands, with `*` for each index: `cases.*.processes.*.release`. */
  readonly path: string;
  readonly was: Json;
  readonly is: Json | undefined;
  readonly certificate: Certificate;
}

/** Places that differ in their indexes alone: more of them are not changed. */
const MOST_ALIKE = 12;

/** Every value of a certificate, changed in every way that fits what it is. */
export function forgeries(certificate: Certificate): readonly Forgery[] {
  const { sum: _, ...rest } = certificate;
  const whole = rest as unknown as Json;
  const strings = [...new Set(textsIn(whole))];
  const alike = grouped(placesIn(whole, []), ({ path }) => path.map(part => typeof part === 'number' ? '*' : part).join('.'));
  return [...alike].flatMap(([shown, places]) => places.slice(0, MOST_ALIKE).flatMap(({ path, value }) => othersFor(value, path, strings)
    .filter(is => JSON.stringify(is) !== JSON.stringify(value)).map((is): Forgery => {
      const made = changed(whole, path, is) as unknown as Omit<Certificate, 'sum'>;
      return { path: shown, was: value, is, certificate: { ...made, sum: sumOf(made) } };
    })));
}

interface At {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

function placesIn(value: Json, path: readonly (string | number)[]): readonly At[] {
  const below = entriesOf(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]));
  return path.length === 0 ? below : [{ path, value }, ...below];
}

function entriesOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((inner, index) => [index, inner] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value as { readonly [key: string]: Json }) : [];
}

function textsIn(value: Json): readonly string[] {
  return typeof value === 'string' ? [value] : entriesOf(value).flatMap(([, inner]) => textsIn(inner));
}

/** Values of another type, none, and others of the same kind; undefined: it is left out. */
function othersFor(value: Json, path: readonly (string | number)[], strings: readonly string[]): readonly (Json | undefined)[] {
  const ofType: readonly (Json | undefined)[] = [undefined, null, typeof value === 'number' ? 'x' : 7];
  if (typeof value === 'number') return [...ofType, value + 1, -1];
  if (typeof value === 'boolean') return [...ofType, !value, String(value)];
  if (typeof value === 'string') {
    const neighbour = strings[(strings.indexOf(value) + 1 + path.length) % strings.length];
    return [...ofType, '', `${value}x`, value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase(), neighbour, ...ENDING];
  }
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return [...ofType, [], items.slice(1), [...items, ...items.slice(0, 1)]];
  }
  return [...ofType, {}];
}

/** What ends a process, or means something else to it. */
const ENDING: readonly string[] = ['false', '-1', '10.0.0.0/99', 'IPv6DualStack=false', 'NoSuchGate=true', '*,-nothing', '1.26'];

function changed(value: Json, [key, ...rest]: readonly (string | number)[], is: Json | undefined): Json {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((inner, index) => index !== key ? [inner] : rest.length > 0 ? [changed(inner, rest, is)]
      : is === undefined ? [] : [is]);
  }
  return Object.fromEntries(Object.entries(value as { readonly [key: string]: Json }).flatMap(([name, inner]) => name !== key ? [[name, inner]]
    : rest.length > 0 ? [[name, changed(inner, rest, is)]] : is === undefined ? [] : [[name, is]])) as Json;
}
