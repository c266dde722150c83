import { VerifyDirectory, VerifyInput } from '../../../src/lib/read/input/input';
import { ReportedFinding } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';

/** Small inputs, written as the files that people have. */
export type Files = Record<string, string>;

export const KCM_26 = ['--cloud-provider=aws', '--cluster-name=prod', '--configure-cloud-routes=false', '--leader-elect=true'];
export const KCM_27 = ['--cloud-provider=external', '--cluster-name=prod', '--configure-cloud-routes=false', '--leader-elect=true'];
export const CCM_FLAGS = ['--cloud-provider=aws', '--cluster-name=prod', '--configure-cloud-routes=false'];
export const MIGRATION = ['--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf'];
export const WILDCARD = configuration(['route', 'service', 'cloud-node-lifecycle']);

export function configuration(names: readonly string[], component = '"*"', head = 'apiVersion: controllermanager.config.k8s.io/v1\nleaderName: '
  + 'cloud-provider-extraction-migration'): string {
  return `kind: LeaderMigrationConfiguration\n${head}\ncontrollerLeaders:\n`
    + `${names.map(name => `- name: ${name}\n  component: ${component}\n`).join('')}`;
}

function list(items: readonly string[], indent: string): string {
  return items.map(item => `${indent}- ${JSON.stringify(item)}\n`).join('');
}

function staticPod(component: string, image: string, flags: readonly string[], mounts: readonly string[]): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${component}
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
  - name: ${component}
    image: ${image}
    command:
    - ${component}
${list(flags, '    ')}    volumeMounts:
${mounts.map((path, index) => `    - {name: v${index}, mountPath: ${path}}\n`).join('') || '      []\n'}  volumes:
${mounts.map((path, index) => `  - {name: v${index}, hostPath: {path: ${path}}}\n`).join('') || '    []\n'}`;
}

/** A control-plane node. Flags of the kubelet are left out where `kubelet` is. */
export function node(options: {
  readonly version?: string;
  readonly kcm?: readonly string[];
  readonly apiserver?: readonly string[];
  readonly kubelet?: readonly string[];
  readonly mounts?: readonly string[];
  readonly files?: Files;
}): Files {
  const { version = '1.26.15', kcm = KCM_26, apiserver, kubelet, mounts = ['/etc/leadermigration.conf'], files = {} } = options;
  return {
    'etc/kubernetes/manifests/kube-controller-manager.yaml': staticPod('kube-controller-manager', 'registry.k8s.io/'
      + `kube-controller-manager:v${version}`, kcm, mounts),
    ...apiserver
      ? { 'etc/kubernetes/manifests/kube-apiserver.yaml': staticPod('kube-apiserver', `registry.k8s.io/kube-apiserver:v${version}`, apiserver, []) }
      : {},
    ...kubelet ? { 'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${kubelet.join(' ')}"\n` } : {},
    ...files,
  };
}

export interface CcmInput {
  readonly image?: string;
  readonly kind?: 'DaemonSet' | 'Deployment' | 'StatefulSet';
  readonly flags?: readonly string[];
  readonly pod?: string;
  readonly config?: string;
  readonly annotations?: string;
  readonly tolerations?: string;
  readonly nodeSelector?: string;
  readonly network?: string;
  readonly spec?: string;
}

const TOLERATIONS = `      - {key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}
      - {key: node-role.kubernetes.io/control-plane, operator: Exists, effect: NoSchedule}
      - {key: node-role.kubernetes.io/master, operator: Exists, effect: NoSchedule}
`;

