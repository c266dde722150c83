import { checkAgreement } from './agreement';
import { awsCloudConfigs, checkNodeNames, cloudConfigOf } from './aws-node-files';
import { carriedFromKcm } from './carried-from-kcm';
import { globalKeyOfCloudConfigs, hasServiceOverrides } from './cloud-config-keys';
import { checkClusterId, checkClusterIdInCloudConfigs } from './cluster-id';
import { networkOf } from './cluster-settings';
import { componentChanges, MIGRATED_CONTROLLERS, SideSettings } from './component-changes';
import { checkReleases, ControlPlaneNodeManifests, readControlPlaneNodes } from './control-plane-node';
import { checkCsiMigration, checkInTreeVolumes } from './csi-gates';
import { checkExistingLeaderMigration } from './existing-leader-migration';
import { imageMirror } from './image-mirror';
import { checkFamiliesOfMigration, cloudConfigWithFamilies } from './ip-families';
import { checkUpgradedKcms, KcmReading, readKcms } from './kcm-reading';
import { asControlPlane, editedManager } from './manager-deployment/deployed-manager';
import { checkInTree, checkKnownVersion, checkMigrationPair } from './migration-pair';
import { MigrationPhase } from './migration-phase';
import { MigrationProps } from './migration-props';
import { StrategyKind } from './migration-strategy';
import { checkProviderControllers, movedControllers, wantedControllers } from './moved-controllers';
import { editedControlPlane, EditedNode, editedWorker, NodeSideSettings } from './node-side';
import { PhaseModel } from './phase-model';
import { kcmsOfSide } from './processes';
import { checkProviderIds } from './provider-id';
import { MigrationSettings, resolveSettings } from './settings';
import type { SettledMigration } from './settled-migration';
import { checkStaticPodKubeconfig } from './static-pod-kubeconfig';
import { ObjectReference } from './to-delete';
import { Carried, NOTHING_CARRIED } from '../ccm/carried';
import { CcmRelease } from '../ccm/ccm';
import { CloudProvider } from '../ccm/cloud-provider';
import { CLOUD_CONFIG_PATH, CloudConfigFile } from '../cloud-config/cloud-config';
import { StaticPod } from '../edit/static-pod/static-pod';
import { ParsedTexts } from '../edit/yaml/parsed-texts';
import { CloudController } from '../facts/controllers';
import { LOCK_NAMESPACE } from '../facts/locks';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeRole, NodeSide } from '../kubernetes/node';
import { buildLeaderMigrationConfiguration, ConfigurationFile, defaultStyle, LeaderMigrationStyle } from '../leader-migration';
import { Process } from '../model/process';

/**
 * A migration as its parts see it: what was given, what the manifests say, and what both sides change by. Pure. A phase is computed once, when it is
 * asked for, and kept here; the constructs write what it says, and the checks look at the same.
 */
export class MigrationModel implements SettledMigration {
  public readonly settings: MigrationSettings;
  public readonly strategy: StrategyKind;
  public readonly release: CcmRelease;
  public readonly style: LeaderMigrationStyle | undefined;
  public readonly controlPlane: readonly ControlPlaneNodeManifests[];
  public readonly upgradedControlPlane: readonly ControlPlaneNodeManifests[];
  public readonly moved: readonly CloudController[];
  public readonly unmoved: readonly CloudController[];
  public readonly kcm: KcmReading | undefined;
  public readonly cloudConfigs: readonly CloudConfigFile[];
  public readonly carried: Carried;
  public readonly texts = new ParsedTexts();
  /** Phases that there are, in the order in which a migration walks. */
  public readonly phases: readonly MigrationPhase[];
  private readonly configurations: Readonly<Record<ControllerManager, ConfigurationFile | undefined>>;
  private readonly computed = new Map<MigrationPhase, PhaseModel>();
  private readonly kcms = new Map<NodeSide, readonly Process[]>();
  private readonly managerPods = new Map<NodeSide, StaticPod>();
  private readonly edited = new Map<NodeSide, readonly EditedNode[]>();
  private readonly answers = new Map<(migration: SettledMigration) => unknown, unknown>();

