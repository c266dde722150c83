import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Every file below a folder: its text by its path there. An absent folder has none. */
export function readTree(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map();
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  return new Map(files.map((file): [string, string] => [relative(root, file), readFileSync(file, 'utf8')]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Compares a whole tree with the committed one, byte for byte and also in what is absent. With `UPDATE_GOLDEN=1` the committed one is rewritten,
 * never in a pipeline.
 *
 * @param ignored folder of it that is not committed
 */
export function expectGolden(actual: ReadonlyMap<string, string>, committed: string, ignored?: string): void {
  if (process.env.UPDATE_GOLDEN === '1' && !process.env.CI) writeTree(actual, committed);
  expectCommitted(actual, committed, ignored);
}

/** The comparison alone: for what something else writes the golden folder of. */
export function expectCommitted(actual: ReadonlyMap<string, string>, committed: string, ignored?: string): void {
  const isCommitted = (path: string) => ignored === undefined || !path.startsWith(join(ignored, '/'));
  const expected = [...readTree(committed)].filter(([path]) => isCommitted(path));
  expect([...actual.keys()].filter(isCommitted).sort()).toEqual(expected.map(([path]) => path));
  for (const [path, text] of expected) expect({ path, text: actual.get(path) }).toEqual({ path, text });
}

/** What a golden folder stands for, as files below a folder: where `as-before.json` names the phase that has a file already, it is there too. */
export function writeWhole(committed: string, root: string): void {
  const tree = readTree(committed);
  const repeated = Object.entries(JSON.parse(tree.get('as-before.json') ?? '{}') as Record<string, string>);
  writeTree(new Map([...tree, ...repeated.map(([path, first]) => [path, tree.get(path.replace(/^[^/]+/, first))!] as const)]), root);
}

export function writeTree(files: ReadonlyMap<string, string>, root: string): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
