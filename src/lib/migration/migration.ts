import { checkAgreement } from './agreement';
import { awsCloudConfigs, checkNodeNames, cloudConfigOf } from './aws-node-files';
import { ccmOptionsOf } from './ccm-of-phase';
import { CloudOfMigration, cloudOfMigration } from './cloud-of-migration';
import { CloudProvider } from './cloud-provider';
import { checkClusterId, checkClusterIdOnNodes } from './cluster-id';
import { SideSettings } from './component-changes';
import { checkReleases, ControlPlaneNodeManifests, manifestPath, readControlPlaneNodes } from './control-plane-node';
import { checkCsiMigration } from './csi-gates';
import { checkExistingLeaderMigration } from './existing-leader-migration';
import { checkUpgradedKcms, KcmReading, readKcms } from './kcm-reading';
import { MigrationOptions } from './migration-options';
import { checkKnownVersion, checkMigrationPair } from './migration-pair';
import { MigrationPhase } from './migration-phase';
import { MigrationStrategy } from './migration-strategy';
import { NodeFile, NodeInput, NodeRole, NodeSide } from './node';
import { controlPlaneFiles, NodeSideSettings, workerFiles } from './node-side';
import { leftBehind, NodeFileReference, ObjectReference, objectReference, ToDelete } from './to-delete';
import { CcmObjects, ccmObjects, ccmSubject } from '../ccm/ccm-objects';
import { CcmOptions } from '../ccm/ccm-options';
import { CcmWorkload } from '../ccm/workload-options';
import { CloudConfigFile } from '../cloud-config/cloud-config';
import { yaml } from '../edit/yaml/load';
import { LOCK_NAMESPACE } from '../facts/locks';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { IdentifiedObject } from '../kubernetes/manifest';
import {
  buildLeaderMigrationConfiguration, CONFIG_MAP_NAME, configMapManifest, DEFAULT_LEADER_NAME, defaultStyle, LEADER_MIGRATION_FILE,
  LeaderMigrationStyle, serializeLeaderMigrationConfiguration,
} from '../leader-migration';
import { LeaseAccess, leaseAccessObjects } from '../rbac/lease-access';
import { LeaseAccessMode } from '../rbac/lease-access-mode';
import { remember } from '../remember';

/**
 * A migration as a value: what each phase consists of. Pure; the constructs write what it says, and the checks look at the same.
 */
export class Migration {
  public readonly strategy: MigrationStrategy;
  public readonly cloud: CloudOfMigration;
  public readonly leaderName: string;
  public readonly style: LeaderMigrationStyle | undefined;
  public readonly controlPlane: readonly ControlPlaneNodeManifests[];
  public readonly upgradedControlPlane: readonly ControlPlaneNodeManifests[];
  private readonly kcm: KcmReading | undefined;
  private readonly cloudConfigs: readonly CloudConfigFile[];
  // Asked for by the files, the objects and the proof of several phases.
  private readonly configurations = new Map<string, string | undefined>();
  private readonly ccms = new Map<MigrationPhase, CcmObjects | undefined>();
  private readonly optionsOfCcms = new Map<MigrationPhase, CcmOptions>();

