import { execFile, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ccmMigration, FROM_SOURCES } from './cli';
import { Cluster } from './cluster';
import { DeclaredGap } from './declared-gap';
import { endsWithThisRun, kill } from './managed-process';
import { BACK, begunBy, isKillPoint, KillPoint, placeOf, stepsOf } from './run-steps';
import { MigrationChoice, migrationOf, upgradeFlags } from './synth';
import { KubeadmBundle, MigrationPlan, NodeFolder, PlanState } from '../../src';
import { ansible } from '../../test/ansible/ansible';

/** How a playbook ended, and what it said. */
export interface PlaybookRun {
  readonly status: number | null;
  readonly signal: string | null;
  readonly said: string;
}

export interface PlaybookOptions {
  /** More words for ansible-playbook. */
  readonly args?: readonly string[];
  /** Ends the run with SIGKILL, all its processes, at the first line for which this is true. */
  readonly killAt?: (line: string) => boolean;
  /** Told each line that it says. */
  readonly onLine?: (line: string) => void;
}

/** Of what a run said, as much as tells why it failed. */
const LAST_WORDS = 4_000;

function failure(playbook: string, { status, signal, said }: PlaybookRun): Error {
  return new Error(`${playbook}.yaml ended with ${status ?? signal}: ${said.slice(-LAST_WORDS)}`);
}

/** The operator's side: the Ansible projects of the cluster's plans, and the machine that runs them. */
export class Playbooks {
  public readonly declaredGap = new DeclaredGap();

  public constructor(
    private readonly cluster: Cluster, private readonly choice: MigrationChoice = {}, private readonly log: (text: string) => void,
  ) {}

  /** Writes the project of a way, with the settings of this machine. */
  public async plan(from: PlanState, to: PlanState): Promise<string> {
    const { folder } = this.cluster;
    if (!existsSync(join(folder, 'bundles', 'kubeadm'))) await this.prepare();
    const project = join(folder, 'bundles', 'plan', `${from}-to-${to}`);
    new MigrationPlan({ migration: migrationOf(join(folder, 'input'), this.choice), appDir: folder, from, to }).write(project);
    return this.prepared(project);
  }

  /** The same for the upgrade of the cloud-controller-manager, from what was synthesized before. */
  public async planUpgrade(): Promise<string> {
    const { folder } = this.cluster;
    const project = join(folder, 'bundles', 'plan', 'ccm-upgrade');
    await ccmMigration('plan', folder, ...upgradeFlags(folder), '--output', project);
    return this.prepared(project);
  }

  private async prepared(project: string): Promise<string> {
    await this.cluster.rememberObjects();
    await this.cluster.allow(join(project, 'rbac', 'operator.yaml'));
    mkdirSync(join(project, 'group_vars'), { recursive: true });
    writeFileSync(join(project, 'group_vars', 'all.yaml'), JSON.stringify(this.settings(), undefined, 2));
    return project;
  }

  /** Plans a way and takes it; anything but success is an error that says what the playbook said. */
  public async go(from: PlanState, to: PlanState, options: PlaybookOptions = {}): Promise<void> {
    await this.succeed(await this.plan(from, to), 'migrate', options);
  }

  public async succeed(project: string, playbook: string, options: PlaybookOptions = {}): Promise<void> {
    const run = await this.run(project, playbook, options);
    if (run.status !== 0) throw failure(playbook, run);
  }

