import { keptOut } from './kept-out';
import { whetherItRuns } from './whether-it-runs';
import { PodContext } from './workload-context';
import { workloadDoubts } from './workload-doubts';
import { SourcePath } from '../../edit/yaml/data';
import { Doubt } from '../../view/model';
import { ObjectAt } from '../documents/documents';
import { deliveryDoubts } from '../interference/delivery';
import { neededObjects } from '../interference/needs';
import { roomDoubts } from '../scheduling/room';
import { classDoubts } from '../scheduling/runtime-class';
import { spreadDoubts } from '../scheduling/spread';

/** What is not known of the pods of a workload; it is the same for each container. */
export interface PodLook {
  readonly podDoubts: readonly Doubt[];
  /** Of the nodes of the cluster that it is in: a hosted component serves another one. */
  readonly ofNodes: readonly Doubt[];
  readonly unknowns: readonly Doubt[];
  /** As `ofNodes`. */
  readonly kept: readonly Doubt[];
}

/** What is not known of a pod, and of the nodes for it. */
export function lookAtPods(object: ObjectAt, template: SourcePath, context: PodContext): PodLook {
  const { objects, programs } = context;
  const needed = neededObjects(object, template, objects);
  const { deleted, changed } = programs.doubts(needed);
  return {
    podDoubts: [...workloadDoubts(object, template, context, needed), ...deleted],
    ofNodes: [...spreadDoubts(object, template, context), ...roomDoubts(object, template, context)],
    unknowns: [
      ...deliveryDoubts(needed, objects, true), ...changed, ...whetherItRuns(object, template, context), ...classDoubts(object, template, objects),
    ],
    kept: keptOut(object, context),
  };
}
