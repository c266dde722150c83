import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { main } from '../../src/cli/main';
import { RULES } from '../../src/lib/rules';
import { ccm, CCM_FLAGS, KCM_27, node } from '../lib/rules/input';

const ROOT = resolve(__dirname, '../..');
let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'daily-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const acceptedSchema = new Ajv2020({ formats: { date: text => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false } }).compile(
  JSON.parse(readFileSync(join(ROOT, 'schemas', 'accepted.schema.json'), 'utf8')) as object,
);

function isAsTheSchemaSays(accepted: string): boolean {
  return acceptedSchema(parse(accepted));
}

async function run(args: readonly string[], hasColours = false) {
  let out = '';
  let err = '';
  const code = await main(args, { out: text => { out += text; }, err: text => { err += text; }, isTerminal: false, hasColours, cwd: dir });
  return { code, out, err };
}

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** A safe cluster with one warning: the cloud-controller-manager is off the host network. */
function writeCluster(pod = ccm({ network: '      dnsPolicy: Default\n', flags: CCM_FLAGS })['ccm.yaml']): void {
  write({ 'dist/ccm.yaml': pod });
  write(Object.fromEntries(Object.entries(node({ version: '1.27.16', kcm: KCM_27, mounts: [] })).map(([path, text]) => [`n/${path}`, text])));
}

it('prints its version', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: '0.0.0\n', err: '' });
});

