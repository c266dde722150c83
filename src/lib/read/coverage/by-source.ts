import { tellingWord } from './telling-words';
import { CHART_VALUES, REPOSITORY_FILES, STARTS_NONE } from '../../facts/inputs/repository-files';
import { isProse } from '../../facts/inputs/texts';
import { grouped } from '../../kubernetes/once-for';
import { counted } from '../../text/counted';
import { shellWord } from '../../text/shell-quote';
import { Doubt, NO_DOUBT, Place } from '../../view/model';
import { VerifyDirectory } from '../input/input';
import { fileName } from '../input/layout';

/** What is in the files of the input, by their names. */
type Texts = ReadonlyMap<string, string>;

/** What several parts are of: a reader does one thing about all of them. */
interface Source {
  readonly key: string;
  readonly fix?: string;
  /** Whether it is told as a whole, even of one part: else that is told as it is. */
  readonly isWhole?: boolean;
  /** Of what has to be rendered: the lines of its files that have a telling word. */
  readonly words?: readonly string[];
  /** Files that are for the same, with the first telling word of each. */
  readonly besides?: readonly { readonly file: string; readonly line: string }[];
  /** What is said of so many parts, of one where `isWhole` alone. */
  said(count: number): string;
}

/**
 * The same doubts, **one for each source** in place of one for each file: a chart and a kustomization with the command that renders it, the templates
 * of one language, the files of a repository that are for the same. What has to be rendered and has no word of a controller manager, a kubelet,
 * kubeadm or an installer is one doubt together.
 */
export function bySource(doubts: readonly Doubt[], directories: readonly VerifyDirectory[]): readonly Doubt[] {
  const parts = doubts.filter(({ like }) => like !== undefined);
  if (parts.length === 0) return doubts;
  const sourceOf = sourcesOf(parts, new Map(directories.flatMap(directory => [...directory.files].flatMap(([path, content]) =>
    'text' in content ? [[fileName(directory, path), content.text] as const] : []))));
  const groups = [...grouped(parts.map(part => ({ part, source: sourceOf(part) })), ({ source }) => source.key).values()]
    .map(group => ({ source: joined([...new Set(group.map(({ source }) => source))]), parts: group.map(({ part }) => part) }));
  const isMute = ({ source }: typeof groups[number]) => source.words?.length === 0;
  const told = new Map(groups.filter(group => !isMute(group)).map(group => [group.parts[0], together(group.source, group.parts)]));
  return [...doubts.flatMap(doubt => doubt.like === undefined ? [doubt] : told.get(doubt) ?? NO_DOUBT.isTold), ...withoutWord(groups.filter(isMute))];
}

/** Of templates each has its own words. */
function joined([first, ...others]: readonly Source[]): Source {
  return others.length === 0 ? first : { ...first, words: first.words && [first, ...others].flatMap(({ words = [] }) => words) };
}

function together({ said, fix, isWhole, words, besides = [] }: Source, parts: readonly Doubt[]): Doubt {
  const [first] = parts;
  const isAlone = parts.length === 1 && isWhole !== true;
  const named = new Set(parts.map(({ place }) => place.file));
  const lines = words ?? [...parts.map(({ like, place, what }) => `${at(place)}: ${like!.form === 'resource' ? what : like!.what}`),
    ...besides.filter(({ file }) => !named.has(file)).map(({ line }) => line)];
  if (isAlone) return lines.length < 2 ? first : { ...first, lines };
  return { ...first, what: said(parts.length), lines, fix: fix ?? first.fix, mayRun: mayRunOf(parts) };
}

function withoutWord(groups: readonly { readonly source: Source; readonly parts: readonly Doubt[] }[]): readonly Doubt[] {
  if (groups.length < 2) return groups.map(group => together(group.source, group.parts));
  const parts = groups.flatMap(group => group.parts);
  const files = new Set(parts.map(({ place }) => place.file)).size;
  return [{
    ...parts[0],
    what: `${counted(files, 'file')} of ${counted(groups.length, 'source')} that are not rendered, without a word of a controller manager, a `
      + 'kubelet, kubeadm or an installer',
    lines: groups.map(({ source, parts: own }) => `${source.said(own.length)}: ${source.fix ?? own[0].fix ?? ''}`),
    fix: 'Render those that reach the cluster, and leave the others out of the input.',
    mayRun: mayRunOf(parts),
  }];
}

function mayRunOf(parts: readonly Doubt[]): Doubt['mayRun'] {
  return [...new Set(parts.flatMap(({ mayRun = [] }) => mayRun))];
}

