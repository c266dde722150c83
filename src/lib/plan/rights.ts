import { ObjectKey, PlanAction } from './action';
import { AppliedKind } from './contents';
import { pluralOf } from './object-kind';
import { Plan } from './plan';
import { actionsOf, doesAny } from './step';

/** A rule of RBAC, as the operator's kubeconfig needs it. */
export interface OperatorRule {
  readonly apiGroup: string;
  readonly resource: string;
  /** Undefined: all of them. */
  readonly names?: readonly string[];
  readonly verbs: readonly string[];
  /** Undefined: of the whole cluster. */
  readonly namespace?: string;
}

const ALL = ['get', 'list'];

const EXECUTION = 'pods/exec';

/** Whoever runs the playbooks reads these, whatever the plan. */
const ALWAYS: readonly OperatorRule[] = [
  nodes(),
  leases('kube-system', 'create', 'update', 'patch'), // the lock
  { apiGroup: '', resource: 'services', verbs: ALL },
  pods(),
  execution(), // preflight asks the members of etcd, through the pod of one
  ...['daemonsets', 'deployments', 'statefulsets'].map((resource): OperatorRule => ({ apiGroup: 'apps', resource, verbs: ALL })),
  { apiGroup: 'policy', resource: 'poddisruptionbudgets', verbs: ALL },
  configMaps('create', 'update', 'delete'),
  clusterIdentity(),
];

/** `system:public-info-viewer` gives the second to everybody, not the first (kubernetes.io/docs/reference/access-authn-authz/rbac). */
const URLS = ['/readyz/etcd', '/version'];

/** What each command asks of the API, whatever it is about; none: it asks only the node, or AWS. */
const RULES: Readonly<Record<PlanAction['do'], readonly OperatorRule[]>> = {
  'all-on-release': [pods()],
  'apply-file': [],
  'are-nodes': [],
  'ccm-ready': [pods()],
  'ccm-ready-on': [pods()],
  'copies-are': [],
  'copy-object': [configMaps('create', 'update')],
  'copy-used': [configMaps('patch')],
  'csi-driver-on': [csiNodes()],
  'csi-migrated-on': [csiNodes()],
  'delete-bootstrap-pod': [],
  'delete-ccm-on': [],
  'delete-lease': [],
  'delete-object': [],
  'deployment-fits': [deployments()],
  'deployment-flags': [deployments('patch')],
  'deployment-runs': [deployments()],
  'etcd-members-well': [execution()],
  'etcd-room': [execution()],
  'etcd-snapshot': [execution()],
  'drain': [
    nodes('patch'),
    { apiGroup: '', resource: 'pods', verbs: [...ALL, 'delete'] },
    { apiGroup: '', resource: 'pods/eviction', verbs: ['create'] },
    { apiGroup: 'apps', resource: 'daemonsets', verbs: ['get'] },
  ],
  'exists': [],
  'files-are': [],
  'has-copy': [],
  'has-program': [],
  'healthz': [],
  'host-is-named': [],
  'initialized': [],
  'keeps-name': [],
  'kubeconfig-can-be-made': [],
  'kubelet-ready': [leases('kube-node-lease')],
  'kubelet-runs-release': [],
  'label-node': [nodes('patch')],
  'lease-held-by': [],
  'lease-is-held': [],
  'lease-not-held': [],
  'make-kubeconfig': [],
  'manual': [],
  'may-use-lease': [],
  'no-ccm': [pods()],
  'no-ccm-on': [pods()],
  'node-ready': [nodes('watch')],
  'pod-has': [pods()],
  'pod-lacks': [pods()],
  'pods-of': [pods(), deployments()],
  'process-gone': [],
  'process-runs': [],
  'provider-ids': [],
  'put-files': [],
  'readyz': [],
  'release-lease': [],
  'remember-leader': [],
  'remove-files': [],
  'remove-kubeconfig': [],
  'restart-kubelet': [],
  'restore-files': [],
  'restore-object': [configMaps('patch')],
  'rolled-out': [],
  'runs-release': [pods()],
  'scale-back': [deployments('patch')],
  'scale-to-zero': [deployments('patch')],
  'services-well': [{ apiGroup: '', resource: 'events', verbs: ALL }],
  'start-bootstrap-pod': [deployments()],
  'stop-process': [],
  'tags-in-order': [],
  'take-back': [],
  'uncordon': [nodes('patch')],
  'unit-fits': [],
  'unit-flags': [],
  'unit-runs-release': [],
  'unlabel-node': [nodes('patch')],
  'upgrade-kubeadm': [], // as root with the node's own admin.conf
  'upgrade-node': [],
  'upload-kubeadm': [configMaps('create', 'update')],
};