describe('ccm-migration rules', () => {
  it('lists every rule with its severity', async () => {
    const { code, out } = await run(['rules']);
    expect(code).toBe(0);
    for (const { id, severity, title } of RULES) {
      expect(out).toMatch(new RegExp(`^${id} +${severity} +${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm'));
    }
    expect(out).toMatch(/^verdict-unknown +error/m);
  });

  it('explains one', async () => {
    const { out } = await run(['rules', 'duplicate-static-pod']);
    expect(out).toMatch(/^duplicate-static-pod \(error\): .*\n\nwhy: {4}.*\nfix: {4}.*\nsource: .*\n$/);
    expect(JSON.parse((await run(['rules', 'duplicate-static-pod', '--format', 'json'])).out))
      .toMatchObject({ id: 'duplicate-static-pod', severity: 'error' });
  });

  it('fails for one that there is not, and names the one that was meant', async () => {
    expect(await run(['rules', 'duplicate-static-pods'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('did you mean '
      + "'duplicate-static-pod'?") as string,
    });
  });
});

describe('completion', () => {
  it('completes commands and options in bash', async () => {
    const { out } = await run(['completion', 'bash']);
    const complete = (...words: string[]) => spawnSync('bash', ['-c', `${out}\nCOMP_WORDS=(ccm-migration `
      + `${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _ccm_migration; echo `
      + '"\${COMPREPLY[@]}"'], { encoding: 'utf8' }).stdout.trim();
    expect(complete('ver')).toBe('verify version');
    expect(complete('verify', '--fai')).toBe('--fail-on');
    expect(complete('tag', 're')).toBe('remove');
    expect(complete('verify', 'dist', '--format', 's')).toBe('sarif');
    expect(complete('rules', 'ccm-selects')).toBe('ccm-selects-no-node');
    expect(complete('verify', '--ignore', 'ccm-selects')).toBe('ccm-selects-no-node');
  });

  it('fails for another shell', async () => {
    expect(await run(['completion', 'ksh']))
      .toMatchObject({ code: 2, err: expect.stringContaining('Allowed choices are bash, zsh, fish') as string });
  });
});

describe('findings that are accepted', () => {
  const RULE = 'ccm-without-host-network';

  it('are left out by --ignore, and counted', async () => {
    writeCluster();
    expect((await run(['verify', '--fail-on', 'warning', 'dist', 'n'])).code).toBe(1);
    const { code, out } = await run(['verify', '--fail-on', 'warning', '--ignore', RULE, 'dist', 'n']);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('0 errors, 0 warnings, 0 notes, 1 accepted') as string });
    expect((await run(['verify', '--ignore', 'controller-runs-twice', 'dist'])).err).toContain("'controller-runs-twice' is no rule");
  });

  it('are taken from a file with a reason, until a day', async () => {
    writeCluster();
    write({
      'accepted.yaml': `accepted:\n- {rule: ${RULE}, file: ccm.yaml, reason: hop limit is 3, until: "2999-12-31"}\n- {rule: duplicate-key, `
      + 'reason: old}\n',
    });
    expect(isAsTheSchemaSays(readFileSync(join(dir, 'accepted.yaml'), 'utf8'))).toBe(true);
    const { out } = await run(['verify', '--accepted', 'accepted.yaml', 'dist', 'n']);
    expect(out).toContain(`dist/ccm.yaml:11: accepted [${RULE}]: hop limit is 3\n`);
    expect(out).toContain('accepted.yaml:3: warning: the accepted finding duplicate-key does not occur any more [acceptance-stale]');
    write({ 'accepted.yaml': `accepted:\n- {rule: ${RULE}, reason: hop limit is 3, until: "2020-12-31"}\n` });
    expect((await run(['verify', '--accepted', 'accepted.yaml', 'dist', 'n'])).out).toContain(`the acceptance of ${RULE} ended on 2020-12-31`);
  });

  it('may name what stands in the way of an upgrade, which is for its plan', async () => {
    writeCluster();
    const text = 'accepted:\n- {rule: adds-rules-again, reason: no load balancers}\n- {rule: ccm-upgrade-skips-minors, reason: servers are there}\n';
    write({ 'accepted.yaml': text });
    expect(isAsTheSchemaSays(text)).toBe(true);
    const { code, out } = await run(['verify', '--accepted', 'accepted.yaml', 'dist', 'n']);
    expect([code, out]).toEqual([0, expect.not.stringContaining('acceptance-stale')]);
  });

  it.each([
    ['no reason', '- {rule: duplicate-key}\n', 'the acceptance of duplicate-key needs a reason'],
    ['no such rule', '- {rule: x, reason: y}\n', "'x' is no rule"],
    ['a promise', '- {rule: controller-runs-twice, reason: y}\n', 'what breaks a promise cannot be accepted'],
    ['no such day', '- {rule: duplicate-key, reason: y, until: soon}\n', "until of the acceptance of duplicate-key is 'soon'"],
    ['a day that there is not', '- {rule: duplicate-key, reason: y, until: 2027-02-30}\n', "is '2027-02-30'"],
    ['another key', '- {rule: duplicate-key, reason: y, because: z}\n', "'because' is not a key of an acceptance"],
    ['a reason that is blank', '- {rule: duplicate-key, reason: " "}\n', 'the acceptance of duplicate-key needs a reason'],
    ['a file that is no path', '- {rule: duplicate-key, reason: y, file: [x]}\n', 'file of the acceptance of duplicate-key is not a path'],
  ])('fails for %s', async (what, text, says) => {
    write({ 'accepted.yaml': `accepted:\n${text}` });
    // Which rules there are is no matter of the schema.
    expect(isAsTheSchemaSays(`accepted:\n${text}`)).toBe(['no such rule', 'a promise'].includes(what));
    expect(await run(['verify', '--accepted', 'accepted.yaml', 'dist'])).toMatchObject({ code: 2, err: expect.stringContaining(says) as string });
  });

  const KIND = 'accepted.yaml:2:5: ';
  it.each([
    ['another list', 'inertKind:\n- {group: a.b, kind: C, reason: d}\n', 'expected accepted: [{rule'],
    ['another list beside it', 'accepted: []\ninertKind: []\n',
      "accepted.yaml:2:12: 'inertKind' is not a key of the file; did you mean 'inertKinds'?"],
    ['no list', 'inertKinds: {group: a.b}\n', 'accepted.yaml:1:13: expected inertKinds: [{group'],
    ['no mapping', 'inertKinds:\n  - Foo\n', `${KIND}expected inertKinds: [{group`],
    ['a kind without a group', 'inertKinds:\n  - {kind: C, reason: d}\n', `${KIND}an inert kind needs its API group`],
    ['a group with a version', 'inertKinds:\n  - {group: a.b/v1, kind: C, reason: d}\n',
      "accepted.yaml:2:13: group is 'a.b/v1', which has a version; write 'a.b'"],
    ['a group without a kind', 'inertKinds:\n  - {group: a.b, reason: d}\n', `${KIND}an inert kind needs its kind`],
    ['a kind without a reason', 'inertKinds:\n  - {group: a.b, kind: C}\n', `${KIND}C of a.b needs a reason`],
    ['a kind with a blank reason', 'inertKinds:\n  - {group: a.b, kind: C, reason: " "}\n', 'accepted.yaml:2:35: C of a.b needs a reason'],
    ['another key of a kind', 'inertKinds:\n  - {group: a.b, kinds: C, reason: d}\n', "'kinds' is not a key of an inert kind; did you mean 'kind'?"],
    ['no such day of a kind', 'inertKinds:\n  - {group: a.b, kind: C, reason: d, until: soon}\n', "accepted.yaml:2:45: until of C of a.b is 'soon'"],
    ['a kind that is read', 'inertKinds:\n  - {group: apps, kind: DaemonSet, reason: d}\n', 'DaemonSet of apps is read, and so is never inert'],
  ])('fail for %s, with its line and column', async (what, text, says) => {
    write({ 'accepted.yaml': text });
    expect(isAsTheSchemaSays(text)).toBe(what === 'a kind that is read');
    expect(await run(['verify', '--accepted', 'accepted.yaml', 'dist'])).toMatchObject({ code: 2, err: expect.stringContaining(says) as string });
  });

  it('may be a controller that something else serves, of which liveness is unknown otherwise, until a day', async () => {
    writeCluster(ccm({ flags: [...CCM_FLAGS, '--controllers=*,-service'] })['ccm.yaml']);
    const spec = {
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.8.1' }] },
      },
    };
    const metadata = { name: 'lbc', namespace: 'kube-system' };
    write({ 'dist/lbc.yaml': JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }) });
    const accepting = async (until: string) => {
      write({ 'accepted.yaml': `accepted:\n- {rule: declared-gap, reason: every Service has its class, until: "${until}"}\n` });
      const { code, out } = await run(['verify', '--accepted', 'accepted.yaml', 'dist', 'n']);
      return [code, /^liveness: \w+/m.exec(out)![0]];
    };
    const { out: unasked } = await run(['verify', 'dist', 'n']);
    expect(unasked).toMatch(/^dist\/lbc\.yaml:1: unknown: no process runs 'service', as the input says, and AWS Load Balancer Controller/m);
    expect([await accepting('2999-12-31'), await accepting('2020-12-31')]).toEqual([[0, 'liveness: holds'], [1, 'liveness: UNKNOWN']]);
  });

  it('may be kinds, which the answer names as assumptions, until a day', async () => {
    writeCluster();
    write({ 'dist/own.yaml': 'apiVersion: corp.example/v1\nkind: Stack\nmetadata: {name: x}\n' });
    const unknown = await run(['verify', 'dist', 'n']);
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain('\n      Stack of corp.example: 1 object, the first at dist/own.yaml:1\n');
    const rows = unknown.out.slice(unknown.out.indexOf('\ninertKinds:\n') + 1).split('\n').slice(0, 2).join('\n');
    expect(isAsTheSchemaSays(rows)).toBe(true);
    const accepting = async (text: string, ...args: readonly string[]) => {
      write({ 'accepted.yaml': text });
      return run(['verify', '--accepted', 'accepted.yaml', ...args, 'dist', 'n']);
    };
    const SAID = 'The controller of Stack of corp.example makes no pods';
    expect(await accepting(rows)).toMatchObject({ code: 0, out: expect.stringContaining(`    inert-kind: ${SAID}`) as string });
    expect((await accepting(rows, '--format', 'markdown')).out).toContain(`- \`inert-kind\`: ${SAID}`);
    expect((await accepting(rows, '--format', 'sarif', '--certificate', 'c.json')).out).toContain(SAID);
    expect(readFileSync(join(dir, 'c.json'), 'utf8')).toContain(SAID);
    const { assumptions } = JSON.parse((await accepting(rows, '--format', 'json')).out) as { assumptions: { id: string }[] };
    expect(assumptions.map(({ id }) => id)).toContain('inert-kind');
    for (const [text, says] of [
      [rows.replace('}', ', until: "2020-12-31"}'), 'accepted.yaml:2: warning: what is said of Stack of corp.example ended on 2020-12-31'],
      [rows.replace('Stack', 'Stacks'), 'the input has no Stacks of corp.example; did you mean Stack of corp.example?'],
    ]) {
      const { code, out } = await accepting(text);
      expect([code, out]).toEqual([1, expect.stringContaining(says)]);
    }
    expect((await accepting(`${rows}\n  - {group: cert-manager.io, kind: Issuer, reason: x}\n`)).out)
      .toContain('accepted.yaml:3: warning: Issuer of cert-manager.io is known to be inert, or read, without this row');
  });

  it('are annotated on their object, with a reason', async () => {
    const annotated = (text: string) =>
      ccm({ network: '      dnsPolicy: Default\n' })['ccm.yaml'].replace(
        'namespace: kube-system}', `namespace: kube-system, annotations: {ccm-migration/ignore: "${text}"}}`,
      );
    writeCluster(annotated(`${RULE}: hop limit is 3`));
    expect((await run(['verify', 'dist', 'n'])).out).toContain(`accepted [${RULE}]: hop limit is 3`);
    writeCluster(annotated(RULE));
    const { out } = await run(['verify', 'dist', 'n']);
    expect(out).toContain(`[${RULE}]`);
    expect(out).toContain('the annotation ccm-migration/ignore has no reason, and is not followed');
  });

  it('never make a promise hold', async () => {
    writeCluster(ccm({ flags: [...CCM_FLAGS, '--leader-elect=false'] })['ccm.yaml']);
    const ignored = RULES.flatMap(({ id }) => ['--ignore', id]);
    expect((await run(['verify', ...ignored, 'dist', 'n'])).code).toBe(1);
  });
});

describe('on a terminal', () => {
  it('colours the verdicts, and nothing elsewhere', async () => {
    writeCluster();
    expect((await run(['verify', 'dist', 'n'], true)).out).toContain('exclusivity: \u001b[32mholds\u001b[0m');
    expect((await run(['verify', 'dist', 'n'])).out).not.toContain('\u001b');
  });

  it('shows control characters of the input as escapes, in every format', async () => {
    writeCluster(ccm({ flags: ['--cloud-provider=aws\u001b[2J\u202e'] })['ccm.yaml']);
    for (const format of ['text', 'json', 'markdown', 'sarif']) {
      const { out } = await run(['verify', '--format', format, 'dist', 'n']);
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(out).toMatch(/(?:u001b|x1b)\\?\[2J/);
    }
  });
});
