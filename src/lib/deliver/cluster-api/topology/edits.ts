import { isDeepStrictEqual } from 'node:util';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../../edit/yaml/data';
import type { SourceEdit } from '../../../edit/yaml/data-edit';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { DEFER_UPGRADE, HOLD_UPGRADES } from '../../../facts/cluster-api';
import { nameOf } from '../../../installers/cluster-api/documents';
import { matches } from '../../../installers/cluster-api/topology/class-patches';
import { operationsBetween, PatchOperation } from '../../../installers/cluster-api/topology/json-patch';
import { MadeObject, TopologySource, WORKERS } from '../../../installers/cluster-api/topology/topology';
import { KubernetesVersion } from '../../../kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../migration/migration-phase';
import { itemEdits, valueEdits } from '../../document-edits';

/** Variable of the class that says which phase a cluster is in. A cluster that does not set it is left as it is. */
export const PHASE_VARIABLE = 'ccmMigration';
const NOT_STARTED = 'not-started';
const PATCH = 'ccm-migration';
const VARIABLES: SourcePath = ['spec', 'topology', 'variables'];

/** What the objects of a cluster become on either side, as data. */
export interface TopologyWanted {
  /** Undefined: the cluster was never on that side. */
  readonly n?: (object: MadeObject) => Data;
  readonly nPlus1: (object: MadeObject) => Data;
}

/** A patch of a ClusterClass, as it is written. */
interface ClassPatch {
  readonly name: string;
  readonly enabledIf: string;
  readonly definitions: { readonly selector: DataMap; readonly jsonPatches: readonly PatchOperation[] }[];
}

/**
 * The variable and the patches of the migration, which are the same for every cluster of the class. Which of them counts is decided by the version of
 * the machines that are made, so that flags turn with the version, also where Cluster API takes it up later.
 *
 * @throws at what a patch cannot say
 */
export function classEdits(
  source: TopologySource, objects: readonly MadeObject[], wanted: TopologyWanted, toVersion: KubernetesVersion,
): SourceEdit[] {
  const { clusterClass } = source;
  const bound = `${toVersion.minorVersion}.0-0`;
  const isStarted = `(ne .${PHASE_VARIABLE} "${NOT_STARTED}")`;
  const enabledIf = (sign: string, part: string) => `{{ and ${isStarted} (semverCompare "${sign}${bound}" .builtin.${part}.version) }}`;
  const of = (part: MadeObject['role']['part']) => objects.filter(({ role }) => role.part === part);
  const patch = (name: string, condition: string, own: readonly MadeObject[], make: (object: MadeObject) => Data): ClassPatch =>
    ({ name: `${PATCH}-${name}`, enabledIf: condition, definitions: definitionsOf(source, own, make) });
  const patches = [
    ...wanted.n ? [patch('n', enabledIf('<', 'controlPlane'), of('controlPlane'), wanted.n)] : [],
    patch('n-plus-1', enabledIf('>=', 'controlPlane'), of('controlPlane'), wanted.nPlus1),
    patch('workers', enabledIf('>=', 'machineDeployment'), of('machineDeploymentClass'), wanted.nPlus1),
    patch('machine-pools', enabledIf('>=', 'machinePool'), of('machinePoolClass'), wanted.nPlus1),
  ].filter(({ definitions }) => definitions.length > 0);
  return [
    ...addedTo(clusterClass, ['spec', 'variables'], [variable()]),
    ...addedTo(clusterClass, ['spec', 'patches'], patches.map(one => one as unknown as DataMap)),
  ];
}

function variable(): DataMap {
  return {
    name: PHASE_VARIABLE,
    required: false,
    schema: { openAPIV3Schema: { type: 'string', enum: [NOT_STARTED, ...Object.values(MigrationPhase)], default: NOT_STARTED } },
  };
}

/** What is there already is left; another cluster of the class has put it there. */
function addedTo(clusterClass: SourceDocument, path: SourcePath, items: readonly DataMap[]): SourceEdit[] {
  const today = listOf(clusterClass.value(path));
  const added = items.filter(item => {
    const at = today.findIndex(one => mapOf(one).name === item.name);
    if (at < 0) return true;
    if (isDeepStrictEqual(today[at], item)) return false;
    throw clusterClass.errorAt([...path, at], `${path.join('.')}[${at}] '${String(item.name)}' is there and says something `
      + 'else than this cluster needs: one class cannot serve both; give the cluster a class of its own first (spec.topology.class), or take it out '
      + 'if it is of an earlier run');
  });
  return itemEdits(clusterClass, path, ...added as Data[]);
}

function definitionsOf(source: TopologySource, objects: readonly MadeObject[], make: (object: MadeObject) => Data): ClassPatch['definitions'] {
  const definitions: ClassPatch['definitions'] = [];
  for (const object of objects) {
    const jsonPatches = operationsOf(object, make(object));
    const { template: { data: { apiVersion, kind } }, role } = object;
    const matchResources = 'className' in role ? { [role.part]: { names: [role.className] } } : { [role.part]: true };
    const selector = { apiVersion: String(apiVersion), kind: String(kind), matchResources };
    const same = definitions.find(one => isDeepStrictEqual(one.selector, selector));
    if (same ? !isDeepStrictEqual(same.jsonPatches, jsonPatches) : false) throw differing(source, object);
    if (same || jsonPatches.length === 0) continue;
    jsonPatches.forEach(operation => refuseTakingBack(source.clusterClass, object, operation));
    definitions.push({ selector, jsonPatches });
  }
  return definitions;
}

