import { endingsBetween, NODE_COMPONENTS } from '../../../src/lib/facts/endings';
import { DEFAULT_WORDS, hasNoEffect, WITHOUT_EFFECT } from '../../../src/lib/facts/endings/defaults';
import { FLAG_WORDS, flagWords } from '../../../src/lib/facts/endings/flags';
import { flagNames, flagOf, hasFlag } from '../../../src/lib/facts/flags';
import { generatedFlags } from '../../../src/lib/facts/generated';
import { knownClouds, lastInTreeMinor } from '../../../src/lib/facts/in-tree-clouds';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const { read } = generatedFlags('kubelet');
const MINORS = Object.keys(read);
/** The newest release with an in-tree cloud is the last that a pair begins with. */
const LAST = Math.max(...knownClouds().map(cloud => KubernetesVersion.of(lastInTreeMinor(cloud)!).minor));
/** Every pair of minors that a migration may have, by their last releases. */
const PAIRS = MINORS.slice(0, -1).map((minor, index) => [read[minor].at(-1)!, read[MINORS[index + 1]].at(-1)!] as const)
  .filter(([from]) => KubernetesVersion.of(from).minor <= LAST);
const versions = (pair: readonly [string, string]) => pair.map(text => KubernetesVersion.of(text)) as [KubernetesVersion, KubernetesVersion];

it('covers every pair that the library takes', () => {
  expect(PAIRS.map(([from]) => KubernetesVersion.of(from).minorVersion)).toEqual(['1.20', '1.21', '1.22', '1.23', '1.24', '1.25', '1.26', '1.27',
    '1.28', '1.29', '1.30']);
});

describe.each(PAIRS)('what %s has and %s takes away', (...pair) => {
  const [from, to] = versions(pair);
  const endings = endingsBetween(from, to);

  it('has a row for each flag that is gone', () => {
    const gone = NODE_COMPONENTS.flatMap(component => flagNames(component)
      .filter(flag => hasFlag(component, flag, from) === true && hasFlag(component, flag, to) === false)
      .map(flag => `${component} --${flag}`));
    expect(endings.filter(({ trace }) => trace.kind === 'flag').map(({ component, what }) => `${component} ${what}`))
      .toEqual(expect.arrayContaining(gone));
  });

  it('has a row, or a reason, for each default that is another one', () => {
    const changed = NODE_COMPONENTS.flatMap(component => flagNames(component).filter(flag => {
      const [before, after] = [from, to].map(version => flagOf(component, flag, version));
      if (before === undefined || before === 'unread' || after === undefined || after === 'unread') return false;
      return before.default !== undefined && after.default !== undefined && before.default !== after.default && !hasNoEffect(component, flag, to);
    }).map(flag => `${component} ${flag}`));
    expect(endings.flatMap(({ component, trace }) => trace.kind === 'default' ? [`${component} ${trace.flag}`] : [])).toEqual(changed);
  });

  it('has rows of that release alone, each with a source and what to do', () => {
    for (const { release, becomes, what, says, todo, source } of endings) {
      expect({ what, minor: KubernetesVersion.of(release).minor }).toEqual({ what, minor: to.minor });
      expect({ what, source }).toEqual({ what, source: expect.stringMatching(/@v?[0-9]|^https:|KEP-/) });
      expect({ what, says: says.length > 0, todo: todo.length > 0 }).toEqual({ what, says: true, todo: true });
      if (becomes !== 'carried') expect({ what, todo }).not.toEqual({ what, todo: '' });
    }
  });

  it('carries a flag into one that the release has', () => {
    for (const { component, as } of endings) {
      if (as !== undefined) expect({ as, has: hasFlag(component as 'kubelet', as, to) }).toEqual({ as, has: true });
    }
  });

  it('has each row once', () => {
    const rows = endings.map(ending => JSON.stringify(ending));
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  });
});

it('has no words for what no pair takes away', () => {
  const all = PAIRS.flatMap(pair => endingsBetween(...versions(pair)));
  for (const { components, flags } of FLAG_WORDS) {
    for (const flag of flags) {
      expect({ flag, found: all.some(({ component, what }) => what === `--${flag}` && components.some(one => one === component)) })
        .toEqual({ flag, found: true });
      expect(components.filter(component => flagWords(component, flag) === undefined)).toEqual([]);
    }
  }
  for (const { component, flags } of DEFAULT_WORDS) {
    const found = flags.filter(flag => all.some(one => one.component === component && one.what.startsWith(`--${flag} (`)));
    expect(found).toEqual(flags);
  }
  for (const { components, flags } of WITHOUT_EFFECT) {
    for (const flag of flags) expect(components.some(component => flagNames(component).includes(flag))).toBe(true);
  }
});

it.each([
  ['1.22', 'kubeadm.k8s.io/v1beta1', 'refused'],
  ['1.27', 'kubeadm.k8s.io/v1beta2', 'refused'],
  ['1.24', 'label node-role.kubernetes.io/master', 'named'],
  ['1.25', 'taint node-role.kubernetes.io/master', 'named'],
  ['1.24', 'taint node-role.kubernetes.io/control-plane', 'named'],
  ['1.25', 'policy/v1beta1 PodSecurityPolicy', 'named'],
  ['1.25', 'PodSecurityPolicy in --enable-admission-plugins', 'named'],
  ['1.25', 'batch/v1beta1 CronJob', 'named'],
  ['1.24', '--network-plugin', 'named'],
  ['1.24', '--experimental-encryption-provider-config', 'carried'],
  ['1.27', '--container-runtime', 'carried'],
  ['1.24', '--leader-elect-resource-lock=endpoints or configmaps', 'refused'],
  ['1.27', 'feature gate CSIMigrationAWS', 'named'],
])('%s: %s is %s', (minor, what, becomes) => {
  const pair = PAIRS.find(([, to]) => KubernetesVersion.of(to).minorVersion === minor)!;
  expect(endingsBetween(...versions(pair)).filter(ending => ending.what === what).map(ending => ending.becomes)).toContain(becomes);
});

it.each([
  ['1.31', 'DisableCloudProviders', 'carried', 'nothing'],
  ['1.31', 'DisableKubeletCloudCredentialProviders', 'named', 'install the credential provider of the cloud on each node'],
  ['1.25', 'CSIMigrationAWS', 'named', 'install the CSI driver of the cloud in version N'],
  ['1.24', 'RuntimeClass', 'named', 'take the gate out in version N first'],
])('%s: gate %s, which version N may need, is %s', (minor, gate, becomes, todo) => {
  const [from, to] = versions(PAIRS.find(([, release]) => KubernetesVersion.of(release).minorVersion === minor)!);
  const row = endingsBetween(from, to, [gate]).find(({ component, trace }) => component === 'kubelet' && trace.kind === 'gate')!;
  expect([row.becomes, row.todo.startsWith(todo)]).toEqual([becomes, true]);
});
