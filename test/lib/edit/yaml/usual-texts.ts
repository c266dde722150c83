import { isDeepStrictEqual } from 'node:util';
import { Data, SourcePath } from '../../../../src/lib/edit/yaml/data';
import { parseSources, SourceDocument, sourcesByYaml } from '../../../../src/lib/edit/yaml/source-document';
import { usualDocuments, usualJson } from '../../../../src/lib/edit/yaml/usual-text';
import { holdsAlias, scalarReadTwoWays } from '../../../../src/lib/read/nodes/static-pod-file';
import { randomFrom } from '../../../cli/mutated-text';

/** What may stand behind a key or a dash: what every parser reads alike, what they do not, and what none takes. */
const VALUES: readonly string[] = [
  'a', 'b c', '--x=y', '/p/q', '$(X)', '_x', 'é', '😀', '"a b"', "'a b'", "''", '""', "'it''s'", '"a\\nb"', '"a\\"b"', 'a # c', "'a' # c", '[]', '{}',
  '1', '-1', '0', '1.5', '0.50', '-1.5', '1.2.3', '10.0.0.1', '10.0.0.0/8', '100m', '5Gi', '9.99.0', '123456789012345', 'true', 'True', 'null',
  'NULL',
  '[a, b]', '[ a,b ]', '{a: b}', '{a: b, c: [1, "x"]}', '{"a": b}', '[http://x]', '[-a, --b]', '{a: {b: {c: []}}}', '[x] # y', "{'a': \"b\"}",
  '|', '|-', '|+', '>', '>-', '>+', '| # c',
  'yes', 'No', 'off', 'y', 'tRUE', '~', '-', '--', '---', '- a', '-a', '"a" b', 'a#b', 'a: b', 'a:', 'a:b', '[a, ]', '{a:b}', '{"a":b}', '[a: b]',
  '[a:b:c, 1:2]', '[-]', '[- a]', '[.5]', '[a b]', '|2', '&a b', '*a', '!!str 1', '!a', '@a', '%a', '`a', '.5', '.a', '.inf', '+1', '+a', '0x1',
  '0644', '08', '1e3', '1_0', '1:30', '2001-01-01', '2001-01-01T00:00:00Z', '1.', '..', '...', '0.0', '-0', '-0.0', '1234567890123456', '1.1234567',
  'e1', '12e3', '1.2.3e4', '::/0', '^a', '<<', '=', '?a', '? a', ',a', ']', '}', 'constructor', '__proto__', 'a\tb', '"a\tb"', '\t', 'a \t',
  '[a,\tb]',
  '{a: b, a: c}', '{a}', '{a: }', '[a:]', '[a,,b]', '{a: b}}', '[[a]', '"a', "'a", '"\\/"', '"\\u0041"', "'a\\nb'", '{1: a}', '{true: a}', '{~: a}',
  '00', '0b', '0o7', '01.5', '1,000', '12:34:56', '"x"#y', '[x]#y', '[x] y',
];
const KEYS: readonly string[] = [
  'a', 'b', 'c', 'd', 'kind', 'x.y/z', 'a-b', '"q"', "'r'", '"a b"', '/p', '_k', '.x', '1.2.3', 'toString', 'constructor', '__proto__', '1', '1.5',
  'true',
  'yes', 'null', '~', '.5', '-k', 'a b', '<<', '? k', '"k\\n"', '&a k', '!!str k', '[k]', '{k: v}', '*k', 'a:b', 'é', '0x1', '2001-01-01', 'n', 'on',
  '+k', '.inf', '""', "''", '-', 'k#l', 'k #l',
];
const [USUAL_VALUES, USUAL_KEYS] = [VALUES.indexOf('yes'), KEYS.indexOf('toString')];
const LINES: readonly string[] = [
  '', ' ', '   ', '# c', '  # c', '      # c', '---', '--- # c', '...', '--- a', '---a', '%x', '\t', '    \t', '# \t c', '----', '--- ', '---#c',
  ' ---',
];
const OF_A_BLOCK: readonly string[] = ['text', 'text', 'more: text', '# no comment', '', '  deeper', '\tx', ' ', '- x', 'a\tb', 'trail  '];
const PIECES: readonly string[] = [
  ' ', '  ', '\t', '\n', '#', ': ', ':', '-', '- ', '"', "'", '[', ']', '{', '}', ',', '&a', '*a', '!', '|', '>', '%', '\r', '\u0085', '\u2028',
  '\ufeff',
  '0', '1', '.', 'e', '_', '~', '?', '\\', 'yes', '<<: ', '---\n', '...\n', '\n\n', ' #', 'é', '\u00a0', '\u0001', '\ud800',
];

