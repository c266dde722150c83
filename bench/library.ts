import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

/** The compiled library, as its users load it: a loader of TypeScript wraps every function, which only our side of a ratio would pay for. */
export const LIBRARY = resolve(ROOT, 'lib', 'index.js');

/** @throws if it is not compiled */
export function checkCompiled(): void {
  if (!existsSync(LIBRARY)) throw new Error(`'${LIBRARY}' does not exist; run 'npx projen compile' first: compiled code is measured`);
}

/** One compiled module of it that is not exported, by its path below `lib`. */
export function libraryModule<T>(path: string): T {
  checkCompiled();
  return createRequire(__filename)(resolve(ROOT, 'lib', `${path}.js`)) as T;
}

/** @throws if it is not compiled */
export function library(): typeof import('../src') {
  checkCompiled();
  return createRequire(__filename)(LIBRARY);
}
