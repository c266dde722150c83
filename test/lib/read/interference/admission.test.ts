import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const API_SERVER = ['--authorization-mode=Node,RBAC'];
interface Cluster { readonly flags?: readonly string[]; readonly files?: Files; readonly objects?: object[]; readonly pod?: (text: string) => string }

function answer({ flags = [], files = {}, objects = [], pod = text => text }: Cluster) {
  const { liveness } = check({
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [], apiserver: [...API_SERVER, ...flags], files }),
    dist: { 'ccm.yaml': pod(ccm()['ccm.yaml']), 'more.yaml': objects.map(one => `${JSON.stringify(one)}\n`).join('---\n') },
  });
  return [liveness.verdict, ...liveness.unknown.map(({ what }) => what)];
}

const namespace = (metadata: object, more: object = {}, name = 'kube-system') =>
  ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata }, ...more });
const enforces = (level: string, name?: string) => namespace({ labels: { 'pod-security.kubernetes.io/enforce': level } }, {}, name);
const ofContainer = (text: string) => (manifest: string) => `${manifest.replace(/\n$/, '')}\n        ${text}\n`;
const ofPod = (text: string) => (manifest: string) => manifest.replace('      serviceAccountName', `      ${text}\n      serviceAccountName`);
const ownNetwork = (then: (manifest: string) => string) => (manifest: string) => then(manifest.replace('      hostNetwork: true\n', ''));
const ADMISSION = '--admission-control-config-file=/etc/kubernetes/admission.yaml';
const plugins = (...list: object[]): Files => ({
  'etc/kubernetes/admission.yaml': JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: list,
  }),
});
const security = (enforce: string, exempt: string[] = []) => ({
  apiVersion: 'pod-security.admission.config.k8s.io/v1',
  kind: 'PodSecurityConfiguration',
  defaults: { enforce },
  exemptions: { namespaces: exempt },
});
const selector = (value: string) => namespace({ annotations: { 'scheduler.alpha.kubernetes.io/node-selector': value } });
const POD_NODE_SELECTOR = '--enable-admission-plugins=NodeRestriction,PodNodeSelector';
const TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount';

