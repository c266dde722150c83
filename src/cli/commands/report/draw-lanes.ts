import type { LoggerInterface, Spec } from 'vega' with { 'resolution-mode': 'import' };
import { CCM, KCM } from '../../../lib/kubernetes/component';
import { Lanes } from '../../../lib/report/render/lanes';

/** Pixels. */
const COLUMN = 110;
const LINE = 22;
const HEAD = 34;
/** Above and below the holders of a lane, and before its name. */
const SPACE = 5;
/** Around a holder. */
const RIM = 2;
const FONT_SIZE = 13;
/** Width of a letter: measured, it would be of the fonts of this machine, and a report has the same bytes on each. */
const LETTER = 6.8;

/** What goes wrong in a drawing would else be in the console, and the drawing without it. */
class Strict implements LoggerInterface {
  public level(): never {
    throw new Error('the level of a drawing is not for others');
  }

  public error(...texts: readonly unknown[]): never {
    throw new Error(`the drawing of the lanes: ${texts.join(' ')}`);
  }

  public warn(...texts: readonly unknown[]): never {
    return this.error(...texts);
  }

  public info(): this {
    return this;
  }

  public debug(): this {
    return this;
  }
}

/**
 * The drawing of who may hold each lock and run each controller, in each state and during each step: SVG whose colours are those of the page that it
 * stands in.
 */
export async function drawLanes(lanes: Lanes): Promise<string> {
  const { parse, View } = await import('vega');
  return new View(parse(specOf(lanes)), { renderer: 'none', logger: new Strict() }).toSVG();
}

function specOf({ columns, lanes }: Lanes): Spec {
  const names = Math.ceil(2 * SPACE + LETTER * Math.max(...lanes.map(({ name }) => name.length)));
  const rows = lanes.map(({ name, cells }, lane) =>
    ({ lane, name, height: 2 * SPACE + LINE * Math.max(1, ...cells.map(({ length }) => length)) }));
  const ofColumn = { scale: 'column', field: 'column' };
  return {
    width: columns.length * COLUMN,
    height: rows.reduce((sum, { height }) => sum + height, 0),
    padding: { left: names, top: HEAD, right: 0, bottom: SPACE },
    autosize: 'none',
    config: { text: { font: 'system-ui, sans-serif', fontSize: FONT_SIZE, fill: 'var(--text)' }, rule: { stroke: 'var(--line)' } },
    data: [
      {
        name: 'columns',
        values: columns.map(({ title, isState }, column) => ({ column, title, weight: isState ? 600 : 400, ...slanted(!isState) })),
      },
      { name: 'lanes', values: rows, transform: [{ type: 'stack', field: 'height', as: ['top', 'bottom'] }] },
      {
        name: 'cells',
        values: lanes.flatMap(({ cells }, lane) => cells.flatMap((holders, column) => holders.length === 0
          ? [{ lane, column, text: 'none', color: 'var(--text)', ...slanted(true) }]
          : holders.map(({ text, component }, line) => ({ lane, column, line, text, component, color: 'var(--holder)', ...slanted(false) })))),
        transform: [
          { type: 'lookup', from: 'lanes', key: 'lane', fields: ['lane'], values: ['name', 'top', 'height'] },
          { type: 'formula', as: 'middle', expr: `isValid(datum.line) ? ${SPACE} + ${LINE} * (datum.line + 0.5) : datum.height / 2` },
        ],
      },
    ],
    scales: [
      { name: 'column', type: 'band', domain: { data: 'columns', field: 'column' }, range: 'width' },
      { name: 'component', type: 'ordinal', domain: [KCM, CCM], range: ['var(--kcm)', 'var(--ccm)'] },
    ],
    marks: [
      {
        type: 'text',
        from: { data: 'columns' },
        encode: {
          enter: {
            x: { ...ofColumn, band: 0.5 },
            y: { value: 22 - HEAD },
            align: { value: 'center' },
            text: { field: 'title' },
            fontWeight: { field: 'weight' },
            fontStyle: { field: 'style' },
            opacity: { field: 'opacity' },
          },
        },
      },
      {
        type: 'group',
        from: { facet: { name: 'lane', data: 'cells', groupby: ['name', 'top', 'height'] } },
        encode: { enter: { y: { field: 'top' }, width: { signal: 'width' }, height: { field: 'height' } } },
        data: [{ name: 'holders', source: 'lane', transform: [{ type: 'filter', expr: 'isValid(datum.component)' }] }],
        marks: [
          { type: 'rule', aria: false, encode: { enter: { x: { value: -names }, x2: { signal: 'width' } } } },
          {
            type: 'text',
            encode: {
              enter: {
                x: { value: SPACE - names },
                y: { field: { group: 'height' }, mult: 0.5 },
                baseline: { value: 'middle' },
                text: { field: { parent: 'name' } },
              },
            },
          },
          {
            type: 'rect',
            aria: false, // its text says it
            from: { data: 'holders' },
            encode: {
              enter: {
                x: { ...ofColumn, offset: RIM },
                width: { scale: 'column', band: 1, offset: -2 * RIM },
                yc: { field: 'middle' },
                height: { value: LINE - RIM },
                cornerRadius: { value: 3 },
                fill: { scale: 'component', field: 'component' },
              },
            },
          },
          {
            type: 'text',
            from: { data: 'lane' },
            encode: {
              enter: {
                x: { ...ofColumn, band: 0.5 },
                y: { field: 'middle' },
                align: { value: 'center' },
                baseline: { value: 'middle' },
                text: { field: 'text' },
                fill: { field: 'color' },
                fontStyle: { field: 'style' },
                opacity: { field: 'opacity' },
              },
            },
          },
        ],
      },
    ],
  };
}

function slanted(isSlanted: boolean): { readonly style: 'italic' | 'normal'; readonly opacity: number } {
  return isSlanted ? { style: 'italic', opacity: 0.8 } : { style: 'normal', opacity: 1 };
}
