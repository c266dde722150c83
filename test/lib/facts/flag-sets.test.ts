import { flagSet } from '../../../src/lib/facts/flag-sets';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

describe('the flags of a component', () => {
  it.each<[string, Component, string, string | undefined, string | undefined, unknown]>([
    ['as its release has it', KCM, 'leader-elect', '1.26', undefined, { type: 'bool', bare: 'true' }],
    ['as its release has it, where another has another type', CCM, 'vmodule', '1.22', undefined, { type: 'moduleSpec', bare: undefined }],
    ['of the newest release that has it, without a release', KCM, 'vmodule', undefined, undefined, { type: 'pattern=N,...', bare: undefined }],
    ['of the newest release that has it, of a release that was not read', KCM, 'leader-elect', '1.99', undefined, { type: 'bool', bare: 'true' }],
    ['of the tagging controller of the AWS tag', CCM, 'tagging-controller-enable-batching', '1.36', 'v1.36.1', { type: 'bool', bare: 'true' }],
    ['of the tagging controller, where the tag is not known', CCM, 'tags', undefined, undefined, { type: 'stringToString', bare: undefined }],
    ['of node IPAM, which a provider may register', CCM, 'node-cidr-mask-size', '1.30', undefined, { type: 'int32', bare: undefined }],
    ['which the release does not have', KCM, 'nonsense', '1.26', undefined, undefined],
    ['which the AWS tag does not have', CCM, 'tagging-controller-enable-batching', '1.27', 'v1.27.10', undefined],
    ['that is not known, without a release', KCM, 'nonsense', undefined, undefined, 'unknown'],
    ['of another component', 'kubelet', 'node-ip', '1.26', undefined, { type: 'string', bare: undefined }],
  ])('flag %s', (_, component, name, minor, tag, expected) => {
    expect(flagSet(component, minor === undefined ? undefined : KubernetesVersion.of(minor), tag).flag(name)).toEqual(expected);
  });

  it('of the AWS cloud-controller-manager have no underscores', () => {
    const set = flagSet(CCM, KubernetesVersion.of('1.36'), 'v1.36.1');
    expect([set.underscores, set.flag('leader_elect'), set.flag('leader-elect')]).toEqual(['as-written', undefined, { type: 'bool', bare: 'true' }]);
    expect([flagSet(KCM).underscores, flagSet(CCM).underscores]).toEqual(['as-dashes', 'unknown']);
  });
});