  /** Runs a playbook. */
  public run(project: string, playbook: string, { args = [], killAt, onLine }: PlaybookOptions = {}): Promise<PlaybookRun> {
    const start = Date.now();
    const titles = new Set(stepsOf(project).map(({ title }) => title));
    return new Promise(resolve => {
      const child = spawn(join(ansible().bin!, 'ansible-playbook'), [`${playbook}.yaml`, ...args], {
        cwd: project, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'], detached: true,
      });
      endsWithThisRun(child);
      let said = '';
      let rest = '';
      const hear = (text: string): void => {
        said += text;
        appendFileSync(join(this.cluster.folder, 'logs', 'playbooks.log'), text);
        const lines = (rest + text).split('\n');
        rest = lines.pop()!;
        for (const line of lines) {
          const begun = begunBy(line);
          if (begun !== undefined && (line.startsWith('PLAY [') || titles.has(begun.replace(BACK, '')))) {
            this.log(`${playbook}: ${begun}`);
            this.declaredGap.begins(project, begun);
          }
          onLine?.(line);
          if (killAt?.(line)) kill(child);
        }
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
      child.once('close', (status, signal) => {
        if (status === 0) this.declaredGap.ends();
        this.log(`${playbook}: ended with ${status ?? signal} after ${((Date.now() - start) / 1000).toFixed(0)} s`);
        resolve({ status, signal, said });
      });
    });
  }

  /**
   * Runs a playbook with an operator who is switched off.
   *
   * @returns whether it came that far; if not, it has succeeded
   */
  public async killedAt(project: string, playbook: string, point: KillPoint): Promise<boolean> {
    const run = await this.run(project, playbook, { args: await this.takingOver(), killAt: isKillPoint(point) });
    if (run.signal === null && run.status !== 0) throw failure(playbook, run);
    return run.signal !== null;
  }

  /**
   * The same again and again, with an operator who goes on at another machine.
   *
   * @param kills where each run is killed; the last run is left alone
   */
  public async succeedAfterKills(project: string, playbook: string, kills: readonly KillPoint[]): Promise<void> {
    for (const [index, point] of kills.entries()) {
      if (!await this.killedAt(project, playbook, point)) throw new Error(`${playbook}.yaml ended before it was killed ${placeOf(point)}`);
      this.log(`${playbook}: kill ${index + 1} of ${kills.length}, ${placeOf(point)}`);
      rmSync(join(project, 'copies'), { recursive: true, force: true }); // another machine: what the operator's own had kept is not there
    }
    await this.succeed(project, playbook, { args: await this.takingOver() });
  }

  /** From now on nodes are reached in another way. */
  public reachBy(project: string, settings: Readonly<Record<string, unknown>>): void {
    const file = join(project, 'group_vars', 'all.yaml');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')) as object, ...settings }, undefined, 2));
  }

  /** From now on this node is reached in another way. */
  public connect(project: string, node: string, settings: Readonly<Record<string, unknown>>): void {
    mkdirSync(join(project, 'host_vars'), { recursive: true });
    writeFileSync(join(project, 'host_vars', `${node}.yaml`), JSON.stringify(settings));
  }

  /** What says that the run which holds the lock has ended. */
  public async takingOver(): Promise<readonly string[]> {
    const leases = await this.cluster.kubectl('get', 'leases', '-n', 'kube-system', '-o', 'jsonpath={range '
      + '.items[*]}{.metadata.name}={.spec.holderIdentity}{"\\n"}{end}');
    const holder = /^ccm-migration=(.+)$/m.exec(leases)?.[1];
    return holder === undefined ? [] : ['-e', JSON.stringify({ take_over: holder })];
  }

  /** What the operator's programs find in their environment. */
  public environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: join(this.cluster.folder, 'home'),
      USER: 'operator',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      KUBECONFIG: this.cluster.operator.kubeconfig,
      ANSIBLE_LOCALHOST_WARNING: 'false',
      ANSIBLE_NOCOLOR: 'true',
      // Each task is told, which the log has otherwise.
      ANSIBLE_STDOUT_CALLBACK: 'ansible.builtin.default',
      AWS_ENDPOINT_URL: this.cluster.cloud.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'OPERATOR',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_EC2_METADATA_DISABLED: 'true',
    };
  }

  /** What kubeadm has in the cluster, and its configuration for both sides: as on a cluster that kubeadm made. */
  private async prepare(): Promise<void> {
    const { folder, operator: { programs }, nodes: [first] } = this.cluster;
    const input = join(folder, 'input');
    new KubeadmBundle({ migration: migrationOf(input, this.choice), configs: NodeFolder.readFiles(input) }).write(join(folder, 'bundles', 'kubeadm'));
    const config = join(input, readdirSync(input).find(file => file.startsWith('kubeadm-config'))!);
    // A node that joins is told by the cluster what kubeadm has for it, and finds the cluster by a token.
    const phases = this.cluster.machines ? [['upload-config', 'all'], ['bootstrap-token']] : [['upload-config', 'kubeadm']];
    const kubeadm = join(programs.get(first.name)!, 'kubeadm');
    for (const phase of phases) await promisify(execFile)(kubeadm, ['init', 'phase', ...phase, '--config', config]);
  }

  private settings(): unknown {
    const { folder, nodes, operator } = this.cluster;
    const address = Object.fromEntries(nodes.map(node => [node.name, node.address]));
    const program = Object.fromEntries(operator.programs);
    return {
      ansible_connection: 'local',
      ansible_become: false,
      ansible_python_interpreter: '{{ ansible_playbook_python }}',
      ask: false,
      cluster_id: 'prod-eu',
      ccm_migration: FROM_SOURCES,
      addresses: address,
      own_variables: ['addresses', 'programs'],
      any_kubectl: true,
      ...this.cluster.etcdSettings,
      etcd_snapshot_dir: folder,
      node_packages: true,
      without_kubeadm_upgrade: true,
      nodes_are_kept: true,
      // A snapshot that is taken by hand.
      ...this.cluster.machines && { ...this.cluster.machines.commands, endpoint_from_here: this.cluster.endpointHost, done_by_hand: true },
      pull_image: [],
      programs: program,
      health_url: "https://{{ addresses[inventory_hostname] | default('{host}') }}:{port}",
      keep_owner: process.getuid?.() === 0,
      node_root: `${join(folder, 'root')}/{{ inventory_hostname }}`,
      node_environment: { PATH: "{{ programs[inventory_hostname] | default('/bin') }}:{{ lookup('ansible.builtin.env', 'PATH') }}" },
      max_seconds: 120,
    };
  }
}