  /** @throws if one of the options is wrong, or two contradict each other */
  public constructor(props: MigrationProps) {
    const settings = resolveSettings(props, this.texts);
    const { fromVersion, toVersion, ccm, nodes, upgradedNodes } = settings;
    this.settings = settings;
    this.strategy = settings.strategy._kind;
    checkClusterId(settings.clusterId);
    checkKnownVersion('fromVersion', fromVersion);
    checkKnownVersion('toVersion', toVersion);
    this.phases = phasesOf(this.strategy, fromVersion);
    const byLeaderMigration = this.strategy === StrategyKind.LEADER_MIGRATION;
    const { manager } = settings;
    this.controlPlane = manager ? [asControlPlane(manager)] : readControlPlaneNodes(nodes, this.texts, fromVersion);
    this.upgradedControlPlane = upgradedNodes && !manager ? readControlPlaneNodes(upgradedNodes, this.texts, fromVersion ?? toVersion)
      : this.controlPlane;
    const leaderMigration = fromVersion !== undefined && byLeaderMigration;
    const { mirror, unclear } = imageMirror(this.upgradedControlPlane);
    const wanted = wantedControllers(settings);
    if (fromVersion) checkInTree('fromVersion', fromVersion, ccm._cloud); // before its flags are read as those of this cloud
    this.kcm = fromVersion && this.controlPlane.length > 0
      ? readKcms(this.controlPlane, { cloud: ccm._cloud.name, strategy: this.strategy, version: fromVersion, moving: wanted }) : undefined;
    const cloudRoutes = networkOf(settings.network, this.kcm?.cluster).configureCloudRoutes;
    this.release = ccm._release({
      kubernetesVersion: toVersion,
      leaderMigration,
      mirror,
      unclearMirror: unclear,
      cloudRoutes,
      cloudConfigKey: key => globalKeyOfCloudConfigs(settings, this.kcm, key),
    });
    this.carried = this.kcm === undefined ? NOTHING_CARRIED : carriedFromKcm(this.controlPlane, {
      given: [...this.release.env, ...ccm._run.pod?.env ?? []],
      hasEndpoint: ccm._run.pod?.apiServerEndpoint !== undefined,
      isStaticPod: ccm._workload._isStaticPod,
      hasOverrides: hasServiceOverrides(settings, this.kcm),
    });
    if (fromVersion) {
      checkMigrationPair({
        cloud: ccm._cloud,
        from: fromVersion,
        to: toVersion,
        ccm: this.release.release,
        byLeaderMigration,
        allowCcmNewerThanApiserver: true, // installers do it on purpose; the checks warn
        props: { from: 'fromVersion', to: 'toVersion', ccm: ccm._isUpstreamAws ? 'release' : 'linkedVersion' },
      });
    }
    this.style = fromVersion && byLeaderMigration ? settings.style ?? this.commonStyle(fromVersion) : undefined;
    if (fromVersion) checkReleases(this.controlPlane, fromVersion);
    checkProviderControllers(settings);
    this.moved = movedControllers(settings, wanted, this.kcm);
    this.unmoved = MIGRATED_CONTROLLERS.filter(controller => !this.moved.includes(controller));
    if (this.kcm && upgradedNodes) checkUpgradedKcms(this.controlPlane, this.upgradedControlPlane);
    ccm._checkCluster({
      clusterId: settings.clusterId,
      cloudConfigPath: settings.cloudConfigPath ?? (settings.cloudConfig && CLOUD_CONFIG_PATH),
      configureCloudRoutes: cloudRoutes,
    });
    if (settings.ecrCredentialProvider && !this.isAws) {
      throw new Error(`ecrCredentialProvider is for nodes on AWS, but the cloud is '${ccm._cloud}'; leave it out`);
    }
    if (settings.providerIdFlag && !this.isAws) {
      throw new Error(`providerIdFlag is for nodes on AWS, but the cloud is '${ccm._cloud}'; leave it out`);
    }
    if (settings.csiMigration) checkCsiMigration(ccm._cloud.name, settings);
    if (settings.externalCloudVolumePlugin) {
      const gates = this.controlPlane.map(({ pods }) => pods.get(KCM)?.flagValue('feature-gates') ?? '');
      checkInTreeVolumes(ccm._cloud.name, fromVersion, toVersion, gates);
    }
    checkAgreement(settings, this.kcm);
    checkFamiliesOfMigration(settings, this.kcm);
    const { awsImage: awsRelease } = this.release;
    checkProviderIds([...nodes, ...upgradedNodes ?? []]);
    if (awsRelease) checkNodeNames([...nodes, ...upgradedNodes ?? []], awsRelease);
    const cloudConfig = cloudConfigWithFamilies(settings, this.kcm?.cloudConfig);
    this.cloudConfigs = awsCloudConfigs(settings, cloudConfig, awsRelease, this.kcm?.cloudConfig);
    checkClusterIdInCloudConfigs(settings, this.kcm, this.cloudConfigs);
    for (const manifests of this.controlPlane) checkExistingLeaderMigration(manifests, settings.leaderName, settings.providerControllers);
    // Refuses what no phase could write, before the first phase is written.
    this.configurations = { [KCM]: this.renderConfiguration(KCM), [CCM]: this.renderConfiguration(CCM) };
  }

