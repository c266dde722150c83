import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const RIGHTS = `apiVersion: v1
kind: ServiceAccount
metadata: {name: cloud-controller-manager, namespace: kube-system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: role}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: bound, labels: {app.kubernetes.io/instance: release}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: role}
subjects: [{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}]
`;

/** Whether each promise is known beside a program, where a DaemonSet of kube-system is the only cloud-controller-manager. */
function answers(more: Files, kind?: 'Deployment', files: Files = {}): readonly string[] {
  const dist: Files = { 'ccm.yaml': ccm({ kind })['ccm.yaml'], 'rights.yaml': RIGHTS, ...more };
  const { exclusivity, liveness } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [], files }), dist });
  return [exclusivity.verdict, liveness.verdict];
}

function job(container: object, namespace = 'kube-system'): Files {
  const spec = { restartPolicy: 'Never', containers: [{ name: 'a', image: 'bitnami/kubectl:1.27', ...container }] };
  return { 'job.yaml': JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace }, spec: { template: { spec } } }) };
}

const script = (text: string, namespace?: string) => job({ command: ['/bin/sh', '-c', text] }, namespace);

it.each<[string, Files, ('Deployment')?]>([
  ['all DaemonSets', script('kubectl -n kube-system delete ds --all')],
  ['all that kubectl calls all', script('kubectl delete all --all -A')],
  ['by the arguments of an image', job({ args: ['delete', 'daemonsets.apps', '--all', '--namespace=kube-system'] })],
  ['one by its kind and a variable', script('kubectl delete daemonset/$NAME -n kube-system')],
  ['what its own namespace has', script('kubectl delete ds --all')],
  ['what another command prints', script('kubectl get ds -n kube-system -o name | xargs -r kubectl delete -n kube-system')],
  ['what a command within prints', script('kubectl delete $(kubectl get ds -o name -n kube-system)')],
  ['what a variable says', script('for x in $ALL; do kubectl delete $x; done')],
  ['by a selector that it has', script('kubectl delete ds -l "k8s-app!=x"')],
  ['its account', script('kubectl delete sa cloud-controller-manager')],
  ['its binding', script('kubectl delete clusterrolebinding bound', 'other')],
  ['its namespace', script('kubectl delete ns kube-system')],
  ['its file', script('kubectl delete -f /work/rights.yaml')],
  ['what comes from another program', script('kustomize build . | kubectl delete -f -')],
  ['a file that is not here', script('kubectl delete -f https://example.com/old.yaml')],
  ['a release of Helm', script('helm uninstall release -n kube-system')],
  ['by a request', script('curl -X DELETE https://kubernetes.default.svc/apis/apps/v1/namespaces/kube-system/daemonsets/$NAME')],
  ['by the client for Python', {
    'c.yaml': `{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {run.py: ${
      JSON.stringify('for d in all:\n  api.delete_namespaced_daemon_set(d.name, ns)\n')}}}`,
  }],
  ['by a script beside it', { 'clean.sh': '#!/bin/sh\nkubectl delete \\\n  daemonset --all -A\n' }],
  ['all Deployments, which it scales', script('kubectl scale deployment --all --replicas=0'), 'Deployment'],
])('liveness is not known where a program deletes %s', (_, ...given) => expect(answers(...given)).toEqual(['holds', 'unknown']));

it.each<[string, Files]>([
  ['patches', script('kubectl patch ds aws-cloud-controller-manager -p "$PATCH"')],
  ['sets images of all', script('kubectl set image ds --all "*=nginx"')],
  ['undoes a rollout', script('kubectl rollout undo ds/aws-cloud-controller-manager')],
  ['replaces what comes in', script('cat x | kubectl replace -f -')],
])('nothing is known where a program %s', (_, more) => expect(answers(more)).toEqual(['unknown', 'unknown']));

it.each<[string, Files, ('Deployment')?]>([
  ['deletes pods', script('kubectl get pods -n kube-system -o name | xargs kubectl delete -n kube-system')],
  ['deletes jobs that are over', script('kubectl delete jobs --all -n kube-system')],
  ['deletes in another namespace', script('kubectl delete ds --all -n web')],
  ['works in another namespace', script('kubectl delete ds --all', 'web')],
  ['deletes another by its name', script('kubectl delete ds kube-proxy -n kube-system')],
  ['deletes by a label that it does not have', script('kubectl delete ds -l k8s-app=other -n kube-system')],
  ['deletes another release', script('helm uninstall other')],
  ['deletes another account', script('kubectl delete sa cloud')],
  ['deletes another file of the input', { ...script('kubectl delete -f job.yaml') }],
  ['asks what would be deleted', script('kubectl delete ds --all --dry-run=client')],
  ['looks', script('kubectl get ds --all-namespaces | grep delete')],
  ['starts it again', script('kubectl rollout restart ds -n kube-system')],
  ['scales it up', script('kubectl scale deployment --all --replicas=2'), 'Deployment'],
  ['says so in a comment', { 'clean.sh': '#!/bin/sh\n# kubectl delete daemonset --all -A\necho\n' }],
  ['is documentation', { 'README.md': 'Then run `kubectl delete daemonset --all -A`.\n' }],
  ['sends something else', script('curl -X POST https://kubernetes.default.svc/apis/apps/v1/namespaces/kube-system/daemonsets/x')],
])('both promises hold where a program %s', (_, ...given) => expect(answers(...given)).toEqual(['holds', 'holds']));

