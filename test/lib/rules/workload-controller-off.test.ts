import { at, flags, model, view } from './views';
import { KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { doubtsOf } from '../../../src/lib/rules/rule';
import { workloadControllerOff } from '../../../src/lib/rules/workload-controller-off';
import { ComponentView } from '../../../src/lib/view/model';

const kcm = (version: string | undefined, ...texts: readonly string[]) => view({
  component: KCM,
  object: 'static pod kube-system/kube-controller-manager',
  origin: 'static-pod',
  kind: 'a',
  version: version === undefined ? undefined : KubernetesVersion.of(version),
  flags: flags(...texts),
});

const stops = (asked: Partial<ComponentView>, ...managers: readonly ComponentView[]) =>
  doubtsOf(workloadControllerOff.stops!(view(asked), model({ components: [view(asked), ...managers] })));
const DEPLOYMENT = { object: 'Deployment kube-system/x', origin: 'deployment' } as const;

it('is an error', () => expect(workloadControllerOff.severity).toBe('error'));

it('is told at the flag, with the controller and the manager that leaves it out', () =>
  expect(stops({}, kcm('1.27', '--v=2', '--controllers=*,-daemonset'))).toStrictEqual([{
    place: at(11),
    what: 'no pods of DaemonSet kube-system/x are made: --controllers of KCM 1.27 of a leaves daemonset out',
  }]));

it('is not certain where another manager has it on', () => {
  const [off, on] = [kcm('1.27', '--controllers=service'), kcm('1.26', '--controllers=*')];
  expect(stops({}, off, on)).toStrictEqual([expect.objectContaining({ place: at(10), isDoubtful: true })]);
  expect(stops({}, on, off)).toStrictEqual([expect.objectContaining({ place: at(10), isDoubtful: true })]);
  expect(stops({}, off, { ...on, isHosted: true })).toStrictEqual([expect.not.objectContaining({ isDoubtful: true })]);
});

it.each<[string, Partial<ComponentView>, readonly ComponentView[], number]>([
  ['a list without *', {}, [kcm('1.27', '--controllers=deployment,replicaset')], 1],
  ['the key of a later release', {}, [kcm('1.28', '--controllers=*,-daemonset-controller')], 1],
  ['the alias of a later release', {}, [kcm('1.28', '--controllers=*,-daemonset')], 1],
  ['two lists, of which the second adds to the first', {}, [kcm('1.27', '--controllers=*', '--controllers=-daemonset')], 1],
  ['two lists, neither of which names it', {}, [kcm('1.27', '--controllers=*', '--controllers=-deployment')], 0],
  ['two managers that leave it out', {}, [kcm('1.27', '--controllers=service'), kcm('1.26', '--controllers=service')], 1],
  ['both controllers of a Deployment', DEPLOYMENT, [kcm('1.27', '--controllers=*,-deployment,-replicaset')], 2],
  ['the second controller of a Deployment', DEPLOYMENT, [kcm('1.27', '--controllers=*,-replicaset')], 1],
  ['that of a StatefulSet', { ...DEPLOYMENT, object: 'StatefulSet a/x' }, [kcm('1.27', '--controllers=*,-statefulset')], 1],
  ['that of a ReplicaSet', { ...DEPLOYMENT, object: 'ReplicaSet a/x' }, [kcm('1.27', '--controllers=*,-replicaset')], 1],
  ['that of a ReplicationController', { ...DEPLOYMENT, object: 'ReplicationController a/x' },
    [kcm('1.27', '--controllers=*,-replicationcontroller')], 1],
  ['that of another workload', {}, [kcm('1.27', '--controllers=*,-deployment,-replicaset,-statefulset')], 0],
  ['a kind that no table knows', { ...DEPLOYMENT, object: 'Rollout a/x' }, [kcm('1.27', '--controllers=service')], 0],
  ['a static pod', { origin: 'static-pod' }, [kcm('1.27', '--controllers=service')], 0],
  ['a hosted workload', { isHosted: true }, [kcm('1.27', '--controllers=service')], 0],
  ['a flag without a value', {}, [kcm('1.27', '--controllers')], 1],
  ['no flag', {}, [kcm('1.27', '--v=2')], 0],
  ['no manager', {}, [], 0],
  ['a version that is not known', {}, [kcm(undefined, '--controllers=service')], 0],
  ['a version of no table', {}, [kcm('1.99', '--controllers=service')], 0],
  ['a list that is not known', {}, [{
    ...kcm('1.27', '--controllers=service'), unknowns: [{ part: '--controllers', place: at(1), what: '', fix: '' }],
  }], 0],
])('with %s', (_, asked, managers, count) => expect(stops(asked, ...managers)).toHaveLength(count));
