import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TextRow } from './fault-texts';

const INPUT = resolve(__dirname, '..', 'input');

/** Where each fault was found in the code. */
export const FAULT_TEXTS_FILE = join(INPUT, 'aws-ccm-fault-texts.json');
/** What differs between neighbouring tags. */
export const CHANGES_FILE = join(INPUT, 'aws-ccm-code-changes.json');
/** What was found out about each of these differences, by hand. */
export const VERDICTS_FILE = join(INPUT, 'aws-ccm-verdicts.json');

/** A change of the code, and where it was made. */
export interface ChangeRow {
  readonly hash: string;
  readonly declaration: string;
  readonly is: 'new' | 'gone' | 'changed';
  /** Pairs of neighbouring tags, as `v1.36.1..v1.36.2`. */
  readonly in: readonly string[];
}

/** A verdict about changes that were read together. */
export interface Verdict {
  /** What they do, as a sentence without its end, with the pull request. */
  readonly about: string;
  /**
   * `fault`, `behaviour`: what a user may notice, with rows that say it; `none`: nothing; `plugin`: something of the ECR credential provider, which
   * an upgrade of the cloud-controller-manager leaves alone; `unread`: not known, of a library that go.mod names.
   */
  readonly verdict: 'fault' | 'behaviour' | 'none' | 'plugin' | 'unread';
  /** Rows of src/lib/facts that say it to users: ids of faults, changes of behaviour, refusals of Services and the like. */
  readonly rows?: readonly string[];
  /** Changes by their hashes, each with its declaration, for those who read it. */
  readonly changes: readonly string[];
}

export function readFaultTexts(): Readonly<Record<string, readonly TextRow[]>> {
  return (JSON.parse(readFileSync(FAULT_TEXTS_FILE, 'utf8')) as { readonly faults: Record<string, TextRow[]> }).faults;
}

export function readChanges(): readonly ChangeRow[] {
  return (JSON.parse(readFileSync(CHANGES_FILE, 'utf8')) as { readonly changes: ChangeRow[] }).changes;
}

export function readVerdicts(): readonly Verdict[] {
  return (JSON.parse(readFileSync(VERDICTS_FILE, 'utf8')) as { readonly verdicts: Verdict[] }).verdicts;
}

/** Changes without a verdict. */
export function unjudged(changes: readonly ChangeRow[], verdicts: readonly Verdict[]): readonly ChangeRow[] {
  const judged = new Set(verdicts.flatMap(verdict => verdict.changes.map(change => change.split(' ')[0])));
  return changes.filter(({ hash }) => !judged.has(hash));
}
