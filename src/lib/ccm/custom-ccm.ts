import type { k8s } from 'cdk8s-plus-27';
import { Ccm, CcmRelease, CcmTarget } from './ccm';
import { CloudProvider } from './cloud-provider';
import { CcmRunOptions } from './run-options';
import { AWS_CCM_HAS_NODE_IPAM } from '../facts/ccm-releases';
import { takenUnread } from '../facts/kubernetes-releases';
import { checkedImage } from '../kubernetes/image';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { plain } from '../kubernetes/plain';
import { checkNames } from '../options/check-names';

/** Options for `CustomCcm`. */
export interface CustomCcmProps {
  /** The cloud: the value of `--cloud-provider`, of this component and of kube-controller-manager of version N. */
  readonly cloud: CloudProvider;
  /** Image, with a tag, a digest or both. */
  readonly image: string;
  /** Rules of its ClusterRole. Rules for its main Lease are added as a Role. */
  readonly rules: k8s.PolicyRule[];
  /**
   * Whether `rules` already allow its main Lease.
   * @default false
   */
  readonly rulesGrantLeases?: boolean;
  /**
   * Minor of k8s.io/cloud-provider that `image` is built from: it decides the controller keys.
   * @default - the version of the control plane that it works for
   */
  readonly linkedVersion?: KubernetesVersion;
  /**
   * Whether `linkedVersion` and the Kubernetes of the cluster may be younger than what this library has read. What is known of the last release that
   * was read is then taken for them.
   * @default false
   */
  readonly unreadRelease?: boolean;
  /**
   * How it runs.
   * @default - as a DaemonSet on control-plane nodes
   */
  readonly run?: CcmRunOptions;
}

/**
 * The cloud-controller-manager of any cloud, with an image and rules of yours.
 *
 * @example
 * const ccm = CustomCcm.of({
 *   cloud: CloudProvider.GCE,
 *   image: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v30.0.0',
 *   rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'update', 'patch', 'delete'] }],
 * });
 */
export class CustomCcm extends Ccm {
  /**
   * @param props image, rules, and how it runs
   * @throws if the cloud, the image or the rules are missing
   */
  public static of(props: CustomCcmProps): CustomCcm {
    checkNames('CustomCcmProps', props);
    return new CustomCcm(props);
  }

  private readonly own: CustomCcmProps;

  private constructor(props: CustomCcmProps) {
    const missing = (['cloud', 'image', 'rules'] as const).find(prop => !props?.[prop]);
    if (missing) {
      throw new Error(`CustomCcm needs \`${missing}\`: this library knows images and rules only for AWS; take them from the cloud's own manifests`);
    }
    checkedImage('image', props.image);
    const isAws = props.cloud.name === CloudProvider.AWS.name;
    super(props.cloud, props.run?.metadata?.name ?? (isAws ? 'aws-cloud-controller-manager' : 'cloud-controller-manager'), props.run ?? {});
    this.own = props;
  }

  /** @internal */
  public get _isUpstreamAws(): boolean {
    return false;
  }

  /** @internal */
  public override get _takesUnread(): boolean {
    return this.own.unreadRelease === true;
  }

  /** @internal */
  public _release({ kubernetesVersion }: CcmTarget): CcmRelease {
    const said = this.own.linkedVersion ?? kubernetesVersion;
    const linkedMinor = this._takesUnread ? takenUnread(said) : said;
    return {
      name: this._name,
      image: this.own.image,
      cloudProvider: this._cloud.name,
      linkedMinor,
      release: linkedMinor,
      lacksNodeIpam: this._cloud.name === CloudProvider.AWS.name && !AWS_CCM_HAS_NODE_IPAM,
      hasOwnCloudConfig: false,
      rules: plain(this.own.rules),
      rulesGrantLeases: this.own.rulesGrantLeases ?? false,
      controllerAccounts: [],
      mounted: [],
      env: [],
      volumes: [],
      flags: {},
      annotations: {},
    };
  }
}
