import { parseGates } from '../../../src/lib/kubernetes/feature-gates';

describe('--feature-gates', () => {
  it.each<[string, [string, boolean | undefined][]]>([
    ['', []],
    ['A=true,B=false', [['A', true], ['B', false]]],
    [' A = T ,B=0', [['A', true], ['B', false]]],
    ['A=true,,', [['A', true]]],
    ['A=tRUE,B=yes,C=,D', [['A', undefined], ['B', undefined], ['C', undefined], ['D', undefined]]],
    ['A=true=false', [['A', undefined]]],
    ['A=true, ', [['A', true], ['', undefined]]],
  ])('of %j are read as the component reads them', (value, expected) => {
    expect(parseGates(value).map(({ name, on }) => [name, on])).toEqual(expected);
  });

  it('keep their text', () => expect(parseGates('A=1, B = F').map(({ text }) => text)).toEqual(['A=1', ' B = F']));
});
