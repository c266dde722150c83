import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { onceInSynth, watchSynth } from './synth-run';
import { Manifest } from '../lib/kubernetes/manifest';
import { grouped } from '../lib/kubernetes/once-for';
import { identity } from '../lib/migration/to-delete';

/** Kinds that we write and that live in no namespace. */
const CLUSTER_SCOPED = ['ClusterRole', 'ClusterRoleBinding'];
/** Metadata of what is written here. */
const OURS = 'ccm-migration:object';
/** Metadata of a Chart that is looked through for objects that it has twice. */
const CHECKED = 'ccm-migration:chart';
/** Of objects that a Chart has twice. */
const MOST_SHOWN = 3;

/**
 * An API object. The namespace of a user's Chart is for what lives in one: cdk8s gives it to every object that names none. A Chart is applied to one
 * cluster, so synthesis fails where it has the object twice.
 */
export function writeObject(scope: Construct, id: string, manifest: Manifest): ApiObject {
  const object = new ApiObject(scope, id, manifest);
  if (CLUSTER_SCOPED.includes(manifest.kind) && object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  object.node.addMetadata(OURS, true);
  checkTwins(Chart.of(object));
  return object;
}

/** Once for each Chart with objects of ours. */
function checkTwins(chart: Chart): void {
  if (chart.node.metadata.some(({ type }) => type === CHECKED)) return;
  chart.node.addMetadata(CHECKED, true);
  watchSynth(chart);
  chart.node.addValidation({ validate: () => onceInSynth(chart, 'twins', () => twins(chart)) });
}

/** Objects that the Chart has twice, one of ours among them: `kubectl apply` keeps the one that comes last. */
function twins(chart: Chart): string[] {
  const all = chart.node.findAll().filter((node): node is ApiObject => ApiObject.isApiObject(node) && Chart.of(node) === chart);
  const byIdentity = grouped(all, identityOf);
  const pairs = all.filter(isOurs).flatMap(one => byIdentity.get(identityOf(one))!.filter(other => other !== one).map(other => [one, other]));
  if (pairs.length === 0) return [];
  const names = pairs.map(([one]) => identityOf(one));
  const unique = pairs.filter(([one], index) => names.indexOf(identityOf(one)) === index);
  const shown = unique.slice(0, MOST_SHOWN).map(([one, other]) => `${nameOf(one)} at '${one.node.path}' and at '${other.node.path}'`);
  const more = unique.length - shown.length;
  return [`Chart '${chart.node.path}' has objects twice, and applying it keeps only the last of each: ${shown.join(', ')}`
    + `${more > 0 ? `, and ${more} more` : ''}; make one Chart per cluster, or give one of the two another name`];
}

function isOurs({ node }: ApiObject): boolean {
  return node.metadata.some(({ type }) => type === OURS);
}

function nameOf({ kind, name, metadata: { namespace } }: ApiObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function identityOf({ apiVersion, kind, name, metadata: { namespace } }: ApiObject): string {
  return identity({ apiVersion, kind, namespace: CLUSTER_SCOPED.includes(kind) ? undefined : namespace, name });
}

/** An object that users patch: what it is called, its id among the objects of its construct, and why there may be none. */
export interface Handle {
  readonly id: string;
  readonly what: string;
  readonly otherwise: string;
}

export const WORKLOAD: Handle = { id: 'Resource', what: 'workload', otherwise: 'static pods are files of nodes' };
export const POD_DISRUPTION_BUDGET: Handle = {
  id: 'PodDisruptionBudget', what: 'PodDisruptionBudget', otherwise: 'ask for one with `availability.podDisruptionBudget`',
};

/** @throws where there is none */
export function handle(owner: Construct, written: ReadonlyMap<string, ApiObject>, { id, what, otherwise }: Handle): ApiObject {
  const object = written.get(id);
  if (!object) throw new Error(`'${owner.node.path}' has no ${what}: ${otherwise}`);
  return object;
}
