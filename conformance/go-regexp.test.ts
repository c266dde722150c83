import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describeGo } from './go';
import { generatedAwsCcm } from '../src/lib/facts/generated';
import { goRegexp } from '../src/lib/kubernetes/go-regexp';

const SEED = Number(process.env.FUZZ_SEED ?? 20261122);

type Verdict = boolean | null;

/** What ours makes of an expression; null where it is refused. */
function ours(expression: string, text: string): Verdict {
  try {
    return goRegexp(expression).matches(text);
  } catch {
    return null;
  }
}

describeGo('regular expressions of Go', { name: 'go-regexp', dir: 'conformance/go-regexp' }, program => {
  function go(pairs: readonly (readonly [string, string])[]): readonly Verdict[] {
    const { stdout, stderr } = spawnSync(program(), { input: JSON.stringify(pairs), encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as readonly Verdict[];
  }

  function expectSame(pairs: readonly (readonly [string, string])[]): void {
    const found = pairs.map(([expression, text]) => ours(expression, text));
    expect(pairs.map((pair, index) => [...pair, found[index]])).toEqual(go(pairs).map((verdict, index) => [...pairs[index], verdict]));
  }

  it('hosts of every release of ecr-credential-provider', () => {
    const hosts = [
      'ecr.eu-central-1.amazonaws.com', 'ecr-fips.us-gov-west-1.amazonaws.com', 'ecr.cn-north-1.amazonaws.com.cn', 'ecr.eu.cloud.adc-e.uk',
      'ecr.us.csp.hci.ic.gov', 'ecr.eusc-de-east-1.amazonaws.eu', 'ecr.x.example.org', 'dkr-ecr.eu-central-1.on.aws', 'dkr-ecr-fips.us-east-1.on.aws',
    ].flatMap(host => [`123456789012.dkr.${host}`, `123456789012.${host}`, `x123456789012.dkr.${host}`]);
    expectSame(generatedAwsCcm().ecr.flatMap(({ pattern }) => hosts.map(host => [pattern, host] as const)));
  });

  it(`names as expressions of kustomize, and what only one of the two languages takes (seed ${SEED}, 5000 pairs)`, () => {
    const piece = fc.constantFrom(
      'a', 'b', '.', '-', ':', '*', '+', '?', '(', ')', '[', ']', '|', '^', '$', '{2}', '\\', '\\d', '\\z', '\\Z', '\\pN', '(?i)',
      '(?=a)', '(?<n>a)', '(?P<n>a)', '\\1', '\n', 'é', 'A', '[[:alpha:]]', '\\Qa.b\\E',
    );
    const pairs = fc.sample(
      fc.tuple(fc.array(piece, { maxLength: 6 }), fc.array(fc.constantFrom('a', 'b', 'A', '.', '-', ':', '1', 'é', '\n'), { maxLength: 6 })),
      { numRuns: 5000, seed: SEED },
    ).map(([expression, text]) => [`^(?:${expression.join('')})$`, text.join('')] as const)
      // Go takes two groups of one name, the library does not: nothing that we read has any.
      .filter(([expression]) => expression.split('<n>').length < 3);
    const verdicts = pairs.map(([expression, text]) => ours(expression, text));
    for (const verdict of [true, false, null]) expect(verdicts.filter(found => found === verdict).length).toBeGreaterThan(20);
    expectSame(pairs);
  });
});
