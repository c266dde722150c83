import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CLUSTER_API } from './consumers';
import { describeGo, runReader } from './go';

interface ClusterApiReport {
  readonly versions: Readonly<Record<string, string>>;
  readonly verdicts: readonly { readonly file: string; readonly kinds: readonly string[]; readonly error?: string }[];
}

/** A KubeadmControlPlane with its arguments in the form of either version. */
function controlPlane(version: string, extraArgs: unknown): string {
  return stringify({
    apiVersion: `controlplane.cluster.x-k8s.io/${version}`,
    kind: 'KubeadmControlPlane',
    metadata: { name: 'prod-eu' },
    spec: { version: 'v1.26.15', kubeadmConfigSpec: { clusterConfiguration: { controllerManager: { extraArgs } } } },
  });
}

describeGo('reader of Cluster API and its AWS provider', CLUSTER_API, program => {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-api-'));
  const file = join(folder, 'manifest.yaml');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is linked with releases that know both API versions', () => {
    const { versions } = runReader<ClusterApiReport>(program(), []);
    expect(versions).toEqual({ 'sigs.k8s.io/cluster-api': expect.stringMatching(/^v1\.13\./), 'sigs.k8s.io/cluster-api-provider-aws/v2': 'v2.13.0' });
  });

  it.each([
    ['a map in v1beta1', 'v1beta1', { 'cloud-provider': 'aws' }, true],
    ['a list in v1beta1', 'v1beta1', [{ name: 'cloud-provider', value: 'aws' }], false],
    ['a list in v1beta2', 'v1beta2', [{ name: 'cloud-provider', value: 'aws' }], true],
    ['a map in v1beta2', 'v1beta2', { 'cloud-provider': 'aws' }, false],
    ['an unknown field in v1beta2', 'v1beta2', [{ name: 'cloud-provider', value: 'aws', valeu: 'x' }], false],
  ])('judges arguments by the version: %s', (_, version, extraArgs, accepted) => {
    writeFileSync(file, controlPlane(version, extraArgs));
    const [{ error, kinds }] = runReader<ClusterApiReport>(program(), [file]).verdicts;
    expect(error === undefined).toBe(accepted);
    expect(kinds).toEqual(accepted ? [`controlplane.cluster.x-k8s.io/${version} KubeadmControlPlane`] : []);
  });
});
