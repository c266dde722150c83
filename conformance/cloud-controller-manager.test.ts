import { spawnSync } from 'node:child_process';
import { BUILD_TIMEOUT, describeGo } from './go';
import { BINARIES } from '../e2e/binaries';
import { goBinary } from '../scripts/go-binary';

interface Answer {
  readonly help: string;
  readonly error?: string;
}

/** What a program prints as its help and as its first error; it ends by itself, because no argument here leads to an API server. */
function answer(program: string, args: readonly string[]): Answer {
  const { stdout, stderr, signal } = spawnSync(program, args, { encoding: 'utf8', env: { AWS_EC2_METADATA_DISABLED: 'true' }, timeout: 60_000 });
  if (signal) throw new Error(`${program} ${args.join(' ')} did not end`);
  return { help: stdout, error: stderr.split('\n').find(line => line.startsWith('Error: ')) };
}

// A main package cannot be imported, so the one that registers the controllers is ours: it must make the program that upstream makes of the same
// versions.
describe.each(['1.27.0', '1.28.1'] as const)('aws-cloud-controller-manager %s, built here and by upstream', version => {
  const component = 'aws-cloud-controller-manager';
  const ours = BINARIES[`${component} ${version}`];

  describeGo('answers', ours, program => {
    let upstream = '';
    beforeAll(() => {
      upstream = goBinary({
        ...ours, name: `upstream-${ours.name}`, package: `k8s.io/cloud-provider-aws/cmd/${component}`,
      });
    }, BUILD_TIMEOUT);

    it.each([
      ['its flags and controllers', ['--help']],
      ['without a cloud', []],
      ['a controller that it has not', ['--cloud-provider=aws', '--controllers=route,no-such']],
      ['the controller of its own', ['--cloud-provider=aws', '--controllers=tagging']],
      ['a flag with an underscore', ['--cloud_provider=aws']],
      ['a flag of tagging', ['--cloud-provider=aws', '--tagging-controller-rate-limit=x']],
      ['a log format', ['--cloud-provider=aws', '--logging-format=json']],
    ])('%s', (_, args) => {
      const expected = answer(upstream, args);
      expect(expected.error ?? expected.help).not.toBe('');
      expect(answer(program(), args)).toEqual(expected);
    });
  });
});
