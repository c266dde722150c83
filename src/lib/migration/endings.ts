import { CurrentFlag, Flag } from '../ccm/flag';
import { Becomes, Ending, NodeComponent, valueEndings } from '../facts/endings';
import { flagWords, valueOf } from '../facts/endings/flags';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { counted } from '../text/counted';

/** A thing that ends, of a component that has it. */
export interface AppliedEnding {
  readonly ending: Ending;
  /** As the component has it: `--network-plugin=cni`. */
  readonly what: string;
  readonly becomes: Becomes;
}

/** Those of the rows that are about the command line of a component, where it has what ends. */
export function appliedEndings(component: NodeComponent, current: CurrentFlag, endings: readonly Ending[]): readonly AppliedEnding[] {
  return endings.filter(ending => ending.component === component).flatMap(ending => applied(component, current, ending));
}

function applied(component: NodeComponent, current: CurrentFlag, ending: Ending): readonly AppliedEnding[] {
  const { trace, lossless = [], unread, becomes, what } = ending;
  const isUnread = unread !== undefined && current(unread[0]) === unread[1];
  const found = (shown: string, value: string): AppliedEnding =>
    ({ ending, what: shown, becomes: becomes === 'named' && (isUnread || lossless.includes(value)) ? 'carried' : becomes });
  switch (trace.kind) {
    case 'flag':
    case 'value': {
      const passed = current(trace.flag);
      if (passed === undefined) return [];
      const value = valueOf(component, trace.flag, passed);
      return trace.kind === 'value' && !trace.values.includes(value) ? [] : [found(`--${trace.flag}${value === '' ? '' : `=${value}`}`, value)];
    }
    case 'entry':
      return entriesOf(current(trace.flag)).filter(entry => isNamed(entry, trace.entry))
        .map(({ text, value }) => found(`${text} in --${trace.flag}`, value));
    case 'default':
      return current(trace.flag) === undefined ? [found(what, '')] : [];
    case 'gate':
      return parseGates(current('feature-gates') ?? '').filter(({ name, on }) => name === trace.gate && on !== undefined)
        .map(({ name, on }) => found(`feature gate ${name}=${on!}`, String(on)));
    default:
      return [];
  }
}

/** A component that is asked for what ends. */
export interface AskedComponent {
  readonly component: NodeComponent;
  readonly node: string;
  readonly current: CurrentFlag;
}

/** What ends, as people read it: rows that ask for the same are one. */
export interface EndingRow {
  readonly component: Ending['component'];
  /** Things of the component that end, as it has them. */
  readonly what: readonly string[];
  readonly becomes: Becomes;
  /** First release that does not have it. */
  readonly release: string;
  readonly says: string;
  /** What to do before nodes change; `nothing`. */
  readonly todo: string;
  readonly source: string;
  /** Nodes whose component has it; empty: it is not one of a node. */
  readonly nodes: readonly string[];
}

/** The rows of these components. */
export function rowsOfComponents(asked: readonly AskedComponent[], endings: readonly Ending[]): readonly EndingRow[] {
  return joined(asked.flatMap(({ component, node, current }) => appliedEndings(component, current, endings)
    .map(({ ending, what, becomes }): EndingRow => rowOf(ending, what, becomes, [node]))));
}

/** A row of something that is on no command line. */
export function rowOf(ending: Ending, what: string, as = ending.becomes, nodes: readonly string[] = []): EndingRow {
  const { component, release, says, todo, source, becomes } = ending;
  const isCarried = as === 'carried' && becomes === 'named';
  return {
    component,
    what: [what],
    becomes: as,
    release,
    says: isCarried ? 'version N+1 does the same without it' : says,
    todo: isCarried ? 'nothing' : todo,
    source,
    nodes,
  };
}

/** Rows that say the same of several things, and then of several nodes, in one. */
function joined(rows: readonly EndingRow[]): readonly EndingRow[] {
  const sameThing = merged(rows, ({ nodes: _, ...row }) => row, (row, other) => ({ ...row, nodes: union(row.nodes, other.nodes) }));
  return merged(sameThing, ({ what: _, source: __, ...row }) => row, (row, other) => ({
    ...row, what: union(row.what, other.what), source: sources([row.source, other.source]),
  }));
}

