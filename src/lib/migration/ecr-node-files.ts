import { editKubeletFlagFiles } from './kubelet-side';
import { CREDENTIAL_PROVIDER_GATE, EcrCredentialProvider } from '../ecr/ecr-credential-provider';
import { KubeletFlagEdits } from '../edit/kubelet/kubelet-flags';
import { featureGate } from '../facts/feature-gates';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';

/** Files of a worker or control-plane node that change for the credential provider, by path: its configuration, and the files with kubelet flags. */
export function ecrNodeFiles(node: NodeInput, provider: EcrCredentialProvider, kubelet: KubernetesVersion): Map<string, string> {
  const files = editKubeletFlagFiles(node, current => ecrFlagEdits(provider, kubelet, current));
  return files.set(provider._configPath, provider.config(kubelet));
}

/** The two flags, and the gate: added to those that are there where it is off by default, taken out where the release no longer knows it. */
function ecrFlagEdits(
  provider: EcrCredentialProvider, kubelet: KubernetesVersion, current: (flag: string) => string | undefined,
): KubeletFlagEdits {
  const set = [
    { name: 'image-credential-provider-bin-dir', value: provider._binDir },
    { name: 'image-credential-provider-config', value: provider._configPath },
  ];
  const gates = current('feature-gates');
  const kept = withGate(gates, kubelet);
  if (kept === (gates ?? '')) return { set };
  return kept === '' ? { set, remove: ['feature-gates'] } : { set: [{ name: 'feature-gates', value: kept }, ...set] };
}

/** The value of `--feature-gates` with our gate as this kubelet needs it; all others stay as they are. */
function withGate(gates: string | undefined, kubelet: KubernetesVersion): string {
  const { exists, default: on } = featureGate(CREDENTIAL_PROVIDER_GATE, kubelet);
  const list = parseGates(gates ?? '');
  const others = list.filter(({ name }) => name !== CREDENTIAL_PROVIDER_GATE).map(({ text }) => text);
  if (!exists) return others.length === list.length ? gates ?? '' : others.join(',');
  const own = list.filter(({ name }) => name === CREDENTIAL_PROVIDER_GATE).at(-1);
  return (own ? own.on : on) ? gates ?? '' : [...others, `${CREDENTIAL_PROVIDER_GATE}=true`].join(',');
}
