import { EndCause } from './end-cause';
import { API_SERVER_FLAGS } from '../facts/decisions/api-server-flags';
import { CCM_FLAGS } from '../facts/decisions/ccm-flags';
import { DecisionTable } from '../facts/decisions/decision';
import { KCM_FLAGS } from '../facts/decisions/kcm-flags';
import { KUBELET_FLAGS } from '../facts/decisions/kubelet-flags';
import { undecided } from '../facts/decisions/undecided';
import { valuesOutside } from '../facts/flag-values';
import { flagOf } from '../facts/flags';
import { CCM, Component, KCM } from '../kubernetes/component';
import { goBool, goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { isPlaceholder } from '../text/placeholder';

const TABLES: Partial<Readonly<Record<Component, DecisionTable>>> = {
  [KCM]: KCM_FLAGS, [CCM]: CCM_FLAGS, 'kube-apiserver': API_SERVER_FLAGS, 'kubelet': KUBELET_FLAGS,
};

/** A flag, and what would have to be known of its value. */
export interface UndecidedFlag<F> {
  readonly flag: F;
  readonly what: string;
}

interface GivenFlag {
  readonly name: string;
  /** None: it stands alone. */
  readonly value?: string;
}

/** Flags that nothing evaluates, and that say something else than the default of their release. */
export function undecidedFlags<F extends GivenFlag>(
  component: Component, version: KubernetesVersion | undefined, given: readonly F[],
): readonly UndecidedFlag<F>[] {
  const table = TABLES[component];
  return table === undefined ? [] : given.flatMap(flag => {
    const { name, value } = flag;
    const what = undecided(table, name, value ?? 'true');
    if (what === undefined || (version !== undefined && isDefault(component, name, value ?? 'true', version))) return [];
    return [{ flag, what: `--${name}=${value ?? 'true'} of ${component}: it is not known ${what}` }];
  });
}

/** Flags with which a component may end, or not do its work: nothing evaluates them, or the release may not take their value. */
export function doubtfulFlags<F extends GivenFlag>(
  component: Component, version: KubernetesVersion | undefined, given: readonly F[],
): readonly UndecidedFlag<F>[] {
  return [
    ...valuesOutside(component, given, true).filter(({ must }) => must === undefined).map(({ flag }) =>
      ({ flag, what: `whether ${component} goes on with --${flag.name}=${flag.value} is not known` })),
    ...undecidedFlags(component, version, given),
  ];
}

/** Why values of flags end a component that is no controller manager, in each release; of an API server, what `api-server.ts` does not say. */
export function endsOfValues(component: Component, given: readonly GivenFlag[]): readonly EndCause[] {
  return valuesOutside(component, given.filter(({ value = '' }) => !isPlaceholder(value)), true).flatMap(({ flag: { name, value }, must }) =>
    must === undefined ? [] : [{ concern: 'command-line', text: `--${name}=${value}: ${must}`, flags: [name] }]);
}

function isDefault(component: Component, name: string, value: string, version: KubernetesVersion): boolean {
  const fact = flagOf(component, name, version);
  if (fact === undefined || fact === 'unread' || fact.default === undefined) return false;
  const parse = fact.type === 'duration' ? goDuration : fact.type === 'bool' ? goBool : (text: string) => text;
  return parse(value) === parse(fact.default) || `[${value}]` === fact.default;
}
