import { MINORS, SharedFlags } from './each-shared-flag';
import { sample } from '../../sample';

/** What becomes of a flag must not turn on another one that is beside it in each-shared-flag.test.ts. */
describe.each(MINORS)('each flag that kube-controller-manager %s and the cloud-controller-manager after it both have, alone,', minor => {
  const shared = new SharedFlags(minor);
  const cases = sample(shared.facts.filter(({ flag }) => flag !== 'leader-elect').map(fact => ({ name: fact.flag, fact })));

  it.each(cases)('is carried over or stays with its process, as its owner says: --$name', ({ fact }) => {
    const { is, must } = shared.outcome(shared.migration([fact]), fact);
    expect(is).toEqual(must);
  });
});
