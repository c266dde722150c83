import { AwsCcmRules } from './aws-ccm-rules';
import { AwsCredentials } from './aws-credentials';
import { awsCcmImage, checkArchitecture } from './aws-image';
import { AwsTaggingOptions, taggingFlags } from './aws-tagging';
import { awsV2Additions, awsV2ConfigMap, checkAwsV2Cluster } from './aws-v2';
import { Ccm, CcmCluster, CcmRelease, CcmTarget } from './ccm';
import { CloudProvider } from './cloud-provider';
import { CcmRunOptions } from './run-options';
import { AwsV2Provider } from '../cloud-config/aws-v2';
import { AWS_CCM_HAS_NODE_IPAM, awsCcmRelease, defaultAwsCcm, servingAwsCcm } from '../facts/ccm-releases';
import type { FactsFeed } from '../facts/feed';
import { imdsHopLimitNote } from '../facts/imds-hop-limit';
import { takeFeedOfProgram } from '../facts/in-force';
import { skewNote } from '../facts/version-skew';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { UNREAD_ANNOTATION } from '../model/image-annotation';
import { checkNames } from '../options/check-names';

/** Options for `AwsCcm`. */
export interface AwsCcmProps {
  /**
   * Release, for example `v1.27.10`. Where the version skew policy does not support it beside the control plane, the annotation
   * `ccm-migration/version-skew` of the workload says so.
   * @default - the newest promoted image of the minor of the control plane that is not known to be bad; where a newer one is passed over, the
   *   annotation `ccm-migration/passed-over` of the workload says why
   */
  readonly release?: string;
  /**
   * Feed of facts that is newer than this library. It is taken for all that the program makes from here on; a program has one.
   * @default - the facts of this library
   */
  readonly facts?: FactsFeed;
  /**
   * Whether `release` may be younger than what this library has read of the project. Its flags, rules and permissions are then taken to be those of
   * the last release that was read before it, which the annotation `ccm-migration/unread-release` of the workload names. The Kubernetes of the
   * cluster may then be younger too, and is taken likewise.
   * @default false
   */
  readonly unreadRelease?: boolean;
  /**
   * Repository of the image, without a tag: a mirror of upstream's.
   * @default - upstream's, `registry.k8s.io/provider-aws/cloud-controller-manager`; where the nodes have kube-controller-manager from a mirror, the
   *   same path there
   */
  readonly imageRepository?: string;
  /**
   * Digest of the image, `sha256:` and 64 hex digits, written behind the tag.
   * @default - none, unless `pinDigest`
   */
  readonly imageDigest?: string;
  /**
   * Whether the image is given with the digest under which upstream promoted its release. A mirror keeps it where it copies the image as a whole.
   * @default false
   */
  readonly pinDigest?: boolean;
  /**
   * Rules of the ClusterRole.
   * @default AwsCcmRules.LEAST_PRIVILEGE
   */
  readonly rules?: AwsCcmRules;
  /**
   * What it calls AWS with.
   * @default - the instance role of its node
   */
  readonly credentials?: AwsCredentials;
  /**
   * The tagging controller.
   * @default - off
   */
  readonly tagging?: AwsTaggingOptions;
  /**
   * Opt-in to the pre-alpha provider `aws/v2` for the cluster of this name.
   *
   * For new clusters, in releases up to 1.28, and not with Leader Migration. It only initializes and deletes nodes. Every instance needs the tag
   * `kubernetes.io/cluster/<name>=owned`, or its node is deleted.
   * @default - the provider `aws`
   */
  readonly alphaV2ClusterName?: string;
  /**
   * How it runs.
   * @default - as upstream's DaemonSet, on control-plane nodes
   */
  readonly run?: CcmRunOptions;
}

/** Key of the tag by which an instance belongs to a cluster, before its id. */
const CLUSTER_TAG = 'kubernetes.io/cluster/';

/** On the workload, where the reviewer of a manifest without host network sees what its instances need. */
const HOP_LIMIT_ANNOTATION = 'ccm-migration/imds-hop-limit';
/** Why a release is the default, where a newer one has an image. */
const PASSED_OVER_ANNOTATION = 'ccm-migration/passed-over';
/** That the version skew policy does not support the release beside the API servers that it is written for. Some installers do it on purpose. */
const SKEW_ANNOTATION = 'ccm-migration/version-skew';

/**
 * Upstream's AWS cloud-controller-manager. The image is the newest promoted one of the minor of the control plane: a git tag is not an image. Every
 * promoted image is for amd64 and arm64.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws
 * @example
 * const ccm = AwsCcm.of({ run: { workload: CcmWorkload.deployment({ replicas: 3 }), monitoring: { serviceMonitor: true } } });
 */
export class AwsCcm extends Ccm {
  /**
   * @param props release, rights, credentials, and how it runs
   */
  public static of(props?: AwsCcmProps): AwsCcm {
    checkNames('AwsCcmProps', props);
    return new AwsCcm(props ?? {});
  }

