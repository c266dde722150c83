import { gapPlot } from './gap-plot';

describe('gapPlot', () => {
  it('has a row for every scenario and a dot for every gap, inside the picture', () => {
    const svg = gapPlot([{ name: 'rolling', seconds: [9.1, 10.3] }, { name: 'quiet', seconds: [] }, { name: 'downtime', seconds: [73] }]);
    expect([...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, name]) => name)).toEqual(['rolling', 'quiet', 'downtime']);
    const width = Number(/width="(\d+)"/.exec(svg)![1]);
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, cx]) => Number(cx));
    expect(dots).toHaveLength(3);
    expect(dots.every(cx => cx > 200 && cx < width)).toBe(true);
    expect(dots[0]).toBeLessThan(dots[1]);
  });
});
