import { csvRecord } from '../../../src/lib/kubernetes/command-line/csv';
import { takesValue } from '../../../src/lib/kubernetes/command-line/flag-value';
import { FlagKind, FlagSet, parseCommandLine } from '../../../src/lib/kubernetes/command-line/parse';

const FLAGS: Readonly<Record<string, FlagKind>> = {
  'leader-elect': { type: 'bool', bare: 'true' },
  'name': { type: 'string' },
  'controllers': { type: 'stringSlice' },
  'v': { type: 'Level' },
  'help': { type: 'bool', bare: 'true' },
  'version': { type: 'version', bare: 'true' },
};
const set = (underscores: FlagSet['underscores'] = 'as-dashes'): FlagSet => ({
  program: 'program', letters: new Map([['v', 'v'], ['h', 'help']]), underscores, flag: name => (name === 'other' ? 'unknown' : FLAGS[name]),
});
const read = (words: readonly string[], flags = set()) => {
  const { flags: found, ends, doubts } = parseCommandLine(words.map(text => ({ text })), flags);
  return {
    flags: found.map(({ name, value, form }) => `${name}=${value} ${form}`),
    ends: ends.map(({ text }) => text),
    doubts: doubts.map(({ text }) => text),
  };
};

// The programs themselves are asked in conformance/command-line.test.ts; these are the words that they do not share.
it.each<[readonly string[], Partial<ReturnType<typeof read>>]>([
  [['--name=a=b'], { flags: ['name=a=b equals'] }],
  [['--name', '--leader-elect'], { flags: ['name=--leader-elect separate'] }],
  [['--name'], { ends: ['flag needs an argument: --name'] }],
  [['--leader_elect=F'], { flags: ['leader-elect=F equals'] }],
  [['--leader-elect', 'false'], {
    flags: ['leader-elect=true bare'],
    ends: ['"program" does not take any arguments, got ["false"] (write --leader-elect=false)'],
  }],
  [['–leader-elect=false'], { ends: ['"program" does not take any arguments, got ["–leader-elect=false"]'] }],
  [['program'], { ends: ['"program" does not take any arguments, got ["program"]'] }],
  [['', '-', '--'], { ends: ['"program" does not take any arguments, got ["" "-"]'] }],
  [[''], { ends: [] }],
  [['--', '--name=x'], { flags: [], ends: ['"program" does not take any arguments, got ["--name=x"]'] }],
  [['---name=x'], { ends: ['bad flag syntax: ---name=x'] }],
  [['--=x'], { ends: ['bad flag syntax: --=x'] }],
  [['-v2', '-v=3', '-v', '4', '--v=5'], { flags: ['v=2 equals', 'v=3 equals', 'v=4 separate', 'v=5 equals'], ends: [] }],
  [['-vx'], { ends: ['invalid argument "x" for "--v" flag'] }],
  [['-hv'], { ends: ['flag needs an argument: -v', '-h prints the help and ends'] }],
  [['-name=x'], { ends: ["unknown shorthand flag: 'n' in -name=x"] }],
  [['-test.name=x'], { flags: [], ends: [] }],
  [['--help', 'x'], { ends: ['--help prints the help and ends', '"program" does not take any arguments, got ["x"] (write --help=x)'] }],
  [['--version=raw'], { ends: ['--version prints the version and ends'] }],
  [['--help=false', '--version=false'], { ends: [] }],
  [['--gone=1'], { ends: ['unknown flag: --gone'] }],
  [['--other', 'x'], { flags: ['other=x separate'], doubts: ['nothing is known of --other'] }],
  [['--other', '--name=x'], { flags: ['other=true bare', 'name=x equals'] }],
  [['--controllers="a'], { ends: ['invalid argument ""a" for "--controllers" flag'] }],
])('%j', (words, expected) => {
  expect(read(words)).toMatchObject(expected);
});

it('reads underscores as the program does', () => {
  expect(read(['--leader_elect'], set('as-written')).ends).toEqual(['unknown flag: --leader_elect']);
  expect(read(['--leader_elect'], set('unknown'))).toEqual({
    flags: ['leader-elect=true bare'], ends: [], doubts: ["whether --leader_elect is read as --leader-elect is the program's own business"],
  });
});

it.each<[string, readonly string[] | undefined]>([
  ['', []], ['a', ['a']], ['a,', ['a', '']], [' a, b', [' a', ' b']], ['"a,b",c', ['a,b', 'c']], ['"a ""b"""', ['a "b"']], ['"a\r\nb"', ['a\nb']],
  ['a\nb', ['a']], ['\n\na', ['a']],
  ['a\r', ['a']], ['"a', undefined], ['a"', undefined], ['"a"b', undefined], ['\n', undefined], ['"a"\n', ['a']],
])('the CSV %j is %j', (text, fields) => expect(csvRecord(text)).toEqual(fields));

it.each<[string, string, boolean | undefined]>([
  ['int', '-0x1F', true], ['int', '08', false], ['int', '0o17', true], ['int', '1__0', false], ['int', '_1', false],
  ['int', '9223372036854775807', true], ['int', '9223372036854775808', false],
  ['int32', '-2147483648', true], ['int32', '2147483648', false], ['float32', '1e39', false], ['float32', 'Inf', true],
  ['float64', '0x1p-2', undefined], ['float64', '1e400', false],
  ['ip', '010.0.0.1', undefined], ['ip', 'x', false], ['ip', '', undefined], ['ip', '::', true], ['ip', ' ::1 ', true], ['ip', 'fd00::1', true],
  ['ip', '::ffff:10.0.0.1', true], ['ip', 'fe80::1%eth0', false], ['ip', '[::1]', false], ['ip', '::ffff:10.0.0.01', undefined],
  ['ip', 'fd00::00001', undefined], ['ip', '1::2::3', false], ['ip', 'fd00::12345', false],
  ['Level', '-1', undefined], ['Level', '99999999999', undefined],
  ['version', 'v1.30', undefined],
  ['stringToString', '', false], ['stringToString', 'a', false], ['stringToString', 'a=b,c=d,e', false], ['stringToString', 'a="b', true],
  ['version', 'maybe', false], ['stringToString', 'a=b', true], ['mapStringBool', 'A=1,B = false', true],
  ...['', ' 80 ', '80', '30000-32767', '30000+2767', '80++3', '0-65535'].map((text): [string, string, boolean] => ['portRange', text, true]),
  ...['-1s', '80-', '-80', '+80', '80--3', '80+-3', '80-70', '0-65536', '65000+600', '80 - 90', 'x'].map(
    (text): [string, string, boolean] => ['portRange', text, false],
  ),
  ['quantity', '', false], ['quantity', '1Gi', true], ['quantity', 'x', undefined],
  ['mapStringBool', 'A', false], ['nobody-knows', 'x', undefined],
])('%s takes %j: %s', (type, text, expected) => expect(takesValue(type, text)).toBe(expected));