it.each<[string, Cluster, RegExp]>([
  ['a level that there is not', { objects: [enforces('priviledged')] }, /standard priviledged, which there is not, which may refuse/i],
  ['baseline of a pod with the host network', { objects: [enforces('baseline')] }, /namespace kube-system enforces .* baseline, which may refuse/],
  ['baseline of a pod with a host port',
    { objects: [enforces('baseline')], pod: ownNetwork(ofContainer('ports: [{containerPort: 1, hostPort: 1}]')) }, /baseline/],
  ['baseline of a privileged container',
    { objects: [enforces('baseline')], pod: ownNetwork(ofContainer('securityContext: {privileged: true}')) }, /baseline/],
  ['baseline of a capability',
    { objects: [enforces('baseline')], pod: ownNetwork(ofContainer('securityContext: {capabilities: {add: [NET_ADMIN]}}')) }, /baseline/],
  ['baseline of an unconfined pod',
    { objects: [enforces('baseline')], pod: ownNetwork(ofPod('securityContext: {seccompProfile: {type: Unconfined}}')) }, /baseline/],
  ['baseline of SELinux options',
    { objects: [enforces('baseline')], pod: ownNetwork(ofPod('securityContext: {seLinuxOptions: {user: x}}')) }, /baseline/],
  ['baseline of a sysctl',
    { objects: [enforces('baseline')], pod: ownNetwork(ofPod('securityContext: {sysctls: [{name: kernel.msgmax, value: "1"}]}')) }, /baseline/],
  ['a default of the API server', { flags: [ADMISSION], files: plugins({ name: 'PodSecurity', configuration: security('restricted') }) },
    /^new\/etc\/kubernetes\/admission\.yaml, for namespace kube-system, enforces .* restricted, which may refuse/],
  ['a default of the API server in a file of its own', {
    flags: [ADMISSION],
    files: { ...plugins({ name: 'PodSecurity', path: '/etc/kubernetes/pss.yaml' }), 'etc/kubernetes/pss.yaml': JSON.stringify(security('baseline')) },
  }, /baseline/],
  ['a default of the API server that leaves another namespace out',
    { flags: [ADMISSION], files: plugins({ name: 'PodSecurity', configuration: security('restricted', ['default']) }) }, /restricted/],
  ['a file of the API server that is elsewhere', { flags: [ADMISSION] }, /names \/etc\/kubernetes\/admission\.yaml, which is not in the input/],
  ['a default of the API server in a file beside it', {
    flags: [ADMISSION],
    files: { ...plugins({ name: 'PodSecurity', path: 'pss.yaml' }), 'etc/kubernetes/pss.yaml': JSON.stringify(security('baseline')) },
  }, /baseline/],
  ['a namespace that is being deleted', { objects: [namespace({ deletionTimestamp: '2026-11-01T00:00:00Z' })] }, /kube-system .* is being deleted/],
  ['a namespace that says it ends', { objects: [namespace({}, { status: { phase: 'Terminating' } })] }, /is being deleted/],
  ['a node selector of the namespace', { flags: [POD_NODE_SELECTOR], objects: [selector('role=worker')] },
    /PodNodeSelector is on, and namespace kube-system has scheduler\.alpha\.kubernetes\.io\/node-selector: role=worker/],
  ['a node selector by configuration', { flags: [ADMISSION, POD_NODE_SELECTOR], files: plugins({ name: 'PodNodeSelector', configuration: {} }) },
    /PodNodeSelector is on/],
  ['a plugin that refuses', { flags: ['--enable-admission-plugins=AlwaysDeny'] }, /AlwaysDeny is on: it may refuse/],
  ['a policy of images', {
    flags: [ADMISSION, '--enable-admission-plugins=ImagePolicyWebhook'], files: plugins({ name: 'ImagePolicyWebhook', path: 'x.yaml' }),
  }, /ImagePolicyWebhook is on/],
  ['no plugin for accounts', { flags: ['--disable-admission-plugins=ServiceAccount'] }, /ServiceAccount is off, so that pods .* get no token/],
  ['no Leases', { flags: ['--runtime-config=coordination.k8s.io/v1=false'] }, /does not serve coordination\.k8s\.io\/v1 \(--runtime-config\)/],
  ['no Leases by resource', { flags: ['--runtime-config=coordination.k8s.io/v1/leases=false'] }, /does not serve coordination\.k8s\.io\/v1\/leases/],
  ['no APIs but one', { flags: ['--runtime-config=api/all=false,v1=true,apps/v1=true,rbac.authorization.k8s.io/v1'] },
    /does not serve coordination\.k8s\.io\/v1 /],
])('%s leaves it unknown', (_, cluster, says) => {
  const [verdict, ...unknown] = answer(cluster);
  expect(verdict).toBe('unknown');
  expect(unknown).toStrictEqual([expect.stringMatching(says)]);
});

it.each<[string, Cluster]>([
  ['privileged', { objects: [enforces('privileged')] }],
  ['restricted for others', { objects: [enforces('restricted', 'web')] }],
  ['baseline of a pod that it allows', {
    objects: [enforces('baseline')],
    pod: ownNetwork(ofContainer('securityContext: {capabilities: {add: [NET_BIND_SERVICE], drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}')),
  }],
  ['a default of the API server that leaves the namespace out',
    { flags: [ADMISSION], files: plugins({ name: 'PodSecurity', configuration: security('restricted', ['kube-system']) }) }],
  ['a default of the API server that the namespace overrides', {
    flags: [ADMISSION], files: plugins({ name: 'PodSecurity', configuration: security('restricted') }), objects: [enforces('privileged')],
  }],
  ['a file that the API server does not read', { files: plugins({ name: 'PodSecurity', configuration: security('restricted') }) }],
  ['a namespace that is there', { objects: [namespace({}, { status: { phase: 'Active' } })] }],
  ['another namespace that is being deleted', { objects: [namespace({ deletionTimestamp: '2026-11-01T00:00:00Z' }, {}, 'web')] }],
  ['a node selector of the namespace that no plugin reads', { objects: [selector('role=worker')] }],
  ['a node selector that the pod has', { flags: [POD_NODE_SELECTOR], objects: [selector('node-role.kubernetes.io/control-plane=')] }],
  ['the usual plugins', { flags: ['--enable-admission-plugins=NodeRestriction,AlwaysPullImages,NamespaceAutoProvision'] }],
  ['other plugins that are off', { flags: ['--disable-admission-plugins=DefaultStorageClass'] }],
  ['other APIs that are off', { flags: ['--runtime-config=batch/v1beta1=false,api/beta=false'] }],
  ['APIs that are on', { flags: ['--runtime-config=coordination.k8s.io/v1=true,api/all=true'] }],
  ['no plugin for accounts, where the pod mounts its token', {
    flags: ['--disable-admission-plugins=ServiceAccount'],
    pod: manifest => `${ofContainer(`volumeMounts: [{name: t, mountPath: ${TOKEN}}]`)(manifest)}      volumes:
      - {name: t, projected: {sources: [{serviceAccountToken: {path: token}}, {configMap: {name: kube-root-ca.crt}}]}}\n`,
  }],
])('%s refuses nothing of it', (_, cluster) => expect(answer(cluster)).toStrictEqual(['holds']));