  private readonly own: AwsCcmProps;

  private constructor(props: AwsCcmProps) {
    if (props.facts !== undefined) takeFeedOfProgram(props.facts._inForce);
    super(CloudProvider.AWS, props.run?.metadata?.name ?? 'aws-cloud-controller-manager', props.run ?? {});
    if (props.rules !== undefined && props.run?.access?.rbac === false) {
      throw new Error('rules are given, but access.rbac is false, so no ClusterRole is written; leave one of them out');
    }
    this.own = props;
  }

  /** @internal */
  public get _isUpstreamAws(): boolean {
    return true;
  }

  /** @internal */
  public override get _takesUnread(): boolean {
    return this.own.unreadRelease === true;
  }

  /** @internal */
  public override _checkCluster(cluster: CcmCluster): void {
    const other = Object.keys(this.own.tagging?.tags ?? {}).find(tag => tag.startsWith(CLUSTER_TAG) && tag !== CLUSTER_TAG + cluster.clusterId);
    if (other !== undefined && cluster.clusterId !== undefined) {
      throw new Error(`tagging.tags has '${other}', but clusterId is '${cluster.clusterId}': with two cluster tags no component knows its cluster; `
        + 'leave the tag out');
    }
    if (this.own.alphaV2ClusterName !== undefined) checkAwsV2Cluster(this.own.alphaV2ClusterName, cluster);
  }

  /** @internal */
  public _release({
    kubernetesVersion, leaderMigration, mirror, unclearMirror, cloudRoutes = false, cloudConfigKey = () => undefined,
  }: CcmTarget): CcmRelease {
    if (unclearMirror !== undefined && this.own.imageRepository === undefined) {
      throw new Error(`${unclearMirror}, which does not say where the image of the cloud-controller-manager is pulled from; `
        + 'give it as `imageRepository`');
    }
    const { tag, passedOver } = this.own.release === undefined ? defaultAwsCcm(kubernetesVersion, { cloudRoutes })
      : { tag: this.own.release, passedOver: undefined };
    const serving = this.own.unreadRelease === true ? servingAwsCcm(tag) : undefined;
    const known = serving ?? awsCcmRelease(tag, 'release').tag;
    if (this.own.imageRepository === undefined) checkArchitecture(known, this._run.pod?.nodeSelector ?? {});
    const { alphaV2ClusterName: clusterName } = this.own;
    const v2 = clusterName === undefined ? undefined : new AwsV2Provider({ release: known, clusterName, leaderMigration });
    const additions = v2 && awsV2Additions(v2, this.own);
    const credentials = (this.own.credentials ?? AwsCredentials.instanceRole())._in(known, cloudConfigKey, this._run.pod?.env);
    const unread = [
      ...serving === undefined ? [] : [[tag, serving]],
      ...kubernetesVersion._facts === kubernetesVersion ? [] : [[`Kubernetes ${kubernetesVersion}`, kubernetesVersion._facts]],
    ];
    const [note, skew] = [imdsHopLimitNote(this._run.pod?.hostNetwork ?? true), skewNote(tag, kubernetesVersion)];
    return {
      name: this._name,
      image: awsCcmImage(tag, {
        repository: this.own.imageRepository, mirror, digest: this.own.imageDigest, isPinned: this.own.pinDigest, isUnread: serving !== undefined,
      }),
      cloudProvider: v2?.cloudProvider ?? 'aws',
      linkedMinor: awsCcmRelease(known).linkedMinor,
      release: KubernetesVersion.of(tag),
      awsImage: known,
      lacksNodeIpam: !AWS_CCM_HAS_NODE_IPAM,
      hasOwnCloudConfig: v2 !== undefined,
      ...(this.own.rules ?? AwsCcmRules.LEAST_PRIVILEGE)._at(kubernetesVersion, this._run.access?.useServiceAccountCredentials ?? true),
      mounted: v2 ? [awsV2ConfigMap(v2)] : [],
      env: [...credentials._env, ...additions?.env ?? []],
      volumes: [...credentials._volumes, ...additions?.volumes ?? []],
      flags: { ...taggingFlags(this.own.tagging, known, this._flags.controllers), ...additions?.flags },
      annotations: {
        ...note !== undefined && { [HOP_LIMIT_ANNOTATION]: note },
        ...skew !== undefined && { [SKEW_ANNOTATION]: skew },
        ...passedOver && { [PASSED_OVER_ANNOTATION]: `${passedOver.tag} is newer, and not taken: ${passedOver.why}` },
        ...unread.length > 0 && {
          [UNREAD_ANNOTATION]: unread.map(([young, read]) => `${young} was not read; what is known of ${read} is taken for it`)
            .join('; '),
        },
      },
    };
  }
}
