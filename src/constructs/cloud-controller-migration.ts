import { resolve, sep } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import type { IServiceAccount } from 'cdk8s-plus-27';
import { Construct, IConstruct } from 'constructs';
import { handle, Handle, POD_DISRUPTION_BUDGET, WORKLOAD, writeObject } from './api-object';
import { LastCheck } from './last-check';
import { MigrationPhaseProps } from './migration-phase-props';
import { NodeFiles } from './node-files';
import { markSeveralPhases } from './phases-in-app';
import { MIGRATION, PHASE } from './required-props';
import { serviceAccountOf } from './service-account';
import { StepChartProps } from './shared-props';
import { StepCharts } from './step-charts';
import { onceInSynth, watchSynth } from './synth-run';
import { chartsBelow, writtenManifests } from './written-manifests';
import { userDataFiles } from '../lib/deliver/user-data/user-data';
import { IdentifiedObject, Manifest } from '../lib/kubernetes/manifest';
import { clusterFolder } from '../lib/migration/cluster-folder';
import { Migration } from '../lib/migration/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { ownFolder } from '../lib/migration/output-layout';
import { verifyPhase } from '../lib/migration/phase-proof';
import { checkNames } from '../lib/options/check-names';
import { leaseAccessObjects } from '../lib/rbac/lease-access';
import { allowedBy, checkPhase } from '../lib/read-back/phase-check';
import { checkRequired } from '../lib/text/required-props';
import type { ReportedUnknown } from '../lib/verify/result';
import { checkedRules, PROOF_RULES } from '../lib/verify/synthesis';

/** Options for `CloudControllerMigration`. */
export interface CloudControllerMigrationProps extends MigrationPhaseProps, StepChartProps {
  /**
   * Writes the phase without proof that no controller can run twice or nowhere. Two runners at once create and delete each other's load balancers and
   * routes, and can delete nodes. Every object of the phase is marked with the annotation `ccm-migration/safety-proof: skipped`.
   * @default false - synthesis fails with the counter-example
   */
  readonly unsafeSkipSafetyProof?: boolean;
}

const CONFIG: Handle = {
  id: 'Resource', what: 'ConfigMap', otherwise: 'its cloud-controller-manager has the built-in default, a file of its node, or no Leader Migration',
};

/** Charts of a cluster in the order in which they are applied; of one that a management cluster hosts, its own have that word in their names. */
const STEPS = {
  own: { access: '10-lease-access', rights: undefined, config: '20-config', ccm: '30-ccm', kcm: '40-kcm' },
  hosted: {
    access: '10-lease-access', rights: '15-ccm-access', config: '20-management-config', ccm: '30-management-ccm', kcm: '40-management-kcm',
  },
} as const;

/** Objects of a Chart are applied together, to one cluster. */
function refuseOneChart({ node: { path } }: Construct): never {
  throw new Error(`'${path}' is in a Chart, and with managerDeployment it has objects that are applied apart: the Deployment of `
    + 'kube-controller-manager in a step of its own, and what is of a management cluster elsewhere; make it directly below the App, where each step '
    + 'gets a Chart of its own');
}

/** Whether an object is of the cluster that is served, where its cloud-controller-manager is in another one: rights are. */
function isOfServed({ apiVersion, kind }: Manifest): boolean {
  return apiVersion.startsWith('rbac.authorization.k8s.io/') || kind === 'ServiceAccount';
}

/** Marks what was written without proof. */
const PROOF_SKIPPED = { 'ccm-migration/safety-proof': 'skipped' };

/**
 * A migration in one phase: access to the migration Lease, the migration configuration, the cloud-controller-manager, and the files that belong on
 * nodes.
 *
 * Objects go to the Chart that encloses it; below an App to Charts of its own, one per apply step and none that would be empty: `10-lease-access`,
 * `20-config`, `30-ccm`, and `40-kcm` with a `managerDeployment`. Node files are written by `MigrationOutput.write(app, ...)` after `app.synth()`.
 * One App writes one phase of a cluster: what it writes is applied as a whole. Objects of a cluster that an App writes in several have the
 * annotation `ccm-migration/phases-in-one-app`.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 * @example
 * const migration = new Migration({
 *   clusterId: 'prod-eu',
 *   fromVersion: KubernetesVersion.of('1.26.15'),
 *   toVersion: KubernetesVersion.of('1.27.16'),
 * });
 * new CloudControllerMigration(this, 'prod-eu', { migration, phase: MigrationPhase.MIXED });
 */
