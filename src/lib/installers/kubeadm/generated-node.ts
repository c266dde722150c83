import { hasClusterConfiguration, readKubeadmConfig } from './documents';
import { readArgs } from './extra-args';
import { GeneratedComponent, GeneratedControlPlane, generatedPods } from './generated-pods';
import type { SourcePath } from '../../edit/yaml/data';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { NodeInput, NodeRole } from '../../kubernetes/node';

/**
 * A control-plane node as kubeadm makes it from its configuration alone: for a migration without manifests of nodes.
 *
 * @param configs text of each configuration by its file name
 * @throws if none of them has a ClusterConfiguration, or it does not say its release
 */
export function generatedNode(configs: { readonly [file: string]: string }): NodeInput {
  const file = Object.keys(configs).sort().find(name => hasClusterConfiguration(configs[name], { file: name }));
  if (file === undefined) {
    throw new Error('no file of `configs` has a ClusterConfiguration, and `nodes` are not given; hand in the file given to \'kubeadm init '
      + '--config\', or the nodes');
  }
  const documents = readKubeadmConfig(configs[file], { file });
  const cluster = documents.find(({ data }) => data.kind === 'ClusterConfiguration')!;
  const init = documents.find(({ data }) => data.kind === 'InitConfiguration');
  const tag = cluster.value(['kubernetesVersion']);
  if (typeof tag !== 'string') {
    throw cluster.errorIn(['kubernetesVersion'], `is ${JSON.stringify(tag ?? null)}, expected the release that the cluster runs, like 'v1.26.15'`);
  }
  return {
    name: file,
    role: NodeRole.CONTROL_PLANE,
    files: generatedPods({
      tag: `v${tag.replace(/^v/, '')}`,
      clusterName: textAt(cluster, ['clusterName']),
      podSubnet: textAt(cluster, ['networking', 'podSubnet']),
      port: init?.value(['localAPIEndpoint', 'bindPort']) as number | undefined,
      ...generatedComponents(cluster, []),
    }),
  };
}

/** @param base where the ClusterConfiguration is */
export function generatedComponents(document: SourceDocument, base: SourcePath): Pick<GeneratedControlPlane, 'controllerManager' | 'apiServer'> {
  const of = (component: string): GeneratedComponent => ({
    args: readArgs(document, [...base, component, 'extraArgs']),
    volumes: (document.value([...base, component, 'extraVolumes']) ?? []) as unknown as GeneratedComponent['volumes'],
    env: document.value([...base, component, 'extraEnvs']),
  });
  return { controllerManager: of('controllerManager'), apiServer: of('apiServer') };
}

export function textAt(document: SourceDocument, path: SourcePath): string | undefined {
  const value = document.value(path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
