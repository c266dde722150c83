import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { page, ROOT } from '../pages';

const [{ content: COMMAND }] = page('docs/how-to/check-a-certificate.md').blocks.filter(({ content }) => content.includes('--inputs'));
const COMPARE = COMMAND.replace('node_modules/cdk8s-ccm-migration', ROOT);
const NODE = join('nodes', 'control-plane-n', 'ip-10-0-1-10.eu-central-1.compute.internal');

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ccm-sums-'));
  for (const part of ['dist', 'nodes']) cpSync(join(ROOT, 'examples/kubeadm', part, 'mixed'), join(root, part), { recursive: true });
  mkdirSync(join(root, NODE, 'etc/kubernetes'), { recursive: true });
  writeFileSync(join(root, NODE, 'etc/kubernetes/controller-manager.conf'),
    'apiVersion: v1\nkind: Config\ncurrent-context: c\ncontexts:\n- {name: c, context: {cluster: a, user: a}}\n'
    + 'clusters:\n- {name: a, cluster: {server: "https://10.0.1.10:6443"}}\nusers:\n- {name: a, user: {token: hunter2}}\n');
  expect(await main(['verify', 'dist', 'nodes', '--certificate', 'c.json'], ioIn(root))).toBe(0);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const compare = () => spawnSync('bash', ['-o', 'pipefail', '-c', COMPARE], { cwd: root, encoding: 'utf8' });

describe('the sums of a certificate', () => {
  it('are of the files as they lie there, and of a kubeconfig without its users', () => {
    const certificate = JSON.parse(readFileSync(join(root, 'c.json'), 'utf8')) as { inputs: { file: string; cut?: string }[] };
    expect(certificate.inputs.filter(({ cut }) => cut !== undefined).map(({ file }) => file)).toStrictEqual([
      join(NODE, 'etc/kubernetes/controller-manager.conf'),
    ]);
    const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(
      readFileSync(join(ROOT, 'schemas', 'certificate.schema.json'), 'utf8'),
    ) as object);
    validate(certificate);
    expect(validate.errors ?? []).toStrictEqual([]);
    const { status, stdout, stderr } = compare();
    expect({ status, stderr }).toStrictEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^c\.json: true\n/);
    expect(stdout).toMatch(/\n {2}not compared: nodes\/control-plane-n\/.*\/controller-manager\.conf, without users\n$/);
  });

  it('are of no file that was changed', () => {
    appendFileSync(join(root, 'dist/30-ccm.k8s.yaml'), '# changed\n');
    expect(compare()).toMatchObject({ status: 1, stdout: 'c.json: false: dist/30-ccm.k8s.yaml is another file\n' });
  });
});