const LEASE = 'kube-controller-manager';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const CURL = ['curl', '-sk', '-XDELETE', `https://kubernetes.default.svc${LEASES}/${LEASE}`];
const beside = (own: object): Files => ({
  'web.yaml': JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'web', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'web', image: 'nginx:1', ...own }] } },
    },
  }),
});
const source = (text: string, file = 'run.py'): Files =>
  ({ 'c.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { [file]: `${text}\n` } }) });
const unit = (name: string, lines: string): Files => ({ [`etc/systemd/system/${name}`]: `[Service]\n${lines}\n` });
const COPIES = 'ExecStartPost=/bin/cp /srv/x.yaml /etc/kubernetes/manifests/';
const pod = (own: object): Files => ({
  'etc/kubernetes/manifests/web.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'kube-system' },
    spec: { containers: [{ name: 'web', image: 'nginx:1', ...own }] },
  }),
});
const after = (...command: string[]) => ({ lifecycle: { postStart: { exec: { command } } } });

it.each<[string, Files, Files?]>([
  ['kubectl in a hook', beside(after('kubectl', 'delete', 'lease', LEASE))],
  ['a request in a probe', beside({ livenessProbe: { exec: { command: CURL } } })],
  ['wget before the end', beside({ lifecycle: { preStop: { exec: { command: ['wget', '--method=DELETE', CURL[3]] } } } })],
  ['a Job, with all of them', script('kubectl delete leases --all')],
  ['what another command prints', script(`kubectl get lease -o name | grep ${LEASE} | xargs kubectl delete`)],
  ['a patch of its holder', script(`kubectl patch lease ${LEASE} -p '{"spec":{"holderIdentity":""}}'`)],
  ['its own address', script(`kubectl delete --raw ${LEASES}/${LEASE}`)],
  ['etcd', script(`etcdctl --endpoints https://127.0.0.1:2379 del /registry/leases/kube-system/${LEASE}`)],
  ['the client for Python', source(`api.delete_namespaced_lease("${LEASE}", "kube-system")`)],
  ['the client for Go', source(`c.CoordinationV1().Leases("kube-system").Delete(ctx, "${LEASE}", o)`, 'main.go')],
  ['the client for JavaScript', source(`await api.deleteNamespacedLease('${LEASE}', ns)`, 'x.js')],
  ['a script beside it', { 'clean.sh': `#!/bin/sh\nkubectl -n kube-system delete lease ${LEASE}\n` }],
  ['the unit of the kubelet', {}, unit('kubelet.service', `ExecStart=/usr/bin/kubelet\nExecStartPost=-/usr/bin/kubectl delete lease ${LEASE}`)],
  ['the unit of another component', {}, unit('kube-scheduler.service', `ExecStart=/usr/bin/kube-scheduler\nExecStartPost=${CURL.join(' ')}`)],
  ['a unit of its own', {}, unit('x.service', `Type=oneshot\nExecStart=/usr/bin/kubectl -n kube-system delete lease ${LEASE}`)],
  ['a static pod', {}, pod({ command: ['/bin/sh', '-c', `kubectl delete lease ${LEASE}`] })],
  ['a hook of a static pod', {}, pod(after(...CURL))],
  ['user data', {}, { 'user-data.yaml': `#cloud-config\nruncmd:\n- [kubectl, delete, lease, -n, kube-system, ${LEASE}]\n` }],
  ['static pods that a hook writes', beside(after('/bin/sh', '-c', 'cp /x/*.yaml /host/etc/kubernetes/manifests/'))],
  ['static pods that the unit of another component writes', {}, unit('kube-scheduler.service', `ExecStart=/usr/bin/kube-scheduler\n${COPIES}`)],
  ['a service that a probe stops', beside({ startupProbe: { exec: { command: ['nsenter', 'systemctl', 'stop', `${LEASE}.service`] } } })],
])('no promise is known where a lock or what runs is changed by %s', (_, ...[more, files]) =>
  expect(answers(more, undefined, files)).toEqual(['unknown', 'unknown']));

it.each<[string, Files, Files?]>([
  ['another lock', script('kubectl delete lease kube-scheduler')],
  ['locks of another namespace', script(`kubectl delete lease ${LEASE} -n web`)],
  ['a lock that is looked at', beside({ livenessProbe: { exec: { command: ['kubectl', 'get', 'lease', LEASE] } } })],
  ['a health check', beside({ livenessProbe: { exec: { command: ['curl', '-k', 'https://127.0.0.1:10257/healthz'] } } })],
  ['a unit that starts it again', {}, unit('x.service', 'ExecStart=/usr/bin/systemctl restart kubelet')],
])('both promises hold beside %s', (_, ...[more, files]) => expect(answers(more, undefined, files)).toEqual(['holds', 'holds']));

it.each<[string, Files, Files?]>([
  ['a hook', beside(after('kubectl', 'scale', 'ds/aws-cloud-controller-manager', '--replicas=0'))],
  ['the unit of the kubelet', {}, unit('kubelet.service', 'ExecStart=/usr/bin/kubelet\nExecStartPost=/usr/bin/kubectl delete ds -A --all')],
])('liveness is not known where %s takes the workload away', (_, ...[more, files]) =>
  expect(answers(more, undefined, files)).toEqual([expect.any(String), 'unknown']));
