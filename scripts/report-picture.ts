/** Makes `docs/pictures/report.png`: the answers and the lanes of the kubeadm example's HTML report, as Chromium shows them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeReport } from '../src/lib/report/make-report';
import { renderHtml } from '../src/lib/report/render/html';
import { exampleFiles } from '../test/lib/report/example';

const PICTURE = resolve(__dirname, '..', 'docs', 'pictures', 'report.png');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Of the answers and the lanes, at the zoom that is below. */
const SIZE = [940, 560];
/** Without what stands between the answers and the lanes, and so small that every state is there. */
const STYLE = '<style>nav, #details { display: none } body { zoom: 0.66; max-width: none }</style>';

const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
try {
  const page = join(folder, 'report.html');
  writeFileSync(page, renderHtml(makeReport(exampleFiles())).replace('</head>', `${STYLE}</head>`));
  execFileSync(CHROMIUM, [
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-lcd-text', '--hide-scrollbars', `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${SIZE.join()}`, `--screenshot=${PICTURE}`, `file://${page}`,
  ], { stdio: 'pipe' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
