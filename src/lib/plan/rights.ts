import { PlanAction } from './action';
import { etcdSnapshot } from './actions/etcd';
import { upgradeKubeadm } from './actions/kubeadm';
import { AppliedKind } from './app/contents';
import { Plan } from './plan';
import { configMaps, EXECUTION, leases, nodes, OperatorRule, pods, READ } from './rule';
import { actionsOf, doesAny, PlanStep } from './step';
import { sortedTexts } from '../text/sorted-texts';

/** The playbooks read these, whatever the plan. */
const ALWAYS: readonly OperatorRule[] = [
  nodes(),
  leases('kube-system', 'create', 'update', 'patch'), // the lock
  { apiGroup: '', resource: 'services', verbs: READ },
  pods(),
  EXECUTION, // preflight asks the members of etcd, through the pod of one
  ...['daemonsets', 'deployments', 'statefulsets'].map((resource): OperatorRule => ({ apiGroup: 'apps', resource, verbs: READ })),
  { apiGroup: 'policy', resource: 'poddisruptionbudgets', verbs: READ },
  configMaps('create', 'update', 'delete'),
];

/** `system:public-info-viewer` gives the second to everybody, not the first (kubernetes.io/docs/reference/access-authn-authz/rbac). */
const URLS = ['/readyz/etcd', '/version'];

const RBAC = 'rbac.authorization.k8s.io';

/** An operator that gives rights must have them, or may give any (kubernetes.io/docs/reference/access-authn-authz/rbac, privilege escalation). */
function appliedRule({ apiGroup, resource, namespace }: AppliedKind): OperatorRule {
  const gives = apiGroup === RBAC && ['roles', 'clusterroles'].includes(resource);
  return { apiGroup, resource, verbs: ['get', 'create', 'patch', ...gives ? ['escalate', 'bind'] : []], namespace };
}

/** Programs that the playbooks start on nodes besides those of the steps. */
export interface NodePrograms {
  readonly all: readonly string[];
  readonly controlPlane: readonly string[];
  /** Of the node that `etcdctl` runs on, where etcd has no pod, and that the snapshot is on. */
  readonly first: readonly string[];
}

export function nodePrograms({ steps, images, etcd }: Pick<Plan, 'steps' | 'images' | 'etcd'>): NodePrograms {
  const byKubeadm = doesAny(steps, upgradeKubeadm);
  return {
    all: ['df', 'ps', 'sh', 'uname', ...byKubeadm ? ['crictl pull'] : []],
    controlPlane: [...images.length > 0 || byKubeadm ? ['crictl pull'] : [], ...byKubeadm ? ['du'] : []],
    first: [...etcd.external ? ['etcdctl'] : [], ...doesAny(steps, etcdSnapshot) ? ['find'] : []],
  };
}

/** Programs that a step starts on its node; `present`: only those that must be there before. */
export function programsOf(step: PlanStep, present = false): readonly string[] {
  return sortedTexts(actionsOf(step).flatMap(one => present && one.kind.bringsProgram ? [] : one.kind.programs?.(one.given) ?? []));
}

/** What the operator of a plan must be allowed to do. */
export interface OperatorRights {
  readonly rules: readonly OperatorRule[];
  /** The same in the management cluster of a hosted control plane; none: there is none. */
  readonly managementRules: readonly OperatorRule[];
  /** Non-resource URLs that are read. */
  readonly urls: readonly string[];
  /** Programs that run on nodes. */
  readonly programs: readonly string[];
  /** Folders of nodes in which files are read, written or removed. */
  readonly folders: readonly string[];
  /** Operations of AWS. */
  readonly aws: readonly string[];
  /** What the rights in the cluster amount to. */
  readonly amount: string;
}

/** Of a plan: its steps, and what its playbooks ask besides. */
export function rightsOf(plan: Pick<Plan, 'steps' | 'images' | 'cloud' | 'aws' | 'applied' | 'etcd' | 'leases' | 'upgrade'>): OperatorRights {
  const { steps, cloud, aws, applied, etcd, leases: { namespace }, upgrade } = plan;
  const actions = steps.flatMap(actionsOf);
  const rules = merged([
    ...ALWAYS, leases(namespace), ...applied.filter(({ cluster: there }) => there === undefined).map(appliedRule),
    ...actions.flatMap(one => one.kind.rights?.(one.given) ?? []),
  ].filter(({ resource }) => !etcd.external || resource !== EXECUTION.resource));
  const paths = [...steps.flatMap(({ files = [] }) => files.map(({ path }) => path)), ...actions.flatMap(pathsOf)];
  const managementRules = merged([
    ...applied.filter(({ cluster: there }) => there !== undefined).map(appliedRule),
    ...actions.flatMap(({ kind, given }) => kind.managementRights?.(given) ?? []),
  ]);
  return {
    rules,
    managementRules,
    urls: URLS,
    programs: sortedTexts([...Object.values(nodePrograms(plan)).flat(), ...steps.flatMap(step => programsOf(step))]),
    folders: sortedTexts(paths.map(path => path.slice(0, path.lastIndexOf('/')))),
    aws: sortedTexts([
      ...actions.flatMap(({ kind }) => kind.aws ?? []), ...aws === undefined ? [] : READ_ROLE, ...aws === undefined || upgrade ? [] : READ_GROUPS,
      ...cloud === 'aws' ? READ_LOAD_BALANCERS : [],
    ]),
    amount: amountOf(rules),
  };
}

