import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeReport } from '../../src/lib/report/make-report';
import { renderHtml } from '../../src/lib/report/render/html';
import { InstalledPackage, writeFile } from '../installed-package';
import { exampleFiles } from '../lib/report/example';

jest.setTimeout(120_000);

const APP = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

// What each command does is tested in the process. Here it is started as its users start it: from the package, with its own exit code and streams.
describe('the command of the installed package', () => {
  let installed: InstalledPackage;
  beforeAll(async () => { installed = await InstalledPackage.make('commands-'); });
  afterAll(() => installed.remove());

  function run(...args: readonly string[]) {
    return spawnSync(process.execPath, [installed.program, ...args], { cwd: installed.root, encoding: 'utf8' });
  }

  /** Files that a command loads, but for those of Node. */
  function filesLoadedBy(...args: readonly string[]): readonly string[] {
    const loaded = join(installed.root, 'loaded.json');
    const hook = join(installed.root, 'hook.cjs');
    writeFile(hook, `const vm = require('node:vm');
      const files = [];
      vm.Script = class extends vm.Script { constructor(text, options) { super(text, options); files.push(options.filename); } };
      const all = () => JSON.stringify([...files, ...Object.keys(require.cache)]);
      process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, all()));`);
    spawnSync(process.execPath, ['--require', hook, installed.program, ...args], { cwd: installed.root });
    return (JSON.parse(readFileSync(loaded, 'utf8')) as string[]).filter(file => file !== hook);
  }

  /** Whether it has the namespace of a service, as it stands in the schemas of each client. */
  function isOfSdk(file: string): boolean {
    return readFileSync(file, 'utf8').includes('com.amazonaws.');
  }

  it.each<[readonly string[], number]>([
    // Most are of a kilobyte: what several commands share.
    [['--version'], 19],
    [['--help'], 19],
    [['tag', 'plan', '--help'], 19],
    [['rules'], 34],
    [['verify', join(APP, 'dist', 'mixed')], 48],
  ])('%j loads %i files at most, and none of the AWS SDK', (args, most) => {
    const files = filesLoadedBy(...args);
    expect(files.filter(isOfSdk)).toHaveLength(0);
    expect(files.length).toBeLessThanOrEqual(most);
    expect(files).toContain(installed.program);
  });

  it('writes the report as the whole library does of which it has a part', () => {
    const { stdout } = run('report', APP, '--format', 'html');
    expect(stdout).toBe(renderHtml(makeReport(exampleFiles())));
  });

  it('has the AWS SDK in files that only the commands load that call AWS', () => {
    // Refused for its flags, which comes before the first call.
    expect(filesLoadedBy('tag', 'plan', '--cluster-id', 'x').filter(isOfSdk)).toHaveLength(1);
  });

  it('does not load the AWS SDK with what only calls it later', () => {
    const script = `require('./src/cli/main.ts'); require('./src/aws/tagger.ts');
      process.stdout.write(String(Object.keys(require.cache).filter(name => name.includes('@aws-sdk')).length));`;
    const root = resolve(__dirname, '..', '..');
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '-e', script], { cwd: root, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['0', '']);
  });

  describe('in a pipe of the shell', () => {
    const piped = (rest: string) =>
      spawnSync('bash', ['-c', `"$0" "$1" rules ${rest}`, process.execPath, installed.program], { cwd: installed.root, encoding: 'utf8' });

    it('ends with one line where the result cannot be written', () => {
      const { status, stderr } = piped('> /dev/full');
      expect(status).toBe(2);
      expect(stderr).toMatch(/^error: the result cannot be written: ENOSPC[^\n]*\n$/);
    });

    it('ends silently when the reader is gone', () => {
      const { stdout, stderr } = piped('| head -n 1');
      expect(stdout.split('\n')).toHaveLength(2);
      expect(stderr).toBe('');
    });
  });

  describe('keeps what was compiled', () => {
    const folder = () => join(dirname(dirname(installed.program)), 'lib/cli/cache');
    const expected = () => rulesPage.stdout;
    let rulesPage: ReturnType<typeof run>;
    beforeEach(() => {
      rmSync(folder(), { recursive: true, force: true });
      rulesPage = run('rules');
    });

    it('of each command that there is, and takes it the next time', () => {
      const before = readdirSync(join(folder(), 'rules')).sort();
      expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^run-\w+\.js$/)]));
      const times = before.map(file => statSync(join(folder(), 'rules', file)).mtimeMs);
      expect(run('rules')).toMatchObject({ status: 0, stdout: expected(), stderr: '' });
      expect(before.map(file => statSync(join(folder(), 'rules', file)).mtimeMs)).toStrictEqual(times);
      run('verfy');
      expect(readdirSync(folder())).toStrictEqual(['rules']);
    });

    it('and compiles again where that is damaged, or of another engine', () => {
      const [file] = readdirSync(join(folder(), 'rules'));
      writeFileSync(join(folder(), 'rules', file), 'x');
      expect(run('rules')).toMatchObject({ status: 0, stdout: expected(), stderr: '' });
      expect(statSync(join(folder(), 'rules', file)).size).toBeGreaterThan(1);
    });

    it('not where it may not write, and not where Node is told not to', () => {
      rmSync(folder(), { recursive: true });
      writeFileSync(folder(), 'in its place');
      expect(run('rules')).toMatchObject({ status: 0, stdout: expected(), stderr: '' });
      rmSync(folder());
      const { status } = spawnSync(process.execPath, [installed.program, 'rules'], { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } });
      expect([status, existsSync(folder())]).toStrictEqual([0, false]);
    });
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['verify', ['verify', join(APP, 'dist', 'mixed'), join(APP, 'nodes', 'mixed')], 0, /^exclusivity: holds/m],
    ['plan', ['plan', APP, '--from', 'n', '--to', 'n-plus-1'], 0, /Upgrade ip-10-0-1-10/],
    ['report', ['report', APP, '--from', 'n', '--to', 'mixed', '--format', 'html'], 0, /^<!DOCTYPE html>/],
    ['diff', ['diff', 'n', 'mixed', APP], 0, /^n → mixed of prod-eu$/m],
    ['rules', ['rules'], 0, /^ebs-without-csi/m],
    ['completion', ['completion', 'bash'], 0, /^complete -o default -F _ccm_migration ccm-migration$/m],
    ['collect', ['collect', '--output', 'collect'], 0, /collect/],
    ['upgrade', ['upgrade', '--from', 'v1.36.1', '--to', 'v1.37.0'], 1, /^cannot say: AWS cloud-controller-manager v1\.36\.1 to v1\.37\.0 /m],
    ['tag', ['tag', 'verify', '--help'], 0, /Usage: ccm-migration tag verify/],
    ['aws', ['aws', 'role', '--help'], 0, /Usage: ccm-migration aws role/],
    ['a command that does not exist', ['verfy'], 2, /verify/],
  ])('%s', (name, args, status, says) => {
    const found = run(...args);
    expect([found.status, found.stdout + found.stderr]).toEqual([status, expect.stringMatching(says)]);
    if (name === 'collect') expect(existsSync(join(installed.root, 'collect', 'collect.yaml'))).toBe(true);
  });
});
