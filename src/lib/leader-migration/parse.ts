import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { composeConfiguration, configurationTokens } from './compose';
import { ControllerLeader, LEADER_MIGRATION_KIND, LeaderMigrationConfiguration, leaderNameProblem, WILDCARD_COMPONENT } from './configuration';
import { controllerNameProblem } from './controller-name';
import { jsonProblem } from './json-text';
import { misplacedDash, yamlProblem } from './yaml-mistakes';
import { textProblem } from '../edit/yaml/kubernetes-text';
import { yaml } from '../edit/yaml/load';
import { locate, Location, SourceError } from '../edit/yaml/source-error';
import { CONFIG_API, CONFIG_API_GROUP, configApi } from '../facts/config-api';
import { logicalController } from '../facts/controllers';
import { migrationLockKinds, RESERVED_LOCK_NAMES } from '../facts/locks';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Where a text comes from and who will read it. */
export interface ParseOptions {
  /** Name of the file, for errors. */
  readonly file: string;
  /**
   * Version of the component that reads the file.
   * @default - what any release accepts is accepted
   */
  readonly version?: KubernetesVersion;
  /** Controllers of the provider's own, which it may list. @default - none */
  readonly providerControllers?: readonly string[];
}

/** What a mistake is about, where something else than the reader of the text looks at that too; `text`: everything else. */
export type ConfigurationConcern = 'component-name' | 'controller-name' | 'main-lock' | 'lock-kind' | 'text';

/** The first thing that is wrong with a configuration file. */
export class ConfigurationError extends SourceError {
  public constructor(public readonly concern: ConfigurationConcern, file: string, at: Location, problem: string) {
    super(file, at, problem);
  }
}

const COMPONENTS: readonly string[] = [KCM, CCM, WILDCARD_COMPONENT];
const ONE_LOCK = 'a component reads one file with one leaderName, so there is one migration lock; put all controllers into one controllerLeaders '
  + 'list';

/**
 * Reads a file of any origin and refuses whatever a component would silently take for something else: two documents, a controller listed twice
 * or unknown to the release, a name that no Lease can have. For what a component itself makes of a text see `ConfigurationFile`.
 *
 * @param documents those of the text, where they were composed before
 * @throws `ConfigurationError` with the line and column of the first thing that is wrong
 */
export function parseLeaderMigrationConfiguration(
  text: string, options: ParseOptions, documents: readonly Document[] = documentsOf(text, options.file),
): LeaderMigrationConfiguration {
  const configuration = new Reader(text, options, documents).read();
  const problem = textProblem(text, options.file);
  if (problem) throw problem;
  return configuration;
}

function documentsOf(text: string, file: string): readonly Document[] {
  return composeConfiguration(configurationTokens(text, file));
}

/** Holds what every check needs to say where it is. */
class Reader {
  private readonly api;

  public constructor(private readonly text: string, private readonly options: ParseOptions, private readonly given: readonly Document[]) {
    this.api = options.version && configApi(options.version);
  }

  public read(): LeaderMigrationConfiguration {
    const root = this.root();
    const apiVersion = this.apiVersion(root);
    const short = apiVersion.slice(CONFIG_API_GROUP.length + 1);
    const hasLock = (this.api?.resourceLockIn ?? ['v1alpha1', 'v1beta1']).includes(short);
    this.onlyFields(root, ['kind', 'apiVersion', 'leaderName', 'controllerLeaders', ...hasLock ? ['resourceLock'] : []], short);
    const leaderName = this.leaderName(root);
    const resourceLock = hasLock ? this.resourceLock(root, short) : undefined;
    const controllerLeaders = this.leaders(root);
    return { apiVersion, leaderName, ...resourceLock ? { resourceLock } : {}, controllerLeaders };
  }

  private root(): YAMLMap {
    const { isMap, isSeq } = yaml();
    for (const document of this.given) {
      for (const { pos, message } of document.errors) this.fail(pos[0], yamlProblem(this.text, pos[0], message));
    }
    const broken = jsonProblem(this.text);
    if (broken) this.fail(0, `components read a text that begins with '{' as JSON, and this one is not valid JSON: ${broken}`);
    const filled = this.given.filter(({ contents }) => contents !== null);
    if (filled.length === 0) this.fail(0, `the file is empty; expected a ${LEADER_MIGRATION_KIND}`);
    if (filled.length > 1) this.fail(filled[1].contents as Node, `a second document: components read the first one only; ${ONE_LOCK}`);
    const root = filled[0].contents as Node;
    if (isSeq(root)) this.fail(root, `a list of configurations: ${ONE_LOCK}`);
    if (!isMap(root)) this.fail(root, `expected a ${LEADER_MIGRATION_KIND}, got a single value`);
    const kind = this.textOf(root, 'kind');
    if (kind?.value === 'List') this.fail(kind.at, `kind is 'List': ${ONE_LOCK}`);
    if (kind?.value !== LEADER_MIGRATION_KIND) this.fail(kind?.at ?? root, `kind is ${quoted(kind?.value)}; expected '${LEADER_MIGRATION_KIND}'`);
    return root;
  }

  private apiVersion(root: YAMLMap): string {
    const found = this.textOf(root, 'apiVersion');
    const registered = this.api?.versions ?? CONFIG_API.rows[CONFIG_API.rows.length - 1].value!.versions;
    const accepted = registered.map(version => `${CONFIG_API_GROUP}/${version}`);
    if (!found || !accepted.includes(found.value)) {
      const where = this.options.version ? ` on Kubernetes ${this.options.version.minorVersion}` : '';
      this.fail(found?.at ?? root, `apiVersion is ${quoted(found?.value)}; accepted${where}: ${accepted.join(', ')}`);
    }
    return found.value;
  }

