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

/** How a cloud-controller-manager that Helm owns comes to another release: by values of its chart. */
export interface HelmUpgrade {
  /** Release of Helm, and its namespace. */
  readonly release: string;
  readonly namespace: string;
  /** Chart that it was made by, as its label says: `aws-cloud-controller-manager-0.0.11`; none: it does not. */
  readonly chart?: string;
  /** The newest release of upstream's chart that was read, and the image that it has by itself. */
  readonly newest: { readonly version: string; readonly appVersion: string };
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

/** The file that the commands name. */
export const VALUES_FILE = 'values.yaml';

/**
 * @param tag release to go to, in one hop
 * @returns undefined: Helm owns no cloud-controller-manager of the input
 */
export function helmUpgrade(input: VerifyInput, tag: string): HelmUpgrade | undefined {
  const objects = objectsOf(input);
  const workload = objects.find(object => ownerOf(object) !== undefined && containersOf(object).some(isOfAws));
  if (workload === undefined) return undefined;
  const { release, namespace } = ownerOf(workload)!;
  const owned = objects.filter(object => ownerOf(object)?.release === release && ownerOf(object)?.namespace === namespace);
  const chart = stringOf(labelsOf(workload)[CHART_LABEL]);
  const known = { release, namespace, ...chart !== undefined && { chart }, newest: { version: CHART_VERSION, appVersion: CHART_APP_VERSION } };
  const refused = (why: string): HelmUpgrade => ({ ...known, refused: why, kept: [], commands: [], back: [] });
  if (![release, namespace].every(name => NAME.test(name))) return refused('its name is none that Helm accepts');
  if (chart?.startsWith(`${CHART_NAME}-`) !== true) {
    const is = chart === undefined ? 'not known' : `'${printable(chart)}'`;
    return refused(`its chart is ${is}, not upstream's ${CHART_NAME}, so its values are not known; set the image to ${tag} by its own`);
  }
  try {
    const { values, unsaid } = chartValues(owned.map(asWritten).map(object => withTag(object, tag)));
    const fixed = unsaid.find(path => FIXED.test(path));
    if (values === undefined || fixed !== undefined) return refused(`the chart does not make such a workload (${fixed ?? workload.kind as string})`);
    return { ...known, values, kept: unsaid, ...commandsFor(release, namespace, `${(workload as unknown as Manifest).metadata.name}`) };
  } catch (error) {
    return refused(`${(error as Error).message}; give its ServiceAccount, roles and bindings with the cluster: kubectl get `
      + 'serviceaccounts,clusterroles,clusterrolebindings,roles,rolebindings -A -o json');
  }
}

function commandsFor(release: string, namespace: string, workload: string): Pick<HelmUpgrade, 'commands' | 'back'> {
  const of = `-n ${namespace}`;
  const chart = `${CHART_NAME} --repo ${CHART_REPOSITORY} --version ${CHART_VERSION}`;
  const upgrade = `helm upgrade ${release} ${chart} ${of} --reset-values -f ${VALUES_FILE}`;
  return {
    commands: [
      `helm get values ${release} ${of} -o yaml > values-before.yaml`,
      `${upgrade} --dry-run=server`,
      `${upgrade} --wait`,
      `kubectl -n kube-system rollout status daemonset/${workload}`,
    ],
    back: [`helm rollback ${release} ${of} --wait`],
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
