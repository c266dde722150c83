import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { StoredText } from '../../installers/cluster-api/machine-file';
import { unreadOfMachine } from '../../installers/cluster-api/machine-unread';
import { machineFiles, workerFiles } from '../../installers/cluster-api/machines';
import { unreadPatches } from '../../installers/kubeadm/left-open';
import { CCM, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Doubt, mayRunDoubt, NO_DOUBT } from '../../view/model';
import { placedText } from '../component/referenced-file';
import { valuesOf } from '../component/stored-values';
import { Documents, ObjectAt, ParsedBefore, placeAt } from '../documents/documents';
import { atFirstSight, FileContent, UnreadableInput, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName } from '../input/layout';

/** Cheap to look for: most folders have nothing of it. */
const MENTIONS = /["']?kind["']?[ \t]*:[ \t]*["']?(KubeadmC\w+|Cluster(?:ResourceSet)?|(?:Init|Join|Upgrade)Configuration)\b|\bkubeadm-config\b/m;

/**
 * The input with what objects stand for that hold others: the machines that a KubeadmControlPlane makes, the manifests that a ClusterResourceSet
 * applies to the cluster, the configuration that kubeadm keeps in it. They are read as if they were files, and reported where they stand.
 *
 * @throws `UnreadableInput` if a folder has the control planes of several clusters
 */
export function withClusterApi(input: VerifyInput, parsed: ParsedBefore): VerifyInput {
  const expanded = input.directories.map(directory => embedded(directory, new Documents(input.documents, parsed)));
  const unread = [...input.unread ?? [], ...expanded.flatMap(one => one.unread)];
  return { ...input, directories: expanded.map(({ directory }) => directory), unread };
}

function embedded(directory: VerifyDirectory, documents: Documents) {
  if (![...directory.files].some(([path, content]) => /\.(ya?ml|json)$/i.test(path) && MENTIONS.test(atFirstSight(content)))) {
    return { directory, unread: [] };
  }
  const objects = objectsOf(directory, documents);
  const sets = objects.filter(object => isOf(object, 'ClusterResourceSet'));
  const stored: StoredText = (kind, name, key) => objects.filter(one => one.kind === kind && one.name === name)
    .map(one => valuesOf(one).get(key)?.text).find(text => text !== undefined);
  const control = machines(objects, directory, stored);
  const workers = workersOf(objects.filter(object => !isOfReadClass(object, objects, directory)), stored);
  const files: (readonly [string, FileContent])[] = [...control, ...workers.files, ...applied(objects, sets), ...kubeadmConfiguration(objects)];
  const versions = new Map([...directory.versions ?? [], ...versionsOf(objects, control), ...workers.versions]);
  return {
    directory: { ...directory, versions, files: new Map([...directory.files, ...files]) },
    unread: [...missing(objects, sets), ...topologies(objects), ...unreadMachines(objects, directory, stored)],
  };
}

/** What cannot be parsed is reported where files are read. */
function objectsOf(directory: VerifyDirectory, documents: Documents): readonly ObjectAt[] {
  return [...directory.files].flatMap(([path, content]) => /\.(ya?ml|json)$/i.test(path) && 'text' in content
    ? attempt(() => documents.objects(content.text, fileName(directory, path)), () => []) : []);
}

function machines(
  objects: readonly ObjectAt[], { name: directory }: VerifyDirectory, stored: StoredText,
): readonly (readonly [string, FileContent])[] {
  const controlPlanes = objects.filter(object => isOf(object, 'KubeadmControlPlane'));
  const [controlPlane] = controlPlanes;
  if (controlPlanes.length > 1) throw UnreadableInput.several(directory, 'KubeadmControlPlanes', controlPlanes);
  if (!controlPlane) return [];
  const cluster = objects.find(object => isOf(object, 'Cluster'));
  const pods = mapOf(mapOf(mapOf(cluster?.data.spec).clusterNetwork).pods).cidrBlocks;
  const document = documentOf(controlPlane);
  const podSubnet = listOf(pods).length === 0 ? undefined : listOf(pods).join(',');
  return placed(controlPlane, [...machineFiles(document, { cluster: { name: cluster?.name ?? controlPlane.name, podSubnet }, stored })]);
}

