import { CloudControllerMigrationProps } from '../../../src/constructs/cloud-controller-migration';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { NodeInput } from '../../../src/lib/migration/node';
import { kubeadmNodes } from '../../nodes';

const PATH = '/etc/kubernetes/cloud.conf';

function migration(cloudConfig: string, options: Partial<CloudControllerMigrationProps> = {}): Migration {
  const nodes = kubeadmNodes().map((node): NodeInput => (PATH in node.files ? { ...node, files: { ...node.files, [PATH]: cloudConfig } } : node));
  return new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes, ...options });
}

describe('the cluster id in the cloud config that nodes have today', () => {
  it.each(['[Global]\nKubernetesClusterID=prod-eu\n', '[global]\nkubernetesclustertag = "prod-eu"\n', '[Global]\nVPC=vpc-1\n'])('may be the same or missing: %j', (text) => {
    expect(() => migration(text)).not.toThrow();
  });

  it.each([
    ['[Global]\nVPC=vpc-1\nKubernetesClusterID=prod-us\n', 3, 'KubernetesClusterID'],
    ['[GLOBAL]\nkubernetesclustertag=prod-us\n', 2, 'kubernetesclustertag'],
  ])('fails when it is another: %j', (text, line, key) => {
    expect(() => migration(text)).toThrow(new Error(
      `ip-10-0-1-10.eu-central-1.compute.internal:${PATH}:${line}: ${key} is 'prod-us', but clusterId is 'prod-eu'; a cluster has one id: set clusterId to 'prod-us'`));
  });
});
