import { parseAssumption } from '../../../src/lib/read/assumption';
import { unknowns } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';
import { ccm, check, directory, Files, KCM_27, live, node } from '../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const APISERVER = ['--cloud-provider=external'];
const NEW = node({ version: '1.27.16', kcm: KCM_27, apiserver: APISERVER, mounts: [] });
const CCM = ccm({});

/** A folder of nodes. */
function nodes(...named: readonly (readonly [string, Files])[]): Files {
  return Object.fromEntries(named.flatMap(([name, files]) => Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
}

function without(files: Files, ...paths: readonly string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}

const POD = (name: string, image: string, ...args: readonly string[]) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: ${name}
    image: ${image}
    command:
${[name, ...args].map(arg => `    - ${arg}\n`).join('')}`;

function verdicts(folders: Record<string, Files>): readonly string[] {
  const { exclusivity, liveness } = check(folders);
  return [exclusivity.verdict, liveness.verdict];
}

const said = (folders: Record<string, Files>) => unknowns(check(folders)).map(({ what }) => what);
const bare = without(NEW, KCM_FILE);

describe('a control-plane node without a kube-controller-manager', () => {
  it('leaves both promises unknown: one of three', () => {
    const folders = { n: nodes(['a', NEW], ['b', bare], ['c', NEW]), dist: CCM };
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  const scheduler: Files = { 'etc/kubernetes/manifests/kube-scheduler.yaml': POD('kube-scheduler', 'registry.k8s.io/kube-scheduler:v1.26.15') };
  const unit: Files = {
    'etc/systemd/system/kube-apiserver.service': '[Service]\nExecStart=/usr/bin/kube-apiserver --etcd-servers=https://127.0.0.1:2379\n',
  };
  const kubelet = (flags: string): Files => ({ 'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${flags}"\n` });
  it.each<[string, Files, RegExp]>([
    ['all of version N, with an API server', without(node({ apiserver: [] }), KCM_FILE), /^control-plane node old: /],
    ['a scheduler alone', scheduler, /^control-plane node old: /],
    ['an API server as a unit', unit, /^control-plane node old: /],
    ['labels of its kubelet', kubelet('--node-labels=node-role.kubernetes.io/master='), /^control-plane node old: /],
    ['taints of its kubelet', kubelet('--register-with-taints=node-role.kubernetes.io/control-plane=:NoSchedule'), /^control-plane node old: /],
    ['a kubeconfig of the controller manager', { 'etc/kubernetes/controller-manager.conf': 'a: 1\n' }, /^control-plane node old: /],
    ['several nodes', nodes(['a', scheduler], ['b', scheduler]), /^control-plane nodes a, b: no kube-controller-manager of them /],
  ])('leaves both promises unknown: %s', (_, old, what) => {
    const folders = { old, new: NEW, dist: CCM };
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toContainEqual(expect.stringMatching(what));
  });

  it('leaves both promises unknown by the name of its folder', () => {
    const folders = { n: nodes(['control-plane-n-plus-1/a', NEW], ['control-plane-n-plus-1/b', kubelet('--cloud-provider=external')]), dist: CCM };
    expect(said(folders)).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  it('leaves both promises unknown in a live cluster', () => {
    const cluster = { '-': `${live('a', NEW)['-']}${live('b', bare)['-'].replace(/^[\s\S]*items:\n/, '')}` };
    expect(said({ '-': cluster, 'dist': CCM })).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  it.each<[string, Record<string, Files>]>([
    ['every node has one', { n: nodes(['a', NEW], ['b', NEW]), dist: CCM }],
    ['a node that has etcd alone', {
      n: nodes(['a', NEW], ['b', { 'etc/kubernetes/manifests/etcd.yaml': POD('etcd', 'registry.k8s.io/etcd:3.5.6-0') }]), dist: CCM,
    }],
    ['a load balancer', {
      n: nodes(['a', NEW], ['b', { 'etc/kubernetes/manifests/haproxy.yaml': POD('haproxy', 'haproxy:2.8') }]), dist: CCM,
    }],
    ['a worker', { n: nodes(['a', NEW], ['b', kubelet('--cloud-provider=external --hostname-override=b')]), dist: CCM }],
    ['a unit', {
      n: nodes(['a', NEW], ['b', {
        ...bare,
        'etc/systemd/system/kube-controller-manager.service': `[Service]\nEnvironment=V=v1.27.16\nExecStart=/opt/v1.27.16/kube-controller-manager ${
          KCM_27.join(' ')}\n`,
      }]),
      dist: CCM,
    }],
  ])('says nothing: %s', (_, folders) => expect(said(folders).filter(what => what.includes('no kube-controller-manager'))).toEqual([]));

  it('says nothing where it is a workload of the cluster, or assumed', () => {
    const inCluster = NEW[KCM_FILE];
    const deployment = {
      'kcm.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: kube-controller-manager, namespace: kube-system}\nspec:
  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n${
  inCluster.slice(inCluster.indexOf('  hostNetwork')).replace(/^/gm, '    ').trimEnd()}\n`,
    };
    expect(said({ n: nodes(['a', bare], ['b', bare]), dist: { ...CCM, ...deployment } })).toEqual([]);
    const result = verify({
      directories: [directory('n', nodes(['a', NEW], ['b', bare])), directory('dist', CCM)], assume: [parseAssumption('kcm=external:1.27.16')],
    });
    expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  });
});
