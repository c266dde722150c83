import { refused, taken } from './label-selectors.json';
import { labelSelectorProblem } from '../../../src/lib/kubernetes/label-selector';

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
