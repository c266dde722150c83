import { mapOf, stringOf } from '../../edit/yaml/data';
import { CCM, KCM } from '../../kubernetes/component';
import { connected } from '../../kubernetes/connected';
import { grouped } from '../../kubernetes/once-for';
import { disjoint } from '../../model/lock';
import { contentHash } from '../../text/content-hash';
import { clusterIdOf } from '../../view/ask';
import { ComponentView, Place } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { currentCluster } from '../documents/kubeconfig';
import { UnreadableInput, VerifyDirectory } from '../input/input';
import { fileName } from '../input/layout';

/** Something in the input that says which cluster it is of. */
interface ClusterMark {
  /** What says so: only marks of one sort are compared, since a name and an id of one cluster may differ. */
  readonly sort: string;
  readonly cluster: string;
  readonly place: Place;
  /** Whether kubeadm's configuration says so, and no manifest. */
  readonly isOfKubeadm?: boolean;
}

/**
 * In one cluster all copies of a component have one name and one id. A kube-controller-manager and a cloud-controller-manager that
 * differ are one cluster with a mistake, which a rule finds.
 *
 * @throws `UnreadableInput` with both, if the input is of two clusters
 */
export function refuseSeveralClusters(views: readonly ComponentView[], objects: readonly ObjectAt[], directories: readonly VerifyDirectory[]): void {
  const marks = [...views.flatMap(marksOf), ...authorities(views), ...objects.flatMap(tagsOf), ...directories.flatMap(indexes)];
  for (const alike of grouped(marks, ({ sort }) => sort).values()) {
    const [mark] = alike;
    const other = alike.find(({ cluster }) => cluster !== mark.cluster);
    if (!other) continue;
    const [one, two] = [mark, other].map(({ cluster, place }) => `'${cluster}' at ${place.file}:${place.line}`);
    if (mark.isOfKubeadm !== other.isOfKubeadm) {
      throw new UnreadableInput(`kubeadm's configuration and a manifest contradict each other: ${mark.sort} is ${one} and ${two}; correct the `
        + 'configuration, from which the next \'kubeadm upgrade\' writes the manifests, or check one cluster at a time, each in a folder of its own: '
        + (ofAnApp(directories) ?? howToSplit([mark, other])));
    }
    throw new UnreadableInput(`the input is of two clusters: ${mark.sort} is ${one} and ${two}; check one cluster at a time, each in a folder of `
      + 'its own: '
      + (ofAnApp(directories) ?? howToSplit([mark, other])));
  }
  refuseTemplatesOfClouds(views, directories);
}

/**
 * Manifests of managers of two clouds that want one lock, each cloud in folders of its own below one argument, and nothing of a node: templates of
 * two clusters. A cluster that has both would have them beside its nodes, or be given as several arguments.
 *
 * @throws `UnreadableInput` with both
 */
function refuseTemplatesOfClouds(views: readonly ComponentView[], directories: readonly VerifyDirectory[]): void {
  if (directories.length > 1 || views.some(({ origin }) => !['daemon-set', 'deployment', 'assumed'].includes(origin))) return;
  const found = views.flatMap(({ component, process, choices = [], origin, place: { file } }) => {
    const [one] = process ? [process] : choices;
    if (component !== CCM || one?.cloud === undefined || origin === 'assumed' || choices.some(({ cloud }) => cloud !== one.cloud)) return [];
    return [{ cloud: one.cloud, lock: one.mainLock, folder: file.slice(0, file.lastIndexOf('/') + 1) }];
  });
  const clouds = [...grouped(found, ({ cloud }) => cloud)].map(([cloud, own]) => ({ cloud, own }));
  const isBeside = (one: string, other: string) => !one.startsWith(other) && !other.startsWith(one);
  if (!found.some(one => one.cloud !== found[0].cloud && !disjoint(one.lock, found[0].lock))) return;
  // Many are in one folder.
  const places = [...grouped(found, ({ cloud, folder }) => `${cloud} ${folder}`).values()].map(([one]) => one);
  if (!places.every(one => places.every(other => one.cloud === other.cloud || isBeside(one.folder, other.folder)))) return;
  const named = clouds.map(({ cloud, own: [{ folder }] }) => ({ cloud, folder: folder.replace(/\/$/, '') }));
  throw new UnreadableInput('the input is of several clusters: it has cloud-controller-managers of '
    + `${named.map(({ cloud, folder }) => `${cloud} in ${folder}`).join(', ')}, which take the same Lease, and no node; check one cluster at a time: `
    + `${named.map(({ folder }) => `ccm-migration verify ${folder}`).join(', then ')}; if one cluster has them all, name its folders in one command`);
}

