import { sameName } from './gcfg-value';
import { awsCcmRelease } from '../facts/ccm-releases';
import { cloudConfigKeyFacts, inTreeAwsMinors } from '../facts/cloud-config-keys';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Who reads an AWS cloud config: the provider inside kube-controller-manager, or one release of the AWS cloud-controller-manager. They know different
 * keys, and differ in what they do with a key that they do not know.
 *
 * @example
 * const from = CloudConfigReader.inTree(KubernetesVersion.of('1.26.15'));
 * const to = CloudConfigReader.cloudControllerManager('v1.27.10');
 */
export class CloudConfigReader {
  /**
   * The provider inside kube-controller-manager and kubelet.
   *
   * @param version version of the component, 1.20 to 1.26
   * @throws if that version has no AWS provider, or its struct was not read
   */
  public static inTree(version: KubernetesVersion): CloudConfigReader {
    const { first, last } = inTreeAwsMinors();
    if (version.minor < first || version.minor > last) {
      throw new Error(`kube-controller-manager ${version} is not a known reader of an AWS cloud config; known: 1.${first} to 1.${last}`
        + (version.minor > last ? `; from 1.${last + 1} on it has no AWS provider, so drop --cloud-config` : ''));
    }
    return new CloudConfigReader(KCM, `${KCM} ${version}`, false, 'v1', cloudConfigKeyFacts().filter(({ inTree }) => inTree).map(({ key }) => key));
  }

  /**
   * A release of kubernetes/cloud-provider-aws.
   *
   * @param release its tag, for example `v1.27.10`
   * @throws if there is no such release
   */
  public static cloudControllerManager(release: string): CloudConfigReader {
    const { tag, unknownCloudConfigKeys, awsSdk, cloudConfigKeys } = awsCcmRelease(release);
    return new CloudConfigReader(CCM, `${CCM} ${tag}`, unknownCloudConfigKeys === 'ignored', awsSdk, cloudConfigKeys);
  }

  /** `kube-controller-manager` or `cloud-controller-manager`. */
  public readonly component: string;
  /** Component and version, for messages. */
  public readonly displayName: string;
  /** Whether data for an unknown section or key is silently ignored; the others exit. */
  public readonly ignoresUnknownKeys: boolean;
  /** Generation of the AWS SDK for Go, `v1` or `v2`: it decides the names that a ServiceOverride must use. */
  public readonly awsSdk: string;
  private readonly keys: readonly string[];

  private constructor(component: string, displayName: string, ignoresUnknownKeys: boolean, awsSdk: string, keys: readonly string[]) {
    this.component = component;
    this.displayName = displayName;
    this.ignoresUnknownKeys = ignoresUnknownKeys;
    this.awsSdk = awsSdk;
    this.keys = keys;
  }

  /** Keys of section [Global] that this reader knows. */
  public get globalKeys(): string[] {
    return [...this.keys];
  }

  /** Whether a key of section [Global] is known to this reader; case does not matter. */
  public knows(key: string): boolean {
    return this.keys.some(known => sameName(known, key));
  }
}
