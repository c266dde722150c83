import { patchedTemplate, PatchedTemplate, TemplateRole } from './class-patches';
import { MadeDocument, GivenPlace } from './made-document';
import { clusterBuiltins, variablesOf, withoutMissing } from './variables';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../../edit/yaml/data';
import { SourceDocument } from '../../../edit/yaml/source-document';
import { CLUSTER_API_VERSIONS, DEFER_UPGRADE } from '../../../facts/cluster-api';

/** The documents that Cluster API makes a cluster of. */
export interface TopologySource {
  readonly cluster: SourceDocument;
  readonly clusterClass: SourceDocument;
  /** All that were given: templates are looked up in them. */
  readonly documents: readonly SourceDocument[];
}

/** One object that Cluster API makes, and of what. */
export interface MadeObject {
  readonly document: MadeDocument;
  readonly template: SourceDocument;
  readonly role: TemplateRole;
  /** Name of the MachineDeployment or MachinePool in the topology. */
  readonly topologyName?: string;
  /** The template as its patches leave it. */
  readonly patched: PatchedTemplate;
}

/** What Cluster API makes of a Cluster with a topology. */
export interface MadeCluster {
  readonly objects: readonly MadeObject[];
  /** MachineDeployments and MachinePools, which are made of no template. */
  readonly workers: readonly MadeDocument[];
}

/** The version that machines get. */
export interface TopologyVersions {
  /** That of MachineDeployments and MachinePools whose upgrade is deferred; undefined: the topology's own. */
  readonly deferred?: string;
}

const CLUSTER = 'cluster.x-k8s.io/';

export function isTopologyCluster({ data }: SourceDocument): boolean {
  return data.kind === 'Cluster' && String(data.apiVersion).startsWith(CLUSTER) && isMap(mapOf(data.spec).topology);
}

export function isClusterClass({ data }: SourceDocument): boolean {
  return data.kind === 'ClusterClass' && String(data.apiVersion).startsWith(CLUSTER);
}

/** Name of the class that a Cluster is made of: by a reference from v1beta2 on. */
export function classOf(cluster: SourceDocument): string | undefined {
  const topology = mapOf(cluster.value(['spec', 'topology']));
  return stringOf(topology.class) ?? stringOf(mapOf(topology.classRef).name);
}

/**
 * What Cluster API makes of a Cluster and its class: kubernetes-sigs/cluster-api@v1.9.11 internal/controllers/topology/cluster, and
 * exp/topology/desiredstate of v1.13.4. Names end with random letters there, and do not here.
 *
 * @throws at what is not in the input, or is not understood
 */