/** What it asks of what it is about. */
function rulesAbout(action: PlanAction): readonly OperatorRule[] {
  switch (action.do) {
    case 'delete-bootstrap-pod':
    case 'delete-ccm-on': return [podsIn(action.namespace, 'watch', 'delete')];
    case 'delete-lease': return [leases(action.namespace, 'delete')];
    case 'lease-held-by':
    case 'lease-is-held':
    case 'lease-not-held': return [leases(action.namespace)];
    case 'release-lease': return [leases(action.namespace, 'patch')];
    case 'start-bootstrap-pod': return [podsIn(action.namespace, 'watch', 'create', 'delete')];
    case 'rolled-out': return ['daemonsets', 'deployments'].map(resource =>
      ({ apiGroup: 'apps', resource, verbs: [...ALL, 'watch'], namespace: action.namespace }));
    case 'copy-object': return [ruleOf(action, 'get')];
    case 'delete-object': return [ruleOf(action, 'get', 'list', 'watch', 'delete')];
    case 'exists': return [ruleOf(action, 'get')];
    case 'may-use-lease': return [{ apiGroup: '', resource: 'users', names: [action.who], verbs: ['impersonate'] }];
    case 'restore-object': return [ruleOf(action, 'get', 'update')];
    default: return [];
  }
}

/** Whoever gives rights must have them, or may give any (kubernetes.io/docs/reference/access-authn-authz/rbac, privilege escalation). */
function appliedRule({ apiGroup, resource, namespace }: AppliedKind): OperatorRule {
  const gives = apiGroup === 'rbac.authorization.k8s.io' && ['roles', 'clusterroles'].includes(resource);
  return { apiGroup, resource, verbs: ['get', 'create', 'patch', ...gives ? ['escalate', 'bind'] : []], namespace };
}

function ruleOf({ kind, namespace }: ObjectKey, ...verbs: readonly string[]): OperatorRule {
  const [singular, ...group] = kind.split('.');
  return { apiGroup: group.join('.'), resource: pluralOf(singular), verbs, namespace };
}

const MOVES_FILES = ['cp', 'mv', 'rmdir'];

/** Programs that a command starts on a node as root. */
const PROGRAMS: Readonly<Partial<Record<PlanAction['do'], string | readonly string[]>>> = {
  'host-is-named': 'uname',
  'keeps-name': 'uname',
  'kubeconfig-can-be-made': 'sed',
  'kubelet-runs-release': ['ps', 'kubelet --version'],
  'make-kubeconfig': 'kubeadm kubeconfig user',
  'process-gone': 'ps',
  'process-runs': 'ps',
  'release-lease': 'ps',
  'remove-files': 'rmdir',
  'restart-kubelet': ['systemctl daemon-reload', 'systemctl restart kubelet'],
  'restore-files': MOVES_FILES,
  'take-back': MOVES_FILES,
  'unit-fits': 'systemctl show',
  'unit-flags': ['systemctl daemon-reload', ...MOVES_FILES],
  'unit-runs-release': 'kube-controller-manager --version',
  'upgrade-kubeadm': 'kubeadm upgrade',
  'upload-kubeadm': 'kubeadm init phase upload-config',
};

/** On every node. */
const EVERYWHERE = ['df', 'ps'];

const PULL = 'crictl pull';

/** Of what kubeadm copies. */
const SIZE = 'du';

function programOf(action: PlanAction): readonly string[] {
  return action.do === 'stop-process' ? [action.command] : [PROGRAMS[action.do] ?? []].flat();
}

/** Of what comes with its own step, or is asked by its path, nothing is looked for before. */
const COMES_LATER: readonly PlanAction['do'][] = ['kubelet-runs-release', 'unit-runs-release', 'upgrade-kubeadm'];

/** Programs that must be on a node before anything changes, with their first arguments. */
export function programsOn(
  { steps, images, controlPlane, etcd }: Pick<Plan, 'steps' | 'images' | 'controlPlane' | 'etcd'>, node: string,
): readonly string[] {
  const own = steps.flatMap(actionsOf).filter(action => 'node' in action && action.node === node && !COMES_LATER.includes(action.do));
  const pulls = images.length > 0 && controlPlane.includes(node) || doesAny(steps, 'upgrade-kubeadm');
  const copiesEtcd = controlPlane.includes(node) && doesAny(steps, 'upgrade-kubeadm');
  return sorted([
    ...EVERYWHERE, ...pulls ? [PULL] : [], ...copiesEtcd ? [SIZE] : [], ...etcd.node === node ? etcdctl(etcd) : [], ...own.flatMap(programOf),
  ]);
}

/** An etcd that has no pod is asked on a node. */
function etcdctl({ external }: Plan['etcd']): readonly string[] {
  return external ? ['etcdctl'] : [];
}

/** What the operator of a plan must be allowed to do. */
export interface OperatorRights {
  readonly rules: readonly OperatorRule[];
  /** Non-resource URLs that are read. */
  readonly urls: readonly string[];
  /** Programs that run on nodes. */
  readonly programs: readonly string[];
  /** Folders of nodes in which files are read, written or removed. */
  readonly folders: readonly string[];
  /** Operations of AWS. */
  readonly aws: readonly string[];
}

