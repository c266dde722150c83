import { at, flags, model, pod, view } from './views';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { EndCause } from '../../../src/lib/model/end-cause';
import { Process } from '../../../src/lib/model/process';
import { portTaken } from '../../../src/lib/rules/port-taken';
import { doubtsOf } from '../../../src/lib/rules/rule';
import { ComponentView, Doubt, KindView, NodeView } from '../../../src/lib/view/model';

const HOST = { pod: pod({}) };
const CONTROL_PLANE = { pod: pod({ nodeTerms: [[{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', values: [] }]] }) };
const onNode = (component: Component, kind: string | undefined, ...texts: readonly string[]) =>
  view({ component, object: `static pod kube-system/${component}`, origin: 'static-pod', kind, flags: flags(...texts), ...HOST });
const scheduled = (known: Partial<ComponentView>, ...texts: readonly string[]) =>
  view({ component: CCM, flags: flags(...texts), ...CONTROL_PLANE, ...known });
const kinds = (...names: readonly string[]): readonly KindView[] => names.map(name => ({ name, nodes: [], external: true }));

function stops(asked: ComponentView, others: readonly ComponentView[], names: readonly string[] = ['a', 'b']) {
  return doubtsOf(portTaken.stops!(asked, model({ components: [asked, ...others], kinds: kinds(...names) })));
}

it('is an error', () => expect([portTaken.severity, portTaken.asksOthers]).toEqual(['error', true]));

it('is told where the model has it', () => {
  const stop = (rule: string) => ({ rule, place: at(2), what: `what ${rule} says` });
  expect(portTaken.check(model({ components: [view({ stops: [stop('other'), stop('port-taken')] })] }))).toEqual([
    { place: at(2), message: 'what port-taken says', fix: undefined },
  ]);
});

it('is told at its flag, or where the component is', () => {
  const kcm = onNode(KCM, undefined);
  expect(stops(scheduled({}, '--v=2', '--secure-port=10257'), [kcm], [])).toEqual([{
    place: at(11),
    what: 'CCM (DaemonSet kube-system/x) serves on port 10257 of the host network, and so does KCM '
      + '(static pod kube-system/kube-controller-manager)',
    exceptOn: [],
  }]);
  expect(stops(scheduled({}), [onNode(KCM, undefined, '--secure-port=10258')], [])).toEqual([expect.objectContaining({ place: at(1) })]);
});

describe('a port that a cloud-controller-manager shares', () => {
  const on = (asked: string, port: string, component: Component = KCM) =>
    stops(scheduled({}, asked), [onNode(component, 'a', port), onNode(KCM, 'a', '--secure-port=1')]).length;
  it.each<[string, number, number]>([
    ['with kube-controller-manager', on('--secure-port=10257', '--v=2'), 1],
    ['with the API server', on('--secure-port=6443', '--v=2', 'kube-apiserver'), 1],
    ['with the scheduler', on('--secure-port=10259', '--v=2', 'kube-scheduler'), 1],
    ['with none, where theirs are others', on('--secure-port=10260', '--v=2', 'kube-scheduler'), 0],
    ['with none, where it has none', on('--secure-port=0', '--secure-port=0'), 0],
    ['with none, where what it has is no number', on('--secure-port=x', '--secure-port=x'), 0],
  ])('%s', (_, found, expected) => expect(found).toBe(expected));

  it('is its own, where it was there first: kube-controller-manager ends', () => {
    const kcm = onNode(KCM, 'a', '--secure-port=6443');
    const server = onNode('kube-apiserver', 'a');
    expect([stops(kcm, [server]).length, stops(server, [kcm]).length]).toEqual([1, 0]);
    expect(stops(kcm, [onNode('kube-scheduler', 'a', '--secure-port=6443')])).toHaveLength(1);
  });

  it('is not known where the flag is not', () => {
    const unknowns: ComponentView['unknowns'] = [{ part: '--secure-port', place: at(1), what: '', fix: '' }];
    expect(stops(scheduled({ unknowns }, '--secure-port=10257'), [onNode(KCM, 'a')])).toEqual([]);
    expect(stops(scheduled({}, '--secure-port=10257'), [{ ...onNode(KCM, 'a'), unknowns }])).toEqual([]);
  });
});

describe('the host network', () => {
  const bare = (origin: ComponentView['origin']) => view({ component: KCM, origin, kind: 'a', flags: flags('--secure-port=10258') });
  it.each<[string, ComponentView, number]>([
    ['is that of a unit of systemd', bare('unit'), 1],
    ['is that of what kubeadm writes', bare('kubeadm'), 1],
    ['is not that of a pod that does not ask for it', { ...bare('static-pod'), pod: pod({ hostNetwork: false }) }, 0],
    ['is not that of a pod that is not known', bare('static-pod'), 0],
    ['of another cluster is another', { ...bare('unit'), isHosted: true }, 0],
  ])('%s', (_, other, expected) => {
    expect(stops(scheduled({}), [other])).toHaveLength(expected);
    expect(stops(scheduled({ isHosted: true }), [other])).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['10.0.0.1', '10.0.0.1', 1], ['10.0.0.1', '127.0.0.1', 0], ['0.0.0.0', '127.0.0.1', 1], ['127.0.0.1', '0.0.0.0', 1], ['::', '127.0.0.1', 1],
    ['[::]', '127.0.0.1', 1], ['', '127.0.0.1', 1], ['127.0.0.1', '', 1], ['::', '[::]', 1],
  ])('at %s and %s shares its ports: %i', (one, other, expected) => {
    const found = stops(scheduled({}, '--secure-port=10257', `--bind-address=${one}`), [onNode(KCM, 'a', `--bind-address=${other}`)]);
    expect(found).toHaveLength(expected);
  });
  it('is all of it where no address is said', () =>
    expect(stops(scheduled({}, '--secure-port=10257'), [onNode(KCM, 'a', '--bind-address=127.0.0.1')])).toHaveLength(1));
});

describe('of the kinds of nodes', () => {
  const PORT = '--secure-port=10258';
  const except = (asked: ComponentView, others: readonly ComponentView[], names?: readonly string[]) =>
    stops(asked, others, names).map(({ exceptOn }) => exceptOn);
  const [onA, onB, freeB] = [onNode(KCM, 'a', PORT), onNode(KCM, 'b', PORT), onNode(KCM, 'b')];

  it('it runs on those on which it is alone and a kube-controller-manager is', () => {
    expect(except(scheduled({}), [onA, freeB], ['a', 'b', 'workers'])).toEqual([['b']]);
    expect(except(scheduled({}), [onA, onNode('kube-scheduler', 'b')])).toEqual([[]]);
    expect(except(scheduled({ onlyOn: ['a'] }), [onA, freeB])).toEqual([[]]);
    expect(except(scheduled({}), [onA, onB])).toEqual([[], []]);
  });
  it('it runs on those of the control plane that have no kube-controller-manager', () => {
    const bare: NodeView = {
      name: 'n', role: 'control-plane', isControlPlane: true, kind: 'b', root: '', staticPodPath: '', staticPods: [],
    };
    const stopped = (node: NodeView) => doubtsOf(portTaken.stops!(scheduled({}), model({
      components: [scheduled({}), onA], kinds: [...kinds('a'), { name: 'b', nodes: [node], external: true }],
    }))).map(({ exceptOn }) => exceptOn);
    expect([stopped(bare), stopped({ ...bare, isControlPlane: false, role: 'worker' })]).toEqual([[['b']], [[]]]);
  });
  it('it runs on those nodes of one on which it is alone', () => {
    const [first, second, third] = ['1', '2', '3'].map((name): NodeView => ({
      name, role: 'control-plane', isControlPlane: true, kind: 'a', root: '', staticPodPath: '', staticPods: [],
    }));
    const worker: NodeView = { ...third, name: '4', role: 'worker', isControlPlane: false };
    const on = (asked: ComponentView, nodes: readonly NodeView[], ...others: readonly ComponentView[]) =>
      doubtsOf(portTaken.stops!(asked, model({ components: [asked, ...others], kinds: [{ name: 'a', nodes, external: true }] })))
        .map(({ exceptOn, notOn }) => [exceptOn, notOn]);
    const [at1, at2] = [{ ...onA, onNodes: [0] }, { ...onA, onNodes: [1] }];
    expect(on(scheduled({}), [first, second, third], at1, at2)).toEqual([[['a'], [first, second]], [['a'], [first, second]]]);
    expect(on(scheduled({}), [first, second, worker], at1, at2)).toEqual([[[], undefined], [[], undefined]]);
    const server = { ...onNode('kube-apiserver', 'a'), onNodes: [1] };
    const [kcm, besides] = [[0, 1], [0, 2]].map(onNodes => ({ ...onNode(KCM, 'a', '--secure-port=6443'), onNodes }));
    expect(on(kcm, [first, second, third], server)).toEqual([[['a'], [second]]]);
    expect(on(besides, [first, second, third], server)).toEqual([]);
    const ccm = onNode(CCM, 'a', '--secure-port=6443');
    expect(on(ccm, [worker, { ...worker, name: '5' }], server)).toEqual([[['a'], [expect.objectContaining({ name: '5' })]]]);
  });
  it('those without it are left alone', () => {
    expect(except(scheduled({ onlyOn: ['b'] }), [onA, freeB])).toHaveLength(0);
    expect(except(onNode(KCM, 'b', '--secure-port=6443'), [onNode('kube-apiserver', 'a')])).toHaveLength(0);
    expect(except(onNode(KCM, 'b', '--secure-port=6443'), [onNode('kube-apiserver', 'b')])).toEqual([[]]);
  });
});

describe('it is doubtful', () => {
  const doubts = (asked: ComponentView, other: ComponentView) => stops(asked, [other]).map(({ isDoubtful, rival }) => [isDoubtful, rival]);
  const second = scheduled({ object: 'Deployment kube-system/y', origin: 'deployment' });
  it('which of two that are scheduled is first', () => {
    expect(doubts(scheduled({}), second)).toEqual([[true, 'Deployment kube-system/y']]);
    expect(doubts(second, scheduled({}))).toEqual([[true, 'DaemonSet kube-system/x']]);
    expect(doubts(second, second)).toEqual([]);
  });
  it('not of what the kubelet starts, whose fellows are another rule\'s', () => {
    const kcm = onNode(KCM, 'a');
    expect(doubts(scheduled({}, '--secure-port=10257'), kcm)).toEqual([[undefined, undefined]]);
    expect(doubts(kcm, { ...kcm, object: 'static pod kube-system/other' })).toEqual([]);
    expect(doubts({ ...onNode(CCM, 'a', '--secure-port=10257'), pod: pod({}) }, kcm)).toEqual([[undefined, undefined]]);
  });
  it('where it may be on other nodes than those of the control plane', () =>
    expect(doubts(scheduled({ ...HOST }, '--secure-port=10257'), onNode(KCM, 'a'))).toEqual([[true, undefined]]));
});

describe('a rival that does not start', () => {
  const why = (known: Partial<Doubt> = {}): Doubt => ({ place: at(1), what: '', ...known });

  it('leaves open what another one does, where it may start', () => {
    const rival = (object: string, ...own: readonly Doubt[]) => ({ ...onNode(KCM, 'a', '--secure-port=10258'), object, stops: own });
    const doubts = (...others: readonly ComponentView[]) => stops(scheduled({}), others).map(({ isDoubtful }) => isDoubtful);
    expect(doubts(rival('x'), rival('y'))).toEqual([undefined, undefined]);
    expect(doubts(rival('x', why({ isDoubtful: true })), rival('y'))).toEqual([true, true]);
    expect(doubts(rival('x', why({ exceptOn: ['a'] })), rival('y'))).toEqual([undefined, undefined]);
    expect(doubts(rival('x', why({ exceptOn: ['a'] }), why({ isDoubtful: true })))).toEqual([true]);
  });
  const found = (known: Partial<ComponentView>, names?: readonly string[]) =>
    stops(scheduled({}, '--secure-port=10257'), [{ ...onNode(KCM, 'a'), ...known }, onNode(KCM, 'b', '--secure-port=1')], names)
      .map(({ isDoubtful, exceptOn }) => [isDoubtful, exceptOn]);
  const [runs, ends] = ['runs', 'fails-at-start'].map(kind => ({ fate: { kind } }) as unknown as Process);

  it.each<[string, Partial<ComponentView>, readonly unknown[]]>([
    ['has none where a rule says so', { stops: [why()] }, []],
    ['may have none where a rule doubts it', { stops: [why({ isDoubtful: true })] }, [[true, ['b']]]],
    ['has it where it ends later', { stops: [why({ reaches: 'controllers' })] }, [[undefined, ['b']]]],
    ['has it where a controller does nothing', { stops: [why({ controllers: ['service'] })] }, [[undefined, ['b']]]],
    ['has it on the kinds on which it starts', { stops: [why({ exceptOn: ['a'] })] }, [[undefined, ['b']]]],
    ['has none on the others', { stops: [why({ exceptOn: ['b'] })] }, []],
    ['has none where its command line ends it', { choices: [ends, ends] }, []],
    ['may have none where one of those that it may be ends', { choices: [runs, ends] }, [[true, ['b']]]],
    ['has it where all of them run', { choices: [runs], ends: [{} as EndCause] }, [[undefined, ['b']]]],
    ['has none where it is no manager, and ends', { ends: [{} as EndCause] }, []],
    ['may have none where it is not known whether it runs', { unknowns: [why()] }, [[true, ['b']]]],
    ['has it where a flag of it is not known', { unknowns: [why({ part: '--v' })] }, [[undefined, ['b']]]],
  ])('%s', (_, known, expected) => expect(found(known)).toEqual(expected));

  it('has none where no kind of node is known', () => {
    const kcm = onNode(KCM, undefined);
    const asked = scheduled({}, '--secure-port=10257');
    expect([stops(asked, [{ ...kcm, stops: [why()] }], []), stops(asked, [kcm], [])].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('has it on those nodes of a kind on which it starts', () => {
    const nodes = ['1', '2'].map((name): NodeView => ({
      name, role: 'control-plane', isControlPlane: true, kind: 'a', root: '', staticPodPath: '', staticPods: [],
    }));
    const kcm = { ...onNode(KCM, 'a', '--secure-port=10258'), onNodes: [0, 1], stops: [why({ exceptOn: ['a'], notOn: [nodes[0]] })] };
    const of = (asked: ComponentView) => doubtsOf(portTaken.stops!(asked, model({
      components: [asked, kcm], kinds: [{ name: 'a', nodes, external: true }],
    }))).map(({ exceptOn, notOn }) => [exceptOn, notOn]);
    expect(of(scheduled({}))).toEqual([[['a'], [nodes[1]]]]);
    expect(of({ ...onNode(CCM, 'a'), onNodes: [0] })).toEqual([]);
    expect(of({ ...onNode(CCM, 'a'), onNodes: [1] })).toEqual([[[], undefined]]);
  });

  it('has none where a third one has it', () => {
    const [server, kcm] = [onNode('kube-apiserver', 'a', '--secure-port=1', '--bind-address=10.0.0.1'), onNode(KCM, 'a', '--secure-port=1')];
    const asked = onNode(CCM, 'a', '--secure-port=1', '--bind-address=127.0.0.1');
    expect([stops(asked, [kcm]), stops(asked, [server, kcm]), stops(kcm, [server, asked])].map(({ length }) => length)).toEqual([1, 0, 1]);
  });
});
