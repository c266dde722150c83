import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { FlagFact } from '../../../src/lib/facts/generated';
import { lastInTreeMinor } from '../../../src/lib/facts/in-tree-clouds';
import { flagsLeftUnused, flagsThatMove, sharedFlag } from '../../../src/lib/facts/shared-flags';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { addFlag, atRelease, CONTROLLER_MANAGER, kubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';

const { MIXED, N, N_PLUS_1, DISABLED } = MigrationPhase;
const MOVED = ['service', 'route', 'cloud-node-lifecycle'] as const;
const PATCHES: Readonly<Record<string, string>> = {
  '1.20': '1.20.15',
  '1.21': '1.21.14',
  '1.22': '1.22.17',
  '1.23': '1.23.17',
  '1.24': '1.24.17',
  '1.25': '1.25.16',
  '1.26': '1.26.15',
  '1.27': '1.27.16',
  '1.28': '1.28.15',
  '1.29': '1.29.15',
  '1.30': '1.30.14',
  '1.31': '1.31.14',
};
const gce = CustomCcm.of({
  cloud: CloudProvider.GCE, image: 'registry.example/gce-ccm:v1', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
});
const GCE_MINORS = Object.keys(PATCHES).filter(
  minor => KubernetesVersion.of(minor).minor <= KubernetesVersion.of(lastInTreeMinor('gce')!).minor && minor !== '1.20',
);

function migration(nodes: NodeInput[], props: Partial<MigrationProps> = {}): Migration {
  return new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes, ...props });
}

/** Nodes of GCE at a release, with more flags of kube-controller-manager. */
function gceNodes(minor: string, flags: readonly string[]): NodeInput[] {
  const needed = ['1.29', '1.30'].includes(minor) ? ['--feature-gates=DisableCloudProviders=false'] : [];
  const isThere = (all: NodeInput[], flag: string) => all[0].files[CONTROLLER_MANAGER].includes(`- ${flag}\n`);
  const nodes = [...flags, ...needed].reduce((all, flag) => isThere(all, flag) ? all : withEditEverywhere(all, CONTROLLER_MANAGER, text => {
    const name = flag.split('=')[0];
    return new RegExp(`- ${name}=`).test(text) ? text.replace(new RegExp(`- ${name}=.*`), `- ${flag}`) : addFlag(flag)(text);
  }), kubeadmNodes().slice(0, 1));
  const gceKcm = withEditEverywhere(nodes, CONTROLLER_MANAGER, text => text.replace('--cloud-provider=aws', '--cloud-provider=gce'));
  return atRelease(gceKcm.map(node => ({
    ...node,
    files: Object.fromEntries(
      Object.entries(node.files).map(([path, text]) => [path, text.replace('--cloud-provider=aws', '--cloud-provider=gce')]),
    ),
  })), PATCHES[minor]);
}

/** A value of the flag's type that is not its default. */
function valueFor({ flag, type, default: standard }: FlagFact): string {
  if (flag === 'service-cluster-ip-range') return '10.96.0.0/13';
  if (flag === 'cidr-allocator-type') return 'CloudAllocator';
  if (flag === 'kube-api-content-type') return 'application/json';
  if (flag === 'use-service-account-credentials') return 'false'; // both components are given true
  switch (type) {
    case 'bool': return standard === 'true' ? 'false' : 'true';
    case 'duration': return '7m0s';
    case 'float32': return '77';
    default: return '22';
  }
}

const argsOf = (one: Migration, phase: MigrationPhase) => one._model.phase(phase).ccm!.args;
const kcmOf = (one: Migration, phase: MigrationPhase, side: string) =>
  one._model.phase(phase).nodeFiles.find(file => file.path === CONTROLLER_MANAGER && file.side === side)!.content;

describe('flags of kube-controller-manager of N, where all controllers and node IPAM move', () => {
  it.each(GCE_MINORS)('those of a moved controller are the cloud-controller-manager\'s too, in %s', minor => {
    const from = KubernetesVersion.of(minor);
    const to = `1.${from.minor + 1}`;
    const all = flagsOf(KCM, from).filter(({ flag }) => flagsThatMove([...MOVED, 'nodeipam']).includes(flag));
    const passed = all.map(fact => `--${fact.flag}=${valueFor(fact)}`);
    expect(passed.length).toBe(15);
    const one = migration(gceNodes(minor, passed), { ccm: gce, toVersion: KubernetesVersion.of(PATCHES[to]), nodeIpam: true });
    for (const phase of [MIXED, N_PLUS_1, DISABLED]) expect(argsOf(one, phase)).toEqual(expect.arrayContaining(passed));
    // Version N keeps what it has; version N+1 loses what nothing there reads.
    const unused = flagsLeftUnused([...MOVED, 'nodeipam']).filter(flag => all.some(fact => fact.flag === flag));
    for (const flag of passed) expect(kcmOf(one, N, 'n')).toContain(flag);
    for (const flag of unused) expect(kcmOf(one, MIXED, 'n-plus-1')).not.toContain(`--${flag}=`);
    expect(kcmOf(one, MIXED, 'n-plus-1')).toContain('--node-monitor-period=7m0s');
  });

  it.each(GCE_MINORS)('those of the process itself stay there, in %s', minor => {
    const from = KubernetesVersion.of(minor);
    const own = flagsOf(KCM, from).filter(
      ({ flag }) => hasFlag(CCM, flag, from) && /^(log|tls|authentication|requestheader|bind|profiling|vmodule)/.test(flag),
    )
      .filter(({ flag }) => !['tls-sni-cert-key'].includes(flag));
    expect(own.length).toBeGreaterThan(10);
    const one = migration(
      gceNodes(minor, own.map(fact => `--${fact.flag}=${valueFor(fact)}`)), {
        ccm: gce, toVersion: KubernetesVersion.of(PATCHES[`1.${from.minor + 1}`]),
      },
    );
    for (const { flag } of own) expect(argsOf(one, DISABLED).filter(arg => arg.startsWith(`--${flag}=`))).toEqual([]);
  });
});

