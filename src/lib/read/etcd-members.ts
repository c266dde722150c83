import { listOf, mapOf, stringOf } from './data';
import { Documents } from './documents';
import { fileName, NodeFolderPath, onNode } from './layout';
import { SourceError } from '../edit/yaml/source-error';
import { parseImage } from '../kubernetes/image';
import { Place } from '../view/model';

/** An etcd that a node runs, and what says which cluster it is a member of. */
export interface EtcdProcess {
  readonly node: string;
  readonly place: Place;
  /** What members of one cluster have in common. */
  readonly keys: readonly string[];
  /** Why its members are not known. */
  readonly hidden?: string;
}

/** A flag of etcd, or the variable that stands for it: https://etcd.io/docs/v3.5/op-guide/configuration/. */
function setting(text: string, flag: string): string | undefined {
  const variable = `ETCD_${flag.toUpperCase().replace(/-/g, '_')}`;
  // Behind it, as one word, as two of a list, or as the value of a variable.
  const between = '(?:=|["\']?(?:\\s*,\\s*|\\s+)(?:-\\s+|["\']?value["\']?\\s*:\\s*)?)["\']?';
  const value = '(?!value)([^\\s"\'\\],}]+(?:,[^\\s"\'\\],}=]+=[^\\s"\'\\],}]+)*)';
  return new RegExp(`(?:--${flag}|\\b${variable})${between}${value}`).exec(text)?.[1];
}

const STARTS = /(?:^|[;&|]|\bexec\s)\s*(?:[\w./-]*\/)?etcd(?=\s|$)/;

/** The etcds of nodes by their static pods and units. Events may have a cluster of their own. */
export function etcdProcesses(nodes: readonly NodeFolderPath[], documents: Documents): readonly EtcdProcess[] {
  return nodes.flatMap(node => {
    const texts = node.paths.flatMap(path => {
      const content = node.directory.files.get(onNode(node, path))!;
      return 'text' in content && !/events|\/(?:tmp|backup)\//.test(path) && /etcd/.test(path + content.text) ? [{ path, text: content.text }] : [];
    });
    const files = new Map(texts.map(({ path, text }) => [`/${path}`, text]));
    const started = texts.find(one => isPod(one, documents) || isUnit(one));
    if (started === undefined) return [];
    const place = { file: fileName(node.directory, onNode(node, started.path)), line: 1 };
    const beside = texts.filter(({ path }) => /etcd/.test(path) && !/\.(?:ya?ml|json)$/.test(path)).map(({ text }) => text);
    return [{ node: node.name, place, ...membersOf([started.text, ...isUnit(started) ? beside : []].join('\n'), files, documents) }];
  });
}

function isUnit({ path, text }: { readonly path: string; readonly text: string }): boolean {
  const starts = (line: string) => line.startsWith('ExecStart=') && STARTS.test(line.replace(/^ExecStart=[-@:+!]*/, ''));
  return /\.(?:service|conf)$/.test(path) && text.split('\n').some(starts);
}

function isPod({ path, text }: { readonly path: string; readonly text: string }, documents: Documents): boolean {
  if (!/["']?kind["']?\s*:\s*["']?Pod\b/.test(text)) return false;
  try {
    return documents.objects(text, path).some(({ kind, data }) => kind === 'Pod' && listOf(mapOf(data.spec).containers).some(item => {
      const { command, args, image } = mapOf(item);
      const words = [...listOf(command), ...listOf(args)].map(String);
      return listOf(command).length > 0 ? words.some(word => STARTS.test(word)) : /(?:^|\/)etcd$/.test(parseImage(stringOf(image) ?? '').repository);
    }));
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

/** With a configuration file, etcd looks at nothing else: go.etcd.io/etcd/server/v3@v3.5.6 etcdmain/config.go configFromFile. */
function membersOf(text: string, files: ReadonlyMap<string, string>, documents: Documents): Pick<EtcdProcess, 'keys' | 'hidden'> {
  const file = setting(text, 'config-file');
  if (file === undefined) return keysOf(flag => setting(text, flag), hiddenBy(text));
  const configuration = files.get(file);
  if (configuration === undefined) return { keys: [], hidden: `its --config-file, ${file}, is not in the input` };
  try {
    const data = mapOf(documents.of(configuration, file)[0]?.data);
    return keysOf(flag => stringOf(data[flag]), undefined);
  } catch (error) {
    if (error instanceof SourceError) return { keys: [], hidden: `its --config-file, ${file}, cannot be read` };
    throw error;
  }
}

/** Variables from elsewhere may say it. */
function hiddenBy(text: string): string | undefined {
  return /^EnvironmentFile=|\benvFrom\b|\bvalueFrom\b/m.test(text) ? 'variables that are not in the input may name them' : undefined;
}

function keysOf(of: (flag: string) => string | undefined, hidden: string | undefined): Pick<EtcdProcess, 'keys' | 'hidden'> {
  const list = of('initial-cluster');
  const name = of('name');
  const found = ['discovery', 'discovery-srv', 'discovery-endpoints', 'discovery-token'].flatMap(flag => {
    const value = of(flag);
    return value === undefined ? [] : [`${flag} ${value}`];
  });
  // One that joined later names those that were there; the first may name itself only.
  if (list !== undefined) {
    return { keys: list.split(',').flatMap(member => [member.slice(member.indexOf('=') + 1), `member ${member.slice(0, member.indexOf('='))}`]) };
  }
  if (found.length > 0) return { keys: [found.join(', ')] };
  return { keys: name === undefined || name === 'default' ? [] : [`member ${name}`], hidden };
}
