import { auditEnds } from './audit';
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
    const { name, value = 'true' } = flag;
    const what = undecided(table, name, value);
    if (what === undefined || (version !== undefined && isDefault(component, name, value, version))) return [];
    return [{ flag, what: `--${name}=${value} of ${component}: it is not known ${what}` }];
  });
}

/** Flags with which a component may end, or not do its work: nothing evaluates them, or the release may not take their value. */
export function doubtfulFlags<F extends GivenFlag>(
  component: Component, version: KubernetesVersion | undefined, given: readonly F[],
): readonly UndecidedFlag<F>[] {
  return [
    ...valuesOutside(component, given).filter(({ must }) => must === undefined).map(({ flag }) =>
      ({ flag, what: `whether ${component} goes on with --${flag.name}=${flag.value} is not known` })),
    ...undecidedFlags(component, version, given),
    ...component === 'kubelet' ? besideDefault(given) : [],
  ];
}

/** One of two thresholds that goes with the other as a flag or a file has it, and not with its default. */
function besideDefault<F extends GivenFlag>(given: readonly F[]): readonly UndecidedFlag<F>[] {
  const own = thresholds(given);
  const [low, high] = own.map((value, index) => value ?? DEFAULT_THRESHOLDS[index]);
  if (low < high || !own.includes(undefined)) return [];
  return given.filter(({ name }) => THRESHOLDS.includes(name)).slice(0, 1)
    .map(flag => ({ flag, what: `--${flag.name}=${flag.value} of kubelet: it is not known whether a file says the other threshold` }));
}

/** Why values of flags end a component that is no controller manager, in each release; of an API server, what `api-server.ts` does not say. */
export function endsOfValues(component: Component, given: readonly GivenFlag[], version?: KubernetesVersion): readonly EndCause[] {
  const end = (text: string, ...flags: readonly string[]): EndCause => ({ concern: 'command-line', text, flags });
  const [low = NaN, high = NaN] = thresholds(given);
  const known = given.filter(({ value }) => !isPlaceholder(String(value)));
  return [
    ...valuesOutside(component, known).flatMap(({ flag: { name, value }, must }) =>
      must === undefined ? [] : [end(`--${name}${value === undefined ? '' : `=${value}`}: ${must}`, name)]),
    ...component === 'kube-apiserver' ? auditEnds(flag => known.filter(({ name }) => name === flag).at(-1)?.value, version) : [],
    ...component === 'kubelet' && low >= high ? [end(`--${THRESHOLDS.join(' must be less than --')}`, ...THRESHOLDS)] : [],
  ];
}

/** k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/apis/config/validation; where one is not given, a file may say it. */
const THRESHOLDS = ['image-gc-low-threshold', 'image-gc-high-threshold'];
const DEFAULT_THRESHOLDS = [80, 85];

function thresholds(given: readonly GivenFlag[]): readonly (number | undefined)[] {
  return THRESHOLDS.map(name => given.filter(flag => flag.name === name).at(-1)?.value).map(value => value === undefined ? undefined : Number(value));
}

function isDefault(component: Component, name: string, value: string, version: KubernetesVersion): boolean {
  const fact = flagOf(component, name, version);
  if (typeof fact !== 'object') return false;
  // Stryker disable next-line ConditionalExpression: no value is like a default that there is not
  if (fact.default === undefined) return false;
  const parse = fact.type === 'duration' ? goDuration : fact.type === 'bool' ? goBool : (text: string) => text;
  return parse(value) === parse(fact.default);
}