/** Rights that are more than they look like. */
function amountOf(rules: readonly OperatorRule[]): string {
  const has = (resource: string, verb: string) => rules.some(one => one.resource === resource && one.verbs.includes(verb));
  const ways = [
    ...has('clusterroles', 'escalate') ? ['`escalate` and `bind` may give any right'] : [],
    ...has(EXECUTION.resource, 'create') ? ['`pods/exec` in kube-system reaches etcd, which has every Secret'] : [],
    ...has('daemonsets', 'patch') || has('daemonsets', 'create') ? ['a workload of kube-system may mount what control-plane nodes have'] : [],
  ];
  return ways.length === 0 ? 'These rights read the cluster and change what the plan names.'
    : `Taken together these rights amount to cluster-admin: ${ways.join('; ')}. Give them for the time of the plan.`;
}

function pathsOf({ given }: PlanAction): readonly string[] {
  const { paths = [], besides = [] } = given as { readonly paths?: readonly string[]; readonly besides?: readonly string[] };
  return [...paths, ...besides];
}

/** What `ccm-migration aws auto-scaling` asks (src/aws/auto-scaling-sdk.ts). */
const READ_GROUPS = ['autoscaling:DescribeAutoScalingGroups', 'autoscaling:DescribeAutoScalingInstances'];

/** What `ccm-migration aws role` asks (src/aws/role-sdk.ts). */
const READ_ROLE = ['ec2:DescribeInstances', 'iam:GetInstanceProfile', 'iam:SimulatePrincipalPolicy'];

/** What `ccm-migration aws load-balancers` asks (src/aws/load-balancer-sdk.ts). */
const READ_LOAD_BALANCERS = ['elasticloadbalancing:DescribeListeners', 'elasticloadbalancing:DescribeLoadBalancers',
  'elasticloadbalancing:DescribeTargetGroups', 'elasticloadbalancing:DescribeTargetHealth'];

/** One row per resource, with all verbs. */
function merged(rules: readonly OperatorRule[]): readonly OperatorRule[] {
  const byKey = new Map<string, OperatorRule>();
  for (const one of rules) {
    const key = [one.apiGroup, one.resource, ...one.names ?? [], one.namespace ?? ''].join(' ');
    byKey.set(key, { ...one, verbs: [...new Set([...byKey.get(key)?.verbs ?? [], ...one.verbs])] });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Of every role that an operator is given. */
export const OPERATOR_ROLE = 'ccm-migration-operator';

/** The rights in the cluster as roles to bind: one for the whole cluster, and one for each namespace. */
export function operatorRoles({ rules, urls }: Pick<OperatorRights, 'rules' | 'urls'>): object {
  const namespaces = [...new Set(rules.flatMap(({ namespace }) => namespace ?? []))].sort();
  const wide = rules.filter(({ namespace }) => namespace === undefined).map(ruleOf);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...wide.length + urls.length === 0 ? []
        : [{ ...roleOf('ClusterRole'), rules: [...wide, ...urls.length === 0 ? [] : [{ nonResourceURLs: [...urls], verbs: ['get'] }]] }],
      ...namespaces.map(namespace => ({ ...roleOf('Role', namespace), rules: rules.filter(rule => rule.namespace === namespace).map(ruleOf) })),
    ],
  };
}

function roleOf(kind: string, namespace?: string): object {
  return { apiVersion: `${RBAC}/v1`, kind, metadata: { name: OPERATOR_ROLE, ...namespace === undefined ? {} : { namespace } } };
}

function ruleOf({ apiGroup, resource, names, verbs }: OperatorRule): object {
  return { apiGroups: [apiGroup], resources: [resource], ...names === undefined ? {} : { resourceNames: [...names] }, verbs: [...verbs] };
}
