import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../src/lib/leader-migration';
import { configuration } from '../rules/input';

const V1ALPHA1 = 'apiVersion: controllermanager.config.k8s.io/v1alpha1\nleaderName: x\nresourceLock: leases';

describe('the first problem of a migration configuration', () => {
  it.each<[string, string, string | undefined, object | undefined]>([
    ['none', configuration(['route']), '1.26', undefined],
    ['none of a release without Leader Migration', configuration(['route', 'route']), '1.20', undefined],
    ['none of a release that no table has', configuration(['route', 'route']), '1.10', undefined],
    ['none without a version', configuration(['route']), undefined, undefined],
    ['none, where no release is given that would not know the wildcard', configuration(['route'], '"*"', V1ALPHA1), undefined, undefined],
    ['a release that does not know the wildcard', configuration(['route'], '"*"', V1ALPHA1), '1.21', {
      concern: 'component-name',
      line: 7,
      message: 'line 7, column 14: component \'*\' matches no component on Kubernetes 1.21, so controller \'route\' would run nowhere; '
        + 'name kube-controller-manager or cloud-controller-manager',
    }],
  ])('%s', (_, text, version, expected) => {
    expect(new ConfigurationFile(text).mistake(version === undefined ? undefined : KubernetesVersion.of(version))).toEqual(expected);
  });
});
