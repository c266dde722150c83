import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sample, Sample, SAMPLES } from './samples';
import { renderHtml } from '../../../src/lib/report/render/html';
import { describeNeeding } from '../../needs';

jest.setTimeout(180_000);

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--enable-logging=stderr'];
const LOOKS = { light: '--blink-settings=preferredColorScheme=1', dark: '--blink-settings=preferredColorScheme=0' };
/** Of a phone, a laptop and a screen. */
const WIDTHS = [390, 1280, 1680];

const unfolded = (html: string) => html.replaceAll('<details', '<details open');

/** The page with axe, which its own policy would not let run. */
function withAxe(html: string): string {
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '').replace('</head>', '<script src="axe.min.js"></script></head>');
}

/** The page without what makes it readable by everybody. */
function spoiled(html: string): string {
  return html.replace(' lang="en"', '').replace(/<(\/?)main>/g, '<$1div>').replace(/<th scope="col"[^>]*>[^<]*/g, '<th>')
    .replace('</style>', 'p, li, td { color: #888; background: #777; }</style>');
}

/** Of a page in a frame: `frame` is the element, and what it answers becomes data. */
interface Framed {
  readonly html: string;
  readonly width: number;
}

describeNeeding('the report in a browser', existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is missing`, 'REQUIRE_CHROMIUM', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'ccm-report-browser-'));
    copyFileSync(require.resolve('axe-core/axe.min.js'), join(root, 'axe.min.js'));
    copyFileSync(join(__dirname, 'layout.js'), join(root, 'layout.js'));
    for (const name of SAMPLES) writeFileSync(join(root, `${name}.html`), pageOf(name));
    writeFileSync(join(root, 'broken.html'), '<script>console.error("seen")</script>');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const pages = new Map<Sample, string>();
  function pageOf(name: Sample): string {
    const known = pages.get(name) ?? renderHtml(sample(name));
    pages.set(name, known);
    return known;
  }

  const open = (page: string, ...flags: string[]) =>
    spawnSync(CHROMIUM, [...FLAGS, `--user-data-dir=${join(root, 'profile')}`, ...flags, `file://${join(root, page)}`], {
      encoding: 'utf8', maxBuffer: 2 ** 28,
    });

  /** What a function of `layout.js`, or of axe, says of each page in a frame of its width: a window cannot be as narrow as a phone. */
  function ask<T>(frames: readonly Framed[], body: string, look: keyof typeof LOOKS = 'light'): readonly T[] {
    const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const elements = frames.map(({ html, width }) => `<iframe style="width:${width}px;height:900px;border:0" srcdoc="${quoted(html)}"></iframe>`);
    writeFileSync(join(root, 'host.html'), `<!DOCTYPE html><html><body><script src="layout.js"></script>${elements.join('')}<script>
      const ask = async frame => { ${body} };
      addEventListener('load', async () => {
        const answers = [];
        for (const frame of document.querySelectorAll('iframe')) {
          try { answers.push(await ask(frame)); } catch (error) { answers.push([String(error.stack)]); }
        }
        const result = document.createElement('pre');
        result.id = 'answers';
        result.textContent = encodeURIComponent(JSON.stringify(answers));
        document.body.replaceChildren(result);
      });
    </script></body></html>`);
    const { stdout } = open('host.html', '--dump-dom', '--virtual-time-budget=120000', '--window-size=1700,900', LOOKS[look]);
    const [, text] = /<pre id="answers">([^<]*)<\/pre>/.exec(stdout)!;
    return JSON.parse(decodeURIComponent(text)) as readonly T[];
  }

  const framed = (names: readonly Sample[], change: (html: string) => string, widths = WIDTHS) =>
    names.flatMap(name => widths.map(width => ({ name, width, html: change(pageOf(name)) })));
  const named = <T>(frames: readonly { readonly name: string; readonly width: number }[], answers: readonly T[]) =>
    Object.fromEntries(frames.map(({ name, width }, index) => [`${name} ${width}`, answers[index]]));
  const nothing = (frames: readonly { readonly name: string; readonly width: number }[]) => named(frames, frames.map(() => []));

  it.each<[string, (html: string) => string]>([['as it opens', html => html], ['with everything unfolded', unfolded]])(
    'cuts nothing, lays nothing over another, breaks no name and needs no movement to the side, %s', (_, change) => {
      const frames = framed(SAMPLES.filter(name => name !== 'hostile'), change);
      expect(named(frames, ask<string[]>(frames, 'return layoutFaults(frame);'))).toStrictEqual(nothing(frames));
    },
  );

  it('stays within the window whatever names an input has', () => {
    const frames = framed(['hostile'], unfolded);
    const faults = ask<string[]>(frames, 'return layoutFaults(frame).filter(fault => !fault.startsWith("is broken"));');
    expect(named(frames, faults)).toStrictEqual(nothing(frames));
  });

  it.each<[string, string, RegExp]>([
    ['is cut', '.gap { overflow: hidden; height: 1rem; white-space: nowrap; }', /^is cut or has to be moved/],
    ['overlaps', '.turn .what { margin-top: -2.5rem; }', /^overlap/],
    ['is too wide', 'main { min-width: 60rem; }', /^is wider than the window/],
    ['breaks names', '.n { display: inline; } .what { width: 6rem; }', /^is broken: kube-/],
  ])('would see what %s', (_, style, fault) => {
    const [faults] = ask<string[]>(framed(['kubeadm'], html => html.replace('</style>', `${style}</style>`), [390]), 'return layoutFaults(frame);');
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('has the answer above all else, in letters that are seen from a metre away', () => {
    const names: readonly Sample[] = ['kubeadm', 'unsafe'];
    const frames = framed(names, html => html);
    const answers = ask<{ letters: number; bottom: number; text: string }>(frames, 'return answerOf(frame);');
    expect(answers.map(({ text }) => text)).toStrictEqual([...WIDTHS.map(() => '✓ May go'), ...WIDTHS.map(() => '✕ Must not go')]);
    for (const [index, { letters, bottom }] of answers.entries()) {
      expect([frames[index].width, letters >= (frames[index].width < 500 ? 50 : 120), bottom < 420]).toStrictEqual([frames[index].width, true, true]);
    }
  });

  it.each(SAMPLES)('%s writes nothing to the console, its policy in force', name => {
    expect(consoleOf(`${name}.html`)).toStrictEqual([]);
  });

  it('would show what is written to the console', () => {
    expect(consoleOf('broken.html').join()).toContain('seen');
  });

  /** What the page writes to the console, refusals of its policy among it. */
  const consoleOf = (page: string) => open(page, '--dump-dom').stderr.split('\n').filter(line => line.includes(':CONSOLE'));

  const AXE = `const { violations, passes } = await frame.contentWindow.axe.run(frame.contentDocument, { resultTypes: ['violations'] });
    if (passes.length < 15) throw new Error('axe looked at little');
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 2).map(one => one.target.join() + ': ' + one.failureSummary)].join(' | '));`;

  it.each(['light', 'dark'] as const)('breaks no rule of axe, everything unfolded, contrast among them: %s', look => {
    const open_ = (html: string) => withAxe(unfolded(html));
    const frames = [...framed(['kubeadm'], open_), ...framed(['unsafe', 'hostile'], open_, [390, 1280])];
    expect(named(frames, ask<string[]>(frames, AXE, look))).toStrictEqual(nothing(frames));
  });

  it.each(['light', 'dark'] as const)('would break rules of axe: %s', look => {
    const [broken] = ask<string[]>(framed(['kubeadm'], html => withAxe(spoiled(html)), [1280]), AXE, look);
    expect(broken.map(one => one.split(' ')[0]).sort()).toStrictEqual(['color-contrast', 'empty-table-header', 'html-has-lang', 'landmark-one-main']);
  });

  it('has hostile names as text', () => {
    const { stdout } = open('hostile.html', '--dump-dom');
    expect(stdout).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(stdout).not.toMatch(/<img|<script/);
  });

  it('is not the same in the dark, and has more pages of paper than a screen shows', () => {
    const shot = (look: keyof typeof LOOKS) => {
      open('kubeadm.html', `--screenshot=${join(root, `${look}.png`)}`, '--window-size=1280,900', LOOKS[look]);
      return readFileSync(join(root, `${look}.png`), 'base64');
    };
    expect(shot('light')).not.toBe(shot('dark'));
    open('kubeadm.html', '--no-pdf-header-footer', `--print-to-pdf=${join(root, 'kubeadm.pdf')}`);
    const sheets = readFileSync(join(root, 'kubeadm.pdf'), 'latin1').match(/\/Type\s*\/Page\b/g)!.length;
    expect(sheets).toBeGreaterThan(4);
  });
});
