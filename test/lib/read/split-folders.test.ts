import * as fc from 'fast-check';
import { behaviourOf } from '../../../src/lib/model/behaviour';
import { processesOf } from '../../../src/lib/model/cluster';
import { buildModel } from '../../../src/lib/read/build-model';
import { FileContent, VerifyInput } from '../../../src/lib/read/input/input';
import { possibilitiesOf } from '../../../src/lib/read/mixes/possibilities';
import { unknowns } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';
import { managers } from '../../../src/lib/view/ask';
import { kubeadmNodes } from '../../nodes';

/**
 * Control-plane nodes in folders of one argument, in an argument each, and in every way between: a verdict is about what they run, not about where
 * their files lie. `SAFETY_SEED` and `SAFETY_RUNS` try others.
 */
const SEED = Number(process.env.SAFETY_SEED ?? 20261129);
/** Each looks at several inputs. */
const RUNS = Math.ceil(Number(process.env.SAFETY_RUNS ?? 300) / 10);

const MANIFESTS = '/etc/kubernetes/manifests';
const KCM_FILE = `${MANIFESTS}/kube-controller-manager.yaml`;
const SCHEDULER_FILE = `${MANIFESTS}/kube-scheduler.yaml`;
const KUBELET_FILE = '/var/lib/kubelet/config.yaml';
const FLAGS_FILE = '/var/lib/kubelet/kubeadm-flags.env';
const KUBECONFIG = '/etc/kubernetes/controller-manager.conf';
const CCM = `apiVersion: v1
kind: Pod
metadata: {name: ccm, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: ccm
    image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1
    command: [/bin/aws-cloud-controller-manager, --cloud-provider=aws, --configure-cloud-routes=false, --kubeconfig=${KUBECONFIG}]
    volumeMounts: [{name: k, mountPath: /etc/kubernetes}]
  volumes: [{name: k, hostPath: {path: /etc/kubernetes}}]
`;

const PROXY = `apiVersion: v1
kind: Pod
metadata: {name: proxy, namespace: kube-system}
spec: {hostNetwork: true, containers: [{name: proxy, image: haproxy, ports: [{containerPort: 10257}]}]}
`;

const CONFIG = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"}}]
contexts: [{name: c, context: {cluster: c, user: u}}]
current-context: c
users: [{name: u, user: {token: x}}]
`;

type Files = Readonly<Record<string, string>>;

const NODES = kubeadmNodes();
const [{ files: NODE }] = NODES;
const WORKER = NODES.at(-1)!.files;
const { [KCM_FILE]: kcm, ...REST } = NODE;
const UNIT = `[Service]
ExecStart=/usr/local/bin/kube-controller-manager --cloud-provider=aws --kubeconfig=${KUBECONFIG}
`;
const KCM_DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: kcm, namespace: kube-system}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      hostNetwork: true
      tolerations: [{operator: Exists}]
      containers:
      - name: kcm
        image: registry.k8s.io/kube-controller-manager:v1.27.16
        command: [kube-controller-manager, --cloud-provider=external]
`;
const workload = (kind: string, spec: string, pod = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ccm, namespace: kube-system}
spec:
  ${spec}selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      hostNetwork: true
      serviceAccountName: ccm
${pod}      tolerations: [{operator: Exists}]
      containers:
      - name: ccm
        image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1
        args: [--cloud-provider=aws]
