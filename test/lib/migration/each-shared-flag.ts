import { argsOf, gce, gceNodes, kcmOf, migration, PATCHES, valueFor } from './settings-of-gce';
import { flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { FlagFact } from '../../../src/lib/facts/generated';
import { lastInTreeMinor } from '../../../src/lib/facts/in-tree-clouds';
import { flagsThatMove, sharedFlag } from '../../../src/lib/facts/shared-flags';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';

const { DISABLED } = MigrationPhase;

/** Flags that a migration decides itself: what becomes of each is tested where it is decided. */
const OF_THE_MIGRATION = ['cloud-config', 'cloud-provider', 'controllers', 'enable-leader-migration', 'feature-gates', 'leader-migration-config'];
/** Of the locks, those that both components share; a main Lease of another name, or of another kind, is each one's own. */
const LOCKS_OF_BOTH = [
  'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period', 'leader-elect-resource-namespace',
];

/** Releases of kube-controller-manager that have the in-tree provider of GCE. */
export const MINORS = Object.keys(PATCHES).filter(minor => KubernetesVersion.of(minor).minor <= KubernetesVersion.of(lastInTreeMinor('gce')!).minor);

/** A flag, and whether kube-controller-manager of N+1 and the cloud-controller-manager have it. */
type Outcome = readonly [string, boolean, boolean];

/** What becomes of flags of kube-controller-manager, of those that it and the cloud-controller-manager after it both have. */
export class SharedFlags {
  public readonly facts: readonly FlagFact[];
  private readonly to: KubernetesVersion;

  constructor(private readonly minor: string) {
    const from = KubernetesVersion.of(minor);
    this.to = KubernetesVersion.of(PATCHES[`1.${from.minor + 1}`]);
    this.facts = flagsOf(KCM, from).filter(({ flag }) => !OF_THE_MIGRATION.includes(flag))
      .filter(({ flag }) => hasFlag(CCM, flag, this.to) === true || flagsThatMove(['nodeipam']).includes(flag));
  }

  /** A cluster whose kube-controller-manager has these flags. */
  public migration(facts: readonly FlagFact[]): Migration {
    const strategy = KubernetesVersion.of(this.minor).minor === 20 ? MigrationStrategy.controllersOffThenOn() : undefined;
    return migration(gceNodes(this.minor, facts.map(argOf)), { ccm: gce, toVersion: this.to, nodeIpam: true, ...strategy ? { strategy } : {} });
  }

  /** What became of a flag, and what its owner says. */
  public outcome(one: Migration, fact: FlagFact): { readonly is: Outcome; readonly must: Outcome } {
    const { flag } = fact;
    const { owner, stays } = sharedFlag(flag)!;
    return {
      is: [flag, kcmOf(one, DISABLED, 'n-plus-1').includes(`- ${argOf(fact)}\n`), argsOf(one, DISABLED).includes(argOf(fact))],
      must: [flag, stays && hasFlag(KCM, flag, this.to) === true, owner === 'locks' ? LOCKS_OF_BOTH.includes(flag) : owner !== 'process'],
    };
  }
}

function argOf(fact: FlagFact): string {
  return `--${fact.flag}=${valueFor(fact)}`;
}
