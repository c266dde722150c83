/** The gaps of one scenario. */
export interface GapSeries {
  readonly name: string;
  readonly seconds: readonly number[];
}

const LEFT = 200;
const WIDTH = 560;
const ROW = 26;
const TOP = 20;

/** A strip plot: one row a scenario, one dot a gap. */
export function gapPlot(series: readonly GapSeries[]): string {
  const longest = Math.max(10, ...series.flatMap(({ seconds }) => seconds));
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find(candidate => longest / candidate <= 8) ?? 500;
  const end = Math.ceil(longest / step) * step;
  const x = (seconds: number): string => (LEFT + seconds / end * WIDTH).toFixed(1);
  const bottom = TOP + series.length * ROW;
  const ticks = Array.from({ length: end / step + 1 }, (_, index) => index * step);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + 40}" height="${bottom + 40}" font-family="sans-serif" font-size="12">`,
    '<title>Gaps in seconds, by scenario</title>',
    '<rect width="100%" height="100%" fill="white"/>',
    ...ticks.map(tick => `<line x1="${x(tick)}" y1="${TOP}" x2="${x(tick)}" y2="${bottom}" stroke="#ddd"/><text x="${x(tick)}" y="${bottom + 16}" `
      + `text-anchor="middle">${tick}</text>`),
    ...series.flatMap(({ name, seconds }, row) => {
      const y = TOP + row * ROW + ROW / 2;
      return [
        `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${name}</text>`,
        ...seconds.map(value => `<circle cx="${x(value)}" cy="${y}" r="4" fill="#1f6feb" fill-opacity="0.45"><title>${value.toFixed(1)} `
          + 's</title></circle>'),
      ];
    }),
    `<text x="${LEFT + WIDTH / 2}" y="${bottom + 34}" text-anchor="middle">seconds without a runner</text>`,
    '</svg>',
    '',
  ].join('\n');
}
