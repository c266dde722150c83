import { argsOf, gce, gceNodes, kcmOf, migration, PATCHES, valueFor } from './settings-of-gce';
import { flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { FlagFact } from '../../../src/lib/facts/generated';
import { lastInTreeMinor } from '../../../src/lib/facts/in-tree-clouds';
import { flagsThatMove, sharedFlag } from '../../../src/lib/facts/shared-flags';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';

const { DISABLED } = MigrationPhase;

/** Flags that a migration decides itself: what becomes of each is tested where it is decided. */
const OF_THE_MIGRATION = ['cloud-config', 'cloud-provider', 'controllers', 'enable-leader-migration', 'feature-gates', 'leader-migration-config'];
/** Of the locks, those that both components share; a main Lease of another name, or of another kind, is each one's own. */
const LOCKS_OF_BOTH = [
  'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period', 'leader-elect-resource-namespace',
];
const MINORS = Object.keys(PATCHES).filter(minor => KubernetesVersion.of(minor).minor <= KubernetesVersion.of(lastInTreeMinor('gce')!).minor);

/** The tests of the releases of which this holds. */
export function describeEachSharedFlag(isMeant: (minor: number) => boolean): void {
  const title = 'every flag that kube-controller-manager %s and the cloud-controller-manager after it both have';
  describe.each(MINORS.filter(minor => isMeant(KubernetesVersion.of(minor).minor)))(title, minor => {
    const from = KubernetesVersion.of(minor);
    const to = KubernetesVersion.of(PATCHES[`1.${from.minor + 1}`]);
    const both = flagsOf(KCM, from).filter(({ flag }) => hasFlag(CCM, flag, to) === true || flagsThatMove(['nodeipam']).includes(flag));
    const alone = (fact: FlagFact) => migration(gceNodes(minor, [`--${fact.flag}=${valueFor(fact)}`]), {
      ccm: gce, toVersion: to, nodeIpam: true, ...from.minor === 20 ? { strategy: MigrationStrategy.controllersOffThenOn() } : {},
    });

    it('is carried over, stays with its process, or is refused, as its owner says; none is lost', () => {
      const outcomes = both.filter(({ flag }) => !OF_THE_MIGRATION.includes(flag)).map(fact => {
        const { flag } = fact;
        const arg = `--${flag}=${valueFor(fact)}`;
        const { owner, stays } = sharedFlag(flag)!;
        if (flag === 'leader-elect') {
          expect(() => alone(fact)).toThrow("'--leader-elect=false' leaves kube-controller-manager without a lock");
          return 'refused';
        }
        const one = alone(fact);
        expect([flag, kcmOf(one, DISABLED, 'n-plus-1').includes(`- ${arg}\n`)]).toEqual([flag, stays && hasFlag(KCM, flag, to) === true]);
        const isCarried = argsOf(one, DISABLED).includes(arg);
        expect([flag, isCarried]).toEqual([flag, owner === 'locks' ? LOCKS_OF_BOTH.includes(flag) : owner !== 'process']);
        return isCarried ? 'carried' : 'stays';
      });
      expect(outcomes.length).toBeGreaterThan(50);
      expect(outcomes.filter(outcome => outcome === 'carried').length).toBeGreaterThan(20);
    });
  });
}
