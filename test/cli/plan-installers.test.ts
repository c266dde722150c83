import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-plan-installers-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

function copy(example: string, below: string = example): void {
  cpSync(join(EXAMPLES, example, 'bundles', example), join(root, 'app', 'bundles', below), { recursive: true });
}

async function plan(...args: string[]) {
  const io = ioIn(root);
  const code = await main(['plan', 'app', ...args], io);
  return { code, ...io.text };
}

async function steps(...args: string[]): Promise<string[]> {
  const { out } = await plan(...args, '--format', 'json');
  return (JSON.parse(out) as { readonly steps: readonly { readonly name: string; readonly from: string }[] }).steps.map(
    ({ name, from }) => `${name} from ${from}`,
  );
}

/** Changes a file and the sum of it in the index. */
function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(root, 'app', folder, file);
  const text = change(readFileSync(path, 'utf8'));
  const index = join(root, 'app', folder, 'files.json');
  const rows = JSON.parse(readFileSync(index, 'utf8')) as { path: string; sha256: string }[];
  writeFileSync(path, text);
  writeFileSync(
    index, JSON.stringify(rows.map(row => (row.path === file ? { ...row, sha256: createHash('sha256').update(text).digest('hex') } : row))),
  );
}

describe('ccm-migration plan for kops', () => {
  beforeEach(() => copy('kops'));

  it('joins the phases on the way: what is run, what proves it, gap and way back', async () => {
    const { code, out } = await plan('--from', 'n', '--to', 'disabled');
    expect(code).toBe(0);
    expect(out).toContain('plan n -> mixed -> n-plus-1 -> disabled, kops, cluster prod.example.com, 5 steps');
    expect(out).toMatch(/^mixed\/roll-control-plane +- +- +.*kops validate cluster prod.example.com --wait 10m: the cluster is ready/m);
    const runbook = (await plan('--from', 'n', '--to', 'disabled', '--format', 'markdown')).out;
    expect(runbook).toContain('\nkops update cluster prod.example.com --yes\n');
    expect(runbook).toContain('kops rolling-update cluster prod.example.com --instance-group-roles=node --yes');
    expect(runbook).toContain('- `kops validate cluster prod.example.com --wait 10m`: the cluster is ready\n');
    expect(runbook.match(/Verified: exclusivity holds, liveness holds/g)).toHaveLength(5);
    expect(await steps('--from', 'n', '--to', 'disabled')).toEqual([
      'mixed/update-mixed from n', 'mixed/roll-control-plane from n', 'n-plus-1/roll-api-servers from mixed', 'n-plus-1/roll-nodes from mixed',
      'disabled/update-disabled from n-plus-1',
    ]);
  });

  it('goes back to where kops can go, and deletes the DaemonSet last', async () => {
    expect(await steps('--from', 'disabled', '--to', 'n')).toEqual([
      'n-plus-1/update-n-plus-1 from disabled', 'n/update-n from n-plus-1', 'n/roll-nodes from n-plus-1', 'n/roll-api-servers from n-plus-1',
      'n/roll-control-plane from n-plus-1',
      'n/delete-ccm from n-plus-1',
    ]);
    const { code, out } = await plan('--from', 'n-plus-1', '--to', 'mixed');
    expect([code, out]).toEqual([1, 'refused: there is no plan from \'n-plus-1\' to \'mixed\': kops takes \'n-plus-1\' back to \'n\', and stops '
      + 'nowhere before; plan from \'n-plus-1\' to \'n\'\n']);
  });

  it('takes phase n back to the Cluster as it was', async () => {
    expect(await steps('--from', 'n', '--to', 'not-started')).toEqual(['not-started/update-as-before from n', 'not-started/roll-control-plane '
      + 'from n']);
  });

  it('writes plan.json and a runbook, and no script', async () => {
    expect((await plan('--from', 'n', '--to', 'mixed', '--output', 'out')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(root, 'out', 'plan.json'), 'utf8')))
      .toMatchObject({ schemaVersion: 2, installer: 'kops', route: ['n', 'mixed'] });
    expect(readFileSync(join(root, 'out', 'runbook.md'), 'utf8')).toContain('# kops: cluster `prod.example.com` from `n` to `mixed`');
    expect(existsSync(join(root, 'out', 'migrate.sh'))).toBe(false);
  });

  it.each([
    [['--format', 'script'], 'Allowed choices are text, json, markdown'],
    [['--release-lease'], '--release-lease has no meaning for kops'],
    [['--kcm', 'systemd'], '--kcm has no meaning for kops'],
    [['--node-group', 'a=b'], '--node-group has no meaning for kops'],
    [['--cluster', 'other'], 'the app has no cluster \'other\'; it has \'prod.example.com\' (kops)'],
  ])('fails for %j', async (args, message) => {
    const { code, err } = await plan('--from', 'n', '--to', 'mixed', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('fails when a file of the way was changed since it was written', async () => {
    const file = join(root, 'app', 'bundles', 'kops', 'mixed', 'cluster.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# mine\n`);
    const { code, err } = await plan('--from', 'n', '--to', 'mixed');
    expect([code, err]).toEqual([2, expect.stringContaining('\'bundles/kops/mixed/cluster.yaml\' was changed since synth wrote it')]);
  });

  it('fails when a phase of the way is not there', async () => {
    rmSync(join(root, 'app', 'bundles', 'kops', 'mixed'), { recursive: true });
    const { code, err } = await plan('--from', 'n', '--to', 'n-plus-1');
    expect([code, err]).toEqual([2, expect.stringContaining('the app has no phase \'mixed\' of cluster \'prod.example.com\' for kops; it has n, '
      + 'n-plus-1, disabled')]);
  });

  it.each([
    ['no JSON', () => '{', 'is not JSON'],
    ['null', () => 'null', 'is not a plan that this release writes'],
    ['a step without proof', (text: string) => text.replace('"proof"', '"proofs"'), 'is not a plan that this release writes'],
    ['a plan of another phase', (text: string) => text.replace('"phase": "mixed"', '"phase": "n"'), 'is of phase \'n\', but is elsewhere'],
    ['a way back to itself', (text: string) => text.replace('"backTo": "n"', '"backTo": "mixed"'), 'has a rollback to \'mixed\''],
  ])('fails for %s in place of a plan', async (_, change, message) => {
    edit('bundles/kops/mixed', 'plan.json', change);
    const { code, err } = await plan('--from', 'n', '--to', 'mixed');
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('shows no text of a plan raw', async () => {
    edit('bundles/kops/mixed', 'plan.json', text => text.replace('"title": "', '"title": "\\u001b[2J\\r::error::'));
    const { out } = await plan('--from', 'n', '--to', 'mixed');
    expect(out).not.toMatch(/[\x1b\r]/);
  });
});

describe('ccm-migration plan for installers without a way back', () => {
  it.each([['kkp', 'KKP refuses to disable externalCloudProvider'], ['kubeone', 'KubeOne has no command for it']])('%s: says so before the first '
    + 'step, and plans none', async (form, reason) => {
    copy(form);
    const forth = await plan('--from', 'not-started', '--to', 'disabled');
    expect([forth.code, forth.out.split('\n')[1]]).toEqual([0, expect.stringContaining('Before you begin: from phase \'mixed\' on no rollback is '
      + 'possible')]);
    expect((await plan('--from', 'n', '--to', 'not-started')).out).toContain('nothing was changed, so nothing has to be taken back');
    const back = await plan('--from', 'mixed', '--to', 'n');
    expect([back.code, back.out]).toEqual([1, expect.stringContaining(reason)]);
  });
});

describe('ccm-migration plan for an app with several clusters', () => {
  it('asks which, and plans that one', async () => {
    copy('kops');
    copy('kkp');
    const { code, err } = await plan('--from', 'n', '--to', 'mixed');
    expect([code, err]).toEqual([2, expect.stringContaining('the app has several clusters, \'crh4xbxz5f\' (kkp), \'prod.example.com\' (kops), and a '
      + 'plan is for one; say which with --cluster')]);
    expect((await plan('--from', 'n', '--to', 'mixed', '--cluster', 'crh4xbxz5f')).out).toContain('kkp, cluster crh4xbxz5f');
  });

  it('finds one below a folder of its own', async () => {
    copy('kops', 'kops/prod');
    expect((await plan('--from', 'n', '--to', 'mixed')).code).toBe(0);
    mkdirSync(join(root, 'app', 'bundles', 'kops', 'again'));
    cpSync(join(root, 'app', 'bundles', 'kops', 'prod', 'mixed'), join(root, 'app', 'bundles', 'kops', 'again', 'mixed'), { recursive: true });
    expect((await plan('--from', 'n', '--to', 'mixed')).err).toContain('phase \'mixed\' of cluster \'prod.example.com\' is written twice, in '
      + '\'bundles/kops/again/mixed\' and \'bundles/kops/prod/mixed\'');
  });
});
