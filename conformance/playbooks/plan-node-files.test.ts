import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ansibleTasks } from '../../src/files/ansible-tasks';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { PlannedNodeFile } from '../../src/lib/plan/app-files';
import { putFiles, removeFiles, restoreFiles, takeBack, takeFilesBack, upgradeByKubeadm } from '../../src/lib/plan/commands';
import { makePlan } from '../../src/lib/plan/plan';
import { PlanStateName } from '../../src/lib/plan/state';
import { PlanCommand, PlanStep } from '../../src/lib/plan/step';
import { contentHash } from '../../src/lib/text/content-hash';
import { shellQuote } from '../../src/lib/text/shell-quote';
import { ansible } from '../../test/ansible/ansible';
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

function planned(path: string, text = OURS): PlannedNodeFile {
  const source = `nodes${path}`;
  put(join(root, 'app', source), text);
  return { path, text, source, sha256: sumOf(text), mode: '0600', owner: 'root:root', role: 'control-plane' as never, side: 'n' as never, node: 'a' };
}

async function carriedOut(program: string, args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }> {
  const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}`, HOME: root, LANG: 'C.UTF-8', ANSIBLE_NOCOLOR: '1' };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => { said += more; });
  const status = await new Promise<number | null>(done => child.once('close', done));
  return { status, said: said.replace(/\s+/g, ' ') };
}

function byThePlaybook(commands: readonly PlanCommand[], ...flags: readonly string[]) {
  for (const [name, text] of ansibleTasks()) put(join(root, 'tasks', `${name}.yaml`), text);
  put(join(root, 'play.yaml'), JSON.stringify([{
    hosts: 'localhost',
    connection: 'local',
    gather_facts: false,
    vars: {
      app_dir: join(root, 'app'),
      node_root: join(root, 'node'),
      backup_dir: '/var/lib/ccm-migration/backup',
      keep_owner: false,
      kubeadm_program: ['packages'],
      ansible_python_interpreter: join(ansible().bin!, 'python'),
    },
    tasks: commands.map(({ action: given }) => ({ 'name': given.do, 'ansible.builtin.include_tasks': `tasks/${given.do}.yaml`, 'vars': { given } })),
  }]));
  return carriedOut(join(ansible().bin!, 'ansible-playbook'), ['-i', 'localhost,', ...flags, 'play.yaml']);
}

/** As printed, but below a folder, and on this machine. */
function byHand(commands: readonly PlanCommand[]) {
  put(join(root, 'bin', 'scp'), '#!/bin/sh\nexec cp "$1" "${2#*:}"\n', 0o755);
  put(join(root, 'bin', 'chown'), '#!/bin/sh\n', 0o755);
  const blocks = commands.flatMap(({ text }) => text.replace(/(?<=[\s'"=:])\/(?=etc\/|var\/lib\/)/g, `${root}/node/`).split('\n\n'));
  return carriedOut('bash', ['-c', `cd app\n${blocks.map(block => `bash -ec ${shellQuote(block)} || exit 1`).join('\n')}`]);
}

describeNeeding('files of a node', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  describe.each<[string, (commands: readonly PlanCommand[]) => ReturnType<typeof byHand>]>([
    ['by the playbook', byThePlaybook], ['by hand', byHand],
  ])('%s', (_, carryOut) => {
    const done = async (...commands: readonly PlanCommand[]): Promise<void> => {
      const { status, said } = await carryOut(commands);
      expect([status, status === 0 ? '' : said]).toEqual([0, '']);
    };
    const there = (file: PlannedNodeFile) => putFiles('a', 'n', [file]);
    const back = ({ path, sha256: sum }: PlannedNodeFile) => takeBack('a', 'n', [{ path, sum }]);

    it('come back with their mode, and never lie in the static pod path under a name that a kubelet would run', async () => {
      put(place(KCM), 'kind: Pod # mine\n');
      const file = planned(KCM);
      const seen = new Set<string>();
      const watcher = watch(dirname(place(KCM)), (__, name) => { seen.add(String(name)); });
      await done(...there(file));
      expect(read(KCM)).toBe(OURS);
      await done(...back(file));
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
      await done(...there(file));
      await done(...back(file));
      expect(read(KCM)).toBe(first);
      rmSync(place(KCM), { force: true });
      if (second !== undefined) put(place(KCM), second);
      // Once more, as after a kill: what the first run wrote is not what was there before.
      await done(...there(file), ...there(file));
      expect(read(KCM)).toBe(OURS);
      await done(...back(file));
      expect(read(KCM)).toBe(second);
    });

    it('come back as they were, where the last run was never taken back', async () => {
      const file = planned(KCM);
      put(place(KCM), 'first\n');
      await done(...there(file));
      put(place(KCM), 'second\n');
      await done(...there(file), ...back(file));
      expect(read(KCM)).toBe('second\n');
    });

    it('that were removed come back as they were last', async () => {
      const gone = () => removeFiles('a', 'n', [KCM]);
      const again = () => takeBack('a', 'n', [{ path: KCM, sum: '-' }]);
      for (const text of ['first\n', 'second\n']) {
        put(place(KCM), text);
        await done(...gone(), ...gone());
        expect(read(KCM)).toBeUndefined();
        await done(...again());
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
        return 'refused' in result ? [] : result.plan.steps.filter(({ id }) => /-(stop|start)-ip/.test(id) && id.endsWith(node));
      };
      const onFiles = (commands: readonly PlanCommand[]) => commands.filter(({ action: { do: kind } }) => /file|take-back/.test(kind));
      const run = (plan: readonly PlanStep[]) => onFiles(plan.flatMap(step => [...step.before, ...step.run]));
      const undo = (plan: readonly PlanStep[]) => onFiles([...plan].reverse().flatMap(step => step.undo));
      const [forward, backward] = [steps('n', 'n-plus-1'), steps('n-plus-1', 'n')];
      put(place(KCM), text('n', 'n'));
      await done(...run(forward), ...onFiles(forward[1].run)); // the last step once more, as after a kill
      expect(read(KCM)).toBe(text('n-plus-1', 'n-plus-1'));
      await done(...undo(forward));
      expect(read(KCM)).toBe(text('n', 'n'));
      await done(...run(forward), ...run(backward), ...undo(backward));
      expect(read(KCM)).toBe(text('n-plus-1', 'n-plus-1'));
      put(place(KCM), 'kind: Pod # of somebody else\n');
      expect(await carryOut(onFiles(forward[1].before))).not.toMatchObject({ status: 0 });
    });

    it('that the step did not touch yet stay, whatever an earlier copy says', async () => {
      const file = planned(KCM);
      put(place(`/var/lib/ccm-migration/backup/n${KCM}`), 'first\n');
      put(place(KCM), 'second\n');
      await done(...back(file));
      expect(read(KCM)).toBe('second\n');
    });

    it('of which no copy says what they were are not guessed at', async () => {
      put(place(KCM), OURS);
      const { status, said } = await carryOut(restoreFiles('a', 'n', [KCM]));
      expect([status === 0, said, read(KCM)]).toEqual([false, expect.stringMatching(/no copy (of|says what)/), OURS]);
    });

    it('come back with their owner', async () => {
      put(place(KCM), 'mine\n');
      // Only root may give a file away.
      const owner = process.getuid!() === 0 ? 1234 : process.getuid!();
      chownSync(place(KCM), owner, owner);
      const file = planned(KCM);
      await done(...there(file), ...back(file));
      const { uid, gid } = statSync(place(KCM));
      expect([read(KCM), uid, gid]).toEqual(['mine\n', owner, owner]);
    });

    it('of no known sum come back only where the step was begun', async () => {
      const undo = takeFilesBack('a', 'n', 'n-plus-1', [KCM]);
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

    it('that kubeadm wrote otherwise than planned come back, and those that somebody else changed stay', async () => {
      const undo = takeBack('a', 'n', [{ path: KCM, sum: sumOf(OURS), before: [sumOf('before\n')] }]);
      const copy = place(`/var/lib/ccm-migration/backup/n${KCM}`);
      put(copy, 'of an earlier time\n');
      put(place(KCM), 'other\n');
      await done(...undo);
      expect(read(KCM)).toBe('other\n');
      put(copy, 'before\n');
      await done(...undo);
      expect(read(KCM)).toBe('before\n');
      put(place(KCM), 'other\n');
      await done(...undo);
      expect(read(KCM)).toBe('other\n');
    });

    it('go with the folders that were made for them, as long as nothing else lies there', async () => {
      const [first, second] = ['/etc/kubernetes/own/first', '/etc/kubernetes/own/second'].map(path => planned(path));
      mkdirSync(place('/etc/kubernetes'), { recursive: true });
      await done(...there(first), ...there(second), ...back(first));
      expect(readdirSync(place('/etc/kubernetes/own'))).toEqual(['second']);
      await done(...back(second));
      expect(existsSync(place('/etc/kubernetes/own'))).toBe(false);
      mkdirSync(place('/etc/kubernetes/own'));
      await done(...there(first), ...back(first));
      expect(readdirSync(place('/etc/kubernetes/own'))).toEqual([]);
    });
  });

  it('are copied by hand before kubeadm writes over them, and not again after that', async () => {
    put(place(KCM), 'mine\n');
    const file = planned(KCM);
    const config = '/var/lib/kubelet/config.yaml';
    put(place(config), 'mine\n');
    const upgrade = upgradeByKubeadm('a', 'n', '1.27.16', true, {
      files: [file], allowed: [{ path: KCM, sums: [contentHash('mine\n'), file.sha256] }], besides: [config],
    });
    for (let run = 0; run < 2; run++) {
      expect(await byHand([upgrade])).toMatchObject({ status: 0 });
      put(place(KCM), OURS);
      put(place(config), `of kubeadm ${run}\n`);
    }
    // Other bytes end it there, before anything is made of them.
    put(place(KCM), 'of kubeadm\n');
    expect((await byHand([upgrade, ...putFiles('a', 'n', [file])])).status).not.toBe(0);
    expect(read(`/var/lib/ccm-migration/backup/n${KCM}`)).toBe('mine\n');
    put(place(KCM), OURS);
    const back = [...takeBack('a', 'n', [{ path: KCM, sum: file.sha256 }]), takeFilesBack('a', 'n', 'mixed', [config])];
    expect(await byHand([...putFiles('a', 'n', [file]), ...back])).toMatchObject({ status: 0 });
    expect([read(KCM), read(config)]).toEqual(['mine\n', 'mine\n']);
  });

  it('are left alone where they are as their copies, and with --check', async () => {
    put(place(KCM), OURS);
    put(place(`/var/lib/ccm-migration/backup/n${KCM}`), OURS);
    const { ctimeMs } = statSync(place(KCM));
    expect(await byThePlaybook(restoreFiles('a', 'n', [KCM]))).toMatchObject({ status: 0 });
    expect(statSync(place(KCM)).ctimeMs).toBe(ctimeMs);
    put(place(`/var/lib/ccm-migration/backup/n${KCM}`), 'other\n');
    expect(await byThePlaybook(restoreFiles('a', 'n', [KCM]), '--check')).toMatchObject({ status: 0 });
    expect([read(KCM), statSync(place(KCM)).ctimeMs]).toEqual([OURS, ctimeMs]);
  });
});
