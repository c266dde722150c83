import { answerOf, isOf, problemsIn, problemsOf, UNKNOWN_ROWS } from './check';
import { examplePhases } from './examples';
import { FIXTURES } from './fixtures';
import { sample } from '../sample';

/** What was silent once: each is checked with every change. */
const NAMED = ['units', 'a kubelet configuration of nodes with units', 'Cluster API, flags of the kubelet by a command'];
/** Of the others two; the deep tests have all of them. */
const DRAWN = sample(FIXTURES.filter(({ name }) => !NAMED.includes(name)), process.env.DEEP_SEED ?? 'whole output').slice(0, 2);

describe('verify of what this library writes ends with exit code 0, or says what is on the list', () => {
  it.each([...FIXTURES.filter(({ name }) => NAMED.includes(name)), ...DRAWN])('$name', fixture => expect(problemsIn(fixture)).toEqual([]));

  it('every example, as it is committed', () => {
    const phases = examplePhases();
    expect(phases.flatMap(({ example, phase, directories, said }) => problemsOf(example, phase, answerOf(directories), said))).toEqual([]);
    expect(new Set(phases.map(({ example }) => example)).size).toBeGreaterThan(6);
  });

  it('and the list has nothing that is not there', () => {
    const names = [...FIXTURES.map(({ name }) => name), ...examplePhases().map(({ example }) => example)];
    const isUpstream = ({ fixture }: { readonly fixture: string }) => fixture.startsWith('kops ');
    expect(UNKNOWN_ROWS.filter(row => !isUpstream(row) && !names.some(name => isOf(name, row)))).toEqual([]);
    expect(UNKNOWN_ROWS.filter(({ reason, what }) => reason === '' || what.length === 0)).toEqual([]);
    expect(NAMED.filter(name => !names.includes(name))).toEqual([]);
  });
});
