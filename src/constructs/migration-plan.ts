import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { MIGRATION } from './required-props';
import { collectionFiles, writeCollection } from '../files/collection';
import { writeOutput } from '../files/output-folder';
import type { Migration } from '../lib/migration/migration';
import { APPLIED_DIR, PHASES_DIR } from '../lib/migration/output-layout';
import { checkNames } from '../lib/options/check-names';
import { readApp } from '../lib/plan/app/read-app';
import { EBS_VOLUMES, EbsVolumes, PlanOptions } from '../lib/plan/options';
import { Plan, planApp, PlanResult } from '../lib/plan/plan';
import { planFiles } from '../lib/plan/render/files';
import { COLLECTION_DIR } from '../lib/plan/render/project';
import { renderText } from '../lib/plan/render/text';
import { parseState, PlanState } from '../lib/plan/state';
import { makeCcmUpgradeChain } from '../lib/plan/upgrade/ccm-upgrade-chain';
import type { EarlierApp } from '../lib/plan/upgrade/upgraded-app';
import { reportOf } from '../lib/report/make-report';
import { renderOverview, REPORT_FILE } from '../lib/report/render/markdown';
import { contentHash } from '../lib/text/content-hash';
import { checkRequired } from '../lib/text/required-props';
import type { AcceptanceFile } from '../lib/verify/acceptance-file';
import { acceptancesIn } from '../lib/verify/acceptance-file';

/** Options for `MigrationPlan`. */
export interface MigrationPlanProps {
  /** The migration: it says which cluster of the app the plan is for. */
  readonly migration: Migration;
  /**
   * Where the cluster stands.
   * @default PlanState.NOT_STARTED
   */
  readonly from?: PlanState;
  /**
   * Where it is to go.
   * @default PlanState.N_PLUS_1
   */
  readonly to?: PlanState;
  /**
   * Nodes whose pods use EBS volumes. The plan checks the EBS CSI driver there.
   * @default EbsVolumes.ALL_NODES
   */
  readonly volumes?: EbsVolumes;
  /**
   * Folder of the app as it was before: its manifests and `nodes/`. The plan then upgrades the cloud-controller-manager from there to `appDir`,
   * in phase `disabled` of both, so `from`, `to` and `volumes` are left out. The way back needs the folder, too.
   * @default - none: the plan leads from `from` to `to`
   */
  readonly upgradeFrom?: string;
  /**
   * Folders of the app between `upgradeFrom` and `appDir`, in the order of the way: one of each minor that is passed, as synthesis wrote it for that
   * minor. The plan then has a hop to each of them, and the last one to `appDir`; before each it waits for the API servers.
   * @default - none: one hop
   */
  readonly upgradeVia?: string[];
  /**
   * Path of a file of accepted findings, as `ccm-migration verify --accepted` takes it: kinds of objects that are taken to be inert, and with
   * `upgradeFrom` the ids by which `ccm-migration upgrade` says no.
   *
   * What it accepts is a no-go of the runbook, until its last day: synthesis knows no day, and compares none.
   * @default - what `upgrade` says no to is refused, and so is an app with objects of kinds of which nothing is known
   */
  readonly accepted?: string;
  /**
   * Folder into which all phases were written: it holds `nodes/`, and `phases/` or `dist/`.
   * @default '.'
   */
  readonly appDir?: string;
  /**
   * Folder that holds `<phase>/*.k8s.yaml`, where it is not `dist` below `appDir`. Not needed where the manifests of all phases are in `phases/`.
   *
   * cdk8s-cli names another one in `CDK8S_OUTDIR` with `--stdout` and `--output`. The plan calls it `dist` all the same.
   * @default - `dist` below `appDir`
   */
  readonly manifestsDir?: string;
}

/**
 * The way from one state of a migration to another: ordered steps, each verified, as data, as a runbook and as an Ansible project.
 *
 * It reads what synthesis wrote, so it comes after `app.synth()` and `MigrationOutput.write(...)` of every phase on the way, and after
 * `KubeadmBundle`.
 *
 * @example
 * new MigrationPlan({ migration, to: PlanState.MIXED }).write('bundles/plan/not-started-to-mixed');
 */
export class MigrationPlan {
  private readonly plan: Plan;
  private readonly appDir: string;
  /** None: the cloud-controller-manager is upgraded, and no controller moves. */
  private readonly report?: () => string;