  /**
   * What a phase consists of.
   *
   * @throws if the phase does not exist for these options
   */
  public phase(phase: MigrationPhase): PhaseModel {
    const known = this.computed.get(phase);
    if (known) return known;
    this.checkPhase(phase);
    const made = new PhaseModel(this, phase);
    this.computed.set(phase, made);
    return made;
  }

  public get everyObject(): readonly ObjectReference[] {
    return this.phases.flatMap(phase => this.phase(phase).objectReferences);
  }

  public before(phase: MigrationPhase): MigrationPhase | undefined {
    return this.phases[this.phases.indexOf(phase) - 1];
  }

  public configuration(component: ControllerManager): ConfigurationFile | undefined {
    return this.configurations[component];
  }

  public get lockNamespace(): string {
    const flag = 'leader-elect-resource-namespace';
    return this.settings.ccm._flags[flag] ?? this.kcm?.leaderElection.find(({ name }) => name === flag)?.value ?? LOCK_NAMESPACE;
  }

  public sideSettings(side: NodeSide): SideSettings {
    const { ccm, fromVersion, toVersion, externalCloudVolumePlugin, csiMigration } = this.settings;
    return {
      cloud: ccm._cloud.name,
      strategy: this.strategy,
      version: side === NodeSide.N ? fromVersion! : toVersion,
      before: fromVersion,
      configurationFile: this.configuration(KCM) !== undefined,
      moved: this.moved,
      externalVolumePlugin: externalCloudVolumePlugin,
      csiMigration,
      cloudConfigFile: cloudConfigOf(this.cloudConfigs, KCM),
    };
  }

  /** Image tags of a side; undefined where nothing changes. */
  public imageTags(side: NodeSide): { readonly fromTag: string; readonly toTag: string } | undefined {
    if (side === NodeSide.N) return undefined;
    const { fromVersion, toVersion } = this.settings;
    const toTag = toVersion._imageTag('toVersion');
    return { fromTag: fromVersion?._imageTag('fromVersion') ?? toTag, toTag };
  }

  /** What decides the files of the nodes of a side. */
  public nodeSideSettings(side: NodeSide): NodeSideSettings {
    const { ecrCredentialProvider: ecr, providerIdFlag, network: { ipFamilies } } = this.settings;
    const aws = this.isAws ? { cloudConfigs: this.cloudConfigs, ecr, providerIdFlag, ipFamilies } : undefined;
    return { side, changes: this.sideSettings(side), image: this.imageTags(side), aws };
  }

  public editedNodes(side: NodeSide): readonly EditedNode[] {
    const known = this.edited.get(side) ?? this.editNodes(side);
    this.edited.set(side, known);
    return known;
  }

  public podsOf(side: NodeSide): readonly StaticPod[] {
    const manager = this.managerPod(side);
    return manager ? [manager] : this.editedNodes(side).flatMap(({ pods }) => pods);
  }

  public managerPod(side: NodeSide): StaticPod | undefined {
    const { manager } = this.settings;
    if (!manager) return undefined;
    const known = this.managerPods.get(side);
    if (known) return known;
    const changes = componentChanges(KCM, side, this.sideSettings(side), name => manager.pod.flagValue(name));
    const configuration = side === NodeSide.N ? this.configuration(KCM)?.text : undefined;
    const made = editedManager(manager, changes, { image: this.imageTags(side), configuration });
    this.managerPods.set(side, made);
    return made;
  }

  public answer<T>(question: (migration: SettledMigration) => T): T {
    if (!this.answers.has(question)) this.answers.set(question, question(this));
    return this.answers.get(question) as T;
  }

  public kcmProcesses(side: NodeSide): readonly Process[] {
    const known = this.kcms.get(side) ?? kcmsOfSide(this, side);
    this.kcms.set(side, known);
    return known;
  }

  private editNodes(side: NodeSide): readonly EditedNode[] {
    const { nodes: nodesOfN, upgradedNodes, replaced } = this.settings;
    const templates = replaced.map(({ template }) => template);
    const given = this.settings.manager ? [] : this.controlPlane;
    const upgraded = this.settings.manager ? [] : this.upgradedControlPlane;
    const [manifests, nodes] = side === NodeSide.N
      ? [[...given, ...readControlPlaneNodes(templates, this.texts, this.settings.fromVersion)], [...nodesOfN, ...templates]]
      : [upgraded, upgradedNodes ?? nodesOfN];
    if (nodes.length === 0) return []; // nor is an image tag written, so a bare minor will do
    const settings = this.nodeSideSettings(side);
    return [
      ...editedControlPlane(manifests, settings),
      ...nodes.filter(({ role }) => role === NodeRole.WORKER).map(node => editedWorker(node, settings)),
    ];
  }

