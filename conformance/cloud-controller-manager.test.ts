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
  const own = BINARIES[`${component} ${version}`];

  const upstreams: GoBinary = { ...own, name: `upstream-${own.name}`, package: `k8s.io/cloud-provider-aws/cmd/${component}` };

  // No argument here leads to an API server, so each program ends by itself.
  describeReader('answers', [own, upstreams], (reader, upstream) => {
    it.each([
      ['its flags and controllers', ['--help']],
      ['without a cloud', []],
      ['a controller that it has not', ['--cloud-provider=aws', '--controllers=route,no-such']],
      ['the controller of its own', ['--cloud-provider=aws', '--controllers=tagging']],
      ['a flag with an underscore', ['--cloud_provider=aws']],
      ['a flag of tagging', ['--cloud-provider=aws', '--tagging-controller-rate-limit=x']],
      ['a log format', ['--cloud-provider=aws', '--logging-format=json']],
    ])('%s', (_, args) => {
      // Not the exit code, which upstream's main has another of.
      const [ours, theirs] = [reader, upstream].map(program => program.answer({ args }, compared)).map(({ stdout, stderr }) => ({ stdout, stderr }));
      expect(theirs.stderr || theirs.stdout).not.toBe('');
      expect(ours).toEqual(theirs);
    });
  });
});
