import type { k8s } from 'cdk8s-plus-27';
import type { AwsCredentials } from './aws-credentials';
import type { AwsTaggingOptions } from './aws-tagging';
import type { CcmCluster } from './ccm';
import type { CcmRunOptions } from './run-options';
import { configMapVolume, MountedVolume } from './volume';
import { AwsV2Provider } from '../cloud-config/aws-v2';
import { IdentifiedObject } from '../kubernetes/manifest';

/** Name of the ConfigMap, the folder it is mounted at, and its one key. */
const CONFIG_MAP = 'aws-v2-cloud-config';
const FOLDER = '/etc/kubernetes/aws-v2';
const KEY = 'cloud-config.yaml';

/** What the second AWS provider adds to a cloud-controller-manager. */
export interface AwsV2Additions {
  readonly env: readonly k8s.EnvVar[];
  readonly volumes: readonly MountedVolume[];
  readonly flags: Readonly<Record<string, string>>;
}

/** What the provider takes otherwise than the first one, or drops. */
export interface AwsV2Options {
  readonly tagging?: AwsTaggingOptions;
  readonly credentials?: AwsCredentials;
  readonly run?: CcmRunOptions;
}

/**
 * Source: k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v2/cloud.go:157 (credentials), pkg/controllers/tagging/tagging_controller.go:102.
 *
 * @throws for an option that this provider silently drops
 */
export function awsV2Additions(provider: AwsV2Provider, props: AwsV2Options): AwsV2Additions {
  refuse('tagging', props.tagging !== undefined, 'the tagging controller does not start with that provider');
  refuse('credentials', props.credentials?._kind === 'web-identity',
    'that provider does not read the token of a ServiceAccount and would use the instance role');
  if (props.run?.workload?._isStaticPod) {
    throw new Error('workload \'static-pod\' is given with `alphaV2ClusterName`, whose configuration is a ConfigMap that a static pod cannot mount; '
      + 'use a DaemonSet');
  }
  const controllers = (props.run?.flags?.controllers ?? '*').split(',');
  return {
    env: Object.entries(provider.environment).map(([name, value]) => ({ name, value })),
    volumes: [configMapVolume(CONFIG_MAP, CONFIG_MAP, FOLDER)],
    flags: {
      'cloud-config': `${FOLDER}/${KEY}`,
      'controllers': [...controllers, ...provider.controllersOff.map(key => `-${key}`).filter(off => !controllers.includes(off))].join(','),
    },
  };
}

/**
 * The provider finds instances by its cluster's tag, and a name that is not in it would have every node deleted; other settings it drops without a
 * word.
 *
 * Source: k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v2/cloud.go:249 (Routes)
 * @throws where what the cluster is, or has, does not fit this provider
 */
export function checkAwsV2Cluster(name: string, { clusterId, cloudConfigPath, configureCloudRoutes }: CcmCluster): void {
  if (clusterId !== undefined && name !== clusterId) {
    throw new Error(`alphaV2ClusterName is '${name}' and clusterId '${clusterId}': the provider finds instances by the tag `
      + 'kubernetes.io/cluster/<alphaV2ClusterName>=owned, and nodes of others are deleted; give the same');
  }
  refuse('a cloud config', cloudConfigPath !== undefined, 'that provider reads a YAML file of its own, which is written as a ConfigMap');
  refuse('configureCloudRoutes', configureCloudRoutes === true, 'that provider has no routes');
}

/** The ConfigMap that its cloud config is in; the namespace is that of the workload. */
export function awsV2ConfigMap({ cloudConfig }: AwsV2Provider): IdentifiedObject {
  return { id: 'AwsV2CloudConfig', manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: CONFIG_MAP }, data: { [KEY]: cloudConfig } } };
}

function refuse(prop: string, isGiven: boolean, reason: string): void {
  if (isGiven) throw new Error(`${prop} is given with \`alphaV2ClusterName\`, but ${reason}; leave one of them out`);
}
