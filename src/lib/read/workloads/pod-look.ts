import { keptOut } from './kept-out';
import { placed, PodDoubt } from './placed-doubt';
import { whetherItRuns } from './whether-it-runs';
import { PodContext } from './workload-context';
import { workloadDoubts } from './workload-doubts';
import { SourcePath } from '../../edit/yaml/source-document';
import { UnknownPart } from '../../view/model';
import { ObjectAt } from '../documents/documents';
import { deliveryDoubts } from '../interference/delivery';
import { neededObjects } from '../interference/needs';
import { roomDoubts } from '../scheduling/room';
import { classDoubts } from '../scheduling/runtime-class';
import { spreadDoubts } from '../scheduling/spread';

/** What is not known of the pods of a workload; it is the same for each container. */
export interface PodLook {
  readonly podDoubts: readonly PodDoubt[];
  /** Of the nodes of the cluster that it is in: a hosted component serves another one. */
  readonly ofNodes: readonly PodDoubt[];
  readonly unknowns: readonly UnknownPart[];
  /** As `ofNodes`. */
  readonly kept: readonly UnknownPart[];
}

/** What is not known of a pod, and of the nodes for it. */
export function lookAtPods(object: ObjectAt, template: SourcePath, context: PodContext): PodLook {
  const { objects, programs } = context;
  const needed = neededObjects(object, template, objects);
  const { deleted, changed } = programs.doubts(needed);
  return {
    podDoubts: [...workloadDoubts(object, template, context, needed), ...deleted].map(doubt => placed(doubt, object)),
    ofNodes: [...spreadDoubts(object, template, context), ...roomDoubts(object, template, context)].map(doubt => placed(doubt, object)),
    unknowns: [
      ...[...deliveryDoubts(needed, objects).changed, ...changed].map(doubt => ({ kind: 'running' as const, ...placed(doubt, object) })),
      ...whetherItRuns(object, template, context), ...classDoubts(object, template, objects),
    ],
    kept: keptOut(object, context),
  };
}
