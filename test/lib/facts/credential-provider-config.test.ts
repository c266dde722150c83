import { credentialProviderProblems } from '../../../src/lib/facts/credential-provider-config';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ccm, check, KCM_27, node } from '../rules/input';

const PROVIDER = {
  name: 'ecr-credential-provider',
  apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
  matchImages: ['*.dkr.ecr.*.amazonaws.com'],
  defaultCacheDuration: '12h',
};
const file = (more: object = {}, provider: object = {}) => ({
  apiVersion: 'kubelet.config.k8s.io/v1', kind: 'CredentialProviderConfig', providers: [{ ...PROVIDER, ...provider }], ...more,
});

describe('the file of credential providers', () => {
  it.each<[string, string | undefined, Parameters<typeof credentialProviderProblems>[0], readonly (boolean | undefined)[]]>([
    ['is as it has to be', '1.27.16', file(), []],
    ['is of a release that is not known', undefined, file(), []],
    ['is not filled in', '1.27.16', file({}, { name: '{{ name }}', matchImages: [] }), []],
    ['is of a version that its release does not have', '1.25.16', file({}, { apiVersion: 'credentialprovider.kubelet.k8s.io/v1beta1' }), [undefined]],
    ['is of no version', '1.27.16', file({ apiVersion: 'kubelet.config.k8s.io/v9' }), [undefined]],
    ['is another file', '1.27.16', file({ kind: 'KubeletConfiguration' }), [undefined]],
    ['has a field that nothing is known of', '1.27.16', file({}, { cache: '1h' }), [true]],
    ['has a value of another type', '1.27.16', file({}, { matchImages: 'x' }), [undefined]],
    ['speaks what its release does not', '1.25.16', file({ apiVersion: 'kubelet.config.k8s.io/v1beta1' }), [undefined]],
    ['has no time', '1.27.16', file({ providers: [{ ...PROVIDER, defaultCacheDuration: undefined }] }), [undefined]],
    ['has two of one name', '1.37.2', file({ providers: [PROVIDER, PROVIDER] }), [false]],
    ['is read with a gate only', '1.22.17', file({ apiVersion: 'kubelet.config.k8s.io/v1alpha1', providers: [] }), [true]],
  ])('%s', (_, release, given, expected) =>
    expect(credentialProviderProblems(given, KubernetesVersion._read(release)).map(({ isDoubtful }) => isDoubtful)).toEqual(expected));

  it.each<[string, string | undefined, string]>([
    ['not in the input', undefined, 'holds'], ['no YAML', '{', 'broken'], ['without providers', JSON.stringify(file({ providers: [] })), 'broken'],
    ['right', JSON.stringify(file()), 'holds'],
  ])('is %s', (_, text, expected) => expect(check({
    n: node({
      version: '1.27.16',
      kcm: KCM_27,
      kubelet: ['--cloud-provider=external', '--image-credential-provider-config=/etc/p.yaml', '--image-credential-provider-bin-dir=/opt/bin'],
      mounts: [],
      files: text === undefined ? {} : { 'etc/p.yaml': text },
    }),
    dist: ccm({}),
  }).liveness.verdict).toBe(expected));
});
