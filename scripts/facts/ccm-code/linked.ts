import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRelease, requirementsOf } from './sources';
import { LinkedRow } from './tables';
import { lazy } from '../../../src/lib/facts/lazy';
import { goBinary } from '../../go-binary';
import { withPassingModules } from '../go-cache';

const MODULE = 'k8s.io/cloud-provider-aws';
const READER = lazy(() => goBinary({ name: 'linked', dir: 'scripts/facts/ccm-code/linked' }));

/** What the reader says of two releases. */
export interface LinkedAnswer {
  /** Folders of both. */
  readonly pair: string;
  /** Modules of which either links a package. */
  readonly modules: readonly string[];
  readonly changes: readonly {
    readonly module: string;
    /** Versions; empty: it is not linked. */
    readonly from: string;
    readonly to: string;
    /** Declarations of linked packages that differ, and those of them that can be reached. */
    readonly linked: number;
    readonly reached: number;
    readonly hash?: string;
  }[];
}

/** Asks the reader about pairs of folders, as `<folder>..<folder>`. */
export function readLinkedOf(pairs: readonly string[], program: string, env: NodeJS.ProcessEnv): readonly LinkedAnswer[] {
  const { status, stdout, stderr } = spawnSync(READER(), [program, ...pairs], {
    encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`the reader of linked modules ended with ${status}:\n${stderr}`);
  return stdout.trim().split('\n').map(line => JSON.parse(line) as LinkedAnswer);
}

/** What differs in the modules that each pair of tags links. Left out: pairs of which a tag cannot be had. */
export async function linkedChanges(pairs: readonly string[]): Promise<ReadonlyMap<string, LinkedRow>> {
  return withReleases(pairs, (folders, env) => {
    const readable = pairs.filter(pair => pair.split('..').every(tag => folders.has(tag)));
    const others = pairs.filter(pair => !readable.includes(pair));
    if (others.length > 0) console.warn(`what these link is not compared: ${others.join(', ')}`);
    if (readable.length === 0) return new Map();
    // Before Go adds to these files what it needs to know of a module.
    const required = new Map([...folders].map(([tag, folder]) => [tag, requirementsOf(readFileSync(join(folder, 'go.mod'), 'utf8'))]));
    const answers = readLinkedOf(readable.map(pair => pair.split('..').map(tag => folders.get(tag)!).join('..')), PROGRAM, env);
    return new Map(answers.map((answer, index) => {
      const pair = readable[index];
      const [old, young] = pair.split('..').map(tag => required.get(tag)!);
      return [pair, rowOf(pair, answer, old, young)];
    }));
  });
}

const PROGRAM = './cmd/aws-cloud-controller-manager';

function rowOf(pair: string, { modules, changes }: LinkedAnswer, old: ReadonlyMap<string, string>, young: ReadonlyMap<string, string>): LinkedRow {
  const named = [...new Set([...old.keys(), ...young.keys()])].sort().filter(module => old.get(module) !== young.get(module));
  const linked = new Set(modules);
  const compared = new Set(changes.map(({ module }) => module));
  const listed = (which: (change: LinkedAnswer['changes'][number]) => boolean) => changes.filter(which)
    .map(({ module, from, to, hash }) => `${hash === undefined ? '' : `${hash} `}${module} ${from}..${to}`);
  const byGoMod = (module: string) => `${module} ${old.get(module) ?? ''}..${young.get(module) ?? ''}`;
  return {
    pair,
    notLinked: named.filter(module => !linked.has(module)).map(byGoMod),
    // Where something stands in for a module, go.mod may name another version of it, and what is built is the same.
    same: [...listed(change => change.linked === 0), ...named.filter(module => linked.has(module) && !compared.has(module)).map(byGoMod)],
    unreached: listed(change => change.linked > 0 && change.reached === 0),
    reached: listed(change => change.reached > 0),
  };
}

/** Writes the texts of declarations that differ below a folder, one folder for each module: `diff -ru a b` shows them. */
export async function showLinked(pair: string, into: string): Promise<void> {
  await withReleases([pair], (folders, env) => {
    const [old, young] = pair.split('..').map(tag => folders.get(tag));
    if (old === undefined || young === undefined) throw new Error(`a tag of ${pair} cannot be had; name a folder of clones as FACTS_CLONES`);
    const { status, stderr } = spawnSync(READER(), [PROGRAM, 'show', old, young, into], { encoding: 'utf8', env: { ...process.env, ...env } });
    if (status !== 0) throw new Error(`the reader of linked modules ended with ${status}:\n${stderr}`);
  });
}

/** Runs something with the files of releases, and with modules that are gone afterwards. */
async function withReleases<T>(
  pairs: readonly string[], use: (folders: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv) => T,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'ccm-linked-'));
  try {
    const folders = new Map<string, string>();
    for (const tag of new Set(pairs.flatMap(pair => pair.split('..')))) {
      const folder = join(root, tag);
      mkdirSync(folder);
      if (copyRelease(MODULE, tag, folder)) folders.set(tag, withoutRenamed(folder));
    }
    // `go.sum` does not have what stands in the place of a module that was renamed.
    return await withPassingModules(async env => use(folders, { ...env, GONOSUMDB: [...RENAMED.values()].join(',') }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Modules whose repository has another name today, under which no proxy has them, by that name: the tags of both are the same. */
const RENAMED: ReadonlyMap<string, string> = new Map([['github.com/cel-expr/cel-go', 'github.com/google/cel-go']]);

/** Takes a `replace` with the new name of a module out of a go.mod that requires the same version of the old one. */
function withoutRenamed(folder: string): string {
  const path = join(folder, 'go.mod');
  const goMod = readFileSync(path, 'utf8');
  const required = requirementsOf(goMod);
  writeFileSync(path, goMod.replace(/^replace (\S+) => (\S+) (\S+)\n/gm, (line, module: string, by: string, version: string) =>
    RENAMED.get(by) === module && required.get(module) === version ? '' : line));
  return folder;
}
