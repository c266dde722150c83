import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { kubeadmNodes, upgradedKubeadmNodes } from '../../nodes';

const PATH = '/etc/kubernetes/cloud.conf';

function migration(cloudConfig: string, options: Partial<MigrationProps> = {}): Migration {
  const nodes = kubeadmNodes().map((node): NodeInput => (PATH in node.files ? { ...node, files: { ...node.files, [PATH]: cloudConfig } } : node));
  return new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes, ...options,
  });
}

describe('the cluster id in the cloud config that nodes have today', () => {
  it.each([
    '[Global]\nKubernetesClusterID=prod-eu\n', '[global]\nkubernetesclustertag = "prod-eu"\n', '[Global]\nVPC=vpc-1\n',
    '[Global]\nKubernetesClusterTag=\n', // as its reader has it: none (k8s.io/cloud-provider-aws@v1.37.0 pkg/providers/v1/aws.go:624)
  ])('may be the same or missing: %j', (text) => {
    expect(() => migration(text)).not.toThrow();
  });

  it.each([
    ['[Global]\nVPC=vpc-1\nKubernetesClusterID=prod-us\n', 3, 'KubernetesClusterID'],
    ['[GLOBAL]\nkubernetesclustertag=prod-us\n', 2, 'kubernetesclustertag'],
  ])('fails when it is another: %j', (text, line, key) => {
    expect(() => migration(text)).toThrow(new Error(
      `ip-10-0-1-10.eu-central-1.compute.internal:${PATH}:${line}: ${key} is 'prod-us', but clusterId is 'prod-eu'; a cluster has one id: set `
        + 'clusterId to \'prod-us\''));
  });
});

describe('a cluster id that the file of kube-controller-manager alone says', () => {
  const today = '[Global]\nVPC=vpc-1\nKubernetesClusterID=prod-eu\n';
  const [first] = kubeadmNodes();
  const said = `${first.name}:${PATH}:3 does: KubernetesClusterID is 'prod-eu'`;
  const remedy = /'KubernetesClusterID = prod-eu' (?:into|in) its section \[Global\]/;
  const others = (text: string) => kubeadmNodes().map((node, index): NodeInput =>
    (PATH in node.files ? { ...node, files: { ...node.files, [PATH]: index === 1 ? text : today } } : node));

  it.each<[string, Partial<MigrationProps>]>([
    ['the same file', {}],
    ['a file that is written', { cloudConfig: CloudConfig.inline('[Global]\nKubernetesClusterTag = prod-eu\n') }],
    ['another file on each node', {
      cloudConfigPath: '/etc/ccm.conf',
      nodes: kubeadmNodes().map(node => ({ ...node, files: { ...node.files, ...PATH in node.files && { [PATH]: today, '/etc/ccm.conf': today } } })),
    }],
  ])('reaches the cloud-controller-manager by %s', (_, options) => expect(() => migration(today, options)).not.toThrow());

  it.each<[string, Partial<MigrationProps>, string]>([
    ['what is written', { cloudConfig: CloudConfig.inline('[Global]\nVPC=vpc-1\n') }, `cloudConfig (${PATH}) names no cluster, and ${said}`],
    ['the file of another node', { nodes: others('[Global]\nVPC=vpc-1\n') }, `${kubeadmNodes()[1].name}:${PATH} names no cluster, and ${said}`],
    ['a file that is not handed in', { cloudConfigPath: '/etc/ccm.conf' },
      `cloudConfigPath is '/etc/ccm.conf', which no node has among its files, and ${said.replace('does', 'names the cluster')}`],
  ])('fails when it would get lost: in %s', (_, options, message) => {
    const found = () => migration(today, options);
    expect(found).toThrow(message);
    expect(found).toThrow(remedy);
  });
});

describe('a cloud config that cannot be read', () => {
  it.each([['[Global\n', 1], ['[Global]\nZone = "a\n', 2]])('fails with its file and line: %j', (text, line) => {
    expect(() => migration(text)).toThrow(new RegExp(`^ip-10-0-1-10\\.eu-central-1\\.compute\\.internal:${PATH}: cloud config line ${line}: `));
  });
});

describe('the cluster id elsewhere', () => {
  const base = { clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes() };

  it('fails when a cloud config that is to be written names another', () => {
    expect(() => new Migration({ ...base, cloudConfig: CloudConfig.inline('[Global]\nKubernetesClusterID = prod-us\n') })).toThrow(
      /^cloudConfig \(\/etc\/kubernetes\/cloud\.conf\):\d+: KubernetesClusterID is 'prod-us', but clusterId is 'prod-eu'; a cluster has one id/);
  });

  it('fails when the cloud config of an upgraded node names another', () => {
    const [first] = kubeadmNodes();
    const upgradedNodes = [{ ...first, files: { ...upgradedKubeadmNodes()[0].files, [PATH]: '[Global]\nKubernetesClusterTag=prod-us\n' } }];
    expect(() => new Migration({ ...base, upgradedNodes })).toThrow("KubernetesClusterTag is 'prod-us', but clusterId is 'prod-eu'");
  });

  it('fails when tags of instances name another', () => {
    const tagged = (tag: string) => () => new Migration({ ...base, ccm: AwsCcm.of({ tagging: { tags: { [tag]: 'owned' } } }) });
    expect(tagged('kubernetes.io/cluster/prod-us')).toThrow(
      "tagging.tags has 'kubernetes.io/cluster/prod-us', but clusterId is 'prod-eu': with two cluster tags no component knows its cluster; leave "
        + 'the tag out');
    expect(tagged('kubernetes.io/cluster/prod-eu')).not.toThrow();
  });
});
