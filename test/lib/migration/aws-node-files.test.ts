import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { EcrCredentialProvider } from '../../../src/lib/ecr/ecr-credential-provider';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeFile, NodeInput, NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationModel } from '../../../src/lib/migration/migration-model';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';

const NAME = 'ip-10-0-1-101.eu-central-1.compute.internal';
const FLAGS = '/var/lib/kubelet/kubeadm-flags.env';
const worker = (name: string, flags = '--cloud-provider=aws'): NodeInput =>
  ({ name, role: NodeRole.WORKER, files: { [FLAGS]: `KUBELET_KUBEADM_ARGS="${flags}"\n` } });
const FIXTURE = join(__dirname, '..', '..', 'fixtures', 'kubeadm', 'v1.26.15', 'control-plane', 'ip-10-0-1-10.eu-central-1.compute.internal');

function controlPlaneNode(cloudConfig: boolean): NodeInput {
  const paths = [
    '/etc/kubernetes/manifests/kube-apiserver.yaml', '/etc/kubernetes/manifests/kube-controller-manager.yaml',
    '/etc/kubernetes/manifests/kube-scheduler.yaml', FLAGS, ...cloudConfig ? ['/etc/kubernetes/cloud.conf'] : [],
  ];
  return {
    name: 'ip-10-0-1-10.eu-central-1.compute.internal',
    role: NodeRole.CONTROL_PLANE,
    files: Object.fromEntries(paths.map(path => [path, readFileSync(join(FIXTURE, path), 'utf8')])),
  };
}

function filesOf(options: Partial<MigrationProps>, phase = MigrationPhase.MIXED): (side: NodeSide, path: string) => string | undefined {
  const files: NodeFile[] = migration(options).phase(phase).nodeFiles;
  return (side, path) => files.find(file => file.side === side && file.path === path)?.content;
}

function migration(options: Partial<MigrationProps>): MigrationModel {
  return new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: [worker(NAME)], ...options,
  })._model;
}

describe('node names', () => {
  it('are written where they were ignored so far, on the new side only', () => {
    const at = filesOf({ nodes: [worker(NAME, '--cloud-provider=aws --hostname-override=ignored')] });
    expect(at(NodeSide.N, FLAGS)).toContain('--hostname-override=ignored');
    expect(at(NodeSide.N_PLUS_1, FLAGS)).toBe(`KUBELET_KUBEADM_ARGS="--cloud-provider=external --hostname-override=${NAME}"\n`);
  });

  it('fail that the release does not map to an instance', () => {
    expect(() => migration({ nodes: [worker('i-0123456789abcdef0.eu-central-1.compute.internal')] })).toThrow('takes for the id as a whole');
  });
});

describe('credential provider', () => {
  it('comes with its flags on the new side only', () => {
    const at = filesOf({ ecrCredentialProvider: new EcrCredentialProvider({ release: 'v1.27.10' }) });
    expect(at(NodeSide.N, '/etc/kubernetes/credential-provider-config.yaml')).toBeUndefined();
    expect(at(NodeSide.N_PLUS_1, '/etc/kubernetes/credential-provider-config.yaml')).toContain('kubelet.config.k8s.io/v1\n');
    expect(at(NodeSide.N_PLUS_1, FLAGS)).toContain('--image-credential-provider-config=/etc/kubernetes/credential-provider-config.yaml');
  });
});

describe('cloud config', () => {
  const KCM_MANIFEST = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
  const nodes = [controlPlaneNode(true)];
  const shared = CloudConfig.inline('[Global]\nKubernetesClusterID=prod-eu\n');
  const split = CloudConfig.inline('[Global]\nKubernetesClusterID = prod-eu\nNodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\n');

  it('that both can read stays one file, at the path that is read today', () => {
    const at = filesOf({ nodes, cloudConfig: shared });
    for (const side of [NodeSide.N, NodeSide.N_PLUS_1]) {
      expect(at(side, '/etc/kubernetes/cloud.conf')).toBe('[Global]\nKubernetesClusterID=prod-eu\n');
    }
    expect(migration({ nodes, cloudConfig: shared }).phase(MigrationPhase.MIXED).situation.cloudConfigPath).toBe('/etc/kubernetes/cloud.conf');
  });

  it('that both cannot read is two files, each for its reader', () => {
    const at = filesOf({ nodes, cloudConfig: split });
    expect(at(NodeSide.N, '/etc/kubernetes/cloud.conf')).toBe('[Global]\nKubernetesClusterID = prod-eu\n');
    expect(at(NodeSide.N, '/etc/kubernetes/cloud.config')).toBeUndefined();
    expect(at(NodeSide.N_PLUS_1, '/etc/kubernetes/cloud.config')).toContain('NodeIPFamilies = ipv6\n');
    expect(at(NodeSide.N_PLUS_1, KCM_MANIFEST)).not.toContain('cloud-config');
    expect(migration({ nodes, cloudConfig: split }).phase(MigrationPhase.MIXED).situation.cloudConfigPath).toBe('/etc/kubernetes/cloud.config');
  });

  it('is mounted where there was none', () => {
    const bare = controlPlaneNode(true);
    const files = Object.fromEntries(Object.entries(bare.files).map(([path, text]) => [path, text
      .replace(/^ *- --cloud-config=.*\n/m, '')
      .replace(/^ *- mountPath: \/etc\/kubernetes\/cloud\.conf\n(?: {6}\w.*\n)*/m, '')
      .replace(/^ {2}- hostPath:\n {6}path: \/etc\/kubernetes\/cloud\.conf\n(?: {4,6}\w.*\n)*/m, '')]));
    expect(files[KCM_MANIFEST]).not.toContain('cloud.conf');
    const at = filesOf({ nodes: [{ ...bare, files }], cloudConfig: split }, MigrationPhase.N);
    expect(at(NodeSide.N, KCM_MANIFEST)).toContain('- --cloud-config=/etc/kubernetes/in-tree-cloud.config\n');
    expect(at(NodeSide.N, KCM_MANIFEST)).toContain('mountPath: /etc/kubernetes/in-tree-cloud.config\n');
  });

  it('fails with the line of a typo', () => {
    expect(() => migration({ nodes, cloudConfig: CloudConfig.inline('[Global]\nVPCC = a\n') })).toThrow(
      /line 2 \(kube-controller-manager 1\.26\.15\): key 'VPCC'.*did you mean 'VPC'/,
    );
  });
});
