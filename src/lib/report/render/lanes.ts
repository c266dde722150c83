import { CCM } from '../../kubernetes/component';
import { CONTROLLERS } from '../../read-back/described-process';
import { printable } from '../../text/printable';
import { nameOf } from '../answers';
import { Report, ReportProcess } from '../report';

/** A state, or the step between two. */
export interface Column {
  readonly title: string;
  readonly isState: boolean;
  /** Whether the step is refused, so that nothing is said of what runs during it. */
  readonly isRefused: boolean;
  readonly processes: readonly ReportProcess[];
}

/** A stretch of columns in which the same holds: from one, up to before another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where a component of a release may hold a lock, or run a controller; of none: where no process does. */
export interface Bar extends Stretch {
  readonly text: string;
  readonly component: ReportProcess['component'] | undefined;
}

/** A lock or a controller. */
export interface Lane {
  readonly kind: 'lock' | 'controller';
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** States and steps, in their order. */
export function columnsOf({ from, steps }: Pick<Report, 'from' | 'steps'>): readonly Column[] {
  return [
    { title: printable(from), isState: true, isRefused: false, processes: steps[0].processes.before },
    ...steps.flatMap(step => [
      { title: nameOf(step), isState: false, isRefused: step.verdict.exclusivity === null, processes: step.processes.during },
      { title: printable(step.to), isState: true, isRefused: false, processes: step.processes.after },
    ]),
  ];
}

/** Who may hold each lock and run each controller, in each state and during each step. */
export function lanesOf(columns: readonly Column[]): readonly Lane[] {
  const locks = [...new Set(columns.flatMap(({ processes }) => processes).flatMap(locksOf))];
  return [
    ...locks.map(lock => laneOf(columns, 'lock', lock, process => locksOf(process).includes(lock))),
    ...CONTROLLERS.map(name => laneOf(columns, 'controller', name, ({ controllers }) => controllers.some(one => one.controller === name))),
  ];
}

export function locksOf({ mainLock, migrationLock }: Pick<ReportProcess, 'mainLock' | 'migrationLock'>): readonly string[] {
  return [...mainLock, ...migrationLock];
}

/** `KCM 1.26` */
export function shortName({ component, release }: Pick<ReportProcess, 'component' | 'release'>): string {
  return printable(`${component === CCM ? 'CCM' : 'KCM'} ${release}`);
}

function laneOf(columns: readonly Column[], kind: Lane['kind'], name: string, isIn: (process: ReportProcess) => boolean): Lane {
  const cells = columns.map(({ processes }) => new Map(processes.filter(isIn).map(process => [shortName(process), process.component])));
  const holders = new Map(cells.flatMap(cell => [...cell]));
  const none = stretches(columns, (_, index) => cells[index].size === 0 && !columns[index].isRefused);
  return {
    kind,
    name: printable(name),
    bars: [
      ...[...holders].flatMap(([text, component]) =>
        stretches(columns, ({ isRefused }, index) => !isRefused && cells[index].has(text)).map(one => ({ ...one, text, component }))),
      ...none.map(one => ({ ...one, text: 'none', component: undefined })),
    ].sort((a, b) => a.from - b.from),
  };
}

/** Columns next to each other that have something. */
export function stretches(columns: readonly Column[], has: (column: Column, index: number) => boolean): readonly Stretch[] {
  const found: { from: number; to: number }[] = [];
  columns.forEach((column, index) => {
    if (!has(column, index)) return;
    const last = found.at(-1);
    if (last !== undefined && last.to === index) last.to = index + 1;
    else found.push({ from: index, to: index + 1 });
  });
  return found;
}

/** `n to n → mixed`; of one column its name. */
export function stretchText(columns: readonly Column[], { from, to }: Stretch): string {
  const [first, last] = [columns[from], columns[to - 1]];
  const named = ({ title, isState }: Column) => isState ? title : `during ${title}`;
  if (from === 0 && to === columns.length) return 'always';
  return first === last ? named(first) : `${named(first)} until ${named(last)}`;
}
