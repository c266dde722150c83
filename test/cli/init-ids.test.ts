import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_IDS, INIT_INPUTS } from './init-ids';
import { runProgram } from './init-program';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { emptyFolder } from '../scratch';

let root: string;
beforeEach(() => { root = emptyFolder(); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const io = ioIn(root);
  return { code: await main(args, io), ...io.text };
}

describe.each(Object.entries(INIT_INPUTS))('an app for %s', (_input, { prepare, init, before, plan }) => {
  it.each(CLUSTER_IDS)('runs for cluster %s, and is planned', async id => {
    for (const [app, args] of [['app', init], ...before ? [['before', before]] as const : []] as const) {
      prepare(join(root, app), id);
      expect(await run('init', app, '--cluster-id', id, ...args)).toMatchObject({ code: 0, err: '' });
      runProgram(join(root, app, 'main.ts'), join(root, app));
    }
    if (plan === undefined) return;
    const [step, ...args] = plan;
    expect(await run('plan', 'app', '--cluster', id, ...args)).toMatchObject({ code: 0, out: expect.stringContaining(step) as string, err: '' });
  });
});

it('an app is tried out elsewhere: init leaves nothing in the folder that it is run in', async () => {
  const cwd = process.cwd();
  process.chdir(root);
  try {
    for (const to of [['--from', '1.26'], ['--to', '1.31']]) await run('init', 'app', '--cluster-id', 'prod-eu', '--dry-run', ...to);
  } finally {
    process.chdir(cwd);
  }
  expect(readdirSync(root)).toEqual([]);
});

it('an id beyond what a tag key has room for is refused, and nothing is written', async () => {
  const { code, err } = await run('init', 'app', '--cluster-id', 'a'.repeat(107), '--to', '1.31');
  expect([code, err]).toEqual([2, expect.stringContaining('at most 106 characters')]);
  expect(readdirSync(root)).toEqual([]);
});

it('an app that would not synthesize is not written, and init says why', async () => {
  INIT_INPUTS['node files'].prepare(join(root, 'app'), 'prod-eu');
  const [config] = readdirSync(join(root, 'app/input')).filter(name => name.startsWith('kubeadm-config-'));
  appendFileSync(join(root, 'app/input', config), '---\napiVersion: kubeadm.k8s.io/v1beta9\nkind: JoinConfiguration\n');
  const { code, err } = await run('init', 'app');
  expect([code, err]).toEqual([2, expect.stringMatching(/the app would not synthesize, and nothing was written: .*v1beta9/)]);
  expect(readdirSync(join(root, 'app'))).toEqual(['input']);
});
