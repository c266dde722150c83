import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Environment variables by name, each with the file of the module that reads it. */
export type Variables = Readonly<Record<string, string>>;

/** Where a module that the AWS cloud-controller-manager links reads the environment. */
export interface EnvironmentReader {
  readonly module: string;
  /** Folders that are read with all below; the others are not linked, or are for command lines of people. */
  readonly folders: readonly string[];
}

/** The cloud-controller-manager itself: a version of it is a tag. */
export const OWN_MODULE = 'k8s.io/cloud-provider-aws';

export const ENVIRONMENT_READERS: readonly EnvironmentReader[] = [
  { module: OWN_MODULE, folders: ['pkg', 'cmd/aws-cloud-controller-manager'] },
  { module: 'github.com/aws/aws-sdk-go', folders: ['aws', 'internal'] },
  { module: 'github.com/aws/aws-sdk-go-v2', folders: ['aws', 'internal'] },
  { module: 'github.com/aws/aws-sdk-go-v2/config', folders: ['.'] },
  { module: 'k8s.io/client-go', folders: ['features', 'rest', 'tools/cache', 'util'] },
  { module: 'k8s.io/apimachinery', folders: ['pkg/util'] },
];

const LEFT_OUT = /_test\.go$|_windows\.go$|\/(?:testing|test|fake|mock\w*|awstesting|examples?|codegen|ini|exec)\//;
/** Of another system. */
const OTHER_SYSTEM = ['HOMEDRIVE', 'HOMEPATH', 'USERPROFILE'];
const NAME = '[A-Z][A-Z0-9_]+';

/**
 * The variables that Go code reads: arguments of `os.Getenv` and the like, written out or as a constant of the module, and every text that is written
 * like a name in the file where the SDK describes its environment (`env_config.go`). A family of names ends with `*`.
 */
export function variablesIn(root: string, folders: readonly string[]): Variables {
  const files = folders.flatMap(folder => goFiles(root, folder)).sort();
  return variablesOf(files.map(file => ({ file, text: readFileSync(join(root, file), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '') })));
}

/** The same, of texts without comments. */
export function variablesOf(sources: readonly { readonly file: string; readonly text: string }[]): Variables {
  const constants = new Map(sources.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(`\\b(\\w+)\\s*(?:string\\s*)?:?=\\s*"(${NAME})"`, 'g'))].map(([, name, value]) => [name, value] as const)));
  const found = new Map<string, string>();
  for (const { file, text } of sources) {
    for (const name of namesIn(text, file, constants)) if (!OTHER_SYSTEM.includes(name) && !found.has(name)) found.set(name, file);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function goFiles(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.go'))
    .map(entry => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(file => !LEFT_OUT.test(`/${file}`));
}

function namesIn(text: string, file: string, constants: ReadonlyMap<string, string>): readonly string[] {
  const families = [...text.matchAll(new RegExp(`Sprintf\\("(?:(${NAME}_)%s"|%s_%s", (\\w+))`, 'g'))]
    .flatMap(([, prefix, constant]) => prefix ?? (constants.has(constant) ? `${constants.get(constant)}_` : [])).map(prefix => `${prefix}*`);
  if (file.endsWith('env_config.go')) return [...[...text.matchAll(/"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"/g)].map(([, name]) => name), ...families];
  const asked = [...text.matchAll(new RegExp(`(?:\\bos\\.(?:Getenv|LookupEnv)|[gG]etenv)\\(\\s*(?:"(${NAME})"|(?:\\w+\\.)?(\\w+))\\s*\\)`, 'g'))];
  return [...asked.flatMap(([, name, constant]) => name ?? constants.get(constant) ?? []), ...families];
}
