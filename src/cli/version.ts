import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: { readonly url?: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Of the package that this is part of. */
export function packageVersion(): string {
  return manifest().version;
}

/** Of the package, and of those that it is used and was tested with: for an app, by name. */
export function packageVersions(): Readonly<Record<string, string>> {
  const { name, version, peerDependencies, devDependencies } = manifest();
  return { ...devDependencies, ...peerDependencies, [name]: version };
}

/** Address of its RULES.md, where the package says the address of its repository: each that is released does (scripts/check-package.ts). */
export function rulesPage({ repository }: Pick<Manifest, 'repository'> = manifest()): string | undefined {
  const address = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?\/?$/.exec(repository?.url ?? '')?.[1];
  return address === undefined ? undefined : `${address}/blob/HEAD/RULES.md`;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as Manifest;
}
