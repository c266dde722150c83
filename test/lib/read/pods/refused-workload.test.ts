import { ccm, check, Files, KCM_26, KCM_27, node } from '../../rules/input';

interface Told {
  readonly change?: readonly (readonly [string, string])[];
  readonly more?: Files;
  readonly kind?: 'DaemonSet' | 'Deployment';
  readonly flags?: readonly string[];
  readonly version?: string;
  readonly files?: Files;
  readonly path?: string;
}

/** What becomes of the only cloud-controller-manager: the verdict of liveness, and its reasons. */
function told({ change = [], more, kind, flags, version = '1.27.16', files, path = 'ccm.yaml' }: Told): readonly [string, readonly string[]] {
  const manifest = change.reduce((text, [find, put]) => {
    expect(text).toContain(find);
    return text.replace(find, put);
  }, ccm({ kind, flags })['ccm.yaml']);
  const { exclusivity, liveness, findings } = check({
    new: node({ version, kcm: KCM_27, mounts: [], files }), dist: { [path]: manifest, ...more },
  });
  expect(exclusivity.verdict).toBe('holds');
  const errors = findings.filter(one => one.severity === 'error').map(one => one.message);
  return [liveness.verdict, [...liveness.unknown.map(({ what }) => what), ...errors]];
}

const META = 'metadata: {name: aws-cloud-controller-manager,';
const spec = (text: string): Told => ({ change: [['      serviceAccountName:', `${text}      serviceAccountName:`]] });
const container = (text: string, more: Files = {}): Told => ({ change: [['        args:\n', `${text}        args:\n`]], more });
const mounted = (mount: string, volume: string, rest: Told = {}): Told => ({
  ...rest,
  change: [
    ['        args:\n', `        volumeMounts: [{name: v, ${mount}}]\n        args:\n`],
    ['      containers:\n', `      volumes: [{name: v, ${volume}}]\n      containers:\n`],
    ...rest.change ?? [],
  ],
});
const stored = (kind: string, rest: string, namespace = 'kube-system') =>
  ({ 'x.yaml': `apiVersion: v1\nkind: ${kind}\nmetadata: {name: x, namespace: ${namespace}}\n${rest}\n` });
const user = (volume: string, more = '') => mounted('mountPath: /x', volume, {
  change: [['      containers:\n', `      securityContext: {runAsUser: 65532${more}}\n      containers:\n`]],
});
const OTHER_NAMES = ['ccm.yaml.disabled', 'ccm.yaml.off', 'ccm.txt', 'ccm.YAML', 'ccm'];

