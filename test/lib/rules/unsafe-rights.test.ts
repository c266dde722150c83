import { ccm, CCM_FLAGS, CcmInput, check, Files, KCM_27, node, SAFE } from './input';

/** Rights that do not reach the component they are for, each by another mechanism: none may end with exit code 0. */
const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1';
const ACCOUNT = '{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}';
const RULES = `- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create, get, update]}
- {apiGroups: [""], resources: [nodes], verbs: [list, watch, update, patch, get, delete]}
- {apiGroups: [""], resources: [nodes/status], verbs: [patch]}
- {apiGroups: [""], resources: [services], verbs: [list, watch]}
- {apiGroups: [""], resources: [services/status], verbs: [patch]}
- {apiGroups: [""], resources: [serviceaccounts], verbs: [create, get]}
- {apiGroups: [""], resources: [serviceaccounts/token], verbs: [create]}
- {apiGroups: [""], resources: [events], verbs: [create, patch]}
`;
const ROLE = 'kind: ClusterRole\nmetadata: {name: ccm-role}';
const role = (rules = RULES, head = ROLE) => `${RBAC}\n${head}\nrules:\n${rules}`;
const bind = (change: { readonly head?: string; readonly ref?: string; readonly subjects?: string } = {}) => {
  const { head = 'kind: ClusterRoleBinding\nmetadata: {name: ccm-b}', ref = 'kind: ClusterRole, name: ccm-role', subjects = ACCOUNT } = change;
  return `${RBAC}\n${head}\nroleRef: {${ref}}\nsubjects: [${subjects}]\n`;
};
const without = (resource: string) => RULES.split('\n').filter(line => !line.includes(`[${resource}]`)).join('\n');
const bootstrap = (kind: string, name: string, more = '') => `kind: ${kind}\nmetadata: {name: "${name}"${more}}`;

interface Cluster {
  readonly modes?: string;
  readonly kcm?: readonly string[];
  readonly files?: Files;
  readonly ccm?: CcmInput;
}
const cluster = (access: readonly string[], { modes = 'Node,RBAC', kcm = [], files, ccm: own }: Cluster = {}): Record<string, Files> => ({
  new: node({
    version: '1.27.16',
    kcm: [...KCM_27, ...kcm],
    mounts: kcm.length > 0 ? ['/etc/kubernetes'] : [],
    files,
    apiserver: [`--authorization-mode=${modes}`],
  }),
  dist: { ...ccm(own), ...Object.fromEntries(access.map((text, index) => [`access-${index}.yaml`, text])) },
});
const ENOUGH = [role(), bind()];
const ACCOUNTS = {
  flags: [...CCM_FLAGS, '--use-service-account-credentials=true'], image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.35.0',
};

const migration = (change: (text: string) => string, more: (text: string) => string = () => '') => {
  const text = SAFE.dist['access.yaml'];
  return { ...SAFE, dist: { ...SAFE.dist, 'access.yaml': change(text), ...more(text) === '' ? {} : { 'more.yaml': more(text) } } };
};
const asIs = (text: string) => text;

const kubeconfig = (user: string, name = 'u') => ({
  'etc/kubernetes/controller-manager.conf': 'apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"}}]\n'
    + `users: [{name: "${name}", user: {${user}}}]\ncontexts: [{name: x, context: {cluster: c, user: "${name}"}}]\ncurrent-context: x\n`,
});
const CONF = ['--kubeconfig=/etc/kubernetes/controller-manager.conf'];

const isClean = (folders: Record<string, Files>) => {
  const { exclusivity, liveness, findings } = check(folders);
  return exclusivity.verdict === 'holds' && liveness.verdict === 'holds' && !findings.some(({ severity }) => severity === 'error');
};

