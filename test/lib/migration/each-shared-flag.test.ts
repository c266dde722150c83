import { MINORS, SharedFlags } from './each-shared-flag';

/** One of these has no meaning without the others, and its value is not one that all of them can have. */
const OF_THE_LOCKS = /^leader-elect(?!-resource-namespace$)/;

describe.each(MINORS)('the flags that kube-controller-manager %s and the cloud-controller-manager after it both have', minor => {
  const shared = new SharedFlags(minor);
  const together = shared.facts.filter(({ flag }) => !OF_THE_LOCKS.test(flag));

  it('are carried over or stay with their process, as their owners say; none is lost', () => {
    const one = shared.migration(together);
    const outcomes = together.map(fact => shared.outcome(one, fact));
    expect(outcomes.map(({ is }) => is)).toEqual(outcomes.map(({ must }) => must));
    expect(outcomes.length).toBeGreaterThan(50);
    expect(outcomes.filter(({ is: [, , isCarried] }) => isCarried).length).toBeGreaterThan(15);
  });

  it('are refused where the lock is switched off', () => {
    const off = shared.facts.filter(({ flag }) => flag === 'leader-elect');
    expect(off).toHaveLength(1);
    expect(() => shared.migration(off)).toThrow("'--leader-elect=false' leaves kube-controller-manager without a lock");
  });
});

describe.each([MINORS[0], MINORS.at(-1)!])('each flag of the locks of %s, alone', minor => {
  const shared = new SharedFlags(minor);
  it.each(shared.facts.filter(({ flag }) => OF_THE_LOCKS.test(flag) && flag !== 'leader-elect'))('--$flag', fact => {
    const { is, must } = shared.outcome(shared.migration([fact]), fact);
    expect(is).toEqual(must);
  });
});
