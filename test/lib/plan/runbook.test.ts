import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { appFiles, ofKubeadm, rewritten, steadyFiles } from './app-fixture';
import { planned as plannedBefore, wordsIn } from './plans';
import { replacedFiles } from './replaced/replaced-app';
import { ANSIBLE_CORES } from '../../../src/lib/facts/ansible-core';
import { kindsOf } from '../../../src/lib/plan/data/kinds';
import { Plan, PlanResult } from '../../../src/lib/plan/plan';
import { byHand } from '../../../src/lib/plan/render/by-hand';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { PlanStateName } from '../../../src/lib/plan/state';
import { PlanStep } from '../../../src/lib/plan/step';
import { makeCcmUpgradeChain } from '../../../src/lib/plan/upgrade/ccm-upgrade-chain';
import { planned as plannedWay, WAYS } from '../../cli/ansible-projects';

const COLLECTION = resolve(__dirname, '..', '..', '..', 'collection', 'ansible_collections', 'cdk8s', 'ccm_migration');

const APP = appFiles();
const WORKERS = ['ip-10-0-1-101.eu-central-1.compute.internal', 'ip-10-0-2-101.eu-central-1.compute.internal'];

function planned(from: PlanStateName, to: PlanStateName, files = APP): Plan {
  return plannedBefore(from, to, files);
}

function made(result: PlanResult): Plan {
  if ('refused' in result) throw new Error(result.refused.reason);
  return result.plan;
}

/** Blocks of code of a section, with the line before each. */
function blocks(plan: Plan, section: string): readonly { readonly of: string; readonly text: string }[] {
  const [, text] = renderMarkdown({ plan }).split(`\n## ${section}\n`);
  return [...text.split(/^## /m)[0].matchAll(/^(.*)\n\n```\w+\n([^]*?)\n```$/gm)].map(([, of, code]) => ({ of, text: code }));
}

describe('what changes', () => {
  it.each([
    ['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['disabled', 'n'],
  ] as const)('is said once for all kinds of steps that change flags in the same way, from %s to %s', (from, to) => {
    const changes = blocks(planned(from, to), 'What changes');
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ text, of }) => `${of.split(': ')[1]}\n${text}`)).size).toBe(changes.length);
    for (const { text } of changes) expect(text).toMatch(/^ {2}[a-z-]+\n[-+] --/);
  });

  it('is said in words, which release and which flags of a node go and come', () => {
    const upgrade = blocks(planned('n', 'n-plus-1'), 'What changes').find(({ of }) => of.startsWith('`mixed/upgrade`'))!;
    expect(upgrade.of)
      .toBe('`mixed/upgrade`, `n-plus-1/upgrade`: Kube-apiserver, kube-controller-manager, kube-scheduler, kubelet of 1.26.15, to become 1.27.16.');
    expect(upgrade.text).toMatch(/\n {2}kubelet\n- --cloud-provider=aws\n\+ --cloud-provider=external$/);
    const back = blocks(planned('mixed', 'n'), 'What changes').find(({ of }) => of.startsWith('`n/rollback`'))!;
    expect(back.of).toContain('kubelet of 1.27.16, to become 1.26.15');
    expect(back.text).toMatch(/\n {2}kubelet\n- --cloud-provider=external\n\+ --cloud-provider=aws$/);
  });

  it('is said of each worker where they differ, which are kinds of their own then', () => {
    const ofOne = new RegExp(`^nodes/n-plus-1/worker-n-plus-1/${WORKERS[1]}/.*kubeadm-flags.env$`);
    const plan = planned('mixed', 'n-plus-1', rewritten(APP, ofOne, text => text.replace('="', '="--v=7 ')));
    const workers = blocks(plan, 'What changes').filter(({ of }) => of.includes('/worker'));
    expect(workers.map(({ of, text }) => [of.split(':')[0], text.includes('+ --v=7')]))
      .toEqual([['`n-plus-1/worker`', false], [`\`n-plus-1/worker-as-${WORKERS[1]}\``, true]]);
  });
});