  /** @throws if a phase is missing or was changed by hand, or with the counter-example if a step would be unsafe */
  public constructor(props: MigrationPlanProps) {
    checkNames('MigrationPlanProps', props);
    checkRequired(props, { migration: MIGRATION });
    const { migration, volumes = EbsVolumes.ALL_NODES, appDir = '.', manifestsDir } = props;
    if (!EBS_VOLUMES.includes(volumes)) {
      const accepted = EBS_VOLUMES.map(one => `'${one}'`).join(', ');
      throw new Error(`volumes is ${JSON.stringify(volumes)}, which says no nodes; accepted: ${accepted} (EbsVolumes)`);
    }
    this.appDir = appDir;
    const said = readAcceptances(props.accepted);
    const { inertKinds } = said;
    const files = readAppFolder(appDir, manifestsDir);
    if (props.upgradeFrom !== undefined) {
      this.plan = planIn(makeCcmUpgradeChain(
        files, earlierApps(props, props.upgradeFrom), { cluster: migration.clusterId, acceptances: said.accepted, inertKinds },
      ));
      return;
    }
    if (props.upgradeVia !== undefined) {
      throw new Error('upgradeVia has no meaning without upgradeFrom, the folder that the way begins at; give both, or leave it out');
    }
    if (props.accepted !== undefined && inertKinds.length === 0) {
      throw new Error('accepted has no meaning without upgradeFrom where it names no kind of object; leave it out');
    }
    const { from = PlanState.NOT_STARTED, to = PlanState.N_PLUS_1 } = props;
    const [app, options] = [readApp(files, migration.clusterId, inertKinds), planOptions(migration, volumes)];
    this.plan = planIn(planApp(app, parseState('from', from), parseState('to', to), options));
    this.report = () => renderOverview(reportOf(app, { from, to, plan: options }));
  }

  /** Titles of the steps, in order. */
  public get steps(): string[] {
    return this.plan.steps.map(({ title }) => title);
  }

  /**
   * Writes `plan.json`, `runbook.md`, `by-hand.sh` (the steps as functions of a shell, for a person without Ansible), `report.md` (of an upgrade
   * there is none) and an Ansible project, and the collection that carries plans out to the folder `collection` beside `outdir`.
   *
   * Stale files of an earlier call are removed, all other files stay.
   *
   * @param outdir folder of the plan, for example `bundles/plan/n-to-n-plus-1`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   */
  public write(outdir: string): string[] {
    const collection = collectionFiles();
    const project = planFiles(this.plan, relative(resolve(outdir), resolve(this.appDir)).split(sep).join('/') || '.', collection);
    const files = [...project, ...this.report === undefined ? [] : [{ path: REPORT_FILE, content: this.report() }]];
    writeCollection(join(outdir, COLLECTION_DIR), collection, outdir);
    const index = files.map(({ path, content }) => ({ path, sha256: contentHash(content) }));
    return writeOutput(outdir, files, index);
  }
}

function planIn(result: PlanResult): Plan {
  if ('refused' in result) throw new Error(renderText(result).trimEnd());
  return result.plan;
}

function planOptions({ clusterId, strategy }: Migration, volumes: EbsVolumes): PlanOptions {
  return { cluster: clusterId, releaseLease: strategy._leaderMigration.releaseLease, kcmRuntime: strategy._runtime, volumes };
}

/** What runs now, and what is passed on the way. */
function earlierApps({ from, to, volumes, appDir = '.', upgradeVia = [] }: MigrationPlanProps, upgradeFrom: string): readonly EarlierApp[] {
  const given = Object.entries({ from, to, volumes }).find(([, value]) => value !== undefined);
  if (given) throw new Error(`${given[0]} has no meaning with upgradeFrom, which stays in phase 'disabled'; leave it out`);
  return [['upgradeFrom', upgradeFrom], ...upgradeVia.map((folder, index) => [`upgradeVia[${index}]`, folder])].map(([name, folder]) => {
    if (!existsSync(folder)) throw new Error(`${name} is '${folder}', where there is no folder; give that of the app as it was before`);
    return { files: readAppFolder(folder), folder: relative(resolve(appDir), resolve(folder)).split(sep).join('/') || '.' };
  });
}

function readAcceptances(file: string | undefined): AcceptanceFile {
  if (file === undefined) return { accepted: [], inertKinds: [] };
  if (!existsSync(file)) throw new Error(`accepted is '${file}', where there is no file; give a file of accepted findings, or leave it out`);
  return acceptancesIn(readFileSync(file, 'utf8'), file);
}

/** What a plan looks at: nothing else below the folder is read. */
function readAppFolder(appDir: string, manifestsDir: string = join(appDir, APPLIED_DIR)): Map<string, string> {
  const folders = {
    [APPLIED_DIR]: manifestsDir,
    [PHASES_DIR]: join(appDir, PHASES_DIR),
    'nodes': join(appDir, 'nodes'),
    'bundles/kubeadm': join(appDir, 'bundles', 'kubeadm'),
  };
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
