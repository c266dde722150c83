import { isEtcdContainer, startsEtcd } from '../../edit/etcd-program';
import { podsIn } from '../../edit/static-pod/pods-in';
import { commandsOf, environmentFiles, variablesOf } from '../../edit/systemd/command';
import { parseEnvironmentFile } from '../../edit/systemd/environment-file';
import { unitsOf } from '../../edit/systemd/unit';
import { Data, DataMap, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { undecidedSettings } from '../../facts/unit-settings';
import { onceFor } from '../../kubernetes/once-for';
import { EtcdSettings } from '../../model/etcd';
import { wordsInWords, wordsWithin } from '../../text/shell-words';
import { Place } from '../../view/model';
import { Documents } from '../documents/documents';
import { filesOfNode, nameOnNode, NodeFolderPath, textsOnNode } from '../input/layout';

/** An etcd of a node, and what says which cluster it is a member of. */
export interface Etcd {
  readonly node: string;
  /** Where its members are listed; else where it is started. */
  readonly place: Place;
  /** Whether a static pod or a unit starts it; else a file with its variables is all that the node has. */
  readonly isStarted: boolean;
  readonly name?: string;
  /** Of `--initial-cluster`. */
  readonly members: readonly { readonly name: string; readonly url: string }[];
  /** What members of one cluster have in common. */
  readonly keys: readonly string[];
  /** Why its members are not known. */
  readonly hidden?: string;
  readonly settings: EtcdSettings;
  /** Where its settings begin. */
  readonly start: Place;
  /** Folders that its pod mounts; undefined: it is no pod, or mounts none. */
  readonly mounts?: readonly string[];
  /** What of its unit leaves open whether it starts; of a pod none. */
  readonly ofUnit?: readonly string[];
}

/** How an etcd is started, as its pod, its unit or a file of variables says it. */
interface Start {
  readonly path: string;
  readonly text: string;
  readonly isStarted: boolean;
  readonly words: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  /** Whether it may have other variables. */
  readonly isOpen: boolean;
  readonly mounts?: readonly string[];
  readonly ofUnit?: readonly string[];
}

/** Events may have a cluster of their own. */
const OF_OTHERS = /events|\/(?:tmp|backup)\//;

/** The etcds of nodes. */
export function etcdsOf(nodes: readonly NodeFolderPath[], documents: Documents): readonly Etcd[] {
  return nodes.flatMap(etcdsIn(documents));
}

const etcdsIn = onceFor((documents: Documents) => onceFor((node: NodeFolderPath): readonly Etcd[] => {
  const reader = new NodeReader(node, documents);
  return reader.starts().map(start => reader.etcd(start));
}));

class NodeReader {
  private readonly texts: ReadonlyMap<string, string>;

  public constructor(private readonly node: NodeFolderPath, private readonly documents: Documents) {
    this.texts = new Map(textsOnNode(node).map(({ path, text }) => [path, text]));
  }

  public starts(): readonly Start[] {
    if (![...this.texts].some(([path, text]) => /etcd/.test(path) || text.includes('etcd'))) return [];
    const units = this.units();
    const read = new Set(units.flatMap(({ start, files }) => [start.path, ...files]));
    const started = [...this.pods(), ...units.map(({ start }) => start)];
    return [...started, ...this.alone(new Set([...read, ...started.map(({ path }) => path)]))];
  }

  /** What its flags say, or the variables that stand for them; with a configuration file etcd looks at nothing else. */
  public etcd(start: Start): Etcd {
    const file = settingOf(start, 'config-file');
    // A shell and a script have flags of their own.
    const flags = /^-|(?:^|\/)etcd$/.test(start.words[0] ?? '') ? start.words.flatMap(word => /^--?([A-Za-z][^=]*)/.exec(word)?.[1] ?? []) : [];
    const inFile = file === undefined ? undefined : this.configured(file);
    const text = inFile === undefined ? (flag: string) => settingOf(start, flag) : inFile.text;
    const told: Membership = { ...membership(text), ...inFile?.hidden === undefined ? {} : { hidden: inFile.hidden } };
    const hidden = told.list === undefined && told.keys.every(key => key.startsWith('member '))
      ? told.hidden ?? (file === undefined && start.isOpen ? 'variables that are not in the input may name them' : undefined) : undefined;
    const line = told.list === undefined ? -1 : start.text.indexOf(told.list);
    return {
      node: this.node.name,
      place: { file: this.nameOf(start.path), line: start.text.slice(0, Math.max(0, line)).split('\n').length },
      isStarted: start.isStarted,
      name: told.name,
      members: told.members,
      keys: told.keys,
      ...hidden === undefined ? {} : { hidden },
      settings: {
        flags,
        given: inFile?.keys ?? [...flags, ...[...start.variables.keys()].flatMap(name => name.startsWith(VARIABLES)
          ? [name.slice(VARIABLES.length).toLowerCase().replace(/_/g, '-')] : [])],
        isOpen: start.isOpen || inFile?.hidden !== undefined,
        text,
      },
      start: { file: this.nameOf(start.path), line: 1 },
      ...start.mounts === undefined ? {} : { mounts: start.mounts },
      ...start.ofUnit === undefined ? {} : { ofUnit: start.ofUnit },
    };
  }

  /** go.etcd.io/etcd/server/v3@v3.5.6 etcdmain/config.go configFromFile. */
  private configured(file: string): Configured {
    const unknown = (why: string) => ({ text: () => undefined, hidden: `its --config-file, ${file}, ${why}` });
    const text = this.texts.get(file.replace(/^\/+/, ''));
    if (text === undefined) return unknown('is not in the input');
    const data = attempt(() => mapOf(this.documents.of(text, file)[0]?.data), () => undefined);
    return data === undefined ? unknown('cannot be read') : { keys: keysOf(data), text: flag => inConfiguration(data, flag) };
  }

  private pods(): readonly Start[] {
    const texts = [...this.texts].filter(([path, text]) => !OF_OTHERS.test(path) && text.includes('etcd'));
    return texts.flatMap(([path, text]) => {
      const { pods } = podsIn(text, () => this.documents.of(text, path));
      return pods.flatMap(({ spec }) => listOf(mapOf(spec).containers)).filter(isEtcdContainer)
        .slice(0, 1).map((container): Start => ({ path, text, isStarted: true, ...startOf(container) }));
    });
  }

  private units(): readonly { readonly start: Start; readonly files: readonly string[] }[] {
    const files = filesOfNode(this.node);
    const nameOf = (path: string) => this.nameOf(path);
    return unitsOf(files, nameOf).filter(({ paths }) => paths.some(path => this.texts.get(path)?.includes('etcd'))).flatMap(unit => {
      const commands = commandsOf(unit, files, nameOf).commands.map(({ words }) => words.map(({ text }) => text));
      const words = commands.find(startsEtcd);
      const path = unit.paths.find(one => this.texts.has(one));
      if (words === undefined || path === undefined || OF_OTHERS.test(path)) return [];
      const named = environmentFiles(unit);
      return [{
        start: {
          path,
          text: this.texts.get(path)!,
          isStarted: true,
          words: wordsInWords(words),
          variables: variablesOf(unit, files, nameOf),
          isOpen: named.some(one => !this.texts.has(one)),
          ofUnit: undecidedSettings(unit.settings, 'etcd', this.node.paths).map(({ what }) => what),
        },
        files: named,
      }];
    });
  }

  /** Files of variables that something starts an etcd with, such as an image of Docker, and scripts with its flags. */
  private alone(read: ReadonlySet<string>): readonly Start[] {
    return [...this.texts].filter(([path, text]) => /etcd/.test(path) && !OF_OTHERS.test(path) && !read.has(path) && /initial.cluster/i.test(text))
      .map(([path, text]): Start => ({
        path,
        text,
        isStarted: false,
        words: wordsWithin(text),
        variables: new Map(parseEnvironmentFile(text).flatMap(({ name, value }) => value === undefined ? [] : [[name, value]])),
        isOpen: false,
      })).filter(start => settingOf(start, 'initial-cluster') !== undefined);
  }

  private nameOf(path: string): string {
    return nameOnNode(this.node, path);
  }
}

interface Configured {
  readonly hidden?: string;
  readonly keys?: readonly string[];
  text(flag: string): string | undefined;
}

/** Those of a mapping inside with a dot. */
function keysOf(data: DataMap): readonly string[] {
  return Object.entries(data).flatMap(([key, value]) => isMap(value) ? Object.keys(value).map(inner => `${key}.${inner}`) : [key]);
}

/** What stands for a flag in a configuration file: those of TLS are in mappings of their own. */
function inConfiguration(data: DataMap, flag: string): string | undefined {
  const [part, name] = flag.startsWith('peer-') ? ['peer-transport-security', flag.slice('peer-'.length)] : ['client-transport-security', flag];
  const [outer, inner] = flag.split('.');
  const value = data[flag] ?? (inner === undefined ? mapOf(data[part])[name] : mapOf(data[outer])[inner]);
  return value === undefined || value === null ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function startOf(container: Data): Pick<Start, 'words' | 'variables' | 'isOpen' | 'mounts'> {
  const { command, args, env, envFrom, volumeMounts } = mapOf(container);
  const mounts = listOf(volumeMounts).flatMap(mount => stringOf(mapOf(mount).mountPath) ?? []);
  const variables = listOf(env).map(mapOf);
  return {
    words: wordsInWords([...listOf(command), ...listOf(args)].map(String)),
    variables: new Map(variables.flatMap(({ name, value }) => value === undefined ? [] : [[String(name), String(value)]])),
    isOpen: listOf(envFrom).length > 0 || variables.some(({ valueFrom }) => valueFrom !== undefined),
    ...mounts.length > 0 ? { mounts } : {},
  };
}

const VARIABLES = 'ETCD_';

/** A flag of etcd, or the variable that stands for it: https://etcd.io/docs/v3.5/op-guide/configuration/. */
function settingOf({ words, variables }: Start, flag: string): string | undefined {
  const index = words.map(word => /^--?([^=]*)/.exec(word)?.[1]).lastIndexOf(flag);
  if (index === -1) return variables.get(`${VARIABLES}${flag.toUpperCase().replace(/-/g, '_')}`);
  const [, value] = /^[^=]*=([^]*)$/.exec(words[index]) ?? [];
  const next = words[index + 1];
  // A flag alone is switched on.
  return value ?? (next === undefined || next.startsWith('-') ? 'true' : next);
}

type Membership = Pick<Etcd, 'name' | 'members' | 'keys' | 'hidden'> & { readonly list?: string };

function membership(of: (flag: string) => string | undefined): Membership {
  const [list, name] = [of('initial-cluster'), of('name')];
  const found = ['discovery', 'discovery-srv', 'discovery-endpoints', 'discovery-token'].flatMap(flag => {
    const value = of(flag);
    return value === undefined ? [] : [`${flag} ${value}`];
  });
  const members = list === undefined ? [] : list.split(',').map(one => {
    const at = one.indexOf('=');
    return { name: one.slice(0, Math.max(0, at)), url: one.slice(at + 1) };
  });
  const own = name === undefined || name === 'default' ? [] : [`member ${name}`];
  return {
    list,
    name,
    members,
    // One that joined later names those that were there; the first may name itself only.
    keys: list !== undefined ? members.flatMap(member => [member.url, `member ${member.name}`]) : found.length > 0 ? [found.join(', ')] : own,
  };
}
