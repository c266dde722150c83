import { KubeletConfiguration } from './kubelet-configuration';
import { flagSet } from '../../../facts/flag-sets';
import { cloudProviderValues, mayLackFlag } from '../../../facts/flags';
import { kubeletGate } from '../../../facts/gate-settings';
import { DROP_IN_VARIABLE, DROP_INS_NEED_VARIABLE } from '../../../facts/kubelet-drop-ins';
import { parseGates } from '../../../kubernetes/feature-gates';
import { isPlaceholder } from '../../../text/placeholder';
import { flagOf, textOf } from '../../../view/ask';
import { ComponentView, Doubt, NO_DOUBT } from '../../../view/model';

/** The rule about a configuration that a kubelet ends with. */
export const CONFIGURATION_REFUSED = 'kubelet-configuration-refused';

/**
 * Why a kubelet does not start, or may not: then nothing starts the static pods of its node.
 *
 * @param kubelet with its release, where that is known: the flags and gates of an unknown one are not judged
 * @param hasVariable whether its environment has a variable
 */
export function startDoubts(
  kubelet: Flags, configuration: KubeletConfiguration, hasVariable: (name: string) => boolean | undefined,
): readonly Doubt[] {
  return [
    ...configuration.refusals.map(refusal => ({ ...refusal, rule: CONFIGURATION_REFUSED, isDoubtful: isPlaceholder(refusal.what) })),
    ...ofRelease(kubelet), ...ofDropIns(kubelet, hasVariable),
  ];
}

/** The folder of drop-ins, which two releases take with a variable only. */
function ofDropIns(kubelet: Flags, hasVariable: (name: string) => boolean | undefined): readonly Doubt[] {
  const { version } = kubelet;
  const flag = flagOf(kubelet, 'config-dir');
  if (!flag?.value || !version || !DROP_INS_NEED_VARIABLE.find(version)) return NO_DOUBT.notAsked;
  const has = hasVariable(DROP_IN_VARIABLE);
  const doubt = has === undefined ? ', which is not known' : '';
  if (has === true) return NO_DOUBT.isRight;
  return [{
    rule: CONFIGURATION_REFUSED,
    what: `${version.minorVersion} takes --config-dir with ${DROP_IN_VARIABLE} in its environment only${doubt}`,
    place: flag.place,
    isDoubtful: has === undefined,
  }];
}

type Flags = Pick<ComponentView, 'flags' | 'version' | 'configuredGates'>;

function ofRelease(kubelet: Flags): readonly Doubt[] {
  const { version, flags, configuredGates = [] } = kubelet;
  if (!version) return NO_DOUBT.isTold;
  const known = flagSet('kubelet', version);
  const unknown = flags.filter(({ name }) => known.flag(name) === undefined && !mayLackFlag('kubelet', name, version));
  const provider = flagOf(kubelet, 'cloud-provider');
  const accepted = cloudProviderValues('kubelet', version);
  const isRefused = provider && Array.isArray(accepted) && !accepted.includes(textOf(kubelet, 'cloud-provider'));
  const given = flagOf(kubelet, 'feature-gates');
  const passed = given ? parseGates(given.value ?? '').map(gate => ({ ...gate, place: given.place })) : [];
  const gates = [...passed, ...configuredGates];
  return [
    ...unknown.map(({ name, place }) => ({ rule: 'flag-unknown-to-release', what: `${version.minorVersion} has no flag --${name}`, place })),
    ...isRefused ? [{
      rule: 'in-tree-provider-gone', what: `${version.minorVersion} has no cloud provider '${provider.value ?? ''}'`, place: provider.place,
    }] : NO_DOUBT.isRight,
    ...gates.flatMap(({ name, on, place }): readonly Doubt[] => {
      const becomes = on === undefined ? 'refused' : kubeletGate(name, on, version);
      if (becomes === 'taken') return NO_DOUBT.isRight;
      const isDoubtful = becomes === 'unknown';
      const what = isDoubtful ? `no release that was read has the feature gate ${name}`
        : `${version.minorVersion} does not accept the feature gate ${name}=${on ?? ''}`;
      return [{ rule: 'feature-gate-refused', what, place, isDoubtful }];
    }),
  ];
}
