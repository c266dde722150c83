import { cloudConfigOf } from './aws-node-files';
import { carriedFlags, carriedGates } from './carried-settings';
import { networkOf } from './cluster-settings';
import { leaderMigrationGates } from './component-changes';
import { ccmManifestPath } from './control-plane-node';
import { defaultEndpoint } from './default-endpoint';
import { dualNodeIpGates } from './ip-families';
import { managerConfigMap, managerManifest, volumeOf } from './manager-deployment/deployed-manager';
import { MigrationPhase } from './migration-phase';
import { CcmPlacement, StrategyKind } from './migration-strategy';
import { controlPlaneLabels } from './node-labels';
import { nodeFilesOf, PhaseAdditions } from './node-side';
import { nodeTaints, taintsOfBefore } from './node-taints';
import { PhaseProof, provePhase } from './phase-proof';
import { clusterOf } from './processes';
import type { SettledMigration, SettledPhase } from './settled-migration';
import { leftBehind, NodeFileReference, ObjectReference, objectReference, ToDelete } from './to-delete';
import { DROP_IN } from './unit-component';
import { CcmObjects, ccmObjects, CcmSituation, ccmSubject } from '../ccm/ccm-objects';
import { CcmLeaderMigration } from '../ccm/leader-migration-config';
import { yaml } from '../edit/yaml/load';
import { CCM, KCM } from '../kubernetes/component';
import { IdentifiedObject } from '../kubernetes/manifest';
import { NodeFile, NodeRole, NodeSide } from '../kubernetes/node';
import { RbacSubject } from '../kubernetes/rbac-rule';
import { SIDE_LABEL } from '../kubernetes/side-label';
import { CONFIG_MAP_KEY, CONFIG_MAP_NAME, configMapManifest, LEADER_MIGRATION_FILE } from '../leader-migration';
import { Cluster } from '../model/cluster';
import { LeaseAccess, leaseAccessObjects } from '../rbac/lease-access';
import { contentHash } from '../text/content-hash';

/** Namespace of the cloud-controller-manager in a migration: where its main Lease and the bootstrap roles are. */
const NAMESPACE = 'kube-system';

/** What one phase of a migration consists of: objects, node files, the cluster as the safety model sees it, and its proof. Each is computed once. */
export class PhaseModel implements SettledPhase {
  /** Whether a cloud-controller-manager is deployed. */
  public readonly hasCcm: boolean;
  public readonly hasLeaderMigration: boolean;
  public readonly sides: readonly NodeSide[];
  private ccmMade?: CcmObjects;
  private situationMade?: CcmSituation;
  private clusterMade?: Cluster;
  private proofMade?: readonly PhaseProof[];

  public constructor(public readonly model: SettledMigration, public readonly phase: MigrationPhase) {
    this.hasCcm = phase !== MigrationPhase.N && (phase !== MigrationPhase.MIXED || model.strategy === StrategyKind.LEADER_MIGRATION);
    this.hasLeaderMigration = model.style !== undefined && phase !== MigrationPhase.DISABLED;
    this.sides = SIDES[phase];
  }

  /** The ConfigMap of the cloud-controller-manager, if it has one: a static pod reads a file of its node. */
  public get configMap(): IdentifiedObject | undefined {
    const content = this.hasLeaderMigration && this.hasCcm && !this.ccmIsStaticPod ? this.model.configuration(CCM)?.text : undefined;
    return content === undefined ? undefined : { id: 'Resource', manifest: configMapManifest(CONFIG_MAP_NAME, this.namespace, content) };
  }

  /** The Deployment of kube-controller-manager and its configuration; none where nodes run it. */
  public get managerObjects(): readonly IdentifiedObject[] {
    const { settings: { manager } } = this.model;
    // It keeps version N until the cloud-controller-manager runs: its roll is the step to `n-plus-1`.
    const pod = this.model.managerPod(this.sides[0]);
    if (!manager || !pod) return [];
    // Until no pod of version N can come back, also by `kubectl rollout undo`.
    const configuration = this.hasLeaderMigration ? this.model.configuration(KCM)?.text : undefined;
    return [
      ...configuration === undefined ? [] : [{ id: 'Config', manifest: managerConfigMap(manager, configuration) }],
      { id: 'Resource', manifest: managerManifest(pod) },
    ];
  }

