import { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { gateProblem, isGateOn } from './gates';
import { readAwsCcm } from '../facts/ccm-releases';
import { cloudOfProvider } from '../facts/clouds';
import { DISABLE_CLOUD_PROVIDERS_GATE as DISABLE_GATE, featureGate } from '../facts/feature-gates';
import { IN_TREE_CLOUD_REFUSED, inTreeClouds } from '../facts/in-tree-clouds';
import { externalCloudVolumePlugin } from '../facts/volumes';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What `--cloud-provider` makes of a process. */
export interface CloudMode {
  /**
   * `in-tree`: runs cloud controllers in kube-controller-manager. `external`: leaves them to a cloud-controller-manager. `none`: nothing runs them.
   */
  readonly kind: 'in-tree' | 'external' | 'none';
  /** The cloud that its cloud controllers serve; none: it has none of them, or they are of no cloud. */
  readonly cloud?: string;
  /** Why the process ends, and whether it has won its main lock by then. */
  readonly failure?: { readonly cause: EndCause; readonly when: 'flag-validation' | 'after-main-lock' };
}

/** Value of `--feature-gates` without which a release starts no in-tree cloud; undefined where it needs none. */
export function inTreeSwitch(version: KubernetesVersion): string | undefined {
  const gate = featureGate(DISABLE_GATE, version);
  return gate.exists && gate.default && !gate.locked ? `${DISABLE_GATE}=false` : undefined;
}

export function kcmCloudMode(version: KubernetesVersion, line: CommandLine): CloudMode {
  const provider = line.text('cloud-provider', '');
  const gate = gateProblem(DISABLE_GATE, version, line);
  // Stryker disable next-line StringLiteral: no caller asks for this kind by its name, and the process ends
  if (gate) return { kind: 'none', failure: { cause: gate, when: 'flag-validation' } };
  // Stryker disable next-line ObjectLiteral,StringLiteral: no caller asks for this kind by its name
  if (provider === '') return { kind: 'none' };
  if (provider !== 'external') return { kind: 'in-tree', cloud: cloudOfProvider(provider), failure: initFailure(provider, version, line) };
  const plugin = line.text('external-cloud-volume-plugin', '');
  const used = plugin !== '' && externalCloudVolumePlugin(version).used;
  return { kind: 'external', failure: used && !inTreeClouds(version).includes(plugin) ? unknown(plugin, version) : undefined };
}

function initFailure(provider: string, version: KubernetesVersion, line: CommandLine): CloudMode['failure'] {
  if (!inTreeClouds(version).includes(provider)) return unknown(provider, version);
  const disabled = featureGate(DISABLE_GATE, version).exists && isGateOn(DISABLE_GATE, version, line);
  const text = `cloud provider "${provider}" was specified, but built-in cloud providers are disabled`;
  return disabled ? { cause: ofProvider(text), when: IN_TREE_CLOUD_REFUSED.at(version) } : undefined;
}

function unknown(provider: string, version: KubernetesVersion): CloudMode['failure'] {
  return { cause: ofProvider(`${KCM} ${version.minorVersion} has no in-tree cloud provider "${provider}"`), when: IN_TREE_CLOUD_REFUSED.at(version) };
}

/**
 * The CCM is given the name of a cloud that its binary has; which those are is the image's business, but for releases of AWS, which are known.
 * k8s.io/cloud-provider@v0.26.15 plugins.go:142-190; k8s.io/cloud-provider-aws@v1.27.0 cmd/aws-cloud-controller-manager/main.go, cloudInitializer.
 *
 * @param awsRelease tag of a release of the AWS cloud-controller-manager
 */
export function ccmCloudMode(line: CommandLine, awsRelease?: string): CloudMode {
  const provider = line.text('cloud-provider', '');
  // Stryker disable next-line StringLiteral: the kind matters for kube-controller-manager only
  if (provider === '') return { kind: 'external', failure: { cause: ofProvider('--cloud-provider cannot be empty'), when: 'flag-validation' } };
  const clouds = readAwsCcm(awsRelease)?.providers;
  const text = provider === 'external' ? 'cloud provider is nil: --cloud-provider=external names no cloud'
    : clouds === undefined || clouds.includes(provider) ? undefined : `unknown cloud provider "${provider}"; ${awsRelease!} has ${clouds.join(', ')}`;
  const failure = text === undefined ? undefined : { cause: ofProvider(text), when: 'flag-validation' as const };
  // Stryker disable next-line StringLiteral: the kind matters for kube-controller-manager only
  return { kind: 'external', cloud: cloudOfProvider(provider), failure };
}

function ofProvider(text: string): EndCause {
  return { concern: 'cloud-provider', text, flags: ['cloud-provider'] };
}
