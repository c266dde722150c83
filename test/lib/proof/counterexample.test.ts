import { ccm, kcm, ROUTES } from './processes';
import { printed, told } from '../../../src/lib/proof/counterexample';
import { judge } from '../../../src/lib/proof/verdict';

describe('a counter-example', () => {
  it('is printed without the process at which its fix begins, and without its story, which is told', () => {
    const processes = [kcm('1.26', `--cloud-provider=aws ${ROUTES}`), ccm('1.27', '')];
    const [{ culprit, story, ...rest }] = judge({ kinds: [{ name: 'a', processes }], workloads: [] }).exclusivity.counterexamples;
    expect([culprit, story]).not.toContain(undefined);
    expect(printed({ culprit, story, ...rest })).toStrictEqual(rest);
    expect(told({ culprit, story, ...rest })).toStrictEqual({ story, ...rest });
  });
});