/** Lines of one file stand together. */
function sources(all: readonly string[]): string {
  const byFile = new Map<string, readonly string[]>();
  for (const source of all.flatMap(text => text.split('; '))) {
    const [, file, lines = ''] = /^(.*?)(?::(\d+(?:,\d+)*))?$/.exec(source)!;
    byFile.set(file, union(byFile.get(file) ?? [], lines.split(',').filter(line => line !== '')));
  }
  const inOrder = (lines: readonly string[]) => [...lines].sort((a, b) => Number(a) - Number(b)).join(',');
  return [...byFile].map(([file, lines]) => lines.length === 0 ? file : `${file}:${inOrder(lines)}`).join('; ');
}

function merged(
  rows: readonly EndingRow[], keyOf: (row: EndingRow) => object, together: (row: EndingRow, other: EndingRow) => EndingRow,
): readonly EndingRow[] {
  const byKey = new Map<string, EndingRow>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? row : together(known, row));
  }
  return [...byKey.values()];
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])];
}

/** A row in one line. Backticks mark code. */
export function endingLine({ component, what, becomes, release, says, todo, source, nodes }: EndingRow): string {
  const code = (text: string) => `\`${text.replaceAll('`', '\'')}\``;
  const where = nodes.length === 0 ? component : `${component} on ${counted(nodes.length, 'node')}`;
  return `${becomes}: ${where}, ${what.map(code).join(', ')}, from ${release} on: ${says}. Before nodes change: ${todo}. Source: ${source}`;
}

interface Entry {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** Entries of a list, or of a map. */
function entriesOf(list: string | undefined): readonly Entry[] {
  return (list ?? '').split(',').filter(text => text !== '').map(text => {
    const [name, value = ''] = text.trim().split('=', 2);
    return { text, name, value };
  });
}

/** An API version is also named with one of its resources. */
function isNamed({ name }: Entry, entry: string): boolean {
  return name === entry || name.startsWith(`${entry}/`);
}

/** What becomes of the values of flags that a release does not take any more. */
export interface EndedValues {
  readonly setFlags: readonly Flag[];
  readonly removeFlags: readonly string[];
}

/**
 * Flags of version N with what version N+1 does not take left out of their values, and flags that have another name now.
 *
 * @param gone flags that the release does not have
 * @throws if the component would not start, and there is nothing to write instead
 */
export function withoutEnded(
  component: NodeComponent, current: CurrentFlag, gone: readonly string[], from: KubernetesVersion, to: KubernetesVersion,
): EndedValues {
  const found = appliedEndings(component, current, valueEndings(from, to));
  const refused = found.find(({ becomes }) => becomes === 'refused');
  if (refused) {
    const { ending: { release, says, todo }, what } = refused;
    throw new Error(`${component} of version N has ${what}, and from ${release} on ${says}; ${todo}`);
  }
  const lists = [...new Set(found.flatMap(({ ending: { trace } }) => trace.kind === 'entry' ? [trace.flag] : []))].map(flag => {
    const ended = found.flatMap(({ ending: { trace } }) => trace.kind === 'entry' && trace.flag === flag ? [trace.entry] : []);
    return { name: flag, value: entriesOf(current(flag)).filter(entry => !ended.some(one => isNamed(entry, one))).map(({ text }) => text).join(',') };
  });
  const others = found.flatMap(({ ending: { trace, value } }) => trace.kind === 'value' && value !== undefined ? [{ name: trace.flag, value }] : []);
  const renamed = gone.flatMap((flag): readonly Flag[] => {
    const { as } = flagWords(component, flag) ?? {};
    return as === undefined || current(as) !== undefined ? [] : [{ name: as, value: current(flag)! }];
  });
  return {
    setFlags: [...lists.filter(({ value }) => value !== ''), ...others, ...renamed],
    removeFlags: lists.filter(({ value }) => value === '').map(({ name }) => name),
  };
}
