import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { writeOutput } from './output-folder';
import { ansibleTasks } from '../files/ansible-tasks';
import { contentHash } from '../lib/migration/index-file';
import { makePlan, Plan } from '../lib/plan/plan';
import { planFiles } from '../lib/plan/render/files';
import { renderText } from '../lib/plan/render/text';
import { parseState } from '../lib/plan/state';

/** Where a cluster stands: before the migration, or in one of its phases. */
export enum PlanState {
  /** Before the migration. */
  NOT_STARTED = 'not-started',
  /** In phase `MigrationPhase.N`. */
  N = 'n',
  /** In phase `MigrationPhase.MIXED`. */
  MIXED = 'mixed',
  /** In phase `MigrationPhase.N_PLUS_1`. */
  N_PLUS_1 = 'n-plus-1',
  /** In phase `MigrationPhase.DISABLED`. */
  DISABLED = 'disabled',
}

/** How kube-controller-manager runs, which decides how a downtime stops it. */
export enum ControllerManagerRuntime {
  /** As static pods: their manifests are moved out of the static pod path. */
  STATIC_POD = 'static-pod',
  /** As units: `systemctl stop`. */
  SYSTEMD = 'systemd',
  /** As a Deployment: scaled to 0. */
  DEPLOYMENT = 'deployment',
}

/** Options for `MigrationPlan`. */
export interface MigrationPlanProps {
  /** Folder into which all phases were written: it holds `dist/<phase>` and `nodes/<phase>`. */
  readonly appDir: string;
  /**
   * Folder that holds `<phase>/*.k8s.yaml`, where it is not `dist` below `appDir`: cdk8s-cli names another one in `CDK8S_OUTDIR` with `--stdout` and
   * `--output`. The plan calls it `dist` all the same, and its script looks there.
   * @default - `dist` below `appDir`
   */
  readonly manifestsDir?: string;
  /** Where the cluster stands. */
  readonly from: PlanState;
  /** Where it is to go. */
  readonly to: PlanState;
  /**
   * Whether the migration Lease is released once the old leader is proven stopped on its node: a gap of a few seconds instead of the length of a lease.
   * Safe only then, which the script checks.
   * @default false
   */
  readonly releaseLease?: boolean;
  /**
   * How kube-controller-manager runs. Only strategy `downtime` looks at it.
   * @default ControllerManagerRuntime.STATIC_POD
   */
  readonly controllerManagerRuntime?: ControllerManagerRuntime;
  /**
   * Names of worker nodes by node group, in the order in which the groups change.
   * @default - all workers are one group
   */
  readonly nodeGroups?: { readonly [group: string]: string[] };
}

/**
 * The way from one state of a migration to another: ordered steps, each verified, as data, as a runbook, as an Ansible project and as a script.
 *
 * It reads what synthesis wrote, so it comes after `app.synth()` and `nodeFiles.write(...)` of every phase on the way, and after `KubeadmBundle`.
 *
 * @example
 * new MigrationPlan({ appDir: '.', from: PlanState.N, to: PlanState.N_PLUS_1 }).write('bundles/plan/n-to-n-plus-1');
 */
export class MigrationPlan {
  private readonly plan: Plan;
  private readonly appDir: string;

  /** @throws if a phase is missing or was changed by hand, or with the counter-example if a step would be unsafe */
  public constructor(props: MigrationPlanProps) {
    this.appDir = props.appDir;
    const result = makePlan(readAppFolder(props.appDir, props.manifestsDir), parseState('from', props.from), parseState('to', props.to), {
      releaseLease: props.releaseLease,
      kcmRuntime: props.controllerManagerRuntime,
      nodeGroups: props.nodeGroups,
    });
    if ('refused' in result) throw new Error(renderText(result).trimEnd());
    this.plan = result.plan;
  }

  /** Titles of the steps, in order. */
  public get steps(): string[] {
    return this.plan.steps.map(({ title }) => title);
  }

  /**
   * Writes `plan.json`, `runbook.md`, an Ansible project (`preflight.yaml`, `migrate.yaml`, `back.yaml`) and `migrate.sh`. Stale files of an earlier call are removed, files of anybody else stay.
   *
   * @param outdir folder of the plan, for example `bundles/plan/n-to-n-plus-1`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   */
  public write(outdir: string): string[] {
    const files = planFiles(this.plan, relative(resolve(outdir), resolve(this.appDir)).split(sep).join('/') || '.', ansibleTasks());
    const index = files.map(({ path, content }) => ({ path, sha256: contentHash(content) }));
    return writeOutput(outdir, files.map(({ path, content, isExecutable }) => ({ path, content, ...isExecutable ? { mode: 0o755 } : {} })), index);
  }
}

/** What a plan looks at: nothing else below the folder is read. */
function readAppFolder(appDir: string, manifestsDir: string = join(appDir, 'dist')): Map<string, string> {
  const folders = { 'dist': manifestsDir, 'nodes': join(appDir, 'nodes'), 'bundles/kubeadm': join(appDir, 'bundles', 'kubeadm') };
  const files = new Map<string, string>();
  for (const [name, folder] of Object.entries(folders).filter(([, path]) => existsSync(path))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(`${name}/${relative(folder, path).split(sep).join('/')}`, readFileSync(path, 'utf8'));
    }
  }
  return files;
}
