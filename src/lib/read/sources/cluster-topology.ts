import { Data, isMap, mapOf, SourcePath } from '../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../edit/yaml/source-document';
import { attempt, SourceError } from '../../edit/yaml/source-error';
import { MadeDocument } from '../../installers/cluster-api/topology/made-document';
import { classOf, isClusterClass, isTopologyCluster, madeOf } from '../../installers/cluster-api/topology/topology';
import { renderYaml } from '../../installers/render-yaml';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Place } from '../../view/model';
import { InstallerReading } from '../coverage/renderers';
import { Documents, ObjectAt, ParsedBefore } from '../documents/documents';
import { atFirstSight, FileContent, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName } from '../input/layout';

const MENTIONS = /["']?kind["']?[ \t]*:[ \t]*["']?ClusterClass\b/m;
const GROUPS = ['cluster.x-k8s.io', 'controlplane.cluster.x-k8s.io'];
/** What is made and read: the other objects say nothing of controller managers. */
const READ = /^(?:KubeadmControlPlane|KubeadmConfig|KubeadmConfigTemplate|MachineDeployment|MachinePool)$/;
/** What counts as read when a Cluster of the input is made of it. */
const SOURCES = /^(?:ClusterClass|KubeadmControlPlaneTemplate)$/;

/**
 * The input with the objects that Cluster API makes of a Cluster and its ClusterClass, read as if they were files. A class that cannot be followed
 * to its end stays as it is, and is unknown.
 *
 * @returns beside it, what became of the classes, by API group
 */
export function withTopologies(
  input: VerifyInput, parsed: ParsedBefore,
): { readonly input: VerifyInput; readonly readings: ReadonlyMap<string, InstallerReading> } {
  const read = input.directories.map(directory => expanded(directory, new Documents(input.documents, parsed)));
  const found = read.filter(one => one.reading !== undefined).map(one => one.reading!);
  if (found.length === 0) return { input, readings: new Map() };
  const reading = found.find(one => one !== 'read') ?? 'read';
  return { input: { ...input, directories: read.map(({ directory }) => directory) }, readings: new Map(GROUPS.map(group => [group, reading])) };
}

interface Expanded {
  readonly directory: VerifyDirectory;
  /** Undefined: it has no class. */
  readonly reading?: InstallerReading;
}

function expanded(directory: VerifyDirectory, documents: Documents): Expanded {
  if (![...directory.files].some(([path, content]) => /\.(ya?ml|json)$/i.test(path) && MENTIONS.test(atFirstSight(content)))) return { directory };
  const objects = [...directory.files].flatMap(([path, content]) => /\.(ya?ml|json)$/i.test(path) && 'text' in content
    ? attempt(() => documents.objects(content.text, fileName(directory, path)), () => []) : []);
  const all = objects.map(documentOf);
  const classes = all.filter(isClusterClass);
  if (classes.length === 0) return { directory };
  const [cluster, ...others] = all.filter(isTopologyCluster);
  const clusterClass = cluster && classes.find(one => nameOf(one) === classOf(cluster));
  // Objects that were made, of a live management cluster, are read themselves.
  const isMade = objects.some(({ kind }) => kind === 'KubeadmControlPlane');
  if (!clusterClass || others.length > 0 || isMade) return { directory, reading: { reason: WHY_NOT } };
  try {
    const made = madeOf({ cluster, clusterClass, documents: all }, { deferred: minorBefore(cluster) });
    const used = new Set<SourceDocument>([clusterClass, ...made.objects.map(({ template }) => template)]);
    const unused = all.some(one => SOURCES.test(String(one.data.kind)) && !used.has(one));
    const files = [...made.objects.map(({ document }) => document), ...made.workers].filter(({ data }) => READ.test(String(data.kind)))
      .map((document): [string, FileContent] => [`ClusterClass ${nameOf(clusterClass)}/${String(document.data.kind)} ${nameOf(document)}.yaml`, {
        text: renderYaml(document.data), origin: originOf(document),
      }]);
    return {
      directory: { ...directory, files: new Map([...directory.files, ...files]) },
      reading: unused ? { reason: 'no Cluster of the input is made of it' } : 'read',
    };
  } catch (error) {
    if (error instanceof SourceError) return { directory, reading: { reason: error.message } };
    throw error;
  }
}

const WHY_NOT = 'what it makes is read where the input has exactly one Cluster with spec.topology, that is of this class, and no object that it made';

/** An item of a list as a document of its own. */
function documentOf({ document, base, data, file }: ObjectAt): SourceDocument {
  return base.length === 0 ? document : parseSource(JSON.stringify(data, undefined, 2), { file });
}

function nameOf(document: SourceDocument): string {
  return String(document.value(['metadata', 'name']) ?? '');
}

/** Workers whose upgrade is deferred have an older version, of which only the minor is known: no topology goes further than one at a time. */
function minorBefore(cluster: SourceDocument): string | undefined {
  const version = KubernetesVersion._readStart(String(cluster.value(['spec', 'topology', 'version'])));
  return version && `v1.${version.minor - 1}.0`;
}

/** Where the line of a made document was said. */
function originOf(document: MadeDocument): (line: number) => Place {
  let known: readonly { readonly line: number; readonly path: SourcePath }[] | undefined;
  return line => {
    known ??= linesOf(document.data);
    const path = known.filter(one => one.line <= line).at(-1)?.path ?? [];
    const at = document.offset(path);
    return { file: document.error(at, '').file, line: document.location(at).line };
  };
}

function linesOf(data: { readonly [key: string]: Data }) {
  const text = parseSource(renderYaml(data), { file: 'made' });
  const paths = (value: Data, path: SourcePath): readonly SourcePath[] => [path, ...isMap(value)
    ? Object.entries(mapOf(value)).flatMap(([key, own]) => paths(own, [...path, key]))
    : Array.isArray(value) ? value.flatMap((own, index) => paths(own, [...path, index])) : []];
  return paths(data, []).map(path => ({ path, line: text.line(path) })).sort((a, b) => a.line - b.line);
}
