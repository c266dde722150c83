import * as fc from 'fast-check';
import { generatedAwsCcm } from '../src/lib/facts/generated';
import { goRegexp } from '../src/lib/kubernetes/go-regexp';
import { describeReader, Sample } from '../test/reader';

type Verdict = boolean | null;

/** What ours makes of an expression; null where it is refused. */
function ours(expression: string, text: string): Verdict {
  try {
    return goRegexp(expression).matches(text);
  } catch {
    return null;
  }
}

describeReader('regular expressions of Go', { name: 'go-regexp', dir: 'conformance/go-regexp' }, reader => {
  function expectSame(pairs: readonly (readonly [string, string])[], asked: Sample['reader'] = reader): void {
    const found = pairs.map(([expression, text]) => ours(expression, text));
    const theirs = asked.json<readonly Verdict[]>({ stdin: JSON.stringify(pairs), inputs: pairs });
    expect(pairs.map((pair, index) => [...pair, found[index]])).toEqual(theirs.map((verdict, index) => [...pairs[index], verdict]));
  }

  it('hosts of every release of ecr-credential-provider', () => {
    const hosts = [
      'ecr.eu-central-1.amazonaws.com', 'ecr-fips.us-gov-west-1.amazonaws.com', 'ecr.cn-north-1.amazonaws.com.cn', 'ecr.eu.cloud.adc-e.uk',
      'ecr.us.csp.hci.ic.gov', 'ecr.eusc-de-east-1.amazonaws.eu', 'ecr.x.example.org', 'dkr-ecr.eu-central-1.on.aws', 'dkr-ecr-fips.us-east-1.on.aws',
    ].flatMap(host => [`123456789012.dkr.${host}`, `123456789012.${host}`, `x123456789012.dkr.${host}`]);
    const patterns = [...new Set(generatedAwsCcm().ecr.map(({ pattern }) => pattern))];
    expectSame(patterns.flatMap(pattern => hosts.map(host => [pattern, host] as const)));
  });

  const samples = reader.samples({ seed: 20261122, committed: 1000, asked: 5000 });
  it.each(samples)('names as expressions of kustomize, and what only one of the two languages takes ($count pairs, seed $seed)', sample => {
    const piece = fc.constantFrom(
      'a', 'b', '.', '-', ':', '*', '+', '?', '(', ')', '[', ']', '|', '^', '$', '{2}', '\\', '\\d', '\\z', '\\Z', '\\pN', '(?i)',
      '(?=a)', '(?<n>a)', '(?P<n>a)', '\\1', '\n', 'é', 'A', '[[:alpha:]]', '\\Qa.b\\E',
    );
    const pairs = fc.sample(
      fc.tuple(fc.array(piece, { maxLength: 6 }), fc.array(fc.constantFrom('a', 'b', 'A', '.', '-', ':', '1', 'é', '\n'), { maxLength: 6 })),
      { numRuns: sample.count, seed: sample.seed },
    ).map(([expression, text]) => [`^(?:${expression.join('')})$`, text.join('')] as const)
      // Go takes two groups of one name, the library does not: nothing that we read has any.
      .filter(([expression]) => expression.split('<n>').length < 3);
    const verdicts = pairs.map(([expression, text]) => ours(expression, text));
    for (const verdict of [true, false, null]) expect(verdicts.filter(found => found === verdict).length).toBeGreaterThan(20);
    expectSame(pairs, sample.reader);
  });
});
