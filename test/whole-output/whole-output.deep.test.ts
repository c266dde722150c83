import { problemsIn } from './check';
import { FIXTURES } from './fixtures';
import { upstreamFixtures } from './upstream-fixtures';
import { sample } from '../sample';
import { describeUpstream } from '../upstream';

describe('verify of what this library writes ends with exit code 0, or says what is on the list', () => {
  it.each(sample(FIXTURES))('$name', fixture => expect(problemsIn(fixture)).toEqual([]));
});

describeUpstream('verify of what it writes of the inputs of other projects', () => {
  it.each(sample(upstreamFixtures()))('$name', fixture => expect(problemsIn(fixture)).toEqual([]));
});
