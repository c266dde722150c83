import { ccmDeployment, kcmDeployment, KkpStage, providerOf } from './deployments';
import { COMPLETED, FEATURES, KKP_GROUPS, MIGRATION_ANNOTATIONS } from './documents';
import { isMap, mapOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { firstKkpFor, kkpRelease, migrates } from '../../facts/kkp';
import { ClusterDocuments, unknownOf, versionIn } from '../cluster-documents';
import { expectBoolean } from '../documents';
import { MadeFile } from '../made-file';
import { renderYaml } from '../render-yaml';

/**
 * What a Cluster of KKP stands for: the Deployments of its control plane in the seed cluster.
 *
 * @throws `SourceError` if a Cluster does not say enough, or runs on a cloud whose components are not modelled
 */
export const KKP_CLUSTERS: ClusterDocuments = {
  groups: ['kubermatic.k8s.io', 'kubermatic.k8c.io'],
  plural: 'Clusters of KKP',
  mentions: /^["']?apiVersion["']?[ \t]*:[ \t]*["']?kubermatic\.(k8s|k8c)\.io\//m,
  isCluster: ({ apiVersion, kind }) => KKP_GROUPS.test(String(apiVersion)) && kind === 'Cluster',
  made: cluster =>
    deploymentsOf(cluster).map((object, index): [string, MadeFile] => [`control plane of KKP/${index}.yaml`, { text: renderYaml(object) }]),
};

function deploymentsOf(cluster: SourceDocument) {
  const provider = providerOf(cluster);
  if (provider !== 'aws') {
    throw unknownOf(cluster, ['spec', 'cloud'], `spec.cloud is ${provider ?? 'not known'}; what KKP makes of a Cluster is known for aws only: check `
      + 'the Deployments of its control plane');
  }
  const version = versionIn(cluster, ['spec', 'version'], 'KKP');
  expectBoolean(cluster, [...FEATURES, 'externalCloudProvider']);
  const stage = stageOf(cluster);
  const first = kkpRelease(firstKkpFor('aws')!);
  if (stage !== 'in-tree' && (version.minor < (first.providers.aws.from ?? 0) || String(cluster.data.apiVersion).startsWith('kubermatic.k8s.io/'))) {
    throw unknownOf(cluster, ['spec', 'features', 'externalCloudProvider'], 'spec.features.externalCloudProvider is true, but KKP has an external '
      + `cloud provider for aws from ${first.release} and Kubernetes `
      + `1.${first.providers.aws.from} on only; what runs is not known`);
  }
  return [kcmDeployment(cluster, provider, version, stage),
    ...stage === 'in-tree' ? [] : [ccmDeployment(cluster, version, migrates(first, provider, version) ? first : kkpRelease('2.29'))]];
}

/** A Cluster that was made with the feature has no annotations, and nothing to migrate. */
function stageOf(cluster: SourceDocument): KkpStage {
  if (cluster.value(['spec', 'features', 'externalCloudProvider']) !== true) return 'in-tree';
  const annotations = mapOf(cluster.value(['metadata', 'annotations']));
  return !(MIGRATION_ANNOTATIONS[0] in annotations) || isCompleted(cluster) ? 'external' : 'migrating';
}

/** A list to KKP 2.19, a mapping from 2.20 on. */
function isCompleted(cluster: SourceDocument): boolean {
  const conditions = cluster.value(['status', 'conditions']);
  const found = Array.isArray(conditions) ? conditions.find(one => isMap(one) && one.type === COMPLETED) : mapOf(conditions)[COMPLETED];
  return mapOf(found).status === 'True';
}