/** What synthesis wrote for one cluster, of which another one's files lie beside it: the manifests and the files of nodes. */
function ofAnApp(directories: readonly VerifyDirectory[]): string | undefined {
  for (const directory of directories) {
    const paths = [...directory.files.keys()].map(path => fileName(directory, path));
    const apps = [...new Set(paths.flatMap(path => /^((?:.*\/)?)nodes\/[^/]+\/migration\.json$/.exec(path)?.[1] ?? []))];
    const [app] = apps;
    if (apps.length === 1) return `ccm-migration verify ${app}dist ${app}nodes, which synthesis wrote, and what is of another cluster by itself`;
  }
  return undefined;
}

function howToSplit(marks: readonly ClusterMark[]): string {
  const [one, two] = marks.map(({ place: { file } }) => file.split('/'));
  const shared = one.findIndex((part, index) => part !== two[index]);
  const folders = [one, two].map(parts => parts.slice(0, Math.min(shared + 1, parts.length - 1)).join('/'));
  const isInFolders = shared !== -1 && folders[0] !== folders[1] && folders.every(folder => folder !== '');
  return isInFolders ? `ccm-migration verify ${folders[0]}, then ccm-migration verify ${folders[1]}, each with the manifests of its cluster`
    : 'move what belongs to each cluster into its folder, then run ccm-migration verify on each';
}

function marksOf(view: ComponentView): readonly ClusterMark[] {
  const { component, origin, flags, cloudConfig } = view;
  if (component !== KCM && component !== CCM) return [];
  const name = flags.filter(flag => flag.name === 'cluster-name').at(-1);
  // What kubeadm calls a cluster that has no name says nothing.
  const isDefault = origin === 'kubeadm' && name?.value === 'kubernetes';
  const id = clusterIdOf(view);
  return [
    ...name?.value === undefined || isDefault ? []
      : [{ sort: `--cluster-name of ${component}`, cluster: name.value, place: name.place, isOfKubeadm: origin === 'kubeadm' }],
    ...id === undefined ? []
      : [{ sort: `the cluster id in the cloud config of ${component}`, cluster: id.value, place: cloudConfig!.placeOf(id.line) }],
  ];
}

/**
 * Who signs the API server in the kubeconfigs of kube-controller-managers and cloud-controller-managers together: both work for the cluster of their
 * API server. One without a certificate says nothing: addresses differ from node to node.
 */
function authorities(views: readonly ComponentView[]): readonly ClusterMark[] {
  const found = views.filter(({ component, isHosted }) => (component === KCM || component === CCM) && !isHosted).flatMap(view => {
    const cluster = currentCluster(view);
    return cluster?.authority === undefined ? [] : [{ cluster, certificates: certificatesIn(cluster.authority) }];
  }).filter(({ certificates }) => certificates.length > 0);
  // While they are exchanged, a kubeconfig has the old authority of its cluster and the new one: those of all kubeconfigs together say which are one.
  return connected(found.map(({ cluster, certificates }) => ({ cluster, keys: certificates }))).flatMap(group => group.map(({ cluster }) => ({
    sort: 'the certificate authority in the kubeconfig (by its hash)',
    cluster: contentHash(group[0].keys[0]).slice(0, 12),
    place: cluster.authorityPlace,
  })));
}

function certificatesIn(data: string): readonly string[] {
  const pem = Buffer.from(data, 'base64').toString('latin1');
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(one => one.replace(/\s/g, ''));
}

const TAG = /^kubernetes\.io\/cluster\/(.+)$/;

/** Tags that Cluster API puts on what it makes in AWS. What is shared is of several clusters. */
function tagsOf({ apiVersion, data, file, document, base }: ObjectAt): readonly ClusterMark[] {
  if (!apiVersion.startsWith('infrastructure.cluster.x-k8s.io/')) return [];
  const paths = [['spec', 'additionalTags'], ['spec', 'template', 'spec', 'additionalTags']];
  return paths.flatMap(path =>
    Object.entries(mapOf(path.reduce<ObjectAt['data'][string]>((value, key) => mapOf(value)[key], data))).flatMap(([key, value]) => {
      const cluster = value === 'owned' ? TAG.exec(key)?.[1] : undefined;
      return cluster === undefined ? []
        : [{ sort: 'the tag kubernetes.io/cluster/<id>', cluster, place: placeAt(file, document, [...base, ...path, key]) }];
    }));
}

/** What synthesis says of the node files beside it. */
function indexes(directory: VerifyDirectory): readonly ClusterMark[] {
  return [...directory.files].flatMap(([path, content]) => {
    if (!/(^|\/)migration\.json$/.test(path) || !('text' in content)) return [];
    const cluster = clusterIn(content.text);
    return cluster === undefined ? [] : [{ sort: 'the cluster of migration.json', cluster, place: { file: fileName(directory, path), line: 1 } }];
  });
}

/** Another file of that name says nothing. */
function clusterIn(text: string): string | undefined {
  try {
    const index = JSON.parse(text) as { readonly schemaVersion?: unknown; readonly cluster?: string } | null;
    return typeof index?.schemaVersion === 'number' ? stringOf(index.cluster) : undefined;
  } catch {
    return undefined;
  }
}
