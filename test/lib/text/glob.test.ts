import * as fc from 'fast-check';
import { ARGO_GLOB, GIT_GLOB, globMatches, GlobStyle, NAME_GLOB, SHELL_GLOB } from '../../../src/lib/text/glob';

describe('a glob', () => {
  it.each<[string, GlobStyle, string, readonly string[], readonly string[]]>([
    ['a name', NAME_GLOB, 'aws-*', ['aws-', 'aws-ccm', 'aws-a/b'], ['aws', 'xaws-a']],
    ['one letter of a name', NAME_GLOB, 'a?c', ['abc', 'a/c'], ['ac', 'abbc']],
    ['stars in a row', NAME_GLOB, '*a**b*', ['ab', 'xaxbx'], ['ba', 'b']],
    ['what only some styles have', NAME_GLOB, '[a]{b,c}\\*', ['[a]{b,c}\\x'], ['ab', 'a']],
    ['letters that patterns of JavaScript have', NAME_GLOB, 'a.(b)+^$', ['a.(b)+^$'], ['axbb', 'a']],
    ['files of Argo CD', ARGO_GLOB, '*.yaml', ['a.yaml', 'a/b.yaml'], ['a.yml']],
    ['one of several', ARGO_GLOB, '{a,b*}/{c,d}.yaml', ['a/c.yaml', 'bx/d.yaml'], ['c/c.yaml', 'a/e.yaml', 'a/c']],
    ['a class', ARGO_GLOB, '[a-c][!x-z].y', ['ab.y', 'ca.y'], ['db.y', 'ax.y', 'a.y']],
    ['an escaped star', ARGO_GLOB, 'a\\*', ['a*'], ['ab', 'a\\b']],
    ['a class that never ends', ARGO_GLOB, '[a', ['[a'], ['a']],
    ['a line of .gitignore', GIT_GLOB, 'apps/*/x', ['apps/a/x'], ['apps/x', 'apps/a/b/x']],
    ['any folder', GIT_GLOB, '**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'a/xb']],
    ['folders between', GIT_GLOB, 'a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'x/a/b']],
    ['all below', GIT_GLOB, 'a/**', ['a/b', 'a/b/c'], ['a', 'ab']],
    ['a class of paths', GIT_GLOB, 'a[!b]c', ['axc'], ['abc', 'a/c']],
    ['a path of a shell', SHELL_GLOB, '/etc/*/[km]*.yaml', ['/etc/a/kcm.yaml'], ['/etc/a/b/kcm.yaml', '/etc/a/ccm.yaml']],
  ])('is %s', (_, style, pattern, right, wrong) => {
    expect(right.filter(text => !globMatches(pattern, text, style))).toEqual([]);
    expect(wrong.filter(text => globMatches(pattern, text, style))).toEqual([]);
  });

  it('says what a pattern of JavaScript says', () => {
    const letters = (all: string) => fc.string({ unit: fc.constantFrom(...all), maxLength: 8 });
    fc.assert(fc.property(letters('ab*?'), letters('ab'), (pattern, text) => {
      const expression = new RegExp(`^${pattern.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`);
      expect([pattern, text, globMatches(pattern, text, NAME_GLOB)]).toEqual([pattern, text, expression.test(text)]);
    }), { seed: 1, numRuns: 500 });
  });

  it('takes no time that grows with its stars', () => {
    const start = process.cpuUsage();
    expect(globMatches('*a'.repeat(400), 'a'.repeat(5_000).concat('b'), NAME_GLOB)).toBe(false);
    expect(globMatches('{a,b}'.repeat(150), 'c', ARGO_GLOB)).toBe(false);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});
