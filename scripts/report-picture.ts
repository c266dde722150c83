/**
 * Makes the pictures of the HTML report in `docs/pictures`, as Chromium shows it: that of the kubeadm example on a laptop, on a wide screen and on a
 * phone in the dark, one of an app that must not go, and those of what installers and replaced nodes make of it. Debian's pngquant takes all but 32
 * of the colours, most of which are of the edges of letters: under a third of the bytes is left.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderHtml } from '../src/lib/report/render/html';
import { sample, Sample } from '../test/lib/report/samples';

const FOLDER = resolve(__dirname, '..', 'docs', 'pictures');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

interface Picture {
  readonly file: string;
  readonly sample: Sample;
  readonly width: number;
  readonly height: number;
  readonly isDark?: true;
}

const PICTURES: readonly Picture[] = [
  { file: 'report.png', sample: 'kubeadm', width: 1280, height: 2230 },
  { file: 'report-phone.png', sample: 'kubeadm', width: 390, height: 1500, isDark: true },
  { file: 'report-wide.png', sample: 'kubeadm', width: 1680, height: 1900, isDark: true },
  { file: 'report-unsafe.png', sample: 'unsafe', width: 1280, height: 860 },
  { file: 'report-kops.png', sample: 'kops', width: 1280, height: 1500 },
  { file: 'report-kkp.png', sample: 'KKP', width: 1280, height: 1100 },
  { file: 'report-kubeone.png', sample: 'KubeOne', width: 1280, height: 1100 },
  { file: 'report-cluster-api.png', sample: 'Cluster API', width: 1280, height: 1500 },
  { file: 'report-replaced.png', sample: 'replaced nodes', width: 1280, height: 1700 },
];

/** In a frame of its width: a window cannot be as narrow as a phone. */
function framed(html: string, width: number, height: number): string {
  const quoted = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const style = `width:${width}px;height:${height}px;border:0;display:block;margin:0 auto`;
  return `<!DOCTYPE html><html><body style="margin:0;background:#888"><iframe style="${style}" srcdoc="${quoted}"></iframe></body></html>`;
}

/** Chromium's smallest window. */
const NARROWEST = 500;

const folder = mkdtempSync(join(tmpdir(), 'report-picture-'));
try {
  for (const { file, sample: name, width, height, isDark } of PICTURES) {
    const page = join(folder, 'report.html');
    writeFileSync(page, framed(renderHtml(sample(name)), width, height));
    const picture = join(FOLDER, file);
    execFileSync(CHROMIUM, [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-lcd-text', '--hide-scrollbars', `--user-data-dir=${join(folder, 'profile')}`,
      `--blink-settings=preferredColorScheme=${isDark ? 0 : 1}`, `--window-size=${Math.max(NARROWEST, width)},${height}`, `--screenshot=${picture}`,
      `file://${page}`,
    ], { stdio: 'pipe' });
    execFileSync('pngquant', ['--force', '--strip', '--output', picture, '32', picture]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
