import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNodeName, keepNodeName, nodeNameCheck } from '../../../src/lib/ccm/node-name';
import { imdsHopLimitNote } from '../../../src/lib/facts/imds-hop-limit';

const NAME = 'ip-10-0-1-10.eu-central-1.compute.internal';

describe('hostname override', () => {
  it.each([
    [undefined, { set: [{ name: 'hostname-override', value: NAME }] }],
    ['node-1', { set: [{ name: 'hostname-override', value: NAME }] }],
    [NAME, {}],
  ])('%s is made the name that the node has', (current, expected) => {
    expect(keepNodeName(NAME, flag => (flag === 'hostname-override' ? current : undefined))).toEqual(expected);
  });
});

describe('names that cloud-controller-manager maps', () => {
  it.each([
    [NAME, 'v1.21.3'], ['i-0123456789abcdef0', 'v1.22.8'], ['i-0123456789abcdef0.eu-central-1.compute.internal', 'v1.27.2'],
    ['i-0123456789abcdef0.eu-central-1.compute.internal', 'v1.28.1'],
  ])('%s is fine for %s', (name, release) => expect(() => checkNodeName(name, release)).not.toThrow());

  it.each([
    ['i-0123456789abcdef0', 'v1.21.3', 'knows nodes by EC2 private DNS name only'],
    ['i-0123456789abcdef0.eu-central-1.compute.internal', 'v1.27.10', 'takes for the id as a whole'],
    ['i-0123456789abcdef0.eu-central-1.compute.internal', 'v1.26.10', 'takes for the id as a whole'],
  ])('fails for %s with %s', (name, release, message) => expect(() => checkNodeName(name, release)).toThrow(message));
});

describe('check for the runbook', () => {
  function run(flags: string, nodeName: string): { status: number | null; stdout: string; stderr: string } {
    const folder = mkdtempSync(join(tmpdir(), "it's "));
    try {
      const file = join(folder, 'kubeadm-flags.env');
      writeFileSync(file, `KUBELET_KUBEADM_ARGS="${flags}"\n`);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', nodeNameCheck(nodeName, file)], { encoding: 'utf8' });
      return { status, stdout, stderr };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('passes with the right override, in either form', () => {
    expect(run(`--v=2 --hostname-override=${NAME} --x=1`, NAME)).toEqual({ status: 0, stdout: `ok: registers as ${NAME}\n`, stderr: '' });
    expect(run(`--hostname-override ${NAME}`, NAME).status).toBe(0);
  });

  it('fails with another override, and goes by the host without one', () => {
    expect(run('--hostname-override=other', NAME)).toEqual({ status: 1, stdout: '', stderr: `stop: registers as other, not as ${NAME}\n` });
    expect(run('--v=2', hostname().toLowerCase()).status).toBe(0);
    expect(run('--v=2', NAME).status).toBe(1);
  });
});

describe('instance metadata', () => {
  it('needs a note only off the host network', () => {
    expect(imdsHopLimitNote(true)).toBeUndefined();
    expect(imdsHopLimitNote(false)).toMatch(/hop limit of at least 2/);
  });
});
