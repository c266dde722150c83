import { goRegexp, goRegexpError } from '../../../src/lib/kubernetes/go-regexp';

describe('a regular expression of Go', () => {
  it.each([
    ['^a.b$', 'a.b', true], ['^a.b$', 'a.bc', false], ['b', 'abc', true], ['(?i)^A$', 'a', true], ['^\\pN$', '٣', true], ['a\\z', 'a\n', false],
  ])('%s on %j: %p', (expression, text, matches) => {
    expect(goRegexp(expression).matches(text)).toBe(matches);
  });

  it.each(['(?=a)', '\\1', '[', 'a**'])('%s is none', expression => {
    expect(() => goRegexp(expression)).toThrow();
    expect(goRegexpError(expression)).toMatch(/^error parsing regexp: /);
  });

  it('is looked at up to a length', () => {
    expect([goRegexpError('a'.repeat(1000)), goRegexpError('a'.repeat(1001))]).toEqual([undefined, expect.stringContaining('is not checked here')]);
  });
});
