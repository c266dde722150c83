import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { IpFamily } from '../../../src/lib/ccm/ip-family';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput, NodeRole, NodeSide } from '../../../src/lib/kubernetes/node';
import { MigrationModel } from '../../../src/lib/migration/migration-model';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { nodeIpEdits } from '../../../src/lib/migration/node-ip';
import { kubeadmNodes } from '../../nodes';

const DUAL = [IpFamily.IPV4, IpFamily.IPV6];
const DUAL_CIDR = '10.244.0.0/16,fd00:10:244::/56';
const KUBELET = '/var/lib/kubelet/kubeadm-flags.env';

/** Nodes of a dual-stack cluster whose network plugin makes the routes; their kubelets with more flags. */
function nodes(kubeletFlags = ''): NodeInput[] {
  return kubeadmNodes().map(node => ({
    ...node,
    files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [
      path,
      path === KUBELET ? text.replace('KUBELET_KUBEADM_ARGS="', `KUBELET_KUBEADM_ARGS="${kubeletFlags}`)
        : text.replace(/--cluster-cidr=\S+/, `--cluster-cidr=${DUAL_CIDR}`).replace(/--configure-cloud-routes=\S+/, '--configure-cloud-routes=false')
          .replace(/^( *)- --cloud-config=.*\n/m, ''),
    ])),
  }));
}

function model(props: Partial<MigrationProps> = {}, kubeletFlags = ''): MigrationModel {
  return new MigrationModel({
    clusterId: 'prod-eu',
    fromVersion: KubernetesVersion.of('1.26.15'),
    toVersion: KubernetesVersion.of('1.27.16'),
    nodes: nodes(kubeletFlags),
    network: { ipFamilies: DUAL, configureCloudRoutes: false },
    ...props,
  });
}

/** A file of the first node of N+1 of a role. */
function fileOf(made: MigrationModel, path: string, role = NodeRole.CONTROL_PLANE): string | undefined {
  const files = made.phase(MigrationPhase.N_PLUS_1).nodeFiles.filter(({ side }) => side === NodeSide.N_PLUS_1);
  return files.find(file => file.role === role && file.path === path)?.content;
}

