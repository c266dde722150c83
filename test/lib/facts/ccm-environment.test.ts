import { readEnvironmentInput } from '../../../scripts/facts/ccm-environment/table';
import { ENVIRONMENT_READERS } from '../../../scripts/facts/ccm-environment/variables';
import { REGION_VARIABLES, STS_ENDPOINT_VARIABLES, variableReader, variablesRead } from '../../../src/lib/facts/ccm-environment';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';

describe('the environment of the AWS cloud-controller-manager', () => {
  it.each<[string, string, string | undefined]>([
    ['v1.31.8', 'AWS_STS_REGIONAL_ENDPOINTS', 'github.com/aws/aws-sdk-go@v1.55.5 aws/session/env_config.go'],
    ['v1.31.9', 'AWS_STS_REGIONAL_ENDPOINTS', undefined],
    ['v1.31.1', 'AWS_ENDPOINT_URL_STS', undefined],
    ['v1.31.2', 'AWS_ENDPOINT_URL_STS', 'github.com/aws/aws-sdk-go-v2/config@v1.28.0 env_config.go'],
    ['v1.29.0', 'KUBE_FEATURE_WatchListClient', undefined],
    ['v1.30.0', 'KUBE_FEATURE_WatchListClient', 'k8s.io/client-go@v0.30.0 features/envvar.go'],
    ['v1.37.1', 'AWS_ECR_ROLE_ARN', undefined],
    ['v1.28.11', 'ENABLE_ALPHA_V2', 'k8s.io/cloud-provider-aws@v1.20.0 cmd/aws-cloud-controller-manager/main.go'],
    ['v1.29.0', 'ENABLE_ALPHA_V2', undefined],
  ])('%s reads %s: %s', (tag, name, reader) => expect(variableReader(tag, name)).toBe(reader));

  it('is known of every release, as what its go.mod names reads', () => {
    const { modules, tags } = readEnvironmentInput();
    for (const { tag } of awsCcmReleases()) {
      expect(Object.keys(tags[tag]).every(module => ENVIRONMENT_READERS.some(reader => reader.module === module))).toBe(true);
      const read = new Set(Object.entries(tags[tag]).flatMap(([module, version]) => Object.keys(modules[module][version])));
      expect(variablesRead(tag)).toEqual([...read].sort());
    }
  });

  it('has the region in each, and the address of STS where the AWS SDK v2 is', () => {
    for (const { tag } of awsCcmReleases()) {
      expect(REGION_VARIABLES.map(name => variableReader(tag, name))).not.toContain(undefined);
      const isV2 = 'github.com/aws/aws-sdk-go-v2/config' in readEnvironmentInput().tags[tag];
      for (const name of STS_ENDPOINT_VARIABLES) expect([tag, variableReader(tag, name) !== undefined]).toEqual([tag, isV2]);
    }
  });
});
