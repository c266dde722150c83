import { parseEnvironmentFile } from '../../../../src/lib/edit/systemd/environment-file';

/** Those that a service can be started with are compared with systemd itself in command.tools.test.ts. */
it.each([
  ['plain', 'A=--x --y', '--x --y'],
  ['spaces around it', '  A =  --x  \n', '--x'],
  ['double quotes', 'A="--x --y"', '--x --y'],
  ['an escaped quote in quotes', 'A="--x=\\"a b\\" --y"', '--x="a b" --y'],
  ['another escape in quotes, which stays', 'A="a\\nb"', 'a\\nb'],
  ['single quotes, in which a backslash is one', "A='a\\\"b'", 'a\\"b'],
  ['an escape without quotes', 'A=a\\"b', 'a"b'],
  ['quotes that touch', 'A="a"\'b\'', 'ab'],
  ['lines in quotes', 'A="--x\n--y"', '--x\n--y'],
  ['a line that goes on', 'A=--x \\\n--y', '--x --y'],
  ['a line that goes on in quotes', 'A="--x \\\n--y"', '--x --y'],
  ['nothing', 'A=\n', ''],
  ['a quote that stays open', 'A="--x\n', undefined],
])('%s', (_, text, value) => expect(parseEnvironmentFile(`${text}`)[0]).toEqual({ name: 'A', value, line: 1 }));

it('has no comments, no names that are none and no export', () => {
  expect(parseEnvironmentFile('# A=1\n; B=1\nexport C=1\n1D=1\n\nE=x\nF="1\n2"\nG=y')).toEqual([
    { name: 'E', value: 'x', line: 6 }, { name: 'F', value: '1\n2', line: 7 }, { name: 'G', value: 'y', line: 9 },
  ]);
});
