import { ClusterApiCluster } from '../../installers/cluster-api/reading';
import { renderYaml } from '../../installers/render-yaml';
import { IdentifiedObject, Manifest } from '../../kubernetes/manifest';
import { ResourceStep } from '../own-ccm-migration';

/** Label of the Cluster that the ClusterResourceSet selects by. */
export const CLUSTER_LABEL = 'ccm-migration/cluster';

/** Larger objects are refused by the API server. A ConfigMap of ours has about 10,000. */
const MAX_LENGTH = 1_000_000;

/**
 * A ClusterResourceSet with strategy `Reconcile`, and the ConfigMaps that hold what it applies to the cluster. With `ApplyOnce` what is there is
 * never changed, so the objects of later phases would not arrive (sigs.k8s.io/cluster-api@v1.13.4
 * internal/controllers/clusterresourceset/clusterresourceset_scope.go:166). Neither strategy deletes.
 *
 * @param version of the API group, `v1beta1`
 */
export function resourceSet(cluster: ClusterApiCluster, version: string, steps: readonly ResourceStep[]): IdentifiedObject[] {
  const { namespace } = cluster;
  const name = resourceSetName(cluster);
  const configMaps = steps.filter(({ objects }) => objects.length > 0).map((step): IdentifiedObject => {
    const text = step.objects.map(object => renderYaml(object)).join('---\n');
    if (text.length > MAX_LENGTH) {
      throw new Error(`what ConfigMap '${name}-${step.name}' would hold has ${text.length} characters, more than `
      + `${MAX_LENGTH}; deliver it by another tool`);
    }
    const metadata = { name: `${name}-${step.name}`, ...namespace === undefined ? {} : { namespace } };
    return { id: step.name, manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'manifests.yaml': text } } };
  });
  const set: Manifest = {
    apiVersion: `addons.cluster.x-k8s.io/${version}`,
    kind: 'ClusterResourceSet',
    metadata: { name, ...namespace === undefined ? {} : { namespace } },
    spec: {
      strategy: 'Reconcile',
      clusterSelector: { matchLabels: { [CLUSTER_LABEL]: cluster.name } },
      resources: configMaps.map(({ manifest }) => ({ kind: 'ConfigMap', name: manifest.metadata.name })),
    },
  };
  return [...configMaps, { id: 'Resource', manifest: set }];
}

export function resourceSetName({ name }: ClusterApiCluster): string {
  return `${name}-ccm-migration`;
}