/** Which source each part is of. */
function sourcesOf(parts: readonly Doubt[], texts: Texts): (part: Doubt) => Source {
  const kustomizations = new Map(parts.flatMap(part => part.like!.form === 'kustomization' ? [[folderOf(part.place.file), part] as const] : []));
  const rootOf = (file: string): string | undefined => {
    const folders = [...foldersOf(file)];
    return folders.find(folder => texts.has(below(folder, 'Chart.yaml'))) ?? folders.reverse().find(folder => kustomizations.has(folder));
  };
  const filesOf = grouped([...texts.keys()].sort(), rootOf);
  const known = new Map<string, Source>();
  const rootSource = (root: string): Source => {
    const files = filesOf.get(root) ?? [];
    const words = files.flatMap(file => isProse(file) || STARTS_NONE.test(file) ? [] : telling(file, texts.get(file)!));
    const built = texts.has(below(root, 'Chart.yaml')) ? undefined : kustomizations.get(root)!;
    const { what, fix } = built ?? { what: `${root} is a chart of Helm, and not rendered`, fix: chartCommand(root, files, texts) };
    return { key: `root ${root}`, said: () => what, fix, isWhole: true, words };
  };
  const ofRow = (row: typeof REPOSITORY_FILES[number]): Source => {
    const source = known.get(row.what) ?? {
      key: row.what,
      said: (count: number) => `${count} ${row.what} name a controller manager or what starts one, and are not read`,
      fix: row.fix,
      besides: (filesOf.get(undefined) ?? []).flatMap(file => !row.path.test(file) || isProse(file) ? []
        : telling(file, texts.get(file)!).map(line => ({ file, line }))),
    };
    known.set(row.what, source);
    return source;
  };
  return ({ like, place, what }) => {
    const root = rootOf(place.file);
    if (root !== undefined) {
      const source = known.get(root) ?? rootSource(root);
      known.set(root, source);
      return source;
    }
    const { form, what: own } = like!;
    if (form === 'unreadable') return { key: `${form} ${place.file}`, said: () => what };
    if (form === 'template') {
      const words = telling(place.file, texts.get(place.file) ?? '');
      return {
        key: `${form} ${words.length === 0 ? 'without a word' : 'with one'}: ${own}`,
        said: count => count === 1 ? what : `${count} ${own.replace(/^a template/, 'templates')}, and not rendered`,
        words,
      };
    }
    if (form === 'resource') return { key: `${form} ${own}`, said: count => `${what} (and ${count - 1} more of its kind)` };
    const row = REPOSITORY_FILES.find(({ path }) => path.test(place.file));
    return row ? ofRow(row) : { key: `${form} ${own}`, said: count => `${count} files have ${own}, and are not read` };
  };
}

/** Folders that a file is in, from the outermost. */
function* foldersOf(file: string): Iterable<string> {
  if (!file.startsWith('/')) yield '.';
  for (let end = file.indexOf('/', 1); end !== -1; end = file.indexOf('/', end + 1)) yield file.slice(0, end);
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
}

function below(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}

/** The first line of a file that has a telling word. */
function telling(file: string, text: string): readonly string[] {
  const found = tellingWord(file, text);
  return found === undefined ? [] : [`${at(found.place)}: ${found.word}`];
}

function at({ file, line }: Place): string {
  return `${file}:${line}`;
}

/** The command that renders a chart, with the values that lie in it. A chart has its own in values.yaml. */
function chartCommand(folder: string, files: readonly string[], texts: Texts): string {
  const inChart = files.map(file => ({ file, path: folder === '.' ? file : file.slice(folder.length + 1) }));
  const found = inChart.filter(({ path }) => CHART_VALUES.test(path) && path !== 'values.yaml');
  // Those of tests come last.
  const values = [false, true].flatMap(isOfTests => found.filter(({ path }) => path.startsWith('ci/') === isOfTests)).map(({ file }) => file);
  const needs = /^dependencies:/m.test(texts.get(below(folder, 'Chart.yaml'))!) || texts.has(below(folder, 'requirements.yaml'));
  const hasThem = inChart.some(({ path }) => path.startsWith('charts/'));
  const command = (own?: string) => `${needs && !hasThem ? `helm dependency build ${shellWord(folder)} && ` : ''}helm template ${shellWord(folder)}`
    + `${own === undefined ? '' : ` --values ${shellWord(own)}`} | ccm-migration verify -`;
  return `Render it: ${command(values[0])}`
    + (values.length < 2 ? '' : `; and the same with ${values.slice(1).map(shellWord).join(', ')}, whichever the cluster has`);
}