export class CloudControllerMigration extends Construct {
  /** The migration. */
  public readonly migration: Migration;
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  /** Files that belong on nodes in this phase. */
  public readonly nodeFiles: NodeFiles;
  private readonly stepCharts: StepCharts;
  private readonly marks: Record<string, string>;
  private serviceAccountMade?: IServiceAccount;
  private readonly configObjects: ReadonlyMap<string, ApiObject>;
  private readonly ccmObjects: ReadonlyMap<string, ApiObject>;
  private readonly lastCheck = new LastCheck(this);

  /** @throws if the phase does not exist for the migration, it is not safe, or there is no Chart for its objects */
  public constructor(scope: Construct, id: string, props: CloudControllerMigrationProps) {
    super(scope, id);
    checkNames('CloudControllerMigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE });
    const { migration, phase, unsafeSkipSafetyProof = false } = props;
    this.migration = migration;
    this.phase = phase;
    const model = migration._model.phase(phase);
    this.refuseTwoPhases();
    this.marks = unsafeSkipSafetyProof ? PROOF_SKIPPED : {};
    if (!unsafeSkipSafetyProof) verifyPhase(model);
    const ignored = checkedRules('unsafeIgnoreRules', props.unsafeIgnoreRules);
    const allowed = [...ignored, ...unsafeSkipSafetyProof ? PROOF_RULES : [], ...allowedBy(migration)];

    const steps = STEPS[migration._model.settings.manager?.hosted ? 'hosted' : 'own'];
    this.stepCharts = new StepCharts(this, props.chartPrefix, Object.values(steps).flatMap(step => step ?? []));
    if (migration._model.settings.manager && this.stepCharts.isEnclosed) refuseOneChart(this);
    const access = model.leaseAccess.flatMap(one => [...this.write(steps.access, one.component, leaseAccessObjects(one)).values()]);
    const ccmObjects = model.ccm?.objects ?? [];
    // What the cluster that is served has is apart from what the management cluster has.
    const rights = steps.rights === undefined ? [] : ccmObjects.filter(({ manifest }) => isOfServed(manifest));
    const ccmRights = this.write(steps.rights ?? steps.ccm, 'ccm', rights);
    this.configObjects = this.write(steps.config, 'config', model.configMap ? [model.configMap] : []);
    const ccm = this.write(steps.ccm, 'ccm', ccmObjects.filter(object => !rights.includes(object)));
    this.ccmObjects = new Map([...ccmRights, ...ccm]);
    const managers = this.write(steps.kcm, 'kcm', model.managerObjects);
    const objects = [...access, ...this.configObjects.values(), ...this.ccmObjects.values(), ...managers.values()];
    markSeveralPhases(this, { cluster: migration.clusterId, phase, objects });

    this.nodeFiles = new NodeFiles(this, 'NodeFiles');
    const files = model.nodeFiles;
    for (const file of [...files, ...userDataFiles(migration, phase, files)]) this.nodeFiles.addFile(file);
    this.nodeFiles._setToDelete(() => model.toDelete);
    watchSynth(this);
    this.node.addValidation({ validate: () => onceInSynth(this, 'refusals', () => this.refusals(allowed)) });
  }

  /** The Charts that hold its objects, in the order in which they are applied. */
  public get charts(): Chart[] {
    return this.stepCharts.charts;
  }

  /**
   * ServiceAccount of the cloud-controller-manager, for what a platform composes with it.
   *
   * @throws in a phase without one, and for a static pod, which has none
   */
  public get serviceAccount(): IServiceAccount {
    const ccm = this.migration._model.phase(this.phase).ccm;
    if (!ccm) throw new Error(`phase '${this.phase}' has no cloud-controller-manager, so no ServiceAccount`);
    return this.serviceAccountMade ??= serviceAccountOf(this, ccm.subject);
  }

  /**
   * DaemonSet or Deployment of the cloud-controller-manager, for patches: `migration.workload.addJsonPatch(...)`.
   *
   * @throws in a phase without one, and for a static pod, which is a file
   */
  public get workload(): ApiObject {
    return handle(this, this.ccmObjects, this.in(WORKLOAD));
  }

  /**
   * PodDisruptionBudget of the cloud-controller-manager.
   *
   * @throws in a phase without one, and without `availability.podDisruptionBudget`
   */
  public get podDisruptionBudget(): ApiObject {
    return handle(this, this.ccmObjects, this.in(POD_DISRUPTION_BUDGET));
  }

  /**
   * ConfigMap with the migration configuration of the cloud-controller-manager. A patch of its text does not change the hash by which its pods roll.
   *
   * @throws in a phase without one, with the built-in default, and for a static pod, which reads a file
   */
  public get config(): ApiObject {
    return handle(this, this.configObjects, this.in(CONFIG));
  }

  /** @internal what `verify` of what `app.synth()` wrote does not know */
  public get _unknown(): readonly ReportedUnknown[] {
    return this.lastCheck.unknown ?? [];
  }

  private in(wanted: Handle): Handle {
    const { hasCcm } = this.migration._model.phase(this.phase);
    return hasCcm ? wanted : { ...wanted, otherwise: `phase '${this.phase}' has no cloud-controller-manager` };
  }

  /** @internal whether a Chart is applied to the management cluster */
  public _isOfManagement({ node: { id } }: Chart): boolean {
    return this.migration._model.settings.manager?.hosted !== undefined && id.includes('-management-');
  }

  /** A Chart is applied as a whole, and a cluster is in one phase. */
  private refuseTwoPhases(): void {
    const chart = this.node.scopes.find(parent => Chart.isChart(parent));
    const other = chart?.node.findAll().find((one): one is CloudControllerMigration =>
      one instanceof CloudControllerMigration && one !== this && one.migration?.clusterId === this.migration.clusterId);
    if (!other) return;
    throw new Error(`Chart '${chart!.node.path}' has cluster '${this.migration.clusterId}' in phase '${other.phase}' already, at `
      + `'${other.node.path}', and this is phase `
      + `'${this.phase}'; a cluster is in one phase: make one App, or one Chart with an output folder of its own, per phase`);
  }

  /** Errors of the rules about what was handed in and what is written, with what users add to both. */
  private refusals(allowed: readonly string[]): string[] {
    const { migration, phase, nodeFiles: { files: nodeFiles }, node: { root } } = this;
    const all = onceInSynth(root, 'migrations', () => new Set(root.node.findAll().filter(node => node instanceof CloudControllerMigration)));
    const isAlone = all.size === 1;
    const charts = isAlone ? chartsBelow(root) : this.charts;
    const isOfAnother = (scope: IConstruct) => scope !== this && scope instanceof CloudControllerMigration;
    const written = writtenManifests(charts, ({ node }) => isAlone || !node.scopes.some(isOfAnother));
    const isOwn = resolve(written.dir).split(sep).join('/').endsWith(`/${ownFolder(migration.clusterId, phase)}`);
    const nodesDir = isAlone && !isOwn ? `nodes/${phase}` : `nodes/${clusterFolder(migration.clusterId)}/${phase}`;
    const key = JSON.stringify([nodesDir, nodeFiles, written.dir]) + written.key;
    return this.lastCheck.problems(key, () => checkPhase({
      model: migration._model.phase(phase), nodesDir, nodeFiles, manifestsDir: written.dir, manifests: written.files, allowed,
    }));
  }

  /** Objects of an apply step, below one construct. */
  private write(step: string, id: string, objects: readonly IdentifiedObject[]): ReadonlyMap<string, ApiObject> {
    if (objects.length === 0) return new Map();
    const parent = new Construct(this.stepCharts.parent(step), id);
    return new Map(objects.map(({ id: objectId, manifest }) => {
      const object = writeObject(parent, objectId, manifest);
      for (const [key, value] of Object.entries(this.marks)) object.metadata.addAnnotation(key, value);
      return [objectId, object];
    }));
  }
}
