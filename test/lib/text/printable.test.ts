import { printable, printableJson, printableLines } from '../../../src/lib/text/printable';

describe('printable', () => {
  test.each([
    ['kube-controller-manager.yaml', 'kube-controller-manager.yaml'],
    ['--cloud-provider=aws "x" \\n', '--cloud-provider=aws "x" \\n'],
    ['Zürich, 東京, 🚢', 'Zürich, 東京, 🚢'],
    ['', ''],
    ['two\nlines', 'two\\nlines'],
    ['back\rto the start\ttab', 'back\\rto the start\\ttab'],
    ['\u001b[2J\u001b]0;title\u0007', '\\x1b[2J\\x1b]0;title\\x07'],
    ['\u009b31m', '\\x9b31m'],
    ['nul\0', 'nul\\x00'],
    ['abc\u202edef\u2066', 'abc\\u202edef\\u2066'],
    ['zero\u200bwidth\u200d\ufeff\u2060', 'zero\\u200bwidth\\u200d\\ufeff\\u2060'],
    ['line\u2028paragraph\u2029next\u0085', 'line\\u2028paragraph\\u2029next\\x85'],
    ['hidden\u{e0041}', 'hidden\\u{e0041}'],
    ['half \ud800', 'half \\ud800'],
    ['filler\u3164, no-break\u00a0, soft\u00ad, braille\u2800', 'filler\\u3164, no-break\\xa0, soft\\xad, braille\\u2800'],
    ['::error file=a.yaml::forged', '\\x3a:error file=a.yaml::forged'],
    ['  ::warning::forged', '  \\x3a:warning::forged'],
    ['##[error]forged', '\\x23#[error]forged'],
    ['all is well ##vso[task.complete result=Succeeded;]', 'all is well \\x23#vso[task.complete result=Succeeded;]'],
    ['::1', '::1'],
    ['::/0', '::/0'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['## a heading [with a link]', '## a heading [with a link]'],
  ])('shows %j as %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  test('shows every character of the first 256 that is not seen, and no other, as an escape sequence', () => {
    const all = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
    const changed = all.filter(character => printable(character) !== character).map(character => character.charCodeAt(0));
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(changed).toEqual([...range(0, 0x1f), ...range(0x7f, 0xa0), 0xad]);
  });

  test('leaves its own result alone, so that text may go through it twice', () => {
    const once = printable('a\u001b[31m\n::error::x\u202e##[group]');
    expect(printable(once)).toBe(once);
  });

  test('takes time in proportion to the text', () => {
    const started = process.cpuUsage().user;
    printable(`${' '.repeat(500_000)}${':'.repeat(500_000)}${'#'.repeat(500_000)}${'##a'.repeat(200_000)}`);
    printable(`::${'a'.repeat(1_000_000)}`);
    expect(process.cpuUsage(undefined).user - started).toBeLessThan(60_000_000); // 0.06 s, and hours where each place is tried with each other
  });
});

describe('printableLines', () => {
  test('keeps line ends, and nothing else that is not seen', () => {
    expect(printableLines('a\u001b[1m\nb\rc\n')).toBe('a\\x1b[1m\nb\\rc\n');
  });
});

describe('printableJson', () => {
  const hostile = { 'a\u202e': ['\u001b[2J', 'b\nc', '\u{e0041}', '\u2028', 'ü', 'well ##vso[task.complete]', '##[error]'] };

  test('says the same as the data, with nothing in it that is not seen', () => {
    for (const indented of [true, false]) {
      const text = printableJson(hostile, indented);
      expect(JSON.parse(text)).toEqual(hostile);
      expect(text.replace(/\n/g, '')).toBe(printable(text.replace(/\n/g, '')));
    }
  });

  test('is on one line, or indented by two', () => {
    expect([printableJson({ a: 1 }, false), printableJson({ a: 1 })]).toEqual(['{"a":1}', '{\n  "a": 1\n}']);
  });
});
