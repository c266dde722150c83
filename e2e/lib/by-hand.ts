import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FROM_SOURCES } from './cli';
import { Cluster } from './cluster';
import { endsWithThisRun, kill } from './managed-process';
import { goBinary } from '../../scripts/go-binary';
import { COMMAND_LINE } from '../../src/lib/plan/by-hand';
import { ansible } from '../../test/ansible/ansible';
import { BINARIES } from '../binaries';

/** What the runbook has a command for besides the playbooks: kubeadm of version N+1, which has to be fetched beforehand. */
const KUBEADM = BINARIES['kubeadm 1.27.16'];

/** How long the commands of a step may take, with all that they wait for. */
const STEP_SECONDS = 900;

/** Folders of a machine that a node has of its own. */
const OWN_FOLDERS = ['etc', 'var/lib', 'usr/bin'];

/**
 * Someone who carries a plan out without Ansible: sources `by-hand.sh` in a bash, and copies commands of the runbook. `ssh` leads to a node: its
 * `/etc`, `/var/lib` and `/usr/bin` are its own, laid over those of this machine in a mount namespace; what a command writes there, the node has.
 */
export class ByHand {
  private readonly bin: string;

  public constructor(
    private readonly cluster: Cluster, private readonly environment: NodeJS.ProcessEnv, private readonly log: (text: string) => void,
  ) {
    this.bin = join(cluster.folder, 'by-hand');
    const kubectl = execFileSync('sh', ['-c', 'command -v kubectl'], { env: environment, encoding: 'utf8' }).trim();
    const playbook = join(ansible().bin!, 'ansible-playbook');
    const roots = join(cluster.folder, 'root');
    const programs = [...cluster.operator.programs].map(([name, own]) => [name, `${join(this.bin, name)}:${own}`]);
    this.writeProgram('operator', 'scp', [
      '[ "$1" != -q ] || shift',
      `place() { case $1 in root@*) echo "$1" | sed 's#^root@\\([^:]*\\):#${roots}/\\1#' ;; *) echo "$1" ;; esac; }`,
      'exec cp "$(place "$1")" "$(place "$2")"',
    ]);
    this.writeProgram('operator', 'ssh', [
      '[ "$1" != -n ] || shift',
      'node=${1#root@}; shift',
      'case $node in',
      ...programs.map(([name, path]) => `${name}) path='${path}' ;;`),
      '*) echo "no machine $node"; exit 255 ;;',
      'esac',
      `exec unshare -m sh -c '${[...overlaid(`${roots}/$0`, OWN_FOLDERS), 'PATH=$1:$PATH; shift; exec sh -c "$*"'].join('; ')}' "$node" "$path" "$@"`,
    ]);
    this.writeProgram('operator', 'ansible-playbook', [`PATH='${dirname(playbook)}':"$PATH" exec '${playbook}' "$@"`]);
    this.writeProgram('operator', 'kubeadm', [`exec '${goBinary(KUBEADM)}' "$@"`]);
    this.writeProgram('operator', 'npx', [
      `[ "$1 $2 $3" = '${COMMAND_LINE.slice(1).join(' ')}' ] || { echo "not of this package: $*"; exit 127; }`,
      `shift 3; exec ${FROM_SOURCES.map(word => `'${word}'`).join(' ')} "$@"`,
    ]);
    // There is no container to execute anything in: etcdctl is this machine's, and finds the etcd that there is.
    const ofPod = join(cluster.folder, 'etcd-pod');
    mkdirSync(join(ofPod, 'var/lib/etcd'), { recursive: true });
    const etcd = `etcdctl ${cluster.etcdFlags.join(' ')} "$@"`;
    this.writeProgram('operator', 'kubectl', [
      `[ "$1" = exec ] || exec '${kubectl}' "$@"`,
      'while [ "$1" != -- ]; do shift; done; shift 2',
      'for word; do shift; case $word in --endpoints=*|--cacert=*|--cert=*|--key=*) ;; *) set -- "$@" "$word" ;; esac; done',
      `exec unshare -m sh -c '${[...overlaid(ofPod, ['var/lib']), `exec ${etcd}`].join('; ')}' sh "$@"`,
    ]);
    for (const { name, address } of cluster.nodes) {
      // On the node itself this is its own address.
      this.writeProgram(name, 'curl', [
        `for word; do shift; set -- "$@" "$(echo "$word" | sed 's#//127.0.0.1:#//${address}:#')"; done`, 'exec /usr/bin/curl "$@"',
      ]);
    }
  }

  /**
   * What `by-hand.sh` of a plan has, in a bash that sources it.
   *
   * @returns what was said
   * @throws if one fails
   */
  public do(project: string, ...lines: readonly string[]): Promise<string> {
    return this.run(['. ./by-hand.sh', ...lines], project);
  }

  /**
   * Commands in one bash, in the folder of the app where no other is named.
   *
   * @returns what they said
   * @throws if the last one fails
   */
  public async run(lines: readonly string[], folder = this.cluster.folder): Promise<string> {
    const text = lines.join('\n');
    const child = spawn('bash', ['-c', text], {
      cwd: folder,
      env: this.environmentOfOperator,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endsWithThisRun(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => { said += more; });
    const timer = setTimeout(() => kill(child), STEP_SECONDS * 1000);
    const ended = await new Promise<number | string | null>(resolve => child.once('close', (status, signal) => resolve(status ?? signal)));
    clearTimeout(timer);
    if (ended === 0) return said;
    this.log(`${lines.at(-1)!.slice(0, 100)}: ${ended} ${said.trim().slice(-200)}`);
    throw new Error(`as printed it ends with ${ended}:\n${text}\n${said}`);
  }

  /** What its programs find in their environment. */
  public get environmentOfOperator(): NodeJS.ProcessEnv {
    return { ...this.environment, PATH: `${join(this.bin, 'operator')}:${this.environment.PATH}` };
  }

  private writeProgram(folder: string, name: string, lines: readonly string[]): void {
    mkdirSync(join(this.bin, folder), { recursive: true });
    writeFileSync(join(this.bin, folder, name), `#!/bin/sh\n${lines.join('\n')}\n`);
    chmodSync(join(this.bin, folder, name), 0o755);
  }
}

/** Lays folders of a node over those of this machine, in a shell with a mount namespace of its own. */
function overlaid(root: string, folders: readonly string[]): readonly string[] {
  const scratch = `${root}.overlay/$$`;
  return [
    'set -e',
    ...folders.flatMap(folder => [
      `mkdir -p ${root}/${folder} ${scratch}/${folder}`,
      `mount -t overlay overlay -o lowerdir=/${folder},upperdir=${root}/${folder},workdir=${scratch}/${folder} /${folder}`,
    ]),
  ];
}
