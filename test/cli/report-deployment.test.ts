/** What a reviewer reads of a kube-controller-manager that a Deployment runs, in its own cluster or in a management cluster. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { writeTree } from '../golden';
import { hostedFiles } from '../lib/plan/hosted-app';
import { ROOT } from '../pages';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-report-deployment-'));
  writeTree(hostedFiles(), join(root, 'hosted'));
  writeTree(hostedFiles({ isOwn: true }), join(root, 'own'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(...args: string[]) {
  const io = ioIn(root);
  const code = await main(args, io);
  return { code, ...io.text };
}

const MANAGER = 'Deployment prod-eu/kube-controller-manager';

describe('ccm-migration report of a Deployment', () => {
  it('says where the controllers move, and in each step whose pods are rolled', async () => {
    const { code, out } = await run('report', 'hosted');
    expect([code, out.split('\n')[0]]).toEqual([0, '# May go: migration `not-started` → `disabled` of prod-eu']);
    expect(out).toContain(`Kubernetes 1.26.15 to 1.27.16, in ${MANAGER} of the management cluster, and on 1 worker.`);
    const rolls = out.split('\n').filter(line => /^\| `[^`]+ → [^`]+` \|/.test(line)).map(line => line.split(' | ').slice(0, 3).join(' | '));
    expect(rolls).toEqual(expect.arrayContaining([
      `| \`not-started → n\` | Turn Leader Migration on in Deployment kube-controller-manager | rolls out ${MANAGER}`,
      '| `n → mixed` | Apply the manifests of \'mixed\' | starts Deployment prod-eu/aws-cloud-controller-manager',
      `| \`mixed → n-plus-1\` | Upgrade Deployment kube-controller-manager to 1.27.16 | rolls out ${MANAGER}`,
    ]));
    // It was there before, and what is of which cluster is said.
    expect(out).toMatch(/apps\/v1 Deployment prod-eu\/kube-controller-manager of the management cluster changed \(dist\/n\//);
    expect(out).toMatch(/v1 ConfigMap prod-eu\/kube-controller-manager-leader-migration of the management cluster added/);
    expect(out).toMatch(/Role kube-system\/leader-migration:kube-controller-manager added \(/);
    expect(out).toMatch(/\| KCM 1\.26 \|.*not-started until during not-started → n: pod of version N before the migration/);
  });

  it('is of its schema, and shows the same as a page', async () => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(join(ROOT, 'schemas', 'report.schema.json'), 'utf8')) as object);
    for (const [app, manager] of [
      ['hosted', { object: MANAGER, cluster: 'management' }], ['own', { object: 'Deployment kube-system/kube-controller-manager' }],
    ] as const) {
      const { code, out } = await run('report', app, '--format', 'json');
      const report = JSON.parse(out) as { readonly manager: object };
      expect([code, validate(report), validate.errors, report.manager]).toEqual([0, true, null, manager]);
    }
    const { out: html } = await run('report', 'hosted', '--format', 'html');
    expect(html.replace(/<[^>]*>/g, '')).toContain('apps/v1 Deployment prod-eu/kube-controller-manager of the management cluster');
    expect((await run('report', 'own')).out).not.toContain('management');
  });

  it('of the way back has the Deployment restored and nothing of ours left', async () => {
    const { code, out } = await run('report', 'hosted', '--from', 'n-plus-1', '--to', 'not-started');
    expect(code).toBe(0);
    expect(out).toContain(`| Restore Deployment kube-controller-manager from before the migration | rolls out ${MANAGER} |`);
    expect(out).toContain('| Remove the cloud-controller-manager | ends Deployment prod-eu/aws-cloud-controller-manager |');
  });
});

describe('ccm-migration diff of a Deployment', () => {
  it('says what runs before, during and after the roll, and shows the flags that change', async () => {
    const { code, out } = await run('diff', 'mixed', 'n-plus-1', 'hosted');
    expect([code, out.split('\n')[0]]).toEqual([0, 'mixed → n-plus-1 of prod-eu']);
    const part = (moment: string) => new RegExp(`runs ${moment}:\\n((?: {2}- .*\\n)+)`).exec(out)![1];
    expect(part('before')).toMatch(/^ {2}- pod of version N: kube-controller-manager 1\.26 --enable-leader-migration; may run service/);
    expect(part('during').match(/kube-controller-manager 1\.2\d/g)).toEqual(['kube-controller-manager 1.26', 'kube-controller-manager 1.27']);
    expect(part('after')).toMatch(/^ {2}- pod of version N\+1: kube-controller-manager 1\.27 --cloud-provider=external; may run none/);
    expect(out).toContain(`changed apps/v1 ${MANAGER} of the management cluster (dist/n-plus-1/40-management-kcm.k8s.yaml)`);
    expect(out).toMatch(/^- +- --enable-leader-migration=true$/m);
    expect(out).toMatch(/^\+ +- --cloud-provider=external$/m);
    expect(out).toContain('What restarts? Pods by the rolls of their workloads, workers by node group: ');
  });
});
