import { FactRow, FactTable } from './table';
import { Component } from '../kubernetes/component';

const FIRST = 20;
const LAST = 37;

/** One flag: whether a component has it, per minor. */
export type FlagTables = ReadonlyMap<string, FactTable<boolean>>;

/** A flag and the minors that have it, before it becomes a table. */
export interface FlagRange {
  readonly flag: string;
  readonly source: string;
  /** First and last minor that has the flag; none: no minor has it, which is worth knowing because the other component does. */
  readonly first?: number;
  readonly last?: number;
}

/** In every known minor. */
export function inAll(flag: string, source: string): FlagRange {
  return { flag, source, first: FIRST, last: LAST };
}

/** From that minor on. */
export function since(minor: string, flag: string, source: string): FlagRange {
  return { flag, source, first: minorNumber(minor), last: LAST };
}

/** To that minor, inclusive. */
export function upTo(minor: string, flag: string, source: string): FlagRange {
  return { flag, source, first: FIRST, last: minorNumber(minor) };
}

/** In no known minor, although a reader may expect it. */
export function absentIn(flag: string, source: string): FlagRange {
  return { flag, source };
}

/** One table per flag; the minors outside a range are rows too, so that `false` is a fact and not a gap. */
export function flagTables(component: Component, ranges: readonly FlagRange[]): FlagTables {
  return new Map(ranges.map(range => [range.flag, new FactTable(`flag --${range.flag} of ${component}`, rows(range))]));
}

function rows({ source, first, last }: FlagRange): FactRow<boolean>[] {
  if (first === undefined || last === undefined) return [row(FIRST, LAST, false, source)];
  return [
    ...first > FIRST ? [row(FIRST, first - 1, false, source)] : [],
    row(first, last, true, source),
    ...last < LAST ? [row(last + 1, LAST, false, source)] : [],
  ];
}

function row(from: number, to: number, value: boolean, source: string): FactRow<boolean> {
  return { from: `1.${from}`, to: `1.${to}`, value, source };
}

function minorNumber(minor: string): number {
  return Number(minor.slice('1.'.length));
}
