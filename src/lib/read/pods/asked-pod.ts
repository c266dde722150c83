import { SourcePath } from '../../edit/yaml/data';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Place } from '../../view/model';
import { Values } from '../component/stored-values';
import { ObjectAt, placeAt } from '../documents/documents';
import { NodeFolderPath } from '../input/layout';

/** The pod of a component, and where it is: one value for all of its containers, of which there may be thousands. */
export interface AskedPod {
  readonly object: ObjectAt;
  readonly template: SourcePath;
  /** ConfigMaps and Secrets of the input, by `namespace/name`; none: a static pod cannot refer to any. */
  readonly stored?: { readonly configMaps: ReadonlyMap<string, Values>; readonly secrets: ReadonlyMap<string, Values> };
  /** All objects of the input; none: a static pod. */
  readonly objects: readonly ObjectAt[];
  /** Nodes of the input on which it may be. */
  readonly nodes: readonly NodeFolderPath[];
  /** Releases that nodes are known to be of. */
  readonly releases: readonly KubernetesVersion[];
}

export function placeIn({ object }: AskedPod, path: SourcePath): Place {
  return placeAt(object.file, object.document, path);
}
