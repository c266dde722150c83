import { flagsOf, hasFlag } from '../../../src/lib/facts/flags';
import { generatedFlags } from '../../../src/lib/facts/generated';
import { ccmGate, ccmTakes, flagsLeftUnused, flagsThatMove, gatesThatMove, sharedFlag } from '../../../src/lib/facts/shared-flags';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const MINORS = Object.keys(generatedFlags(KCM).read);
const MOVED = ['service', 'route', 'cloud-node-lifecycle'] as const;
const SERVING = ['contention-profiling', 'profiling', 'tls-cipher-suites', 'tls-curve-preferences', 'tls-min-version'];
const CLIENT = ['controller-start-interval', 'kube-api-burst', 'kube-api-content-type', 'kube-api-qps', 'min-resync-period'];

describe('flags that kube-controller-manager and cloud-controller-manager both have', () => {
  it.each(MINORS)('have an owner, and a source, in %s', minor => {
    const version = KubernetesVersion.of(minor);
    const both = flagsOf(CCM, version).map(({ flag }) => flag).filter(flag => hasFlag(KCM, flag, version));
    expect(both.length).toBeGreaterThan(50);
    expect(both.filter(flag => sharedFlag(flag) === undefined)).toEqual([]);
    for (const flag of both) expect(sharedFlag(flag)!.source).toMatch(/@v/);
  });

  it('are none that only one of them has', () => {
    expect(sharedFlag('cluster-signing-cert-file')).toBeUndefined();
    expect(sharedFlag('node-status-update-frequency')).toBeUndefined();
  });

  it('move with the controllers that read them', () => {
    expect([...flagsThatMove(MOVED)].sort()).toEqual([
      'allow-untagged-cloud', 'concurrent-service-syncs', ...CLIENT, ...SERVING, 'node-monitor-period', 'node-sync-period',
      'route-reconciliation-period',
    ].sort());
    expect(flagsThatMove(['nodeipam'])).toEqual(expect.arrayContaining(['cidr-allocator-type', 'node-cidr-mask-size', 'service-cluster-ip-range']));
    expect(flagsThatMove(['route'])).not.toContain('concurrent-service-syncs');
  });

  it('go from version N+1 where nothing there reads them', () => {
    expect([...flagsLeftUnused(MOVED)].sort())
      .toEqual(['allow-untagged-cloud', 'concurrent-service-syncs', 'node-sync-period', 'route-reconciliation-period']);
    // The node lifecycle controller stays in kube-controller-manager, and reads the period too.
    expect(flagsLeftUnused(['cloud-node-lifecycle'])).not.toContain('node-monitor-period');
  });

  it.each(MINORS)('that move exist in a cloud-controller-manager of %s', minor => {
    const version = KubernetesVersion.of(minor);
    const moved = flagsThatMove([...MOVED, 'nodeipam']).filter(flag => hasFlag(KCM, flag, version) === true || !SERVING.includes(flag));
    for (const flag of moved) expect([flag, ccmTakes(flag, version)]).toEqual([flag, true]);
  });
});

describe('feature gates that a moved controller asks', () => {
  it('are told by controller', () => {
    expect(gatesThatMove(['route'])).toEqual(['IPv6DualStack', 'CloudControllerManagerWatchBasedRoutesReconciliation']);
    expect(gatesThatMove(['cloud-node-lifecycle'])).toEqual([]);
  });

  it.each<[string, boolean, string, string]>([
    ['StableLoadBalancerNodeSet', false, '1.27', 'takes'],
    ['StableLoadBalancerNodeSet', true, '1.27', 'has'],
    ['StableLoadBalancerNodeSet', false, '1.30', 'cannot'],
    ['StableLoadBalancerNodeSet', true, '1.36', 'has'],
    ['IPv6DualStack', false, '1.22', 'takes'],
    ['IPv6DualStack', false, '1.27', 'cannot'],
    ['IPv6DualStack', true, '1.27', 'has'],
    ['LegacyNodeRoleBehavior', true, '1.21', 'cannot'],
    ['LegacyNodeRoleBehavior', false, '1.21', 'has'],
  ])('%s=%s in a cloud-controller-manager of %s: it %s', (gate, on, minor, expected) => {
    expect(ccmGate(gate, on, KubernetesVersion.of(minor))).toBe(expected);
  });
});