describe('rights', () => {
  it.each<[string, Record<string, Files>]>([
    ['that are enough', cluster(ENOUGH)],
    ['for the migration', SAFE],
    ['that are given twice, and alike', cluster([...ENOUGH, ...ENOUGH])],
    ['of controllers\' accounts', cluster(ENOUGH, { ccm: ACCOUNTS })],
    ['of cluster-admin', cluster([bind({ ref: 'kind: ClusterRole, name: cluster-admin' })])],
    ['of a kubeconfig of its own', cluster(ENOUGH, { kcm: CONF, files: kubeconfig('token: t', 'system:kube-controller-manager') })],
    ['beside those of another controller', cluster([
      role('- {apiGroups: [""], resources: [services/status, nodes/status], verbs: [patch]}\n', bootstrap('ClusterRole', 'cilium-operator')),
      bind({ ref: 'kind: ClusterRole, name: cilium-operator', subjects: '{kind: ServiceAccount, name: cilium-operator, namespace: kube-system}' }),
    ])],
    ['without those to tell events', cluster([role(without('events')), bind()])],
    ['where a binding lets kubelets ask without the mode Node', cluster([...ENOUGH, bind({
      head: bootstrap('ClusterRoleBinding', 'system:node'),
      ref: 'kind: ClusterRole, name: "system:node"',
      subjects: '{kind: Group, name: "system:nodes"}',
    })], { modes: 'RBAC' })],
  ])('%s: nothing is wrong', (_, folders) => expect(isClean(folders)).toBe(true));

  it.each<[string, Record<string, Files>]>([
    ['an aggregated role that selects none', cluster([
      `${RBAC}\n${ROLE}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}\nrules: []\n`, bind(),
    ])],
    ['an aggregated role without selectors, whose own rules go', cluster([
      `${RBAC}\n${ROLE}\naggregationRule: {clusterRoleSelectors: []}\nrules:\n${RULES}`, bind(),
    ])],
    ['a role without rules', cluster([`${RBAC}\n${ROLE}\n`, bind()])],
    ['rules about addresses only', cluster([role('- {nonResourceURLs: ["*"], verbs: ["*"]}\n'), bind()])],
    ['a role that is being deleted', cluster([role(RULES, ROLE.replace('}', ', deletionTimestamp: "2026-01-01T00:00:00Z"}')), bind()])],
    ['a role whose owner is not there', cluster([
      role(RULES, ROLE.replace('}', ', ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: x, uid: a}]}')), bind(),
    ])],
    ['a binding whose owner is not there', cluster([role(), bind({
      head: 'kind: ClusterRoleBinding\nmetadata: {name: ccm-b, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: x, uid: a}]}',
    })])],
    ['a role given twice, the second without a rule', cluster([role(), role(without('leases')), bind()])],
    ['a role given twice, the first with nothing', cluster([role('[]\n'), ...ENOUGH])],
    ['a binding given twice, once for another', cluster([...ENOUGH, bind({ subjects: '{kind: ServiceAccount, name: x, namespace: y}' })])],
    ['a binding given twice, once for another role, which never changes', cluster([
      ...ENOUGH, role('[]\n', bootstrap('ClusterRole', 'empty')), bind({ ref: 'kind: ClusterRole, name: empty' }),
    ])],
    ['a binding without a role', cluster([role(), `${RBAC}\nkind: ClusterRoleBinding\nmetadata: {name: x}\nsubjects: [${ACCOUNT}]\n`])],
    ['a binding of the whole cluster to a Role', cluster([
      role(RULES, 'kind: Role\nmetadata: {name: ccm-role, namespace: kube-system}'), bind({ ref: 'kind: Role, name: ccm-role' }),
    ])],
    ['a Role that is called cluster-admin', cluster([role(without('leases')), bind(), role('- {apiGroups: [""], resources: [events], verbs: [get]}\n',
      'kind: Role\nmetadata: {name: cluster-admin, namespace: kube-system}'), bind({
      head: 'kind: RoleBinding\nmetadata: {name: a, namespace: kube-system}', ref: 'kind: Role, name: cluster-admin',
    })])],
    ['a group that it is not of', cluster([role(), bind({ subjects: '{kind: Group, name: "system:masters"}' })])],
    ['an account of another name', cluster([role(), bind({ subjects: '{kind: ServiceAccount, name: ccm, namespace: kube-system}' })])],
    ['a Role that is called cluster-admin beside its own, which is another\'s', cluster([
      role(), bind({ subjects: '{kind: ServiceAccount, name: ccm, namespace: kube-system}' }),
      role('- {apiGroups: [""], resources: [configmaps], verbs: [get]}\n', 'kind: Role\nmetadata: {name: cluster-admin, namespace: kube-system}'),
      bind({ head: 'kind: RoleBinding\nmetadata: {name: a, namespace: kube-system}', ref: 'kind: Role, name: cluster-admin' }),
    ])],
    ['nodes in one namespace', cluster([role(), bind({ head: 'kind: RoleBinding\nmetadata: {name: b, namespace: kube-system}' })])],
    ['leases of another namespace', cluster([role(without('leases')), bind(),
      role(RULES.split('\n')[0], 'kind: Role\nmetadata: {name: l, namespace: default}'),
      bind({ head: 'kind: RoleBinding\nmetadata: {name: l, namespace: default}', ref: 'kind: Role, name: l' })])],
    ['a name for every Lease', cluster([role(RULES.replace('[leases],', '[leases], resourceNames: ["*"],')), bind()])],
    ['names of nodes, of which all are listed', cluster([role(RULES.replace('[nodes],', '[nodes], resourceNames: [a],')), bind()])],
    ['no status of nodes', cluster([role(without('nodes/status')), bind()])],
    ['no status of Services', cluster([role(without('services/status')), bind()])],
    ['no tokens', cluster([role(without('serviceaccounts/token')), bind()], { ccm: ACCOUNTS })],
    ['accounts that it may make, and not look up', cluster([role(RULES.replace('[create, get]', '[create]')), bind()], { ccm: ACCOUNTS })],
    ['an account with an API group', cluster([role(), bind({ subjects: ACCOUNT.replace('{', '{apiGroup: rbac.authorization.k8s.io, ') })])],
    ['a user that is called like the account', cluster([role(), bind({ subjects: '{kind: User, name: "kube-system:cloud-controller-manager"}' })])],
    ['kubelets that no authorizer knows', cluster(ENOUGH, { modes: 'RBAC' })],
    ['a webhook that is asked first', cluster(ENOUGH, { modes: 'Webhook,Node,RBAC' })],
  ])('of a cloud-controller-manager are not enough: %s', (_, folders) => expect(isClean(folders)).toBe(false));

  it.each<[string, Record<string, Files>]>([
    ['its ClusterRole emptied', cluster([...ENOUGH, role('[]\n', bootstrap('ClusterRole', 'system:kube-controller-manager'))])],
    ['its ClusterRole for others', cluster([...ENOUGH, bind({
      head: bootstrap('ClusterRoleBinding', 'system:kube-controller-manager'),
      subjects: '',
      ref: 'kind: ClusterRole, name: "system:kube-controller-manager"',
    })])],
    ['its Role for locks emptied', cluster([
      ...ENOUGH, role('[]\n', bootstrap('Role', 'system::leader-locking-kube-controller-manager', ', namespace: kube-system')),
    ])],
    ['its Role for locks for another', cluster([...ENOUGH, bind({
      head: bootstrap('RoleBinding', 'system::leader-locking-kube-controller-manager', ', namespace: kube-system'),
      ref: 'kind: Role, name: "system::leader-locking-kube-controller-manager"',
      subjects: '{kind: User, name: nobody}',
    })])],
    ['the role of a controller emptied', cluster([...ENOUGH, role('[]\n', bootstrap('ClusterRole', 'system:controller:service-controller'))])],
    ['the kubeconfig of the scheduler', cluster(ENOUGH, { kcm: ['--kubeconfig=/etc/kubernetes/scheduler.conf'] })],
    ['the user of the scheduler', cluster(ENOUGH, { kcm: CONF, files: kubeconfig('token: t', 'system:kube-scheduler') })],
    ['a user that it impersonates', cluster(ENOUGH, { kcm: CONF, files: kubeconfig('token: t, as: nobody') })],
    ['groups that it impersonates', cluster(ENOUGH, { kcm: CONF, files: kubeconfig('token: t, as-groups: [a]') })],
    ['create by the name of the Lease', migration(text => text.replace('[leases], verbs: [create]',
      '[leases], resourceNames: [cloud-provider-extraction-migration], verbs: [create]'))],
    ['the migration Role in another namespace', migration(text => text.replace('namespace: kube-system}\nrules', 'namespace: default}\nrules'))],
    ['the status of the Lease', migration(text => text.replaceAll('resources: [leases]', 'resources: [leases/status]'))],
    ['the migration Role given twice', migration(asIs, text => text.split('---')[0].replace('[get, update]', '[get]'))],
    ['the migration RoleBinding given twice', migration(asIs, text => text.split('---\n')[1].replace(/- \{kind: User.*\n/, ''))],
    ['a user of another API group', migration(text => text.replace('{kind: User,', '{apiGroup: authentication.k8s.io, kind: User,'))],
    ['a ClusterRole in place of the Role', migration(text => text.replace('kind: Role, name: migration}', 'kind: ClusterRole, name: migration}'))],
    ['a Role of another name', migration(text => text.replace('name: migration}\nsubjects', 'name: migrations}\nsubjects'))],
  ])('of a kube-controller-manager are not enough: %s', (_, folders) => expect(isClean(folders)).toBe(false));
});
