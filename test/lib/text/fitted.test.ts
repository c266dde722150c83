import { fitted } from '../../../src/lib/text/fitted';
import { placedLines } from '../../../src/lib/text/placed-lines';
import { PLAIN } from '../../../src/lib/text/style';

describe('a line of a terminal', () => {
  it.each<[string, string, number | undefined, readonly string[]]>([
    ['stays whole without a width', 'a'.repeat(200), undefined, ['a'.repeat(200)]],
    ['stays whole where it just fits', '  one two', 9, ['  one two']],
    ['is broken between words, and goes on further in', '  one two three', 10, ['  one two', '    three']],
    ['keeps a longer word whole', 'see /a/long/path now', 8, ['see', '  /a/long/path', '  now']],
    ['begins with a longer word', '/a/long/path now', 8, ['/a/long/path', '  now']],
    ['counts no colours', '\u001b[31mone\u001b[0m two', 7, ['\u001b[31mone\u001b[0m two']],
  ])('%s', (_, line, columns, rows) => expect(fitted(line, columns)).toEqual(rows));
});

describe('what is said of files', () => {
  const ALL = [
    { file: 'a', line: 1, text: 'note: x', details: ['fix: y'] }, { file: 'b', line: 2, text: 'note: z', details: [] },
    { file: 'a', line: 3, text: 'note: w', details: [] },
  ];
  it('has its place in front in a log', () => expect(placedLines(ALL, PLAIN)).toEqual([
    'a:1: note: x', '    fix: y', 'b:2: note: z', 'a:3: note: w',
  ]));
  it('stands below its file on a terminal', () => expect(placedLines(ALL, { ...PLAIN, columns: 80 })).toEqual([
    'a', '  1: note: x', '      fix: y', '  3: note: w', 'b', '  2: note: z',
  ]));
});
