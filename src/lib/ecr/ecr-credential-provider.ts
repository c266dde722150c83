import { checkMatchImage } from './match-image';
import { awsCcmRelease } from '../facts/ccm-releases';
import {
  CREDENTIAL_PROVIDER_CONFIG_API, pluginHosts, pluginProtocol, PLUGIN_PROTOCOLS_OF_KUBELET,
} from '../facts/credential-provider';
import { featureGate } from '../facts/feature-gates';
import { parseRelease } from '../facts/since';
import { goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { checkNames } from '../options/check-names';
import { anyText, checkRequired } from '../text/required-props';

/** Gate that kubelets need before the feature was on by default. */
export const CREDENTIAL_PROVIDER_GATE = 'KubeletCredentialProviders';

/** Registries of the AWS partitions that the plugin knew from the start; one glob takes one DNS label. */
const PRIVATE_ECR = ['*.dkr.ecr.*.amazonaws.com', '*.dkr.ecr.*.amazonaws.com.cn', '*.dkr.ecr-fips.*.amazonaws.com', '*.dkr.ecr.us-iso-east-1.c2s.ic.'
  + 'gov'];
const PUBLIC_ECR = 'public.ecr.aws';

/** Options for `EcrCredentialProvider`. */
export interface EcrCredentialProviderProps {
  /** Release of cloud-provider-aws that the binary on the nodes is from, for example `v1.27.10`. */
  readonly release: string;
  /**
   * Folder of the binary on the nodes.
   * @default '/usr/local/bin'
   */
  readonly binDir?: string;
  /**
   * Name of the binary: kubelet runs the file with the name of the provider.
   * @default 'ecr-credential-provider'
   */
  readonly binaryName?: string;
  /**
   * Path of the configuration on the nodes.
   * @default '/etc/kubernetes/credential-provider-config.yaml'
   */
  readonly configPath?: string;
  /**
   * Image hosts to ask the plugin for. One `*` takes one DNS label.
   * @default - private ECR of the AWS partitions, and public.ecr.aws where the plugin knows it
   */
  readonly matchImages?: string[];
  /**
   * How long kubelet keeps credentials that come without a duration; a Go duration.
   * @default '12h'
   */
  readonly defaultCacheDuration?: string;
  /**
   * `AWS_REGION` for the plugin.
   * @default - from the image's host
   */
  readonly region?: string;
}

/**
 * ECR credential provider of kubelets: without it no image is pulled from a private ECR registry from Kubernetes 1.27 on, whatever `--cloud-provider`
 * says.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/kubelet-credential-provider/
 * @example
 * const ecr = new EcrCredentialProvider({ release: 'v1.27.10', region: 'eu-central-1' });
 * const config = ecr.config(KubernetesVersion.of('1.27.16'));
 */
export class EcrCredentialProvider {
  /** @internal folder of the binary on the nodes */
  public readonly _binDir: string;
  /** @internal path of the configuration on the nodes */
  public readonly _configPath: string;
  private readonly binaryName: string;
  private readonly protocol: string;
  private readonly matchImages: readonly string[];
  private readonly cacheDuration: string;
  private readonly region?: string;

  /**
   * @throws if the release is unknown, or kubelet would refuse a value
   */
  public constructor(props: EcrCredentialProviderProps) {
    checkNames('EcrCredentialProviderProps', props);
    checkRequired(props, { release: anyText('one like \'v1.27.1\'') });
    const release = parseRelease(awsCcmRelease(props.release).tag);
    this._binDir = absolute('binDir', props.binDir ?? '/usr/local/bin');
    this._configPath = absolute('configPath', props.configPath ?? '/etc/kubernetes/credential-provider-config.yaml');
    this.binaryName = props.binaryName ?? 'ecr-credential-provider';
    if (!/^[^\s/.][^\s/]*$/.test(this.binaryName)) {
      throw new Error(`binaryName is '${this.binaryName}'; accepted: the name of a file, without path and white space`);
    }
    this.protocol = pluginProtocol(release);
    const { pattern, publicHosts } = pluginHosts(props.release);
    this.matchImages = props.matchImages ?? [...PRIVATE_ECR, ...publicHosts.filter(host => host === PUBLIC_ECR)];
    if (this.matchImages.length === 0) throw new Error('matchImages is empty; kubelet refuses a provider that matches nothing');
    this.matchImages.forEach(checkMatchImage);
    if (publicHosts.length === 0 && this.matchImages.includes(PUBLIC_ECR)) {
      throw new Error(`matchImages has '${PUBLIC_ECR}', which ecr-credential-provider ${props.release} fails at; use v1.28.0 or newer`);
    }
    const foreign = this.matchImages.find(entry => {
      const [host] = entry.split('/');
      return !host.includes('*') && !publicHosts.includes(host) && !pattern.matches(host);
    });
    if (foreign !== undefined) {
      throw new Error(`matchImages has '${foreign}', a registry that ecr-credential-provider ${props.release} fails at; leave it out`);
    }
    this.cacheDuration = props.defaultCacheDuration ?? '12h';
    if (!((goDuration(this.cacheDuration) ?? -1) >= 0)) {
      throw new Error(`defaultCacheDuration is '${this.cacheDuration}'; accepted: a Go duration like '12h' or '30m', or '0'`);
    }
    this.region = props.region;
  }

  /**
   * Text of the CredentialProviderConfig. Kubelet decodes it strictly, so it has what that version knows and nothing else.
   *
   * @param kubelet version of the kubelet
   * @throws if kubelet and plugin have no protocol in common
   */
  public config(kubelet: KubernetesVersion): string {
    const spoken = PLUGIN_PROTOCOLS_OF_KUBELET.at(kubelet);
    if (!spoken.includes(this.protocol)) {
      throw new Error(`ecr-credential-provider speaks only ${this.protocol}, kubelet ${kubelet} only ${spoken.join(' and ')}; `
        + 'put a binary of v1.27.0 or older on these nodes');
    }
    const lines = [
      `apiVersion: ${CREDENTIAL_PROVIDER_CONFIG_API.at(kubelet)}`,
      'kind: CredentialProviderConfig',
      'providers:',
      `- name: ${scalar(this.binaryName)}`,
      `  apiVersion: credentialprovider.kubelet.k8s.io/${this.protocol}`,
      '  matchImages:',
      ...this.matchImages.map(entry => `  - ${scalar(entry)}`),
      `  defaultCacheDuration: ${scalar(this.cacheDuration)}`,
      // The plugin takes no notice of arguments; kops passes this one (nodeup/pkg/model/kubelet.go:634).
      '  args:',
      '  - get-credentials',
      ...this.region === undefined ? [] : ['  env:', '  - name: AWS_REGION', `    value: ${scalar(this.region)}`],
    ];
    return `${lines.join('\n')}\n`;
  }

  /**
   * Kubelet flags, `--name=value`. The feature gate stands alone; merge it where the kubelet has other gates.
   * @param kubelet version of the kubelet
   */
  public kubeletFlags(kubelet: KubernetesVersion): string[] {
    const gate = featureGate(CREDENTIAL_PROVIDER_GATE, kubelet);
    return [
      ...gate.exists && !gate.default ? [`--feature-gates=${CREDENTIAL_PROVIDER_GATE}=true`] : [],
      `--image-credential-provider-bin-dir=${this._binDir}`,
      `--image-credential-provider-config=${this._configPath}`,
    ];
  }
}

function absolute(prop: string, path: string): string {
  if (!/^\/[^\s"'\\]+$/.test(path)) throw new Error(`${prop} is '${path}'; accepted: an absolute path without white space and quotes`);
  return path;
}

/** Double-quoted JSON is YAML; a bare `*` would be an alias and a bare `0` a number. */
function scalar(text: string): string {
  return JSON.stringify(text);
}
