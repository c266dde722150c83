import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { CLUSTER_API, KUBERNETES } from './consumers';
import { controlPlaneManifests } from './kubeadm';
import { KubernetesVersion, Migration, MigrationPhase, NodeRole, NodeSide } from '../src';
import { readTree } from '../test/golden';
import { describeReader, Reader } from '../test/reader';

interface ClusterApiReport {
  readonly versions: Readonly<Record<string, string>>;
  readonly verdicts: readonly { readonly file: string; readonly kinds: readonly string[]; readonly error?: string }[];
}

/** What Cluster API hands to kubeadm. */
interface Rendered {
  readonly version: string;
  readonly clusterConfiguration: string;
  readonly files: Readonly<Record<string, string>>;
  readonly kubeletExtraArgs: Readonly<Record<string, string>>;
}

const EXAMPLE = join(__dirname, '..', 'examples', 'cluster-api');
const PHASES = Object.values(MigrationPhase);

/** A KubeadmControlPlane with its arguments in the form of either version. */
function controlPlane(version: string, extraArgs: unknown): string {
  return stringify({
    apiVersion: `controlplane.cluster.x-k8s.io/${version}`,
    kind: 'KubeadmControlPlane',
    metadata: { name: 'prod-eu' },
    spec: { version: 'v1.26.15', kubeadmConfigSpec: { clusterConfiguration: { controllerManager: { extraArgs } } } },
  });
}

/** The question about all manifests in a folder. */
function aboutFiles(folder: string, ...flags: readonly string[]): { readonly args: string[]; readonly files: Record<string, string> } {
  const files = [...readTree(folder)].filter(([path]) => path.endsWith('.yaml'));
  return { args: [...flags, ...files.map(([path]) => path)], files: Object.fromEntries(files) };
}

describeReader('reader of Cluster API and its AWS provider', CLUSTER_API, reader => {
  it('is linked with releases that know both API versions', () => {
    const { versions } = reader.json<ClusterApiReport>({});
    expect(versions).toEqual({ 'sigs.k8s.io/cluster-api': expect.stringMatching(/^v1\.13\./), 'sigs.k8s.io/cluster-api-provider-aws/v2': 'v2.13.0' });
  });

  it.each([
    ['a map in v1beta1', 'v1beta1', { 'cloud-provider': 'aws' }, true],
    ['a list in v1beta1', 'v1beta1', [{ name: 'cloud-provider', value: 'aws' }], false],
    ['a list in v1beta2', 'v1beta2', [{ name: 'cloud-provider', value: 'aws' }], true],
    ['a map in v1beta2', 'v1beta2', { 'cloud-provider': 'aws' }, false],
    ['an unknown field in v1beta2', 'v1beta2', [{ name: 'cloud-provider', value: 'aws', valeu: 'x' }], false],
  ])('judges arguments by the version: %s', (_, version, extraArgs, accepted) => {
    const files = { 'manifest.yaml': controlPlane(version, extraArgs) };
    const [{ error, kinds }] = reader.json<ClusterApiReport>({ args: ['manifest.yaml'], files }).verdicts;
    expect(error === undefined).toBe(accepted);
    expect(kinds).toEqual(accepted ? [`controlplane.cluster.x-k8s.io/${version} KubeadmControlPlane`] : []);
  });

  it.each(PHASES)('accepts every object of phase %s, as files and as manifests, and nothing in them is unknown', phase => {
    for (const output of [join(EXAMPLE, 'dist', phase), join(EXAMPLE, 'bundles', 'cluster-api', phase)]) {
      const { verdicts } = reader.json<ClusterApiReport>(aboutFiles(output));
      expect(verdicts.filter(({ error }) => error !== undefined)).toEqual([]);
      const kinds = verdicts.flatMap(verdict => verdict.kinds.map(kind => kind.split(' ')[1]));
      expect(kinds).toEqual(
        expect.arrayContaining(['Cluster', 'AWSCluster', 'KubeadmControlPlane', 'AWSMachineTemplate', 'MachineDeployment', 'KubeadmConfigTemplate']),
      );
      expect(kinds).toContain('ClusterResourceSet');
    }
  });
});

/**
 * What Cluster API's own code hands to kubeadm for our objects, and the static pods that the real kubeadm makes of it, equal those that the main job
 * makes from the static pods of the cluster as it is today.
 */
for (const { side, version, phases } of [
  { side: NodeSide.N, version: '1.26.15', phases: [MigrationPhase.N] },
  { side: NodeSide.N_PLUS_1, version: '1.27.16', phases: [MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED] },
]) {
  const programs = [CLUSTER_API, ...['1.26.15', version].map(release => KUBERNETES.find(one => one.version === release)!.kubeadm)];
  describeReader(`machines of side ${side}: Cluster API 1.13 renders, kubeadm ${version} writes`, programs, (reader, kubeadmToday, kubeadm) => {
    it.each(phases)('has the static pods of the main job in phase %s', phase => {
      const today = rendered(reader, join(EXAMPLE, 'input'));
      const node = { name: 'ip-10-0-1-10.eu-central-1.compute.internal', role: NodeRole.CONTROL_PLANE };
      const pods = podsOf(kubeadmToday, today);
      const files = {
        ...Object.fromEntries([...pods].map(([name, text]) => [`/etc/kubernetes/manifests/${name}`, text])),
        ...today.files,
        '/var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${Object.entries(today.kubeletExtraArgs).map(
          ([name, value]) => `--${name}=${value}`,
        ).join(' ')}"\n`,
      };
      const main = new Migration({
        clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: [{ ...node, files }],
      });
      const expected = new Map(main._model.phase(phase).nodeFiles.filter(one => one.side === side).map(({ path, content }) => [path, content]));

      const ours = rendered(reader, join(EXAMPLE, 'bundles', 'cluster-api', phase));
      expect(ours.version).toBe(`v${version}`);
      const theirs = podsOf(kubeadm, ours);
      expect([...theirs.keys()].sort()).toEqual(['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml']);
      for (const [name, text] of theirs) expect(parse(text)).toEqual(parse(expected.get(`/etc/kubernetes/manifests/${name}`)!));
      expect(ours.files['/etc/leadermigration.conf']).toEqual(expected.get('/etc/leadermigration.conf'));
      expect(ours.kubeletExtraArgs['cloud-provider']).toBe(side === NodeSide.N ? 'aws' : 'external');
    });
  });
}

function rendered(reader: Reader, folder: string): Rendered {
  return reader.json<Rendered>(aboutFiles(folder, '-render'));
}

function podsOf(kubeadm: Reader, { clusterConfiguration }: Rendered): Map<string, string> {
  // What Cluster API takes from the infrastructure provider, and what belongs to one machine.
  const [cluster] = parseAllDocuments(clusterConfiguration).map(document => document.toJS() as object);
  const init = {
    apiVersion: 'kubeadm.k8s.io/v1beta3',
    kind: 'InitConfiguration',
    localAPIEndpoint: { advertiseAddress: '10.0.1.10' },
    nodeRegistration: { name: 'cp-1' },
  };
  return controlPlaneManifests(kubeadm, `${stringify(init)}---\n${stringify({ ...cluster, controlPlaneEndpoint: 'api.prod-eu.example.com:6443' })}`);
}
