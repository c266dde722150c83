import { seeded } from '../e2e/lib/random';

/** A flag of a program, as it tells it. */
export interface FlagFact {
  readonly name: string;
  readonly type: string;
  readonly noOptDefVal?: string;
  readonly shorthand?: string;
  readonly default: string;
}

/** Values that a type takes, and values that it does not. */
const VALUES: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  bool: { good: ['true', 'false', 'T', 'F', '1', '0', 'True', 'FALSE'], bad: ['yes', 'no', 'on', '', 'tRUE', '2', 'false '] },
  duration: { good: ['1s', '90s', '1m30s', '1.5h', '0', '500ms', '+2m'], bad: ['10', '1 s', '', 's', '5sec', '1d', '1m 30s'] },
  int: { good: ['1', '10', '0x10', '1_000', '+7'], bad: ['1.5', 'ten', '', '1k', '9223372036854775808', '08'] },
  int32: { good: ['1', '10', '010', '0b11'], bad: ['1.0', '', '2147483648', '1e3', ' 1'] },
  float32: { good: ['1', '0.5', '1e2', '.5'], bad: ['', 'a', '1,5', '1e39', '0.5.1'] },
  float64: { good: ['1', '0.5', '1e-2'], bad: ['', 'a', '1e400'] },
  stringSlice: { good: ['', 'a', 'a,b', '"a,b"', 'a,"b ""c"""', ' a', 'a,'], bad: ['"a', 'a"b', '"a"b', 'a,"b', '\n'] },
  Level: { good: ['0', '2', '10'], bad: ['x', '', '1.5', '2a'] },
  mapStringBool: { good: ['', 'AllAlpha=false'], bad: ['ControllerManagerLeaderMigration', '=', 'AllAlpha=maybe', 'AllAlpha=true,,x'] },
  ip: { good: ['127.0.0.1', '0.0.0.0', ' 10.0.0.1 '], bad: ['', '256.0.0.1', '1.2.3', 'localhost'] },
};

/** Flags whose values other than the default are checked when the process starts, which is beyond what is compared here. */
const CHECKED = new RegExp('tls|cipher|port|cert|client-ca|kubeconfig|^logging-format$|webhook|always-allow|requestheader|^vmodule$|^resources$'
  + '|^tags$|^cloud-config$|version|tolerance|mask-size');

/** Flags whose value decides what is compared: they have pieces of their own. */
const MEANT = ['help', 'version', 'cloud-provider', 'controllers', 'feature-gates'];

const CONTROLLERS = [
  'service', 'route', 'cloud-node-lifecycle', 'cloud-node', 'service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller',
  'nodeipam', 'ttl',
  'bootstrapsigner', 'tokencleaner', 'token-cleaner-controller', 'no-such-controller', 'serviceaccount-token',
];

/**
 * A command line: what most have, with none to five pieces of which most are right. The same for the same seed.
 *
 * @param known names of controllers that the program knows
 * @param providers values of `--cloud-provider`
 * @param gates names of feature gates of any release
 */
export function generatedCommandLine(
  seed: number, facts: readonly FlagFact[], known: readonly string[], providers: readonly string[], gates: readonly string[],
): readonly string[] {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const chance = (share: number) => random() < share;
  const free = facts.filter(({ name, type }) => type in VALUES && !CHECKED.test(name) && !MEANT.includes(name));

  const written = (name: string): string => (chance(0.1) ? `--${name.replace(/-/g, '_')}` : chance(0.05) ? `-${name}` : `--${name}`);
  const given = (name: string, value: string): string[] => (chance(0.75) ? [`${written(name)}=${value}`] : [written(name), value]);
  const good = ({ name, type, default: initial }: FlagFact): string[] =>
    given(name, chance(0.3) && type !== 'stringSlice' ? initial : pick(VALUES[type].good));
  const list = (names: readonly string[]) =>
    [...Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(['', '', '-']) + pick(names)), ...chance(0.02) ? ['-*'] : []];
  const controllers = (names: readonly string[]) =>
    given('controllers', [...chance(0.6) ? ['*'] : [], ...list(names)].join(pick([',', ',', ',', ',', ',', ',', ',', ',', ',', ', '])));
  const election = (): string[] => pick<() => string[]>([
    () => given('leader-elect', pick(VALUES.bool.good)),
    () => given('leader-elect-resource-name', pick(['mine', 'kube-controller-manager'])),
    () => given('leader-elect-resource-namespace', pick(['kube-system', 'other'])),
    () => given('leader-elect-resource-lock', pick(['leases', 'leases', 'leases', 'endpoints', 'endpointsleases', 'configmapsleases', 'Leases'])),
    () => given('leader-elect-lease-duration', pick(['15s', '60s', '30s', '10500ms', '5s'])),
    () => given('leader-elect-renew-deadline', pick(['10s', '8s', '12s', '2s', '2400ms'])),
    () => given('leader-elect-retry-period', pick(['2s', '1s', '3s', '10s', '0', '-1s'])),
    () => ['--leader-elect', pick(['', 'false', 'true'])],
  ])();
  const migration = (): string[] =>
    [...given('enable-leader-migration', pick(['true', 'true', 'false'])), ...chance(0.3) ? ['--enable-leader-migration'] : []];
  const featureGates = (): string[] => given('feature-gates', Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
    `${pick([...gates, 'NoSuchGate', 'AllAlpha', 'AllBeta', 'ContextualLogging'])}=${pick(['true', 'false'])}`).join(','));
  const odd = (): string[] => pick([
    ['---profiling'], ['--'], ['--', 'x'], ['-'], [''], ['kube-controller-manager'], ['cloud-controller-manager'], ['–leader-elect=false'],
    ['—profiling'], ['--=x'],
    ['-v2'], ['-v=2'], ['-v', '2'], ['-vv'], ['-v'], ['--v', '2'], ['-v='], ['-2'], ['--v=2'], ['-v2', '-v=3'], ['-test.v'],
    ['--help'], ['-h'], ['--help=false'], ['--version'], ['--version=false'], ['--version=raw'], ['-hv2'], ['--help', '--no-such-flag'],
    ['--profiling', 'false'], ['-leader-elect=false'], ['--leader-elect'], ['--no-such-flag'], ['--no-such-flag=1'],
    ['--use-service-account-credentials', 'true'], ['--controllers'], ['--node-monitor-period'], ['--Profiling=false'], ['--profiling =false'],
    [' --profiling'], ['--kubeconfig', '--profiling'],
  ]);
  const bad = (): string[] => {
    const { name, type } = pick(free);
    return VALUES[type].bad.length === 0 ? [] : given(name, pick(VALUES[type].bad));
  };

  const words: string[] = chance(0.95) ? [`--cloud-provider=${pick(providers)}`] : [];
  for (let left = Math.floor(random() * 6); left > 0; left--) {
    const roll = random();
    words.push(...roll < 0.35 ? good(pick(free)) : roll < 0.55 ? election() : roll < 0.72 ? controllers(known) : roll < 0.78 ? migration()
      : roll < 0.81 ? controllers(CONTROLLERS) : roll < 0.85 ? featureGates() : roll < 0.93 ? odd() : bad());
  }
  return words;
}