  /** @throws if one of the options is wrong, or two contradict each other */
  public constructor(public readonly options: MigrationOptions) {
    checkClusterId(options.clusterId);
    checkKnownVersion('fromVersion', options.fromVersion);
    checkKnownVersion('toVersion', options.toVersion);
    this.strategy = options.strategy ?? MigrationStrategy.LEADER_MIGRATION;
    this.cloud = cloudOfMigration(options);
    this.leaderName = options.leaderName ?? DEFAULT_LEADER_NAME;
    const { fromVersion } = options;
    if (fromVersion) {
      checkMigrationPair({
        cloud: options.cloud ?? CloudProvider.AWS,
        from: fromVersion,
        to: options.toVersion,
        ccm: this.cloud.ccmRelease,
        byLeaderMigration: this.strategy === MigrationStrategy.LEADER_MIGRATION,
        allowCcmNewerThanApiserver: true, // installers do it on purpose; the checks warn
        props: { from: 'fromVersion', to: 'toVersion', ccm: options.ccmImage ? 'ccmVersion' : 'ccmRelease' },
      });
    }
    this.style = fromVersion && this.strategy === MigrationStrategy.LEADER_MIGRATION ? options.style ?? this.commonStyle(fromVersion) : undefined;
    this.controlPlane = readControlPlaneNodes(options.nodes ?? []);
    this.upgradedControlPlane = options.upgradedNodes ? readControlPlaneNodes(options.upgradedNodes) : this.controlPlane;
    if (options.nodes && !fromVersion) throw new Error('`nodes` are manifests of version N, but `fromVersion` is not given; give the release that they run');
    if (fromVersion) checkReleases(this.controlPlane, fromVersion);
    this.kcm = fromVersion && this.controlPlane.length > 0 ? readKcms(this.controlPlane, this.cloud.name, this.strategy) : undefined;
    if (this.kcm && options.upgradedNodes) checkUpgradedKcms(this.controlPlane, this.upgradedControlPlane);
    if (options.csiMigration) checkCsiMigration(this.cloud.name, options);
    checkAgreement(options, this.kcm);
    checkClusterIdOnNodes(options, this.kcm);
    const awsRelease = this.cloud.name === CloudProvider.AWS.name && !options.ccmImage ? `v${this.cloud.ccmRelease}` : undefined;
    if (awsRelease) checkNodeNames([...options.nodes ?? [], ...options.upgradedNodes ?? []], awsRelease);
    this.cloudConfigs = awsCloudConfigs(options, awsRelease, this.kcm?.cloudConfig);
    for (const manifests of this.controlPlane) checkExistingLeaderMigration(manifests, this.leaderName);
    if (this.ccmIsStaticPod && this.upgradedControlPlane.length === 0) {
      throw new Error('workload \'static-pod\' is written as a file of each control-plane node, but no control-plane node is given; hand them in as `nodes`, or as `upgradedNodes` when all run N+1');
    }
    // Refuses what no phase could write, before the first phase is written.
    for (const component of [KCM, CCM] as const) this.configuration(component);
  }

  /** @throws if the phase does not exist for these options */
  public checkPhase(phase: MigrationPhase): void {
    if (!Object.values(MigrationPhase).includes(phase)) {
      throw new Error(`phase '${phase}' is not known; accepted: ${Object.values(MigrationPhase).map(name => `'${name}'`).join(', ')}`);
    }
    if (phase !== MigrationPhase.DISABLED && !this.options.fromVersion) {
      throw new Error(`phase '${phase}' needs \`fromVersion\`, the version that the control plane runs today; without it only phase 'disabled' can be written`);
    }
    if (phase === MigrationPhase.MIXED && this.strategy === MigrationStrategy.DOWNTIME) {
      throw new Error('phase \'mixed\' does not exist with strategy \'downtime\': every node is changed while nothing runs; go from \'n\' to \'n-plus-1\'');
    }
  }

  /** Whether a cloud-controller-manager is deployed in this phase. */
  public hasCcm(phase: MigrationPhase): boolean {
    if (phase === MigrationPhase.N) return false;
    return phase !== MigrationPhase.MIXED || this.strategy === MigrationStrategy.LEADER_MIGRATION;
  }

  /** Whether the migration lock is in use in this phase. */
  public hasLeaderMigration(phase: MigrationPhase): boolean {
    return this.style !== undefined && phase !== MigrationPhase.DISABLED;
  }

  /** Text of the file that a component reads; undefined with the built-in default, or without Leader Migration. */
  public configuration(component: typeof KCM | typeof CCM): string | undefined {
    return remember(this.configurations, component, () => this.renderConfiguration(component));
  }

  private renderConfiguration(component: typeof KCM | typeof CCM): string | undefined {
    const { fromVersion, nodeIpam, bothKeyGenerations } = this.options;
    if (!fromVersion || this.style === undefined) return undefined;
    const [version, otherVersion] = component === KCM ? [fromVersion, this.cloud.ccmVersion] : [this.cloud.ccmVersion, fromVersion];
    const configuration = buildLeaderMigrationConfiguration({
      version,
      otherVersion,
      component,
      assignedTo: component,
      style: this.style,
      leaderName: this.leaderName,
      nodeIpam,
      bothKeyGenerations,
      ccmLacksNodeIpam: this.cloud.lacksNodeIpam,
    });
    return configuration && serializeLeaderMigrationConfiguration(configuration);
  }

