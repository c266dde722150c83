import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTagRange } from '../../../src/lib/facts/aws-ccm-tags';
import { generatedAwsCcm } from '../../../src/lib/facts/generated';
import { describeGo, goModule } from '../../go-module';

describeGo('the code of the plugin', () => {
  it.each(['v1.27.0', 'v1.28.1', 'v1.33.4', 'v1.34.3', 'v1.36.1', 'v1.37.0'])('%s takes the hosts of our table', tag => {
    const source = readFileSync(join(goModule(`k8s.io/cloud-provider-aws@${tag}`), 'cmd/ecr-credential-provider/main.go'), 'utf8');
    const [, pattern] = /ecr(?:PrivateHost)?Pattern = regexp\.MustCompile\(`([^`]+)`\)/.exec(source)!;
    const hosts = [...source.matchAll(/^(?:const|var) ecrPublic\w+ .*$/gm)].flatMap(
      ([line]) => [...line.matchAll(/"([^"]*\.[^"]*)"/g)].map(([, host]) => host),
    );
    const ours = generatedAwsCcm().ecr.find(row => inTagRange(tag, row))!;
    expect([ours.pattern, ours.publicHosts]).toEqual([pattern, hosts]);
  }, 300_000);
});