  private checkPhase(phase: MigrationPhase): void {
    if (!Object.values(MigrationPhase).includes(phase)) {
      throw new Error(`phase '${phase}' is not known; accepted: ${Object.values(MigrationPhase).map(name => `'${name}'`).join(', ')}`);
    }
    if (phase !== MigrationPhase.DISABLED && !this.settings.fromVersion) {
      throw new Error(`phase '${phase}' needs \`fromVersion\`, the version that the control plane runs today; without it only phase 'disabled' can `
        + 'be written');
    }
    if (!this.phases.includes(phase)) {
      throw new Error('phase \'mixed\' does not exist with strategy \'downtime\': every node is changed while nothing runs; go from \'n\' to '
        + '\'n-plus-1\'');
    }
    // Not before: an installer's own configuration can stand for the nodes, see `Migration._for`.
    if (this.settings.ccm._workload._isStaticPod && this.upgradedControlPlane.length === 0) {
      throw new Error('CcmWorkload.staticPod() is written as a file of each control-plane node, but no control-plane node is given; '
        + 'hand them in as `nodes`, or as `upgradedNodes` when all run N+1');
    }
    this.refuseUnusedNodeOptions();
    if (this.settings.ccm._workload._isStaticPod && this.settings.replaced.some(({ role }) => role === NodeRole.CONTROL_PLANE)) {
      throw new Error('nodeReplacement replaces the control-plane nodes, and CcmWorkload.staticPod() is a file of each, which phase \'disabled\' '
        + 'changes on '
        + 'nodes that stay; take a DaemonSet or a Deployment, or NodeReplacement.inPlace()');
    }
    if (phase !== MigrationPhase.N) checkStaticPodKubeconfig(this.settings.ccm, this.upgradedControlPlane.map(({ node }) => node));
  }

  /** Options that only files of nodes say. */
  private refuseUnusedNodeOptions(): void {
    const { nodes, upgradedNodes, nodeGroups, cloudConfig, ecrCredentialProvider, externalCloudVolumePlugin, csiMigration } = this.settings;
    if (nodes.length > 0 || upgradedNodes !== undefined) return;
    const hasGroups = Object.keys(nodeGroups).length > 0;
    const [unused] = Object.entries({ cloudConfig, ecrCredentialProvider, externalCloudVolumePlugin, csiMigration, nodeGroups: hasGroups })
      .filter(([, value]) => value !== undefined && value !== false);
    if (!unused) return;
    const instead = unused[0] === 'cloudConfig' ? ' and say with `cloudConfigPath` where it is' : '';
    throw new Error(`${unused[0]} is about nodes, but no \`nodes\` are given, so nothing would be written of it; hand them in, or leave it out`
      + instead);
  }

  private renderConfiguration(component: ControllerManager): ConfigurationFile | undefined {
    const { fromVersion, bothKeyGenerations, leaderName } = this.settings;
    if (!fromVersion || this.style === undefined) return undefined;
    const { linkedMinor, lacksNodeIpam } = this.release;
    const [version, otherVersion] = component === KCM ? [fromVersion, linkedMinor] : [linkedMinor, fromVersion];
    const configuration = buildLeaderMigrationConfiguration({
      version,
      otherVersion,
      component,
      assignedTo: component,
      style: this.style,
      leaderName,
      controllers: this.moved.filter(controller => controller !== 'nodeipam'),
      nodeIpam: this.moved.includes('nodeipam'),
      providerControllers: this.settings.providerControllers,
      bothKeyGenerations,
      ccmLacksNodeIpam: lacksNodeIpam,
    });
    return configuration && ConfigurationFile.of(configuration);
  }

  /** A style that both sides can read, and the same on both. */
  private commonStyle(fromVersion: KubernetesVersion): LeaderMigrationStyle {
    const styles = [defaultStyle(fromVersion), defaultStyle(this.release.linkedMinor)];
    return styles.includes(LeaderMigrationStyle.ASSIGNED) ? LeaderMigrationStyle.ASSIGNED : styles[0];
  }

  /** Whether AWS adds files to the nodes. */
  public get isAws(): boolean {
    return this.settings.ccm._cloud.name === CloudProvider.AWS.name;
  }
}

/** Without version N only the steady state is left; a downtime mixes nothing. */
function phasesOf(strategy: StrategyKind, fromVersion: KubernetesVersion | undefined): readonly MigrationPhase[] {
  if (!fromVersion) return [MigrationPhase.DISABLED];
  return Object.values(MigrationPhase).filter(phase => phase !== MigrationPhase.MIXED || strategy !== StrategyKind.DOWNTIME);
}