  /** The ConfigMap of the cloud-controller-manager in this phase, if it has one: a static pod reads a file of its node. */
  public configMap(phase: MigrationPhase): IdentifiedObject | undefined {
    const content = this.hasLeaderMigration(phase) && this.hasCcm(phase) && !this.ccmIsStaticPod ? this.configuration(CCM) : undefined;
    return content === undefined ? undefined : { id: 'Resource', manifest: configMapManifest(CONFIG_MAP_NAME, LOCK_NAMESPACE, content) };
  }

  /** Access to the migration Lease in this phase, per component. */
  public leaseAccess(phase: MigrationPhase): LeaseAccess[] {
    const { fromVersion } = this.options;
    if (this.style === undefined || !fromVersion) return [];
    const common = {
      mode: this.options.leaseAccess ?? LeaseAccessMode.ADDITIVE,
      leaseName: this.leaderName,
      namespace: this.lockNamespace,
      granted: this.hasLeaderMigration(phase),
      createGranted: true, // kube-controller-manager by its ClusterRole, the cloud-controller-manager by the Role of its main Lease
      ccmSubject: ccmSubject(this.options),
    };
    // What the API server grants by itself: that of N+1, once no node of N can come back.
    const access: LeaseAccess[] = [{ ...common, component: KCM, version: phase === MigrationPhase.DISABLED ? this.options.toVersion : fromVersion }];
    if (this.hasCcm(phase)) access.push({ ...common, component: CCM, version: this.options.toVersion });
    return access;
  }

  /** Options of the cloud-controller-manager in this phase. */
  public ccmOptions(phase: MigrationPhase): CcmOptions {
    return remember(this.optionsOfCcms, phase, () => {
      const leaderMigration = this.hasLeaderMigration(phase);
      return ccmOptionsOf({
        options: this.options,
        cloud: this.cloud,
        kcm: this.kcm,
        cloudConfigs: this.cloudConfigs,
        upgradedControlPlane: this.upgradedControlPlane,
        leaderMigration,
        configuration: leaderMigration ? this.configuration(CCM) : undefined,
      });
    });
  }

  /** The cloud-controller-manager of this phase; undefined where there is none. */
  public ccm(phase: MigrationPhase): CcmObjects | undefined {
    return remember(this.ccms, phase, () => (this.hasCcm(phase) ? ccmObjects(this.ccmOptions(phase), this.cloud.ccm) : undefined));
  }

  /** Sides of which nodes exist in this phase. */
  public sides(phase: MigrationPhase): NodeSide[] {
    switch (phase) {
      case MigrationPhase.N: return [NodeSide.N];
      case MigrationPhase.MIXED: return [NodeSide.N, NodeSide.N_PLUS_1];
      default: return [NodeSide.N_PLUS_1];
    }
  }

  /** What both sides' command lines change by. */
  public sideSettings(side: NodeSide): SideSettings {
    return {
      cloud: this.cloud.name,
      strategy: this.strategy,
      version: side === NodeSide.N ? this.options.fromVersion! : this.options.toVersion,
      configurationFile: this.configuration(KCM) !== undefined,
      nodeIpam: this.options.nodeIpam ?? false,
      externalVolumePlugin: this.options.externalCloudVolumePlugin ?? false,
      csiMigration: this.options.csiMigration ?? false,
      cloudConfigFile: cloudConfigOf(this.cloudConfigs, KCM),
    };
  }

  /** Image tags of a side; undefined where nothing changes. */
  public imageTags(side: NodeSide): { readonly fromTag: string; readonly toTag: string } | undefined {
    if (side === NodeSide.N) return undefined;
    const toTag = this.options.toVersion.imageTag('toVersion');
    return { fromTag: this.options.fromVersion?.imageTag('fromVersion') ?? toTag, toTag };
  }

