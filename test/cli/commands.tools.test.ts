import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InstalledPackage } from '../installed-package';

jest.setTimeout(120_000);

const APP = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

// What each command does is tested in the process. Here it is started as its users start it: from the package, with its own exit code and streams.
describe('the command of the installed package', () => {
  let installed: InstalledPackage;
  beforeAll(() => { installed = new InstalledPackage('commands-'); });
  afterAll(() => installed.remove());

  /** As `bin/ccm-migration` does. */
  function run(...args: readonly string[]) {
    const program = `require(${JSON.stringify(join(installed.root, 'node_modules/cdk8s-ccm-migration/lib/cli/run'))}).run()`;
    return spawnSync(process.execPath, ['-e', program, '--', 'ccm-migration', ...args], { cwd: installed.root, encoding: 'utf8' });
  }

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
