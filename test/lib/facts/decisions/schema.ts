import { createHash } from 'node:crypto';
import { Decision, DecisionTable } from '../../../../src/lib/facts/decisions/decision';
import { undecided } from '../../../../src/lib/facts/decisions/undecided';
import { ReportedPromise, unknowns } from '../../../../src/lib/verify/result';
import { check, Files } from '../../rules/input';

/** How the rows of one table are tested. */
export interface Schema {
  readonly table: DecisionTable;
  /** Every name that some release has. */
  released(): readonly string[];
  /** A cluster of which both promises hold, by folder: with the value of a name, or without the name. Undefined: the name has no place in it. */
  input(name: string, value?: unknown): Record<string, Files> | undefined;
  /** Values that its type takes and that are not its default. Of a name that decides, one of them turns something. */
  values(name: string): readonly unknown[];
}

/** A name of a table, as it is tested. */
export interface RowCase {
  readonly schema: Schema;
  readonly name: string;
  readonly row: Decision;
}

export function rowCases(schemas: readonly Schema[]): readonly RowCase[] {
  return schemas.flatMap(schema => schema.table.rows.flatMap(row => row.names.map(name => ({ schema, name, row }))));
}

/** So many of the cases, drawn by a seed. */
export function drawn(cases: readonly RowCase[], count: number, seed: string): readonly RowCase[] {
  const draw = ({ schema, name }: RowCase) => createHash('sha256').update(`${seed}\0${schema.table.title}\0${name}`).digest('hex');
  return cases.map(one => ({ one, key: draw(one) })).sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, count).map(({ one }) => one);
}

/** Names without a row, names that no release has, and names with several rows: empty where the table is complete. */
export function incomplete({ table, released }: Schema): { readonly missing: string[]; readonly unreleased: string[]; readonly twice: string[] } {
  const names = table.rows.flatMap(row => row.names);
  const known = new Set(released());
  return {
    missing: [...known].filter(name => !names.includes(name)),
    unreleased: names.filter(name => !known.has(name)),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
  };
}

interface Outcome {
  readonly verdicts: readonly string[];
  /** What is said, without the places. */
  readonly said: string;
}

/**
 * What a row claims, against what `verify` says. Undefined: it is as the row says; else what is not.
 *
 * @param most so many values of a name are tried
 */
export function contradiction({ schema, name, row }: RowCase, most = Infinity): string | undefined {
  const without = schema.input(name);
  if (without === undefined) return 'the name has no place in the input of its schema';
  const base = outcome(without);
  if (!('decides' in row) && base.verdicts.some(verdict => verdict !== 'holds')) return `the cluster without it does not hold: ${base.said}`;
  const values = schema.values(name).slice(0, most);
  if (values.length === 0) return 'there is no value to try';
  const shown = (value: unknown) => JSON.stringify(value);
  if ('decides' in row) {
    const turns = values.some(value => outcome(schema.input(name, value)!).said !== base.said);
    return turns ? undefined : `none of ${values.map(shown).join(', ')} turns a verdict or a finding`;
  }
  const results = values.map(value => ({ value, ...outcome(schema.input(name, value)!) }));
  if ('harmless' in row) {
    const turned = results.find(({ said }) => said !== base.said);
    return turned && `${shown(turned.value)} turns something: ${turned.said}, which was: ${base.said}`;
  }
  // What is as usual is decided; and a value with which it cannot start leaves nothing open.
  const decided = results.find(({ value, verdicts }) => undecided(schema.table, name, value) !== undefined
    && verdicts.every(verdict => verdict === 'holds'));
  return decided && `${shown(decided.value)} is not unknown: ${decided.said}`;
}

/** What `verify` says of a cluster, without the places. */
export function saidOf(folders: Record<string, Files>): string {
  return outcome(folders).said;
}

const known = new Map<string, Outcome>();

/** Bases are the same for many names. */
function outcome(folders: Record<string, Files>): Outcome {
  const key = createHash('sha256').update(JSON.stringify(folders)).digest('base64');
  const before = known.get(key);
  if (before !== undefined) return before;
  const result = check(folders);
  const verdicts = [result.exclusivity, result.liveness].map(({ verdict }: ReportedPromise) => verdict);
  const found = [
    ...verdicts,
    // What later releases do not have is no matter of a value.
    ...result.findings.filter(({ rule }) => rule !== 'flag-gone-in-later-release')
      .map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
    ...unknowns(result).map(({ what }) => what),
  ];
  const made = { verdicts, said: found.map(one => one.replace(/:\d+\b/g, '')).join('\n') };
  known.set(key, made);
  return made;
}
