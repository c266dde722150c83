import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from './example';
import { hostile } from './hostile';
import { htmlOf } from '../../../src/cli/commands/report/html';
import { makeReport } from '../../../src/lib/report/make-report';
import { describeNeeding } from '../../needs';

jest.setTimeout(120_000);

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--enable-logging=stderr'];

/** The page with axe, which its own policy would not let run, and with what axe says at its end. */
function withAxe(html: string): string {
  const run = `axe.run().then(({ violations, passes }) => {
    const result = document.createElement('pre');
    result.id = 'axe-result';
    result.textContent = encodeURIComponent(JSON.stringify({ violations, passes: passes.length }));
    document.body.append(result);
  })`;
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    .replace('</body>', `<script src="axe.min.js"></script><script>${run}</script></body>`);
}

/** The page without what makes it readable by everybody. */
function spoiled(html: string): string {
  return html.replace(' lang="en"', '').replace(/<(\/?)main>/g, '<$1div>').replace(/ tabindex="0"/g, '').replace(/<th scope="col">[^<]*/g, '<th>')
    .replace('</style>', 'p, li, td { color: #888; background: #777; }</style>');
}

/** Width and height of a screenshot: they stand behind the head of a PNG. */
function sizeOf(png: Buffer): readonly [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describeNeeding('the report in a browser', existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is missing`, 'REQUIRE_CHROMIUM', () => {
  let root: string;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'ccm-report-browser-'));
    const report = makeReport(exampleFiles());
    writeFileSync(join(root, 'report.html'), await htmlOf(report));
    writeFileSync(join(root, 'hostile.html'), await htmlOf(hostile(report)));
    copyFileSync(require.resolve('axe-core/axe.min.js'), join(root, 'axe.min.js'));
    for (const [name, one] of [['axe', report], ['axe-hostile', hostile(report)]] as const) {
      const whole = (await htmlOf(one)).replaceAll('<details>', '<details open>');
      writeFileSync(join(root, `${name}.html`), withAxe(whole));
      writeFileSync(join(root, `${name}-spoiled.html`), withAxe(spoiled(whole)));
    }
    writeFileSync(join(root, 'broken.html'), '<script>console.error("seen")</script>');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const open = (page: string, ...flags: string[]) =>
    spawnSync(CHROMIUM, [...FLAGS, `--user-data-dir=${join(root, 'profile')}`, ...flags, `file://${join(root, page)}`], { encoding: 'utf8' });
  /** What the page writes to the console, refusals of its policy among it. */
  const consoleOf = (page: string) => open(page, '--dump-dom').stderr.split('\n').filter(line => line.includes(':CONSOLE'));

  it.each(['report.html', 'hostile.html'])('%s writes nothing to the console', page => {
    expect(consoleOf(page)).toStrictEqual([]);
  });

  it('would show what is written to the console', () => {
    expect(consoleOf('broken.html').join()).toContain('seen');
  });

  /** Rules of axe that a page breaks, with what breaks each. */
  function brokenRules(page: string, flags: readonly string[]): readonly (readonly string[])[] {
    const { stdout } = open(page, '--dump-dom', '--virtual-time-budget=60000', ...flags);
    const [, text] = /<pre id="axe-result">([^<]*)<\/pre>/.exec(stdout)!;
    const { violations, passes } = JSON.parse(decodeURIComponent(text)) as {
      violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[]; passes: number;
    };
    expect(passes).toBeGreaterThan(20);
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join()}: ${failureSummary}`)]);
  }

  const LOOKS = [
    ['light', ['--blink-settings=preferredColorScheme=1', '--window-size=1280,900']],
    ['dark', ['--blink-settings=preferredColorScheme=0', '--window-size=1280,900']],
    ['narrow', ['--window-size=500,900']],
  ] as const;

  it.each(LOOKS.flatMap(([look, flags]) => ['axe', 'axe-hostile'].map(page => [page, look, flags] as const)))(
    'breaks no rule of axe, everything unfolded: %s.html, %s', (page, _, flags) => {
      expect(brokenRules(`${page}.html`, flags)).toStrictEqual([]);
    },
  );

  it.each(LOOKS)('would break rules of axe: %s', (_, flags) => {
    expect(brokenRules('axe-spoiled.html', flags).map(([id]) => id).sort()).toStrictEqual([
      'color-contrast', 'empty-table-header', 'html-has-lang', 'landmark-one-main', 'scrollable-region-focusable',
    ]);
  });

  it('has hostile names as text', () => {
    const { stdout } = open('hostile.html', '--dump-dom');
    expect(stdout).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(stdout).not.toMatch(/<img|<script/);
  });

  it.each([
    ['light', 1280, ['--blink-settings=preferredColorScheme=1']],
    ['dark', 1280, ['--blink-settings=preferredColorScheme=0']],
    ['narrow', 500, []],
  ])('is drawn: %s', (name, width, flags) => {
    const file = join(root, `${name}.png`);
    open('report.html', `--screenshot=${file}`, `--window-size=${width},900`, ...flags);
    expect(sizeOf(readFileSync(file))).toStrictEqual([width, 900]);
  });

  it('is not the same in the dark', () => {
    expect(readFileSync(join(root, 'light.png'), 'base64')).not.toBe(readFileSync(join(root, 'dark.png'), 'base64'));
    expect(execFileSync(CHROMIUM, ['--version'], { encoding: 'utf8' })).toMatch(/^Chromium \d+/);
  });
});
