import { groupOf } from '../../facts/inert-kinds';
import { SaidVersions } from '../../model/component-version';
import { InertKindClaim } from '../../view/model';
import { ClusterFiles, clusterTexts, readClusterFiles } from '../cluster/cluster-files';
import { StoredValues, storedValues } from '../component/stored-values';
import { Documents, isLooseConfiguration, ObjectAt, ObjectOfDirectory } from '../documents/documents';
import { VerifyInput } from '../input/input';
import { layoutOf, NodeFolderPath, textsOnNode } from '../input/layout';
import { MigrationIndex, withReleases } from '../input/migration-index';
import { groupNodes } from '../input/node-kinds';
import { KindsReadBefore, ReadGroup, readKinds } from '../nodes/kind-reader';
import { staticPodTexts } from '../nodes/kubelet/static-pod-folders';
import { readLiveNodes } from '../nodes/live-nodes';
import { withKubeadm } from '../sources/kubeadm-nodes';

/** What lies in folders of nodes, and beside them. */
export interface ReadNodes {
  /** What is beside the folders of nodes. */
  readonly files: readonly ClusterFiles[];
  readonly objects: readonly ObjectOfDirectory[];
  /** The same, without where each lies. */
  readonly all: readonly ObjectAt[];
  /** What ConfigMaps and Secrets hold, in each state that the input may be of. */
  readonly states: readonly StoredValues[];
  /** Kinds of nodes with what kubeadm is told for them. */
  readonly kinds: readonly ReadGroup[];
  /** Kinds of nodes of a cluster that runs. */
  readonly live: readonly ReadGroup[];
  readonly folders: readonly NodeFolderPath[];
  /** Kinds of the input that the user takes to be inert, whose objects are none of these. */
  readonly taken: readonly InertKindClaim[];
  /** LeaderMigrationConfigurations that no component reads. */
  readonly loose: readonly { readonly file: string; readonly text: string }[];
}

export function readNodes(
  { directories, inertKinds = [] }: VerifyInput, documents: Documents, indexes: readonly MigrationIndex[], said: SaidVersions,
  kindsBefore?: KindsReadBefore,
): ReadNodes {
  const layouts = directories.map(directory => ({ directory, layout: withReleases(layoutOf(directory), indexes) }));
  documents.expect(layouts.flatMap(({ directory, layout }) => [...clusterTexts(directory, layout), ...layout.nodes.flatMap(staticPodTexts)]));
  const { files, taken } = withoutClaimed(layouts.map(({ directory, layout }) => readClusterFiles(directory, layout, documents)), inertKinds);
  const objects = files.flatMap(one => one.objects);
  const all = objects.map(({ object }) => object);
  const groups = groupNodes(layouts.flatMap(({ layout }) => layout.nodes));
  const read = groups.flatMap(group => kindsBefore ? kindsBefore.of(group, documents, said, all) : readKinds(group, documents, said, all));
  const states = storedValues(all);
  const folders = groups.flatMap(({ nodes }) => nodes);
  return {
    files,
    objects,
    all,
    states,
    folders,
    taken,
    kinds: withKubeadm(read, objects, said),
    live: readLiveNodes(objects, { stored: states[0], said, nodes: folders }),
    loose: [...files.flatMap(one => one.loose), ...configurationsOfEmptyNodes(read)],
  };
}

/** On a node that was given without a manifest, no component reads the file: it is checked by itself. */
function configurationsOfEmptyNodes(read: readonly ReadGroup[]): readonly { readonly file: string; readonly text: string }[] {
  return read.filter(({ kind }) => kind.components.length === 0).flatMap(({ group }) => group.nodes).flatMap(node => textsOnNode(node))
    .filter(({ text }) => isLooseConfiguration(text));
}

/** Files without the objects that the user takes to be inert, and which of these kinds there are. */
function withoutClaimed(
  files: readonly ClusterFiles[], claims: readonly InertKindClaim[],
): { readonly files: readonly ClusterFiles[]; readonly taken: readonly InertKindClaim[] } {
  if (claims.length === 0) return { files, taken: [] };
  const claimed = new Map(claims.map(claim => [`${claim.group}/${claim.kind}`, claim]));
  const claimOf = ({ object: { apiVersion, kind } }: ObjectOfDirectory) => claimed.get(`${groupOf(apiVersion)}/${kind}`);
  const taken = new Set(files.flatMap(({ objects }) => objects.flatMap(one => claimOf(one) ?? [])));
  return { files: files.map(one => ({ ...one, objects: one.objects.filter(object => claimOf(object) === undefined) })), taken: [...taken] };
}
