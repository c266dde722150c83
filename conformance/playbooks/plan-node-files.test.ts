import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { planData } from '../../src/lib/plan/data/plan-data';
import { makePlan } from '../../src/lib/plan/plan';
import { PlanStateName } from '../../src/lib/plan/state';
import { ansible } from '../../test/ansible/ansible';
import { COLLECTIONS, ReadyAction, ReadyStep, stepsOf, writePlaybook } from '../../test/ansible/plan-actions';
import { CONTROL_PLANE_NODES } from '../../test/fixtures/kubeadm';
import { writeTree } from '../../test/golden';
import { appFiles } from '../../test/lib/plan/app-fixture';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(300_000);

const KCM = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
const OURS = 'kind: Pod # ours\n';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-files-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = (path: string) => join(root, 'node', path);
const read = (path: string) => existsSync(place(path)) ? readFileSync(place(path), 'utf8') : undefined;

function put(path: string, text: string, mode = 0o640): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A file of the app that a step puts. */
function planned(path: string, text = OURS) {
  const source = `nodes${path}`;
  put(join(root, 'app', source), text);
  return { path, source, sha256: sumOf(text), mode: '0600', owner: 'root:root' };
}

type Planned = ReturnType<typeof planned>;

interface Run {
  readonly status: number | null;
  readonly said: string;
}

/** Carries these out, and nothing else of a plan. */
async function carryOut(actions: readonly ReadyAction[], ...flags: readonly string[]): Promise<Run> {
  const args = writePlaybook(root, 'play.yaml', actions, { keep_owner: false, kubeadm_program: ['true'] });
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    HOME: root,
    LANG: 'C.UTF-8',
    ANSIBLE_NOCOLOR: '1',
    ANSIBLE_COLLECTIONS_PATH: COLLECTIONS,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(join(ansible().bin!, 'ansible-playbook'), [...args, ...flags], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => { said += more; });
  const status = await new Promise<number | null>(done => child.once('close', done));
  return { status, said: said.replace(/\s+/g, ' ') };
}

