import type { k8s } from 'cdk8s-plus-27';
import { CcmRules } from './ccm-rbac';
import { checkRun } from './check-run';
import { CloudProvider } from './cloud-provider';
import { leaderElectionFlags } from './leader-election-options';
import { CcmRunOptions } from './run-options';
import { MountedVolume } from './volume';
import { CcmWorkload } from './workload-kind';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { IdentifiedObject } from '../kubernetes/manifest';

/** What decides the release of a cloud-controller-manager and what it needs. */
export interface CcmTarget {
  /** Version of the control plane that it works for (N+1 during the migration). */
  readonly kubernetesVersion: KubernetesVersion;
  /** Whether Leader Migration is on while it runs. */
  readonly leaderMigration: boolean;
  /** What stands for `registry.k8s.io` on the nodes, where they have their images from a mirror. */
  readonly mirror?: string;
  /** Why it cannot be told where they have their images from. */
  readonly unclearMirror?: string;
  /** Whether it makes the routes of the nodes; default: it does not. */
  readonly cloudRoutes?: boolean;
  /** A key of section `[Global]` of its cloud config; default: its cloud config is not known. */
  readonly cloudConfigKey?: (key: string) => string | undefined;
}

/** What the cluster has that a cloud-controller-manager may not fit. */
export interface CcmCluster {
  /** None: not known. */
  readonly clusterId?: string;
  readonly cloudConfigPath?: string;
  readonly configureCloudRoutes?: boolean;
}

/** A cloud-controller-manager of one release: all that its cloud decides. */
export interface CcmRelease extends CcmRules {
  readonly name: string;
  readonly image: string;
  /** Value of `--cloud-provider`. */
  readonly cloudProvider: string;
  /** Minor of k8s.io/cloud-provider that it is built from: decides its controller keys. */
  readonly linkedMinor: KubernetesVersion;
  /** Its own release. A release may be built from a newer k8s.io/cloud-provider. */
  readonly release: KubernetesVersion;
  /** Tag of upstream's AWS image, if that is what runs: its flags are known. */
  readonly awsImage?: string;
  /** Whether its program has no node IPAM controller. */
  readonly lacksNodeIpam: boolean;
  /** Whether it reads another cloud config than kube-controller-manager. */
  readonly hasOwnCloudConfig: boolean;
  /** Objects that its pods mount. */
  readonly mounted: readonly IdentifiedObject[];
  readonly env: readonly k8s.EnvVar[];
  readonly volumes: readonly MountedVolume[];
  /** Flags of its own, which win over the user's. */
  readonly flags: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * The cloud-controller-manager of a cluster as a value, given once and passed on: `AwsCcm` for AWS, `CustomCcm` for any other cloud or image.
 */
export abstract class Ccm {
  /** @internal the cloud that it serves */
  public readonly _cloud: CloudProvider;
  /** @internal name of the workload, its selector label and its pods */
  public readonly _name: string;
  /** @internal form in which it runs */
  public readonly _workload: CcmWorkload;
  /** @internal */
  public readonly _run: CcmRunOptions;
  /** @internal the user's flags, and those that stand for other properties */
  public readonly _flags: Readonly<Record<string, string>>;

  /** @internal */
  protected constructor(cloud: CloudProvider, name: string, run: CcmRunOptions) {
    this._cloud = cloud;
    this._name = name;
    this._workload = checkedWorkload(run.workload);
    checkRun(run);
    this._run = run;
    this._flags = { ...leaderElectionFlags(run.leaderElection ?? {}), ...run.flags };
  }

  /** @internal whether its image and rights are upstream's, so that this library knows them */
  public abstract get _isUpstreamAws(): boolean;

  /** @internal whether releases that are younger than the tables are taken, of the cluster too */
  public get _takesUnread(): boolean {
    return false;
  }

  /** @internal @throws if what the cluster has does not fit what it is */
  public _checkCluster(_cluster: CcmCluster): void {}

  /** @internal @throws if something that is given does not exist in its release */
  public abstract _release(target: CcmTarget): CcmRelease;
}

/** Plain JavaScript can hand in anything. */
function checkedWorkload(workload: unknown): CcmWorkload {
  if (workload === undefined) return CcmWorkload.daemonSet();
  if (workload instanceof CcmWorkload) return workload;
  throw new Error(`workload is ${JSON.stringify(workload)}; give CcmWorkload.daemonSet(), CcmWorkload.deployment() or CcmWorkload.staticPod()`);
}
