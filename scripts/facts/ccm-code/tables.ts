import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TextRow } from './fault-texts';

const INPUT = resolve(__dirname, '..', 'input');

/** Where each fault was found in the code. */
export const FAULT_TEXTS_FILE = join(INPUT, 'aws-ccm-fault-texts.json');
/** What differs between neighbouring tags. */
export const CHANGES_FILE = join(INPUT, 'aws-ccm-code-changes.json');
/** What differs in other modules that these tags link. */
export const LINKED_FILE = join(INPUT, 'aws-ccm-linked-changes.json');
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

/**
 * What differs in go.mod between two neighbouring tags, each as `k8s.io/api v0.36.0..v0.37.0`. Of all but the last list, that no user notices it
 * is known from the code: no verdict is needed.
 */
export interface LinkedRow {
  /** As `v1.36.1..v1.36.2`. */
  readonly pair: string;
  /** No package of the module is linked. */
  readonly notLinked: readonly string[];
  /** The packages that are linked have the same declarations. */
  readonly same: readonly string[];
  /** No declaration that differs can be reached. */
  readonly unreached: readonly string[];
  /** Others, each with a hash of the declarations that differ and can be reached in front. */
  readonly reached: readonly string[];
}

/** A verdict about changes that were read together. */
export interface Verdict {
  /** What they do, as a sentence without its end, with the pull request. */
  readonly about: string;
  /**
   * `fault`, `behaviour`: what a user of the cloud-controller-manager may notice, with rows that say it; `none`: nothing, and why. Changes of the ECR
   * credential provider are none, since an upgrade leaves it alone.
   */
  readonly verdict: 'fault' | 'behaviour' | 'none';
  /** Rows of src/lib/facts that say it to users: ids of faults, changes of behaviour, refusals of Services and the like. */
  readonly rows?: readonly string[];
  /** Changes by their hashes, each with its declaration, for those who read it. */
  readonly changes: readonly string[];
}

export function readFaultTexts(): Readonly<Record<string, readonly TextRow[]>> {
  return (JSON.parse(readFileSync(FAULT_TEXTS_FILE, 'utf8')) as { readonly faults: Record<string, TextRow[]> }).faults;
}

/** Changes of its own code. */
export function readOwnChanges(): readonly ChangeRow[] {
  return (JSON.parse(readFileSync(CHANGES_FILE, 'utf8')) as { readonly changes: ChangeRow[] }).changes;
}

export function readLinked(): readonly LinkedRow[] {
  return (JSON.parse(readFileSync(LINKED_FILE, 'utf8')) as { readonly pairs: LinkedRow[] }).pairs;
}

/** All changes that a verdict is needed for: those of its own code, and those of other modules that it can reach. */
export function readChanges(): readonly ChangeRow[] {
  const linked = new Map<string, ChangeRow & { readonly in: string[] }>();
  for (const { pair, reached } of readLinked()) {
    for (const change of reached) {
      const [hash, module, versions] = change.split(' ');
      const is = versions.startsWith('..') ? 'new' : versions.endsWith('..') ? 'gone' : 'changed';
      const row = linked.get(change) ?? { hash, declaration: `${module} ${versions}`, is, in: [] };
      row.in.push(pair);
      linked.set(change, row);
    }
  }
  return [...readOwnChanges(), ...linked.values()];
}

export function readVerdicts(): readonly Verdict[] {
  return (JSON.parse(readFileSync(VERDICTS_FILE, 'utf8')) as { readonly verdicts: Verdict[] }).verdicts;
}

/** Changes without a verdict. */
export function unjudged(changes: readonly ChangeRow[], verdicts: readonly Verdict[]): readonly ChangeRow[] {
  const judged = new Set(verdicts.flatMap(verdict => verdict.changes.map(change => change.split(' ')[0])));
  return changes.filter(({ hash }) => !judged.has(hash));
}