/** A cloud-controller-manager as upstream's manifests have it; `config` adds its ConfigMap. */
export function ccm(options: CcmInput = {}): Files {
  const { image = 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10', kind = 'DaemonSet', flags = CCM_FLAGS } = options;
  const { config, annotations = 'config-sha256: abc' } = options;
  const {
    tolerations = TOLERATIONS, nodeSelector = 'node-role.kubernetes.io/control-plane: ""', network = '      hostNetwork: true\n      '
    + 'dnsPolicy: Default\n', spec = '',
  } = options;
  const volumes = config === undefined ? '' : `        volumeMounts:
        - {name: config, mountPath: /etc/leadermigration.conf, subPath: leadermigration.conf}
      volumes:
      - {name: config, configMap: {name: leader-migration-config}}
`;
  return {
    'ccm.yaml': `apiVersion: apps/v1
kind: ${kind}
metadata: {name: aws-cloud-controller-manager, namespace: kube-system}
spec:
${spec}  selector: {matchLabels: {k8s-app: ccm}}
  template:
    metadata:
      labels: {k8s-app: ccm}
      annotations: {${annotations}}
    spec:
${network}      serviceAccountName: cloud-controller-manager
      nodeSelector: {${nodeSelector}}
      tolerations:
${tolerations}      containers:
      - name: aws-cloud-controller-manager
        image: ${image}
        args:
${list(flags, '        ')}${volumes}`,
    ...config === undefined ? {} : {
      'config.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: leader-migration-config, namespace: kube-system}
data:
  leadermigration.conf: |
${config.split('\n').map(line => line === '' ? '' : `    ${line}`).join('\n')}`,
    },
  };
}

/** The mirror pods of a node, as `kubectl get pods -A -o yaml` prints them. */
export function live(name: string, files: Files): Files {
  const pods = Object.entries(files).filter(([path]) => path.startsWith('etc/kubernetes/manifests/')).map(([, text]) => text
    .replace(/^ {2}name: (.*)$/m, `  name: $1-${name}\n  annotations: {kubernetes.io/config.mirror: abc, kubernetes.io/config.source: file}`)
    .replace(/^spec:$/m, `spec:\n  nodeName: ${name}`));
  return { '-': `apiVersion: v1\nkind: List\nitems:\n${pods.map(text => `- ${text.trimEnd().replace(/\n/g, '\n  ')}\n`).join('')}` };
}

/** A component that no rule is about, where there has to be one. */
export const SCHEDULER: Files = { 'scheduler.yaml': staticPod('kube-scheduler', 'registry.k8s.io/kube-scheduler:v1.27.16', [], []) };

/** Access to a Lease for both components. */
export function access(verbs = '[get, update]', extra = ''): Files {
  return {
    'access.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: migration, namespace: kube-system}
rules:
- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create]}
- {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [cloud-provider-extraction-migration], verbs: ${verbs}}
${extra}---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: migration, namespace: kube-system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: migration}
subjects:
- {kind: User, name: "system:kube-controller-manager"}
- {kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}
`,
  };
}

export function directory(name: string, files: Files): VerifyDirectory {
  return { name, files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) };
}

/** One folder per name: `{ old: node(), new: node(), dist: ccm() }`. */
export function check(folders: Record<string, Files>, said: Omit<VerifyInput, 'directories'> = {}) {
  return verify({ ...said, directories: Object.entries(folders).map(([name, files]) => directory(name, files)) });
}

export function findingsOf(rule: string, folders: Record<string, Files>): readonly ReportedFinding[] {
  return check(folders).findings.filter(finding => finding.rule === rule);
}

/** Both sides as they have to be. */
export const SAFE: Record<string, Files> = {
  old: node({ kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } }),
  new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
  dist: { ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD }), ...access() },
};

/** Access of the account of `ccm()` to all that it works with. */
export function ccmAccess(leases = '[create, get, update]', nodes = '["*"]'): Files {
  return {
    'ccm-access.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: "system:cloud-controller-manager"}
rules:
- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: ${leases}}
- {apiGroups: [""], resources: [nodes], verbs: ${nodes}}
- {apiGroups: [""], resources: [nodes/status, services/status], verbs: [patch]}
- {apiGroups: [""], resources: [services], verbs: [list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: "system:cloud-controller-manager"}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:cloud-controller-manager"}
subjects:
- {kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}
`,
  };
}
