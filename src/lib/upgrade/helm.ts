import { ANSWERS } from './answer';
import { CcmUpgrade } from './ccm-upgrade';
import { hinderedBesidesServers, othersThanServers } from './turn-of-servers';
import { asWritten, CHART_LABEL, HELM_OWNER } from '../deliver/helm/as-written';
import { CHART_APP_VERSION, CHART_NAME, CHART_REPOSITORY, CHART_VERSION } from '../deliver/helm/chart';
import { chartValues } from '../deliver/helm/values';
import { Data, DataMap, isMap, listOf, mapOf, stringOf } from '../edit/yaml/data';
import { parseImage } from '../kubernetes/image';
import { Manifest } from '../kubernetes/manifest';
import { isAwsImage } from '../model/component-version';
import { readClusterFiles } from '../read/cluster/cluster-files';
import { Documents } from '../read/documents/documents';
import { VerifyInput } from '../read/input/input';
import { layoutOf } from '../read/input/layout';
import { printable } from '../text/printable';
import { shellWord } from '../text/shell-quote';

/** How a cloud-controller-manager that Helm owns comes to another release: by values of its chart, hop by hop. */
export interface HelmUpgrade {
  /** Release of Helm, and its namespace. */
  readonly release: string;
  readonly namespace: string;
  /** Chart that it was made by, as its label says: `aws-cloud-controller-manager-0.0.11`; none: it does not. */
  readonly chart?: string;
  /** The newest release of upstream's chart that was read, and the image that it has by itself. */
  readonly newest: { readonly version: string; readonly appVersion: string };
  /** Those of the way, in its order. */
  readonly hops: readonly HelmHop[];
}

/** One `helm upgrade`. */
export interface HelmHop {
  /** Release of the cloud-controller-manager that it leads to. */
  readonly to: string;
  /** File of its values, as the commands name it. */
  readonly file: string;
  /** All values, so that nothing is taken from the release before; none: `refused` says why. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly refused?: string;
  /** What the workload has and no value says: Helm leaves it as it is in the cluster. */
  readonly kept: readonly string[];
  /** In this order. */
  readonly commands: readonly string[];
  readonly back: readonly string[];
}

/** Words that a shell takes as they are. */
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
/** What the chart's templates decide: with another value the API server refuses the upgrade, or a second workload comes. */
const FIXED = /^DaemonSet: (?:spec\.selector|metadata\.labels\.k8s-app|spec\.template\.spec\.containers\[0\]\.(?:name|command))/;

/**
 * @param upgrade the way; where something stands in it, the hops from there on have no values
 * @param file of the values; of several hops each has its own, with its release in the name
 * @returns undefined: Helm owns no cloud-controller-manager of the input
 */
export function helmUpgrade(input: VerifyInput, upgrade: CcmUpgrade, file: string = 'values.yaml'): HelmUpgrade | undefined {
  const objects = objectsOf(input);
  const workload = objects.find(object => ownerOf(object) !== undefined && containersOf(object).some(isOfAws));
  if (workload === undefined) return undefined;
  const { release, namespace } = ownerOf(workload)!;
  const owned = objects.filter(object => ownerOf(object)?.release === release && ownerOf(object)?.namespace === namespace);
  const chart = stringOf(labelsOf(workload)[CHART_LABEL]);
  const known = { release, namespace, ...chart !== undefined && { chart }, newest: { version: CHART_VERSION, appVersion: CHART_APP_VERSION } };
  const tags = upgrade.hops.map(({ to }) => to);
  const files = tags.map(tag => tags.length === 1 ? file : fileOf(file, tag));
  const workloadName = `${(workload as unknown as Manifest).metadata.name}`;
  const stopped = whyStopped(upgrade);
  const hops = tags.map((to, index): HelmHop => {
    const why = whyUnknown({ release, namespace, chart }, to) ?? stopped[index];
    const made = why === undefined ? valuesOf(owned, workload, to) : { refused: why };
    const hop = { to, file: files[index] };
    return 'refused' in made ? { ...hop, ...made, kept: [], commands: [], back: [] }
      : { ...hop, ...made, ...commandsFor({ release, namespace, workload: workloadName }, files, index) };
  });
  return { ...known, hops };
}

/** `values.yaml` for one release: `values-v1.36.1.yaml` */
function fileOf(file: string, tag: string): string {
  const [, path, extension] = /^(.*?)(\.\w+)?$/s.exec(file)!;
  return `${path}-${tag}${extension ?? ''}`;
}

function whyUnknown({ release, namespace, chart }: Pick<HelmUpgrade, 'release' | 'namespace' | 'chart'>, tag: string): string | undefined {
  if (![release, namespace].every(name => NAME.test(name))) return 'its name is none that Helm accepts';
  if (chart?.startsWith(`${CHART_NAME}-`) === true) return undefined;
  const is = chart === undefined ? 'not known' : `'${printable(chart)}'`;
  return `its chart is ${is}, not upstream's ${CHART_NAME}, so its values are not known; set the image to ${tag} by its own`;
}

