import {
  access, CcmInput, ccm, ccmAccess, CCM_FLAGS, check, configuration, directory, Files, findingsOf, KCM_26, KCM_27, live, MIGRATION, node, SAFE,
  SCHEDULER, WILDCARD,
} from './input';
import { behaviourOf } from '../../../src/lib/model/behaviour';
import { mixesOf } from '../../../src/lib/model/cluster';
import { END_CONCERNS } from '../../../src/lib/model/end-cause';
import { holdings } from '../../../src/lib/proof/holdings';
import { buildModel } from '../../../src/lib/read/build-model';
import { possibilitiesOf } from '../../../src/lib/read/mixes/possibilities';
import { RULES } from '../../../src/lib/rules';
import { managers } from '../../../src/lib/view/ask';
import { ComponentView, Doubt, ReadModel } from '../../../src/lib/view/model';

const CONTROLLERS = ['service', 'route', 'cloud-node', 'cloud-node-lifecycle'];

/** For each rule: an input that breaks it with a part of the message, one that does not, and one that it has nothing to say about. */
interface Case {
  readonly fails: Record<string, Files>;
  readonly says: RegExp;
  readonly passes?: Record<string, Files>;
  readonly doesNotApply?: Record<string, Files>;
  /** Where the first is about something else than a manager: an input in which the rule says that one does not run. */
  readonly stops?: Record<string, Files>;
}

const OWNER = 'ownerReferences: [{apiVersion: x.org/v1, kind: Shoot, name: prod, controller: true}]';
const policy = (apiVersion: string, kind: string) => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: all\n`;
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const ONLY_OLD = { old: node({}) };
const with26 = (...flags: string[]) => ({ old: node({ kcm: [...KCM_26, ...flags] }) });
const withCcm = (input: CcmInput) => ({ dist: ccm(input) });
const ccmFlags = (...flags: string[]) => withCcm({ flags: [...CCM_FLAGS, ...flags] });
const sides = (oldConfig: string, newConfig: string, image?: string) => ({
  ...SAFE,
  old: node({ kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': oldConfig } }),
  dist: { ...ccm({ image, flags: [...CCM_FLAGS, ...MIGRATION], config: newConfig }), ...access() },
});
const cloudConfigFrom = (volume: string) => ({
  dist: {
    'ccm.yaml': `${ccm({ flags: [...CCM_FLAGS, '--cloud-config=/etc/cc/cloud.conf'] })['ccm.yaml']}        volumeMounts:
        - {name: c, mountPath: /etc/cc}
      volumes:
      - ${volume}
`,
  },
});
const oldConfig = (text: string, version = '1.26.15') =>
  ({ old: node({ version, kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': text } }) });
const cloudConfig = (text: string, flags = KCM_26) => ({
  old: node({
    kcm: [...flags,
      '--cloud-config=/etc/kubernetes/cloud.conf'],
    mounts: ['/etc/kubernetes/cloud.conf'],
    files: { 'etc/kubernetes/cloud.conf': text },
  }),
});
const kubeletSides = (oldFlags: string[], newFlags: string[]) => ({
  'control-plane-n': Object.fromEntries(Object.entries(node({ kubelet: oldFlags, mounts: [] })).map(([path, text]) => [`ip-1/${path}`, text])),
  'control-plane-n-plus-1': Object.fromEntries(
    Object.entries(node({ version: '1.27.16', kcm: KCM_27, kubelet: newFlags, mounts: [] })).map(([path, text]) => [`ip-1/${path}`, text]),
  ),
  'dist': ccm(),
});
const TAINTED = '{taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}]}';
const nodeOf = (name: string, spec: string) => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
const V1ALPHA1 = 'apiVersion: controllermanager.config.k8s.io/v1alpha1\nleaderName: cloud-provider-extraction-migration\nresourceLock: leases';
const BOOTSTRAP_ROLE = (rules: string) => ({
  'role.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: "system::leader-locking-kube-controller-manager", namespace: '
    + `kube-system}\nrules:\n${rules}`,
});
const STORAGE_CLASS = { 'sc.yaml': 'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: gp2}\nprovisioner: kubernetes.io/aws-ebs\n' };
const zonedClass = (provisioner: string, key: string) => ({
  'sc.yaml': `apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: gp3}\nprovisioner: ${provisioner}\nallowedTopologies:\n`
    + `- matchLabelExpressions: [{key: ${key}, values: [eu-central-1a]}]\n`,
});
const CSI_DRIVER = { 'csi.yaml': 'apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nmetadata: {name: ebs.csi.aws.com}\n' };
const ECR_POD = {
  'app.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app}\nspec: {template: {spec: {containers: [{name: a, image: '
  + '"123456789012.dkr.ecr.eu-central-1.amazonaws.com/app:1"}]}}}\n',
};

const HOST_IP = '        env:\n        - {name: KUBERNETES_SERVICE_HOST, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}\n        args:\n';
const OWN_NODE = { 'ccm.yaml': ccm()['ccm.yaml'].replace('        args:\n', HOST_IP) };
const ownNode = (version: string, ...flags: string[]) => (
  { new: node({ version, kcm: KCM_27, kubelet: ['--cloud-provider=external', ...flags], mounts: [] }), dist: OWN_NODE });

const staticCcm = (annotations = '', files: Files = {}) => ({
  new: node({
    version: '1.27.16',
    kcm: KCM_27,
    mounts: [],
    files: {
      'etc/kubernetes/manifests/ccm.yaml': `apiVersion: v1
kind: Pod
metadata: {name: ccm, namespace: kube-system, annotations: {${annotations}}}
spec:
  containers:
  - name: aws-cloud-controller-manager
    image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10
    args: [${CCM_FLAGS.join(', ')}, --kubeconfig=/etc/ccm.conf]
    volumeMounts: [{name: kubeconfig, mountPath: /etc/ccm.conf}]
  volumes: [{name: kubeconfig, hostPath: {path: /etc/ccm.conf, type: File}}]
