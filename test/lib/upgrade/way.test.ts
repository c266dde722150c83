import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { awsCcmReleases, promotedOfLine } from '../../../src/lib/facts/ccm-releases';
import { parseRelease } from '../../../src/lib/facts/since';
import { managerSkew, skewBesideKcm } from '../../../src/lib/facts/version-skew';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { checkMigrationPair } from '../../../src/lib/migration/migration-pair';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { hindrancesOf } from '../../../src/lib/plan/upgrade/upgrade-hindrances';
import { ccmNewerThanApiServer } from '../../../src/lib/rules/ccm-newer-than-api-server';
import { toldOf } from '../../../src/lib/rules/rule';
import { versionSkew } from '../../../src/lib/rules/version-skew';
import { ccmUpgrade } from '../../../src/lib/upgrade/ccm-upgrade';
import { UNKNOWN_CLUSTER } from '../../../src/lib/upgrade/upgraded-cluster';
import { wayBetween } from '../../../src/lib/upgrade/way';
import { Model } from '../../../src/lib/view/model';
import { at, view } from '../rules/views';

const PROMOTED = awsCcmReleases().filter(({ promoted }) => promoted).map(({ tag }) => tag);
const minorOf = (tag: string) => parseRelease(tag).minor;
const kubernetes = (minor: number) => KubernetesVersion.of(`1.${minor}`);

const KINDS = [{ name: 'node of n', nodes: [], external: true }];

/** Messages of both rules of skew about a tag beside components of a minor. */
function verified(tag: string, component: 'kube-apiserver' | 'kube-controller-manager', minor: number): readonly string[] {
  const linked = awsCcmReleases().find(one => one.tag === tag)!.linkedMinor;
  const node = view({ component, object: 'Pod kube-system/x', origin: 'static-pod', kind: 'node of n', version: kubernetes(minor) });
  const model = { components: [view({ version: linked, awsRelease: tag }), node], kinds: KINDS, nodeObjects: [] } as Partial<Model> as Model;
  return [versionSkew, ccmNewerThanApiServer].flatMap(({ check }) => toldOf(check(model))).map(({ message }) => message);
}

const SKEW = 'ccm-migration/version-skew';

/** Annotations of the workload that is synthesized for the steady state. */
function annotationsOf(migration: Migration): Readonly<Record<string, string>> {
  const { manifest } = migration._model.phase(MigrationPhase.DISABLED).ccm!.objects.find(({ manifest: { kind } }) => kind === 'DaemonSet')!;
  return (manifest as { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } }).metadata.annotations ?? {};
}

describe('every promoted release, beside its own minor', () => {
  it('is verified', () => expect(PROMOTED.flatMap(tag => verified(tag, 'kube-apiserver', minorOf(tag)))).toEqual([]));

  it('may be upgraded to, and planned', () => {
    for (const tag of PROMOTED) {
      // From the one beside it, since no release is upgraded to itself.
      const upgrade = ccmUpgrade(PROMOTED[PROMOTED.indexOf(tag) - 1] ?? PROMOTED[1], tag, {
        ...UNKNOWN_CLUSTER, apiServers: [kubernetes(minorOf(tag))], kcms: [kubernetes(minorOf(tag))],
      });
      expect([tag, upgrade.differences.filter(({ topic }) => topic === 'skew')]).toEqual([tag, []]);
      expect([tag, hindrancesOf(upgrade, {}).refused?.reason ?? '']).toEqual([tag, expect.not.stringMatching(/of Kubernetes|several minors/)]);
    }
  });

  it('is synthesized', () => {
    for (const tag of PROMOTED) {
      const toVersion = kubernetes(minorOf(tag));
      const migration = new Migration({ clusterId: 'prod', toVersion, ccm: AwsCcm.of({ release: tag }) });
      expect([tag, annotationsOf(migration)]).toEqual([tag, expect.not.objectContaining({ [SKEW]: expect.anything() as string })]);
      if (toVersion.minor > 26) continue; // the last in-tree provider of AWS
      const pair = { cloud: CloudProvider.AWS, from: toVersion, to: toVersion, ccm: KubernetesVersion.of(tag), byLeaderMigration: false };
      expect(() => checkMigrationPair(pair)).not.toThrow();
    }
  });
});