/** What stands in the way comes first; that API servers are upgraded before is a step of each hop of several. */
function whyStopped({ answer, hops, differences }: CcmUpgrade): readonly (string | undefined)[] {
  if (hops.length === 1) return [answer === 'may-go' ? undefined : `the answer is '${ANSWERS[answer]}', so what stands in the way comes first`];
  const onTheWay = new Set(hops.flatMap(hop => hop.differences.flatMap(({ hindrance }) => hindrance?.id ?? [])));
  const ofNoHop = othersThanServers(differences).filter(id => !onTheWay.has(id));
  const hindered = ofNoHop.length > 0 ? 0 : hops.findIndex(hinderedBesidesServers);
  const ids = ofNoHop.length > 0 ? ofNoHop : hops.flatMap((hop, index) => index === hindered ? othersThanServers(hop.differences) : []);
  return hops.map((_, index) => hindered < 0 || index < hindered ? undefined
    : `${ids.join(', ')} ${index === hindered ? 'stands in the way of this hop' : `stands in the way of hop ${hindered + 1}`}, and comes first`);
}

function valuesOf(
  owned: readonly DataMap[], workload: DataMap, tag: string,
): Required<Pick<HelmHop, 'values' | 'kept'>> | { readonly refused: string } {
  try {
    const { values, unsaid } = chartValues(owned.map(asWritten).map(object => withTag(object, tag)));
    const fixed = unsaid.find(path => FIXED.test(path));
    if (values === undefined || fixed !== undefined) {
      return { refused: `the chart does not make such a workload (${fixed ?? workload.kind as string})` };
    }
    return { values, kept: unsaid };
  } catch (error) {
    return {
      refused: `${(error as Error).message}; give its ServiceAccount, roles and bindings with the cluster: kubectl get `
        + 'serviceaccounts,clusterroles,clusterrolebindings,roles,rolebindings -A -o json',
    };
  }
}

/** What the release of Helm was before the first of several hops: going back twice, a rollback without a number would go forward again. */
const HISTORY_FILE = 'history-before.json';

function commandsFor(
  { release, namespace, workload }: { readonly release: string; readonly namespace: string; readonly workload: string }, files: readonly string[],
  index: number,
): Pick<HelmHop, 'commands' | 'back'> {
  const of = `-n ${namespace}`;
  const chart = `${CHART_NAME} --repo ${CHART_REPOSITORY} --version ${CHART_VERSION}`;
  const upgradeBy = (file: string) => `helm upgrade ${release} ${chart} ${of} --reset-values -f ${shellWord(file)}`;
  const isOnly = files.length === 1;
  const number = isOnly ? '' : ` "$(sed 's/.*"revision":\\([0-9]*\\).*/\\1/' ${HISTORY_FILE})"`;
  return {
    commands: [
      ...index > 0 ? [] : [`helm get values ${release} ${of} -o yaml > values-before.yaml`],
      ...index > 0 || isOnly ? [] : [`helm history ${release} ${of} --max 1 -o json > ${HISTORY_FILE}`],
      `${upgradeBy(files[index])} --dry-run=server`,
      `${upgradeBy(files[index])} --wait`,
      `kubectl -n kube-system rollout status daemonset/${workload}`,
    ],
    back: [index > 0 ? `${upgradeBy(files[index - 1])} --wait` : `helm rollback ${release}${number} ${of} --wait`],
  };
}

function objectsOf({ directories, documents }: VerifyInput): readonly DataMap[] {
  const read = new Documents(documents);
  return directories.flatMap(directory => readClusterFiles(directory, layoutOf(directory), read).objects.map(({ object }) => object.data as DataMap));
}

function ownerOf(object: DataMap): { readonly release: string; readonly namespace: string } | undefined {
  const annotations = mapOf(mapOf(object.metadata).annotations);
  const [release, namespace] = [HELM_OWNER.release, HELM_OWNER.namespace].map(key => stringOf(annotations[key]));
  if (labelsOf(object)[HELM_OWNER.label] !== HELM_OWNER.value || release === undefined || namespace === undefined) return undefined;
  return { release, namespace };
}

function containersOf(object: DataMap): readonly DataMap[] {
  return listOf(mapOf(mapOf(mapOf(object.spec).template).spec).containers).filter(isMap);
}

function isOfAws({ image }: DataMap): boolean {
  return typeof image === 'string' && isAwsImage(parseImage(image));
}

/** A digest names one image, so it goes. */
function withTag(object: Manifest, tag: string): Manifest {
  const [container] = containersOf(object as unknown as DataMap);
  if (container === undefined || !isOfAws(container)) return object;
  const copy = JSON.parse(JSON.stringify(object)) as Manifest;
  (containersOf(copy as unknown as DataMap)[0] as Record<string, Data>).image = `${parseImage(container.image as string).repository}:${tag}`;
  return copy;
}

function labelsOf(object: DataMap): DataMap {
  return mapOf(mapOf(object.metadata).labels);
}
