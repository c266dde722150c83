import { ccm, kcm, ROUTES } from './processes';
import { Cluster, controllersOf, mixesOf, mixOf, NodeKind } from '../../../src/lib/model/cluster';
import { requirements, starvations } from '../../../src/lib/proof/liveness';

const IN_TREE = kcm('1.26', `--cloud-provider=aws ${ROUTES}`);
const NO_CLOUD = kcm('1.26', '--controllers=*');
const CCM_27 = ccm('1.27', '');
const CCM_TAGGING = ccm('1.27', '--controllers=*,tagging');
const OPENSTACK = ccm('1.27', '--cloud-provider=openstack');
const TALOS = ccm('1.27', '--cloud-provider=talos');

function cluster(...kinds: readonly NodeKind[]): Cluster {
  return { kinds, workloads: [] };
}

describe('mixes', () => {
  it('are all combinations of kinds, the smallest first', () => {
    const kinds = ['a', 'b', 'c'].map(name => ({ name, processes: [] }));
    expect(mixesOf(cluster(...kinds)).map(mix => mix.kinds.join(' '))).toEqual(['a', 'b', 'c', 'a b', 'a c', 'b c', 'a b c']);
  });

  it('are one without nodes where there are no kinds', () => {
    expect(mixesOf({ kinds: [], workloads: [{ process: CCM_27 }] })).toEqual([{ kinds: [], processes: [CCM_27], external: false }]);
  });

  it('are external when one of their kinds is, and not by others', () => {
    const mixes = mixesOf(cluster({ name: 'a', processes: [] }, { name: 'b', processes: [], external: true }));
    expect(mixes.map(mix => mix.external)).toEqual([false, true, true]);
    expect(mixesOf({ ...cluster({ name: 'a', processes: [] }), external: true }).map(mix => mix.external)).toEqual([true]);
    expect(mixesOf(cluster({ name: 'a', processes: [IN_TREE, kcm('1.27', '--cloud-provider=external')] })).map(mix => mix.external)).toEqual([true]);
  });

  it('are each what its kinds make', () => {
    const mixes = { ...cluster({ name: 'a', processes: [IN_TREE] }, { name: 'b', processes: [NO_CLOUD] }), workloads: [{ process: CCM_27 }] };
    expect(mixOf(mixes, ['b', 'x'])).toEqual({ kinds: ['b'], processes: [NO_CLOUD, CCM_27], external: false });
    for (const mix of mixesOf(mixes)) expect(mixOf(mixes, mix.kinds)).toEqual(mix);
  });

  it('have a workload as soon as one of its kinds is there', () => {
    const kinds = ['a', 'b', 'c'].map(name => ({ name, processes: [] }));
    const mixes = mixesOf({ kinds, workloads: [{ process: CCM_27, onlyOn: ['a', 'b'] }] });
    expect(mixes.filter(mix => mix.processes.length > 0).map(mix => mix.kinds.join(' '))).toEqual(['a', 'b', 'a b', 'a c', 'b c', 'a b c']);
  });
});

describe('controllers', () => {
  it('are those that a file or flag names, and the others of a KCM as one, last', () => {
    expect(controllersOf([CCM_27])).toEqual(['cloud-node', 'cloud-node-lifecycle', 'route', 'service']);
    expect(controllersOf([CCM_27, IN_TREE]).at(-1)).toBe('other controllers');
  });
});

describe('what has to run', () => {
  const required = (input: Cluster) => requirements(input)(mixesOf(input)[0])
    .map(({ controller, cloud }) => cloud === undefined ? controller : `${controller} of ${cloud}`);

  test.each<[string, Cluster, string[]]>([
    ['nothing of a cloud where there is none', cluster({ name: 'a', processes: [NO_CLOUD] }), ['other controllers']],
    ['service and lifecycle once workers are external', { ...cluster({ name: 'a', processes: [NO_CLOUD] }), external: true },
      ['other controllers', 'service', 'cloud-node-lifecycle', 'cloud-node']],
    ['service and lifecycle, but not cloud-node, once another kind is external',
      cluster({ name: 'a', processes: [NO_CLOUD] }, { name: 'b', processes: [], external: true }),
      ['other controllers', 'service', 'cloud-node-lifecycle']],
    ['the same when only a process says so',
      cluster({ name: 'a', processes: [NO_CLOUD] }, { name: 'b', processes: [kcm('1.27', '--cloud-provider=external')] }),
      ['other controllers', 'service', 'cloud-node-lifecycle']],
    ['cloud-node not where nothing is external, even with a CCM that has it', cluster({ name: 'a', processes: [IN_TREE, CCM_27] }),
      ['cloud-node-lifecycle of aws', 'nodeipam', 'route of aws', 'service of aws', 'other controllers']],
    ['each controller for each cloud for which it is on, node IPAM once',
      { ...cluster({ name: 'a', processes: [OPENSTACK, IN_TREE] }), external: true },
      ['cloud-node of openstack', 'cloud-node-lifecycle of aws', 'cloud-node-lifecycle of openstack', 'nodeipam', 'route of aws', 'service of aws',
        'service of openstack', 'other controllers']],
    ['for any cloud where only a process of none has it on', { ...cluster({ name: 'a', processes: [NO_CLOUD, TALOS] }), external: true },
      ['cloud-node', 'cloud-node-lifecycle', 'service', 'other controllers']],
    ['what a KCM has besides for no cloud', cluster({ name: 'a', processes: [kcm('1.26', '--cloud-provider=aws --controllers=job,service')] }),
      ['job', 'service of aws']],
    ['for its cloud where it has no worker',
      cluster({ name: 'a', processes: [kcm('1.26', '--cloud-provider=aws --controllers=service --concurrent-service-syncs=0')] }),
      ['service of aws']],
    ["a provider's own controller for its cloud", { ...cluster({ name: 'a', processes: [CCM_TAGGING, TALOS] }), external: true },
      ['cloud-node of aws', 'cloud-node-lifecycle of aws', 'service of aws', 'tagging of aws']],
  ])('is %s', (_, input, expected) => {
    expect(required(input)).toEqual(expected);
  });

  it('is a gap that is not declared where a CCM has cloud-node and leaves out only its lifecycle', () => {
    const off = '--controllers=*,-cloud-node-lifecycle';
    const input: Cluster = {
      kinds: [{ name: 'old', processes: [kcm('1.26', `--cloud-provider=aws ${off}`)], external: true }, { name: 'new', processes: [] }],
      workloads: [{ process: ccm('1.27', off), onlyOn: ['new'] }],
    };
    expect(starvations(input).map(({ controller, declared, mix }) => [controller, declared, mix.kinds.join(' ')])).toEqual([
      ['cloud-node', false, 'old'], ['cloud-node-lifecycle', true, 'old'], ['other controllers', false, 'new'],
    ]);
  });
});