export function madeOf({ cluster, clusterClass, documents }: TopologySource, versions: TopologyVersions = {}): MadeCluster {
  const topology = mapOf(cluster.value(['spec', 'topology']));
  const version = stringOf(topology.version) ?? '';
  const name = String(cluster.value(['metadata', 'name']));
  const metadata = (called: string) => withoutMissing({
    name: called, namespace: cluster.value(['metadata', 'namespace']), labels: { 'cluster.x-k8s.io/cluster-name': name },
  });
  const given = (ref: DataMap | undefined, path: SourcePath) => templateOf(clusterClass, documents, ref, path);
  const builtin = (own: DataMap) => ({ builtin: { cluster: clusterBuiltins(cluster), ...own } });
  const variables = (own: readonly SourcePath[]) => variablesOf(clusterClass, cluster, [['spec', 'topology', 'variables'], ...own]);
  const objects: MadeObject[] = [];
  const make = (template: SourceDocument, role: TemplateRole, values: DataMap, wanted: Wanted) => {
    const patched = patchedTemplate(clusterClass, template, role, values);
    const document = new MadeDocument(wanted.dataOf(mapOf(patched.data.spec)), template.file,
      path => placeOf(path, { template, cluster, patched, isTemplate: wanted.isTemplate === true }));
    objects.push({ document, template, role, topologyName: wanted.topologyName, patched });
  };

  const controlPlane = mapOf(clusterClass.value(['spec', 'controlPlane']));
  const infrastructure = given(refOf(clusterClass.value(['spec', 'infrastructure'])), ['spec', 'infrastructure']);
  make(infrastructure, { part: 'infrastructureCluster' }, { ...variables([]), ...builtin({}) }, {
    dataOf: spec => objectOf(infrastructure, metadata(name), mapOf(mapOf(spec.template).spec)),
  });

  const ofControlPlane = {
    ...variables([['spec', 'topology', 'controlPlane', 'variables', 'overrides']]),
    ...builtin({ controlPlane: withoutMissing({ version, replicas: mapOf(topology.controlPlane).replicas }) }),
  };
  const template = given(refOf(controlPlane), ['spec', 'controlPlane']);
  const machines = refOf(controlPlane.machineInfrastructure);
  const machineTemplate = machines && given(machines, ['spec', 'controlPlane', 'machineInfrastructure']);
  make(template, { part: 'controlPlane' }, ofControlPlane, {
    dataOf: spec => objectOf(template, metadata(name), withoutMissing({
      ...mapOf(mapOf(spec.template).spec),
      version,
      replicas: mapOf(topology.controlPlane).replicas,
      machineTemplate: machineTemplate && machineRef(template, mapOf(mapOf(mapOf(spec.template).spec).machineTemplate), machineTemplate),
    })),
  });
  if (machineTemplate) {
    make(machineTemplate, { part: 'controlPlane' }, ofControlPlane, {
      isTemplate: true, dataOf: spec => objectOf(machineTemplate, metadata(nameOf(machineTemplate)), spec, true),
    });
  }

  const workers: MadeDocument[] = [];
  for (const { list, part, kind, builtinName } of WORKERS) {
    listOf(mapOf(topology.workers)[list]).forEach((worker, index) => {
      const { class: className, name: topologyName, replicas } = mapOf(worker);
      const at: SourcePath = ['spec', 'topology', 'workers', list, index];
      const classAt = listOf(clusterClass.value(['spec', 'workers', list])).findIndex(one => mapOf(one).class === className);
      if (classAt < 0) {
        throw cluster.errorAt(at, `${list}[${index}] is of class '${String(className)}', which ClusterClass '${nameOf(clusterClass)}' `
          + 'does not have; correct the name');
      }
      const own = mapOf(listOf(clusterClass.value(['spec', 'workers', list]))[classAt]);
      const refs = isMap(own.template) ? mapOf(own.template) : own;
      const base: SourcePath = ['spec', 'workers', list, classAt];
      const [bootstrap, infra] = (['bootstrap', 'infrastructure'] as const).map(key => given(refOf(refs[key]), base));
      const release = isDeferred(mapOf(worker)) ? versions.deferred ?? version : version;
      const values = {
        ...variables([[...at, 'variables', 'overrides']]),
        ...builtin({ [builtinName]: withoutMissing({ version: release, class: className, topologyName, replicas }) }),
      };
      const role: TemplateRole = { part, className: String(className) };
      const called = `${name}-${String(topologyName)}`;
      const isPool = part === 'machinePoolClass';
      const wanted = (source: SourceDocument): Wanted => ({
        topologyName: String(topologyName),
        isTemplate: !isPool,
        dataOf: spec => (isPool ? objectOf(source, metadata(called), mapOf(mapOf(spec.template).spec))
          : objectOf(source, metadata(kindOf(source) === 'KubeadmConfigTemplate' ? called : nameOf(source)), spec, true)),
      });
      make(bootstrap, role, values, wanted(bootstrap));
      make(infra, role, values, wanted(infra));
      const kindIn = (source: SourceDocument) => (isPool ? kindOf(source).replace(/Template$/, '') : kindOf(source));
      workers.push(new MadeDocument({
        apiVersion: String(cluster.data.apiVersion),
        kind,
        metadata: metadata(called),
        spec: withoutMissing({
          clusterName: name,
          replicas,
          template: {
            spec: {
              clusterName: name,
              version: release,
              bootstrap: { configRef: { kind: kindIn(bootstrap), name: called } },
              infrastructureRef: { kind: kindIn(infra), name: isPool ? called : nameOf(infra) },
            },
          },
        }),
      }, cluster.file, () => ({ document: cluster, path: at })));
    });
  }
  return { objects, workers };
}

