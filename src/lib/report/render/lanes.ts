import { CCM } from '../../kubernetes/component';
import { printable } from '../../text/printable';
import { CONTROLLERS } from '../processes';
import { Report, ReportProcess } from '../report';

/** Who may hold each lock and run each controller, in each state and during each step: of this the report has a drawing. */
export interface Lanes {
  readonly columns: readonly LaneColumn[];
  readonly lanes: readonly Lane[];
}

/** A state, or the step between two. */
export interface LaneColumn {
  readonly title: string;
  readonly isState: boolean;
}

/** A lock or a controller: which processes may hold or run it, in each column. */
export interface Lane {
  readonly name: string;
  readonly cells: readonly (readonly LaneHolder[])[];
}

/** A component of a release. */
export interface LaneHolder {
  readonly text: string;
  readonly component: ReportProcess['component'];
}

export function lanesOf({ from, steps }: Report): Lanes {
  const columns = [
    { title: from, isState: true, processes: steps[0].processes.before },
    ...steps.flatMap(({ to, processes }) => [
      { title: 'during the step', isState: false, processes: processes.during }, { title: to, isState: true, processes: processes.after },
    ]),
  ];
  const locks = [...new Set(columns.flatMap(({ processes }) => processes).flatMap(locksOf))];
  const lane = (name: string, isIn: (process: ReportProcess) => boolean) =>
    ({ name: printable(name), cells: columns.map(({ processes }) => holders(processes.filter(isIn))) });
  return {
    columns: columns.map(({ title, isState }) => ({ title: printable(title), isState })),
    lanes: [
      ...locks.map(lock => lane(`lock ${lock}`, process => locksOf(process).includes(lock))),
      ...CONTROLLERS.map(controller => lane(`controller ${controller}`, ({ controllers }) => controllers.some(one => one.controller === controller))),
    ],
  };
}

function locksOf({ mainLock, migrationLock }: ReportProcess): readonly string[] {
  return [...mainLock, ...migrationLock];
}

function holders(processes: readonly ReportProcess[]): readonly LaneHolder[] {
  const byText = new Map(processes.map(({ component, release }): [string, LaneHolder] => {
    const text = printable(`${component === CCM ? 'CCM' : 'KCM'} ${release}`);
    return [text, { text, component }];
  }));
  return [...byText.values()];
}