  /** Access to the migration Lease, per component. */
  public get leaseAccess(): LeaseAccess[] {
    const { settings, style, lockNamespace } = this.model;
    const { fromVersion, toVersion, leaseAccess, leaderName } = settings;
    if (style === undefined || !fromVersion) return [];
    const common = {
      mode: leaseAccess,
      leaseName: leaderName,
      namespace: lockNamespace,
      granted: this.hasLeaderMigration,
      createGranted: true, // kube-controller-manager by its ClusterRole, the cloud-controller-manager by the Role of its main Lease
      ccmSubject: this.subject,
      kcmAccount: settings.manager?.account,
    };
    // What the API server grants by itself: that of N+1, once no node of N can come back.
    const access: LeaseAccess[] = [{ ...common, component: KCM, version: this.phase === MigrationPhase.DISABLED ? toVersion : fromVersion }];
    if (this.hasCcm) access.push({ ...common, component: CCM, version: toVersion });
    return access;
  }

  public get situation(): CcmSituation {
    return this.situationMade ??= this.makeSituation();
  }

  public get ccm(): CcmObjects | undefined {
    if (!this.hasCcm) return undefined;
    return this.ccmMade ??= ccmObjects(this.model.settings.ccm, this.model.release, this.situation);
  }

  public get cluster(): Cluster {
    return this.clusterMade ??= clusterOf(this);
  }

  /** What was proven of the phase, and of the step into it. */
  public get proof(): readonly PhaseProof[] {
    return this.proofMade ??= provePhase(this);
  }

  /** What the phase adds to the control-plane nodes of a side. */
  public filesOn(side: NodeSide): PhaseAdditions {
    if (side === NodeSide.N) return { configuration: this.model.configuration(KCM)?.text };
    const staticPod = this.ccmIsStaticPod ? this.ccm?.staticPod : undefined;
    return {
      configuration: staticPod && this.hasLeaderMigration ? this.model.configuration(CCM)?.text : undefined,
      ccmManifest: staticPod && yaml().stringify(staticPod),
    };
  }

  /** The node files. */
  public get nodeFiles(): NodeFile[] {
    return this.sides.flatMap(side => {
      const own = this.filesOn(side);
      return this.model.editedNodes(side).flatMap(node => nodeFilesOf(node, side, own));
    });
  }

  /** What the other phases have and this one does not. */
  public get toDelete(): ToDelete {
    if (!this.model.settings.fromVersion) return { objects: [], nodeFiles: [] };
    return { objects: leftBehind(this.objectReferences, this.model.everyObject), nodeFiles: this.nodeFilesToDelete };
  }

