import { at, model, pod, view } from './views';
import { KCM } from '../../../src/lib/kubernetes/component';
import { SelectorRequirement } from '../../../src/lib/kubernetes/label-selector';
import { Amount, RolloutBounds } from '../../../src/lib/proof/rollout';
import { rolloutLeavesCcmNoNode } from '../../../src/lib/rules/rollout-leaves-ccm-no-node';
import { rolloutStopsControlPlane } from '../../../src/lib/rules/rollout-stops-control-plane';
import { toldOf } from '../../../src/lib/rules/rule';
import { ComponentView, KindView, NodeObjectView, NodeRollout } from '../../../src/lib/view/model';

/** What replaces nodes, and rules about it: every branch. rollouts.test.ts has the files that people have. */
const rollout = (object: string, bounds: RolloutBounds, known: Partial<NodeRollout> = {}): NodeRollout =>
  ({ object, system: 'karpenter', group: object, role: 'worker', place: at(9), labels: new Map(), bounds, ...known });

describe('control-plane nodes', () => {
  const found = (...rollouts: readonly NodeRollout[]) => toldOf(rolloutStopsControlPlane
    .check(model({ rollouts }))).map(({ severity, message, fix }) =>
    [severity ?? 'error', message.replace(/ at once.*$/, ''), fix?.split(/[:,]/)[0]]);
  const plane = (system: NodeRollout['system'], nodes: number, unavailable: Amount) =>
    rollout('cp', { nodes, unavailable }, { system, role: 'control-plane' });
  const unknown = (bounds: RolloutBounds) => rollout('g', bounds, { role: 'unknown' });

  it.each<[string, NodeRollout, ReturnType<typeof found>]>([
    ['the one of kops, which makes no new one first', plane('kops', 1, 1), [
      ['warning', 'cp can take every control-plane node', 'Have three control-plane nodes'],
    ]],
    ['the only one, whose etcd is elsewhere', { ...plane('cluster-api', 1, 1), hasExternalEtcd: true }, [
      ['error', 'cp can take every control-plane node', undefined],
    ]],
    ['one of two of kops', plane('kops', 2, 1), [['error', 'cp can take 1 of 2 control-plane nodes', undefined]]],
    ['the one of another', plane('cluster-api', 1, 1), [['error', 'cp can take every control-plane node', undefined]]],
    ['all of a group of which it is not known', unknown({ unavailable: 'all' }), [['warning', 'g can take every node of it', 'If they are']]],
    ['half of such', unknown({ nodes: 4, unavailable: 2 }), [['warning', 'g can take 2 of 4 nodes', 'If they are']]],
    ['less than half of such', unknown({ nodes: 3, unavailable: 1 }), []],
    ['some of such, which has an unknown number', unknown({ unavailable: 5 }), []],
    ['an unknown number of such', unknown({ nodes: 3 }), []],
    ['all of such without nodes', unknown({ nodes: 0, unavailable: 'all' }), []],
  ])('%s', (_, given, expected) => expect(found(given)).toEqual(expected));

  it('in two groups of kops, which replaces one after the other', () => {
    const inGroup = (group: string) => ({ ...plane('kops', 1, 1), object: group, group });
    expect(found(inGroup('a'), inGroup('b'))).toEqual(['a', 'b'].map(name => ['error', `${name} can take 1 of 2 control-plane nodes`, undefined]));
  });
});