/** Flags that a migration decides itself: what becomes of each is tested where it is decided. */
const OF_THE_MIGRATION = ['cloud-config', 'cloud-provider', 'controllers', 'enable-leader-migration', 'feature-gates', 'leader-migration-config'];
/** Of the locks, those that both components share; a main Lease of another name, or of another kind, is each one's own. */
const LOCKS_OF_BOTH = [
  'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period', 'leader-elect-resource-namespace',
];
const MINORS = Object.keys(PATCHES).filter(minor => KubernetesVersion.of(minor).minor <= KubernetesVersion.of(lastInTreeMinor('gce')!).minor);

describe.each(MINORS)('every flag that kube-controller-manager %s and the cloud-controller-manager after it both have', minor => {
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

describe('settings of controllers that move', () => {
  const edited = (...flags: string[]) => flags.reduce((nodes, flag) => withEditEverywhere(nodes, CONTROLLER_MANAGER, addFlag(flag)), kubeadmNodes());

  it('are not those of node IPAM, where it stays', () => {
    const one = migration(edited('--node-cidr-mask-size=22', '--cidr-allocator-type=RangeAllocator'));
    expect(argsOf(one, DISABLED).filter(arg => /mask|allocator/.test(arg))).toEqual([]);
    expect(kcmOf(one, DISABLED, 'n-plus-1')).toContain('--node-cidr-mask-size=22');
  });

  it('give way to flags of the user', () => {
    const one = migration(edited('--concurrent-service-syncs=5'));
    expect(argsOf(one, DISABLED)).toContain('--concurrent-service-syncs=5');
  });

  it('without a value are true', () => {
    expect(argsOf(migration(edited('--allow-untagged-cloud')), MIXED)).toContain('--allow-untagged-cloud=true');
  });

  it.each([MigrationStrategy.controllersOffThenOn(), MigrationStrategy.downtime()])('move with every strategy', strategy => {
    expect(argsOf(migration(edited('--concurrent-service-syncs=5'), { strategy }), N_PLUS_1)).toContain('--concurrent-service-syncs=5');
  });

  it('fail where replicas disagree, since the leader may be any of them', () => {
    const nodes = withEdit(kubeadmNodes(), CONTROLLER_MANAGER, addFlag('--concurrent-service-syncs=5'), 1);
    expect(() => migration(nodes)).toThrow(
      /^kube-controller-managers disagree on '--concurrent-service-syncs': not passed in .*, '5' in .*; make them equal$/,
    );
  });
});

describe('feature gates of controllers that move', () => {
  const at127 = (gates: string, flags?: Record<string, string>) => migration(gceNodes('1.27', [`--feature-gates=${gates}`]), {
    toVersion: KubernetesVersion.of('1.28.15'),
    ccm: CustomCcm.of({
      cloud: CloudProvider.GCE,
      image: 'registry.example/gce-ccm:v1',
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
      run: { flags },
    }),
  });
  const gatesOf = (one: Migration) => argsOf(one, DISABLED).filter(arg => arg.startsWith('--feature-gates='));

  it('move, and others do not', () => {
    expect(gatesOf(at127('StableLoadBalancerNodeSet=false,JobReadyPods=false'))).toEqual(['--feature-gates=StableLoadBalancerNodeSet=false']);
    expect(gatesOf(at127('StableLoadBalancerNodeSet=true'))).toEqual([]);
  });

  it('come beside those of the user, whose value of the same gate wins', () => {
    expect(gatesOf(at127('StableLoadBalancerNodeSet=false', { 'feature-gates': 'Mine=true' }))).toEqual(['--feature-gates=Mine=true,'
      + 'StableLoadBalancerNodeSet=false']);
    expect(gatesOf(at127('StableLoadBalancerNodeSet=false', { 'feature-gates': 'StableLoadBalancerNodeSet=true' })))
      .toEqual(['--feature-gates=StableLoadBalancerNodeSet=true']);
  });

  it('fail where the release cannot have them so', () => {
    const nodes = gceNodes('1.29', ['--feature-gates=DisableCloudProviders=false,StableLoadBalancerNodeSet=false']);
    const one = () => migration(nodes.map(node => ({
      ...node,
      files: Object.fromEntries(
        Object.entries(node.files).map(
          ([path, text]) => [path, text.replace('=DisableCloudProviders=false\n', '=DisableCloudProviders=false,StableLoadBalancerNodeSet=false\n')],
        ),
      ),
    })), { ccm: gce, toVersion: KubernetesVersion.of('1.30.14') });
    expect(() => argsOf(one(), DISABLED)).toThrow(
      "kube-controller-manager of N has the feature gate 'StableLoadBalancerNodeSet=false', which controllers that move ask, and a "
        + 'cloud-controller-manager of 1.30 cannot have it so');
  });
});