describe('the token of a pod', () => {
  const account = (automount: boolean, name = 'cloud-controller-manager') =>
    ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'kube-system' }, automountServiceAccountToken: automount });
  const mounting = (volume: string, mountPath = TOKEN) => (manifest: string) =>
    `${ofContainer(`volumeMounts: [{name: t, mountPath: ${mountPath}}]`)(manifest)}      volumes:\n      - {name: t, ${volume}}\n`;
  const projected = (...sources: string[]) => mounting(`projected: {sources: [${sources.join(', ')}]}`);
  const CA = '{configMap: {name: kube-root-ca.crt, items: [{key: ca.crt, path: ca.crt}]}}';
  const found = (cluster: Cluster) => {
    const { liveness, findings } = check({
      new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
      dist: {
        'ccm.yaml': cluster.pod?.(ccm()['ccm.yaml']) ?? ccm()['ccm.yaml'],
        'more.yaml': (cluster.objects ?? []).map(one =>
          `${JSON.stringify(one)}\n`).join('---\n'),
      },
    });
    return [liveness.verdict, ...findings.filter(({ rule }) => rule === 'pod-does-not-start').map(({ message }) => message)];
  };

  it.each<[string, Cluster, string, RegExp]>([
    ['its account gives none', { objects: [account(false)] }, 'broken', /automountServiceAccountToken: false of ServiceAccount cloud-controller-man/],
    ['one of two accounts gives none', { objects: [account(true), account(false)] }, 'unknown', /of two that says so is applied last/],
    ['the pod asks for none', { objects: [account(true)], pod: ofPod('automountServiceAccountToken: false') }, 'broken', /Token: false\): it ends/],
    ['it is for another', { pod: projected('{serviceAccountToken: {path: token, audience: sts.amazonaws.com}}', CA) }, 'unknown',
      /is a token for sts\.amazonaws\.com, which the API server does not take/],
    ['no CA is beside it', { pod: projected('{serviceAccountToken: {path: token}}') }, 'unknown', /has no ca\.crt/],
    ['it is in another file', { pod: projected('{serviceAccountToken: {path: jwt}}', CA) }, 'unknown', /has no file token/],
    ['an empty folder hides it', { pod: mounting('emptyDir: {}') }, 'unknown', /has no token/],
    ['an empty folder hides what it is in', { pod: mounting('emptyDir: {}', '/var/run/secrets/') }, 'unknown', /has no token/],
  ])('is missing where %s', (_, cluster, verdict, says) => {
    expect(found(cluster)).toStrictEqual([verdict, expect.stringMatching(says)]);
  });

  it.each<[string, Cluster]>([
    ['the pod asks for it', { objects: [account(false)], pod: ofPod('automountServiceAccountToken: true') }],
    ['another account gives none', { objects: [account(false, 'other'), account(true)] }],
    ['it is mounted by hand', {
      objects: [account(false)], pod: projected('{serviceAccountToken: {path: token, expirationSeconds: 3607}}', CA),
    }],
    ['it is for the API server', { pod: projected('{serviceAccountToken: {path: token, audience: "https://kubernetes.default.svc"}}', CA) }],
    ['all is in a Secret', { objects: [account(false)], pod: mounting('secret: {secretName: t}') }],
    ['all is projected from a Secret', { objects: [account(false)], pod: projected('{secret: {name: t}}') }],
    ['something is mounted beside it', { pod: mounting('emptyDir: {}', '/var/run/secrets/kubernetes.io/other') }],
  ])('is there where %s', (_, cluster) => expect(found(cluster)).toStrictEqual(['holds']));
});
