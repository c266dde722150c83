import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MAX_STRUCTURE } from '../../src/lib/edit/yaml/bounds';

/**
 * What docs/how-to/ci.md and `verify --help` promise for any input. The texts are the dearest that the limits let through, each of another shape:
 * found by measuring what a byte can cost.
 */
const MAX_MEGABYTES = 1000;
const MAX_CPU_SECONDS = 30;
const SCRIPT = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('fs').writeSync(3, JSON.stringify({ megabytes: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 }));
});
require('./src/cli/run').run();`;

const ROOT = resolve(__dirname, '../..');
let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'bounds-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** The command in a process of its own. Time is that of the processor: the machine may have other work. */
function run(...folders: string[]) {
  const args = ['--import', 'tsx', '-e', SCRIPT, '--', 'ccm-migration', 'verify', ...folders.map(folder => join(dir, folder))];
  const { status, stderr, output } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  return { status, stderr, ...JSON.parse(output[3]!) as { megabytes: number; seconds: number } };
}

const HEAD = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

/** As often as the limit allows, `each` being how many marks the unit has. */
function repeated(unit: string, each: number): string {
  return unit.repeat(Math.floor((MAX_STRUCTURE - 100) / each));
}

describe('ccm-migration verify stays below 1 GB and 30 s of processor time', () => {
  it.each<[string, number, string]>([
    ['one long flow sequence', 2, `${HEAD}data: [${repeated('x,', 1)}x]\n`],
    ['one long block sequence', 2, `${HEAD}data:\n${repeated('- x\n', 2)}`],
    ['tens of thousands of objects', 2, repeated(`---\n${HEAD}`, 10)],
    ['hundreds of thousands of documents', 2, repeated('---\na: 1\n', 6)],
    ['a script of 5 MB in a ConfigMap', 2, `${HEAD}data:\n  a: |\n${`    ${'lorem ipsum '.repeat(400)}\n`.repeat(1000)}`],
  ])('for %s', (_, expected, text) => {
    write('in/a.yaml', text);
    const { status, stderr, megabytes, seconds } = run('in');
    expect({ status, stderr: stderr.replace(/^error: nothing to check: no Kubernetes manifests.*\n/, '') }).toEqual({ status: expected, stderr: '' });
    expect(megabytes).toBeLessThan(MAX_MEGABYTES);
    expect(seconds).toBeLessThan(MAX_CPU_SECONDS);
  }, 300_000);

  it('for 5 MB of empty lines in a file that may be a configuration', () => {
    write('in/leadermigration.conf', '\n'.repeat(5_000_000));
    expect(run('in')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^error: nothing to check: no Kubernetes manifests/) as string });
  }, 300_000);

  it.each([
    ['one', 'it has 2000011 line ends, commas, colons, dashes and brackets, the limit is 250000; split it'],
    ['many', 'the manifests up to here have \\d+ line ends, commas, colons, dashes and brackets, the limit is 1200000; give fewer files at a time'],
  ])('by refusing more, in %s', (folder, why) => {
    write('one/a.yaml', `${HEAD}data: [${'x,'.repeat(2_000_000)}x]\n`);
    for (const name of 'abcdefg') write(`many/${name}.yaml`, `${HEAD}data: [${'x,'.repeat(200_000)}${name}]\n`);
    const { status, stderr, megabytes, seconds } = run(folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(new RegExp(`^error: .*\\.yaml: ${why}\\n$`));
    expect(megabytes).toBeLessThan(MAX_MEGABYTES);
    expect(seconds).toBeLessThan(MAX_CPU_SECONDS);
  }, 300_000);
});
