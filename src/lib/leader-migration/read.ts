import type { CST, Document, Node, YAMLMap } from 'yaml';
import { composeConfiguration, configurationTokens } from './compose';
import { LEADER_MIGRATION_KIND, LeaderMigrationConfiguration } from './configuration';
import { jsonProblem } from './json-text';
import { ConfigurationConcern, ConfigurationError, parseLeaderMigrationConfiguration } from './parse';
import { serializeLeaderMigrationConfiguration } from './serialize';
import { yaml } from '../edit/yaml/load';
import { ExcessiveAliases, plainData } from '../edit/yaml/plain-data';
import { locate, SourceError } from '../edit/yaml/source-error';
import { CONFIG_API, CONFIG_API_GROUP, ConfigApi } from '../facts/config-api';
import { DEFAULT_LOCK_KIND, migrationLockKinds } from '../facts/locks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { printable } from '../text/printable';

/** What the component makes of a file: a configuration, or the error that stops it. */
export type LeaderMigrationReading = { readonly configuration: LeaderMigrationConfiguration } | { readonly error: string };

/** The caller knows the path of the file. */
const NAME = LEADER_MIGRATION_KIND;

/** A refusal on the way, turned into a result at the end. */
class Refusal extends Error {}

/** What a text says before a release looks at its fields; `repeated` are the keys that stand twice, with their lines. */
interface Content {
  readonly data: unknown;
  readonly repeated: () => readonly string[];
}

/** A configuration file. Its text is parsed once, however many releases and processes read it. */
export class ConfigurationFile {
  /** The file that says a configuration. */
  public static of(configuration: LeaderMigrationConfiguration): ConfigurationFile {
    const { resourceLock, ...fields } = configuration;
    const data = { kind: LEADER_MIGRATION_KIND, ...fields, ...resourceLock === undefined ? {} : { resourceLock } };
    return new ConfigurationFile(serializeLeaderMigrationConfiguration(configuration), { data, repeated: () => [] });
  }

  // Hidden also from what prints a configuration: what was asked of it before makes no two equal ones differ.
  #content?: Content | Refusal;
  #tokensOnce?: readonly CST.Token[];
  #documents?: readonly Document[];

  public constructor(public readonly text: string, content?: Content) {
    this.#content = content;
  }

  /**
   * Reads a file as the loader of that release does (k8s.io/controller-manager pkg/leadermigration): it accepts what that accepts, a controller that
   * does not exist, a name that no Lease can have and a second document among it, and refuses the rest in the loader's own words. Left out of those
   * words is where in the source the scheme was made. Releases to 1.22 word a value of the wrong type differently. For the strict reader see
   * `parseLeaderMigrationConfiguration`.
   */
  public read(version: KubernetesVersion): LeaderMigrationReading {
    const api = CONFIG_API.find(version);
    if (!api) return { error: 'unknown flag: --leader-migration-config' };
    this.#content ??= orRefusal(() => contentOf(this.text, () => this.tokens));
    const content = this.#content;
    const configuration = content instanceof Refusal ? content : orRefusal(() => load(this.text, content, version, api));
    return configuration instanceof Refusal ? { error: configuration.message } : { configuration };
  }

  /**
   * The first thing that the strict reader refuses (`parseLeaderMigrationConfiguration`); undefined for a file in which everything means what it
   * says.
   *
   * @param version of the component that reads it, which has no mistakes of a release without Leader Migration; none: what any release accepts is
   * accepted
   */
  public mistake(version?: KubernetesVersion): ConfigurationMistake | undefined {
    if (version && !CONFIG_API.find(version)) return undefined;
    try {
      this.#documents ??= composeConfiguration(this.tokens);
      parseLeaderMigrationConfiguration(this.text, { file: NAME, version }, this.#documents);
      return undefined;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { line, column, problem } = error;
      return {
        concern: error instanceof ConfigurationError ? error.concern : 'text',
        line,
        message: `line ${line}, column ${column}: `
        + `${printable(problem)}`,
      };
    }
  }

  private get tokens(): readonly CST.Token[] {
    return this.#tokensOnce ??= configurationTokens(this.text, NAME);
  }
}

/** What the strict reader has against a file: about what, where, and what to write instead. */
export interface ConfigurationMistake {
  readonly concern: ConfigurationConcern;
  readonly line: number;
  /** With the line and column in front. */
  readonly message: string;
}

/** Configuration files, each text parsed once. */
export class ConfigurationFiles {
  private readonly byText = new Map<string, ConfigurationFile>();

