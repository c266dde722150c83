import { whyCcmUnknown } from './addons';
import { componentFlags, configuresCloudRoutes, isExternal, KopsFlags } from './component-flags';
import { KOPS_API } from './documents';
import { imageOf, machinesOf } from './machines';
import { isIpv6Only } from './networking';
import { mapOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { hasField, imagesOf, kopsBehaviours, KopsRelease, KOPS_FIELDS, KOPS_RELEASES, runs } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ClusterDocuments, unknownOf, versionIn } from '../cluster-documents';
import { expectBoolean, nameOf } from '../documents';
import { MadeFile } from '../made-file';
import { renderYaml } from '../render-yaml';

/**
 * What a Cluster of kops stands for: a control-plane node that is made from it, and what kops applies to the cluster.
 *
 * @throws `SourceError` if a Cluster does not say enough: it never says which kops applies it, and releases may differ in what they make of it
 */
export const KOPS_CLUSTERS: ClusterDocuments = {
  groups: ['kops.k8s.io'],
  plural: 'Clusters of kops',
  mentions: /^["']?apiVersion["']?[ \t]*:[ \t]*["']?kops\.k8s\.io\//m,
  isCluster: ({ apiVersion, kind }) => apiVersion === KOPS_API && kind === 'Cluster',
  made: madeOf,
};

/** Switches that decide; kops takes no text for them. */
const SWITCHES: readonly SourcePath[] = [
  ['spec', 'kubeControllerManager', 'enableLeaderMigration'], ['spec', 'kubeControllerManager', 'configureCloudRoutes'],
  ['spec', 'cloudControllerManager', 'enableLeaderMigration'], ['spec', 'cloudControllerManager', 'configureCloudRoutes'],
];

function madeOf(cluster: SourceDocument): Map<string, MadeFile> {
  const version = versionIn(cluster, ['spec', 'kubernetesVersion'], 'kops');
  SWITCHES.forEach(path => expectBoolean(cluster, path));
  const release = releaseOf(cluster, version);
  expectAccepted(cluster, release, version);
  expectRoutes(cluster, release, version);
  const { files, objects } = machinesOf(cluster, release, version);
  return new Map<string, MadeFile>([...files,
    ...objects.map((object, index): [string, MadeFile] => [`addons of kops/${index}.yaml`, { text: renderYaml(object) }])]);
}

/** k8s.io/kops@v1.24.1 pkg/apis/kops/validation/aws.go:67-79, 370-377; 1.30 refuses it of every Cluster. */
function expectAccepted(cluster: SourceDocument, release: KopsRelease, version: KubernetesVersion): void {
  const path: SourcePath = ['spec', 'cloudConfig', 'awsEBSCSIDriver', 'enabled'];
  if (!isExternal(mapOf(cluster.value(['spec'])), release, version)) return;
  const ccm: SourcePath = ['spec', 'cloudControllerManager'];
  const unknown = whyCcmUnknown(imageOf(mapOf(cluster.value(['spec']))), release, version);
  if (unknown !== undefined) throw unknownOf(cluster, ccm, unknown);
  if (cluster.value(path) !== false) return;
  throw unknownOf(cluster, path, `${path.join('.')} is false, and kops refuses an external cloud controller without the EBS CSI driver: it makes `
    + 'nothing of this Cluster, and what runs is not known');
}

/** No flag says that kubenet has routes from the cloud provider only; the Cluster does. */
function expectRoutes(cluster: SourceDocument, release: KopsRelease, version: KubernetesVersion): void {
  const spec = mapOf(cluster.value(['spec']));
  const component = isExternal(spec, release, version) ? 'cloudControllerManager' : 'kubeControllerManager';
  const path: SourcePath = ['spec', component, 'configureCloudRoutes'];
  if (!configuresCloudRoutes(spec) || cluster.value(path) !== false) return;
  throw unknownOf(cluster, path, `${path.join('.')} is false, but the networking of this cluster is kubenet, which has routes from the cloud `
    + 'provider only: no component known from the Cluster creates them; remove it');
}

/** The newest release that runs the version, if all of them make the same of the Cluster, image patches aside. */
function releaseOf(cluster: SourceDocument, version: KubernetesVersion): KopsRelease {
  const spec = mapOf(cluster.value(['spec']));
  if (spec.cloudProvider !== 'aws') {
    throw unknownOf(cluster, ['spec', 'cloudProvider'], `spec.cloudProvider is ${JSON.stringify(spec.cloudProvider ?? null)}; what kops makes of a `
      + 'Cluster is known for \'aws\' only');
  }
  const able = kopsBehaviours().filter(release => runs(release, version) && !(isIpv6Only(spec) && release.ipv6PodCidr === 'refused'));
  if (able.length === 0) {
    throw unknownOf(cluster, ['spec', 'kubernetesVersion'], `no known release of kops runs Kubernetes ${version}; known: `
      + `${KOPS_RELEASES()[0].release} to ${KOPS_RELEASES().at(-1)!.release}`);
  }
  const newest = able.at(-1)!;
  const made = (release: KopsRelease) => JSON.stringify(decisive(cluster, release, version));
  const other = able.find(release => made(release) !== made(newest));
  if (other) {
    throw unknownOf(cluster, ['spec', 'kubernetesVersion'], `the Cluster does not say which kops applies it, and kops ${other.release} and `
      + `${newest.release} make different things of it at Kubernetes `
      + `${version}; check what it made: the manifests of a control-plane node, and the DaemonSet of the cloud-controller-manager`);
  }
  return newest;
}

/** What the proofs look at. A wider CIDR decides which routes are whose, and not who makes them. */
function decisive(cluster: SourceDocument, release: KopsRelease, version: KubernetesVersion): unknown {
  const { kcm, ccm, apiServer, masterKubelet } = componentFlags(nameOf(cluster), fieldsOf(cluster, release), release, version);
  const flags = (of: KopsFlags, inert: readonly string[]) =>
    Object.entries(of).filter(([name]) => ![...INERT, ...inert].includes(name)
    // The cloud-controller-manager elects a leader also where it is not told to.
    && !(name === 'leader-elect' && of['leader-elect'] === 'true')).sort();
  // Without routes: no tag of the AWS cloud-controller-manager has node IPAM (facts/ccm-releases.ts), so nothing else reads it.
  const inertForCcm = ccm?.['configure-cloud-routes'] === 'false' ? ['allocate-node-cidrs'] : [];
  return [
    flags(kcm, []), ccm && flags(ccm, inertForCcm), apiServer['cloud-provider'], masterKubelet['cloud-provider'], ccm && minorsOf(release, version),
  ];
}

const INERT = ['cluster-cidr', 'feature-gates', 'cloud-config'];

/** Minors of the images that the patches of a release pick, or the one that is asked about. */
function minorsOf(release: KopsRelease, version: KubernetesVersion): readonly string[] {
  const patches = release.patch === undefined ? release.ccmImages.map(({ from }) => from) : [release.patch];
  return [...new Set(patches.flatMap(patch => /^v(1\.\d+)\./.exec(imagesOf({ ...release, patch })[version.minor] ?? '')?.[1] ?? []))];
}

/** Without what the release does not know, and drops. */
function fieldsOf(cluster: SourceDocument, release: KopsRelease) {
  const spec = structuredClone(mapOf(cluster.value(['spec'])));
  for (const field of KOPS_FIELDS().filter(known => !hasField(known, release))) {
    const [section, name] = field.path;
    delete (mapOf(spec[section]) as { [key: string]: unknown })[name];
  }
  return spec;
}
