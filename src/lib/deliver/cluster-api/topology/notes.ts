import { PHASE_VARIABLE } from './edits';
import { ClusterTopology, nameOf } from '../../../installers/cluster-api/documents';
import { endingLine, EndingRow } from '../../../migration/endings';
import { MigrationPhase } from '../../../migration/migration-phase';

/** What an operator must know of a Cluster with a topology, whichever way its phase is applied. The order is in the plan. */
export function topologyNotes({ cluster, clusterClass }: ClusterTopology, phase: MigrationPhase, endings: readonly EndingRow[]): string[] {
  const ofClass = `ClusterClass '${nameOf(clusterClass)}'`;
  return [
    'order: PLAN.md has it, with what each change rolls and the way back',
    `${ofClass} is the same in every phase and for every cluster of it: its variable '${PHASE_VARIABLE}' is 'not-started' by default, which `
      + 'changes nothing. Each cluster is moved by itself. For another cluster of the class, hand in this ClusterClass with that Cluster: what does '
      + 'not fit it is refused',
    'the flags turn with the version of the machine that is made, not with the variable: where Cluster API takes the version up later, '
      + 'because machines are still being made, the flags wait with it',
    ...phase === MigrationPhase.MIXED ? endings.map(endingLine) : [],
    ...phase === MigrationPhase.DISABLED ? [`Cluster '${nameOf(cluster)}' keeps its value of '${PHASE_VARIABLE}' for good: with the default, `
      + 'machines of version N+1 would be made with the provider that their version does not have. When every cluster of the class is done, write '
      + 'the flags into new templates and take variable and patches out in one change'] : [],
  ];
}