interface Wanted {
  readonly topologyName?: string;
  /** Whether it stays a template. */
  readonly isTemplate?: boolean;
  /** @param spec of the template, as its patches leave it */
  readonly dataOf: (spec: DataMap) => DataMap;
}

/** Lists of workers of a topology and of a class. */
export const WORKERS = [
  { list: 'machineDeployments', part: 'machineDeploymentClass', kind: 'MachineDeployment', builtinName: 'machineDeployment' },
  { list: 'machinePools', part: 'machinePoolClass', kind: 'MachinePool', builtinName: 'machinePool' },
] as const;

/** Whether its version stays while the topology gets another. */
export function isDeferred(worker: DataMap): boolean {
  return Object.hasOwn(mapOf(mapOf(worker.metadata).annotations), DEFER_UPGRADE);
}

function kindOf({ data }: SourceDocument): string {
  return String(data.kind);
}

function nameOf(document: SourceDocument): string {
  return String(document.value(['metadata', 'name']));
}

/** v1beta1 has the reference in `ref`, v1beta2 in `templateRef`. */
function refOf(holder: Data | undefined): DataMap | undefined {
  const { ref, templateRef } = mapOf(holder);
  return isMap(ref) ? ref : isMap(templateRef) ? templateRef : undefined;
}

function templateOf(clusterClass: SourceDocument, documents: readonly SourceDocument[], ref: DataMap | undefined, path: SourcePath): SourceDocument {
  const { kind, name, apiVersion } = ref ?? {};
  const found = documents.find(({ data }) => data.kind === kind && mapOf(data.metadata).name === name && data.apiVersion === apiVersion);
  if (found) return found;
  throw clusterClass.errorAt(path, `ClusterClass '${nameOf(clusterClass)}' names ${String(kind)} '${String(name)}' of `
    + `'${String(apiVersion)}', which is not in the input; hand in the templates of the class too`);
}

/** The kind of a template without the word at its end, or the template itself. */
function objectOf(template: SourceDocument, metadata: { [key: string]: Data }, spec: DataMap, isTemplate = false): DataMap {
  return {
    apiVersion: String(template.data.apiVersion),
    kind: isTemplate ? kindOf(template) : kindOf(template).replace(/Template$/, ''),
    metadata,
    spec: structuredClone(spec) as Data,
  };
}

/** `machineTemplate` of a control plane with the reference to the template of its machines. */
function machineRef(template: SourceDocument, machineTemplate: DataMap, machines: SourceDocument): Data {
  const { data: { apiVersion, kind } } = machines;
  const version = String(template.data.apiVersion).split('/')[1];
  const [, ...steps] = CLUSTER_API_VERSIONS()[version]?.machineTemplateRef ?? ['machineTemplate', 'infrastructureRef'];
  const ref = { apiVersion: apiVersion ?? null, kind: kind ?? null, name: nameOf(machines) };
  return steps.reduceRight<{ value: Data }>(({ value }, step, index) => {
    const around = steps.slice(0, index).reduce<DataMap>((at, own) => mapOf(at[own]), machineTemplate);
    return { value: { ...around, [step]: value } };
  }, { value: ref }).value;
}

/** Where what stands at a path of a made object was said: in a patch, in the template, or in the Cluster. */
function placeOf(
  path: SourcePath, { template, cluster, patched, isTemplate }: {
    readonly template: SourceDocument; readonly cluster: SourceDocument; readonly patched: PatchedTemplate; readonly isTemplate: boolean;
  },
): GivenPlace {
  if (!isTemplate && path[0] === 'spec' && (path[1] === 'version' || path[1] === 'replicas')) {
    return { document: cluster, path: ['spec', 'topology', ...path[1] === 'version' ? ['version'] : ['controlPlane']] };
  }
  const own: SourcePath = path[0] !== 'spec' ? path : isTemplate ? path : ['spec', 'template', 'spec', ...path.slice(1)];
  const pointer = `/${own.join('/')}`;
  const by = patched.patched.filter(one => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`)).at(-1);
  if (by) return by;
  return { document: template, path: own };
}