/** An item of a list is reported where it begins: its lines are no file's. */
function placed(object: ObjectAt, files: readonly (readonly [string, FileContent])[]): readonly (readonly [string, FileContent])[] {
  if (object.base.length === 0) return files;
  const place = placeAt(object.file, object.document, [...object.base, 'metadata']);
  return files.map(([path, content]) => [path, { ...content, origin: () => place }]);
}

/** The release that the machines of the control plane are made with. */
function versionsOf(
  objects: readonly ObjectAt[], files: readonly (readonly [string, FileContent])[],
): readonly (readonly [string, KubernetesVersion])[] {
  const version = releaseOf(objects.find(object => isOf(object, 'KubeadmControlPlane'))?.data.spec);
  const roots = new Set(files.flatMap(([path]) => /^(control-plane\/[^/]+)\//.exec(path)?.[1] ?? []));
  return version === undefined ? [] : [...roots].map(root => [root, version]);
}

/** Machines of MachineDeployments and MachinePools, whose configuration refers to nothing: those name it, and their release. */
function workersOf(objects: readonly ObjectAt[], stored: StoredText) {
  const templates = objects.filter(object => isOf(object, 'KubeadmConfigTemplate') || (isOf(object, 'KubeadmConfig') && !isOfControlPlane(object)));
  const made = templates.flatMap(template => {
    const owners = objects.filter(object => isOf(object, 'MachineDeployment') || isOf(object, 'MachinePool') || isOf(object, 'MachineSet'))
      .map(({ data }) => mapOf(mapOf(mapOf(data.spec).template).spec))
      .filter(spec => mapOf(mapOf(spec.bootstrap).configRef).name === template.name && mapOf(mapOf(spec.bootstrap).configRef).kind === template.kind);
    const releases = new Map(owners.map(spec => [releaseOf(spec)?.toString(), releaseOf(spec)]));
    return [...releases.size === 0 ? [[undefined, undefined] as const] : releases].map(([text, release]) => {
      const root = `worker/${template.name}${releases.size > 1 && text !== undefined ? `-${text}` : ''}`;
      return { root, release, files: placed(template, workerFiles(documentOf(template), root, stored)) };
    });
  });
  return {
    files: made.flatMap(({ files }) => files),
    versions: made.flatMap(({ root, release }) => release === undefined ? [] : [[root, release] as const]),
  };
}

/** A template of a class whose machines are read as they are made: see cluster-topology.ts. */
function isOfReadClass({ kind, name }: ObjectAt, objects: readonly ObjectAt[], { files }: VerifyDirectory): boolean {
  return kind === 'KubeadmConfigTemplate' && objects.some(object => object.kind === 'ClusterClass'
    && namesTemplate(mapOf(object.data.spec).workers ?? null, name) && [...files.keys()].some(path => path.startsWith('ClusterClass '
      + `${object.name}/`)));
}

function namesTemplate(value: Data, name: string): boolean {
  if (Array.isArray(value)) return value.some(item => namesTemplate(item, name));
  return isMap(value)
    && (value.kind === 'KubeadmConfigTemplate' && value.name === name || Object.values(value).some(item => namesTemplate(item, name)));
}

/** What Cluster API makes of a KubeadmControlPlane for one machine, in a live management cluster. */
function isOfControlPlane({ data }: ObjectAt): boolean {
  const spec = mapOf(data.spec);
  return isMap(spec.clusterConfiguration) || isMap(spec.initConfiguration) || isMap(mapOf(spec.joinConfiguration).controlPlane);
}

function releaseOf(spec: Data | undefined): KubernetesVersion | undefined {
  return KubernetesVersion._readStart(stringOf(mapOf(spec).version));
}

/** What kubeadm and the commands of machines do that the input does not show. */
function unreadMachines(objects: readonly ObjectAt[], { files }: VerifyDirectory, stored: StoredText): readonly Doubt[] {
  const texts = new Map([...files].map(([path, content]) => [path, 'text' in content ? content.text : undefined]));
  return objects.flatMap(object => [...unreadOfMachine(documentOf(object), stored), ...unreadPatches(object.data, texts)]
    .map(({ path, ...said }) => ({ ...said, place: placeAt(object.file, object.document, [...object.base, ...path]) })));
}

/** An item of a list as a document of its own. */
function documentOf({ document, base, data, file }: ObjectAt): SourceDocument {
  return base.length === 0 ? document : parseSource(JSON.stringify(data, undefined, 2), { file });
}

function isOf({ kind, apiVersion }: ObjectAt, wanted: string): boolean {
  return kind === wanted && /^([a-z]+\.)?cluster\.x-k8s\.io\//.test(apiVersion);
}

/** What ClusterResourceSets apply. */
function resourcesOf(sets: readonly ObjectAt[]) {
  return sets.flatMap(set => listOf(mapOf(set.data.spec).resources).filter(isMap)
    .map(({ kind, name }) => ({ set, kind: String(kind), name: String(name) })));
}

/** The manifests that ClusterResourceSets hold in ConfigMaps and Secrets. */
function applied(objects: readonly ObjectAt[], sets: readonly ObjectAt[]): readonly [string, FileContent][] {
  const used = resourcesOf(sets);
  return objects.filter(({ kind, name }) => used.some(one => one.kind === kind && one.name === name)).flatMap(object =>
    [...valuesOf(object)].map(([key, { text, placeOf }]): [string, FileContent] =>
      [`${object.kind} ${object.name}/${/\.(ya?ml|json)$/.test(key) ? key : `${key}.yaml`}`, { text, origin: placeOf }]));
}

/** What a ClusterResourceSet applies from objects that the input does not have. */
function missing(objects: readonly ObjectAt[], sets: readonly ObjectAt[]): readonly Doubt[] {
  const isThere = (kind: string, name: string) => objects.some(object => object.kind === kind && object.name === name);
  return resourcesOf(sets).filter(({ kind, name }) => !isThere(kind, name)).map(({ set, kind, name }) => mayRunDoubt(
    placeAt(set.file, set.document, [...set.base, 'spec', 'resources']),
    `ClusterResourceSet ${set.name} applies ${kind} ${name}, which is not in the input`, 'It may hold a cloud-controller-manager.',
    'Add the manifests that it applies to the input.', [CCM],
  ));
}

/** Clusters whose control plane is made of a ClusterClass, and is not in the input. */
function topologies(objects: readonly ObjectAt[]): readonly Doubt[] {
  const isControlPlane = ({ apiVersion, kind }: ObjectAt) => apiVersion.startsWith('controlplane.cluster.x-k8s.io/') && !kind.endsWith('Template');
  const made = objects.filter(one => isOf(one, 'Cluster') && isMap(mapOf(one.data.spec).topology));
  return objects.some(isControlPlane) ? NO_DOUBT.isTold : made.map(one => {
    const { file, document, base, name, namespace = 'default' } = one;
    const topology = mapOf(mapOf(one.data.spec).topology);
    const ofClass = stringOf(topology.class) ?? stringOf(mapOf(topology.classRef).name) ?? '';
    return mayRunDoubt(placeAt(file, document, [...base, 'spec', 'topology']),
      `Cluster ${namespace}/${name} has spec.topology: its control plane is made of ClusterClass ${ofClass}, and is not in the input`,
      'It runs a kube-controller-manager, of which nothing is known.',
      // ClusterNameLabel of kubernetes-sigs/cluster-api@v1.9.9 api/v1beta1/common_types.go.
      `Give it, from the management cluster: kubectl get kubeadmcontrolplanes -n ${namespace} -l cluster.x-k8s.io/cluster-name=${name} -o yaml `
        + '| ccm-migration verify -', [KCM]);
  });
}

/** What `kubeadm upgrade` makes the static pods of next; nothing where the input has the pods. */
function kubeadmConfiguration(objects: readonly ObjectAt[]): readonly [string, FileContent][] {
  if (objects.some(({ kind, name }) => kind === 'Pod' && name.startsWith('kube-controller-manager'))) return [];
  return objects.filter(({ kind, name }) => kind === 'ConfigMap' && name === 'kubeadm-config').flatMap(({ data, file, document, base }) => {
    const text = stringOf(mapOf(data.data).ClusterConfiguration);
    if (text === undefined) return [];
    return [['kubeadm-config.yaml', { text, origin: placedText(file, document, [...base, 'data', 'ClusterConfiguration'], text).placeOf }]];
  });
}