/** Texts that are YAML of the usual notation, and what is made of them by a few changes: the same of a seed. */
export function usualTexts(count: number, seed: number): readonly string[] {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(all: readonly T[]): T => all[below(all.length)];
  const value = () => VALUES[below(below(12) > 0 ? USUAL_VALUES : VALUES.length)];
  const key = () => KEYS[below(below(12) > 0 ? USUAL_KEYS : KEYS.length)];
  const line = () => one(['', '  ', '    ', ' ', '\t']) + one([
    () => one(LINES), value, () => `${key()}:`, () => `- ${value()}`, () => `- ${key()}: ${value()}`,
    () => `${key()}${one([': ', ':  ', ':', ' : ', ':\t'])}${value()}`,
  ])();
  const parts = (indent: string, depth: number): string => {
    const step = one(['  ', '  ', '    ', ' ', '']);
    const many = <T>(most: number, make: (index: number) => T) => Array.from({ length: 1 + below(most) }, (_, index) => make(index));
    return many(3, index => {
      const head = `${one(['', '', '', '\n', '# c\n', `${indent}# c\n`])}${indent}${below(6) > 0 ? `${one(['a', 'b', 'c'])}${index}` : key()}:`;
      const kinds = [
        () => ` ${value()}\n`,
        () => ` ${value()}\n`,
        () => one(['\n', ' \n', ' # c\n']),
        () => `\n${parts(`${indent}${step || ' '}`, depth + 1)}`,
        () => `\n${many(3, () => `${indent}${step}- ${value()}\n`).join('')}`,
        () => `\n${many(2, () => `${indent}${step}- ${parts(`${indent}${step}  `, depth + 1).trimStart()}`).join('')}`,
        () => ` ${one(['|', '|-', '|+', '>', '>-', '>+', '| # c', '|2'])}\n`
          + many(5, () => `${indent}${one(['  ', '  ', '  ', ' '])}${one(OF_A_BLOCK)}\n`).join(''),
      ];
      return head + kinds[below(depth > 3 ? 3 : kinds.length)]();
    }).join('');
  };
  const changed = (text: string): string => {
    const at = below(text.length + 1);
    const lines = text.split('\n');
    const of = below(lines.length);
    return one([
      () => text.slice(0, at) + one(PIECES) + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1 + below(3)),
      () => [...lines.slice(0, of), ` ${lines[of]}`, ...lines.slice(of + 1)].join('\n'),
      () => [...lines.slice(0, of), lines[of].replace(/^ /, ''), ...lines.slice(of + 1)].join('\n'),
      () => [...lines.slice(0, of), line(), ...lines.slice(of)].join('\n'),
    ])();
  };
  const lines = () => `${Array.from({ length: 1 + below(6) }, line).join('\n')}\n`;
  const kinds = [() => parts('', 0), () => changed(parts('', 0)), () => changed(changed(parts('', 0))), lines];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]());
}

/** How a text that is read as one of the usual notation differs from what `yaml` makes of it; undefined: in nothing, or it is left to that. */
export function differenceOf(text: string): string | undefined {
  if (!isUsual(text)) return undefined;
  const read = parseSources(text, { file: 'f' });
  let expected: readonly SourceDocument[];
  try {
    expected = sourcesByYaml(text, { file: 'f' }, () => undefined);
  } catch (error) {
    return `is none: ${(error as Error).message}`;
  }
  const [ours, theirs] = [read, expected].map(documents => documents.map(({ data }) => data));
  // In the same order, too.
  const [said, expectedText] = [ours, theirs].map(one => JSON.stringify(one));
  if (!isDeepStrictEqual(ours, theirs) || said !== expectedText) return `${said} is ${expectedText}`;
  return expected.map((document, index) => {
    if (scalarReadTwoWays(document.root) !== undefined || holdsAlias(document.root)) return 'is read in two ways';
    const path = pathsOf(document.data).flatMap(one => [one, [...one, 'none'], [...one, 0]])
      .find(one => document.offset(one) !== read[index].offset(one) || document.isLiteral(one) !== read[index].isLiteral(one));
    return path === undefined ? undefined : `place of ${JSON.stringify(path)}: ${read[index].offset(path)} is ${document.offset(path)}`;
  }).find(found => found !== undefined);
}

/** Whether `yaml` is not asked what a text says. */
export function isUsual(text: string): boolean {
  return usualDocuments(text) !== undefined || (/^\s*\{/.test(text) && isJson(text) && usualJson(text) !== undefined);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function pathsOf(data: Data | { readonly [key: string]: Data }, path: SourcePath = []): readonly SourcePath[] {
  if (data === null || typeof data !== 'object') return [path];
  return [path, ...Object.entries(data).flatMap(([key, value]) => pathsOf(value as Data, [...path, Array.isArray(data) ? Number(key) : key]))];
}
