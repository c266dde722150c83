import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from './cluster';
import { endsWithThisRun } from './managed-process';
import { PrintedCommand } from './runbook';
import { goBinary } from '../../scripts/go-binary';
import { COMMAND_LINE } from '../../src/lib/plan/command-line';
import { shellQuote } from '../../src/lib/text/shell-quote';
import { ansible } from '../../test/ansible/ansible';
import { BINARIES } from '../binaries';

/** What the operator does by own packages has no command of the runbook. */
const OWN_PACKAGES = /^# by your own packages, where the kubelet of (\S+) goes to (\S+) too/;

/** What the first page has a command for besides the playbooks: kubeadm of version N+1, which has to be fetched beforehand. */
const KUBEADM = BINARIES['kubeadm 1.27.16'];

/** How long a proof may take to come true. */
const PROOF_SECONDS = 180;

/**
 * Someone who carries a runbook out without Ansible: copies each command, as printed, to the machine that it names. A machine's `/etc` and `/var/lib`
 * are its own, laid over those of this one in a mount namespace; what a command writes there, the node has.
 */
export class ByHand {
  private readonly bin: string;
  private readonly overlays: string;
  private count = 0;

  public constructor(
    private readonly cluster: Cluster, private readonly environment: NodeJS.ProcessEnv, private readonly log: (text: string) => void,
  ) {
    this.bin = join(cluster.folder, 'by-hand');
    this.overlays = mkdtempSync(join(cluster.folder, 'overlay-'));
    const program = (folder: string, name: string, text: string): void => {
      mkdirSync(join(this.bin, folder), { recursive: true });
      writeFileSync(join(this.bin, folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(this.bin, folder, name), 0o755);
    };
    program('operator', 'scp', [
      `place() { case $1 in root@*) echo "$1" | sed 's#^root@\\([^:]*\\):#${join(cluster.folder, 'root')}/\\1#' ;; *) echo "$1" ;; esac; }`,
      'exec cp "$(place "$1")" "$(place "$2")"',
    ].join('\n'));
    program('operator', 'ssh', [
      '[ "$1" != -n ] || shift',
      'case $1 in',
      ...[...cluster.operator.programs].map(([name, programs]) => `root@${name}) PATH='${join(this.bin, name)}:${programs}':$PATH ;;`),
      '*) echo "no machine $1"; exit 255 ;;',
      'esac',
      'shift; exec "$@"',
    ].join('\n'));
    const kubectl = execFileSync('sh', ['-c', 'command -v kubectl'], { env: environment, encoding: 'utf8' }).trim();
    const playbook = join(ansible().bin!, 'ansible-playbook');
    program('operator', 'ansible-playbook', `PATH='${dirname(playbook)}':"$PATH" exec '${playbook}' "$@"`);
    program('operator', 'kubeadm', `exec '${goBinary(KUBEADM)}' "$@"`);
    program('operator', 'npx', [
      `[ "$1 $2 $3" = '${COMMAND_LINE.slice(1).join(' ')}' ] || { echo "not of this package: $*"; exit 127; }`,
      `shift 3; exec '${process.execPath}' --require '${require.resolve('tsx/cjs')}' '${join(__dirname, 'cli-entry.ts')}' "$@"`,
    ].join('\n'));
    // There is no container to execute anything in: etcdctl is this machine's, and finds the etcd that there is.
    program('operator', 'kubectl', [
      `[ "$1" = exec ] || exec '${kubectl}' "$@"`,
      'while [ "$1" != -- ]; do shift; done; shift 2',
      'for word; do shift; case $word in --endpoints=*|--cacert=*|--cert=*|--key=*) ;; *) set -- "$@" "$word" ;; esac; done',
      `exec etcdctl ${cluster.etcdFlags.map(flag => `'${flag}'`).join(' ')} "$@"`,
    ].join('\n'));
    mkdirSync(join(cluster.folder, 'operator-root', 'var/lib/etcd'), { recursive: true });
    for (const { name, root, address } of cluster.nodes) {
      mkdirSync(join(root, 'var/lib/etcd'), { recursive: true });
      // Nor is there a container runtime: what would be pulled is written down.
      program(name, 'crictl', `[ "$1" = pull ] && [ $# = 2 ] && echo "$2" >> '${join(cluster.folder, 'pulled')}'`);
      // On the node itself this is its own address.
      program(name, 'curl', `for word; do shift; set -- "$@" "$(echo "$word" | sed 's#//127.0.0.1:#//${address}:#')"; done\nexec /usr/bin/curl "$@"`);
    }
  }

  /** @throws if one of them fails */
  public async run(commands: readonly PrintedCommand[]): Promise<void> {
    for (const command of commands) await this.say(command);
  }

  /**
   * One command, in the folder of the app where no other is named.
   *
   * @returns what it said
   * @throws if it fails
   */
  public async say(command: PrintedCommand, folder?: string): Promise<string> {
    const { isDone, said } = await this.try(command, folder);
    if (!isDone) throw new Error(`as printed it fails on ${command.node ?? 'the operator\'s machine'}:\n${command.text}\n${said}`);
    return said;
  }

  /** The same, again and again until it is true. */
  public async prove(commands: readonly PrintedCommand[]): Promise<void> {
    for (const command of commands) {
      const until = Date.now() + PROOF_SECONDS * 1000;
      for (let tried = await this.try(command); !tried.isDone; tried = await this.try(command)) {
        if (Date.now() > until) {
          throw new Error(`as printed it does not come true on ${command.node ?? 'the operator\'s machine'}:\n${command.text}\n${tried.said}`);
        }
        await sleep(1_000);
      }
    }
  }

  private async try({ node, text }: PrintedCommand, cwd = this.cluster.folder): Promise<{ readonly isDone: boolean; readonly said: string }> {
    const root = join(this.cluster.folder, node === undefined ? 'operator-root' : join('root', node));
    const work = join(this.overlays, String(this.count++));
    const overlays = ['etc', 'var/lib', 'usr/bin'].flatMap(folder => {
      const scratch = join(work, folder);
      for (const needed of [scratch, join(root, folder)]) mkdirSync(needed, { recursive: true });
      return [`mount -t overlay overlay -o 'lowerdir=/${folder},upperdir=${join(root, folder)},workdir=${scratch}' /${folder}`];
    });
    const programs = node === undefined ? join(this.bin, 'operator') : `${join(this.bin, node)}:${this.cluster.operator.programs.get(node)}`;
    const script = ['set -e', ...this.ownPackages(text), ...overlays, `export PATH='${programs}':"$PATH"`, text].join('\n');
    return new Promise(resolve => {
      const child = spawn(
        'unshare', ['-m', 'bash', '-c',
          script], { cwd, env: this.environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      endsWithThisRun(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => { said += more; });
      child.once('close', status => {
        if (status !== 0) this.log(`${text.split('\n').at(-1)!.slice(0, 100)}: ${status} ${said.trim().slice(-200)}`);
        resolve({ isDone: status === 0, said });
      });
    });
  }

  private ownPackages(text: string): readonly string[] {
    const [, node, release] = OWN_PACKAGES.exec(text) ?? [];
    const { nodeUpgrade } = this.cluster.operator;
    if (node === undefined) return [];
    return [nodeUpgrade.map(word => shellQuote(word.replaceAll('{node}', node).replaceAll('{release}', release))).join(' ')];
  }
}
