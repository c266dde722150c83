import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput, NodeSide } from '../../../src/lib/kubernetes/node';
import { MigrationModel } from '../../../src/lib/migration/migration-model';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { providerIdEdits } from '../../../src/lib/migration/provider-id';
import { kubeadmNodes } from '../../nodes';

const KUBELET = '/var/lib/kubelet/kubeadm-flags.env';
const ID = 'aws:///eu-central-1a/i-0123456789abcdef0';
const withIds = (nodes: readonly NodeInput[]) => nodes.map((node, index) => ({ ...node, providerId: `${ID}${index}` }));

function model(props: Partial<MigrationProps>): MigrationModel {
  return new MigrationModel({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), providerIdFlag: true, ...props,
  });
}

/** Kubelet flags of a side, by node. */
function flags(made: MigrationModel, side: NodeSide): string[] {
  return made.phase(MigrationPhase.MIXED).nodeFiles.filter(file => file.side === side && file.path === KUBELET).map(({ content }) => content);
}

describe('--provider-id', () => {
  it('is written for every kubelet of N+1, with the ID of its Node object, also of nodes that were upgraded', () => {
    const nodes = withIds(kubeadmNodes());
    for (const made of [model({ nodes }), model({ nodes, upgradedNodes: kubeadmNodes() })]) {
      const written = flags(made, NodeSide.N_PLUS_1);
      expect(written).toHaveLength(nodes.length);
      const ids = written.map(text => /--provider-id=([^\s"]+)/.exec(text)?.[1]);
      expect(ids.sort()).toEqual(nodes.map(({ providerId }) => providerId).sort());
      expect(flags(made, NodeSide.N).join()).not.toContain('--provider-id');
    }
  });

  it('of two nodes is refused, and given twice for one is not', () => {
    const nodes = withIds(kubeadmNodes());
    expect(() => model({ nodes, upgradedNodes: nodes })).not.toThrow();
    const same = nodes.map(node => ({ ...node, providerId: ID }));
    expect(() => model({ nodes: same, providerIdFlag: undefined }))
      .toThrow(`nodes '${nodes[0].name}' and '${nodes[1].name}' have one provider ID, '${ID}', and an instance is one node; give each its own`);
  });

  it('is not written unless it is wanted', () => {
    expect(flags(model({ nodes: withIds(kubeadmNodes()), providerIdFlag: undefined }), NodeSide.N_PLUS_1).join()).not.toContain('--provider-id');
  });

  it.each<[string, Partial<NodeInput>, string | undefined, string]>([
    ['an ID that is not known', {}, undefined, 'the provider ID of node \'n\' is not known; give it as `providerId` of the node, or hand in'],
    ['one of another cloud', { providerId: 'gce://p/z/n' }, undefined, 'which the AWS cloud-controller-manager cannot read; accepted: '],
    ['another one that is passed', { providerId: ID }, `${ID}9`, 'but its kubelet passes --provider-id='],
  ])('is refused with %s', (_, node, passed, message) => {
    expect(() => providerIdEdits({ ...kubeadmNodes()[0], name: 'n', ...node }, () => passed)).toThrow(message);
  });

  it('stays where it is right, and is for AWS only', () => {
    expect(providerIdEdits({ ...kubeadmNodes()[0], providerId: ID }, () => ID)).toEqual({});
    const ccm = CustomCcm.of({ cloud: CloudProvider.GCE, image: 'r/ccm:v27.1.6', rules: [] });
    expect(() => model({ ccm })).toThrow('providerIdFlag is for nodes on AWS');
  });
});
