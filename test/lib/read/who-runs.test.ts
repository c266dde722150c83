import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { CCM_FLAGS, ccm, check, Files, KCM_26, KCM_27, MIGRATION, node, WILDCARD } from '../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const NEW = node({ version: '1.27.16', kcm: KCM_27 });
const CCM = ccm({});

/** The file of a folder that has the text, with the text replaced. */
function edited(files: Files, from: string | RegExp, to: string): Files {
  const found = Object.entries(files).find(([, text]) => text.search(from) !== -1);
  if (!found) throw new Error(`no file has ${String(from)}`);
  return { ...files, [found[0]]: found[1].replace(from, to) };
}

const verdicts = (folders: Record<string, Files>) => {
  const { exclusivity, liveness } = check(folders);
  return [exclusivity.verdict, liveness.verdict];
};

it('is safe as it is', () => expect(verdicts({ new: NEW, dist: CCM })).toEqual(['holds', 'holds']));

/** Each would seem safe to a reader of locks only. */
it.each<[string, Record<string, Files>]>([
  ['a boolean with its value behind it', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--profiling', 'false'] }) }],
  ['a dash of a word processor', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '–v=2'] }) }],
  ['three dashes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '---v=2'] }) }],
  ['a word behind two dashes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--', 'x'] }) }],
  ['one dash', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '-leader-elect=true'] }) }],
  ['a duration without a unit', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--node-monitor-period=10'] }) }],
  ['a number that is none', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--concurrent-service-syncs=1k'] }) }],
  ['--help', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--help'] }) }],
  ['--version', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--version'] }) }],
  ['a flag that swallows the next', { new: NEW, dist: ccm({ flags: ['--cluster-name', ...CCM_FLAGS] }) }],
  ['a list in broken quotes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers="*'] }) }],
  ['an unknown controller', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers=*,-srevice'] }) }],
  ['all controllers behind a dash, which is a name that none has', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers=*,-*'] }) }],
  ['an unknown feature gate', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--feature-gates=NoSuchGate=true'] }) }],
  ['a feature gate that is locked', { new: node({ version: '1.27.16', kcm: [...KCM_27, '--feature-gates=CPUManager=false'] }), dist: CCM }],
  ['a feature gate of another program', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--feature-gates=RotateKubeletServerCertificate=true'] }) }],
  ['a cloud that the AWS program does not have', { new: NEW, dist: ccm({ flags: ['--cloud-provider=$(CLOUD)', ...CCM_FLAGS.slice(1)] }) }],
  ['a workload that is being deleted', {
    new: NEW, dist: edited(CCM, 'namespace: kube-system}', 'namespace: kube-system, deletionTimestamp: "2026-01-01T00:00:00Z"}'),
  }],
  ['a namespace that lets no pod of it in', {
    new: NEW,
    dist: {
      ...CCM,
      'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: kube-system, labels: {pod-security.kubernetes.io/enforce: baseline}}\n',
    },
  }],
  ['a quota of no pods', {
    new: NEW,
    dist: { ...CCM, 'q.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: kube-system}\nspec: {hard: {pods: "0"}}\n' },
  }],
  ['underscores, which the AWS program does not take', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--leader_elect=true'] }) }],
  ['gates that a user must remove', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1schedulingGates: [{name: wait}]\n$1containers:') }],
  ['another scheduler', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1schedulerName: mine\n$1containers:') }],
  ['another operating system', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1os: {name: windows}\n$1containers:') }],
  ['a node that is not there', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1nodeName: gone\n$1containers:') }],
  ['a Deployment of one replica without a lock',
    {
      new: NEW,
      dist: ccm({
        kind: 'Deployment', spec: '  replicas: 1\n  strategy: {type: Recreate}\n', flags: [...CCM_FLAGS, '--leader-elect=false'],
      }),
    }],
  ['a DaemonSet that is updated by hand', { new: NEW, dist: ccm({ spec: '  updateStrategy: {type: OnDelete}\n' }) }],
  ['a StatefulSet of which part is not updated', {
    new: NEW, dist: ccm({ kind: 'StatefulSet', spec: '  updateStrategy: {rollingUpdate: {partition: 1}}\n' }),
  }],
  ['a paused Deployment', { new: NEW, dist: ccm({ kind: 'Deployment', spec: '  replicas: 1\n  paused: true\n' }) }],
  ['a static pod that the kubelet refuses', { new: edited(NEW, /^ {4}image: .*\n/m, ''), dist: CCM }],
  ['a static pod in a List', {
    new: {
      ...NEW,
      [KCM_FILE]: `apiVersion: v1\nkind: List\nitems:\n${NEW[KCM_FILE].replace(/^/gm, '  ').replace(/^ {2}/, '- ')}`,
    },
    dist: CCM,
  }],
  ['a static pod without a name', { new: edited(NEW, /^ {2}name: .*\n/m, ''), dist: CCM }],
])('%s is never said to be safe', (_, folders) => {
  expect(verdicts(folders)).not.toEqual(['holds', 'holds']);
});

it('two workloads that do the same, and never exist twice by themselves, are two', () => {
  const lockless = (name: string) => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}, namespace: kube-system}
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: kcm
        image: registry.k8s.io/kube-controller-manager:v1.28.0
        command: [kube-controller-manager, --cloud-provider=external, --leader-elect=false]
`;
  expect(verdicts({ dist: { 'one.yaml': lockless('one') } })[0]).toBe('holds');
  expect(verdicts({ dist: { 'one.yaml': lockless('one'), 'two.yaml': lockless('two') } })[0]).toBe('broken');
});

const OLD = node({ kcm: KCM_26 });
const UNIT = 'etc/systemd/system/kubelet.service';
const CONFIG = 'var/lib/kubelet/config.yaml';
const kubelet = (flags: string) => ({ [UNIT]: `[Service]\nExecStart=/usr/bin/kubelet --cloud-provider=external ${flags}\n` });
const configuration = (text = '') => `kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n${text}`;

/** What runs is in `folder`, and the usual folder has a manifest as it should be. */
const elsewhere = (folder: string, files: Files): Record<string, Files> =>
  ({ new: { ...NEW, [`${folder}/kcm.yaml`]: OLD[KCM_FILE], ...files }, dist: CCM });

describe('the kubelet takes static pods from', () => {
  it.each<[string, Record<string, Files>, readonly string[]]>([
    ['the folder of its flag', elsewhere('srv/pods', kubelet('--pod-manifest-path=/srv/pods/')), ['broken', 'unknown']],
    ['the folder of its configuration, in whatever form', elsewhere('srv/pods', { [CONFIG]: configuration('staticPodPath: /srv/./x/..//pods/\n') }),
      ['broken', 'unknown']],
    ['the folder of the last drop-in', {
      new: {
        'srv/pods/kcm.yaml': node({ version: '1.29.15', kcm: KCM_27 })[KCM_FILE],
        [UNIT]: '[Service]\nEnvironment=KUBELET_CONFIG_DROPIN_DIR_ALPHA=\n'
          + 'ExecStart=/usr/bin/kubelet --cloud-provider=external --config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubelet.d/\n',
        [CONFIG]: configuration('staticPodPath: /etc/kubernetes/manifests\n'),
        'etc/kubelet.d/20.conf': configuration('staticPodPath: /srv/pods\n'),
        'etc/kubelet.d/10.conf': configuration('staticPodPath: /etc/kubernetes/manifests\n'),
        'etc/kubelet.d/30.yaml': configuration('staticPodPath: /etc/kubernetes/manifests\n'),
      },
      dist: CCM,
    }, ['holds', 'holds']],
    ['an unknown folder, without the drop-ins', { new: { ...NEW, ...kubelet('--config-dir=/etc/kubelet.d') }, dist: CCM }, ['unknown', 'unknown']],
    ['the one file that its path names', elsewhere('srv/pods', { [CONFIG]: configuration('staticPodPath: /srv/pods/kcm.yaml\n') }),
      ['broken', 'unknown']],
    ['a folder beside its configuration, where the path is relative', elsewhere('var/lib/kubelet/pods', {
      [CONFIG]: configuration('staticPodPath: '
      + 'pods\n'),
    }), ['broken', 'unknown']],
    ['nowhere, where its configuration names no folder', { new: { ...NEW, [CONFIG]: configuration() }, dist: CCM }, ['unknown', 'unknown']],
    ['an address of its configuration too', {
      new: {
        ...NEW,
        [CONFIG]: configuration('staticPodPath: /etc/kubernetes/manifests\nstaticPodURL: http://x\n'),
      },
      dist: CCM,
    }, ['unknown', 'unknown']],
    ['an address of its flag too', { new: { ...NEW, ...kubelet('--manifest-url=http://x') }, dist: CCM }, ['unknown', 'unknown']],
    ['the usual folder', {
      new: {
        ...NEW,
        ...kubelet('--config=/var/lib/kubelet/config.yaml'),
        [CONFIG]: configuration('staticPodPath: /etc/kubernetes/manifests\n'),
      },
      dist: CCM,
    }, ['holds', 'holds']],
  ])('%s', (_, folders, expected) => expect(verdicts(folders)).toEqual(expected));

  it('an unknown folder, without the configuration that its flag names', () => {
    const nodes = { 'srv/pods/kcm.yaml': NEW[KCM_FILE], ...kubelet('--config=/etc/kubelet/config.yaml') };
    const { unknown } = check({ new: nodes, dist: CCM }).exclusivity;
    expect(unknown.map(({ what }) => what)).toContainEqual(expect.stringContaining('/etc/kubelet/config.yaml, is not in the input'));
  });
});

const withEnv = (flag: string, env: string): Files => edited(ccm({ flags: [...CCM_FLAGS, flag] }), /^ {8}args:\n/m, `        ${env}\n        `
  + 'args:\n');
const secret = (text: string, name = 's') => `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: kube-system}\n${text}\n`;
const map = (value: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, namespace: kube-system}\ndata: {LE: "${value}"}\n`;
const LE = '--leader-elect=$(LE)';

describe('the environment has its values from', () => {
  it.each<[string, Files, readonly string[]]>([
    ['a Secret of the input', {
      ...withEnv(LE, 'env: [{name: LE, valueFrom: {secretKeyRef: {name: s, key: k}}}]'),
      's.yaml': secret('data: {k: ZmFsc2U=}'),
    }, ['broken', 'holds']],
    ['its plain text first', {
      ...withEnv(LE, 'env: [{name: LE, valueFrom: {secretKeyRef: {name: s, key: k}}}]'),
      's.yaml': secret('data: {k: ZmFsc2U=}\nstringData: {k: "true"}'),
    }, ['holds', 'holds']],
    ['nowhere, where the ConfigMap lacks the key: then it is not started', {
      ...withEnv('--v=2', 'env: [{name: X, valueFrom: {configMapKeyRef: {name: m, key: gone}}}]'), 'm.yaml': map('true'),
    }, ['unknown', 'unknown']],
    ['nowhere, where the key may be missing', {
      ...withEnv(LE, 'env: [{name: LE, valueFrom: {configMapKeyRef: {name: m, key: gone, optional: true}}}]'), 'm.yaml': map('true'),
    }, ['holds', 'broken']],
    ['all of a Secret', { ...withEnv(LE, 'envFrom: [{secretRef: {name: s}}]'), 's.yaml': secret('stringData: {LE: "false"}') }, ['broken', 'holds']],
    ['a Secret that is not there, over what comes before it',
      { ...withEnv(LE, 'envFrom: [{configMapRef: {name: m}}, {secretRef: {name: s}}]'), 'm.yaml': map('true') }, ['unknown', 'holds']],
    ['both of two ConfigMaps of one name',
      { ...withEnv(LE, 'envFrom: [{configMapRef: {name: m}}]'), 'm1.yaml': map('true'), 'm2.yaml': map('false') }, ['broken', 'holds']],
    ['both in the other order', { ...withEnv(LE, 'envFrom: [{configMapRef: {name: m}}]'), 'm1.yaml': map('false'), 'm2.yaml': map('true') },
      ['broken', 'holds']],
    ['the name of each node', withEnv('--leader-elect-resource-name=$(NODE)', 'env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: '
      + 'spec.nodeName}}}]'), ['broken', 'holds']],
    ['the name of each pod', withEnv('--leader-elect-resource-namespace=$(NODE)', 'env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: '
      + 'metadata.name}}}]'), ['broken', 'holds']],
    ['its namespace', withEnv('--leader-elect-resource-namespace=$(NODE)', 'env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: '
      + 'metadata.namespace}}}]'), ['holds', 'holds']],
  ])('%s', (_, dist, expected) => expect(verdicts({ new: NEW, dist })).toEqual(expected));

  it('its own namespace, which is another lock in each', () => {
    const one = withEnv(
      '--leader-elect-resource-namespace=$(NODE)', 'env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]',
    )['ccm.yaml'];
    expect(verdicts({ new: NEW, dist: { 'a.yaml': one, 'b.yaml': one.replace('namespace: kube-system', 'namespace: other') } }))
      .toEqual(['broken', 'holds']);
  });

  it('the node, of a static pod too', () => {
    const pod = node({ version: '1.27.16', kcm: [...KCM_27, '--leader-elect-resource-name=$(NODE)'] })[KCM_FILE]
      .replace('    command:', '    env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]\n    command:');
    expect(verdicts({ new: { [KCM_FILE]: pod }, dist: CCM })).toEqual(['broken', 'holds']);
  });
});

it('a DaemonSet reads the file of each node', () => {
  const lease = (name: string) => WILDCARD.replace('cloud-provider-extraction-migration', name);
  const path = 'etc/leadermigration.conf';
  const dist = {
    'ccm.yaml': `${ccm({ flags: [...CCM_FLAGS, ...MIGRATION] })['ccm.yaml']}        volumeMounts: [{name: c, mountPath: `
    + `/${path}}]\n      volumes: [{name: c, hostPath: {path: /${path}}}]\n`,
  };
  const old = node({ kcm: [...KCM_26, ...MIGRATION], files: { [path]: WILDCARD } });
  const upgraded = (name: string, text: string) =>
    Object.fromEntries(Object.entries({ ...NEW, [path]: text }).map(([file, content]) => [`${name}/${file}`, content]));
  const same = { ...upgraded('a', WILDCARD), ...upgraded('b', WILDCARD) };
  expect(verdicts({ old, new: same, dist })).toEqual(['holds', 'holds']);
  expect(verdicts({ old, new: { ...upgraded('a', WILDCARD), ...upgraded('b', lease('other')) }, dist })).toEqual(['broken', 'holds']);
  expect(verdicts({ old, new: { ...upgraded('a', lease('other')), ...upgraded('b', WILDCARD) }, dist })).toEqual(['broken', 'holds']);
});

describe('a controller manager runs in', () => {
  const BESIDE = { new: OLD };
  const asKind = (apiVersion: string, kind: string): Files => ({
    'ccm.yaml': CCM['ccm.yaml'].replace('apps/v1', apiVersion).replace('kind: DaemonSet', `kind: ${kind}`),
  });
  const CRS = (kind: string) => 'apiVersion: addons.cluster.x-k8s.io/v1beta1\nkind: ClusterResourceSet\nmetadata: {name: c, namespace: '
    + `kube-system}\nspec: {resources: [{kind: ${kind}, name: s}]}\n---\n`;
  it.each<[string, Files, readonly string[]]>([
    ['a Deployment', asKind('apps/v1', 'Deployment'), ['broken', 'holds']],
    ['a StatefulSet', asKind('apps/v1', 'StatefulSet'), ['broken', 'holds']],
    ['a ReplicaSet', asKind('apps/v1', 'ReplicaSet'), ['broken', 'holds']],
    ['a ReplicationController', asKind('v1', 'ReplicationController'), ['broken', 'holds']],
    ['a Job, at an unknown time', asKind('batch/v1', 'Job'), ['unknown', 'unknown']],
    ['an unknown kind, which counts', asKind('argoproj.io/v1alpha1', 'Rollout'), ['broken', 'unknown']],
    ['a Deployment of no replicas that KEDA scales', {
      ...ccm({ kind: 'Deployment', spec: '  replicas: 0\n' }),
      'k.yaml': 'apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: k, namespace: kube-system}\n'
        + 'spec: {maxReplicaCount: 3, scaleTargetRef: {name: aws-cloud-controller-manager}}\n',
    }, ['broken', 'holds']],
    ['a Deployment of no replicas whose template a Rollout runs', {
      ...ccm({ kind: 'Deployment', spec: '  replicas: 0\n' }),
      'r.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: r, namespace: kube-system}\n'
        + 'spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: aws-cloud-controller-manager}}\n',
    }, ['broken', 'holds']],
    ['a Secret that a ClusterResourceSet applies', {
      'crs.yaml': CRS('Secret') + secret(`data: {ccm: ${Buffer.from(CCM['ccm.yaml']).toString('base64')}}`),
    }, ['broken', 'holds']],
    ['a plain Secret that a ClusterResourceSet applies', {
      'crs.yaml': CRS('Secret') + secret(`stringData:\n  ccm: |\n${CCM['ccm.yaml'].replace(/^/gm, '    ')}`),
    }, ['broken', 'holds']],
    ['a Secret that is not there', { 'crs.yaml': CRS('Secret') }, ['unknown', 'unknown']],
    ['more replicas than it says, by an autoscaler', {
      'ccm.yaml': ccm({ kind: 'StatefulSet', spec: '  replicas: 1\n', flags: [...CCM_FLAGS, '--leader-elect=false'] })['ccm.yaml'],
      'hpa.yaml': 'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: kube-system}\n'
        + 'spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: aws-cloud-controller-manager}}\n',
    }, ['broken', 'holds']],
  ])('%s', (_, dist, expected) => expect(verdicts({ ...BESIDE, dist })).toEqual(expected));
});

it.each([
  ['paused: yes', ccm({ kind: 'Deployment', spec: '  paused: yes\n' })],
  ['replicas: 00', ccm({ kind: 'Deployment', spec: '  replicas: 00\n' })],
  ['a variable', withEnv(LE, 'env: [{name: LE, value: on}]')],
  ['a selector', ccm({ nodeSelector: 'a: no' })],
])('%s, which YAML 1.1 and 1.2 read differently, is not known', (_, dist) => {
  expect(verdicts({ new: NEW, dist })).toEqual(['unknown', 'unknown']);
});

describe('YAML 1.1 and 1.2 differ behind', () => {
  const set = (text: string, replaced: string): Files =>
    ({
      'ccm.yaml': ccm({ kind: 'Deployment', spec: '  replicas: 1\n' })['ccm.yaml'].replace('apiVersion: apps/v1\n', `apiVersion: apps/v1\n${text}`)
        .replace('  replicas: 1\n', replaced),
    });
  it.each<[string, Files, readonly string[]]>([
    ['an alias', set('x-paused: &p yes\n', '  paused: *p\n'), ['unknown', 'unknown']],
    ['a merged key', set('x-all: &p {paused: yes}\n', '  <<: *p\n'), ['unknown', 'unknown']],
    ['an alias, not in what both read alike', set('x-replicas: &r 1\n', '  replicas: *r\n'), ['holds', 'holds']],
    ['a merged key, not in what both read alike', set('x-all: &p {replicas: 1}\n', '  <<: *p\n'), ['holds', 'holds']],
  ])('%s', (_, dist, expected) => expect(verdicts({ new: NEW, dist })).toEqual(expected));
});

describe('a workload runs nowhere, or it is not known,', () => {
  const nodeObject = (name: string, taints: string, role = 'node-role.kubernetes.io/control-plane: ""') => 'apiVersion: v1\nkind: Node\nmetadata: '
    + `{name: ${name}, labels: {${role}}}\nspec: {taints: [${taints}]}\n`;
  const TAINT = '{key: dedicated, value: etcd, effect: NoSchedule}';
  const tolerant = ccm({ tolerations: '      - {operator: Exists}\n' });
  const KUBEADM = { 'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n' };
  const registered = {
    'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=external '
    + '--register-with-taints=dedicated=etcd:NoSchedule"\n',
  };
  const intolerant = ccm({ tolerations: '      - {key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}\n' });
  it.each<[string, Record<string, Files>, readonly string[]]>([
    ['where each Node has a taint that it does not tolerate', { new: NEW, dist: { ...CCM, 'n.yaml': nodeObject('a', TAINT) } },
      ['unknown', 'unknown']],
    ['but not where it tolerates it', { new: NEW, dist: { ...tolerant, 'n.yaml': nodeObject('a', TAINT) } }, ['holds', 'holds']],
    ['but not where one of its Nodes has none', {
      new: Object.fromEntries(['a', 'b'].flatMap(name => Object.entries(NEW).map(([path, text]) => [`${name}/${path}`, text]))),
      dist: { ...CCM, 'n.yaml': `${nodeObject('a', TAINT)}---\n${nodeObject('b', '')}` },
    }, ['holds', 'holds']],
    ['where the Node without a taint is none of its own', {
      new: NEW,
      dist: {
        ...CCM,
        'n.yaml': `${nodeObject('a', TAINT)}---\n`
      + `${nodeObject('b', '', 'a: b')}`,
      },
    }, ['unknown', 'unknown']],
    ['where none of its Nodes has the labels that it asks for', { new: NEW, dist: { ...CCM, 'n.yaml': nodeObject('a', '', 'a: b') } },
      ['unknown', 'unknown']],
    ['but not by a taint that pods need not tolerate',
      { new: NEW, dist: { ...CCM, 'n.yaml': nodeObject('a', TAINT.replace('NoSchedule', 'PreferNoSchedule')) } }, ['holds', 'holds']],
    ['but not while a Node is cordoned', {
      new: NEW,
      dist: {
        ...CCM,
        'n.yaml': nodeObject('a', '{key: node.kubernetes.io/unschedulable, effect: '
      + 'NoSchedule}'),
      },
    }, ['holds', 'holds']],
    ['where the configuration of their kubelets has it', {
      new: { ...NEW, [CONFIG]: configuration(`staticPodPath: /etc/kubernetes/manifests\nregisterWithTaints:\n- ${TAINT}\n`) }, dist: CCM,
    }, ['unknown', 'unknown']],
    ['but not where a flag takes the place of it', {
      new: {
        ...NEW,
        ...kubelet('--register-with-taints=dedicated=etcd:PreferNoSchedule'),
        [CONFIG]: configuration(`staticPodPath: /etc/kubernetes/manifests\nregisterWithTaints:\n- ${TAINT}\n`),
      },
      dist: CCM,
    }, ['holds', 'holds']],
    ['where its nodes register with a taint', { new: { ...NEW, ...registered }, dist: CCM }, ['unknown', 'unknown']],
    ['where kubeadm taints its nodes', { new: { ...NEW, ...KUBEADM }, dist: intolerant }, ['unknown', 'unknown']],
    ['but not where it tolerates what kubeadm taints them with', { new: { ...NEW, ...KUBEADM }, dist: CCM }, ['holds', 'holds']],
    ['where its RuntimeClass is not in the input', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1runtimeClassName: kata\n$1containers:') },
      ['unknown', 'unknown']],
    ['where its RuntimeClass asks for labels that no node is known to have', {
      new: NEW,
      dist: {
        ...edited(CCM, /^( +)containers:/m, '$1runtimeClassName: kata\n$1containers:'),
        'r.yaml': 'apiVersion: node.k8s.io/v1\nkind: '
        + 'RuntimeClass\nmetadata: {name: kata}\nhandler: kata\nscheduling: {nodeSelector: {kata: "true"}}\n',
      },
    }, ['unknown', 'unknown']],
    ['but not by a RuntimeClass that asks for nothing', {
      new: NEW,
      dist: {
        ...edited(CCM, /^( +)containers:/m, '$1runtimeClassName: runc\n$1containers:'),
        'r.yaml': 'apiVersion: node.k8s.io/v1\nkind: '
        + 'RuntimeClass\nmetadata: {name: runc}\nhandler: runc\n',
      },
    }, ['holds', 'holds']],
    ['but not where its RuntimeClass brings the toleration', {
      new: NEW,
      dist: {
        ...edited(CCM, /^( +)containers:/m, '$1runtimeClassName: runc\n$1containers:'),
        'r.yaml': 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: runc}\nhandler: runc\nscheduling: {tolerations: [{key: '
          + 'dedicated, operator: Exists}]}\n',
        'n.yaml': nodeObject('a', TAINT),
      },
    }, ['holds', 'holds']],
  ])('%s', (_, folders, expected) => expect(verdicts(folders)).toEqual(expected));
});

describe('the kubeconfig of a node', () => {
  const PATH = 'etc/kubernetes/controller-manager.conf';
  const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
  const kubeconfig = (...authorities: readonly string[]) => 'apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts: [{name: a, context: '
    + '{cluster: c, user: u}}]\nclusters:\n'
    + '- name: c\n  cluster: {server: "https://10.0.0.1:6443", certificate-authority-data: '
      + `${Buffer.from(authorities.map(pem).join('')).toString('base64')}}\n`;
  const named = (name: string, text: string): Files => Object.fromEntries(Object.entries({
    ...node({ version: '1.27.16', kcm: [...KCM_27, `--kubeconfig=/${PATH}`], mounts: [`/${PATH}`] }), [PATH]: text,
  }).map(([path, content]) => [`${name}/${path}`, content]));

  it('of another cluster, on one node only, makes it an input of two clusters', () => {
    expect(verdicts({ new: { ...named('a', kubeconfig('x')), ...named('b', kubeconfig('x')) }, dist: CCM })).toEqual(['holds', 'holds']);
    expect(() => check({ new: { ...named('a', kubeconfig('x')), ...named('b', kubeconfig('y')) }, dist: CCM }))
      .toThrow(new RegExp('the input is of two clusters: the certificate authority in the kubeconfig \\(by its hash\\) is '
        + '\'[0-9a-f]{12}\' at new/a/.* and \'[0-9a-f]{12}\' at new/b/'));
  });

  it('is told as a contradiction where kubeadm\'s configuration names another cluster than a manifest', () => {
    const config = 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.27.16\nclusterName: dev\n';
    const kcm = node({ version: '1.27.16', kcm: [...KCM_27, '--cluster-name=prod-eu'] });
    const one = Object.fromEntries(Object.entries(kcm).map(([path, text]) => [`a/${path}`, text]));
    expect(() => check({ new: { ...one, 'kubeadm.yaml': config }, dist: CCM })).toThrow(new RegExp('^kubeadm\'s configuration and a manifest '
      + 'contradict each other: --cluster-name of kube-controller-manager '
      + 'is \'prod-eu\' at new/a/.*:\\d+ and \'dev\' at new/kubeadm.yaml:4; correct'));
  });

  it('is that of one cluster while its authority is exchanged', () => {
    const [old, both, fresh] = [['old'], ['old', 'new'], ['new']].map(authorities => kubeconfig(...authorities));
    for (const [a, b, c] of [[old, both, fresh], [old, fresh, both], [both, old, fresh]]) {
      expect(verdicts({ new: { ...named('a', a), ...named('b', b), ...named('c', c) }, dist: CCM })).toEqual(['holds', 'holds']);
    }
  });
});

describe('a cloud-controller-manager under unknown names', () => {
  const { digest } = awsCcmRelease('v1.27.10');
  const called = (image: string, said = 'other: x', flags = CCM_FLAGS) => {
    const { 'ccm.yaml': text } = ccm({ flags, image, annotations: said });
    return { 'ccm.yaml': text.replaceAll('name: aws-cloud-controller-manager', 'name: aws') };
  };

  it.each([
    ['by the digest of a promoted image', called(`mine/ccm@${digest}`)],
    ['by what its pod says of the image', called('mine/ccm:v1.27.10', 'ccm-migration/image-version: "mine/ccm:v1.27.10=provider-aws/v1.27.10"')],
  ])('is known %s', (_, dist) => {
    expect(dist['ccm.yaml']).toMatch(/name: aws\n/);
    expect(verdicts({ new: NEW, dist })).toEqual(['holds', 'holds']);
    expect(verdicts({ old: OLD, dist })[0]).toBe('broken');
  });

  it('is not known by an annotation of another image, and then nothing is proven where its flags are those of one', () => {
    const flags = [...CCM_FLAGS, '--configure-cloud-routes=false'];
    expect(verdicts({ old: OLD, dist: called('mine/other:v1', 'ccm-migration/image-version: "mine/ccm:v1.27.10=1.27"', flags) })[0]).toBe('unknown');
  });
});

describe('the cloud that a cloud-controller-manager serves', () => {
  const AWS_IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10';
  const beside = (image: string, ...flags: string[]): Files => ({
    'other.yaml': ccm({ image, flags: ['--configure-cloud-routes=false', '--secure-port=10268', ...flags] })['ccm.yaml']
      .replace('name: aws-cloud-controller-manager, ', 'name: other, '),
  });
  const [VSPHERE, UNKNOWN] = ['x/cloud-provider-vsphere:v1.27.0', 'x/y-cloud-controller-manager:v1.27.0'];
  const THIRD = beside('x/z-cloud-controller-manager:v1.27.0', '--secure-port=10269')['other.yaml'].replace('name: other,', 'name: third,');
  const MIGRATING = node({ version: '1.26.15', kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } });
  const migrated = (cloud: string) => ccm({
    image: 'x/cloud-controller-manager:v1.27.0', flags: [`--cloud-provider=${cloud}`, ...CCM_FLAGS.slice(1), ...MIGRATION], config: WILDCARD,
  });

  it.each<[string, Record<string, Files>, string[]]>([
    ['is its own: under one Lease with AWS one has no runner', { new: NEW, dist: CCM, other: beside(VSPHERE, '--cloud-provider=vsphere') },
      ['holds', 'broken']],
    ['is what its image sets without the flag', { new: NEW, dist: CCM, other: beside(VSPHERE) }, ['holds', 'broken']],
    ['of its image is enough alone', { new: NEW, other: beside(VSPHERE) }, ['holds', 'holds']],
    ['of an unknown image is unknown', { new: NEW, dist: CCM, other: beside(UNKNOWN) }, ['holds', 'unknown']],
    ['of an unknown image is unknown alone, too: it may end', { new: NEW, other: beside(UNKNOWN) }, ['holds', 'unknown']],
    ['of an unknown image is not asked where the flag says it', { new: NEW, other: beside(UNKNOWN, '--cloud-provider=y') }, ['holds', 'holds']],
    ['of two unknown images may differ', { new: NEW, other: beside(UNKNOWN), third: { 'x.yaml': THIRD } }, ['holds', 'unknown']],
    ['is no other one for its second generation', { new: NEW, dist: CCM, other: beside(AWS_IMAGE, '--cloud-provider=aws/v2') }, ['holds', 'holds']],
    ['is none of a manager of nodes that leaves the others alone', {
      new: NEW,
      dist: ccm({ flags: [...CCM_FLAGS, '--controllers=*,-cloud-node,-cloud-node-lifecycle'] }),
      other: beside(UNKNOWN, '--cloud-provider=talos', '--controllers=cloud-node,cloud-node-lifecycle', '--leader-elect-resource-name=talos'),
    }, ['holds', 'holds']],
    ['is that of the KCM before it', { old: MIGRATING, new: NEW, dist: migrated('aws') }, ['holds', 'holds']],
    ['is another one than that of the KCM before it', { old: MIGRATING, new: NEW, dist: migrated('openstack') }, ['holds', 'broken']],
    ['is one twice under different locks, which overlap', {
      new: NEW, dist: CCM, other: beside(UNKNOWN, '--cloud-provider=aws', '--leader-elect-resource-name=x'),
    }, ['broken', 'holds']],
  ])('%s', (_, folders, expected) => expect(verdicts(folders)).toEqual(expected));

  it('is named in what is unknown, once', () => {
    const { liveness } = check({ new: NEW, dist: CCM, other: beside(UNKNOWN) });
    expect(liveness.unknown.map(({ file, what, fix }) => `${file}: ${what}. ${fix}`)).toEqual([
      'other/other.yaml: CCM 1.27 (DaemonSet kube-system/other) has no --cloud-provider, and it is not known which cloud '
        + 'x/y-cloud-controller-manager:v1.27.0 serves without, or whether it starts. Pass --cloud-provider with the name of its cloud.',
    ]);
  });
});

describe('a cloud-controller-manager that is not called one', () => {
  const pod = (image: string, command: string): Files => ({
    'pod.yaml': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x', namespace: 'kube-system' },
      spec: { containers: [{ name: command, image, command: [`/${command}`] }] },
    }),
  });
  it.each([
    ['plndr/plndr-cloud-provider:0.1.6', 'plndr-cloud-provider'], ['ghcr.io/kube-vip/kube-vip-cloud-provider:v0.0.4', 'kube-vip-cloud-provider'],
    ['example.com/cloud-provider-aws:1', 'cloud-provider-aws'],
  ])('is known by %s, also where its container is called like its program', (image, command) => {
    const { exclusivity, liveness } = check({ new: NEW, dist: pod(image, command) });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['unknown', 'unknown']);
    expect(liveness.unknown.map(({ what }) => what)).toContain(`'${command}' may be cloud-controller-manager of any release or build`);
  });

  it('may be deployed by an operator, where the input has none', () => {
    const operator = {
      'operator.yaml': JSON.stringify({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'o', namespace: 'x' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: {
              containers: [
                { name: 'c', image: 'quay.io/openshift/origin-cluster-cloud-controller-manager-operator', command: ['/o'] },
              ],
            },
          },
        },
      }),
    };
    const { exclusivity, liveness } = check({ new: NEW, operator });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['unknown', 'unknown']);
    expect(liveness.unknown.map(({ what }) => what)).toEqual([
      'Deployment o is an operator (quay.io/openshift/origin-cluster-cloud-controller-manager-operator), and the cloud-controller-manager that it '
        + 'deploys is not in the input',
    ]);
    expect(check({ new: NEW, operator, dist: ccm() }).liveness.verdict).toBe('holds');
  });
});

describe('a controller that the input leaves out everywhere', () => {
  const LEFT = { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers=*,-service'] }) };
  const LBC: Files = {
    'lbc.yaml': JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'lbc', namespace: 'kube-system' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'c', image: 'public.ecr.aws/eks/aws-load-balancer-controller:v2.8.1', args: ['--cluster-name=prod'] }] },
        },
      },
    }),
  };
  const index = (phase: string, strategy = 'controllers-off-then-on', more: object = {}): Files => ({
    'migration.json': JSON.stringify({
      schemaVersion: 1, cluster: 'prod', phase, strategy, manifests: [], nodes: { controlPlane: [] }, phases: [], ...more,
    }),
  });

  it.each<[string, Record<string, Files>, boolean, string, readonly string[]]>([
    ['has a gap without an end', LEFT, false, 'holds', ['error']],
    ['may be served elsewhere', { ...LEFT, lbc: LBC }, false, 'unknown', ['warning']],
    ['is served elsewhere as the user says', { ...LEFT, lbc: LBC }, true, 'holds', ['warning']],
    ['has a gap that its strategy ends', { ...LEFT, lbc: LBC, out: index('n') }, false, 'holds', ['warning']],
    ['has a gap that the next phase of its strategy ends', { ...LEFT, lbc: LBC, out: index('mixed') }, false, 'holds', ['warning']],
    ['has a gap after its strategy', { ...LEFT, out: index('n-plus-1') }, false, 'holds', ['error']],
    ['may be served elsewhere after its strategy', { ...LEFT, lbc: LBC, out: index('disabled') }, false, 'unknown', ['warning']],
    ['has a gap that no phase of another strategy ends', { ...LEFT, out: index('n', 'downtime') }, false, 'holds', ['error']],
    ['is served elsewhere as its migration says', {
      ...LEFT, lbc: LBC, out: index('n', 'controllers-off-then-on', { servedElsewhere: { service: 'aws-load-balancer-controller' } }),
    }, false, 'holds', ['note']],
    ['may be served elsewhere where its migration says it of another one', {
      ...LEFT, lbc: LBC, out: index('disabled', 'leader-migration', { servedElsewhere: { route: 'cilium' } }),
    }, false, 'unknown', ['warning']],
  ])('%s', (_, folders, acceptsGaps, expected, severities) => {
    const { liveness, findings, declaredGaps } = check(folders, { acceptsGaps });
    expect([liveness.verdict, declaredGaps, findings.filter(({ rule }) => rule === 'declared-gap').map(({ severity }) => severity)])
      .toEqual([expected, ['service'], severities]);
    expect(liveness.unknown.map(({ file, line, fix }) => [file, line, fix])).toEqual(expected !== 'unknown' ? [] : [
      ['lbc/lbc.yaml', 1, 'See that it takes all of them, and accept the finding declared-gap with the reason (--accepted).'],
    ]);
  });
});
