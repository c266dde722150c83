import { isOwnFile, isRancherCluster, rke2Documents } from './documents';
import { machineFiles } from './machines';
import { SourceDocument } from '../../edit/yaml/source-document';
import { RKE2_RELEASES } from '../../facts/rke2';
import { ClusterDocuments, unknownOf } from '../cluster-documents';
import { MadeFile } from '../made-file';
import { renderYaml } from '../render-yaml';

/** What a Cluster of Rancher stands for: machines of RKE2, by the roles that they have. */
export const RANCHER_CLUSTERS: ClusterDocuments = {
  groups: ['provisioning.cattle.io'],
  plural: 'Clusters of Rancher',
  mentions: /provisioning\.cattle\.io\//,
  isCluster: isRancherCluster,
  made: (cluster, all) => machines(cluster, all, String(cluster.value(['spec', 'kubernetesVersion']))),
};

/** What RKE2's own files stand for: a server, and an agent. They do not say their release. */
export const RKE2_FILES: ClusterDocuments = {
  groups: [],
  plural: 'settings of RKE2',
  mentions: /^["']?cloud-provider-name["']?[ \t]*:/m,
  isCluster: isOwnFile,
  areOneCluster: true,
  made: (first, all, version) => machines(first, all, version ? `v${version}+rke2r1` : 'not known; give --kubernetes-version'),
};

/** @throws `SourceError` if it is not known what RKE2 makes of it */
function machines(first: SourceDocument, all: readonly SourceDocument[], release: string): Map<string, MadeFile> {
  const [, minor] = /^v(1\.\d+)\.\d+\+rke2r\d+$/.exec(release) ?? [];
  if (RKE2_RELEASES.some(one => one.release === minor)) {
    const documents = rke2Documents(all);
    const applied = documents.objects.map((object, index): [string, MadeFile] => [`additionalManifest/${index}.yaml`, { text: renderYaml(object) }]);
    return new Map([...machineFiles(documents, release), ...applied]);
  }
  throw unknownOf(first, ['spec', 'kubernetesVersion'], `the release is ${release}, and what RKE2 runs is known with Kubernetes `
    + `${RKE2_RELEASES.map(one => one.release).join(', ')} only; check the pods of its servers`);
}
