import { clusterValues, joinAddress } from '../../../../src/lib/installers/kubeadm/cluster-values';

const FILE = { file: 'kubeadm.yaml' };

describe('what a configuration of kubeadm says of the cluster', () => {
  it.each([
    ['kind: ClusterConfiguration\n', { certSans: [] }],
    ['kind: InitConfiguration\n---\nkind: ClusterConfiguration\ncontrolPlaneEndpoint: api.example:6443\nimageRepository: registry.example/k8s\n',
      { controlPlaneEndpoint: 'api.example:6443', imageRepository: 'registry.example/k8s', certSans: [] }],
    ['kind: ClusterConfiguration\napiServer: {certSANs: [other.example, 10.0.0.1]}\n', { certSans: ['other.example', '10.0.0.1'] }],
    ['kind: ClusterConfiguration\ncontrolPlaneEndpoint:\n', { certSans: [] }],
  ])('of %j', (text, expected) => {
    expect(clusterValues(text, FILE)).toEqual(expected);
  });

  it('fails by file and line where the text is none', () => {
    expect(() => clusterValues('a: [', FILE)).toThrow(/^kubeadm\.yaml:1:/);
  });

  it.each([
    ['kind: JoinConfiguration\ndiscovery: {bootstrapToken: {apiServerEndpoint: "api.example:443"}}\n', 'api.example:443'],
    ['kind: JoinConfiguration\ndiscovery: {file: {kubeConfigPath: /etc/kubernetes/discovery.conf}}\n', undefined],
    ['kind: ClusterConfiguration\ndiscovery: {bootstrapToken: {apiServerEndpoint: "api.example:443"}}\n', undefined],
  ])('nodes join by the address of %j', (text, expected) => {
    expect(joinAddress(text, FILE)).toBe(expected);
  });
});