`;
const SELECTOR = '      nodeSelector: {node-role.kubernetes.io/control-plane: ""}\n';
const WORKLOADS: Readonly<Record<string, string>> = {
  'no workload': '',
  'a DaemonSet': workload('DaemonSet', ''),
  'a DaemonSet for the control plane': workload('DaemonSet', '', SELECTOR),
  'a KCM as a Deployment': KCM_DEPLOYMENT,
  'a Deployment': workload('Deployment', 'replicas: 2, '.replace(', ', '\n  '), SELECTOR),
};

function withText(change: (text: string) => string, path = KCM_FILE): Files {
  return { ...NODE, [path]: change(NODE[path]) };
}

/** What a node can be: the same as its neighbours, or different in what it runs. */
const FORMS: Readonly<Record<string, Files>> = {
  'in-tree': NODE,
  'another flag that decides nothing': withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=aws\n    - --v=4')),
  'external': withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=external')),
  'external, and a CCM': {
    [KUBECONFIG]: CONFIG, ...withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=external')), [`${MANIFESTS}/ccm.yaml`]: CCM,
  },
  'without the service controller': withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=aws\n    - --controllers=*,-service')),
  'ended by a flag': withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=aws\n    - --no-such-flag=1')),
  'a manifest that the kubelet refuses': withText(text => text.replace('kind: Pod', 'kind: Pods')),
  'no manifest at all': REST,
  'a mount that is a file': { ...NODE, '/etc/kubernetes/pki': 'x' },
  'a CCM alone': { ...REST, [`${MANIFESTS}/ccm.yaml`]: CCM, [KUBECONFIG]: CONFIG },
  'a unit': { ...REST, '/etc/systemd/system/kube-controller-manager.service': UNIT },
  'not registered': { ...NODE, [KUBELET_FILE]: `${NODE[KUBELET_FILE]}registerNode: false\n` },
  'a worker': WORKER,
  'an external worker': { [FLAGS_FILE]: 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n' },
  'a kubelet that does not start': withText(text => text.replace('="', '="--no-such-flag '), FLAGS_FILE),
  'a pod that may have its port': { ...NODE, [`${MANIFESTS}/proxy.yaml`]: PROXY },
  'a scheduler that has its port': withText(text => text.replace(/( *)- --leader-elect=true/, '$&\n$1- --secure-port=10257'), SCHEDULER_FILE),
  'a release two minors behind': Object.fromEntries(Object.entries(NODE).map(([path, text]) => [path, text.replaceAll('v1.26.15', 'v1.24.17')])),
  'a KCM of another release': withText(text => text.replaceAll('v1.26.15', 'v1.24.17')),
  'another lock': withText(text => text.replace('--cloud-provider=aws', '--cloud-provider=aws\n    - --leader-elect-resource-name=mine')),
};

function inputOf(folders: readonly (readonly string[])[], given: string): VerifyInput {
  let count = 0;
  const directories = folders.map((forms, index) => ({
    name: `d${index}`,
    files: new Map(forms.flatMap(form => {
      const name = `cp-${++count}`;
      return Object.entries(FORMS[form]).map(([path, text]): [string, FileContent] => [`${name}${path}`, { text }]);
    })),
  }));
  const text = WORKLOADS[given];
  const manifests = text === '' ? [] : [{ name: 'manifests', files: new Map([['ccm.yaml', { text }]]) }];
  return { directories: [...directories, ...manifests] };
}

function answersOf(folders: readonly (readonly string[])[], given: string): string {
  const { exclusivity, liveness } = verify(inputOf(folders, given));
  return `exclusivity ${exclusivity.verdict}, liveness ${liveness.verdict}`;
}

/** What the rules find, and in which files of a node. What they say names folders, and of equal nodes of one folder it is told once. */
function findingsOf(folders: readonly (readonly string[])[], given: string): readonly string[] {
  const found = verify(inputOf(folders, given)).findings;
  return [...new Set(found.map(({ rule, severity, file, line }) => `${severity} ${rule} ${file.replace(/^d\d+\/cp-\d+\//, '')}:${line}`))].sort();
}

/** Forms without a kube-controller-manager that runs. */
const RUN_NOTHING = [
  'a CCM alone', 'a kubelet that does not start', 'a manifest that the kubelet refuses', 'a mount that is a file',
  'a scheduler that has its port', 'a worker', 'an external worker', 'ended by a flag', 'no manifest at all',
];

describe('nodes in other folders', () => {
  const nodesOf = fc.array(fc.constantFrom(...Object.keys(FORMS)), { minLength: 2, maxLength: 4 });
  const workloads = fc.constantFrom(...Object.keys(WORKLOADS));
  const cuts = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });

  it('have the same verdict, however many there are in each', () => {
    fc.assert(fc.property(nodesOf, cuts, workloads, (nodes, ends, given) => {
      const folders = nodes.reduce<string[][]>((all, form, index) => {
        if (index === 0 || ends[index - 1]) all.push([form]);
        else all.at(-1)!.push(form);
        return all;
      }, []);
      expect(answersOf(folders, given)).toBe(answersOf([nodes], given));
      expect(findingsOf(folders, given)).toEqual(findingsOf([nodes], given));
    }), { seed: SEED, numRuns: RUNS });
  });

  it('have the same ports taken', () => {
    expect(answersOf([['in-tree', 'in-tree', 'in-tree', 'a CCM alone']], 'a Deployment')).toBe('exclusivity broken, liveness broken');
    expect(answersOf([['in-tree', 'in-tree'], ['in-tree', 'a CCM alone']], 'a Deployment')).toBe('exclusivity broken, liveness broken');
  });

  it.each(['a pod that may have its port', 'a scheduler that has its port'])('have it taken where it is: %s', form => {
    const nodes = ['in-tree', form, 'no manifest at all'];
    for (const given of ['no workload', 'a DaemonSet']) {
      const all = [[nodes], [nodes.slice(0, 1), nodes.slice(1)], nodes.map(one => [one])].map(folders => answersOf(folders, given));
      expect(new Set(all).size).toBe(1);
    }
  });

  it.each(Object.keys(WORKLOADS))('run nothing in any mix of what a rule says does not start, beside %s', given => {
    const started = Object.keys(FORMS).filter(form => {
      const model = buildModel(inputOf([[form]], given));
      const mayRun = new Set(managers(model).filter(({ stops = [] }) => !stops.some(({ isDoubtful, reaches, exceptOn = [] }) =>
        isDoubtful !== true && reaches === undefined && exceptOn.length === 0)).flatMap(({ choices = [] }) => choices.map(one => behaviourOf(one))));
      const live = [...possibilitiesOf(model.kinds, model.components).clusters].filter(({ isContradicted }) => isContradicted !== true);
      const running = live.flatMap(({ cluster }) => processesOf(cluster)).filter(({ fate }) => fate.kind === 'runs');
      expect(running.filter(one => !mayRun.has(behaviourOf(one)))).toEqual([]);
      return running.some(({ component }) => component === 'kube-controller-manager');
    });
    const others = Object.keys(FORMS).filter(form => !started.includes(form));
    expect(others.sort()).toEqual(given === 'a KCM as a Deployment' ? [] : RUN_NOTHING);
  });

  it('that differ more than every mix can be looked at of are unknown, and no error', () => {
    const locks = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const files = new Map(locks.flatMap(lock => Object.entries({
      ...NODE, [KCM_FILE]: kcm.replace('--leader-elect=true', `--leader-elect-resource-name=${lock}`),
    }).map(([path, text]): [string, FileContent] => [`cp-${lock}${path}`, { text }])));
    const result = verify({ directories: [{ name: 'in', files }] });
    expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['broken', 'unknown']);
    expect(unknowns(result).map(({ what }) => what)).toContain('7 kinds of node differ, and every mix of at most 6 is looked at');
  });

  it('leave a mix without a CCM, where some of them run none and the KCM is a Deployment', () => {
    expect(answersOf([['a CCM alone', 'a CCM alone']], 'a KCM as a Deployment')).toBe('exclusivity holds, liveness holds');
    expect(answersOf([['a CCM alone', 'no manifest at all']], 'a KCM as a Deployment')).toBe('exclusivity holds, liveness broken');
  });

  it.each([
    'ended by a flag', 'a manifest that the kubelet refuses', 'no manifest at all', 'a kubelet that does not start',
  ])('do not hide one that runs nothing: %s', form => {
    expect(answersOf([['in-tree', 'in-tree', form]], 'no workload')).toMatch(/liveness (broken|unknown)$/);
  });
});
