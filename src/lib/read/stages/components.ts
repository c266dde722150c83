import { ReadNodes } from './nodes';
import { programsOf } from './programs';
import { CCM } from '../../kubernetes/component';
import { SaidVersions } from '../../model/component-version';
import { ComponentView, Doubt } from '../../view/model';
import { ReadComponent } from '../component/component-reader';
import { isOver, mirroredNode, repeatsOwner } from '../component/live-pods';
import { Documents, ObjectAt } from '../documents/documents';
import { apiServerFileDoubts, apiServerSettings, withAuthorizers } from '../interference/api-server-admission';
import { ProgramCommands } from '../interference/object-commands';
import { LabelledKind } from '../scheduling/placement';
import { kubeadmDoubts } from '../sources/kubeadm-doubts';
import { controlPlaneOf } from '../sources/kubeadm-nodes';
import { readAdmitted } from '../workloads/admitted-workload';

/** Components, and where each is from. */
export interface ReadComponents {
  readonly components: readonly ReadComponent[];
  /** The object of each; of one of a node, or that is assumed: none. */
  readonly origins: readonly (ObjectAt | undefined)[];
  readonly apiServers: readonly ComponentView[];
  /** What files of API servers leave open, and those of kubeadm. */
  readonly fileDoubts: readonly Doubt[];
  readonly programs: ProgramCommands;
}

/** What runs on nodes, and what workloads run beside them. */
export function readComponents(nodes: ReadNodes, kinds: readonly LabelledKind[], documents: Documents, said: SaidVersions): ReadComponents {
  const { objects, all, states, live } = nodes;
  const folders = new Map(nodes.kinds.map(one => [one.group.name, controlPlaneOf(one)]));
  const programs = programsOf(nodes);
  const servers = nodes.kinds.flatMap(({ group, kind }) => kind.components.filter(({ view }) => view.component === 'kube-apiserver').map(read => {
    const own = read.view.onNodes?.map(index => group.nodes[index]) ?? group.nodes;
    return { read, view: withAuthorizers({ view: read.view, nodes: own }, documents), nodes: own };
  }));
  const asked = new Map(servers.map(({ read, view }) => [read, { ...read, view }]));
  const ofNodes = [...nodes.kinds, ...live].flatMap(({ kind }) => kind.components).map(one => asked.get(one) ?? one);
  const releases = ofNodes.flatMap(({ view: { component, version } }) => component === CCM ? [] : version ?? []);
  const apiServers = apiServerSettings(servers, documents);
  const workloads = objects.filter(({ object }) => mirroredNode(object) === undefined && !isOver(object) && !repeatsOwner(object, all))
    .flatMap(({ object, dir }) => readAdmitted(object, { dir, kinds, nodes: folders, states, said, releases, objects: all, programs, apiServers })
      .map(component => ({ object, component })));
  return {
    components: [...ofNodes, ...workloads.map(({ component }) => component)],
    origins: [...ofNodes.map(() => undefined), ...workloads.map(({ object }) => object)],
    apiServers: servers.map(({ view }) => view),
    fileDoubts: [...apiServerFileDoubts(servers, documents), ...kubeadmDoubts(all)],
    programs,
  };
}
