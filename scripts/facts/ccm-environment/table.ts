import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Variables } from './variables';

export const ENVIRONMENT_FILE = join(resolve(__dirname, '..', 'input'), 'aws-ccm-environment.json');

export interface EnvironmentInput {
  /** What each version of a module reads. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, Variables>>>>;
  /** Versions by module, of each tag. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function sortedByVersion(versions: Iterable<string>): readonly string[] {
  return [...versions].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** What was written, with the variables of each version. */
export function readEnvironmentInput(): EnvironmentInput {
  if (!existsSync(ENVIRONMENT_FILE)) return { modules: {}, tags: {} };
  const { modules, tags } = JSON.parse(readFileSync(ENVIRONMENT_FILE, 'utf8')) as {
    readonly modules: Readonly<Record<string, Readonly<Record<string, Variables | ''>>>>;
    readonly tags: EnvironmentInput['tags'];
  };
  return { modules: Object.fromEntries(Object.entries(modules).map(([module, versions]) => [module, written(versions)])), tags };
}

function written(versions: Readonly<Record<string, Variables | ''>>): Readonly<Record<string, Variables>> {
  let last: Variables = {};
  return Object.fromEntries(Object.entries(versions).map(([version, variables]) => {
    last = variables === '' ? last : variables;
    return [version, last];
  }));
}
