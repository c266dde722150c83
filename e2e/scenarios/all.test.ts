import { journeysOf } from './all';

const of = (turn?: string) => journeysOf({ quick: true, schedules: 1, kills: 1, turn }).map(({ scenarios: [{ name }] }) => name);

describe('a quick run', () => {
  it('has all that must fail', () => {
    expect(of()).toEqual([
      'rolling', 'strikes-1-to-2', 'migration-off', 'built-in-default-1.28', 'names-of-1.27-on-1.28', 'kcm-keeps-leader-migration',
    ]);
  });

  it('of a commit has one of these, and each of them is drawn by some', () => {
    const drawn = Array.from({ length: 8 }, (_, index) => of(`000000${index}ffff`));
    expect(drawn.map(names => names.length)).toEqual(drawn.map(() => 3));
    expect([...new Set(drawn.map(names => names[2]))].sort()).toEqual(of().slice(2).sort());
  });
});