describe('the rule of skew', () => {
  it.each<[number, number, ReturnType<typeof managerSkew>]>([
    [32, 31, { is: 'newer', by: 1, allowed: 1 }], [32, 32, undefined], [32, 33, undefined], [32, 34, { is: 'older', by: 2, allowed: 1 }],
    [37, 99, { is: 'older', by: 62, allowed: 1 }],
  ])('a manager of 1.%i beside an API server of 1.%i', (minor, server, skew) => expect(managerSkew(minor, kubernetes(server))).toEqual(skew));

  it.each<[string, number, string | undefined]>([
    ['v1.32.8', 34, 'v1.32.8 is 2 minors older than API servers of 1.34: it may be 1 minor older'],
    ['v1.33.4', 32, 'v1.33.4 is newer than API servers of 1.32: a cloud-controller-manager must not be newer'],
    ['v1.32.8', 33, undefined],
  ])('%s that is synthesized for API servers of 1.%i', (release, server, note) => {
    const migration = new Migration({ clusterId: 'prod', toVersion: kubernetes(server), ccm: AwsCcm.of({ release }) });
    expect(annotationsOf(migration)[SKEW]).toBe(note && `${note} (https://kubernetes.io/releases/version-skew-policy/)`);
  });

  it.each<[number, number, ReturnType<typeof managerSkew>]>([
    [32, 30, { is: 'newer', by: 1, allowed: 1 }], [32, 31, undefined], [32, 32, undefined], [32, 33, undefined],
    [27, 34, { is: 'older', by: 7, allowed: 1 }],
  ])('one of 1.%i beside a KCM of 1.%i', (minor, kcm, skew) => expect(skewBesideKcm(minor, kubernetes(kcm))).toEqual(skew));

  it.each<[string, 'kube-apiserver' | 'kube-controller-manager', number, readonly string[]]>([
    ['v1.32.8', 'kube-apiserver', 34, ['CCM v1.32.8 (built from the libraries of 1.33) is 2 minors older than kube-apiserver 1.34 of node of n']],
    ['v1.24.2', 'kube-apiserver', 23, ['CCM v1.24.2 (built from the libraries of 1.25) is newer than kube-apiserver 1.23 of node of n']],
    ['v1.27.10', 'kube-controller-manager', 34, ['CCM 1.27 is 7 minors older than KCM 1.34 of node of n, whose API server is not in the input']],
    ['v1.36.1', 'kube-controller-manager', 34, ['CCM 1.36 is newer than KCM 1.34 of node of n, whose API server is not in the input']],
    ['v1.35.2', 'kube-controller-manager', 34, []],
  ])('verify of %s beside %s 1.%i', (tag, component, minor, messages) =>
    expect(verified(tag, component, minor).map(text => text.replace(' (DaemonSet kube-system/x)', ''))).toEqual(messages));
});

it('a release that was synthesized unread is of the minor of its image, not of the release that serves for it', () => {
  const image = { repository: 'x', tag: 'v1.99.0', place: at(1) };
  const unread = view({ version: kubernetes(37), awsRelease: awsCcmReleases().at(-1)!.tag, image });
  const server = view({ component: 'kube-apiserver', origin: 'static-pod', kind: 'node of n', version: kubernetes(37) });
  expect(toldOf(ccmNewerThanApiServer.check({ components: [unread, server], kinds: KINDS } as Partial<Model> as Model))).toHaveLength(1);
});

describe('the way between two releases', () => {
  const newest = [...new Set(PROMOTED.map(minorOf))].map(minor => promotedOfLine(`v1.${minor}.0`).at(-1)!);
  const from = (tag: string) => ({ tag, minor: minorOf(tag) });

  it.each([[false, PROMOTED], [true, newest]] as const)('has each minor once, whichever two they are; with cloud routes: %p', (cloudRoutes, tags) => {
    const wrong = tags.flatMap(first => newest.filter(last => last !== first).flatMap(last => {
      const minors = wayBetween(from(first), from(last), { cloudRoutes }).map(minorOf);
      const [a, b] = [minorOf(first), minorOf(last)];
      const expected = Array.from({ length: Math.max(1, Math.abs(b - a)) }, (_, index) => (a === b ? a : a + Math.sign(b - a) * (index + 1)));
      return minors.join() === expected.join() ? [] : [`${first} to ${last}: ${minors.join()}`];
    }));
    expect(wrong).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['v1.31.8', 'v1.32.8', ['v1.32.8']],
    ['v1.32.8', 'v1.34.3', ['v1.33.4', 'v1.34.3']],
    ['v1.24.2', 'v1.26.14', ['v1.25.15', 'v1.26.14']],
    ['v1.34.3', 'v1.32.8', ['v1.33.4', 'v1.32.8']],
    ['v1.36.1', 'v1.36.2', ['v1.36.2']],
  ])('%s to %s', (first, last, steps) => expect(wayBetween(from(first), from(last), {})).toEqual(steps));
});