describe('a cloud-controller-manager does not run', () => {
  it.each<[string, Told, RegExp]>([
    ['whose name is none', { change: [[META, 'metadata: {name: aws_ccm,']] }, /refuses DaemonSet aws_ccm: metadata\.name/],
    ['whose annotation is a number', { change: [[META, `${META} annotations: {a: 1},`]] }, /annotations\.a must be a string, got 1$/],
    ['whose strategy is of another kind', { change: [['spec:\n', 'spec:\n  updateStrategy: {type: Recreate}\n']] }, /updateStrategy\.type/],
    ['whose selector is empty', { change: [['{matchLabels: {k8s-app: ccm}}', '{matchLabels: {}}']] }, /it has no selector$/],
    ['whose pods ask for too much', container('        resources: {requests: {cpu: 2}, limits: {cpu: 1}}\n'), /more than its limit/],
    ['whose template has a container of its own time', spec('      ephemeralContainers: [{name: x}]\n'), /its template has ephemeralContainers$/],
    ['whose mode is no octal number', mounted('mountPath: /x', 'configMap: {name: x, defaultMode: 644}'), /the mode 644 is more than/],
    ['whose Secret is refused', container('        envFrom: [{secretRef: {name: x}}]\n', stored('Secret', 'data: {A: "b!"}')),
      /the API server refuses Secret x, which they need: data\.A is not base64$/],
    ['whose ConfigMap is refused', container('        env: [{name: A, valueFrom: {configMapKeyRef: {name: x, key: A}}}]\n',
      stored('ConfigMap', 'data: {A: 5}')), /refuses ConfigMap x, which they need/],
    ['whose volume is refused',
      { ...mounted('mountPath: /x', 'projected: {sources: [{secret: {name: x}}]}'), more: stored('Secret', 'data: {A: b}') },
      /refuses Secret x/],
    ['whose account is refused', {
      more: {
        'sa.yaml': 'apiVersion: v1\nkind: ServiceAccount\n'
      + 'metadata: {name: cloud-controller-manager, namespace: kube-system, labels: {a: "b c"}}\n',
      },
    }, /refuses ServiceAccount/],
    ['whose program is elsewhere', container('        command: [/usr/bin/cloud-controller-manager]\n'), /is not in the image, which has \/bin/],
    ['whose program is started elsewhere',
      container('        command: [/go-runner, /usr/bin/aws-cloud-controller-manager]\n'), /is not in the image/],
    ['with a thousandth of the memory', container('        resources: {limits: {memory: 128m}}\n'), /its limit of memory is 128m/],
    ['that must not be root, and is', container('        securityContext: {runAsNonRoot: true, runAsUser: 0}\n'), /runs as user 0$/],
    ['that must not be root, as its image is', spec('      securityContext: {runAsNonRoot: true}\n'), /its image runs as root/],
    ['that mounts a folder as a file',
      mounted('mountPath: /x, readOnly: true', 'hostPath: {path: /etc/kubernetes/manifests/, type: File}'), /is a folder on node new$/],
    ['that mounts a file as a folder',
      mounted('mountPath: /x, readOnly: true', 'hostPath: {path: /etc/kubernetes/manifests/kube-controller-manager.yaml, type: Directory}'),
      /is a file on node/],
  ])('%s', (_, input, expected) => {
    const [verdict, reasons] = told(input);
    expect([verdict, reasons]).toEqual(['broken', expect.arrayContaining([expect.stringMatching(expected)])]);
  });

  it.each<[string, Told, RegExp]>([
    ['whose name is generated', { change: [[META, 'metadata: {generateName: aws-ccm-,']] }, /its name is generated/],
    ['whose name is filled in later', { change: [[META, 'metadata: {name: "${CLUSTER}-ccm",']] }, /part of a template that is not rendered$/],
    ['with a field that is none', spec('      hostnetwork: true\n'), /was not evaluated: nothing is known of the field Pod\.spec\.hostnetwork$/],
    ['with an object of another namespace', container('        envFrom: [{configMapRef: {name: x}}]\n', stored('ConfigMap', '', 'default')),
      /need ConfigMap x in the namespace kube-system, and the input has it in default only$/],
    ['with a Secret of an unknown field', container('        envFrom: [{secretRef: {name: x}}]\n', stored('Secret', 'dat: {}')), /of which the pods/],
    ['with a Secret that may be left out', container('        envFrom: [{secretRef: {name: x, optional: true}}]\n', stored('Secret', 'data: {A: b}')),
      /whether the API server takes Secret x/],
    ['with a priority beside its class', spec('      priorityClassName: system-node-critical\n      priority: 5\n'), /is another \(2000001000\)$/],
    ['with a priority of its own', spec('      priority: 5\n'), /that of the default class is another$/],
    ['with a Namespace that is refused',
      { more: { 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: kube-system, labels: {a: "b c"}}\n' } },
      /refuses Namespace kube-system/],
    ['of another build', {
      change: [['registry.k8s.io', 'mirror.example'], ['        args:\n', '        command: [/usr/bin/cloud-controller-manager]\n'
      + '        args:\n']],
    }, /may not start: .* is not in the image/],
    ['with little memory', container('        resources: {limits: {memory: 16Mi}}\n'), /its limit of memory is 16Mi/],
    ['with little time', container('        resources: {limits: {cpu: 5m}}\n'), /its limit of processor time is 5m/],
    ['with a volume over its program', mounted('mountPath: /bin', 'emptyDir: {}'), /over its program/],
    ['with a volume over what it trusts', mounted('mountPath: /etc/ssl/', 'emptyDir: {}'), /over the certificates/],
    ['with other files over what it trusts',
      { ...mounted('mountPath: /etc/ssl/certs', 'configMap: {name: x}'), more: stored('ConfigMap', 'data: {a: b}') },
      /over the certificates/],
    ['of a user that may not read', user('configMap: {name: x, defaultMode: 0400}'), /may not read the files of volume v: .* mode is 0400$/],
    ['of a user that may not read one', user('projected: {sources: [{secret: {name: x, items: [{key: a, path: a, mode: 0440}]}}]}'), /mode is 0440$/],
    ['of an image that may be root\'s', {
      change: [['registry.k8s.io', 'mirror.example'], ['      containers:\n',
        '      securityContext: {runAsNonRoot: true}\n      containers:\n']],
    }, /the user that it says itself/],
    ...OTHER_NAMES.map((path): [string, Told, RegExp] => [`in ${path}`, { path }, /is in a file that is applied with no folder/]),
  ])('as far as is known, %s', (_, input, expected) => {
    const [verdict, reasons] = told(input);
    expect([verdict, reasons]).toEqual(['unknown', [expect.stringMatching(expected)]]);
  });

  it.each<[string, Told]>([
    ['a strategy', { change: [['spec:\n', 'spec:\n  updateStrategy: {rollingUpdate: {maxUnavailable: 1}}\n']] }],
    ['a Secret', container('        envFrom: [{secretRef: {name: x}}]\n', stored('Secret', 'data: {A: YQ==}'))],
    ['a ConfigMap that may be left out',
      container('        envFrom: [{configMapRef: {name: x, optional: true}}]\n', stored('ConfigMap', '', 'default'))],
    ['an object that is not in the input', container('        envFrom: [{configMapRef: {name: y}}]\n', stored('ConfigMap', ''))],
    ['the priority of its class', spec('      priorityClassName: system-node-critical\n      priority: 2000001000\n')],
    ['the priority of no class', spec('      priority: 0\n')],
    ['the priority of a class of the input', {
      ...spec('      priorityClassName: x\n      priority: 7\n'),
      more: { 'pc.yaml': 'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: x}\nvalue: 7\n' },
    }],
    ['its program', container('        command: [/bin/aws-cloud-controller-manager]\n')],
    ['its program by name', container('        command: [aws-cloud-controller-manager]\n')],
    ['its program behind another', container('        command: [/go-runner, --log-file=/x, /bin/aws-cloud-controller-manager]\n')],
    ['memory', container('        resources: {limits: {memory: 64Mi, cpu: 10m}}\n')],
    ['no limit', container('        resources: {limits: {memory: 0}}\n')],
    ['certificates of the host', mounted('mountPath: /etc/ssl/certs', 'hostPath: {path: /etc/pki/tls/certs}')],
    ['certificates of a ConfigMap',
      { ...mounted('mountPath: /etc/ssl/certs', 'configMap: {name: x}'), more: stored('ConfigMap', 'data: {ca-certificates.crt: b}') }],
    ['a volume beside its program', mounted('mountPath: /binaries', 'emptyDir: {}')],
    ['files that all may read', user('configMap: {name: x, defaultMode: 0444}')],
    ['files of a group', user('configMap: {name: x, defaultMode: 0400}', ', fsGroup: 1')],
    ['files of root', mounted('mountPath: /x', 'configMap: {name: x, defaultMode: 0400}')],
    ['another user than root', container('        securityContext: {runAsNonRoot: true, runAsUser: 65532}\n')],
    ['a path that the folder of the node does not have', mounted('mountPath: /x', 'hostPath: {path: /etc/pki, type: Directory}')],
    ['a folder', mounted('mountPath: /x', 'hostPath: {path: /etc/kubernetes, type: DirectoryOrCreate}')],
    ['a sidecar of its release', {
      ...spec('      initContainers: [{name: side, image: x, restartPolicy: Always}]\n'), version: '1.29.15',
    }],
    ['a name that is applied', { path: 'ccm.yml' }],
  ])('but does with %s', (_, input) => expect(told(input)).toEqual(['holds', []]));
});

describe('a cloud-controller-manager that is given twice', () => {
  const other = (change: readonly [string, string], path = 'z.yaml'): Told => {
    const text = ccm()['ccm.yaml'];
    expect(text).toContain(change[0]);
    return { more: { [path]: text.replace(...change) } };
  };
  const DEPLOYMENT = ccm({ kind: 'Deployment' })['ccm.yaml'];
  it.each<[string, Told]>([
    ['without pods', { kind: 'Deployment', more: { 'z.yaml': DEPLOYMENT.replace('spec:\n', 'spec:\n  replicas: 0\n') } }],
    ['with other controllers', other(['        args:\n', '        args:\n        - --controllers=-*\n'])],
    ['with another program', other(['registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10', 'pause:3.9'], 'sub/z.yaml')],
    ['with what keeps it from running', other(['      containers:\n', '      initContainers: [{name: x, image: y}]\n      containers:\n'])],
    ['with another image of the same, in the same folder', other(['v1.27.10', 'v1.27.9'])],
  ])('and %s may be either', (_, input) => {
    const [verdict, reasons] = told(input);
    expect(verdict).toBe('unknown');
    expect(reasons).toContainEqual(expect.stringMatching(/ is (in the input|beside this) with another content too \(dist\/.*z\.yaml\)/));
  });

  it.each<[string, Told]>([
    ['as it is', other(['kube-system', 'kube-system'])],
    ['with another image of the same in another folder, as a base', other(['v1.27.10', 'v1.27.9'], 'sub/z.yaml')],
    ['with more labels', other([META, `${META} labels: {a: b},`])],
    ['as it is live', other([META, `${META} uid: a,`])],
  ])('%s is one', (_, input) => {
    const [verdict, reasons] = told(input);
    expect([verdict, reasons.filter(reason => reason.includes('another content'))]).toEqual(['holds', []]);
  });
});

it('a static pod of kube-controller-manager starts what its image has', () => {
  const file = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
  const verdict = (program: string) =>
    check({ old: { [file]: node({ kcm: KCM_26 })[file].replace('    - kube-controller-manager\n', `    - ${program}\n`) } }).liveness.verdict;
  expect(['kube-controller-manager', '/usr/local/bin/kube-controller-manager', '/usr/bin/kube-controller-manager'].map(verdict))
    .toEqual(['holds', 'holds', 'broken']);
});
