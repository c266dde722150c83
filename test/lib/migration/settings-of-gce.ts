import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { FlagFact } from '../../../src/lib/facts/generated';
import { lastInTreeMinor } from '../../../src/lib/facts/in-tree-clouds';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { addFlag, atRelease, CONTROLLER_MANAGER, kubeadmNodes, withEditEverywhere } from '../../nodes';

export const MOVED = ['service', 'route', 'cloud-node-lifecycle'] as const;
export const PATCHES: Readonly<Record<string, string>> = {
  '1.20': '1.20.15',
  '1.21': '1.21.14',
  '1.22': '1.22.17',
  '1.23': '1.23.17',
  '1.24': '1.24.17',
  '1.25': '1.25.16',
  '1.26': '1.26.15',
  '1.27': '1.27.16',
  '1.28': '1.28.15',
  '1.29': '1.29.15',
  '1.30': '1.30.14',
  '1.31': '1.31.14',
};
export const gce = CustomCcm.of({
  cloud: CloudProvider.GCE, image: 'registry.example/gce-ccm:v1', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
});
export const GCE_MINORS = Object.keys(PATCHES).filter(
  minor => KubernetesVersion.of(minor).minor <= KubernetesVersion.of(lastInTreeMinor('gce')!).minor && minor !== '1.20',
);

export function migration(nodes: NodeInput[], props: Partial<MigrationProps> = {}): Migration {
  return new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes, ...props });
}

/** Nodes of GCE at a release, with more flags of kube-controller-manager. */
export function gceNodes(minor: string, flags: readonly string[]): NodeInput[] {
  const needed = ['1.29', '1.30'].includes(minor) ? ['--feature-gates=DisableCloudProviders=false'] : [];
  const isThere = (all: NodeInput[], flag: string) => all[0].files[CONTROLLER_MANAGER].includes(`- ${flag}\n`);
  const nodes = [...flags, ...needed].reduce((all, flag) => isThere(all, flag) ? all : withEditEverywhere(all, CONTROLLER_MANAGER, text => {
    const name = flag.split('=')[0];
    return new RegExp(`- ${name}=`).test(text) ? text.replace(new RegExp(`- ${name}=.*`), `- ${flag}`) : addFlag(flag)(text);
  }), kubeadmNodes().slice(0, 1));
  const gceKcm = withEditEverywhere(nodes, CONTROLLER_MANAGER, text => text.replace('--cloud-provider=aws', '--cloud-provider=gce'));
  return atRelease(gceKcm.map(node => ({
    ...node,
    files: Object.fromEntries(
      Object.entries(node.files).map(([path, text]) => [path, text.replace('--cloud-provider=aws', '--cloud-provider=gce')]),
    ),
  })), PATCHES[minor]);
}

/** A value of the flag's type that is not its default. */
export function valueFor({ flag, type, default: standard }: FlagFact): string {
  if (flag === 'service-cluster-ip-range') return '10.96.0.0/13';
  if (flag === 'cidr-allocator-type') return 'CloudAllocator';
  if (flag === 'kube-api-content-type') return 'application/json';
  if (flag === 'use-service-account-credentials') return 'false'; // both components are given true
  switch (type) {
    case 'bool': return standard === 'true' ? 'false' : 'true';
    case 'duration': return '7m0s';
    case 'float32': return '77';
    default: return '22';
  }
}

export const argsOf = (one: Migration, phase: MigrationPhase) => one._model.phase(phase).ccm!.args;
export const kcmOf = (one: Migration, phase: MigrationPhase, side: string) =>
  one._model.phase(phase).nodeFiles.find(file => file.path === CONTROLLER_MANAGER && file.side === side)!.content;
