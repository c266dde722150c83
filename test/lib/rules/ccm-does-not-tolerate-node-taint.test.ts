import { ccm, check, Files, KCM_27, node } from './input';
import { said } from './said';

const TAINT = '--register-with-taints=dedicated=control-plane:NoSchedule';
const NOT_TOLERATED = (taints: string) => ['dist/ccm.yaml:16 error: CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) does not tolerate '
  + `${taints}, with which each node that it is meant for registers`];
const DEDICATED = NOT_TOLERATED("'dedicated=control-plane:NoSchedule'");
const OF_A = DEDICATED.map(text => text.replace('that it is meant for', "of 'node of a'"));
const controlPlane = (...kubelet: string[]) => node({ version: '1.27.16', kcm: KCM_27, mounts: [], kubelet: ['--v=2', ...kubelet] });
const withoutKubelet = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });
const worker = { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--v=2"\n' };
const configured = {
  ...withoutKubelet,
  'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
    + 'staticPodPath: /etc/kubernetes/manifests\nregisterWithTaints: [{key: dedicated, value: control-plane, effect: NoSchedule}]\n',
};
const named = (nodes: Record<string, Files>): Files => Object.fromEntries(
  Object.entries(nodes).flatMap(([name, files]) => Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
const STATIC_CCM = {
  'etc/kubernetes/manifests/ccm.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n  containers:\n'
    + '  - {name: ccm, image: "registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10", args: [--cloud-provider=aws]}\n',
};
const dist = ccm();
const anywhere = ccm({ nodeSelector: '' });

it.each<[string, Record<string, Files>, readonly string[]]>([
  ['the taint of its only node', { a: controlPlane(TAINT), dist }, DEDICATED],
  ['a taint without a value', { a: controlPlane('--register-with-taints=dedicated:NoExecute'), dist }, NOT_TOLERATED("'dedicated:NoExecute'")],
  ['a taint of the configuration file of the kubelet', { a: configured, dist }, DEDICATED],
  ['the taints of all nodes, each once', { a: controlPlane(TAINT), b: controlPlane(`${TAINT},x:NoSchedule`), dist },
    NOT_TOLERATED("'dedicated=control-plane:NoSchedule' and 'x:NoSchedule'")],
  ['nothing of a taint that only makes the scheduler look elsewhere first',
    { a: controlPlane('--register-with-taints=dedicated:PreferNoSchedule'), dist }, []],
  ['nothing where one node of a kind has no taint', { a: named({ 'ip-1': controlPlane(TAINT), 'ip-2': controlPlane() }), dist }, []],
  ['nothing where one node has a taint that it tolerates', {
    a: named({ 'ip-1': controlPlane(TAINT), 'ip-2': controlPlane('--register-with-taints=node-role.kubernetes.io/control-plane:NoSchedule') }), dist,
  }, []],
  ['the taint of one kind of nodes', { a: controlPlane(TAINT), b: controlPlane(), dist }, OF_A],
  ['nothing of nodes whose taints are not known', { a: withoutKubelet, dist }, []],
  ['the taint, beside a node of which it is not known', { a: controlPlane(TAINT), b: withoutKubelet, dist }, DEDICATED],
  ['the taint, beside such a node of the same kind', { a: named({ 'ip-1': controlPlane(TAINT), 'ip-2': withoutKubelet }), dist }, DEDICATED],
  ['the taint, beside such a node of the same name',
    { a: named({ 'ip-1': controlPlane(TAINT) }), b: named({ 'ip-1': withoutKubelet }), dist }, DEDICATED],
  ['the taint of control-plane nodes, where it asks for those', { a: controlPlane(TAINT), w: worker, dist }, DEDICATED],
  ['nothing of a static pod, which its kubelet starts all the same', { a: { ...controlPlane(TAINT), ...STATIC_CCM } }, []],
  ['nothing where it may run on workers', { a: controlPlane(TAINT), w: worker, dist: anywhere }, []],
  ['the taint of the nodes that it selects',
    {
      a: controlPlane(TAINT, '--node-labels=pool=a'), b: controlPlane('--node-labels=pool=b'), dist: ccm({ nodeSelector: 'pool: a' }),
    }, DEDICATED],
])('tells %s', (_, folders, expected) => {
  expect(said('ccm-does-not-tolerate-node-taint', folders)).toEqual(expected);
});

it('runs on the kinds of nodes that have no such taint', () => {
  const { counterexamples } = check({ a: controlPlane(), b: controlPlane(TAINT), dist }).liveness;
  expect(new Set(counterexamples.map(({ message }) => message.split(':')[0]))).toEqual(new Set(["with only 'node of b' present"]));
  expect(check({ a: named({ 'ip-1': controlPlane(TAINT), 'ip-2': controlPlane() }), dist }).liveness.verdict).toBe('holds');
});
