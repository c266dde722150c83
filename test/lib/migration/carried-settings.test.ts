import { argsOf, gce, GCE_MINORS, gceNodes, kcmOf, migration, MOVED, PATCHES, valueFor } from './settings-of-gce';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { flagsLeftUnused, flagsThatMove } from '../../../src/lib/facts/shared-flags';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';

const { MIXED, N, N_PLUS_1, DISABLED } = MigrationPhase;

describe('flags of kube-controller-manager of N, where all controllers and node IPAM move', () => {
  it.each(GCE_MINORS)('those of a moved controller are the cloud-controller-manager\'s too, in %s', minor => {
    const from = KubernetesVersion.of(minor);
    const to = `1.${from.minor + 1}`;
    const all = flagsOf(KCM, from).filter(({ flag }) => flagsThatMove([...MOVED, 'nodeipam']).includes(flag));
    const passed = all.map(fact => `--${fact.flag}=${valueFor(fact)}`);
    expect(passed.length).toBe(19);
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
      ({ flag }) => hasFlag(CCM, flag, from) && /^(log|tls-(?!min|cipher|curve)|authentication|requestheader|bind|vmodule)/.test(flag),
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

describe('settings of controllers that move', () => {
  const edited = (...flags: string[]) => flags.reduce((nodes, flag) => withEditEverywhere(nodes, CONTROLLER_MANAGER, addFlag(flag)), kubeadmNodes());

  it('are not those of node IPAM, where it stays', () => {
    const one = migration(edited('--node-cidr-mask-size=22', '--cidr-allocator-type=RangeAllocator'));
    expect(argsOf(one, DISABLED).filter(arg => /mask|allocator/.test(arg))).toEqual([]);
    expect(kcmOf(one, DISABLED, 'n-plus-1')).toContain('--node-cidr-mask-size=22');
  });

  it('are those by which an administrator hardens what is served', () => {
    const one = migration(edited('--profiling=false', '--tls-min-version=VersionTLS13'));
    expect(argsOf(one, DISABLED)).toEqual(expect.arrayContaining(['--profiling=false', '--tls-min-version=VersionTLS13']));
    expect(kcmOf(one, DISABLED, 'n-plus-1')).toContain('--profiling=false');
  });

  it('leave the in-tree volume plugin with its cloud config, where the release has it', () => {
    const nodes = edited('--external-cloud-volume-plugin=aws');
    const within = migration(nodes, { toVersion: KubernetesVersion.of('1.26.15') });
    for (const flag of ['--external-cloud-volume-plugin=aws', '--cloud-config=/etc/kubernetes/cloud.conf']) {
      expect(kcmOf(within, DISABLED, 'n-plus-1')).toContain(flag);
      expect(kcmOf(migration(nodes), DISABLED, 'n-plus-1')).not.toContain(flag);
    }
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