describe('steps in the table', () => {
  it('are one row for nodes of a kind, however many there are', () => {
    const text = renderMarkdown({ plan: planned('mixed', 'n-plus-1') });
    const rows = text.match(/^\| `n-plus-1\/worker.*$/gm)!;
    const what = 'Turn the kubelet of a node (node group workers) to the external provider';
    expect(rows.map(row => row.slice(2, -2).split(' | ')))
      .toEqual([['`n-plus-1/worker`', '2 of group workers', what, '960 s', 'the node is Ready']]);
    expect(text.match(/^\| `n-plus-1\/upgrade` \| 3, one by one \|/gm)).toHaveLength(1);
  });
});

const ways = WAYS.map((way, index) => [`${index}, ${way.slice(0, 4).join(' ')}`, way] as const);

describe('by-hand.sh', () => {
  const folders: string[] = [];
  afterEach(() => { for (const folder of folders.splice(0)) rmSync(folder, { recursive: true }); });

  /** Runs lines in a bash that has sourced it, where every program of the cluster answers at once. */
  function sourced(folder: string, ...lines: readonly string[]): string {
    const { stdout, stderr } = spawnSync('bash', ['-c', ['. ./by-hand.sh', ...lines].join('\n')], {
      cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, BY_HAND_AS: 'me', CLUSTER_ID: 'x' },
    });
    return stdout + stderr;
  }

  function written(text: string): string {
    const root = mkdtempSync(join(tmpdir(), 'ccm-by-hand-'));
    folders.push(root);
    const folder = join(root, 'plan');
    const files = join(root, 'collection/ansible_collections/cdk8s/ccm_migration/files');
    for (const each of [join(folder, 'bin'), files]) mkdirSync(each, { recursive: true });
    for (const file of ['by-hand.sh', 'packages.sh']) cpSync(join(COLLECTION, 'files', file), join(files, file));
    writeFileSync(join(folder, 'by-hand.sh'), text);
    // The lock is held by who has taken it; where there is a file `fail`, everything fails.
    const kubectl = '#!/bin/sh\ncd "$(dirname "$0")/.."\n[ ! -e fail ] || exit 1\nheld=$(cat holder)\n'
      + 'case $* in *"get lease ccm-migration"*Version*) echo ${held:+1 $held} ;; '
      + '*"get lease ccm-migration"*) echo $held ;; '
      + '*"create -f -" | *"replace -f -") sed "s/.*holderIdentity\\":\\"\\([^\\"]*\\).*/\\1/" > holder ;; '
      + '*"patch leases"*) : > holder ;; *) echo "kubectl $*" >> called ;; esac\n';
    writeFileSync(join(folder, 'bin', 'kubectl'), kubectl, { mode: 0o755 });
    writeFileSync(join(folder, 'holder'), '');
    return folder;
  }

  it.each(ways)('has functions of a shell for what each kind of step does, whose commands for nodes are shell, too, in way %s', (_, way) => {
    const plan = plannedWay(...way);
    const kinds = kindsOf(plan.steps);
    // Nothing is waited for, and nothing is done: a command for a node is parsed alone.
    const folder = written(byHand(plan, '.').replaceAll(/do sleep \d+; done/g, 'do break; done'));
    const said = sourced(folder, 'on() { sh -n -c "$1" || echo "not shell: $1"; }', 'go=yes NODE=a STAYS=b ENDPOINT=c', 'cd "$here"',
      ...['scp', 'ssh', 'npx', 'jq', 'sed', 'grep', 'mkdir', 'held', 'unheld', 'save', 'restore'].map(name => `${name}() { :; }`),
      'choose_node() { false; }',
      ...kinds.flatMap(({ name }) => [name, `${name}/back`]).map(name => `! declare -F ${name} > /dev/null || ${name} > /dev/null < /dev/null`),
      'echo ended');
    expect(said).toBe('ended\n');
    const functions = new Set(byHand(plan, '.').match(/^\S+(?=\(\) \{$)/gm));
    const silent = kinds.filter(({ name, steps: [{ run, undo }] }) => [[name, run], [`${name}/back`, undo]].some(([one, actions]) =>
      (actions as PlanStep['run']).some(({ kind }) => kind.byHand !== undefined && kind.do !== 'answers') && !functions.has(one as string)));
    expect(silent.map(({ name }) => name)).toEqual([]);
    const nodes = [...plan.controlPlane, ...plan.workers];
    const lines = byHand(plan, '.').split('\n').filter(line => line.startsWith('  ') && !/^ {2}['-]/.test(line));
    expect(lines.filter(line => nodes.some(node => line.includes(node)))).toEqual([]);
  });

  it('asks an etcd on machines of its own by the program of this machine where no node has a name', () => {
    const external = { endpoints: ['https://10.0.9.1:2379'], certificates: ['--cacert=/etc/etcd/ca.crt'] };
    const folder = written(byHand({ ...planned('n', 'n-plus-1', replacedFiles()), etcd: { external } }, '.'));
    writeFileSync(join(folder, 'bin', 'etcdctl'), '#!/bin/sh\nprintf "<%s>" "$@"\n', { mode: 0o755 });
    expect(sourced(folder, 'etcdctl member list')).toBe('<--endpoints=https://10.0.9.1:2379><member><list>');
  });

  it('leaves a drop-in\'s folder that it made until the unit runs without it, and one that was there', () => {
    const folder = written(byHand(planned('n', 'mixed'), '.'));
    writeFileSync(join(folder, 'bin', 'ps'), '#!/bin/sh\necho 0 /usr/local/bin/kube-apiserver\n', { mode: 0o755 });
    const files = ['a.service.d', 'b.service.d'].map(name => join(folder, 'node', name, '90.conf'));
    for (const file of files) {
      mkdirSync(join(folder, 'from/me', file, '..'), { recursive: true });
      writeFileSync(join(folder, 'from/me', file), 'x');
    }
    mkdirSync(join(files[1], '..'), { recursive: true });
    const said = sourced(folder, 'cd "$here"; NODE=me copies=$here/copies', 'ssh() { sh -c "$3"; }', 'scp() { cp "$2" "${3#*:}"; }',
      `keep n ${files.join(' ')}`, `put from 0644 "$(id -un):$(id -gn)" ${files.join(' ')}`, 'cat node/*/90.conf',
      `runs kube-apiserver=${files[0]}`, `back n ${files.join(' ')}`, 'ls -d node/*/*.conf node/*',
      ...['a', 'b', 'a'].map(name => `runs kube-apiserver=${join(folder, 'node', `${name}.service.d`)}`), 'ls -d node/*',
      'find copies -name "*.made"');
    const lines = said.split('\n').filter(line => !line.startsWith('ls: '));
    expect(lines).toEqual(['xxnode/a.service.d', 'node/b.service.d', 'node/b.service.d', '']);
  });

  it('carries steps out in their order, once, on their node, with the lock, and goes on after an end in the middle', () => {
    const text = byHand(planned('n', 'mixed'), '.');
    const row = (name: string, node: string) => `  '${name} ${node} Title of ${name}'`;
    const folder = written(`${text.slice(0, text.indexOf('steps=('))}steps=(\n${row('x/first', '-')}\n${row('x/second', 'a')}\n`
      + `${row('x/third', '-')}\n)\n`
      + `${/^\. "\$here.*$/m.exec(text)![0]}\nx/first() { kubectl first; }\nx/first/back() { kubectl back; }\n`
      + 'x/second() { kubectl second "$NODE"; yourself "it is $NODE"; }\nx/third() { kubectl third; }\n'
      + 'if [ "${BASH_SOURCE[0]}" = "$0" ]; then begin "$@"; fi\n');
    const cases: readonly [string, RegExp][] = [
      ['step_1 yes', /refused: the lock is held by '', not by 'by-hand\/me': take_lock/],
      ['take_lock < /dev/null', /refused: no answer came/],
      ['take_lock yes', /context of kubectl/],
      ['step_2 a yes', /refused: step_2 is not next: step_1 is/],
      ['back_1 yes', /refused: back_1 is not next: nothing is to be taken back/],
      ['step_1 no', /refused: nothing was done/],
      ['echo no | step_1', /kubectl first\n[^]*go\? \(yes\) refused: nothing was done/],
      ['step_1 yes; echo "after $?"', /\+ kubectl first\nafter 0/],
      ['step_1 yes', /refused: step_1 is done; next is step_2, and back goes back_1/],
      ['step_3 yes', /refused: step_3 is not next: step_2 is/],
      ['step_2 b yes', /refused: the node of step_2 is a, not 'b'/],
      // A command that fails ends the step, and not the shell of the person; `&&` does not have it go on.
      ['touch fail; step_2 a yes && echo on; echo "after $?"', /after 1/],
      ['rm fail; printf "kubectl() { command kubectl; }" >> by-hand.sh; ln -s $$ "$state.runs"; step_2 a yes', /refused: a step runs in process \d+/],
      ['ln -sf 999999999 "$state.runs"; printf "a\\nyes\\nno\\n" | step_2',
        /it is a\. Is it so\? \(yes\) refused: it is not so: it is a\nstep_2 stopped/],
      ['where', /done +step_1[^]*begun +step_2[^]*step_3[^]*next: step_2\nor back: back_2/],
      ['step_3 yes', /refused: step_3 is not next: step_2 is/],
      ['step_2 "" yes', /\+ kubectl second "\$NODE"/],
      ['step_3 yes', /\+ kubectl third/],
      ['where', /done +step_3 [^]*\nor back: back_3/],
      ['back_2 a yes', /refused: back_2 is not next: back_3 is/],
      ['back_3 yes', /nothing is to be done/],
      ['done_until 1 yes; back_1 yes', /\+ kubectl back/],
      ['where', /next: step_1\n$/],
      ['leave_lock; step_1 yes', /refused: the lock is held by ''/],
      ['BY_HAND_AS=other take_lock yes; take_lock yes',
        /refused: the lock is held by by-hand\/other; if that run has ended: take_lock by-hand\/other yes/],
      ['take_lock by-hand/other yes; step_1 yes', /\+ kubectl first/],
    ];
    for (const [line, expected] of cases) expect([line, sourced(folder, line)]).toEqual([line, expect.stringMatching(expected)]);
    expect(readFileSync(join(folder, 'called'), 'utf8').match(/^kubectl (first|second.*|third|back)$/gm)).toEqual([
      'kubectl first', 'kubectl second a', 'kubectl second a', 'kubectl third', 'kubectl back', 'kubectl first',
    ]);
  });
});

describe('the runbook', () => {
  it.each([
    ...ways.map(([name, way]) => [name, () => plannedWay(...way)] as const),
    ['of kubeadm', () => planned('not-started', 'n-plus-1', ofKubeadm(APP))] as const,
    ['of nodes that are replaced', () => planned('n', 'n-plus-1', replacedFiles())] as const,
    ['of an upgrade', () => made(makeCcmUpgradeChain(steadyFiles('v1.37.0'), [{ files: steadyFiles('v1.36.1'), folder: '../before' }]))] as const,
  ])('has at most 400 lines, and 2,000 words, in way %s', (_, of) => {
    const text = renderMarkdown({ plan: of() });
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(400);
    expect(wordsIn(text)).toBeLessThanOrEqual(2_000);
  });

  it('names the wheels that ansible-core needs where there is no network', () => {
    const wheels = /the wheels of (ansible-core) [^:]*: itself, ([^;]+);/.exec(renderMarkdown({ plan: planned('n', 'mixed') }))!;
    const pinned = readFileSync(join(__dirname, '..', '..', 'ansible', 'requirements.txt'), 'utf8');
    expect(pinned).toContain(`ansible-core==${ANSIBLE_CORES[0].release}.`);
    expect([wheels[1], ...wheels[2].split(', ')].sort()).toEqual([...pinned.match(/^[^#\s=]+(?===)/gm)!].sort());
  });

  it('says what is paused until the plan has ended, and what comes afterwards', () => {
    const text = renderMarkdown({ plan: planned('n', 'mixed') });
    expect(text).toMatch(/Auto Scaling processes .* are paused until the plan has ended/);
    expect(text).toMatch(/\*\*Afterwards\*\*: give launch templates and machine images .*; then resume cluster autoscaler/);
  });
});
