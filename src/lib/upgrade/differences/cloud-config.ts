import { sameName } from '../../cloud-config/gcfg-value';
import { globalKey } from '../../cloud-config/global-key';
import { AwsCcmRelease } from '../../facts/ccm-releases';
import { cloudConfigKeysOf } from '../../facts/cloud-config-keys';
import { CcmDifference, metIf } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/** What is otherwise with a cloud config, of one that is known as far as it has what that is about. */
export function configDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { cloudConfig }: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [before.tag, after.tag].map(cloudConfigKeysOf);
  const source = 'kubernetes/cloud-provider-aws pkg/providers/v1/config/config.go';
  return [
    ...has.filter(key => !had.includes(key)).map(key =>
      metIf(cloudConfig === undefined ? undefined : false, { topic: 'cloud-config', says: `key ${key} is new`, source })),
    ...had.filter(key => !has.includes(key)).map(key => metIf(cloudConfig && globalKey(cloudConfig, key) !== undefined, {
      topic: 'cloud-config', says: `key ${key} is gone`, todo: 'Leave it out.', source,
    })),
    ...before.awsSdk === after.awsSdk ? [] : [metIf(cloudConfig?.some(({ name }) => sameName('ServiceOverride', name)), {
      topic: 'cloud-config',
      says: `the AWS SDK is ${after.awsSdk}, and was ${before.awsSdk}: services of [ServiceOverride] have other names`,
      todo: 'List each override under both names; they may stand side by side.',
      source: 'kubernetes/cloud-provider-aws go.mod',
    })],
    ...before.unknownCloudConfigKeys === after.unknownCloudConfigKeys ? [] : [metIf(cloudConfig && cloudConfig.length > 0, {
      topic: 'cloud-config',
      says: after.unknownCloudConfigKeys === 'ignored' ? 'keys that it does not know are silently ignored; before, the process ended at them'
        : 'the process ends at keys that it does not know',
      todo: 'Check the cloud config with `ccm-migration verify`.',
      source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws.go, readAWSCloudConfig',
    })],
  ];
}