/** Two groups of workers of one class get the same patches. */
function differing({ cluster }: TopologySource, { topologyName, role }: MadeObject): Error {
  const at = workerPaths(cluster).find(path => mapOf(cluster.value(path)).name === topologyName);
  return cluster.errorAt(at ?? ['spec', 'topology'], `'${String(topologyName)}' needs other changes than another one of class `
    + `'${'className' in role ? role.className : ''}', since its variables make other machines of it; give it a class of its own in the `
    + 'ClusterClass');
}

/** @param wanted the made object as it is to be */
function operationsOf({ document, template, role }: MadeObject, wanted: Data): readonly PatchOperation[] {
  const isTemplate = document.data.kind === template.data.kind;
  const spec = (data: Data | undefined): Data => {
    const own = mapOf(mapOf(data).spec);
    if (isTemplate || role.part !== 'controlPlane') return own;
    const { version: _version, replicas: _replicas, machineTemplate: _machines, ...rest } = own;
    return rest;
  };
  return operationsBetween(spec(document.data), spec(wanted), isTemplate ? ['spec'] : ['spec', 'template', 'spec']);
}

/**
 * An operation sets a value for every cluster of the class. What a patch of the class puts below it, by a variable of each cluster, would be taken
 * back.
 *
 * @throws at the patch
 */
function refuseTakingBack(clusterClass: SourceDocument, { template, role }: MadeObject, { op, path, value }: PatchOperation): void {
  if (path.endsWith('/-')) return;
  const isWhole = op === 'remove' || isMap(value) || Array.isArray(value);
  listOf(clusterClass.value(['spec', 'patches'])).forEach((patch, index) => {
    if (String(mapOf(patch).name).startsWith(`${PATCH}-`)) return;
    listOf(mapOf(patch).definitions).map(mapOf).forEach(({ selector, jsonPatches }, at) => {
      if (!matches(mapOf(selector), template, role)) return;
      listOf(jsonPatches).map(mapOf).forEach((operation, number) => {
        const isBelow = isWhole && (operation.path === path || String(operation.path).startsWith(`${path}/`));
        const isByCluster = operation.path === path && operation.valueFrom !== undefined;
        if (!isBelow && !isByCluster) return;
        const why = isByCluster ? 'it is another value in each cluster'
          : Array.isArray(value) ? 'a JSON patch cannot change one item of a list' : 'it is not in the template';
        const own: SourcePath = ['spec', 'patches', index, 'definitions', at, 'jsonPatches', number];
        throw clusterClass.errorAt(own, `patch '${String(mapOf(patch).name)}' changes ${String(operation.path)}, and the `
          + `migration has to write all of ${path}: ${why}, so in another cluster what this patch sets would be lost; `
          + `move it to ${String(template.data.kind)} '${nameOf(template)}' first`);
      });
    });
  });
}

/** The Cluster in a phase: its variable, its version, and which workers wait. */
export function clusterEdits(cluster: SourceDocument, phase: MigrationPhase, version: string | undefined): SourceEdit[] {
  return [
    ...itemEdits(cluster, VARIABLES, { name: PHASE_VARIABLE, value: phase }),
    ...version === undefined ? [] : valueEdits(cluster, ['spec', 'topology', 'version'], version),
    // Cluster API gives workers the new version as soon as the control plane has it.
    ...phase !== MigrationPhase.MIXED ? []
      : workerPaths(cluster).flatMap(path => valueEdits(cluster, [...path, 'metadata', 'annotations', DEFER_UPGRADE], '')),
  ];
}

function workerPaths(cluster: SourceDocument): readonly SourcePath[] {
  return WORKERS.flatMap(({ list }) => listOf(cluster.value(['spec', 'topology', 'workers', list]))
    .map((_, index): SourcePath => ['spec', 'topology', 'workers', list, index]));
}

/** @throws at what says that the cluster is on its way already, or that its workers wait for something else */
export function refuseStarted(cluster: SourceDocument): void {
  listOf(cluster.value(VARIABLES)).forEach((one, index) => {
    const { name, value } = mapOf(one);
    if (name !== PHASE_VARIABLE) return;
    throw cluster.errorAt([...VARIABLES, index], `variable '${PHASE_VARIABLE}' is '${String(value)}': this `
      + 'cluster is in its migration; hand in the Cluster as it was before, which is what the folder \'input\' or the history of your '
      + 'repository has');
  });
  for (const path of workerPaths(cluster)) {
    const annotations = mapOf(mapOf(mapOf(cluster.value(path)).metadata).annotations);
    const held = [DEFER_UPGRADE, HOLD_UPGRADES].find(name => Object.hasOwn(annotations, name));
    if (held === undefined) continue;
    throw cluster.errorAt([...path, 'metadata', 'annotations', held], `${held} keeps `
      + `'${stringOf(mapOf(cluster.value(path)).name) ?? ''}' at `
      + 'its version, and phase \'n-plus-1\' has to roll it; take it out: phase \'mixed\' sets and \'n-plus-1\' takes its own');
  }
}
