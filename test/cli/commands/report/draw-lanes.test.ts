import { drawLanes } from '../../../../src/cli/commands/report/draw-lanes';
import { CCM, KCM } from '../../../../src/lib/kubernetes/component';
import { Lanes } from '../../../../src/lib/report/render/lanes';

const KCM_26 = { text: 'KCM 1.26', component: KCM };
const CCM_27 = { text: 'CCM 1.27', component: CCM };
const LANES: Lanes = {
  columns: [{ title: 'n', isState: true }, { title: 'during the step', isState: false }],
  lanes: [
    { name: 'lock a', cells: [[KCM_26], [KCM_26, CCM_27]] },
    { name: 'controller service', cells: [[], [CCM_27]] },
  ],
};

/** What an attribute has, of each element with it. */
function values(svg: string, attribute: string): readonly string[] {
  return [...svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value);
}

/** Where the texts stand, as the groups around each move it. */
function places(svg: string): Readonly<Record<string, readonly [number, number]>> {
  const open: (readonly [number, number])[] = [];
  const found: Record<string, readonly [number, number]> = {};
  for (const [, close, tag, attributes, empty, text] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g)) {
    if (close) {
      open.pop();
      continue;
    }
    const [, x = '0', y = '0'] = /transform="translate\(([-.\d]+),([-.\d]+)\)"/.exec(attributes) ?? [];
    const [left, top] = open.at(-1) ?? [0, 0];
    if (!empty) open.push([left + Number(x), top + Number(y)]);
    if (tag === 'text') found[text] ??= open.at(-1)!;
  }
  return found;
}

describe('the drawing of lanes', () => {
  it('is the same each time in one process', async () => {
    const first = await drawLanes(LANES);
    await drawLanes({ ...LANES, lanes: LANES.lanes.slice(1) });
    expect(await drawLanes(LANES)).toBe(first);
    expect(values(first, 'id')).toStrictEqual([]);
  });

  it('has the colours of the page, in the dark too', async () => {
    const svg = await drawLanes(LANES);
    const colours = new Set([...values(svg, 'fill'), ...values(svg, 'stroke')]);
    expect([...colours].sort()).toStrictEqual(['none', 'var(--ccm)', 'var(--holder)', 'var(--kcm)', 'var(--line)', 'var(--text)']);
    expect(values(svg, 'fill').filter(fill => fill === 'var(--ccm)')).toHaveLength(2);
    expect(values(svg, 'fill').filter(fill => fill === 'var(--kcm)')).toHaveLength(2);
  });

  it('has a row for each lane, as high as its holders need, and says where there is none', async () => {
    const svg = await drawLanes(LANES);
    const at = places(svg);
    expect(Object.keys(at)).toStrictEqual(['n', 'during the step', 'lock a', 'KCM 1.26', 'CCM 1.27', 'controller service', 'none']);
    expect(at['CCM 1.27'][1] - at['KCM 1.26'][1]).toBe(22);
    expect(at['controller service'][1] - at['lock a'][1]).toBe(43);
    expect(at.none).toStrictEqual([at.n[0], at['controller service'][1]]);
    expect(values(svg, 'height')).toStrictEqual([String(34 + 54 + 32 + 5)]);
  });

  it('gives a long name the room that it needs', async () => {
    const [short, long] = await Promise.all(['a', 'a'.repeat(100)].map(name => drawLanes({ ...LANES, lanes: [{ ...LANES.lanes[0], name }] })));
    expect(places(long).n[0] - places(short).n[0]).toBeGreaterThan(99 * 6);
    expect(long).toContain(`>${'a'.repeat(100)}</text>`);
  });

  it('has names as text', async () => {
    const svg = await drawLanes({ ...LANES, lanes: [{ ...LANES.lanes[0], name: '</text><script>&' }] });
    expect(svg).toContain('>&lt;/text&gt;&lt;script&gt;&amp;</text>');
  });

  it('fails where it cannot be drawn', async () => {
    // Vega refuses this one after it has drawn the rest.
    const broken = { text: { length: 1, toString: () => { throw new Error('no text'); } } as unknown as string, component: KCM };
    const drawn = drawLanes({ ...LANES, lanes: [{ name: 'lock a', cells: [[broken], []] }] });
    await expect(drawn).rejects.toThrow('the drawing of the lanes: Error: no text');
  });
});
