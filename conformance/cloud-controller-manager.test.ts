import { createHash } from 'node:crypto';
import { BINARIES } from '../e2e/binaries';
import { GoBinary } from '../scripts/go-binary';
import { Answer } from '../test/committed-answers';
import { describeReader } from '../test/reader';

/** The first error, and the hash of the help, which has hundreds of lines. */
function compared({ status, stdout, stderr }: Answer): Answer {
  const help = stdout === '' ? '' : JSON.stringify({ help: createHash('sha256').update(stdout).digest('hex'), lines: stdout.split('\n').length });
  return { status, stdout: help, stderr: stderr.split('\n').find(line => line.startsWith('Error: ')) ?? '', files: {} };
}

// A main package cannot be imported, so the one that registers the controllers is ours: it must make the program that upstream makes of the same
// versions.
describe.each(['1.27.0', '1.28.1'] as const)('aws-cloud-controller-manager %s, built here and by upstream', version => {
  const component = 'aws-cloud-controller-manager';
  const ours = BINARIES[`${component} ${version}`];

  const upstreams: GoBinary = { ...ours, name: `upstream-${ours.name}`, package: `k8s.io/cloud-provider-aws/cmd/${component}` };

  // No argument here leads to an API server, so each program ends by itself.
  describeReader('answers', [ours, upstreams], (reader, upstream) => {
    it.each([
      ['its flags and controllers', ['--help']],
      ['without a cloud', []],
      ['a controller that it has not', ['--cloud-provider=aws', '--controllers=route,no-such']],
      ['the controller of its own', ['--cloud-provider=aws', '--controllers=tagging']],
      ['a flag with an underscore', ['--cloud_provider=aws']],
      ['a flag of tagging', ['--cloud-provider=aws', '--tagging-controller-rate-limit=x']],
      ['a log format', ['--cloud-provider=aws', '--logging-format=json']],
    ])('%s', (_, args) => {
      const expected = upstream.answer({ args }, compared);
      expect(expected.stderr || expected.stdout).not.toBe('');
      expect(reader.answer({ args }, compared)).toEqual(expected);
    });
  });
});
