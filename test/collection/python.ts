import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Plan } from '../../src/lib/plan/plan';
import { renderJson } from '../../src/lib/plan/render/json';
import { ansible } from '../ansible/ansible';

const COLLECTION = resolve(__dirname, '..', '..', 'collection');

/** Runs the Python of the pinned Ansible in this folder, with the collection. */
export function python(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(join(ansible().bin!, 'python'), args, environment());
}

/** Where a Python runs that finds the collection. */
export function environment() {
  return { cwd: __dirname, encoding: 'utf8' as const, env: { ...process.env, PYTHONPATH: COLLECTION, PYTHONDONTWRITEBYTECODE: '1' } };
}

/** What the collection makes of a plan (read_plan.py). */
export interface ReadPlan {
  /** Numbers of the steps, counted from 1, that alone can have left what is seen: `file <node> <path> <sum>`. */
  readonly evidence: Readonly<Record<string, number>>;
  readonly startValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly nodeValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By node and path: the program that reads the file at its start. */
  readonly programs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What a run does, in order: `take`, `take_back` or `compare`, and the number of a step. */
  readonly there: readonly (readonly [string, number])[];
  readonly back: readonly (readonly [string, number])[];
  /** What each step leaves on its node. */
  readonly written: readonly (readonly { readonly path: string; readonly sum: string }[])[];
  /** By node, and of the cluster: what preflight asks. */
  readonly preflight: Readonly<Record<string, readonly { readonly do: string; readonly [given: string]: unknown }[]>>;
}

export function readPlan(plan: Plan): ReadPlan {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-read-plan-'));
  try {
    const file = join(folder, 'plan.json');
    writeFileSync(file, renderJson({ plan }));
    const { status, stdout, stderr } = python('read_plan.py', file);
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as ReadPlan;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
