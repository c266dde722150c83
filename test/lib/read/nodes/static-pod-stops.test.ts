import { parse } from 'yaml';
import { unknowns } from '../../../../src/lib/verify/result';
import { ccm, check, KCM_27, node } from '../../rules/input';

const FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const KUBECONFIG = '/etc/kubernetes/controller-manager.conf';
const NODE = node({ version: '1.27.16', kcm: [...KCM_27, `--kubeconfig=${KUBECONFIG}`], mounts: [KUBECONFIG] });
const NEW = node({ version: '1.34.0', kcm: [...KCM_27, `--kubeconfig=${KUBECONFIG}`], mounts: [KUBECONFIG] });

type Change = (pod: any, container: any) => void;

function said(change: Change, files = NODE) {
  const pod = parse(files[FILE]);
  change(pod, pod.spec.containers[0]);
  const result = check({ new: { ...files, [FILE]: JSON.stringify(pod) }, dist: ccm({}) });
  return { verdicts: [result.exclusivity.verdict, result.liveness.verdict], said: unknowns(result).map(({ what }) => what) };
}

const asks = (amounts: object): Change => (_, container) => { container.resources = { requests: amounts }; };
const probe = (settings: object, name = 'livenessProbe'): Change => (_, container) => {
  container[name] = { httpGet: { port: 10257, path: '/healthz', scheme: 'HTTPS' }, ...settings };
};

it.each<[string, Change]>([
  ['what it is', () => undefined],
  ['an image that is pulled', (_, container) => { container.imagePullPolicy = 'Always'; }],
  ['requests that a small node has', asks({ cpu: '2', memory: '4Gi' })],
  ['a probe by the defaults', probe({})],
  ['a hasty probe that waits for another', (pod, container) => {
    probe({ periodSeconds: 1, failureThreshold: 1 })(pod, container);
    probe({ periodSeconds: 5, failureThreshold: 30 }, 'startupProbe')(pod, container);
  }],
  ['a user, and certificates that all may read', (pod, container) => {
    container.command = container.command.filter((word: string) => !word.startsWith('--kubeconfig'));
    container.volumeMounts = [{ name: 'certs', mountPath: '/etc/ssl/certs' }];
    pod.spec.volumes = [{ name: 'certs', hostPath: { path: '/etc/ssl/certs' } }];
    pod.spec.securityContext = { runAsUser: 65534 };
  }],
  ['an account, in an old release', pod => { pod.spec.serviceAccountName = 'own'; }],
  ['a folder of its own to work in', (_, container) => { container.workingDir = '/own'; }],
])('starts a static pod with %s', (_, change) => expect(said(change).verdicts).toEqual(['holds', 'holds']));

it.each<[string, Change, RegExp]>([
  ['an image that is never pulled', (_, container) => { container.imagePullPolicy = 'Never'; }, /never pulled/],
  ['more memory than a small node has', asks({ memory: '900Gi' }), /asks for 900Gi of memory/],
  ['more processors than a small node has', asks({ cpu: '500' }), /asks for 500 of cpu/],
  ['a hasty probe', probe({ periodSeconds: 1, failureThreshold: 1 }), /does not serve within 1 s/],
  ['a hasty startup probe', probe({ periodSeconds: 1, failureThreshold: 2 }, 'startupProbe'), /startupProbe .* does not serve within 2 s/],
  ['a user, and a kubeconfig of root', pod => { pod.spec.securityContext = { runAsUser: 65534 }; }, /runs as user 65534/],
  ['a profile of its node', pod => { pod.spec.securityContext = { seccompProfile: { type: 'Localhost', localhostProfile: 'own.json' } }; },
    /seccomp profile own\.json/],
  ['a profile by its annotation', pod => {
    pod.metadata.annotations = { 'container.apparmor.security.beta.kubernetes.io/kube-controller-manager': 'localhost/own' };
  }, /AppArmor profile localhost\/own/],
])('may not start a static pod with %s', (_, change, what) => {
  const { verdicts, said: told } = said(change);
  expect(verdicts).toEqual(['holds', 'unknown']);
  expect(told).toContainEqual(expect.stringMatching(what));
});

it.each<[string, Change]>([
  ['the annotation of a mirror', pod => { pod.metadata.annotations = { 'kubernetes.io/config.mirror': 'own' }; }],
  ['containers for debugging', pod => { pod.spec.ephemeralContainers = [{ name: 'own', image: 'own' }]; }],
  ['a relative folder to work in', (_, container) => { container.workingDir = 'own'; }],
  ['messages over its kubeconfig', (_, container) => { container.terminationMessagePath = KUBECONFIG; }],
  ['a capability that is none', (_, container) => { container.securityContext = { capabilities: { add: ['OWN'] } }; }],
])('is not known to take a static pod with %s', (_, change) => expect(said(change).verdicts).toEqual(['unknown', 'unknown']));

it.each(['serviceAccountName', 'serviceAccount', 'imagePullSecrets'])('may not take a static pod with %s from 1.34 on', field => {
  const { verdicts, said: told } = said(pod => { pod.spec[field] = field === 'imagePullSecrets' ? [{ name: 'own' }] : 'own'; }, NEW);
  expect(verdicts).toEqual(['holds', 'unknown']);
  expect(told).toContainEqual(expect.stringMatching(new RegExp(`kubelets of 1\\.34 refuse static pod kube-controller-manager: it has ${field}`)));
});
