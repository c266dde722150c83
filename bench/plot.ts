/** What something costs at several sizes. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly n: number; readonly cost: number }[];
}

const [LEFT, TOP, WIDTH, HEIGHT] = [60, 20, 480, 240];
const COLOURS = ['#1f6feb', '#bc4c00'];

/** Curves over a logarithmic axis of sizes. */
export function plot(title: string, unit: string, curves: readonly Curve[]): string {
  const all = curves.flatMap(({ points }) => points);
  const sizes = [...new Set(all.map(({ n }) => n))].sort((a, b) => a - b);
  const top = Math.max(...all.map(({ cost }) => cost));
  const [first, last] = [Math.log(sizes[0]), Math.log(sizes.at(-1)!)];
  const x = (n: number) => (LEFT + (Math.log(n) - first) / (last - first) * WIDTH).toFixed(1);
  const y = (cost: number) => (TOP + HEIGHT - cost / top * HEIGHT).toFixed(1);
  const bottom = TOP + HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + 170}" height="${bottom + 50}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...sizes.map(n => `<line x1="${x(n)}" y1="${TOP}" x2="${x(n)}" y2="${bottom}" stroke="#ddd"/>`
      + `<text x="${x(n)}" y="${bottom + 16}" text-anchor="middle">${n}</text>`),
    ...[0, top / 2, top].map(cost => `<text x="${LEFT - 8}" y="${y(cost)}" text-anchor="end">${cost.toFixed(0)}</text>`),
    ...curves.flatMap(({ name, points }, index) => [
      `<polyline points="${points.map(({ n, cost }) => `${x(n)},${y(cost)}`).join(' ')}" fill="none" stroke="${COLOURS[index]}" stroke-width="2"/>`,
      `<text x="${LEFT + WIDTH + 8}" y="${y(points.at(-1)!.cost)}" fill="${COLOURS[index]}">${name}</text>`,
    ]),
    `<text x="${LEFT + WIDTH / 2}" y="${bottom + 36}" text-anchor="middle">clusters in one App; ${unit} on the left</text>`,
    '</svg>',
    '',
  ].join('\n');
}