/** Of a plan: its steps, and what its playbooks ask besides. */
export function rightsOf(
  { steps, images, cloud, aws, applied, etcd, leases: { namespace } }:
  Pick<Plan, 'steps' | 'images' | 'cloud' | 'aws' | 'applied' | 'etcd' | 'leases'>,
): OperatorRights {
  const actions = steps.flatMap(actionsOf);
  return {
    rules: merged([
      ...ALWAYS, leases(namespace), ...applied.map(appliedRule), ...actions.flatMap(action => [...RULES[action.do], ...rulesAbout(action)]),
    ].filter(({ resource }) => !etcd.external || resource !== EXECUTION)),
    urls: URLS,
    programs: sorted([
      ...EVERYWHERE, ...images.length === 0 ? [] : [PULL], ...doesAny(steps, 'upgrade-kubeadm') ? [SIZE] : [], ...etcdctl(etcd),
      ...actions.flatMap(programOf),
    ]),
    folders: sorted(actions.flatMap(pathsOf).map(path => path.slice(0, path.lastIndexOf('/')))),
    aws: sorted([
      ...actions.some(action => action.do === 'tags-in-order') ? READ_TAGS : [],
      ...aws === undefined ? [] : [...READ_GROUPS, ...READ_ROLE],
      ...cloud === 'aws' ? READ_LOAD_BALANCERS : [],
    ]),
  };
}

/** What `ccm-migration tag verify` asks (src/aws/ec2-sdk.ts). */
const READ_TAGS = ['ec2:DescribeInstances', 'ec2:DescribeRouteTables', 'ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeTags',
  'ec2:DescribeVpcs'];

/** What `ccm-migration aws auto-scaling` asks (src/aws/auto-scaling-sdk.ts). */
const READ_GROUPS = ['autoscaling:DescribeAutoScalingGroups', 'autoscaling:DescribeAutoScalingInstances'];

/** What `ccm-migration aws role` asks (src/aws/role-sdk.ts). */
const READ_ROLE = ['ec2:DescribeInstances', 'iam:GetInstanceProfile', 'iam:SimulatePrincipalPolicy'];

/** What `ccm-migration aws load-balancers` asks (src/aws/load-balancer-sdk.ts). */
const READ_LOAD_BALANCERS = ['elasticloadbalancing:DescribeListeners', 'elasticloadbalancing:DescribeLoadBalancers',
  'elasticloadbalancing:DescribeTargetGroups', 'elasticloadbalancing:DescribeTargetHealth'];

function pathsOf(action: PlanAction): readonly string[] {
  if ('paths' in action) return action.paths;
  return 'files' in action && action.do !== 'process-runs' ? action.files.map(({ path }) => path) : [];
}

/** One row per resource, with all verbs. */
function merged(rules: readonly OperatorRule[]): readonly OperatorRule[] {
  const keyOf = ({ apiGroup, resource, names = [], namespace }: OperatorRule) => [apiGroup, resource, ...names, namespace ?? ''].join(' ');
  return sorted(rules.map(keyOf)).map(key => {
    const same = rules.filter(rule => keyOf(rule) === key);
    return { ...same[0], verbs: [...new Set(same.flatMap(({ verbs }) => verbs))] };
  });
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function nodes(...verbs: readonly string[]): OperatorRule {
  return { apiGroup: '', resource: 'nodes', verbs: [...ALL, ...verbs] };
}

function pods(): OperatorRule {
  return { apiGroup: '', resource: 'pods', verbs: ALL };
}

function podsIn(namespace: string, ...verbs: readonly string[]): OperatorRule {
  return { apiGroup: '', resource: 'pods', verbs: [...ALL, ...verbs], namespace };
}

function execution(): OperatorRule {
  return { apiGroup: '', resource: EXECUTION, verbs: ['create'], namespace: 'kube-system' };
}

function csiNodes(): OperatorRule {
  return { apiGroup: 'storage.k8s.io', resource: 'csinodes', verbs: ALL };
}

/** By hand, copies of objects and what the Services have are kept by cluster. */
function clusterIdentity(): OperatorRule {
  return { apiGroup: '', resource: 'namespaces', names: ['kube-system'], verbs: ['get'] };
}

function configMaps(...verbs: readonly string[]): OperatorRule {
  return { apiGroup: '', resource: 'configmaps', verbs: ['get', ...verbs], namespace: 'kube-system' };
}

function leases(namespace: string | undefined, ...verbs: readonly string[]): OperatorRule {
  return { apiGroup: 'coordination.k8s.io', resource: 'leases', verbs: [...ALL, ...verbs], namespace };
}

function deployments(...verbs: readonly string[]): OperatorRule {
  return { apiGroup: 'apps', resource: 'deployments', verbs: [...ALL, ...verbs], namespace: 'kube-system' };
}
