import { plainWords, shellCommands, unquoted, wordsInWords, wordsWithin } from '../../../src/lib/text/shell-words';

describe('words', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['cp a b && rm "c d" > e # f', [['cp', 'a', 'b'], ['rm', 'c d', '>', 'e']]],
    ['x="$(a | b)" y | z', [['x=$(a | b)', 'y'], ['z']]],
    ['echo \'a;b\' ${c:-d e} \\"f', [['echo', 'a;b', '${c:-d e}', '"f']]],
    ['(a;b)', [['a'], ['b']]],
    ['# a', []],
  ])('of the line %j', (line, expected) => expect(shellCommands(line).map(words => words.map(unquoted))).toEqual(expected));

  it.each<[string, readonly string[]]>([
    ['kubectl apply -f a.yaml', ['kubectl', 'apply', '-f', 'a.yaml']],
    ['["kubectl", "delete", "ds", "-l", "a=b,c=d"]', ['kubectl', 'delete', 'ds', '-l', 'a=b,c=d']],
    ['[kubectl, delete, ds/a]', ['kubectl', 'delete', 'ds/a']],
    ['\'kubectl\',\'get\'', ['kubectl', 'get']],
    ['docker run x --name="a" --b=\'c,d\'', ['docker', 'run', 'x', '--name=a', '--b=c,d']],
    ['get deploy,ds', ['get', 'deploy,ds']],
    ['', []],
  ])('of a command within %j', (text, expected) => expect(wordsWithin(text)).toEqual(expected));

  it('of words that are lines, and of parts of lines', () => {
    expect(wordsInWords(['sh', '-c', 'exec etcd --name="a"'])).toEqual(['sh', '-c', 'exec', 'etcd', '--name=a']);
    expect(plainWords('cp "a" b[0]\'')).toEqual(['cp', 'a', 'b[0]']);
  });
});
