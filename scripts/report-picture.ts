/**
 * Makes `docs/pictures/report.png`: the answers and the lanes of the kubeadm example's HTML report, as Chromium shows them. Debian's
 * pngquant takes all but 32 of the colours, most of which are of the edges of letters: under a third of the bytes is left.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { htmlOf } from '../src/cli/commands/report/html';
import { makeReport } from '../src/lib/report/make-report';
import { exampleFiles } from '../test/lib/report/example';

const PICTURE = resolve(__dirname, '..', 'docs', 'pictures', 'report.png');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Of the answers and the lanes, at the zoom that is below. */
const SIZE = [940, 580];
/** Without what stands between the answers and the lanes, and so small that every state is there. */
const STYLE = '<style>nav, #details { display: none } body { zoom: 0.66; max-width: none }</style>';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
  try {
    const page = join(folder, 'report.html');
    const html = await htmlOf(makeReport(exampleFiles()));
    writeFileSync(page, html.replace('</head>', `${STYLE}</head>`));
    execFileSync(CHROMIUM, [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-lcd-text', '--hide-scrollbars', `--user-data-dir=${join(folder, 'profile')}`,
      `--window-size=${SIZE.join()}`, `--screenshot=${PICTURE}`, `file://${page}`,
    ], { stdio: 'pipe' });
    execFileSync('pngquant', ['--force', '--strip', '--output', PICTURE, '32', PICTURE]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
