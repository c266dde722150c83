import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { goMissing } from '../../scripts/go-binary';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { planData } from '../../src/lib/plan/data/plan-data';
import { makePlan } from '../../src/lib/plan/plan';
import { ansible } from '../../test/ansible/ansible';
import { COLLECTIONS, ReadyAction, ReadyStep, stepsOf, writePlaybook } from '../../test/ansible/plan-actions';
import { appFiles } from '../../test/lib/plan/app-fixture';
import { describeNeeding } from '../../test/needs';
import { besideSystemd, systemdMissing } from '../../test/systemd';

jest.setTimeout(300_000);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-plan-flags-'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'node'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(name: string, body: string): void {
  writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${body}\n`);
  chmodSync(join(root, 'bin', name), 0o755);
}

const programs = ansible();

type Runtime = 'systemd' | 'deployment';

type Way = 'there' | 'back';

const STEPS = new Map<string, readonly ReadyStep[]>();

function planned(kcmRuntime: Runtime, way: Way): readonly ReadyStep[] {
  const [from, to] = way === 'there' ? ['n', 'n-plus-1'] as const : ['n-plus-1', 'n'] as const;
  const result = makePlan(appFiles({ strategy: MigrationStrategy.downtime() }), from, to, { kcmRuntime });
  if ('refused' in result) throw new Error('refused');
  writeFileSync(join(root, 'made.json'), JSON.stringify(planData(result.plan)));
  return stepsOf(join(root, 'made.json'));
}

/** All flags of kube-controller-manager after a way, as they stand in the app. */
function commandLineAfter(way: Way): readonly string[] {
  const folder = `nodes/${way === 'there' ? 'n-plus-1' : 'n'}/`;
  const [, manifest] = [...appFiles({ strategy: MigrationStrategy.downtime() })]
    .find(([path]) => path.startsWith(folder) && path.endsWith('/kube-controller-manager.yaml'))!;
  const { spec: { containers: [{ command }] } } = parse(manifest) as { spec: { containers: { command: string[] }[] } };
  return command.filter(word => word.startsWith('--'));
}

type Part = 'before' | 'run' | 'proof' | 'undo';

/** What a step asks, or does without what proves it. */
function actionsOf(kcmRuntime: Runtime, id: RegExp, part: Part, way: Way): readonly ReadyAction[] {
  const key = `${kcmRuntime} ${way}`;
  const steps = STEPS.get(key) ?? STEPS.set(key, planned(kcmRuntime, way)).get(key)!;
  const actions = steps.find(({ name }) => id.test(name))![part];
  return part === 'before' || part === 'proof' ? actions : actions.filter(({ within }) => within === undefined);
}

/** Carries these out, and nothing else of the plan. */
function playbook(kcmRuntime: Runtime, id: RegExp, part: Part = 'run', only?: string, way: Way = 'there'): readonly string[] {
  const actions = actionsOf(kcmRuntime, id, part, way).filter(action => only === undefined || action.do === only);
  return ['ansible-playbook', ...writePlaybook(root, `${way}-${part}.yaml`, actions, { max_seconds: 2, poll_seconds: 1 })];
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: `${join(root, 'bin')}:${programs.bin}:${process.env.PATH}`,
    HOME: root,
    ROOT: root,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    ANSIBLE_NOCOLOR: 'true',
    ANSIBLE_COLLECTIONS_PATH: COLLECTIONS,
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

describeNeeding('flags of a kube-controller-manager that is a Deployment', programs.missing, 'REQUIRE_ANSIBLE', () => {
  const carriedOut = ([ansiblePlaybook, ...args]: readonly string[]) =>
    spawnSync(ansiblePlaybook, args, { cwd: root, env: environment(), encoding: 'utf8' });
  const patched = () => carriedOut(playbook('deployment', /start-kcm$/, 'run', 'deployment-flags'));
  /** Before its pods are gone. */
  const asked = () => carriedOut(playbook('deployment', /stop-kcm$/, 'before'));
  const deployment = (container: object) => JSON.stringify({ spec: { template: { spec: { containers: [{ name: 'kcm', ...container }] } } } });

  it('are changed in its own command line, and its image with them', () => {
    const command = ['kube-controller-manager', '--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf', '--own=a"b'];
    writeFileSync(join(root, 'deployment.json'), deployment({ image: 'registry.example/kcm:v1.26.15', command }));
    program('kubectl', 'case "$*" in *get*) cat "$ROOT/deployment.json" ;; patch*) printf "%s" "${@: -1}" >"$ROOT/patch" ;; esac');
    expect(asked()).toMatchObject({ status: 0 });
    expect(patched()).toMatchObject({ status: 0 });
    const [flags, image] = JSON.parse(readFileSync(join(root, 'patch'), 'utf8')) as { path: string; value: unknown }[];
    expect(flags.path).toBe('/spec/template/spec/containers/0/command');
    expect(flags.value).toEqual(['kube-controller-manager', '--own=a"b', '--cloud-provider=external']);
    expect(image).toMatchObject({ path: '/spec/template/spec/containers/0/image', value: 'registry.example/kcm:v1.27.16' });
  });

  const change = (way: Way) => carriedOut(playbook('deployment', /start-kcm$/, 'run', 'deployment-flags', way));
  /** Answers as kubectl does for the only container of the Deployment; what is patched lies in `patch`. */
  const serve = (image: string, field: 'command' | 'args', words: readonly string[]) => {
    writeFileSync(join(root, 'deployment.json'), deployment({ image, [field]: words }));
    program('kubectl', 'case "$*" in *get*) cat "$ROOT/deployment.json" ;; patch*) printf "%s" "${@: -1}" >"$ROOT/patch" ;; esac');
  };
  const patchedTo = () => {
    const [{ value }] = JSON.parse(readFileSync(join(root, 'patch'), 'utf8')) as { value: readonly string[] }[];
    return value;
  };
  const APP = { there: commandLineAfter('there'), back: commandLineAfter('back') };

  it.each(['command', 'args'] as const)('stand in %s as they stand in the app, there and back', field => {
    const lead = field === 'command' ? ['kube-controller-manager'] : [];
    serve('kcm:v1.26.15', field, [...lead, ...APP.back]);
    expect(change('there')).toMatchObject({ status: 0 });
    expect(patchedTo()).toEqual([...lead, ...APP.there]);
    serve('kcm:v1.27.16', field, patchedTo());
    expect(change('back')).toMatchObject({ status: 0 });
    expect(patchedTo()).toEqual([...lead, ...APP.back]);
  });

  it.each([
    ['others than the app', ['kube-controller-manager', '--v=4', ...APP.there]],
    ['a word between them that is no flag', ['kube-controller-manager', ...APP.there.slice(0, 2), 'word', ...APP.there.slice(2)]],
  ])('come at the end where the cluster has %s', (_, own) => {
    serve('kcm:v1.27.16', 'command', own);
    expect(change('back')).toMatchObject({ status: 0 });
    const came = ['--cloud-config=/etc/kubernetes/cloud.conf', '--cloud-provider=aws'];
    expect(patchedTo()).toEqual([...own.filter(word => word !== '--cloud-provider=external'), ...came]);
  });

  it.each([
    ['a value that is a word of its own', { args: ['--cloud-provider', 'aws'] }, '(found --cloud-provider)'],
    ['an image that does not say the release', { image: 'registry.example/kcm:stable' }, 'an image :v1.26.15 (found registry.example/kcm:stable)'],
    ['a command line in a shell', { args: [], command: ['sh', '-c', 'kcm --cloud-provider=aws'] }, 'are not ours to guess'],
  ])('are left alone for %s', (_, container, said) => {
    writeFileSync(join(root, 'deployment.json'), deployment({ image: 'kcm:v1.26.15', args: ['--cloud-provider=aws'], ...container }));
    program('kubectl', 'case "$*" in *get*) cat "$ROOT/deployment.json" ;; patch*) touch "$ROOT/patch" ;; esac');
    for (const { status, stdout } of [asked(), patched()]) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(said);
      expect(status).not.toBe(0);
    }
    expect(() => readFileSync(join(root, 'patch'))).toThrow();
  });
});

describeNeeding('a kube-controller-manager that is a unit', programs.missing ?? goMissing() ?? systemdMissing(), 'REQUIRE_SYSTEMD', () => {
  const DROP_IN = 'etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf';
  const START = /start-ip-10-0-1-10\./;
  const STOP = /stop-ip-10-0-1-10\./;
  const file = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(root, '');

  /** What carries out a part of a step, as a line of a script. */
  const carriedOut = (step: RegExp, part?: Part, only?: string, way?: Way) =>
    `cd '${root}' && ${playbook('systemd', step, part, only, way).join(' ')}`;

  function unit(...words: readonly string[]): void {
    const executable = join(root, 'kube-controller-manager');
    writeFileSync(executable, '#!/bin/sh\nwhile :; do sleep 1; done\n', { mode: 0o755 });
    mkdirSync(join(root, 'node/etc/systemd/system'), { recursive: true });
    const text = `[Service]\nType=exec\nExecStart=${executable} ${words.join(' \\\n  ')}\n`;
    writeFileSync(join(root, 'node/etc/systemd/system/kube-controller-manager.service'), text);
  }

  /** A program that says a release, or runs. */
  function build(executable: string, release: string): void {
    const source = join(root, 'main.go');
    writeFileSync(source, `package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println("Kubernetes v${release}")
		return
	}
	time.Sleep(time.Hour)
}
`);
    execFileSync('go', ['build', '-o', `${executable}.new`, source], { env: { ...process.env, GOTOOLCHAIN: 'local' } });
    renameSync(`${executable}.new`, executable);
  }

  it('has its flags changed in a drop-in with its own command line, and taken back', () => {
    unit(
      '--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf',
      '--cloud-provider-of=me', '"--own=50%%"', '--unit=%n', '--dollar=$$HOME',
    );
    const see = (name: string) => 'pid=$(systemctl show -p MainPID --value kube-controller-manager)\n'
      + `tr '\\0' '\\n' < /proc/$pid/cmdline | sed 1,2d > '${root}/${name}'`;
    const { status, stderr, stdout } = besideSystemd(root, [
      'systemctl start kube-controller-manager',
      see('before'),
      carriedOut(STOP, 'before'),
      'systemctl stop kube-controller-manager',
      carriedOut(START),
      see('after'),
      // Once more, as after a kill: what the first run wrote is not what was there before.
      carriedOut(START),
      `cp '${root}/node/${DROP_IN}' '${root}/drop-in'`,
      carriedOut(START, 'undo'),
      'systemctl start kube-controller-manager',
      see('back'),
    ].join('\n'), environment());
    expect([status, status === 0 ? '' : stderr + stdout]).toEqual([0, '']);
    const own = ['--cloud-provider-of=me', '--own=50%', '--unit=kube-controller-manager.service', '--dollar=$HOME'];
    expect(file('before').trim().split('\n')).toEqual(['--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf', ...own]);
    expect(file('after').trim().split('\n')).toEqual([...own, '--cloud-provider=external']);
    expect(file('back')).toBe(file('before'));
    expect(file('drop-in')).toBe('[Service]\nExecStart=\nExecStart=/kube-controller-manager --cloud-provider-of=me --own=50%% '
      + '--unit=kube-controller-manager.service --dollar=$$HOME --cloud-provider=external\n');
    expect(existsSync(join(root, 'node', DROP_IN))).toBe(false);
  });

  it.each([['is given back', ''], ['is written anew where no copy says what it was', 'rm -r "{root}/node/var/lib/ccm-migration/backup/n"']])(
    'has its flags changed back by a plan of its own: the drop-in %s', (_, between) => {
      unit('--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf', '--own=1');
      const { status, stderr, stdout } = besideSystemd(root, [
        carriedOut(START),
        between.replace('{root}', root),
        carriedOut(STOP, 'before', undefined, 'back'),
        'systemctl stop kube-controller-manager',
        carriedOut(START, 'run', undefined, 'back'),
        `tr '\\0' '\\n' </proc/$(systemctl show -p MainPID --value kube-controller-manager)/cmdline | sed 1,2d >'${root}/back'`,
      ].join('\n'), environment());
      expect([status, status === 0 ? '' : stderr + stdout]).toEqual([0, '']);
      expect(file('back').trim().split('\n').sort()).toEqual(['--cloud-config=/etc/kubernetes/cloud.conf', '--cloud-provider=aws', '--own=1']);
      expect(existsSync(join(root, 'node', DROP_IN))).toBe(between !== '');
    },
  );

  it('has the drop-in that it had last when a way back from it is taken back', () => {
    unit('--cloud-provider=aws', '--cloud-config=/etc/kubernetes/cloud.conf', '--own=1');
    const thereAndBack = [carriedOut(START), carriedOut(START, 'run', 'unit-flags', 'back')];
    const { status, stderr, stdout } = besideSystemd(root, [
      ...thereAndBack,
      `sed -i s/own=1/own=2/ '${root}/node/etc/systemd/system/kube-controller-manager.service'`,
      'systemctl daemon-reload',
      ...thereAndBack,
      carriedOut(START, 'undo', 'restore-files', 'back'),
    ].join('\n'), environment());
    expect([status, status === 0 ? '' : stderr + stdout]).toEqual([0, '']);
    expect(file(join('node', DROP_IN))).toContain('--own=2');
  });

  it.each([
    ['a flag and its value as two words', ['--cloud-provider', 'aws']],
    ['a flag of the change without a value', ['--cloud-provider=aws', '--cloud-config']],
    ['a value with a blank', ['--cloud-provider=aws', '"--own=a b"']],
    ['a value with a quote', ['--cloud-provider=aws', "'--own=\"a\"'"]],
  ])('has its flags left alone where they cannot be told apart: %s', (_, words) => {
    unit(...words);
    for (const part of [carriedOut(STOP, 'before'), carriedOut(START)]) {
      const { status, stderr, stdout } = besideSystemd(root, `systemctl start kube-controller-manager\n${part}`, environment());
      expect((stderr + stdout).replace(/\s+/g, ' ')).toMatch(/write each flag and its value as one plain word/);
      expect(status).not.toBe(0);
    }
    expect(existsSync(join(root, 'node', DROP_IN))).toBe(false);
  });

  it('runs the release of the program that it was started with, not of the one that lies there now', () => {
    unit('--cloud-provider=aws');
    const [executable, next] = [join(root, 'kube-controller-manager'), join(root, 'next')];
    build(executable, '1.26.15');
    build(next, '1.27.16');
    const ask = `if (\n${carriedOut(START, 'proof', 'unit-runs-release')}\n); then echo yes; else echo no; fi >> '${root}/answers'`;
    const { status, stderr } = besideSystemd(root, [
      `systemctl start kube-controller-manager\n(${ask})`,
      `mv '${next}' '${executable}'\n(${ask})`,
      `systemctl restart kube-controller-manager\n(${ask})`,
      `systemctl stop kube-controller-manager\n(${ask})`,
    ].join('\n'), environment());
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    expect(file('answers').match(/^(yes|no)$/gm)).toEqual(['no', 'no', 'yes', 'no']);
  });
});
