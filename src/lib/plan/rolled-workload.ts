import { AppPhase, ccmOf } from './app';
import { textOfImage } from './contents';
import { textOfObject } from './object-kind';
import { CCM } from '../kubernetes/component';

/** The workload of a cloud-controller-manager, by whose image a run tells the hops of a chain apart. */
export interface RolledWorkload {
  /** Kind, namespace and name. */
  readonly workload: string;
  readonly image: string;
  /** The manifest that it is in. */
  readonly source: string;
}

/** Undefined: it is a static pod, of which files of nodes say the same. */
export function rolledWorkload(phase: AppPhase): RolledWorkload | undefined {
  const ccm = ccmOf(phase);
  const image = phase.model.components.find(({ component, kind }) => component === CCM && kind === undefined)?.image;
  if (!ccm || !image) return undefined;
  const object = phase.objects.find(one =>
    one.kind.toLowerCase() === ccm.resource && one.name === ccm.name && (one.namespace ?? 'default') === ccm.namespace)!;
  return { workload: textOfObject(object), image: textOfImage(image), source: object.file };
}
