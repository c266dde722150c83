import { inTagRange } from './aws-ccm-tags';
import { generatedAwsCcm } from './generated';

/** Which module reads an environment variable in a release of the AWS cloud-controller-manager, with its file; undefined: none reads it. */
export function variableReader(tag: string, name: string): string | undefined {
  const isNamed = (variable: string) => variable.endsWith('*') ? name.startsWith(variable.slice(0, -1)) : variable === name;
  return generatedAwsCcm().environment.find(row => isNamed(row.variable) && inTagRange(tag, row))?.source;
}

/** Environment variables that a release of the AWS cloud-controller-manager reads; a family of names ends with `*`. */
export function variablesRead(tag: string): readonly string[] {
  return generatedAwsCcm().environment.filter(row => inTagRange(tag, row)).map(({ variable }) => variable);
}

/** Where the AWS SDK takes the region from that a configuration does not say: aws-sdk-go-v2/config@v1.29.14 env_config.go, regionEnvKeys. */
export const REGION_VARIABLES = ['AWS_REGION', 'AWS_DEFAULT_REGION'];
/** By either of them a client of STS needs no region: aws-sdk-go-v2/config@v1.29.14 env_config.go, and the same when run. */
export const STS_ENDPOINT_VARIABLES = ['AWS_ENDPOINT_URL_STS', 'AWS_ENDPOINT_URL'];
export const WEB_IDENTITY_VARIABLE = 'AWS_WEB_IDENTITY_TOKEN_FILE';
/** A file that may say the region too. */
export const CONFIG_FILE_VARIABLE = 'AWS_CONFIG_FILE';
