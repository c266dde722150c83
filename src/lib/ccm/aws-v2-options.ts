import { CcmOptions } from './ccm-options';
import { CcmVolume } from './volume';
import { CcmEnvVar, CcmWorkload } from './workload-options';
import { AwsV2Provider } from '../cloud-config/aws-v2';
import { IdentifiedObject } from '../kubernetes/manifest';

/** Name of the ConfigMap, the folder it is mounted at, and its one key. */
const CONFIG_MAP = 'aws-v2-cloud-config';
const FOLDER = '/etc/kubernetes/aws-v2';
const KEY = 'cloud-config.yaml';

/** The options that it looks at. */
interface AwsV2Options extends Partial<CcmOptions> {
  readonly alphaV2ClusterName?: string;
  readonly awsRoleArn?: string;
  readonly taggingTags?: object;
}

/** What the second AWS provider adds to a cloud-controller-manager. */
export interface AwsV2Additions {
  readonly env: readonly CcmEnvVar[];
  readonly volumes: readonly CcmVolume[];
  readonly flags: Readonly<Record<string, string>>;
}

/**
 * The opt-in to the second AWS provider, if it was made.
 *
 * @throws where it cannot work: see `AwsV2Provider`
 */
export function awsV2Provider(options: AwsV2Options, release: string, leaderMigration: boolean): AwsV2Provider | undefined {
  const { alphaV2ClusterName: clusterName } = options;
  return clusterName === undefined ? undefined : new AwsV2Provider({ release, clusterName, leaderMigration });
}

/** @throws for an option that this provider drops without a word */
export function awsV2Additions(provider: AwsV2Provider, options: AwsV2Options): AwsV2Additions {
  const refused = REFUSED.find(([prop]) => options[prop] !== undefined && options[prop] !== false);
  if (refused) throw new Error(`${refused[0]} is given with \`alphaV2ClusterName\`, but ${refused[1]}; leave one of them out`);
  if (options.workload === CcmWorkload.STATIC_POD) {
    throw new Error('workload \'static-pod\' is given with `alphaV2ClusterName`, whose configuration is a ConfigMap that a static pod cannot mount; use a DaemonSet');
  }
  const controllers = (options.flags?.controllers ?? '*').split(',');
  return {
    env: Object.entries(provider.environment).map(([name, value]) => ({ name, value })),
    volumes: [CcmVolume.configMap(CONFIG_MAP, CONFIG_MAP, { mountPath: FOLDER })],
    flags: {
      'cloud-config': `${FOLDER}/${KEY}`,
      'controllers': [...controllers, ...provider.controllersOff.map(key => `-${key}`).filter(off => !controllers.includes(off))].join(','),
    },
  };
}

/** The ConfigMap that its cloud config is in. */
export function awsV2ConfigMap({ cloudConfig }: AwsV2Provider, namespace: string): IdentifiedObject {
  return {
    id: 'AwsV2CloudConfig',
    manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: CONFIG_MAP, namespace }, data: { [KEY]: cloudConfig } },
  };
}

/** Source: k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v2/cloud.go:157 (credentials), 249 (Routes), pkg/controllers/tagging/tagging_controller.go:102. */
const REFUSED: readonly (readonly [keyof AwsV2Options, string])[] = [
  ['cloudConfigPath', 'that provider reads a YAML file of its own, which is written as a ConfigMap'],
  ['configureCloudRoutes', 'that provider has no routes'],
  ['taggingTags', 'the tagging controller does not start with that provider'],
  ['awsRoleArn', 'that provider does not read the token of a ServiceAccount and would use the instance role'],
];
