import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from './example';
import { hostile } from './hostile';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderHtml } from '../../../src/lib/report/render/html';
import { describeNeeding } from '../../needs';

jest.setTimeout(120_000);

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--enable-logging=stderr'];

/** Width and height of a screenshot: they stand behind the head of a PNG. */
function sizeOf(png: Buffer): readonly [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describeNeeding('the report in a browser', existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is missing`, 'REQUIRE_CHROMIUM', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'ccm-report-browser-'));
    const report = makeReport(exampleFiles());
    writeFileSync(join(root, 'report.html'), renderHtml(report));
    writeFileSync(join(root, 'hostile.html'), renderHtml(hostile(report)));
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