describeNeeding('files of a node', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  const done = async (...actions: readonly ReadyAction[]): Promise<void> => {
    const { status, said } = await carryOut(actions);
    expect([status, status === 0 ? '' : said]).toEqual([0, '']);
  };
  const there = (file: Planned): ReadyAction => ({ do: 'put-files', state: 'n', files: [file] });
  const takenBack = (path: string, sum: string, ...before: readonly string[]): ReadyAction =>
    ({ do: 'take-back', state: 'n', files: [{ path, sum, ...before.length === 0 ? {} : { before } }] });
  const back = ({ path, sha256 }: Planned): ReadyAction => takenBack(path, sha256);
  const restored = (path: string, left?: PlanStateName): ReadyAction => ({ do: 'restore-files', state: 'n', paths: [path], ...left ? { left } : {} });

  it('come back with their mode, and never lie in the static pod path under a name that a kubelet would run', async () => {
    put(place(KCM), 'kind: Pod # mine\n');
    const file = planned(KCM);
    const seen = new Set<string>();
    const watcher = watch(dirname(place(KCM)), (__, name) => { seen.add(String(name)); });
    await done(there(file));
    expect(read(KCM)).toBe(OURS);
    await done(back(file));
    watcher.close();
    expect([read(KCM), statSync(place(KCM)).mode % 0o1000]).toEqual(['kind: Pod # mine\n', 0o640]);
    expect([...seen].filter(name => !name.startsWith('.'))).toEqual(['kube-controller-manager.yaml']);
    expect(readdirSync(place('/etc/kubernetes'))).toEqual(['manifests']);
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['is another by then', 'first\n', 'second\n'],
    ['was made in between', undefined, 'second\n'],
    ['was removed in between', 'first\n', undefined],
  ])('come back as they were when the state was left last, where a file %s', async (__, first, second) => {
    const file = planned(KCM);
    mkdirSync(dirname(place(KCM)), { recursive: true });
    if (first !== undefined) put(place(KCM), first);
    await done(there(file));
    await done(back(file));
    expect(read(KCM)).toBe(first);
    rmSync(place(KCM), { force: true });
    if (second !== undefined) put(place(KCM), second);
    // Once more, as after a kill: what the first run wrote is not what was there before.
    await done(there(file), there(file));
    expect(read(KCM)).toBe(OURS);
    await done(back(file));
    expect(read(KCM)).toBe(second);
  });

  it('come back as they were, where the last run was never taken back', async () => {
    const file = planned(KCM);
    put(place(KCM), 'first\n');
    await done(there(file));
    put(place(KCM), 'second\n');
    await done(there(file), back(file));
    expect(read(KCM)).toBe('second\n');
  });

  it('that were removed come back as they were last', async () => {
    const gone: ReadyAction = { do: 'remove-files', state: 'n', paths: [KCM] };
    for (const text of ['first\n', 'second\n']) {
      put(place(KCM), text);
      await done(gone, gone);
      expect(read(KCM)).toBeUndefined();
      await done(takenBack(KCM, '-'));
      expect(read(KCM)).toBe(text);
    }
  });

  it('that one step removes, and a later one puts anew, come back however often the plan is gone and taken back', async () => {
    const files = appFiles({ strategy: MigrationStrategy.downtime() });
    writeTree(files, join(root, 'app'));
    const [node] = CONTROL_PLANE_NODES;
    const text = (phase: string, side: string) => files.get(`nodes/${phase}/control-plane-${side}/${node}${KCM}`)!;
    const steps = (from: PlanStateName, to: PlanStateName) => {
      const result = makePlan(files, from, to);
      if ('refused' in result) throw new Error('refused');
      put(join(root, 'app', `${to}.json`), JSON.stringify(planData(result.plan)));
      return stepsOf(join(root, 'app', `${to}.json`)).filter(({ name }) => /\/(stop|start)-ip/.test(name) && name.endsWith(node));
    };
    const onFiles = (actions: readonly ReadyAction[]) => actions.filter(({ do: verb }) => /files|take-back/.test(verb));
    const run = (plan: readonly ReadyStep[]) => onFiles(plan.flatMap(step => [...step.before, ...step.run]));
    const undo = (plan: readonly ReadyStep[]) => onFiles([...plan].reverse().flatMap(step => step.undo));
    const [forward, backward] = [steps('n', 'n-plus-1'), steps('n-plus-1', 'n')];
    put(place(KCM), text('n', 'n'));
    await done(...run(forward), ...onFiles(forward[1].run)); // the last step once more, as after a kill
    expect(read(KCM)).toBe(text('n-plus-1', 'n-plus-1'));
    await done(...undo(forward));
    expect(read(KCM)).toBe(text('n', 'n'));
    await done(...run(forward), ...run(backward), ...undo(backward));
    expect(read(KCM)).toBe(text('n-plus-1', 'n-plus-1'));
    put(place(KCM), 'kind: Pod # of another program\n');
    const { status, said } = await carryOut(onFiles(forward[1].before));
    expect([status === 0, said]).toEqual([false, expect.stringContaining(`${KCM} of localhost is not as expected`)]);
  });

  it('that the step did not touch yet stay, whatever an earlier copy says', async () => {
    const file = planned(KCM);
    put(place(`/var/lib/ccm-migration/backup/n${KCM}`), 'first\n');
    put(place(KCM), 'second\n');
    await done(back(file));
    expect(read(KCM)).toBe('second\n');
  });

  it('of which no copy says what they were are not guessed at', async () => {
    put(place(KCM), OURS);
    const { status, said } = await carryOut([restored(KCM)]);
    const missing = `there is no copy of ${KCM} below ${place('/var/lib/ccm-migration/backup/n')}`;
    expect([status === 0, said, read(KCM)]).toEqual([false, expect.stringContaining(missing), OURS]);
  });

  it('come back with their owner', async () => {
    put(place(KCM), 'mine\n');
    // Only root may give a file away.
    const owner = process.getuid!() === 0 ? 1234 : process.getuid!();
    chownSync(place(KCM), owner, owner);
    const file = planned(KCM);
    await done(there(file), back(file));
    const { uid, gid } = statSync(place(KCM));
    expect([read(KCM), uid, gid]).toEqual(['mine\n', owner, owner]);
  });

  it('of no known sum come back only where the step was begun', async () => {
    const undo = restored(KCM, 'n-plus-1');
    put(place(KCM), 'mine\n');
    await done(undo);
    expect(read(KCM)).toBe('mine\n');
    for (const [copy, used] of [['n', ''], ['n-plus-1', '.used']]) put(place(`/var/lib/ccm-migration/backup/${copy}${KCM}${used}`), 'before\n');
    await done(undo);
    expect(read(KCM)).toBe('before\n');
    expect(existsSync(place(`/var/lib/ccm-migration/backup/n-plus-1${KCM}.used`))).toBe(false);
    put(place(KCM), 'mine\n');
    await done(undo);
    expect(read(KCM)).toBe('mine\n');
  });

  it('that kubeadm wrote otherwise than planned come back, and those that another program changed stay', async () => {
    const undo = takenBack(KCM, sumOf(OURS), sumOf('before\n'));
    const copy = place(`/var/lib/ccm-migration/backup/n${KCM}`);
    put(copy, 'of an earlier time\n');
    put(place(KCM), 'other\n');
    await done(undo);
    expect(read(KCM)).toBe('other\n');
    put(copy, 'before\n');
    await done(undo);
    expect(read(KCM)).toBe('before\n');
    put(place(KCM), 'other\n');
    await done(undo);
    expect(read(KCM)).toBe('other\n');
  });

  it('go with the folders that were made for them, as long as nothing else lies there', async () => {
    const [first, second] = ['/etc/kubernetes/own/first', '/etc/kubernetes/own/second'].map(path => planned(path));
    mkdirSync(place('/etc/kubernetes'), { recursive: true });
    await done(there(first), there(second), back(first));
    expect(readdirSync(place('/etc/kubernetes/own'))).toEqual(['second']);
    await done(back(second));
    expect(existsSync(place('/etc/kubernetes/own'))).toBe(false);
    mkdirSync(place('/etc/kubernetes/own'));
    await done(there(first), back(first));
    expect(readdirSync(place('/etc/kubernetes/own'))).toEqual([]);
  });

  it('are copied before kubeadm writes over them, and not again after that', async () => {
    const file = planned(KCM);
    const config = '/var/lib/kubelet/config.yaml';
    for (const path of [KCM, config]) put(place(path), 'mine\n');
    const allowed: ReadyAction = { do: 'files-are', files: [{ path: KCM, sums: [sumOf('mine\n'), file.sha256] }] };
    const upgrade: ReadyAction = {
      do: 'upgrade-kubeadm',
      state: 'n',
      release: '1.27.16',
      isFirst: true,
      files: [{ ...file, before: [sumOf('mine\n')] }],
      besides: [{ path: config }],
    };
    const writing = (manifest: string, other: string) => put(join(root, 'bin', 'kubeadm'), [
      '#!/bin/sh',
      'case $1 in',
      '  version) echo v1.27.16 ;;',
      `  upgrade) printf '${manifest}' > ${place(KCM)}; printf '${other}' > ${place(config)} ;;`,
      'esac\n',
    ].join('\n'), 0o755);
    for (let run = 0; run < 2; run++) {
      writing(OURS, `of kubeadm ${run}\n`);
      await done(allowed, upgrade);
      expect([read(KCM), read(config)]).toEqual([OURS, `of kubeadm ${run}\n`]);
    }
    // Other bytes end it there, before anything is made of them.
    writing('of kubeadm\n', 'of kubeadm\n');
    const { status, said } = await carryOut([allowed, upgrade, there(file)]);
    const other = `kubeadm wrote ${KCM} of localhost with the sum ${sumOf('of kubeadm\n')}, not ${file.sha256} as planned`;
    expect([status === 0, said]).toEqual([false, expect.stringContaining(other)]);
    expect((await carryOut([allowed, upgrade, there(file)])).said).toContain(`${KCM} of localhost is not as expected`);
    expect([read(KCM), read(`/var/lib/ccm-migration/backup/n${KCM}`)]).toEqual(['of kubeadm\n', 'mine\n']);
    await done(takenBack(KCM, file.sha256, sumOf('mine\n')), restored(config, 'mixed'));
    expect([read(KCM), read(config)]).toEqual(['mine\n', 'mine\n']);
  });

  it('are left alone where they are as their copies, and with --check', async () => {
    put(place(KCM), OURS);
    put(place(`/var/lib/ccm-migration/backup/n${KCM}`), OURS);
    const { ctimeMs } = statSync(place(KCM));
    await done(restored(KCM));
    expect(statSync(place(KCM)).ctimeMs).toBe(ctimeMs);
    put(place(`/var/lib/ccm-migration/backup/n${KCM}`), 'other\n');
    expect(await carryOut([restored(KCM)], '--check')).toMatchObject({ status: 0, said: expect.stringContaining('changed=1 ') });
    expect([read(KCM), statSync(place(KCM)).ctimeMs]).toEqual([OURS, ctimeMs]);
  });
});
