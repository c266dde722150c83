import { BESIDE } from './odd-shapes';
import { check, Files } from '../rules/input';

/** Programs beside a cluster that is safe, which change workloads: one that is said, or any. */
const verdictsOf = (files: Files) => {
  const { exclusivity, liveness } = check({ in: { ...BESIDE, ...files } });
  return [exclusivity.verdict, liveness.verdict];
};
const job = (script: string): Files => ({
  'job.yaml': `${JSON.stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'x', namespace: 'x' },
    spec: {
      template: {
        spec: {
          containers: [{ name: 'c', image: 'alpine/k8s:1.27.3', command: ['/bin/sh', '-ec', script] }],
        },
      },
    },
  })}\n`,
});
const script = (text: string, others: Files = {}): Files => ({ ...others, 'apply.sh': `${text}\n` });
const OTHER: Files = { 'addons.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: x}\n' };
const program = (text: string): Files => ({
  'cm.yaml': `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'x' }, data: { x: text } })}\n`,
});

it.each<[string, Files]>([
  ['rollout undo by a selector', job('kubectl -n kube-system rollout undo daemonset -l tier=cp')],
  ['patch of what another command prints', job('for d in $(kubectl get ds -o name); do kubectl patch $d --type=json --patch-file /p/p.json; done')],
  ['patch behind xargs', job('kubectl get ds -o name | xargs -I{} kubectl patch {} -p x')],
  ['patch of the name of a variable', job('kubectl patch deploy/$NAME -p x')],
  ['set of all', job('kubectl -n kube-system set env ds --all A=b')],
  ['patch of a file that is not there', job('kubectl patch -f /p/x.yaml -p y')],
  ['apply that prunes', job('kubectl apply --prune -l addon=true -f https://git.corp/raw/addons.yaml')],
  ['apply of an address', job('kubectl apply -f https://git.corp/raw/addons.yaml')],
  ['apply of an address whose last part is the name of a file', script('kubectl apply -f https://git.corp/raw/addons.yaml', OTHER)],
  ['apply of a public address with the name of one', job('kubectl apply -f https://raw.githubusercontent.com/x/prod-ccm.k8s.yaml')],
  ['apply of a manifest that a node has', script('kubectl apply -f kube-controller-manager.yaml')],
  ['a call in Python', program('api.patch_namespaced_daemon_set("aws-cloud-controller-manager", "kube-system", ds)\n')],
  ['a call in Python by a variable', program('api.replace_namespaced_deployment(name, namespace, body)\n')],
  ['a call in Go', program('client.AppsV1().DaemonSets(ns).Patch(ctx, name, t, data, o)\n')],
  ['a call in JavaScript', program('await api.patchNamespacedDaemonSet(name, ns, body)\n')],
  ['a call of the API', program('curl -X PATCH https://k/apis/apps/v1/namespaces/kube-system/daemonsets/$NAME -d @x\n')],
  ['a chart in the file of an installer', program('releases:\n- name: c\n  chart: aws/aws-cloud-controller-manager\n')],
])('%s may change one', (_, files) => expect(verdictsOf(files)).toEqual(['unknown', 'unknown']));

it.each<[string, Files]>([
  ['rollout undo of another', job('kubectl rollout undo deployment/web')],
  ['rollout restart by a selector', job('kubectl -n kube-system rollout restart ds -l tier=cp')],
  ['patch of others by a loop', job('for d in web api; do kubectl patch deploy "$d" -p x; done')],
  ['patch of a node', job('kubectl patch node "$NODE" -p x')],
  ['patch of a ConfigMap', job('kubectl -n kube-system patch cm coredns --patch-file /p')],
  ['set of another', job('kubectl set image deploy web c=nginx:2')],
  ['apply of a public address', job('kubectl apply -f https://raw.githubusercontent.com/flannel-io/flannel/master/kube-flannel.yml')],
  ['apply of a file', script('kubectl apply -f addons.yaml', OTHER)],
  ['get by a selector', job('kubectl get ds -l tier=cp -o name')],
  ['a call that reads', program('api.read_namespaced_daemon_set("aws-cloud-controller-manager", "kube-system")\n')],
  ['a call for another', program('api.patch_namespaced_deployment("web", "shop", body)\n')],
  ['a call of the API for another', program('curl -X PATCH https://k/apis/apps/v1/namespaces/shop/deployments/web -d @x\n')],
  ['another chart in the file of an installer', program('releases:\n- name: c\n  chart: ingress/ingress-nginx\n')],
])('%s changes none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));

describe('a taint that a program puts on nodes', () => {
  it.each<[string, Files, string]>([
    ['NoExecute', job('kubectl taint nodes --all dedicated=x:NoExecute'), 'dedicated=x:NoExecute'],
    ['NoSchedule, of a node', script('kubectl taint --overwrite node ip-10-0-1-10 dedicated:NoSchedule'), 'dedicated:NoSchedule'],
    ['after one that is tolerated', job('oc adm taint nodes a node-role.kubernetes.io/control-plane=:NoSchedule b=c:NoSchedule'), 'b=c:NoSchedule'],
  ])('may keep a cloud-controller-manager out: %s', (_, files, taint) => {
    expect(verdictsOf(files)).toEqual(['unknown', 'unknown']);
    expect(JSON.stringify(check({ in: { ...BESIDE, ...files } }).liveness.unknown)).toContain(`does not tolerate ${taint}`);
  });

  it.each<[string, Files]>([
    ['is taken away', job('kubectl taint nodes --all node-role.kubernetes.io/master- dedicated=x:NoExecute-')],
    ['is tolerated', job('kubectl taint nodes --all node-role.kubernetes.io/control-plane=:NoSchedule')],
    ['is only preferred', job('kubectl taint nodes --all dedicated=x:PreferNoSchedule')],
    ['is only tried', job('kubectl taint nodes --all dedicated=x:NoExecute --dry-run=server')],
  ])('keeps none out that %s', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});
