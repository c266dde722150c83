/**
 * Writes what tests hand to the reader, for the differential: inputs that were made to decide something, once each.
 *
 *     RECORDED=<folder> npx jest --setupFiles=./scripts/differential/record.ts -- test/lib/read test/lib/rules test/lib/verify
 *     npx tsx scripts/differential/main.ts <revision> --recorded <folder>
 *
 * An input of which a file is not a text, or that is large, is left out.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join, resolve } from 'node:path';
import type { Recorded } from './cases';
import type { VerifyInput } from '../../src/lib/read/input/input';
import { writeTree } from '../../test/golden';

const LARGE = 100_000;

function record(folder: string, { directories, kubernetesVersion, imageVersions, assume = [] }: VerifyInput): void {
  const files = directories.flatMap(({ name, files: own }) => [...own].map(([path, content]) => [join(name, path), content] as const));
  const texts = files.flatMap(([path, content]) => ('text' in content && content.parts === undefined ? [[path, content.text] as const] : []));
  const isPlain = texts.length === files.length && !files.some(([path]) => path.startsWith('..') || path.startsWith('/'));
  if (!isPlain || texts.reduce((sum, [, { length }]) => sum + length, 0) > LARGE) return;
  const options = [
    ...kubernetesVersion === undefined ? [] : ['--kubernetes-version', kubernetesVersion.toString()],
    ...[...imageVersions ?? []].flatMap(([image, version]) => ['--image-version', `${image}=${version.toString()}`]),
    ...assume.flatMap(({ text }) => ['--assume', text]),
  ];
  const recorded: Recorded = { args: [...directories.map(({ name }) => name), ...options] };
  const hash = createHash('sha256').update(JSON.stringify([recorded, texts])).digest('hex').slice(0, 16);
  const at = join(folder, hash);
  if (existsSync(`${at}.json`)) return;
  writeTree(new Map(texts), at);
  for (const { name } of directories) mkdirSync(join(at, name), { recursive: true });
  writeFileSync(`${at}.json`, JSON.stringify(recorded));
}

const folder = process.env.RECORDED;

interface NodeModules {
  readonly _cache: Readonly<Record<string, { exports: object } | undefined>>;
  _load(path: string): Record<string, (input: VerifyInput) => unknown>;
}

/**
 * Puts a function in the place of one that a module exports, for those that import it after this. The modules are those of Node, which the tests
 * share (test/jest/modules.cjs), and not those of jest, in which this file is.
 */
function wrap(file: string, name: string): void {
  const path = resolve(__dirname, '../../src/lib', file);
  const { _load: load, _cache: cache } = Module as unknown as NodeModules;
  const own = load(path);
  if (folder === undefined || 'isRecorded' in own) return;
  const wrapped = (input: VerifyInput) => {
    record(folder, input);
    return own[name](input);
  };
  cache[path]!.exports = { ...own, [name]: wrapped, isRecorded: true };
}

wrap('verify/verify.ts', 'verify');
wrap('read/build-model.ts', 'buildModel');