describe('the nodes of a cloud-controller-manager', () => {
  const labelled = (labels: Record<string, string>) => ({ labels: new Map(Object.entries(labels)) });
  const all = (object: string, labels: Record<string, string>) => rollout(object, { unavailable: 'all' }, labelled(labels));
  const some = (object: string, known: Partial<NodeRollout>, bounds: RolloutBounds = {}) =>
    rollout(object, bounds, { ...labelled({ a: '1' }), ...known });
  const is = (key: string, ...values: string[]): SelectorRequirement => ({ key, operator: 'In', values });
  const exists = (key: string): SelectorRequirement => ({ key, operator: 'Exists', values: [] });
  const asks = (...nodeTerms: SelectorRequirement[][]) => view({ pod: pod({ nodeTerms, nodeSelectorPlace: at(7) }) });
  const kubelet = (kind: string, node: string | undefined, labels?: string) => view({
    component: 'kubelet', origin: 'kubelet', kind, node, flags: labels === undefined ? [] : [{ name: 'node-labels', value: labels, place: at(10) }],
  });
  const nodeView = (name: string, isControlPlane: boolean): KindView['nodes'][number] => ({
    name, role: isControlPlane ? 'control-plane' : 'worker', isControlPlane, kind: 'x', root: name, staticPodPath: '', staticPods: [],
  });
  const kinds: readonly KindView[] = [
    { name: 'x', external: true, nodes: [nodeView('cp', true), nodeView('w', false)] }, { name: 'y', external: true, nodes: [nodeView('v', false)] },
  ];
  const nodeObject = (labels: Record<string, string>): NodeObjectView =>
    ({ name: 'n', place: at(1), taints: [], addresses: [], ...labelled(labels) });
  /** Which groups have to leave a node, and what is not known of them. */
  const found = (asked: ComponentView, rollouts: readonly NodeRollout[], besides: Parameters<typeof model>[0] = {}) =>
    toldOf(rolloutLeavesCcmNoNode.check(model({ components: [asked], kinds, rollouts, ...besides }))).map(({ severity, message }) => {
      const [, groups, why] = / only on nodes of (.*?), (?:which can|and whether).*?(\(.*\))?$/.exec(message.replace(' (DaemonSet', ''))!;
      return `${severity ?? 'error'}: ${groups}${why === undefined ? '' : ` ${why}`}`;
    });

  const P = all('p', { a: '1' });

  it.each<[string, ComponentView, readonly NodeRollout[], readonly string[]]>([
    ['any', asks(), [P], []],
    ['any of a term', asks([]), [P], []],
    ['those of one group', asks([is('a', '1')]), [P], ['error: p']],
    ['those of one group, of a static pod', { ...asks([is('a', '1')]), origin: 'static-pod' }, [P], []],
    ['not said, where its pod is not known', view({}), [P], []],
    ['those of a group or others', asks([is('a', '1')], [is('a', '2')]), [P], []],
    ['those of one group or another', asks([is('a', '1')], [is('a', '2')]), [P, all('q', { a: '2' })], ['error: p, q']],
    ['those with a label of any value', asks([exists('a')]), [P], ['error: p']],
    ['those with a label that no group has', asks([exists('b')]), [P], []],
    ['those with another value', asks([is('a', '2')]), [P], []],
    ['those without a value', asks([{ key: 'a', operator: 'NotIn', values: ['1'] }]), [P], []],
    ['those with another label besides, which may be on some', asks([is('other', 'x'), is('a', '1')]), [P], ['error: p']],
    ['those with three labels', asks([is('a', '1'), is('b', '1'), is('c', '1')]),
      [all('p', { a: '1', b: '1', c: '1' }), all('q', { a: '1', c: '1' })], ['error: p']],
    ['those with two labels, which no group has both', asks([is('a', '1'), is('b', '1')]), [P, all('q', { b: '1' })], ['error: p']],
    ['some of which may stay', asks([is('a', '1')]), [P, some('q', { problem: 'no table has it' })], ['warning: p, q (no table has it)']],
    ['of which all may go, for each reason once', asks([is('a', '1')]), [
      some('p', { problem: 'no table has it' }), some('q', { problem: 'no table has it' }), some('r', { share: '10%' }),
      some('s', {}, { unavailable: 2 }), some('t', { besides: 'nodes expire' }, { unavailable: 0 }),
    ], ['warning: p, q, r, s, t (no table has it; 10% of an unknown number at once; 2 of an unknown number at once; nodes expire)']],
  ])('are %s', (_, asked, rollouts, expected) => expect(found(asked, rollouts)).toEqual(expected));

  it.each<[string, Parameters<typeof model>[0], readonly string[]]>([
    ['a control-plane node registers with it', { components: [kubelet('x', 'cp', 'b=2,a=1')] }, []],
    ['one of several of a kind does', { components: [kubelet('x', undefined, 'a=1')] }, []],
    ['a worker does, which may be one of the group', { components: [kubelet('x', 'w', 'a=1')] }, ['error: p, q']],
    ['workers of a kind do', { components: [kubelet('y', undefined, 'a=1')] }, ['error: p, q']],
    ['a node of no kind does', { components: [kubelet('z', 'cp', 'a=1')] }, ['error: p, q']],
    ['a node of another kind is called alike', { components: [kubelet('y', 'cp', 'a=1')] }, ['error: p, q']],
    ['something else on a control-plane node has it', { components: [{ ...kubelet('x', 'cp', 'a=1'), component: KCM }] }, ['error: p, q']],
    ['a control-plane node registers with none', { components: [kubelet('x', 'cp')] }, ['error: p, q']],
    ['a control-plane node registers with another value', { components: [kubelet('x', 'cp', 'a=2')] }, ['error: p, q']],
    ['a node of one of the groups has it', { nodeObjects: [nodeObject({ a: '1', group: 'p' })] }, ['error: p, q']],
    ['a node of none of the groups has it', { nodeObjects: [nodeObject({ a: '1' })] }, []],
  ])('are those of the groups, or not: %s', (_, besides, expected) => {
    const asked = asks([is('a', '1')]);
    const groups = [all('p', { a: '1', group: 'p' }), all('q', { a: '1', group: 'q' })];
    expect(found(asked, groups, { ...besides, components: [asked, ...besides.components ?? []] })).toEqual(expected);
  });

  it('are also those that register with a label that has no value', () => {
    const asked = asks([is('a', '')]);
    expect(found(asked, [all('p', { a: '' })], { components: [asked, kubelet('x', 'cp', 'a')] })).toEqual([]);
  });
});