  private onlyFields(map: YAMLMap, known: readonly string[], apiVersion?: string): void {
    for (const pair of map.items as Pair<Node>[]) {
      const key = String(pair.key);
      if (known.includes(key)) continue;
      if (key === 'resourceLock' && apiVersion) {
        this.fail(pair.key, `${apiVersion} has no field resourceLock: the migration lock is always a Lease there, and components from 1.32 on `
          + 'refuse the file; remove it');
      }
      this.fail(pair.key, `unknown field '${key}'; accepted: ${known.join(', ')}`);
    }
  }

  private leaderName(root: YAMLMap): string {
    const found = this.textOf(root, 'leaderName');
    if (!found) this.fail(root, 'leaderName is missing; give the name of the migration Lease');
    const problem = leaderNameProblem(found.value);
    if (problem) this.fail(found.at, problem, RESERVED_LOCK_NAMES.includes(found.value) ? 'main-lock' : 'text');
    return found.value;
  }

  private resourceLock(root: YAMLMap, apiVersion: string): string {
    const found = this.textOf(root, 'resourceLock');
    const { version } = this.options;
    const working: readonly string[] = (version && migrationLockKinds(version)?.working) ?? ['leases', 'endpoints'];
    if (!found) this.fail(root, `resourceLock is missing; ${apiVersion} requires it and fills nothing in; write resourceLock: leases`);
    if (!working.includes(found.value)) {
      const where = version ? ` on Kubernetes ${version.minorVersion}` : '';
      this.fail(found.at, `resourceLock is '${found.value}'; accepted${where}: ${working.join(', ')}`, 'lock-kind');
    }
    return found.value;
  }

  private leaders(root: YAMLMap): ControllerLeader[] {
    const { isMap, isSeq } = yaml();
    const list = root.get('controllerLeaders', true) as Node | undefined;
    if (!list || !isSeq(list) || list.items.length === 0) {
      this.fail(list ?? root, 'controllerLeaders must be a list of at least one controller; without one nothing runs under the migration lock');
    }
    const items = list.items.map((item, index) => {
      if (!isMap(item)) this.fail(item as Node, `controllerLeaders[${index}] must have a name and a component`);
      return item;
    });
    const dash = misplacedDash(items);
    if (dash) this.fail(dash.at, dash.message);
    const leaders = items.map((item, index) => this.leader(item, index));
    const places = new Map<string, number>();
    leaders.forEach(({ name }, index) => {
      const first = places.get(name);
      places.set(name, index);
      if (first !== undefined) {
        this.fail(items[index], `controller '${name}' is listed twice, first as controllerLeaders[${first}]: components use the last one; keep one`);
      }
    });
    this.checkNames(leaders, items);
    return leaders;
  }

  private leader(item: YAMLMap, index: number): ControllerLeader {
    this.onlyFields(item, ['name', 'component']);
    const name = this.textOf(item, 'name');
    const component = this.textOf(item, 'component');
    if (!name?.value) this.fail(name?.at ?? item, `controllerLeaders[${index}] has no name; give the key of a controller`);
    if (!component?.value) this.fail(component?.at ?? item, `controllerLeaders[${index}] has no component; accepted: ${KCM}, ${CCM}, "*"`);
    if (!COMPONENTS.includes(component.value)) {
      this.fail(component.at, `component '${component.value}' of controller '${name.value}' matches no component; accepted: ${KCM}, ${CCM}, "*"`);
    }
    if (component.value === WILDCARD_COMPONENT && this.api && !this.api.wildcard) {
      const where = `Kubernetes ${this.options.version!.minorVersion}`;
      const problem = `component '*' matches no component on ${where}, so controller '${name.value}' would run nowhere; name ${KCM} or ${CCM}`;
      this.fail(component.at, problem, 'component-name');
    }
    return { name: name.value, component: component.value };
  }

  private checkNames(leaders: readonly ControllerLeader[], items: readonly YAMLMap[]): void {
    const listed = new Set(leaders.map(({ name }) => name));
    leaders.forEach(({ name }, index) => {
      if (this.options.providerControllers?.includes(name)) return;
      const problem = controllerNameProblem(name, listed, this.options.version);
      if (problem) this.fail(this.textOf(items[index], 'name')!.at, problem, 'controller-name');
      const twin = leaders.find(other => logicalController(other.name) === logicalController(name) && other.component !== leaders[index].component);
      if (twin) {
        this.fail(items[index], `'${name}' and '${twin.name}' are the same controller under its keys of two releases, but have different `
          + 'components; give both the same one');
      }
    });
  }

  /** The text of a field and where it stands; `undefined` for a missing or empty one. */
  private textOf(map: YAMLMap, key: string): { readonly value: string; readonly at: Node } | undefined {
    const { isScalar } = yaml();
    const node = map.get(key, true) as Node | undefined;
    if (!node || (isScalar(node) && node.value === null)) return undefined;
    if (!isScalar(node) || typeof node.value !== 'string') this.fail(node, `${key} must be text; put the value in quotes if it is one`);
    return { value: node.value, at: node };
  }

  private fail(at: Node | number, problem: string, concern: ConfigurationConcern = 'text'): never {
    const offset = typeof at === 'number' ? at : at.range?.[0] ?? 0;
    throw new ConfigurationError(concern, this.options.file, locate(this.text, offset), problem);
  }
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'missing' : `'${value}'`;
}
