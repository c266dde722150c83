import { refused, taken } from './label-selectors.json';
import {
  holds, labelSelectorProblem, parseLabelSelector, requirementsOf, selectorMatches, selectorText,
} from '../../../src/lib/kubernetes/label-selector';

/** What labels.Parse of k8s.io/apimachinery@v0.32.2 answered to each. */
describe('a label selector', () => {
  it.each(taken.map(text => [text]))('is taken: %j', text => {
    expect(labelSelectorProblem(text)).toBeUndefined();
  });

  it.each(refused.map(text => [text]))('is refused: %j', text => {
    expect(labelSelectorProblem(text)).toEqual(expect.any(String));
  });

  it.each([
    ['!', 'expected a key, got the end'],
    ['a=b,,', 'expected a key after \',\', got \',\''],
    ['a=(b', 'expected a value, got \'(\''],
    ['a b', 'expected \'=\', \'==\', \'!=\', \'<\', \'>\', \'in\', \'notin\', \',\' or the end, got \'b\''],
    ['a in (b', 'expected \',\' or \')\', got the end'],
    ['a=b c', 'expected \',\' or the end, got \'c\''],
    ['a>b', '\'>\' compares whole numbers, got \'b\''],
    ['a=-b', '\'-b\' is no value of a label'],
    ['A/b', '\'A/b\' is no key of a label'],
    // Upstream reads up to it, and a command cannot be given it.
    ['a in (b)\0', 'it has a NUL character, which no command can be given'],
  ])('says why %j is refused', (text, problem) => {
    expect(labelSelectorProblem(text)).toBe(problem);
  });
});

describe('what a label selector asks for', () => {
  const asked = (text: string) => {
    const parsed = parseLabelSelector(text);
    return 'requirements' in parsed ? parsed.requirements.map(({ key, operator, values }) => [key, operator, ...values].join(' ')) : parsed.problem;
  };

  it.each([
    ['', []], ['a', ['a Exists']], ['!a', ['a DoesNotExist']], ['a=b,c==d', ['a In b', 'c In d']], ['a!=b', ['a NotIn b']], ['a=', ['a In ']],
    ['a in (b,c), d notin (e)', ['a In b c', 'd NotIn e']], ['a in ()', ['a In ']], ['a in (,b)', ['a In  b']], ['a>1,b<2', ['a Gt 1', 'b Lt 2']],
  ])('is read of %j', (text, expected) => expect(asked(text)).toEqual(expected));

  it('is the same of an object', () => {
    const selector = {
      matchLabels: { a: 'b' },
      matchExpressions: [
        { key: 'c', operator: 'NotIn', values: ['d', 'e'] }, { key: 'f', operator: 'Exists' }, { key: 'g', operator: 'DoesNotExist' },
        { key: 'h', operator: 'In', values: ['i', 'j'] },
      ],
    };
    expect(selectorText(selector)).toBe('a=b,c notin (d,e),f,!g,h in (i,j)');
    expect(parseLabelSelector(selectorText(selector))).toEqual({ requirements: requirementsOf(selector).map(one => ({ ...one })) });
  });

  it.each<[string, string, readonly string[], readonly (string | undefined)[], readonly (string | undefined)[]]>([
    ['In', 'one of them', ['a', 'b'], ['a', 'b'], ['c', '', undefined]],
    ['NotIn', 'none of them, or nothing', ['a', 'b'], ['c', '', undefined], ['a', 'b']],
    ['Exists', 'anything', [], ['', 'a'], [undefined]],
    ['DoesNotExist', 'nothing', [], [undefined], ['', 'a']],
    ['Gt', 'a larger whole number', ['9'], ['10'], ['9', '8', 'x', '10.5', '', undefined]],
    ['Lt', 'a smaller whole number', ['9'], ['8', '-10'], ['9', '10', 'x', '', undefined]],
    ['Like', 'anything: Kubernetes refuses its object', [], ['a', undefined], []],
  ])('%s is %s', (operator, _, values, right, wrong) => {
    expect(right.map(value => holds({ operator, values }, value))).toEqual(right.map(() => true));
    expect(wrong.map(value => holds({ operator, values }, value))).toEqual(wrong.map(() => false));
  });

  it('is all of it', () => {
    const both = { matchLabels: { a: 'b', c: 'd' } };
    expect([{ a: 'b', c: 'd' }, { a: 'b' }, {}].map(labels => selectorMatches(both, labels))).toEqual([true, false, false]);
    expect([selectorMatches({}, {}), selectorMatches(undefined, { a: 'b' })]).toEqual([true, true]);
    // What every object has of JavaScript is no label.
    expect(selectorMatches({ matchExpressions: [{ key: 'toString', operator: 'Exists' }] }, {})).toBe(false);
    expect([1, null].map(value => selectorMatches({ matchLabels: { a: value } }, { a: value }))).toEqual([true, true]);
  });
});