  /** Every object of the phase, and the Leases that its components make. */
  public get objectReferences(): ObjectReference[] {
    const { lockNamespace, settings } = this.model;
    const lease: ObjectReference = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: lockNamespace, name: settings.leaderName };
    return [
      ...this.leaseAccess.flatMap(leaseAccessObjects).map(({ manifest }) => objectReference(manifest)),
      ...this.hasLeaderMigration ? [lease] : [],
      ...[this.configMap].flatMap(object => object ? [objectReference(object.manifest)] : []),
      ...(this.ccm?.objects ?? []).map(({ manifest }) => objectReference(manifest)),
      ...this.managerObjects.map(({ manifest }) => objectReference(manifest)),
    ];
  }

  /** Where the cloud-controller-manager runs. */
  private get namespace(): string {
    const { manager } = this.model.settings;
    return manager?.hosted ? manager.namespace : NAMESPACE;
  }

  private get subject(): RbacSubject {
    const { manager, ccm } = this.model.settings;
    return ccmSubject(ccm, this.namespace, manager?.hosted);
  }

  private makeSituation(): CcmSituation {
    const { settings, release, kcm, cloudConfigs, upgradedControlPlane } = this.model;
    const { network, toVersion, cloudConfigPath, placement, ccm, manager } = settings;
    const ofCluster = networkOf(network, kcm?.cluster);
    const on = this.hasLeaderMigration;
    const configuration = on ? this.model.configuration(CCM)?.text : undefined;
    const given = ccm._flags['feature-gates'];
    const carried = carriedGates(kcm ?? {}, this.model.moved, release.linkedMinor, given);
    const forLocks = (on ? leaderMigrationGates(release.linkedMinor, carried) : undefined) ?? carried;
    const gates = dualNodeIpGates(settings, release.linkedMinor, forLocks ?? given) ?? forLocks;
    const recommended = ccm._run.recommendedDefaults ?? true;
    const nodes = upgradedControlPlane.map(({ node }) => node);
    const { nodeSelector, affinity } = ccm._run.pod ?? {};
    const selectsItself = this.ccmIsStaticPod || nodeSelector !== undefined || affinity?.nodeAffinity !== undefined;
    const configPath = release.hasOwnCloudConfig ? undefined : cloudConfigOf(cloudConfigs, CCM) ?? cloudConfigPath ?? kcm?.cloudConfig;
    return {
      kubernetesVersion: toVersion,
      namespace: this.namespace,
      hosted: manager?.hosted,
      network: { ...ofCluster, configureCloudRoutes: ofCluster.configureCloudRoutes ?? false },
      cloudConfigPath: configPath,
      cloudConfigVolume: configPath === undefined || !manager ? undefined : volumeOf(manager, configPath, 'cloud-config'),
      leaderMigration: !on ? undefined : configuration === undefined ? CcmLeaderMigration.builtInDefault()
        : CcmLeaderMigration._withConfiguration({ configMapName: CONFIG_MAP_NAME, key: CONFIG_MAP_KEY, contentHash: contentHash(configuration) }),
      kubeconfigIsOnNodes: true, // checked before there is a phase
      nodeTaints: nodeTaints(nodes, taintsOfBefore(settings.fromVersion, toVersion)),
      controlPlaneLabels: selectsItself || manager ? undefined : controlPlaneLabels(toVersion, nodes, settings.fromVersion),
      placementLabels: on && placement === CcmPlacement.UPGRADED_NODES ? { [SIDE_LABEL]: NodeSide.N_PLUS_1 } : {},
      // Which node has an API server is not known of a control plane that a Deployment is part of: by its Service, or its kubeconfig.
      apiServerEndpoint: on && recommended && !manager ? defaultEndpoint(toVersion, upgradedControlPlane) : undefined,
      carried: this.model.carried,
      defaultFlags: kcm ? carriedFlags(kcm, release.linkedMinor) : {},
      controllersOff: this.model.unmoved,
      requiredFlags: gates === undefined ? {} : { 'feature-gates': gates },
    };
  }

  private get nodeFilesToDelete(): NodeFileReference[] {
    const role = NodeRole.CONTROL_PLANE;
    const files: NodeFileReference[] = [];
    // Also on nodes that were upgraded in place, where it is since phase `n`.
    if (this.phase === MigrationPhase.DISABLED && this.model.configuration(KCM) !== undefined && !this.model.settings.manager) {
      files.push({ role, side: NodeSide.N_PLUS_1, path: LEADER_MIGRATION_FILE });
    }
    files.push(...this.dropInsOfUpgradedNodes());
    if (!this.ccmIsStaticPod) return files;
    // A kubelet runs whatever is in its folder: a node that was rolled back would go on with the cloud-controller-manager.
    const without = this.sides.filter(side => side === NodeSide.N || !this.hasCcm);
    const paths = [...new Set(this.model.upgradedControlPlane.map(ccmManifestPath))].sort();
    return [...files, ...without.flatMap(side => paths.map(path => ({ role, side, path })))];
  }

  /** Of units that version N leaves as they are: systemd starts what the last drop-in says, also on a node that was rolled back. */
  private dropInsOfUpgradedNodes(): NodeFileReference[] {
    const hasUnits = this.model.upgradedControlPlane.some(({ units }) => units.size > 0);
    if (!hasUnits || !this.sides.includes(NodeSide.N)) return [];
    const [before, after] = [NodeSide.N, NodeSide.N_PLUS_1].map(side => new Set(this.model.editedNodes(side).flatMap(({ files }) =>
      [...files.keys()].filter(path => path.endsWith(`/${DROP_IN}`)))));
    return [...after].filter(path => !before.has(path)).sort().map(path => ({ role: NodeRole.CONTROL_PLANE, side: NodeSide.N, path }));
  }

  private get ccmIsStaticPod(): boolean {
    return this.model.settings.ccm._workload._isStaticPod;
  }
}

const SIDES: Readonly<Record<MigrationPhase, readonly NodeSide[]>> = {
  [MigrationPhase.N]: [NodeSide.N],
  [MigrationPhase.MIXED]: [NodeSide.N, NodeSide.N_PLUS_1],
  [MigrationPhase.N_PLUS_1]: [NodeSide.N_PLUS_1],
  [MigrationPhase.DISABLED]: [NodeSide.N_PLUS_1],
};