describe('address families of nodes', () => {
  it('are written into the cloud config of the cloud-controller-manager alone, which is made where there is none', () => {
    const made = model();
    expect(made.cloudConfigs).toEqual([{
      path: '/etc/kubernetes/cloud.config',
      components: ['cloud-controller-manager'],
      content: '[Global]\nNodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\n',
    }]);
    expect(fileOf(made, '/etc/kubernetes/cloud.config')).toBe(made.cloudConfigs[0].content);
    expect(made.phase(MigrationPhase.MIXED).ccm!.args).toContain('--cloud-config=/etc/kubernetes/cloud.config');
    expect(made.kcm?.cloudConfig).toBeUndefined();
    expect(made.phase(MigrationPhase.MIXED).proof.every(({ verdict: { exclusivity, liveness } }) => exclusivity.holds && liveness.holds)).toBe(true);
  });

  it('go into a cloud config that is given, behind what its [Global] has, and out of the file of kube-controller-manager', () => {
    const made = model({
      cloudConfig: CloudConfig.inline('# ours\n[Global]\nZone = eu-central-1a\n\n[ServiceOverride "1"]\nService = s3\nRegion = '
      + 'eu-central-1\nURL = https://s3.example.com\nSigningRegion = eu-central-1\n'),
    });
    const of = (component: string) => made.cloudConfigs.find(({ components }) => components.includes(component))!.content;
    expect(of('cloud-controller-manager')).toContain('# ours\n[Global]\nZone = eu-central-1a\nNodeIPFamilies = ipv4\nNodeIPFamilies = ipv6\n\n[');
    expect(of('kube-controller-manager')).not.toContain('NodeIPFamilies');
  });

  it('need nothing where they are the default', () => {
    const made = model({ network: { ipFamilies: [IpFamily.IPV4] }, nodes: undefined });
    expect(made.cloudConfigs).toEqual([]);
  });

  it('of the steady state may have IPv6 first: kubelets without --node-ip are told', () => {
    const cloudConfig = CloudConfig.inline('[Global]\n');
    const made = model({ fromVersion: undefined, nodes: undefined, cloudConfig, network: { ipFamilies: [IpFamily.IPV6] } });
    expect(made.cloudConfigs[0].content).toBe('[Global]\nNodeIPFamilies = ipv6\n');
    expect(nodeIpEdits('n', [IpFamily.IPV6, IpFamily.IPV4], KubernetesVersion.of('1.30.14'), () => undefined))
      .toEqual({ set: [{ name: 'node-ip', value: '::' }] });
  });

  it('with an address of each family need the gate in 1.27 and 1.28, on both sides of it', () => {
    const upgradedNodes = nodes('--node-ip=10.0.0.1,fd00::1 ');
    const made = model({ upgradedNodes });
    expect(fileOf(made, KUBELET)).toContain('--feature-gates=CloudDualStackNodeIPs=true');
    expect(fileOf(made, KUBELET, NodeRole.WORKER)).toContain('--feature-gates=CloudDualStackNodeIPs=true');
    expect(made.phase(MigrationPhase.MIXED).ccm!.args.join(' ')).toMatch(/--feature-gates=\S*CloudDualStackNodeIPs=true/);
    expect(model().phase(MigrationPhase.MIXED).ccm!.args.join(' ')).not.toContain('CloudDualStackNodeIPs');
    const flags: Record<string, string> = { 'node-ip': '10.0.0.1,fd00::1' };
    const edits = (version: string, gates?: string) =>
      nodeIpEdits('n', DUAL, KubernetesVersion.of(version), name => ({ ...flags, 'feature-gates': gates })[name]);
    expect([edits('1.29.15'), edits('1.34.3')]).toEqual([{}, {}]);
    expect(edits('1.29.15', 'A=true,CloudDualStackNodeIPs=false'))
      .toEqual({ set: [{ name: 'feature-gates', value: 'A=true,CloudDualStackNodeIPs=true' }] });
    expect(() => edits('1.26.15')).toThrow('node \'n\': --node-ip=10.0.0.1,fd00::1 of its kubelet has two addresses, which 1.26.15 does not take');
  });

  it.each([
    ['0.0.0.0', DUAL],
    ['10.0.0.1', [IpFamily.IPV4]],
    ['fd00::1', [IpFamily.IPV6]],
    ['::', [IpFamily.IPV6, IpFamily.IPV4]],
    ['10.0.0.1', undefined],
    ['::', undefined],
    ['', undefined],
  ])('take --node-ip=%s for %j as it is', (nodeIp, families) => {
    expect(nodeIpEdits('n', families, KubernetesVersion.of('1.27.16'), name => (name === 'node-ip' ? nodeIp : undefined))).toEqual({});
  });

  it.each([
    ['10.0.0.1', DUAL, 'gives the node ipv4 addresses only, but ipFamilies is ipv4, ipv6; take the flag out, or pass --node-ip=0.0.0.0'],
    ['::', DUAL, 'gives the node ipv6 addresses only'],
    ['fd00::1', [IpFamily.IPV4], 'gives the node ipv6 addresses only, but ipFamilies is ipv4; take the flag out, or pass an address of ipv4'],
    ['fd00::1,10.0.0.1', DUAL, 'gives the node ipv6 and ipv4 addresses only'],
    ['eth0', DUAL, 'gives the node no address'],
    ['0.0.0.0,::', DUAL, '--node-ip=0.0.0.0,:: of its kubelet has 0.0.0.0 or :: in a pair, with which no kubelet starts'],
    ['10.0.0.1, ::', DUAL, 'in a pair, with which no kubelet starts'],
    ['10.0.0.1,fd00::1', undefined, 'has an address of each family, and the cloud-controller-manager initializes no node whose addresses its'],
  ])('refuse --node-ip=%s for %j', (nodeIp, families, message) => {
    expect(() => nodeIpEdits('n', families, KubernetesVersion.of('1.28.15'), name => (name === 'node-ip' ? nodeIp : undefined))).toThrow(message);
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['no family', { network: { ipFamilies: [] } }, 'network.ipFamilies is []; give one of ipv4, ipv6, or both, the primary one first'],
    ['one twice', { network: { ipFamilies: [IpFamily.IPV4, IpFamily.IPV4] } }, 'network.ipFamilies is ["ipv4","ipv4"]'],
    ['what is none', { network: { ipFamilies: ['IPv6' as IpFamily] } }, 'network.ipFamilies is ["IPv6"]'],
    ['cloud routes', { network: { ipFamilies: DUAL, configureCloudRoutes: true }, nodes: undefined },
      'cloud routes are on, and those of AWS carry IPv4 only'],
    ['a cluster CIDR of one family', { network: { ipFamilies: DUAL, clusterCidr: '10.0.0.0/16' }, nodes: undefined },
      'the cluster CIDR \'10.0.0.0/16\' is ipv4; give both the same families, in the same order'],
    ['the CIDRs of the manifests in another order', { network: { ipFamilies: [IpFamily.IPV6, IpFamily.IPV4] } }, `'${DUAL_CIDR}' is ipv4, ipv6`],
    ['IPv6 first with a provider inside of version N', { network: { ipFamilies: [IpFamily.IPV6] }, nodes: undefined },
      'the provider inside of 1.26.15 gives nodes IPv4 addresses only'],
    ['a cloud config whose text is not known', { cloudConfigPath: '/etc/aws.conf' }, 'the text of \'/etc/aws.conf\' is not known'],
    ['a cloud config that says others', { cloudConfig: CloudConfig.inline('[Global]\nNodeIPFamilies = ipv6\n') },
      'the cloud config has \'NodeIPFamilies\' \'ipv6\' (line 2), but ipFamilies is ipv4, ipv6; leave one of them out'],
    ['a cloud-controller-manager that does not know the key', {
      fromVersion: undefined, toVersion: KubernetesVersion.of('1.21.14'), nodes: undefined,
    }, 'NodeIPFamilies'],
    ['another cloud', {
      nodes: undefined, ccm: CustomCcm.of({ cloud: CloudProvider.GCE, image: 'r/ccm:v27.1.6', rules: [] }),
    }, 'network.ipFamilies is for nodes on AWS, but the cloud is'],
  ])('are refused with %s', (_, props, message) => {
    expect(() => model(props)).toThrow(message);
  });

  it('of a cluster without nodes need a cloud config that is written elsewhere', () => {
    const steady = { fromVersion: undefined, nodes: undefined };
    expect(model({ ...steady, cloudConfigPath: '/etc/aws.conf' }).phase(MigrationPhase.DISABLED).ccm!.args).toContain('--cloud-config=/etc/aws.conf');
    expect(() => model(steady)).toThrow('and there are no `nodes` to write one to; give `cloudConfigPath` of a file on the nodes that says so');
  });

  it('are refused where a kubelet leaves one out', () => {
    expect(() => model({}, '--node-ip=10.0.0.1 ').phase(MigrationPhase.N_PLUS_1).nodeFiles)
      .toThrow('--node-ip=10.0.0.1 of its kubelet gives the node ipv4 addresses only');
  });
});