  public of(text: string): ConfigurationFile {
    const file = this.byText.get(text) ?? new ConfigurationFile(text);
    this.byText.set(text, file);
    return file;
  }
}

function orRefusal<T>(make: () => T): T | Refusal {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function contentOf(text: string, tokens: () => readonly CST.Token[]): Content {
  const broken = jsonProblem(text);
  if (broken) throw new Refusal(`couldn't get version/kind; json parse error: ${broken}`);
  // The components use a YAML 1.1 reader that looks at the first document only and lets the last of two equal keys win.
  const [document] = composeConfiguration(tokens(), { uniqueKeys: false, merge: true, prettyErrors: true }) as (Document | undefined)[];
  if (document?.errors[0]) throw new Refusal(yamlError(text, document.errors[0].pos[0], document.errors[0].code, document.errors[0].message));
  return {
    data: document ? dataOf(document, text) : null,
    repeated: () => document ? repeatedKeys(document).map(({ key, offset }) => `\n  line ${locate(text, offset).line}: key "${key}" already set in `
      + 'map') : [],
  };
}

function load(text: string, { data, repeated }: Content, version: KubernetesVersion, api: ConfigApi): LeaderMigrationConfiguration {
  const apiVersion = checkType(text, data, api);
  const fields = data as Record<string, unknown>;
  const leaders = decode(fields);
  const hasLock = api.resourceLockIn.includes(apiVersion.slice(CONFIG_API_GROUP.length + 1));
  if (api.strict) checkStrictly(repeated(), fields, hasLock);
  const configuration: LeaderMigrationConfiguration = {
    apiVersion,
    leaderName: (fields.leaderName ?? '') as string,
    resourceLock: hasLock ? (fields.resourceLock ?? '') as string : DEFAULT_LOCK_KIND,
    controllerLeaders: leaders,
  };
  validate(configuration, version, api);
  return configuration;
}

/** Aliases and merge keys that stand for nothing, or for themselves, stop go-yaml too. Too many of them may not. */
function dataOf(document: Document, text: string): unknown {
  try {
    return plainData(document, text, NAME);
  } catch (error) {
    if (!(error instanceof SourceError) || error instanceof ExcessiveAliases) throw error;
    throw new Refusal(`yaml: ${printable(error.problem)}`);
  }
}

/** The words of go-yaml for the mistakes that people make; for others those of our parser, at the same line. */
function yamlError(text: string, offset: number, code: string, message: string): string {
  const { line } = locate(text, offset);
  if (code === 'BAD_ALIAS') return `yaml: line ${line}: did not find expected alphabetic or numeric character`;
  if (code === 'TAB_AS_INDENT') return `yaml: line ${line}: found a tab character that violates indentation`;
  if (/^Missing closing ["']quote/.test(message)) return `yaml: line ${line}: found unexpected end of stream`;
  return `yaml: line ${line}: ${message.split('\n')[0]}`;
}

const TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** The API version, when this is a LeaderMigrationConfiguration that the release registers. */
function checkType(text: string, data: unknown, api: ConfigApi): string {
  const prefix = "couldn't get version/kind; json parse error: json: cannot unmarshal";
  if (data !== null && !isMapping(data)) throw new Refusal(`${prefix} ${jsonType(data)} into Go value of type ${TYPE_META}`);
  const { apiVersion, kind } = (data ?? {}) as Record<string, unknown>;
  for (const [field, value] of [['apiVersion', apiVersion], ['kind', kind]] as const) {
    if (!isText(value)) throw new Refusal(`${prefix} ${jsonType(value)} into Go struct field .${field} of type string`);
  }
  if (!kind) throw new Refusal(`Object 'Kind' is missing in '${beginning(text)}'`);
  if (!apiVersion) throw new Refusal(`Object 'apiVersion' is missing in '${beginning(text)}'`);
  if (kind !== LEADER_MIGRATION_KIND || !api.versions.some(registered => apiVersion === `${CONFIG_API_GROUP}/${registered}`)) {
    throw new Refusal(`no kind "${kind}" is registered for version "${apiVersion}" in scheme`);
  }
  return apiVersion as string;
}

/** The loader repeats the whole file. */
function beginning(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}...` : text;
}

type Leaders = LeaderMigrationConfiguration['controllerLeaders'];

/** Checks types in the order of encoding/json, which sees the keys sorted. */
function decode(fields: Record<string, unknown>): Leaders {
  const goVersion = String(fields.apiVersion).slice(CONFIG_API_GROUP.length + 1);
  const leaders = fields.controllerLeaders ?? [];
  const field = 'LeaderMigrationConfiguration.controllerLeaders';
  if (!Array.isArray(leaders)) throw wrongType(leaders, field, `[]${goVersion}.ControllerLeaderConfiguration`);
  for (const leader of leaders as unknown[]) {
    if (leader !== null && !isMapping(leader)) throw wrongType(leader, field, `${goVersion}.ControllerLeaderConfiguration`);
    for (const key of ['component', 'name']) {
      const value = leader?.[key];
      if (!isText(value)) throw wrongType(value, `ControllerLeaderConfiguration.controllerLeaders.${key}`, 'string');
    }
  }
  for (const key of ['leaderName', 'resourceLock']) {
    if (!isText(fields[key])) throw wrongType(fields[key], `LeaderMigrationConfiguration.${key}`, 'string');
  }
  return (leaders as (Record<string, string> | null)[]).map(leader => ({ name: leader?.name ?? '', component: leader?.component ?? '' }));
}

function wrongType(value: unknown, field: string, type: string): Refusal {
  return new Refusal(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${type}`);
}

/** Keys given twice, then fields that the schema does not have, sorted. */
function checkStrictly(repeated: readonly string[], fields: Record<string, unknown>, hasLock: boolean): void {
  const known = ['apiVersion', 'controllerLeaders', 'kind', 'leaderName', ...hasLock ? ['resourceLock'] : []];
  const unknown = Object.keys(fields).filter(key => !known.includes(key));
  const inLeaders = ((fields.controllerLeaders ?? []) as (Record<string, unknown> | null)[]).flatMap((leader, index) =>
    Object.keys(leader ?? {}).filter(key => key !== 'name' && key !== 'component').sort().map(key => `controllerLeaders[${index}].${key}`));
  // One walk over sorted keys, so what stands inside controllerLeaders comes at its place among the others.
  const sorted = [...unknown.map(key => [key, key]), ...inLeaders.map(path => ['controllerLeaders', path])].sort(
    ([a], [b]) => a < b ? -1 : a > b ? 1 : 0,
  );
  const problems = [
    ...repeated.length > 0 ? [`yaml: unmarshal errors:${repeated.join('')}`] : [],
    ...sorted.map(([, path]) => `unknown field "${path}"`),
  ];
  if (problems.length > 0) throw new Refusal(`strict decoding error: ${problems.join(', ')}`);
}

/** Keys that stand again in a mapping; one that a merge key brought in counts as standing there. */
function repeatedKeys(document: Document): { readonly key: string; readonly offset: number }[] {
  const { isAlias, isMap, isScalar, visit } = yaml();
  const repeated: { key: string; offset: number }[] = [];
  const keysOf = (map: YAMLMap): string[] => map.items.map(({ key }) => isScalar(key) ? String(key.value) : '');
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<string>();
      for (const { key, value } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.source ?? key.value);
        const merged = name === '<<' && isAlias(value) ? value.resolve(document) as Node | undefined : undefined;
        if (isMap(merged)) keysOf(merged).forEach(inherited => seen.add(inherited));
        if (seen.has(name)) repeated.push({ key: name, offset: key.range![0] });
        seen.add(name);
      }
    },
  });
  return repeated;
}

/** ValidateLeaderMigrationConfiguration. */
function validate({ leaderName, resourceLock, controllerLeaders }: LeaderMigrationConfiguration, version: KubernetesVersion, api: ConfigApi): void {
  const problems: string[] = [];
  if (leaderName === '') problems.push('leaderName: Required value: leaderName must be set for LeaderMigrationConfiguration');
  if (!(migrationLockKinds(version)!.accepted as readonly string[]).includes(resourceLock!)) {
    problems.push(`resourceLock: Invalid value: ${JSON.stringify(resourceLock)}: resource Lock must be one of 'leases' or 'endpoints'`);
  }
  controllerLeaders.forEach((leader, index) => {
    for (const key of ['component', 'name'] as const) {
      if (leader[key] === '') {
        problems.push(`controllerLeaders[${index}].${key}: Required value${api.explainsRequired ? `: ${key} must be set` : ''}`);
      }
    }
  });
  if (problems.length > 0) throw new Refusal(`failed to parse leader migration configuration: [${problems.join(' ')}]`);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null and a missing field leave the zero value, an empty string. */
function isText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
