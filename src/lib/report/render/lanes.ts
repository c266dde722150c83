import { inHtml } from '../../text/markup';
import { CONTROLLERS } from '../processes';
import { Report, ReportProcess } from '../report';

const LABEL = 250;
const COLUMN = 118;
const LINE = 22;
const HEAD = 34;

/** A lock or a controller: which processes may hold or run it, in each column. */
interface Lane {
  readonly name: string;
  readonly cells: readonly (readonly Holder[])[];
}

interface Holder {
  readonly text: string;
  readonly isCcm: boolean;
}

/** A state, or the step between two. */
interface Column {
  readonly title: string;
  readonly isState: boolean;
  readonly processes: readonly ReportProcess[];
}

/** A drawing of who may hold each lock and run each controller, in each state and during each step. */
export function lanesSvg(report: Report): string {
  const columns = columnsOf(report);
  const rows = lanesOf(columns.map(({ processes }) => processes));
  let y = HEAD;
  const drawn = rows.map(lane => {
    const height = Math.max(1, ...lane.cells.map(cell => cell.length)) * LINE + 10;
    const text = laneSvg(lane, y, height);
    y += height;
    return text;
  });
  const width = LABEL + columns.length * COLUMN;
  const titles = columns.map(({ title, isState }, index) =>
    `<text class="${isState ? 'state' : 'way'}" x="${LABEL + index * COLUMN + COLUMN / 2}" y="22" text-anchor="middle">${inHtml(title)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="drawing-title drawing-text" viewBox="0 0 ${width} ${y + 4}" `
      + `width="${width}" height="${y + 4}">`,
    '<title id="drawing-title">Who may hold each lock and run each controller</title>',
    '<desc id="drawing-text">A row for each lock and each controller, a column for each state and each step; the tables of the steps say the '
      + 'same.</desc>',
    ...titles,
    ...drawn,
    '</svg>',
  ].join('\n');
}

/** States, and the steps between them. */
function columnsOf({ from, steps }: Report): readonly Column[] {
  return [
    { title: from, isState: true, processes: steps[0].processes.before },
    ...steps.flatMap(({ to, processes }) => [
      { title: 'during the step', isState: false, processes: processes.during }, { title: to, isState: true, processes: processes.after },
    ]),
  ];
}

function lanesOf(columns: readonly (readonly ReportProcess[])[]): readonly Lane[] {
  const locks = [...new Set(columns.flat().flatMap(({ mainLock, migrationLock }) => [...mainLock, ...migrationLock]))];
  return [
    ...locks.map(lock => ({
      name: `lock ${lock}`,
      cells: columns.map(processes => holders(processes.filter(one => one.mainLock.includes(lock) || one.migrationLock.includes(lock)))),
    })),
    ...CONTROLLERS.map(controller => ({
      name: `controller ${controller}`,
      cells: columns.map(processes => holders(processes.filter(({ controllers }) => controllers.some(one => one.controller === controller)))),
    })),
  ];
}

function holders(processes: readonly ReportProcess[]): readonly Holder[] {
  const byText = new Map(processes.map(({ component, release }): [string, Holder] => {
    const isCcm = component === 'cloud-controller-manager';
    const text = `${isCcm ? 'CCM' : 'KCM'} ${release}`;
    return [text, { text, isCcm }];
  }));
  return [...byText.values()];
}

function laneSvg({ name, cells }: Lane, y: number, height: number): string {
  return [
    `<line class="rule" x1="0" x2="${LABEL + cells.length * COLUMN}" y1="${y}" y2="${y}"/>`,
    `<text x="4" y="${y + height / 2 + 5}">${inHtml(name)}</text>`,
    ...cells.flatMap((cell, index) => (cell.length === 0 ? [emptyCell(index, y, height)]
      : cell.map((holder, line) => box(holder, index, y + 5 + line * LINE)))),
  ].join('\n');
}

function emptyCell(index: number, y: number, height: number): string {
  return `<text class="none" x="${LABEL + index * COLUMN + COLUMN / 2}" y="${y + height / 2 + 5}" text-anchor="middle">none</text>`;
}

function box({ text, isCcm }: Holder, index: number, y: number): string {
  const x = LABEL + index * COLUMN;
  return `<rect class="${isCcm ? 'ccm' : 'kcm'}" x="${x + 2}" y="${y}" width="${COLUMN - 4}" height="${LINE - 2}" rx="3"/>`
    + `<text class="holder" x="${x + COLUMN / 2}" y="${y + 15}" text-anchor="middle">${inHtml(text)}</text>`;
}
