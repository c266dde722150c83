import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InstalledPackage, writeFile } from '../installed-package';

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
    const write = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))))`;
    const hook = join(installed.root, 'hook.cjs');
    writeFile(hook, write);
    spawnSync(process.execPath, ['--require', hook, installed.program, ...args], { cwd: installed.root });
    return (JSON.parse(readFileSync(loaded, 'utf8')) as string[]).filter(file => file !== hook);
  }

  /** Whether it has the namespace of a service, as it stands in the schemas of each client. */
  function isOfSdk(file: string): boolean {
    return readFileSync(file, 'utf8').includes('com.amazonaws.');
  }

  it.each<[readonly string[], number]>([
    [['--version'], 12],
    [['--help'], 12],
    [['tag', 'plan', '--help'], 12],
    [['rules'], 22],
    [['verify', join(APP, 'dist', 'mixed')], 45],
  ])('%j loads %i files at most, and none of the AWS SDK', (args, most) => {
    const files = filesLoadedBy(...args);
    expect(files.filter(isOfSdk)).toHaveLength(0);
    expect(files.length).toBeLessThanOrEqual(most);
    expect(files).toContain(installed.program);
  });

  it('has the AWS SDK in files that only the commands load that call AWS', () => {
    // Refused for its flags, which comes before the first call.
    expect(filesLoadedBy('tag', 'plan', '--cluster-id', 'x').filter(isOfSdk)).toHaveLength(1);
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['verify', ['verify', join(APP, 'dist', 'mixed'), join(APP, 'nodes', 'mixed')], 0, /^exclusivity: holds/m],
    ['plan', ['plan', APP, '--from', 'n', '--to', 'n-plus-1'], 0, /Upgrade ip-10-0-1-10/],
    ['rules', ['rules'], 0, /^ebs-without-csi/m],
    ['completion', ['completion', 'bash'], 0, /^complete -o default -F _ccm_migration ccm-migration$/m],
    ['collect', ['collect', '--output', 'collect'], 0, /collect/],
    ['upgrade', ['upgrade', '--from', 'v1.36.1', '--to', 'v1.37.0'], 0, /^AWS cloud-controller-manager v1\.36\.1 to v1\.37\.0$/m],
    ['tag', ['tag', 'verify', '--help'], 0, /Usage: ccm-migration tag verify/],
    ['aws', ['aws', 'role', '--help'], 0, /Usage: ccm-migration aws role/],
    ['a command that does not exist', ['verfy'], 2, /verify/],
  ])('%s', (name, args, status, says) => {
    const found = run(...args);
    expect([found.status, found.stdout + found.stderr]).toEqual([status, expect.stringMatching(says)]);
    if (name === 'collect') expect(existsSync(join(installed.root, 'collect', 'collect.yaml'))).toBe(true);
  });
});