`,
      ...files,
    },
  }),
});

const changed = (find: string, text: string) => ({ ...ONLY_NEW, dist: { 'ccm.yaml': ccm()['ccm.yaml'].replace(find, text) } });
const ONLY_NEW = { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }) };
const staticKcm = (spec: string) => ({
  old: { [KCM_FILE]: node({})[KCM_FILE].replace('  hostNetwork: true\n', `  hostNetwork: true\n${spec}`) },
});

const pool = (nodes: string) => ({
  ...ONLY_NEW,
  dist: {
    ...ccm({ kind: 'Deployment', nodeSelector: 'pool: ccm' }),
    'pool.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p}\nspec:\n  template: {metadata: {labels: {pool: ccm}}, spec: '
      + `{expireAfter: Never}}\n  disruption: {budgets: [{nodes: "${nodes}"}]}\n`,
  },
});
const refreshed = (minimum: number) => ({
  ...ONLY_NEW,
  dist: { ...ccm(), 'refresh.json': `{"AutoScalingGroupName": "control-plane", "Preferences": {"MinHealthyPercentage": ${minimum}}}` },
});

/** A node whose kube-controller-manager has an environment. */
const withEnvironment = (...env: readonly string[]): Files => {
  const files = node({});
  const path = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
  return { ...files, [path]: files[path].replace('    command:', `    env: [${env.join(', ')}]\n    command:`) };
};

const CASES: Record<string, Case> = {
  'rollout-leaves-ccm-no-node': { fails: pool('100%'), says: /runs only on nodes of NodePool p, which can take all of them/, passes: pool('0') },
  'rollout-stops-control-plane': { fails: refreshed(0), says: /group control-plane can take every control-plane node/, passes: refreshed(100) },
  'workload-refused': {
    fails: changed('selector: {matchLabels: {k8s-app: ccm}}', 'selector: {matchLabels: {k8s-app: other}}'),
    says: /the API server refuses DaemonSet aws-cloud-controller-manager: its selector does not match the labels of its template$/,
    passes: { ...ONLY_NEW, dist: ccm() },
  },
  'pod-does-not-start': {
    fails: changed('      serviceAccountName:', '      automountServiceAccountToken: false\n      serviceAccountName:'),
    says: /has no kubeconfig, and its pods get no token/,
    passes: { ...ONLY_NEW, dist: ccm() },
  },
  'pod-does-not-go-on': {
    fails: staticKcm('  restartPolicy: Never\n'), says: /is not started again once it has ended \(restartPolicy: Never\)/, passes: ONLY_OLD,
  },
  'port-taken': {
    fails: { new: node({ version: '1.27.16', kcm: [...KCM_27, '--secure-port=10258'], mounts: [] }), dist: ccm() },
    says: /^CCM 1\.27 .* serves on port 10258 of the host network, and so does KCM 1\.27 of node of new$/,
    passes: { ...ONLY_NEW, dist: ccm() },
  },
  'workload-controller-off': {
    fails: { new: node({ version: '1.27.16', kcm: [...KCM_27, '--controllers=*,-daemonset'], mounts: [] }), dist: ccm() },
    says: /^no pods of DaemonSet kube-system\/aws-cloud-controller-manager are made: --controllers of KCM 1\.27 of node of new leaves daemonset out$/,
    passes: { new: node({ version: '1.27.16', kcm: [...KCM_27, '--controllers=*,-job'], mounts: [] }), dist: ccm() },
  },
  'probe-kills-component': {
    fails: changed('        args:\n', '        livenessProbe: {httpGet: {path: /healthz, port: 10253, scheme: HTTPS}}\n        args:\n'),
    says: /the livenessProbe of cloud-controller-manager .* asks for port 10253, and it serves on 10258$/,
    passes: changed('        args:\n', '        livenessProbe: {httpGet: {path: /healthz, port: 10258, scheme: HTTPS}}\n        args:\n'),
  },
  'environment-cuts-off': {
    fails: changed('        args:\n', '        env: [{name: AWS_EC2_METADATA_DISABLED, value: "true"}]\n        args:\n'),
    says: /^cloud-controller-manager of DaemonSet .* has AWS_EC2_METADATA_DISABLED: it may not ask for its region and zone, and ends at start$/,
    passes: changed('        args:\n', '        env: [{name: AWS_EC2_METADATA_DISABLED, value: "false"}]\n        args:\n'),
  },
  'static-pod-refused': {
    fails: {
      new: {
        ...node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
        'etc/kubernetes/manifests/old.yaml': 'apiVersion: v1\nkind: List\nitems:\n- image: registry.k8s.io/kube-controller-manager:v1.26.15\n',
      },
      dist: ccm(),
    },
    says: /the kubelet starts nothing from this file, which has the image [^ ]+: it is "v1" "List", and the kubelet takes v1 Pods only$/,
    passes: SAFE,
  },
  'several-phases-applied': {
    fails: { a: ccm(), b: ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }) },
    says: /^DaemonSet kube-system\/aws-cloud-controller-manager is here with --enable-leader-migration, and without it at a\/ccm.yaml:\d+, so these/,
    passes: { a: ccm(), b: ccm({ flags: [...CCM_FLAGS, '--v=4'] }) },
    doesNotApply: ONLY_OLD,
  },
  'static-pod-kubeconfig-missing': {
    fails: staticCcm(),
    says: /has --kubeconfig=\/etc\/ccm\.conf, but hostPath \/etc\/ccm\.conf of node new does not exist$/,
    passes: staticCcm('', { 'etc/ccm.conf': '' }),
    doesNotApply: SAFE,
  },
  'ccm-endpoint-without-node-address': {
    fails: ownNode('1.29.15'),
    says: /reaches the API server by status\.hostIP, and kubelet 1\.29/,
    passes: ownNode('1.29.15', '--node-ip=10.0.1.10'),
    doesNotApply: ownNode('1.28.15'),
  },
  'leader-migration-with-external-provider': {
    fails: { ...SAFE, new: node({ version: '1.27.16', kcm: [...KCM_27, '--enable-leader-migration'], mounts: [] }) },
    says: /KCM 1\.27 of node of new has --cloud-provider=external/,
    passes: SAFE,
  },
  'leader-migration-config-without-enable': {
    fails: with26('--leader-migration-config=/etc/leadermigration.conf'), says: /Leader Migration is off/, passes: SAFE,
  },
  'leader-election-off': {
    fails: with26('--leader-elect=false', '--enable-leader-migration'),
    says: /switches its Leader Migration off/,
    passes: ONLY_OLD,
    doesNotApply: withCcm({ kind: 'StatefulSet', spec: '  replicas: 1\n', flags: [...CCM_FLAGS, '--leader-elect=false'] }),
  },
  'main-lock-names-differ': {
    fails: { a: node({}), b: node({ kcm: [...KCM_26, '--leader-elect-resource-name=other'] }) },
    says: /has the main lock other, KCM 1\.26 of node of a has kube-controller-manager/,
    passes: { a: node({}), b: node({}) },
  },
  'migration-lock-names-differ': {
    fails: sides(WILDCARD, WILDCARD.replace('cloud-provider-extraction-migration', 'other')), says: /uses the migration lock other/, passes: SAFE,
  },
  'migrated-controllers-differ': {
    fails: sides(WILDCARD, configuration(['route', 'service'])), says: /migrates not 'cloud-node-lifecycle'/, passes: SAFE,
  },
  'controller-name-of-other-release': {
    fails: oldConfig(configuration(['service-lb-controller', 'route', 'cloud-node-lifecycle'])),
    says: /use 'service'/,
    passes: oldConfig(configuration(['service', 'service-lb-controller', 'route', 'cloud-node-lifecycle'])),
  },
  'controller-of-provider': {
    fails: oldConfig(configuration(['service', 'route', 'cloud-node-lifecycle', 'gkenetworkparamset'])),
    says: /'gkenetworkparamset' is listed, which Kubernetes does not have/,
    passes: oldConfig(configuration(['service', 'route', 'cloud-node-lifecycle', 'servise'])),
  },
  'built-in-default-not-effective': {
    fails: withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.11', flags: [...CCM_FLAGS, '--enable-leader-migration'] }),
    says: /names 'route-controller' and 'service-controller'/,
    passes: ccmFlags('--enable-leader-migration'),
  },
  'leader-migration-config-refused': { fails: oldConfig(configuration(['route'], '*')), says: /write: component: "\*"/, passes: oldConfig(WILDCARD) },
  'leader-migration-config-misleading': {
    fails: oldConfig(`${WILDCARD}- name: route\n  component: "*"\n`), says: /listed twice/, passes: oldConfig(WILDCARD),
  },
  'volume-topology-not-matched': {
    fails: { ...SAFE, sc: zonedClass('ebs.csi.aws.com', 'failure-domain.beta.kubernetes.io/zone') },
    says: /StorageClass gp3 allows only nodes with failure-domain\.beta\.kubernetes\.io\/zone/,
    passes: { ...SAFE, sc: zonedClass('ebs.csi.aws.com', 'topology.ebs.csi.aws.com/zone') },
    doesNotApply: { ...SAFE, sc: zonedClass('example.com/other', 'failure-domain.beta.kubernetes.io/zone') },
  },
  'wildcard-matches-nobody': {
    fails: oldConfig(configuration(['route'], '"*"', V1ALPHA1), '1.21.14'),
    says: /'\*' of controller 'route' matches no component/,
    passes: oldConfig(configuration(['route'], 'kube-controller-manager', V1ALPHA1), '1.21.14'),
    doesNotApply: oldConfig(WILDCARD),
  },
  'lock-kind-removed': {
    fails: oldConfig(configuration(['route'], '"*"', V1ALPHA1.replace('leases', 'endpoints'))),
    says: /cannot be made/,
    passes: oldConfig(configuration(['route'], '"*"', V1ALPHA1)),
  },
  'migration-lock-is-main-lock': {
    fails: oldConfig(WILDCARD.replace('cloud-provider-extraction-migration', 'kube-scheduler')),
    says: /kube-scheduler, which is a main lock/,
    passes: SAFE,
  },
  'lease-durations-overlap': {
    fails: {
      a: node({}),
      b: node({ kcm: [...KCM_26, '--leader-elect-lease-duration=8s', '--leader-elect-renew-deadline=5s', '--leader-elect-retry-period=1s'] }),
    },
    says: /can act for 12 s .* takes it after 8 s/,
    passes: ONLY_OLD,
  },
  'config-change-without-restart': {
    fails: withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD, annotations: '' }),
    says: /nothing in its pod template changes with it/,
    passes: withCcm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }),
    doesNotApply: withCcm({}),
  },
  'config-file-not-mounted': {
    fails: { old: node({ kcm: [...KCM_26, ...MIGRATION], mounts: [] }) }, says: /no volume is mounted there/, passes: SAFE,
  },
  'leader-migration-config-missing': { fails: with26(...MIGRATION), says: /does not exist/, passes: SAFE },
  'cloud-config-missing': {
    fails: {
      dist: {
        ...cloudConfigFrom('{name: c, configMap: {name: cc}}').dist,
        'cc.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cc, namespace: kube-system}\ndata: {cloud.cfg: ""}\n',
      },
    },
    says: /has --cloud-config=\/etc\/cc\/cloud\.conf, but key 'cloud\.conf' of ConfigMap kube-system\/cc does not exist$/,
    passes: cloudConfig('[Global]\n'),
  },
  'cloud-config-not-read': {
    fails: cloudConfigFrom('{name: c, secret: {secretName: cloud-secret}}'),
    says: /has --cloud-config=\/etc\/cc\/cloud\.conf from Secret cloud-secret$/,
    passes: cloudConfig('[Global]\n'),
  },
  'flag-unknown-to-release': {
    fails: { old: node({ version: '1.33.13', kcm: KCM_27, apiserver: ['--cloud-provider=external'], mounts: [] }) },
    says: /kube-apiserver 1\.33 of node of old does not have the flag --cloud-provider/,
    passes: ONLY_OLD,
    stops: with26('--no-such-flag'),
  },
  'flag-gone-in-later-release': {
    fails: with26('--pod-eviction-timeout=5m'),
    says: /KCM 1\.26 of node of old has the flag --pod-eviction-timeout, which is gone in 1\.27, and deprecated: /,
    passes: ONLY_OLD,
  },
  'api-gone-in-later-release': {
    fails: { old: node({ version: '1.24.17' }), dist: { 'psp.yaml': policy('policy/v1beta1', 'PodSecurityPolicy') } },
    says: /^PodSecurityPolicy all is of policy\/v1beta1, which no kube-apiserver from 1\.25 on serves$/,
    passes: { old: node({ version: '1.24.17' }), dist: { 'hpa.yaml': policy('autoscaling/v2beta2', 'HorizontalPodAutoscaler') } },
    doesNotApply: { dist: { ...SCHEDULER, 'psp.yaml': policy('policy/v1beta1', 'PodSecurityPolicy') } },
  },
  'feature-gate-refused': {
    fails: { new: node({ version: '1.27.16', kcm: [...KCM_27, '--feature-gates=ControllerManagerLeaderMigration=true'] }) },
    says: /ControllerManagerLeaderMigration=true/,
    passes: with26('--feature-gates=ControllerManagerLeaderMigration=true'),
  },
  'in-tree-provider-gone': {
    fails: { new: node({ version: '1.27.16' }) }, says: /unknown cloud provider "aws"/, passes: ONLY_OLD, doesNotApply: withCcm({}),
  },
  'ccm-without-cloud-provider': { fails: withCcm({ flags: ['--cloud-provider=external'] }), says: /--cloud-provider=external/, passes: withCcm({}) },
  'lease-access-missing': {
    fails: { ...SAFE, dist: { ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }), ...access('[get]') } },
    says: /may not update the Lease kube-system\/cloud-provider-extraction-migration/,
    passes: SAFE,
    doesNotApply: ONLY_OLD,
  },
  'main-lock-access-missing': {
    fails: { dist: { ...ccm(), ...ccmAccess('[get]') } },
    says: /may not create, update the Lease kube-system\/cloud-controller-manager, its main lock/,
    passes: { dist: { ...ccm(), ...ccmAccess() } },
    doesNotApply: { dist: ccm() },
  },
  'ccm-rights-missing': {
    fails: { dist: { ...ccm(), ...ccmAccess('[create, get, update]', '[get, watch]') } },
    says: /may not list nodes .* its informer never has any/,
    passes: { dist: { ...ccm(), ...ccmAccess() } },
    doesNotApply: { dist: ccm() },
  },
  'ccm-does-not-tolerate-node-taint': {
    fails: {
      new: node({
        version: '1.27.16', kcm: KCM_27, mounts: [], kubelet: ['--register-with-taints=dedicated=control-plane:NoSchedule'],
      }),
      dist: ccm(),
    },
    says: /does not tolerate 'dedicated=control-plane:NoSchedule'/,
    passes: {
      new: node({
        version: '1.27.16',
        kcm: KCM_27,
        mounts: [],
        kubelet: ['--register-with-taints=node-role.kubernetes.io/control-plane:NoSchedule'],
      }),
      dist: ccm(),
    },
  },
  'duplicate-key': {
    fails: { old: node({}), dist: { 'x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: b\n  a: c\n' } },
    says: /key a is given twice/,
    passes: ONLY_OLD,
  },
  'create-limited-by-resource-names': {
    fails: { dist: { ...access('[create, get, update]'), ...SCHEDULER } }, says: /allows nothing/, passes: { dist: { ...access(), ...SCHEDULER } },
  },
  'bootstrap-role-rules-dropped': {
    fails: {
      ...ONLY_OLD,
      dist: BOOTSTRAP_ROLE('- {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: '
      + '[cloud-provider-extraction-migration], verbs: [get, update]}\n'),
    },
    says: /lacks 2 of the rules/,
    passes: {
      ...ONLY_OLD,
      dist: BOOTSTRAP_ROLE('- {apiGroups: [""], resources: [configmaps], verbs: [watch]}\n- {apiGroups: [""], resources: [configmaps], '
        + 'resourceNames: [kube-controller-manager], verbs: [get, update]}\n'),
    },
    doesNotApply: { dist: { ...access(), ...SCHEDULER } },
  },
  'ccm-selects-no-node': {
    fails: withCcm({ nodeSelector: 'node-role.kubernetes.io/master: ""' }),
    says: /selects no control-plane node of 1\.27/,
    passes: withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.23.20', nodeSelector: 'node-role.kubernetes.io/master: ""' }),
  },
  'ccm-does-not-tolerate-control-plane': {
    fails: withCcm({ tolerations: '      - {key: node-role.kubernetes.io/control-plane, value: "true", effect: NoSchedule}\n' }),
    says: /does not tolerate 'node-role\.kubernetes\.io\/control-plane'/,
    passes: withCcm({}),
    doesNotApply: withCcm({ nodeSelector: 'pool: infra', tolerations: '      - {key: x, operator: Exists}\n' }),
  },
  'ccm-does-not-tolerate-uninitialized': {
    fails: withCcm({ tolerations: '      - {key: node-role.kubernetes.io/control-plane, operator: Exists}\n' }),
    says: /uninitialized/,
    passes: withCcm({ tolerations: '      - {operator: Exists}\n' }),
  },
  'ccm-without-environment-of-kcm': {
    fails: { old: withEnvironment('{name: HTTPS_PROXY, value: "http://proxy:3128"}'), dist: ccm() },
    says: /CCM 1\.27 .* does not have HTTPS_PROXY in its environment, and KCM 1\.26 of node of old has/,
    passes: {
      old: withEnvironment('{name: HTTPS_PROXY, value: "http://proxy:3128"}'),
      dist: ccm({
        image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10\n        env: [{name: https_proxy, value: "http://proxy:1"}]',
      }),
    },
  },
  'ccm-without-host-network': { fails: withCcm({ network: '      dnsPolicy: Default\n' }), says: /hostNetwork: true/, passes: withCcm({}) },
  'aws-v2-provider': {
    fails: ccmFlags('--cloud-provider=aws/v2', '--cloud-config=/x'),
    says: /aws\/v2 without ENABLE_ALPHA_V2=true/,
    passes: withCcm({}),
    doesNotApply: ONLY_OLD,
  },
  'ccm-waits-for-cluster-dns': {
    fails: withCcm({ network: '      hostNetwork: true\n      dnsPolicy: ClusterFirstWithHostNet\n' }),
    says: /ClusterFirstWithHostNet/,
    passes: withCcm({ network: '      hostNetwork: true\n' }),
  },
  'ccm-newer-than-api-server': {
    fails: { old: node({ apiserver: [] }), dist: ccm() },
    says: /CCM 1\.27 .* is newer than kube-apiserver 1\.26/,
    passes: { new: node({ version: '1.27.16', kcm: KCM_27, apiserver: [] }), dist: ccm() },
  },
  'two-managers-for-one-controller': {
    fails: sides(configuration(['service'], 'kube-controller-manager'), configuration(['service'], 'cloud-controller-manager'), 'registry.k8s.io/'
      + 'provider-aws/cloud-controller-manager:v1.26.14'),
    says: /to cloud-controller-manager, KCM 1\.26 of node of old to kube-controller-manager/,
    passes: sides(configuration(['service'], 'kube-controller-manager'), configuration(['service'], 'cloud-controller-manager')),
  },
  'declared-gap': {
    fails: {
      old: node({ kcm: [...KCM_26, '--controllers=*,-service,-route,-cloud-node-lifecycle'] }),
      new: node({
        version: '1.27.16', kcm: KCM_27,
      }),
    },
    says: /no process runs 'cloud-node'; no process of the input has 'cloud-node' on, so the gap has no end/,
    passes: SAFE,
  },
  'duplicate-static-pod': {
    fails: { old: { ...node({}), 'etc/kubernetes/manifests/kcm.yaml.bak': node({})['etc/kubernetes/manifests/kube-controller-manager.yaml'] } },
    says: /a second kube-controller-manager/,
    passes: { old: { ...node({}), 'etc/kubernetes/manifests/.kcm.yaml.swp': node({})['etc/kubernetes/manifests/kube-controller-manager.yaml'] } },
  },
  'running-pod-differs-from-file': {
    fails: { 'ip-1': node({ kcm: [...KCM_26, '--v=4'] }), '-': live('ip-1', node({})) },
    says: /kube-controller-manager of node ip-1 differs from its file: the file has --v=4, and no --v runs/,
    passes: { 'ip-1': node({}), '-': live('ip-1', node({})) },
    doesNotApply: { 'ip-1': node({ kcm: [...KCM_26, '--v=4'] }), '-': live('ip-2', node({})) },
  },
  'cloud-routes-carry-ipv4-only': {
    fails: withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0/16,fd00::/56'] }),
    says: /makes cloud routes on AWS for --cluster-cidr="10.0.0.0\/16,fd00::\/56"/,
    passes: withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0/16,fd00::/56', '--configure-cloud-routes=false'] }),
    doesNotApply: withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0/16'] }),
  },
  'cloud-routes-without-cluster-cidr': {
    fails: withCcm({ flags: ['--cloud-provider=aws'] }),
    says: /true by default/,
    passes: withCcm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0/8'] }),
  },
  'manager-written-by-operator': {
    fails: { ...SAFE, dist: { ...SAFE.dist, 'ccm.yaml': SAFE.dist['ccm.yaml'].replace(/(?<=kind: DaemonSet\nmetadata: {)/, `${OWNER}, `) } },
    says: /^Shoot 'prod' writes CCM .*: it owns DaemonSet .*, and undoes other changes$/,
    passes: SAFE,
  },
  'managers-disagree-on-cluster': {
    fails: { ...SAFE, dist: ccm({ flags: ['--cloud-provider=aws', '--cluster-cidr=10.0.0.0/16'] }) },
    says: /--cluster-name is 'kubernetes', but in KCM 1\.26/,
    passes: { ...SAFE, dist: ccm({ flags: ['--cloud-provider=aws', '--configure-cloud-routes=false'] }) },
  },
  'external-without-ccm': {
    fails: { new: node({ version: '1.27.16', kcm: KCM_27 }) }, says: /no cloud-controller-manager/, passes: SAFE, doesNotApply: ONLY_OLD,
  },
  'ebs-without-csi': {
    fails: { ...SAFE, sc: STORAGE_CLASS },
    says: /StorageClass gp2/,
    passes: { ...SAFE, sc: { ...STORAGE_CLASS, ...CSI_DRIVER } },
    doesNotApply: { old: node({}), sc: STORAGE_CLASS },
  },
  'node-name-source-changes': {
    fails: kubeletSides(['--cloud-provider=aws'], ['--cloud-provider=external', '--hostname-override=ip-2']),
    says: /node ip-1 would register as 'ip-2'/,
    passes: kubeletSides(['--cloud-provider=aws'], ['--cloud-provider=external', '--hostname-override=ip-1']),
  },
  'node-not-initialized': {
    fails: { ...withCcm({}), live: { 'node.yaml': nodeOf('ip-10-0-0-1', TAINTED) } },
    says: /^Node ip-10-0-0-1 is not initialized \(.*\): 'ip-10-0-0-1' is a short host name, by which CCM .* finds no instance; with v1\.27\.10 it is/,
    passes: { ...withCcm({}), live: { 'node.yaml': nodeOf('ip-10-0-0-1', '{providerID: "aws:///a/i-0123"}') } },
    doesNotApply: ONLY_OLD,
  },
  'node-differs-from-files': {
    fails: {
      'ip-1': node({ kubelet: ['--cloud-provider=external', '--provider-id=aws:///a/i-2'] }),
      'live': { 'node.yaml': nodeOf('ip-1', '{providerID: "aws:///a/i-1"}') },
    },
    says: /^the kubelet of ip-1 is told the provider ID aws:\/\/\/a\/i-2, and its Node has aws:\/\/\/a\/i-1$/,
    passes: {
      'ip-1': node({ kubelet: ['--cloud-provider=external', '--provider-id=aws:///a/i-1'] }),
      'live': { 'node.yaml': nodeOf('ip-1', '{providerID: "aws:///a/i-1"}') },
    },
    doesNotApply: ONLY_OLD,
  },
  'cloud-config-refused': {
    fails: cloudConfig('[Global]\nNodeIPFamilies=ipv4\n'),
    says: /NodeIPFamilies/,
    passes: cloudConfig('[Global]\nKubernetesClusterID=prod\n'),
    doesNotApply: ONLY_OLD,
  },
  'service-refused-by-release': {
    fails: {
      dist: {
        ...ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.36.1' }),
        'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n'
          + '    service.beta.kubernetes.io/aws-load-balancer-type: nlb\n    service.beta.kubernetes.io/aws-load-balancer-security-groups: sg-1\n'
          + 'spec: {type: LoadBalancer, ports: [{port: 80}]}\n',
      },
    },
    says: /^Service default\/web: CCM 1\.36 .*, release v1\.36\.1, refuses security groups of a network load balancer that are given by annotation$/,
  },
  'service-override-not-matching': {
    fails: cloudConfig('[ServiceOverride "1"]\nService=EC2\nRegion=r\nURL=https://x\nSigningRegion=r\n'),
    says: /with AWS SDK v1 it is 'ec2'/,
    passes: cloudConfig('[ServiceOverride "1"]\nService=ec2\nRegion=r\nURL=https://x\nSigningRegion=r\n'),
    stops: cloudConfig('[ServiceOverride "1"]\nService=s3\n'),
  },
  'cluster-ids-differ': {
    fails: cloudConfig('[Global]\nKubernetesClusterID=other\n'),
    says: /the cluster id is 'other'/,
    passes: cloudConfig('[Global]\nKubernetesClusterID=prod\n'),
  },
  'ecr-without-credential-provider': {
    fails: { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--cloud-provider=external'] }), app: ECR_POD },
    says: /kubelet 1\.27 of node of new has no credential provider/,
    passes: {
      new: node({
        version: '1.27.16',
        kcm: KCM_27,
        kubelet: ['--image-credential-provider-config=/c', '--image-credential-provider-bin-dir=/b'],
      }),
      app: ECR_POD,
    },
    doesNotApply: { old: node({ kubelet: ['--cloud-provider=aws'] }), app: ECR_POD },
  },
  'ccm-image-not-promoted': {
    fails: withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.0' }),
    says: /there is no image/,
    passes: withCcm({}),
    doesNotApply: withCcm({ image: 'registry.example.com/openstack-cloud-controller-manager:v1.28.0' }),
  },
  'ccm-image-known-bad': {
    fails: withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.1' }), says: /kops#16496/, passes: withCcm({}),
  },
  'version-unknown': {
    fails: withCcm({ image: 'example.com/aws-cloud-controller-manager:latest' }), says: /no version in its tag/, passes: withCcm({}),
  },
  'command-line-not-understood': {
    fails: {
      old: {
        'etc/kubernetes/manifests/kcm.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: kcm, namespace: kube-system}\nspec: '
      + '{containers: [{name: kube-controller-manager, image: "x/kube-controller-manager:v1.26.15", command: [/bin/sh, -c, "exec '
      + 'kube-controller-manager --v=2"]}]}\n',
      },
    },
    says: /'\/bin\/sh' starts kube-controller-manager/,
    passes: ONLY_OLD,
  },
  'patch-release-unknown': {
    fails: { new: node({ version: '1.27.99', kcm: KCM_27, mounts: [] }) },
    says: /KCM 1\.27 of node of new is 1\.27\.99, but Kubernetes 1\.27 ended with 1\.27\.16/,
    passes: { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }) },
    doesNotApply: withCcm({ image: 'example.com/cloud-controller-manager:v1.27.99' }),
  },
  'process-ends': {
    fails: with26('--controllers=*,-servis'), says: /"servis" is not in the list of known controllers/, passes: with26('--controllers=*,-service'),
  },
  'service-account-credentials-without-rights': {
    fails: { dist: { ...ccm({ flags: [...CCM_FLAGS, '--use-service-account-credentials'] }), ...access() } },
    says: /may not get serviceaccounts, create serviceaccounts/,
    passes: {
      dist: {
        ...ccm({ flags: [...CCM_FLAGS, '--use-service-account-credentials'] }),
        ...access('[get]', '- {apiGroups: [""], resources: [serviceaccounts, serviceaccounts/token], verbs: [get, create]}\n'),
      },
    },
  },
  'kubelet-configuration-refused': {
    fails: { new: { ...SAFE.new, 'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1\nkind: KubeletConfiguration\n' } },
    says: /its configuration has apiVersion "kubelet\.config\.k8s\.io\/v1", and kubelet\.config\.k8s\.io\/v1beta1 is the only one/,
    passes: { new: { ...SAFE.new, 'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n' } },
    doesNotApply: SAFE,
    stops: {
      new: {
        ...SAFE.new,
        'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nauthentication: 1\n'
          + 'staticPodPath: /etc/kubernetes/manifests\n',
      },
    },
  },
  'kubelet-not-external': {
    fails: { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2'] }), dist: ccm() },
    says: /kubelet 1\.27 of node of new on node new does not have --cloud-provider=external/,
    passes: { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--cloud-provider=external'] }), dist: ccm() },
    doesNotApply: { old: node({ kubelet: ['--v=2'] }), dist: ccm() },
  },
  'version-skew': {
    fails: { new: node({ version: '1.34.4', kcm: KCM_27, apiserver: [], mounts: [] }), dist: ccm() },
    says: /CCM 1\.27 .* is 7 minors older than kube-apiserver 1\.34/,
    passes: { new: node({ version: '1.28.15', kcm: KCM_27, apiserver: [], mounts: [] }), dist: ccm() },
    doesNotApply: { dist: ccm() },
  },
  'provider-id-malformed': {
    fails: {
      new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--provider-id=aws'] }),
      dist: ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1' }),
    },
    says: /has the provider ID aws, at which .* panics/,
    passes: { new: node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--provider-id=aws:///eu-central-1a/i-0abc'] }), dist: ccm() },
  },
};

describe('rules', () => {
  it('have a case each, and ids that are sorted and unlike', () => {
    const ids = RULES.map(({ id }) => id);
    expect(Object.keys(CASES).sort()).toEqual(ids);
    expect([...new Set(ids)].sort()).toEqual(ids);
  });

  it('have nothing to say about a migration as it has to be', () => {
    expect(check(SAFE)).toMatchObject({ exclusivity: { holds: true }, liveness: { holds: true }, findings: [] });
  });

  describe.each(Object.entries(CASES))('%s', (id, { fails, says, passes, doesNotApply }) => {
    it('fails where the hazard is, at a line of a file that was handed in', () => {
      const [first] = findingsOf(id, fails);
      expect(first?.message).toMatch(says);
      const folder = Object.keys(fails).find(name => first.file.startsWith(`${name}/`))!;
      expect(fails[folder][first.file.slice(folder.length + 1)].split('\n').length).toBeGreaterThanOrEqual(first.line);
      expect(first.line).toBeGreaterThanOrEqual(1);
    });
    it('passes where it is not', () => expect(findingsOf(id, passes ?? SAFE)).toEqual([]));
    it('does not apply to what it is not about', () =>
      expect(findingsOf(id, doesNotApply ?? (id.startsWith('ccm-') ? ONLY_OLD : { dist: { ...access(), ...SCHEDULER } }))).toEqual([]));
  });
});

describe('the rule about aws/v2', () => {
  it.each([
    ['a release without it',
      withCcm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.29.10', flags: ['--cloud-provider=aws/v2'] }),
      /v1\.29\.10 no longer has/],
    ['Leader Migration', ccmFlags('--cloud-provider=aws/v2', '--enable-leader-migration'), /would run nowhere/],
    ['no configuration', ccmFlags('--cloud-provider=aws/v2'), /without --cloud-config/],
    ['the provider itself', ccmFlags('--cloud-provider=aws/v2'), /pre-alpha/],
  ])('tells of %s', (_, files, says) => {
    expect(findingsOf('aws-v2-provider', files).map(({ message }) => message)).toContainEqual(expect.stringMatching(says));
  });
});

describe('the rule about the host network', () => {
  it('notes the hop limit of the metadata service on AWS', () => {
    const found = (provider: string) => findingsOf('ccm-without-host-network', withCcm({ network: '', flags: [`--cloud-provider=${provider}`] }));
    expect(['aws', 'aws/v2', 'gce'].map(provider => found(provider).map(({ fix }) => /hop limit of at least 2/.test(fix))))
      .toEqual([[true], [true], [false]]);
  });
});

describe('rules about cloud configs', () => {
  it('tell, at the line, of what the reader ignores: an error where it was meant to do something, a note where nothing is lost', () => {
    const found = (rule: string, text: string) => findingsOf(rule, cloudConfig(text)).map(({ severity, line }) => [severity, line]);
    expect(found('cloud-config-refused', '[Global]\nKubernetesClusterID=prod\nVPC=vpc-1\n')).toEqual([['note', 3]]);
    expect(found('cloud-config-refused', '[Global]\nZone=a\nVpcc=vpc-1\n')).toEqual([['error', 2], ['error', 3]]);
    const override = '[ServiceOverride "1"]\nService=s3\nRegion=r\nURL=https://x\nSigningRegion=r\n';
    expect(found('service-override-not-matching', override)).toEqual([['warning', 1]]);
  });

  it('have nothing to say about the formats of other clouds', () => {
    const other = (cloud: string, text: string) => cloudConfig(text, KCM_26.map(flag => flag.replace('aws', cloud)));
    expect(findingsOf('cloud-config-refused', other('azure', '{"tenantId": "x"}'))).toEqual([]);
    expect(findingsOf('cloud-config-refused', other('aws', '{"tenantId": "x"}'))).toHaveLength(1);
  });
});

it.each([['made-by-plan', 'note', /a step of the plan makes it/], ['on-node', 'note', /synthesis saw it/],
  ['somewhere', 'error', /does not exist$/]])(
  'a static pod whose kubeconfig is %s has a finding of severity %s', (said, severity, says) => {
    expect(findingsOf('static-pod-kubeconfig-missing', staticCcm(`ccm-migration/kubeconfig: ${said}`)))
      .toEqual([expect.objectContaining({ severity, message: expect.stringMatching(says) })]);
  });

it('a static pod whose kubeconfig is there has no finding, whatever its manifest says of it', () =>
  expect(findingsOf('static-pod-kubeconfig-missing', staticCcm('ccm-migration/kubeconfig: on-node', { 'etc/ccm.conf': '' }))).toEqual([]));

describe('a file out of a volume that is not in the input', () => {
  it.each([
    ['{name: c, secret: {secretName: cloud-secret}}', 'Secret cloud-secret'],
    ['{name: c, projected: {sources: [{secret: {name: cloud-secret}}]}}', "projected volume 'c'"],
    ['{name: c, csi: {driver: secrets-store.csi.k8s.io}}', "csi volume 'c'"],
    ['{name: other, emptyDir: {}}', "volume 'c', which the pod does not have"],
  ])('is named: %s', (volume, expected) => {
    const found = findingsOf('cloud-config-not-read', cloudConfigFrom(volume));
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(new RegExp(`from ${expected}$`))]);
  });

  it('is not called undefined where its mount names none', () => {
    const { dist } = cloudConfigFrom('{name: c, emptyDir: {}}');
    const found = findingsOf('cloud-config-not-read', { dist: { 'ccm.yaml': dist['ccm.yaml'].replace('{name: c, mountPath', '{mountPath') } });
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/from a mount that names no volume$/)]);
  });
});

describe('in the case of each rule that says that a component does not run', () => {
  const rules = RULES.filter(({ stops, ends }) => stops !== undefined || ends !== undefined);
  const modelOf = (id: string) => {
    const { fails, stops = fails } = CASES[id];
    return buildModel({ directories: Object.entries(stops).map(([name, files]) => directory(name, files)) });
  };
  /** Why a component does not run, as far as the rule says it. */
  const saidBy = (id: string, { stops = [], process }: ComponentView) => {
    const concerns = rules.find(rule => rule.id === id)!.ends ?? [];
    return [...stops.filter(({ rule }) => rule === id), ...(process?.fate.causes ?? []).filter(({ concern }) => concerns.includes(concern))];
  };

  it.each(rules.map(({ id }) => id))('it holds no lock and runs nothing in any mix, and liveness does not hold: %s', id => {
    const { components, kinds } = modelOf(id);
    const views = managers({ components } as unknown as ReadModel);
    expect(views.flatMap(view => saidBy(id, view)).length).toBeGreaterThan(0);
    const isCertain = ({ isDoubtful, exceptOn = [] }: Doubt) => isDoubtful !== true && exceptOn.length === 0;
    // What they are where they run, by how far they get instead.
    const running = (asked: readonly ComponentView[]) =>
      asked.flatMap(({ choices = [] }) => choices.filter(({ fate }) => fate.kind === 'runs').map(one => behaviourOf(one)));
    const able = running(views.filter(({ stops = [] }) => !stops.some(isCertain)));
    const reaching = (...reach: Doubt['reaches'][]) => running(views.filter(({ stops = [] }) => {
      const certain = stops.filter(isCertain);
      return certain.length > 0 && certain.every(({ reaches, controllers }) => controllers === undefined && reach.includes(reaches));
    })).filter(behaviour => !able.includes(behaviour));
    const ended = reaching(undefined, 'main-lock', 'controllers');
    const locked = reaching('no-migration-lock');
    for (const { cluster, isContradicted } of possibilitiesOf(kinds, components).clusters) {
      if (isContradicted === true) continue;
      for (const { processes } of mixesOf(cluster)) {
        for (const { grips, runs } of holdings(processes)) {
          for (const [process, grip] of grips) {
            const { fate } = process;
            expect(ended).not.toContain(behaviourOf(process));
            if (grip === 'both') expect(locked).not.toContain(behaviourOf(process));
            if (fate.kind === 'fails-at-start') expect(grip).toBe('nothing');
          }
          const lasting = [...grips.keys()].filter(({ fate }) => fate.kind === 'runs' || fate.kind === 'dies-after-migration-lock');
          if (lasting.length === 0) expect(CONTROLLERS.filter(controller => runs({ controller }))).toEqual([]);
        }
      }
    }
    expect(check(CASES[id].stops ?? CASES[id].fails).liveness.verdict).not.toBe('holds');
  });

  it('a file from which the kubelet starts nothing is none in any mix: static-pod-refused', () => {
    const { components, kinds } = modelOf('static-pod-refused');
    expect(components.filter(({ place: { file } }) => file.endsWith('/old.yaml'))).toEqual([]);
    const alone = node({ version: '1.27.16', kcm: [], mounts: [] });
    const refused = {
      'etc/kubernetes/manifests/kube-controller-manager.yaml': 'apiVersion: v1\nkind: List\nitems:\n- image: '
      + 'registry.k8s.io/kube-controller-manager:v1.27.16\n',
    };
    expect([...possibilitiesOf(kinds, components).clusters].length).toBeGreaterThan(0);
    const { exclusivity, liveness } = check({ new: { ...alone, ...refused }, dist: ccm() });
    expect([exclusivity.verdict, liveness.verdict]).not.toContain('holds');
  });

  it.each([['beside it', 'copy', false], ['in its place', 'kube-controller-manager', true]])('a copy of a manifest runs %s: duplicate-static-pod', (
    _, name, isNamesake) => {
    const { old } = CASES['duplicate-static-pod'].fails;
    const copy = old['etc/kubernetes/manifests/kcm.yaml.bak'].replace('name: kube-controller-manager', `name: ${name}`)
      .replace('v1.26.15', 'v1.26.14');
    const files = { ...node({}), 'etc/kubernetes/manifests/kcm.yaml': copy };
    const { components, kinds } = buildModel({ directories: [directory('old', files)] });
    const views = managers({ components } as unknown as ReadModel);
    expect(views.map(({ unknowns }) => unknowns.some(({ what }) => what.startsWith('the kubelet runs one of two static pods')))).toEqual(
      [isNamesake, isNamesake]);
    const [{ cluster }] = possibilitiesOf(kinds, components).clusters;
    const [{ processes }] = mixesOf(cluster);
    // Of namesakes nothing is taken to run: both promises are unknown.
    expect(processes.map(({ version }) => String(version)).sort()).toEqual(isNamesake ? [] : ['1.26.14', '1.26.15']);
    expect(check({ old: files }).liveness.verdict).toBe(isNamesake ? 'unknown' : 'holds');
  });

  it('each cause has a rule that tells it', () =>
    expect([...new Set(rules.flatMap(({ ends = [] }) => ends)), 'not-running'].sort()).toEqual([...END_CONCERNS].sort()));
});