  /** What both sides' files of nodes change by. */
  public nodeSideSettings(side: NodeSide, phase: MigrationPhase): NodeSideSettings {
    const aws = this.cloud.name === CloudProvider.AWS.name ? { cloudConfigs: this.cloudConfigs, ecr: this.options.ecrCredentialProvider } : undefined;
    const common = { side, changes: this.sideSettings(side), image: this.imageTags(side), aws };
    if (side === NodeSide.N) return { ...common, configuration: this.configuration(KCM) };
    const staticPod = this.ccmIsStaticPod ? this.ccm(phase)?.staticPod : undefined;
    return {
      ...common,
      configuration: staticPod && this.hasLeaderMigration(phase) ? this.configuration(CCM) : undefined,
      ccmManifest: staticPod && yaml().stringify(staticPod),
    };
  }

  /** The node files of this phase. */
  public nodeFiles(phase: MigrationPhase): NodeFile[] {
    return this.sides(phase).flatMap(side => this.filesOfSide(side, phase));
  }

  /** What the other phases have and this one does not. */
  public toDelete(phase: MigrationPhase): ToDelete {
    if (!this.options.fromVersion) return { objects: [], nodeFiles: [] };
    const elsewhere = this.phases().flatMap(other => this.objects(other));
    return { objects: leftBehind(this.objects(phase), elsewhere), nodeFiles: this.nodeFilesToDelete(phase) };
  }

  private nodeFilesToDelete(phase: MigrationPhase): NodeFileReference[] {
    const role = NodeRole.CONTROL_PLANE;
    const files: NodeFileReference[] = [];
    // Also on nodes that were upgraded in place, where it lies since phase `n`.
    if (phase === MigrationPhase.DISABLED && this.configuration(KCM) !== undefined) {
      files.push({ role, side: NodeSide.N_PLUS_1, path: LEADER_MIGRATION_FILE });
    }
    if (!this.ccmIsStaticPod) return files;
    // A kubelet runs whatever lies in its folder: a node that was rolled back would go on with the cloud-controller-manager.
    const without = this.sides(phase).filter(side => side === NodeSide.N || !this.hasCcm(phase));
    return [...files, ...without.map(side => ({ role, side, path: manifestPath('cloud-controller-manager') }))];
  }

  private get ccmIsStaticPod(): boolean {
    return this.options.workload === CcmWorkload.STATIC_POD;
  }

  private get lockNamespace(): string {
    const flag = 'leader-elect-resource-namespace';
    return this.options.flags?.[flag] ?? this.kcm?.leaderElection.find(({ name }) => name === flag)?.value ?? LOCK_NAMESPACE;
  }

  /** A style that both sides can read, and the same on both. */
  private commonStyle(fromVersion: KubernetesVersion): LeaderMigrationStyle {
    const styles = [defaultStyle(fromVersion), defaultStyle(this.cloud.ccmVersion)];
    return styles.includes(LeaderMigrationStyle.ASSIGNED) ? LeaderMigrationStyle.ASSIGNED : styles[0];
  }

  private phases(): MigrationPhase[] {
    return Object.values(MigrationPhase).filter(phase => phase !== MigrationPhase.MIXED || this.strategy !== MigrationStrategy.DOWNTIME);
  }

  /** Every object of a phase, and the Leases that its components make. */
  private objects(phase: MigrationPhase): ObjectReference[] {
    const lease = (name: string): ObjectReference => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: this.lockNamespace, name });
    return [
      ...this.leaseAccess(phase).flatMap(leaseAccessObjects).map(({ manifest }) => objectReference(manifest)),
      ...this.hasLeaderMigration(phase) ? [lease(this.leaderName)] : [],
      ...[this.configMap(phase)].flatMap(object => object ? [objectReference(object.manifest)] : []),
      ...(this.ccm(phase)?.objects ?? []).map(({ manifest }) => objectReference(manifest)),
    ];
  }

  private filesOfSide(side: NodeSide, phase: MigrationPhase): NodeFile[] {
    const [controlPlane, nodes = []] = side === NodeSide.N
      ? [this.controlPlane, this.options.nodes]
      : [this.upgradedControlPlane, this.options.upgradedNodes ?? this.options.nodes];
    if (nodes.length === 0) return []; // nor is an image tag written, so a bare minor will do
    const settings = this.nodeSideSettings(side, phase);
    return [
      ...controlPlane.flatMap(manifests => controlPlaneFiles(manifests, settings)),
      ...nodes.filter(({ role }) => role === NodeRole.WORKER).flatMap((node: NodeInput) => workerFiles(node, settings)),
    ];
  }
}
