import { KubeletConfiguration } from './kubelet-configuration';
import { flagSet } from '../../../facts/flag-sets';
import { cloudProviderValues, mayLackFlag } from '../../../facts/flags';
import { startGate } from '../../../facts/gate-settings';
import { DROP_IN_VARIABLE, DROP_INS_NEED_VARIABLE } from '../../../facts/kubelet-drop-ins';
import { parseGates } from '../../../kubernetes/feature-gates';
import { doubtfulFlags } from '../../../model/undecided-flags';
import { flagOf, textOf } from '../../../view/ask';
import { ComponentView, Doubt, NO_DOUBT, PlacedGate } from '../../../view/model';
import { NodeFolderPath } from '../../input/layout';

/** The rule about a configuration that a kubelet ends with. */
export const CONFIGURATION_REFUSED = 'kubelet-configuration-refused';

/**
 * Why a kubelet does not start, or may not: then nothing starts the static pods of its node.
 *
 * @param kubelet with its release, where that is known: the flags and gates of an unknown one are not judged
 * @param hasVariable whether its environment has a variable
 */
export function startDoubts(
  kubelet: Flags, configuration: KubeletConfiguration, node: NodeFolderPath, hasVariable: (name: string) => boolean | undefined,
): readonly Doubt[] {
  return [
    ...configuration.problems({
      version: kubelet.version,
      gates: new Map(gatesOf(kubelet).map(({ name, on }) => [name, on === true])),
      hasFlag: name => flagOf(kubelet, name) !== undefined,
      // An address may be part of the name of its node: ip-10-0-1-10.
      hasAddress: address => textOf(kubelet, 'node-ip').split(',').includes(address) || node.name.includes(address.replace(/\./g, '-')),
    }).map(problem => ({ ...problem, rule: CONFIGURATION_REFUSED })),
    ...ofCommandLine(kubelet), ...ofRelease(kubelet), ...ofDropIns(kubelet, hasVariable),
  ];
}

/** Values that end it in every release, and those of which it is not known. */
function ofCommandLine({ ends = [], flags, version, place }: Flags): readonly Doubt[] {
  return [
    ...ends.map(({ text, flags: [name] }) => ({ rule: 'process-ends', what: text, place: flagOf({ flags }, name)?.place ?? place })),
    ...doubtfulFlags('kubelet', version, flags).map(({ flag, what }) => ({ what, place: flag.place, isDoubtful: true })),
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

type Flags = Pick<ComponentView, 'flags' | 'hiddenFlags' | 'ends' | 'version' | 'configuredGates' | 'place'>;

function gatesOf(kubelet: Flags): readonly PlacedGate[] {
  const given = flagOf(kubelet, 'feature-gates');
  const passed = given ? parseGates(given.value ?? '').map(gate => ({ ...gate, place: given.place })) : [];
  return [...passed, ...kubelet.configuredGates ?? []];
}

function ofRelease(kubelet: Flags): readonly Doubt[] {
  const { version, flags, hiddenFlags = [] } = kubelet;
  if (!version) return NO_DOUBT.isTold;
  const known = flagSet('kubelet', version);
  const unknown = [...flags, ...hiddenFlags].filter(({ name }) => known.flag(name) === undefined && !mayLackFlag('kubelet', name, version));
  const provider = flagOf(kubelet, 'cloud-provider');
  const accepted = cloudProviderValues('kubelet', version);
  const isRefused = provider && Array.isArray(accepted) && !accepted.includes(textOf(kubelet, 'cloud-provider'));
  return [
    ...unknown.map(({ name, place }) => ({ rule: 'flag-unknown-to-release', what: `${version.minorVersion} has no flag --${name}`, place })),
    ...isRefused ? [{
      rule: 'in-tree-provider-gone', what: `${version.minorVersion} has no cloud provider '${provider.value ?? ''}'`, place: provider.place,
    }] : NO_DOUBT.isRight,
    ...gatesOf(kubelet).flatMap(({ name, on, place }): readonly Doubt[] => {
      const becomes = on === undefined ? 'refused' : startGate('kubelet', name, on, version);
      if (becomes === 'taken') return NO_DOUBT.isRight;
      const isDoubtful = becomes === 'unknown';
      const what = isDoubtful ? `no release that was read has the feature gate ${name}`
        : `${version.minorVersion} does not accept the feature gate ${name}=${on ?? ''}`;
      return [{ rule: 'feature-gate-refused', what, place, isDoubtful }];
    }),
  ];
}
