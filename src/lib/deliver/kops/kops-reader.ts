import { ccmImage } from './addons';
import { componentFlags } from './component-flags';
import { KOPS_API } from './documents';
import { machinesOf } from './machines';
import { SourceDocument } from '../../edit/yaml/source-document';
import { hasField, KopsRelease, KOPS_FIELDS, KOPS_RELEASES, runs } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { FileContent, VerifyInput } from '../../read/input';
import { renderYaml } from '../bundle-file';
import { mapping, nameOf } from '../installer-documents';
import { unknownOf, versionIn, withClusters } from '../made-of-clusters';

/**
 * The input with what a Cluster of kops stands for: a control-plane node that is made from it, and what kops applies to the cluster. They are read as
 * if they lay there as files.
 *
 * @throws `UnreadableInput` if a Cluster does not say enough: it never says which kops applies it, and releases may differ in what they make of it
 */
export function withKops(input: VerifyInput): VerifyInput {
  return withClusters(input, {
    plural: 'Clusters of kops',
    mentions: /^["']?apiVersion["']?[ \t]*:[ \t]*["']?kops\.k8s\.io\//m,
    isCluster: ({ apiVersion, kind }) => apiVersion === KOPS_API && kind === 'Cluster',
    made: madeOf,
  });
}

function madeOf(cluster: SourceDocument): Map<string, FileContent> {
  const version = versionIn(cluster, ['spec', 'kubernetesVersion'], 'kops');
  const { files, objects } = machinesOf(cluster, releaseOf(cluster, version), version);
  return new Map<string, FileContent>([...files,
    ...objects.map((object, index): [string, FileContent] => [`addons of kops/${index}.yaml`, { text: renderYaml(object) }])]);
}

/** The newest release that runs the version, if all of them make the same of the Cluster, image patches aside. */
function releaseOf(cluster: SourceDocument, version: KubernetesVersion): KopsRelease {
  const spec = mapping(cluster.value(['spec']));
  if (spec.cloudProvider !== 'aws') {
    throw unknownOf(cluster, ['spec', 'cloudProvider'], `spec.cloudProvider is ${JSON.stringify(spec.cloudProvider ?? null)}; what kops makes of a `
      + 'Cluster is known for \'aws\' only');
  }
  const able = KOPS_RELEASES.filter(release => runs(release, version));
  if (able.length === 0) {
    throw unknownOf(cluster, ['spec', 'kubernetesVersion'], `no known release of kops runs Kubernetes ${version}; known: `
      + `${KOPS_RELEASES[0].release} to ${KOPS_RELEASES.at(-1)!.release}`);
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
  const flags = (of: Readonly<Record<string, string>> | undefined) =>
    of && Object.entries(of).filter(([name]) => !/^(cluster-cidr|feature-gates|cloud-config)$/.test(name)
    // The cloud-controller-manager elects a leader also where it is not told to.
    && !(name === 'leader-elect' && of['leader-elect'] === 'true')).sort();
  return [flags(kcm), flags(ccm), apiServer['cloud-provider'], masterKubelet['cloud-provider'], ccm && minorOf(release, version)];
}

function minorOf(release: KopsRelease, version: KubernetesVersion): string | undefined {
  return release.ccmImages[version.minor] === undefined ? undefined : /v(1\.\d+)\./.exec(ccmImage(release, version))?.[1];
}

/** Without what the release does not know, and drops. */
function fieldsOf(cluster: SourceDocument, release: KopsRelease) {
  const spec = structuredClone(mapping(cluster.value(['spec'])));
  for (const field of KOPS_FIELDS.filter(known => !hasField(known, release))) {
    const [section, name] = field.path;
    delete (mapping(spec[section]) as { [key: string]: unknown })[name];
  }
  return spec;
}
