import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../src/cli/main';
import { Certificate } from '../../src/lib/verify/certificate/certificate';

const ROOT = resolve(__dirname, '..', '..');
const MIXED = ['dist', 'nodes'].map(folder => join(ROOT, 'examples/kubeadm', folder, 'mixed'));

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'certificate-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function run(...args: string[]) {
  let out = '';
  let err = '';
  const code = await main(['verify', ...args], { out: text => { out += text; }, err: text => { err += text; }, isTerminal: false, cwd: dir });
  return { code, out, err };
}

describe('ccm-migration verify --certificate', () => {
  it('writes it beside its usual answer where both promises hold', async () => {
    const { code, out, err } = await run('--certificate', 'c.json', ...MIXED);
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    expect(out).toContain('exclusivity: holds');
    const certificate = JSON.parse(readFileSync(join(dir, 'c.json'), 'utf8')) as Certificate;
    expect(certificate.tool.name).toBe('cdk8s-ccm-migration');
    expect(certificate.inputs.map(({ file }) => file)).toContain(join(MIXED[0], '30-ccm.k8s.yaml'));
  });

  it('writes none where a promise is broken, and ends as verify does', async () => {
    const { code, out, err } = await run('--certificate', 'c.json', ...MIXED, join(ROOT, 'test/fixtures/kubeadm/v1.26.15'));
    expect(code).toBe(1);
    expect(out).toContain('exclusivity: BROKEN');
    expect(err).toBe('--certificate: c.json is not written: exclusivity is broken, and a certificate says why both promises hold\n');
    expect(existsSync(join(dir, 'c.json'))).toBe(false);
  });

  it('ends with 1 where both promises hold and no certificate covers the input', async () => {
    const pod = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'k', namespace: 'kube-system' },
      spec: {
        containers: [{
          name: 'k',
          image: 'registry.k8s.io/kube-controller-manager:v1.26.15',
          command: ['kube-controller-manager', '--cloud-provider=aws', '--configure-cloud-routes=false', '--allocate-node-cidrs',
            '--cluster-cidr=10.0.0.0/25', '--node-cidr-mask-size=26'],
        }],
      },
    });
    let err = '';
    const io = { out: () => undefined, err: (text: string) => { err += text; }, isTerminal: false, cwd: dir, input: [pod] };
    expect(await main(['verify', '-'], io)).toBe(0);
    expect(await main(['verify', '--certificate', 'c.json', '-'], io)).toBe(1);
    expect(err).toMatch(/^--certificate: c\.json is not written: what kube-controller-manager 1\.26\.15 .* follows from more than the flags/);
    expect(existsSync(join(dir, 'c.json'))).toBe(false);
  });

  it('ends with 2 where the file cannot be written', async () => {
    const { code, err } = await run('--certificate', 'nowhere/c.json', ...MIXED);
    expect(code).toBe(2);
    expect(err).toContain('--certificate: \'nowhere/c.json\' cannot be written: ENOENT');
  });
});
