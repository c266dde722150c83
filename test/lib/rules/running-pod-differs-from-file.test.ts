import { KCM_26, live, node } from './input';
import { said } from './said';
import { model, view } from './views';
import { toldOf } from '../../../src/lib/rules/rule';
import { runningPodDiffersFromFile } from '../../../src/lib/rules/running-pod-differs-from-file';
import { KindView } from '../../../src/lib/view/model';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const APISERVER_FILE = 'etc/kubernetes/manifests/kube-apiserver.yaml';
const withFlags = (...flags: string[]) => node({ kcm: [...KCM_26, ...flags] });
const SAYS = `ip-1/${KCM_FILE}:9 warning: kube-controller-manager of node ip-1 differs from its file:`;
const DIGEST = `registry.k8s.io/kube-controller-manager@sha256:${'a'.repeat(64)}`;
const withImage = (image: string) => ({ [KCM_FILE]: node({})[KCM_FILE].replace(/image: .*/, `image: "${image}"`) });
const withApiServer = node({ apiserver: ['--v=2'] });

it.each([
  ['nothing where the pods are those of the files', withApiServer, withApiServer, []],
  ['each flag, in the order of the alphabet', withFlags('--v=2', '--profiling'), withFlags('--v=4', '--contention-profiling'), [
    `${SAYS} the file has no --contention-profiling, and --contention-profiling runs; the file has --profiling, and no --profiling runs; `
      + 'the file has --v=2, and --v=4 runs',
  ]],
  ['a flag that is given twice', withFlags('--controllers=*', '--controllers=-ttl'), withFlags('--controllers=*'), [
    `${SAYS} the file has --controllers=* --controllers=-ttl, and --controllers=* runs`,
  ]],
  ['the image, beside a flag', node({ version: '1.26.14' }), withFlags('--v=4'), [
    `${SAYS} the file has image registry.k8s.io/kube-controller-manager:v1.26.14, and registry.k8s.io/kube-controller-manager:v1.26.15 runs; `
      + 'the file has no --v, and --v=4 runs',
  ]],
  ['an image by its digest, and one without a tag', withImage(DIGEST), withImage('registry.k8s.io/kube-controller-manager'), [
    `${SAYS} the file has image registry.k8s.io/kube-controller-manager:sha256:${'a'.repeat(64)}, and `
      + 'registry.k8s.io/kube-controller-manager:latest runs',
  ]],
  ['a file whose pod does not run', withApiServer, node({}), [
    `ip-1/${APISERVER_FILE}:9 warning: node ip-1 has a file of kube-apiserver, and no pod of it runs there`,
  ]],
  ['a pod that no file starts', node({}), withApiServer, [
    "-:36 warning: kube-apiserver runs on node ip-1, and none of the node's files starts it",
  ]],
])('a static pod that differs from its file tells %s', (_, files, running, expected) => {
  expect(said('running-pod-differs-from-file', { 'ip-1': files, '-': live('ip-1', running) })).toEqual(expected);
});

it('pods of other nodes are not compared', () => {
  expect(said('running-pod-differs-from-file', { 'ip-1': withFlags('--v=4'), '-': live('ip-2', node({})) })).toEqual([]);
});

it('the file differs from the pod, in whatever order they were read', () => {
  const kind = (name: string, isLive: boolean): KindView => ({
    name,
    external: false,
    nodes: [{
      name: 'ip-1',
      role: 'control-plane',
      isControlPlane: true,
      kind: name,
      root: '',
      staticPodPath: '',
      isLive,
      staticPods: isLive ? [] : [view({})],
    }],
  });
  const messages = (...kinds: KindView[]) => toldOf(runningPodDiffersFromFile.check(model({ kinds }))).map(({ message }) => message);
  const expected = ['node ip-1 has a file of cloud-controller-manager, and no pod of it runs there'];
  expect([messages(kind('a', false), kind('b', true)), messages(kind('b', true), kind('a', false))]).toEqual([expected, expected]);
});
