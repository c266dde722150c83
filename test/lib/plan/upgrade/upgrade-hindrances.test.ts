import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { AcceptedOfUpgrade, hindrancesOf, NoGo } from '../../../../src/lib/plan/upgrade/upgrade-hindrances';
import { ccmUpgrade } from '../../../../src/lib/upgrade/ccm-upgrade';
import { UNKNOWN_CLUSTER } from '../../../../src/lib/upgrade/upgraded-cluster';
import { Acceptance } from '../../../../src/lib/verify/accept';

const between = (from: string, to: string, server: string) =>
  ccmUpgrade(from, to, { ...UNKNOWN_CLUSTER, cloudRoutes: false, apiServers: [KubernetesVersion.of(server)] });
const accepted = (rule: string, more: Partial<Acceptance> = {}): AcceptedOfUpgrade => ({
  acceptances: [{ rule, reason: 'no load balancers', place: { file: 'accepted.yaml', line: 2 }, ...more }], today: '2026-11-29',
});
const BAD = between('v1.31.8', 'v1.31.9', '1.31.14');
const SAYS = 'v1.31.9 has a known fault: each reconcile of a load balancer adds rules of its security group that are there: it fails with '
  + 'InvalidPermission.Duplicate, and later changes of the Service never arrive (with a Service of type LoadBalancer)';

describe('a plan of an upgrade of the cloud-controller-manager', () => {
  it('is refused by the sentence of upgrade', () => {
    expect(BAD.differences.map(({ says }) => says)).toContain(SAYS);
    expect(hindrancesOf(BAD, {})).toEqual({
      noGo: [],
      refused: {
        reason: SAYS,
        fix: 'v1.31.8 is without it. Or accept adds-rules-again in a file of accepted findings (accepted): then the plan is made, '
          + 'and has it as a no-go.',
      },
    });
  });

  it.each<[string, AcceptedOfUpgrade, NoGo['accepted'] | undefined]>([
    ['by its id', accepted('adds-rules-again'), { reason: 'no load balancers' }],
    ['by its id, to a day', accepted('adds-rules-again', { until: '2026-11-29' }), { reason: 'no load balancers', until: '2026-11-29' }],
    ['to a day that is past', accepted('adds-rules-again', { until: '2026-11-28' }), undefined],
    ['to a day, where today is not known', { ...accepted('adds-rules-again', { until: '2026-11-28' }), today: undefined },
      { reason: 'no load balancers', until: '2026-11-28' }],
    ['of another id', accepted('lists-no-routes'), undefined],
    ['of a finding in a file', accepted('adds-rules-again', { file: 'ccm.yaml' }), undefined],
    ['by nothing', {}, undefined],
  ])('%s is accepted, or not', (_, options, by) => {
    const { refused, noGo } = hindrancesOf(BAD, options);
    expect([refused === undefined, noGo]).toEqual(by === undefined ? [false, []] : [true, [{ id: 'adds-rules-again', says: SAYS, accepted: by }]]);
  });

  it('says which acceptance is over', () => expect(hindrancesOf(BAD, accepted('adds-rules-again', { until: '2026-11-28' })).refused!.fix)
    .toContain('The acceptance of adds-rules-again ended on 2026-11-28.'));

  it('over several minors is refused, with the releases on the way', () => {
    const { refused } = hindrancesOf(between('v1.31.8', 'v1.34.3', '1.34.2'), {});
    expect(refused).toMatchObject({
      reason: 'v1.31.8 to v1.34.3 is one roll over several minors: a cloud-controller-manager follows its API servers minor by minor',
      fix: expect.stringMatching(/minor, v1\.32\.8, v1\.33\.4, v1\.34\.3, .* over all of them\. Or accept ccm-upgrade-skips-minors in/) as string,
    });
    expect(hindrancesOf(between('v1.31.8', 'v1.34.3', '1.34.2'), accepted('ccm-upgrade-skips-minors')).refused).toBeUndefined();
  });

  it.each<[string, string, string, readonly string[] | undefined, readonly string[]]>([
    ['v1.36.1', 'v1.37.0', '1.37.1', undefined, []],
    ['v1.37.0', 'v1.36.1', '1.37.1', undefined, ['revokes-other-rules']],
    ['v1.35.2', 'v1.36.1', '1.35.4', ['ccm-newer-than-api-server'], ['revokes-other-rules']],
    ['v1.34.3', 'v1.35.2', '1.37.1', ['version-skew'], []],
    ['v1.31.8', 'v1.32.8', '1.32.9', undefined, []],
  ])('%s to %s beside %s is refused for %j, and has no-go lines for %j', (from, to, server, refusedFor, noGo) => {
    const found = hindrancesOf(between(from, to, server), {});
    expect(found.noGo.map(({ id }) => id)).toEqual(noGo);
    expect(refusedFor === undefined ? found.refused : /Or accept (.*) in a file/.exec(found.refused!.fix)![1].split(', ')).toEqual(refusedFor);
  });
});
