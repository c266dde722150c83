/** Values as gopkg.in/gcfg.v1 v1.2.3 decodes them (set.go, types/bool.go, types/int.go). */

const BOOLS = new Map([['true', true], ['yes', true], ['on', true], ['1', true], ['false', false], ['no', false], ['off', false], ['0', false]]);

/** A bool; a blank variable (`undefined`) is true. Undefined if gcfg fails. */
export function gcfgBool(value: string | undefined): boolean | undefined {
  return value === undefined ? true : BOOLS.get(value.toLowerCase());
}

/** Decimal with a sign, or hexadecimal after a lower-case `0x` (`ParseInt` in mode Dec|Hex), where Go takes a `_` before a digit. */
const INT = /^(?:[+-]?[0-9]+|-?0x(?:_?[0-9a-fA-F])+)$/;

/** An int32; blank is not supported for it. Undefined if gcfg fails. */
export function gcfgInt32(value: string | undefined): number | undefined {
  const text = value === undefined ? undefined : trimSpace(value);
  if (text === undefined || !INT.test(text)) return undefined;
  const digits = text.replace(/^[+-]|_/g, '');
  const magnitude = digits.startsWith('0x') ? parseInt(digits, 16) : Number(digits);
  const number = text.startsWith('-') ? 0 - magnitude : magnitude;
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined;
}

/** Section and variable names are compared with `strings.EqualFold`: Unicode simple case folding, which is what the `iu` flags do. */
export function sameName(known: string, written: string): boolean {
  return new RegExp(`^${known}$`, 'iu').test(written);
}

/** Go's `strings.TrimSpace`, whose white space is not that of `String.trim`. */
export function trimSpace(text: string): string {
  return text.replace(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, '');
}
