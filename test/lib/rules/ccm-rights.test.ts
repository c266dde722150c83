import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ccm, CCM_FLAGS, CcmInput, check, Files, KCM_27, node } from './input';
import { said } from './said';
import { describeUpstream } from '../../upstream';
import { SHARED } from '../verify/corpus';

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1';
const ACCOUNTS = [...CCM_FLAGS, '--use-service-account-credentials=true'];
const ROLE = 'system:cloud-controller-manager';
const HERE = 'CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager)';
const AS = 'as ServiceAccount kube-system/cloud-controller-manager';
const MAIN = `${HERE} may not get, create, update the Lease kube-system/cloud-controller-manager, its main lock, ${AS}`;

const unanswered = (why: string) => [`warning?: whether ${HERE} may take its main lock and do its work ${AS} is not known: ${why} => Correct it, `
  + 'or give the roles that its account has in the cluster.'];
const REFUSED = 'the API server refuses ClusterRoleBinding b:';

const LEASES = '- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create, get, update]}\n';
const NODES = '- {apiGroups: [""], resources: [nodes], verbs: [list, watch, update]}\n';
const ADDRESSES = '- {apiGroups: [""], resources: [nodes/status], verbs: [patch]}\n';
const SERVICES = '- {apiGroups: [""], resources: [services], verbs: [list, watch]}\n';
const BALANCERS = '- {apiGroups: [""], resources: [services/status], verbs: [patch]}\n';
const TOKENS = '- {apiGroups: [""], resources: [serviceaccounts/token], verbs: [create]}\n';
/** About an account that no controller has. */
const ACCOUNT_X = '- {apiGroups: [""], resources: [serviceaccounts], resourceNames: [x], verbs: [VERBS]}\n';
const ENOUGH = LEASES + NODES + ADDRESSES + SERVICES + BALANCERS + TOKENS;

const role = (rules: string, head = `kind: ClusterRole\nmetadata: {name: "${ROLE}"}`) => `${RBAC}\n${head}\nrules:\n${rules}`;
const SUBJECT = '{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}';
const binding = (change: { kind?: string; meta?: string; ref?: string; subjects?: string } = {}) => {
  const { kind = 'ClusterRoleBinding', meta = '', ref = `kind: ClusterRole, name: "${ROLE}"`, subjects = SUBJECT } = change;
  return `${RBAC}\nkind: ${kind}\nmetadata: {name: b${meta}}\nroleRef: {${ref}}\nsubjects: [${subjects}]\n`;
};
const cluster = (rules: string, bound: string = binding(), input: CcmInput = {}, more: Files = {}): Record<'new' | 'dist', Files> => ({
  new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
  dist: { ...ccm(input), 'access.yaml': [role(rules), bound].filter(text => text !== '').join('---\n'), ...more },
});
/** With a flag whose value the input does not have. */
const hidden = (rules: string, flag: string) => {
  const { new: old, dist } = cluster(rules, binding(), { flags: [...CCM_FLAGS, flag] });
  const env = '        env:\n        - {name: X, valueFrom: {configMapKeyRef: {name: elsewhere, key: x}}}\n        args:\n';
  return { new: old, dist: { ...dist, 'ccm.yaml': dist['ccm.yaml'].replace('        args:\n', env) } };
};
const messages = (rule: string, folders: Record<string, Files>) => said(rule, folders).map(text => text.replace(/^dist\/access\.yaml:\d+ /, ''));
const IN_NAMESPACE = binding({ kind: 'RoleBinding', meta: ', namespace: kube-system' });
const named = (name: string) => ENOUGH.replace('verbs: [create, get, update]}', `resourceNames: [${name}], verbs: [get, update]}\n`
  + '- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create]}');

describe('main-lock-access-missing', () => {
  it.each<[string, Record<string, Files>, string[]]>([
    ['nothing where it may', cluster(ENOUGH), []],
    ['nothing where it may by the name of the lock', cluster(named('cloud-controller-manager')), []],
    ['a rule for another lock', cluster(named('cloud-controler-manager')), [`error: ${MAIN.replace('get, create, update', 'get, update')}`]],
    ['no rule', cluster(NODES + SERVICES), [`error: ${MAIN}`]],
    ['a verb that is misspelt', cluster(ENOUGH.replace('create, get, update', 'create, gt, update')),
      [`error: ${MAIN.replace('get, create, update', 'get')}`]],
    ['a group that is wrong', cluster(ENOUGH.replace('coordination.k8s.io', 'coordination')), [`error: ${MAIN}`]],
    ['a create that is limited by name', cluster(ENOUGH.replace('[leases], ', '[leases], resourceNames: [cloud-controller-manager], ')),
      [`error: ${MAIN.replace('get, create, update', 'create')}`]],
    ['no create where the Lease is there', cluster(ENOUGH.replace('[create, get, update]', '[get, update]'), binding(), {}, {
      'lease.yaml': 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: cloud-controller-manager, namespace: kube-system}\n',
    }), []],
    ['create where a Lease of another namespace is there', cluster(ENOUGH.replace('[create, get, update]', '[get, update]'), binding(), {}, {
      'lease.yaml': 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: cloud-controller-manager, namespace: other}\n',
    }), [`error: ${MAIN.replace('get, create, update', 'create')}`]],
    ['what it may not do to the Lease that is there', cluster(ENOUGH.replace('[create, get, update]', '[create, update]'), binding(), {}, {
      'lease.yaml': 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: cloud-controller-manager, namespace: kube-system}\n',
    }), [`error: ${MAIN.replace('get, create, update', 'get')}`]],
    ['create where another Lease is there', cluster(ENOUGH.replace('[create, get, update]', '[get, update]'), binding(), {}, {
      'lease.yaml': 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: kube-scheduler, namespace: kube-system}\n',
    }), [`error: ${MAIN.replace('get, create, update', 'create')}`]],
    ['create where something else of its name is there', cluster(ENOUGH.replace('[create, get, update]', '[get, update]'), binding(), {}, {
      'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cloud-controller-manager, namespace: kube-system}\n',
    }), [`error: ${MAIN.replace('get, create, update', 'create')}`]],
    ['the lock of a release that is not known', cluster(NODES, binding(), { image: 'registry.k8s.io/provider-aws/cloud-controller-manager:latest' }),
      [`error: ${MAIN.replace('CCM 1.27', 'CCM')}`]],
    ['a rule for resources of which one is about its work',
      cluster('- {apiGroups: [""], resources: [nodes, secrets], verbs: [list]}\n'), [`error: ${MAIN}`]],
    ['two subjects, neither of which it is', cluster(ENOUGH, binding({ subjects: '{kind: User, name: a}, {kind: User, name: b}' })),
      [`error: ${MAIN}; ClusterRoleBinding b is for User a, User b`]],
    ['nothing of a binding for authentication beside', cluster(NODES, `${binding()}---\n${binding({
      meta: '2', ref: 'kind: ClusterRole, name: "system:auth-delegator"',
    })}`), [`error: ${MAIN}`]],
    ['what a role that is not there may allow, as a doubt', cluster('- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get]}\n'
      + NODES, `${binding()}---\n${binding({ meta: '2', ref: 'kind: ClusterRole, name: more' })}`), [
      `warning?: ${MAIN.replace('get, create', 'create')}; ClusterRole more, which ClusterRoleBinding b2 refers to, is not in the input`,
    ]],
    ['the lock that its flags say', cluster(named('cloud-controller-manager'), binding(),
      { flags: [...CCM_FLAGS, '--leader-elect-resource-name=aws', '--leader-elect-resource-namespace=clouds'] }),
    [`error: ${MAIN.replace('get, create, update', 'get, update').replace('kube-system/cloud-controller-manager, its', 'clouds/aws, its')}`]],
    ['nothing without leader election', cluster(NODES + SERVICES, binding(), { flags: [...CCM_FLAGS, '--leader-elect=false'] }), []],
    ['nothing where a flag hides the lock', hidden(NODES, '--leader-elect-resource-name=$(X)'), []],
    ['a binding in another namespace', cluster(ENOUGH, binding({ kind: 'RoleBinding', meta: ', namespace: default' })), [`error: ${MAIN}`]],
    ['nothing by a binding in the namespace of the lock', cluster(ENOUGH, IN_NAMESPACE), []],
    ['a binding for an account of another namespace', cluster(ENOUGH, binding({ subjects: SUBJECT.replace('kube-system', 'default') })),
      [`error: ${MAIN}; ClusterRoleBinding b is for ServiceAccount default/cloud-controller-manager`]],
    ['a binding for an account of another name', cluster(ENOUGH, binding({ subjects: SUBJECT.replace('cloud-c', 'aws-cloud-c') })),
      [`error: ${MAIN}; ClusterRoleBinding b is for ServiceAccount kube-system/aws-cloud-controller-manager`]],
    ['a binding without subjects', cluster(ENOUGH, binding({ subjects: '' })), [`error: ${MAIN}; ClusterRoleBinding b is for no subject`]],
    ['a binding for a user of that name', cluster(ENOUGH, binding({ subjects: '{kind: User, name: cloud-controller-manager}' })),
      [`error: ${MAIN}; ClusterRoleBinding b is for User cloud-controller-manager`]],
    ['nothing for the user that it is', cluster(ENOUGH, binding({
      subjects: '{kind: User, name: "system:serviceaccount:kube-system:cloud-controller-manager"}',
    })), []],
    ['a role that is not there, as a doubt', cluster(ENOUGH, binding({ ref: 'kind: ClusterRole, name: "system:cloud-controler-manager"' })), [
      `warning?: ${MAIN}; ClusterRole system:cloud-controler-manager, which ClusterRoleBinding b refers to, is not in the input`,
    ]],
    ['no binding, as a doubt', cluster(ENOUGH, ''), [`warning?: ${MAIN}; no binding in the input gives it a role for its work`]],
    ['a binding for authentication alone, as a doubt', cluster(ENOUGH, binding({ ref: 'kind: ClusterRole, name: "system:auth-delegator"' })),
      [`warning?: ${MAIN}; no binding in the input gives it a role for its work`]],
    ['nothing where it is cluster-admin', cluster(NODES, binding({ ref: 'kind: ClusterRole, name: cluster-admin' })), []],
    ['nothing by the group of the accounts of its namespace',
      cluster(NODES, `${binding()}---\n${binding({
        meta: '2', ref: 'kind: ClusterRole, name: l', subjects: '{kind: Group, name: "system:serviceaccounts:kube-system"}',
      })}---\n${role(LEASES, 'kind: ClusterRole\nmetadata: {name: l}')}`), []],
    ['nothing by the group of everybody', cluster(NODES, `${binding()}---\n${binding({
      meta: '2', ref: 'kind: ClusterRole, name: l', subjects: '{kind: Group, name: "system:authenticated"}',
    })}---\n${role(LEASES, 'kind: ClusterRole\nmetadata: {name: l}')}`), []],
    ['the group of another namespace', cluster(NODES, `${binding()}---\n${binding({
      meta: '2', ref: 'kind: ClusterRole, name: l', subjects: '{kind: Group, name: "system:serviceaccounts:default"}',
    })}---\n${role(LEASES, 'kind: ClusterRole\nmetadata: {name: l}')}`), [`error: ${MAIN}`]],
    ['a binding that the API server refuses: the group of the role', cluster(ENOUGH, binding({
      ref: `apiGroup: rbac, kind: ClusterRole, name: "${ROLE}"`,
    })), [`error: ${MAIN}; ${REFUSED} roleRef.apiGroup must be rbac.authorization.k8s.io, got rbac`]],
    ['a binding that the API server refuses: the group of the account', cluster(ENOUGH, binding({
      subjects: SUBJECT.replace('{', '{apiGroup: rbac.authorization.k8s.io, '),
    })), [`error: ${MAIN}; ${REFUSED} a ServiceAccount as subject has no apiGroup, got rbac.authorization.k8s.io`]],
    ['a binding that the API server refuses: an account without a namespace', cluster(ENOUGH, binding({
      subjects: '{kind: ServiceAccount, name: cloud-controller-manager}',
    })), [`error: ${MAIN}; ${REFUSED} ServiceAccount cloud-controller-manager has no namespace`]],
    ['a binding that the API server refuses: a Role for the whole cluster', cluster(ENOUGH, binding({ ref: `kind: Role, name: "${ROLE}"` })),
      [`error: ${MAIN}; ${REFUSED} roleRef.kind must be ClusterRole, got Role`]],
    ['a binding that the API server refuses: a kind of subject', cluster(ENOUGH, binding({ subjects: SUBJECT.replace('Account', 'account') })),
      [`error: ${MAIN}; ${REFUSED} the kind of a subject must be ServiceAccount, User or Group, got Serviceaccount`]],
    ['a binding that the API server refuses: the group of a user', cluster(ENOUGH, binding({
      subjects: '{apiGroup: v1, kind: User, name: "system:serviceaccount:kube-system:cloud-controller-manager"}',
    })), [`error: ${MAIN}; ${REFUSED} the apiGroup of User system:serviceaccount:kube-system:cloud-controller-manager `
      + 'must be rbac.authorization.k8s.io, got v1']],
    ['a role that the API server refuses: a verb that is no text', cluster(ENOUGH.replace('[list, watch, update]', '[list, 5]')),
      unanswered(`the API server refuses ClusterRole ${ROLE}: ClusterRole.rules[1].verbs[1] must be a string, got 5`)],
    ['a role that the API server refuses: paths beside resources', cluster(ENOUGH.replace('[nodes], ', '[nodes], nonResourceURLs: [/healthz], ')),
      unanswered(`the API server refuses ClusterRole ${ROLE}: rules[1] has nonResourceURLs beside resources`)],
    ['a binding that the API server refuses: a list of subjects that is none', cluster(ENOUGH, binding().replace(/subjects: .*/, 'subjects: all')),
      [`error: ${MAIN}; ${REFUSED} ClusterRoleBinding.subjects must be a list, got "all"`]],
    ['nothing with the groups that are right', cluster(ENOUGH, binding({
      ref: `apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "${ROLE}"`,
      subjects: `${SUBJECT.replace('{', '{apiGroup: "", ')}, {apiGroup: rbac.authorization.k8s.io, kind: Group, name: g}, {kind: User, name: u}`,
    })), []],
    ['nothing by an account of the same namespace as its RoleBinding', cluster(ENOUGH, binding({
      kind: 'RoleBinding', meta: ', namespace: kube-system', subjects: '{kind: ServiceAccount, name: cloud-controller-manager}',
    })), []],
  ])('tells %s', (_, folders, expected) => expect(messages('main-lock-access-missing', folders)).toStrictEqual(expected));

  const AGGREGATE = 'kind: ClusterRole\nmetadata: {name: all}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {to: ccm}}]}';
  const parts = (rules: string, label: string) => [
    role(NODES, AGGREGATE), role(rules, `kind: ClusterRole\nmetadata: {name: part, labels: {to: ${label}}}`),
    binding({ ref: 'kind: ClusterRole, name: all' }),
  ].join('---\n');
  it.each<[string, string, string[]]>([
    ['nothing where a part of an aggregated role allows it', parts(ENOUGH, 'ccm'), []],
    ['a doubt where no part of the input does', parts(NODES, 'ccm'), [`warning?: ${MAIN}`]],
    ['a doubt where no part of it is in the input', parts(ENOUGH, 'other'), [
      `warning?: whether ${HERE} may take its main lock and do its work ${AS} is not known: ClusterRole all, which it is bound to, grants nothing `
        + '=> Correct it, or give the roles that its account has in the cluster.',
    ]],
    ['nothing of its own rules', parts(NODES, 'ccm').replace(`${AGGREGATE}\nrules:\n${NODES}`, `${AGGREGATE}\nrules:\n${ENOUGH}`),
      [`warning?: ${MAIN}`]],
  ])('tells %s', (_, access, expected) => {
    const folders = { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm(), 'access.yaml': access } };
    expect(messages('main-lock-access-missing', folders)).toStrictEqual(expected);
  });

  it.each<[string, string, string, string[]]>([
    ['endpoints', '1.23.21', 'endpoints', ['get, create, update the Endpoints']],
    ['configmaps', '1.22.4', 'configmaps', ['get, create, update the ConfigMap']],
    ['endpoints and Leases', '1.26.6', 'endpointsleases', ['get, create, update the Endpoints']],
  ])('knows locks that are %s', (_, release, kind, expected) => {
    const input = {
      image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${release}`,
      flags: [...CCM_FLAGS, `--leader-elect-resource-lock=${kind}`],
    };
    const found = (rules: string) => messages('main-lock-access-missing', cluster(rules, binding(), input));
    expect(found(ENOUGH).map(text => /may not (.*?) kube-system/.exec(text)?.[1])).toStrictEqual(expected);
    expect(found(`${ENOUGH}- {apiGroups: [""], resources: [endpoints, configmaps], verbs: ["*"]}\n`)).toStrictEqual([]);
  });
});

describe('a binding is meant for an account', () => {
  const told = (account: string, role_: string, name: string, subject: string) => said('main-lock-access-missing', {
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
    dist: {
      'ccm.yaml': ccm()['ccm.yaml'].replace('serviceAccountName: cloud-controller-manager', `serviceAccountName: ${account}`),
      'access.yaml': [
        role(NODES, `kind: ClusterRole\nmetadata: {name: "${role_}"}`),
        `${RBAC}\nkind: ClusterRoleBinding\nmetadata: {name: "${name}"}\nroleRef: {kind: ClusterRole, name: "${role_}"}\nsubjects: [${subject}]\n`,
      ].join('---\n'),
    },
  }).length;
  const OTHER = '{kind: ServiceAccount, name: x, namespace: kube-system}';
  it.each<[string, number, string, string, string, string]>([
    ['by its name in another namespace', 1, 'own', 'r', 'b', '{kind: ServiceAccount, name: own, namespace: default}'],
    ['by what a CCM is called', 1, 'own', 'r', 'b', '{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}'],
    ['by its own name', 1, 'own', 'r', 'cloud-controller-manager', OTHER],
    ['by that of its role', 1, 'own', 'aws-cloud-controller-manager', 'b', OTHER],
    ['by nothing', 0, 'own', 'r', 'b', OTHER],
    ['not by a group', 0, 'own', 'r', 'b', '{kind: Group, name: "system:serviceaccounts"}'],
  ])('%s', (_, count, account, roleName, name, subject) => expect(told(account, roleName, name, subject)).toBe(count));

  it.each([
    ['ClusterRole', '{name: r}'], ['Role', '{name: r, namespace: kube-system}'],
  ])('to a %s in its namespace', (kind, meta) => {
    const found = said('main-lock-access-missing', {
      dist: {
        'ccm.yaml': ccm()['ccm.yaml'].replace('serviceAccountName: cloud-controller-manager', 'serviceAccountName: own'),
        'access.yaml': [
          role(NODES, `kind: ${kind}\nmetadata: ${meta}`),
          binding({
            kind: 'RoleBinding',
            meta: ', namespace: kube-system',
            ref: `kind: ${kind}, name: r`,
            subjects: SUBJECT.replace('cloud-controller-manager', 'own'),
          }),
        ].join('---\n'),
      },
    });
    expect(found).toHaveLength(1);
  });

  it('shows the role that it is about, whatever others are there', () => {
    const first = role(NODES, 'kind: ClusterRole\nmetadata: {name: "cloud-controller-manager:more"}');
    const { dist } = cluster(NODES);
    const files = { ...dist, 'access.yaml': `${first}---\n${dist['access.yaml']}` };
    expect(said('main-lock-access-missing', { dist: files }).map(text => text.slice(0, 19))).toStrictEqual(['dist/access.yaml:9 ']);
  });
});

describe('who is not asked for rights', () => {
  const lacking = (change: CcmInput = {}, more: Files = {}) => cluster(NODES, binding(), change, more);
  const pod = ccm()['ccm.yaml'];
  const withoutRights = (dist: Files, others: Record<string, Files> = {}) =>
    messages('main-lock-access-missing', { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist, ...others });

  it('is asked otherwise', () => expect(withoutRights(lacking().dist)).toStrictEqual([`error: ${MAIN}`]));

  it.each<[string, Files]>([
    ['has another identity by its kubeconfig', lacking({ flags: [...CCM_FLAGS, '--kubeconfig=/etc/k'] }).dist],
    ['has an account that the API server binds itself', {
      'ccm.yaml': pod.replace('serviceAccountName: cloud-controller-manager', 'serviceAccountName: node-controller'),
      'access.yaml': [role(NODES), binding({ subjects: SUBJECT.replace('cloud-controller-manager', 'node-controller') })].join('---\n'),
    }],
    ['is a kube-controller-manager', {
      'kcm.yaml': pod.replace(/provider-aws\/cloud-controller-manager:v1.27.10/, 'kube-controller-manager:v1.27.16')
        .replaceAll('aws-cloud-controller-manager', 'kube-controller-manager'),
      'access.yaml': [role(NODES), binding()].join('---\n'),
    }],
    ['has no roles in the input', ccm()],
    ['has access to the migration Lease alone in the input', {
      ...ccm(),
      'access.yaml': [
        role('- {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [migration], verbs: [get, update]}\n'), binding(),
      ].join('---\n'),
    }],
    ['is not the one whom the roles are for', {
      'ccm.yaml': pod.replace('serviceAccountName: cloud-controller-manager', 'serviceAccountName: other'),
      'old.yaml': pod.replace('name: aws-cloud-controller-manager, namespace', 'name: old, namespace')
        .replace('serviceAccountName: cloud-controller-manager', 'serviceAccountName: own'),
      'access.yaml': [role(ENOUGH), binding({ subjects: SUBJECT.replace('cloud-controller-manager', 'own') })].join('---\n'),
    }],
  ])('%s', (_, dist) => expect(withoutRights(dist)).toStrictEqual([]));

  it.each([
    'nodes', 'nodes/status', 'services', 'services/status', 'serviceaccounts', 'serviceaccounts/token', 'events', '"*"',
  ])('is asked where a role of its own is about %s', resource => {
    const found = withoutRights(cluster(`- {apiGroups: [""], resources: [${resource}], verbs: [get]}\n`).dist);
    expect(found).toStrictEqual([`error: ${MAIN}`]);
  });

  it('is not asked where its roles are about something else', () => {
    expect(withoutRights(cluster('- {apiGroups: [""], resources: [secrets], verbs: [get]}\n').dist)).toStrictEqual([]);
  });

  it('is asked where an account of another namespace has the name of one that the API server binds', () => {
    const found = withoutRights({
      'ccm.yaml': pod.replace('serviceAccountName: cloud-controller-manager', 'serviceAccountName: node-controller')
        .replace('manager, namespace: kube-system', 'manager, namespace: clouds'),
      'access.yaml': [role(NODES), binding({ subjects: '{kind: ServiceAccount, name: node-controller, namespace: clouds}' })].join('---\n'),
    });
    expect(found).toHaveLength(1);
  });

  it('is a static pod, whose identity its kubeconfig says', () => {
    const files = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });
    const text = files['etc/kubernetes/manifests/kube-controller-manager.yaml'].replaceAll('kube-controller-manager', 'cloud-controller-manager')
      .replace('cloud-controller-manager:v1.27.16', 'provider-aws/cloud-controller-manager:v1.27.1').replace('=external', '=aws');
    const nodes = { ...files, 'etc/kubernetes/manifests/cloud-controller-manager.yaml': text };
    const access = { 'access.yaml': [role(NODES), binding({ subjects: SUBJECT.replace('cloud-controller-manager', 'default') })].join('---\n') };
    expect(messages('main-lock-access-missing', { new: nodes, dist: access })).toStrictEqual([]);
  });

  const SERVER = 'kube-apiserver 1.27 of node of new';
  const PLACE = 'new/etc/kubernetes/manifests/kube-apiserver.yaml';
  const FIX = 'Ask RBAC first, with --authorization-mode=RBAC before all other modes: what the Roles of the input grant is allowed then.';
  const unknown = (why: string, line = 13) =>
    [`${PLACE}:${line} warning?: whether ${HERE} may take its main lock and do its work ${AS} is not known: ${why} => ${FIX}`];
  const other = (modes: string) => unknown(`${SERVER} does not go by RBAC (--authorization-mode=${modes})`);
  const silent = (how: string, line?: number) => unknown(`whom ${SERVER} asks is not known: --authorization-mode ${how}`, line);
  const more = (modes: string) => `${SERVER} goes by more than RBAC (--authorization-mode=${modes})`;

  it.each<[string, readonly string[], readonly string[]]>([
    ['asks a webhook too', ['--authorization-mode=Node,RBAC,Webhook'], [`${PLACE}:13 warning?: ${MAIN}; ${more('Node,RBAC,Webhook')}`]],
    ['asks ABAC too', ['--authorization-mode=ABAC,RBAC'], [`${PLACE}:13 warning?: ${MAIN}; ${more('ABAC,RBAC')}`]],
    ['asks a webhook first', ['--v=2', '--authorization-mode=Webhook,RBAC'], unknown(more('Webhook,RBAC'), 14)],
    ['asks a webhook before it allows all', ['--authorization-mode=Webhook,AlwaysAllow'], other('Webhook,AlwaysAllow')],
    ...['Node', 'ABAC', 'Webhook', 'AlwaysDeny'].map((mode): [string, string[], string[]] =>
      [`asks ${mode} alone`, [`--authorization-mode=${mode}`], other(mode)]),
    ['needs no rights', ['--authorization-mode=AlwaysAllow'], []],
    ['needs no rights, whom else it asks', ['--authorization-mode=AlwaysDeny,ABAC', '--authorization-mode=AlwaysAllow,Webhook'], []],
    ['has a file that says whom it asks', ['--authorization-config=/etc/a'], unknown(`whom ${SERVER} asks (--authorization-config) was not read`)],
    ['has RBAC', ['--authorization-mode=Node,RBAC'], [`error: ${MAIN}`]],
    ['has RBAC in two flags', ['--authorization-mode=AlwaysDeny', '--authorization-mode=RBAC'], [`error: ${MAIN}`]],
    ['does not say, and allows all', ['--v=2'], []],
    ['names no mode, and does not start', ['--authorization-mode='], silent('names no mode')],
    ['names no mode, of two flags', ['--authorization-mode=', '--authorization-mode=RBAC'], [`error: ${MAIN}`]],
    ['ends', ['--authorization-mode'], silent('is not there', 9)],
  ])('depends on the API server, which %s', (_, apiserver, expected) => {
    const { dist } = lacking();
    const files = { new: node({ version: '1.27.16', kcm: KCM_27, apiserver, mounts: [] }), dist };
    expect(messages('main-lock-access-missing', files)).toStrictEqual(expected);
    // Where all is undecided, it is told once.
    if (expected[0]?.includes(' whether ')) expect(messages('ccm-rights-missing', files)).toStrictEqual([]);
  });

  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['Node and RBAC', ['Node', 'RBAC'], [`error: ${MAIN}`]],
    ['all', ['AlwaysAllow'], []],
    ['a webhook after RBAC', ['RBAC', 'Webhook'], [`warning?: ${MAIN}; ${SERVER} goes by more than RBAC (--authorization-config: RBAC, Webhook)`]],
    ['a webhook before RBAC', ['Webhook', 'RBAC'], unknown(`${SERVER} goes by more than RBAC (--authorization-config: Webhook, RBAC)`)],
    ['nothing that is in the input', undefined, unknown(`whom ${SERVER} asks (--authorization-config) was not read`)],
  ])('depends on the AuthorizationConfiguration, which asks %s', (_, types, expected) => {
    const file = {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AuthorizationConfiguration',
      authorizers: types?.map(type => ({ type, name: type.toLowerCase() })),
    };
    const files: Files = types === undefined ? {} : { 'etc/a.json': JSON.stringify(file) };
    const server = node({ version: '1.34.1', kcm: KCM_27, apiserver: ['--authorization-config=/etc/a.json'], mounts: [], files });
    const found = messages('main-lock-access-missing', { new: server, dist: lacking().dist });
    const isPlaced = (text: string) => text.startsWith(PLACE) && !text.includes(' whether ');
    const placed = (text: string) => isPlaced(text) ? text.slice(text.indexOf(' ') + 1) : text;
    const shown = found.map(text => placed(text).replaceAll('kube-apiserver 1.34', 'kube-apiserver 1.27'));
    expect(shown).toStrictEqual(expected);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['RBAC and one that allows all', 'RBAC', 'AlwaysAllow', [`error: ${MAIN}`]],
    ['RBAC and one that asks a webhook', 'RBAC', 'Webhook',
      unknown('kube-apiserver 1.27 of node of old does not go by RBAC (--authorization-mode=Webhook)').map(text => text.replace('new/', 'old/'))],
    ['one that asks a webhook too, and one that asks it alone', 'RBAC,Webhook', 'Webhook',
      unknown('kube-apiserver 1.27 of node of old does not go by RBAC (--authorization-mode=Webhook)').map(text => text.replace('new/', 'old/'))],
  ])('depends on all API servers: %s', (_, own, second, expected) => {
    const server = (mode: string) => node({ version: '1.27.16', kcm: KCM_27, apiserver: [`--authorization-mode=${mode}`], mounts: [] });
    expect(messages('main-lock-access-missing', { new: server(own), old: server(second), dist: lacking().dist })).toStrictEqual(expected);
  });

  it.each<[string, string, readonly string[]]>([
    ['whom it asks', '--authorization-mode=$(X)', unknown(`whom ${SERVER} asks (--authorization-mode) was not read`, 16)],
    ['which file says it', '--authorization-config=$(X)', unknown(`whom ${SERVER} asks (--authorization-config) was not read`, 16)],
    ['something else', '--profiling=$(X)', []],
    ['which flags', '$(X)', unknown(`whom ${SERVER} asks is not known: --authorization-mode is not there`, 9)],
  ])('depends on the API server, of which it is not known %s', (_, flag, expected) => {
    const files = node({ version: '1.27.16', kcm: KCM_27, apiserver: ['--v=$(X)', flag], mounts: [] });
    const path = 'etc/kubernetes/manifests/kube-apiserver.yaml';
    const env = '    env:\n    - {name: X, valueFrom: {secretKeyRef: {name: s, key: k}}}\n    command:\n';
    const text = files[path].replace('    command:\n', env);
    expect(messages('main-lock-access-missing', { new: { ...files, [path]: text }, dist: lacking().dist })).toStrictEqual(expected);
  });

  it.each([['1.28.15', 1], ['1.29.15', 0], ['1.99.0', 1], ['latest', 1]])('knows what an API server %s does with an empty list', (version, count) => {
    const files = (mode: readonly string[]) => ({ new: node({ version, kcm: KCM_27, apiserver: mode, mounts: [] }), dist: lacking().dist });
    expect(messages('main-lock-access-missing', files(['--authorization-mode=']))).toHaveLength(count);
    expect(messages('main-lock-access-missing', files([]))).toHaveLength(version === '1.99.0' ? 1 : 0);
  });

  it('needs no doubt of the rights that RBAC grants before a webhook is asked', () => {
    const webhook = node({ version: '1.27.16', kcm: KCM_27, apiserver: ['--authorization-mode=RBAC,Webhook'], mounts: [] });
    expect(messages('main-lock-access-missing', { ...cluster(ENOUGH), new: webhook })).toStrictEqual([]);
    const lacked = messages('ccm-rights-missing', { ...cluster(LEASES + NODES + ADDRESSES + SERVICES), new: webhook });
    expect(lacked.map(text => [text.slice(0, `${PLACE}:13 warning`.length), /may not patch services\/status .*; kube-apiserver 1\.27 /.test(text)]))
      .toStrictEqual([[`${PLACE}:13 warning`, true]]);
  });
});

describe('ccm-rights-missing', () => {
  const NEVER = 'its informer never has any, and who waits for it does nothing';
  const AGAIN = 'its informer lists them again after a pause of up to a minute, instead of watching them';
  const without = (what: string, effect: string, severity = 'error') => `${severity}: ${HERE} may not ${what} ${AS}, and so ${effect}`;
  const LISTED_NODES = without('list nodes', NEVER);
  const LISTED_SERVICES = without('list services', NEVER);
  const TAINTED = without('update nodes', 'no node loses the taint node.cloudprovider.kubernetes.io/uninitialized');
  const FINALIZED = without('patch services/status', 'the finalizer, which comes before every load balancer, is never set');
  const token = (name: string) =>
    without(`create serviceaccounts/token of kube-system/${name}`, 'no request that is made as that account has a token');

  it.each<[string, Record<string, Files>, string[]]>([
    ['nothing where it may', cluster(ENOUGH), []],
    ['nothing where it may everything', cluster('- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}\n'), []],
    ['nothing by a subresource of everything', cluster(ENOUGH.replace('[services/status]', '["*/status"]')), []],
    ['nothing of tokens where it uses none', cluster(ENOUGH.replace(TOKENS, '')), []],
    ['nodes that it may not list', cluster(ENOUGH.replace('[nodes], verbs: [list', '[nodes], verbs: [lst')), [LISTED_NODES]],
    ['nodes that it may not watch, as a doubt', cluster(ENOUGH.replace('watch, update]', 'wacht, update]')),
      [without('watch nodes', AGAIN, 'warning?')]],
    ['nodes that it may not update', cluster(ENOUGH.replace('watch, update]', 'watch]')), [TAINTED]],
    ['addresses that it may not set, as a doubt', cluster(ENOUGH.replace(ADDRESSES, '')),
      [without('patch nodes/status', 'no node gets addresses from the cloud', 'warning?')]],
    ['services that it may not list', cluster(ENOUGH.replace(SERVICES, '')), [LISTED_SERVICES]],
    ['load balancers that it may not tell', cluster(ENOUGH.replace(BALANCERS, '')), [FINALIZED]],
    ['a group of resources that is wrong',
      cluster(ENOUGH.replace('apiGroups: [""], resources: [services]', 'apiGroups: [v1], resources: [services]')), [LISTED_SERVICES]],
    ['nodes by a binding of one namespace', cluster(ENOUGH, IN_NAMESPACE), [LISTED_NODES, LISTED_SERVICES, FINALIZED, TAINTED]],
    ['nothing of services where that controller is off',
      cluster(LEASES + NODES + ADDRESSES, binding(), { flags: [...CCM_FLAGS, '--controllers=*,-service'] }), []],
    ['tokens of the accounts of controllers', cluster(ENOUGH.replace(TOKENS, ''), binding(), { flags: ACCOUNTS }),
      [token('node-controller'), token('service-controller')]],
    ['tokens of one account',
      cluster(ENOUGH.replace('token], verbs', 'token], resourceNames: [node-controller, route-controller], verbs'), binding(), { flags: ACCOUNTS }),
      [token('service-controller')]],
    ['nothing of what the accounts of controllers do', cluster(LEASES + NODES.replace(', update', '') + SERVICES + TOKENS, binding(), {
      flags: ACCOUNTS,
    }), []],
    ['what the component lists itself, whatever account the controllers have',
      cluster(LEASES + NODES.replace('list', 'get') + SERVICES + TOKENS, binding(), { flags: ACCOUNTS }), [LISTED_NODES]],
    ['nothing where a flag hides whose accounts are used',
      hidden(ENOUGH.replace(SERVICES, ''), '--use-service-account-credentials=$(X)'), []],
    ['nothing where nothing is bound, which the main lock tells', cluster(ENOUGH, ''), []],
    ['a role that is not there, as a doubt', cluster(ENOUGH, `${binding()}---\n${binding({ meta: '2', ref: 'kind: ClusterRole, name: more' })}`), []],
    ['what a role that is not there may allow, as a doubt',
      cluster(ENOUGH.replace(SERVICES, ''), `${binding()}---\n${binding({ meta: '2', ref: 'kind: ClusterRole, name: more' })}`),
      [LISTED_SERVICES.replace('error', 'warning?'), without('watch services', AGAIN, 'warning?')]
        .map(text => `${text}; ClusterRole more, which ClusterRoleBinding b2 refers to, is not in the input`)],
    ['nothing of the program of another cloud',
      cluster(LEASES + NODES, binding(), { image: 'example.com/gcp/cloud-controller-manager:v1.27.1' }), []],
    ['what is certain of one controller beside a doubt about all',
      cluster(ENOUGH.replace(SERVICES, '').replace('watch, update]', 'wacht, update]')),
      [LISTED_SERVICES, without('watch nodes', AGAIN, 'warning?')]],
    ['what each release that it may be lacks', cluster(ENOUGH.replace(SERVICES, ''), binding(), {
      image: 'registry.k8s.io/provider-aws/cloud-controller-manager:latest',
    }), [LISTED_SERVICES.replace('CCM 1.27', 'CCM').replace('list', 'list or watch')]],
  ])('tells %s', (_, folders, expected) => {
    expect([...messages('ccm-rights-missing', folders)].sort()).toStrictEqual([...expected].sort());
  });

  it.each<[string, string, string[]]>([
    ['1.34.3', 'list', [LISTED_NODES]],
    ['1.36.1', 'list', [without('list nodes', 'its informer has them only where the API server streams lists', 'warning?')]],
    ['1.36.1', 'list, watch', [without('list or watch nodes', NEVER)]],
  ])('knows that %s lists what it may not %s', (release, verbs, expected) => {
    const input = { image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${release}` };
    const rules = ENOUGH.replace('[nodes], verbs: [list, watch, update]', `[nodes], verbs: [${verbs === 'list' ? 'watch, ' : ''}update]`);
    const found = messages('ccm-rights-missing', cluster(rules, binding(), input));
    expect(found.map(text => text.replace(/CCM 1\.3\d/, 'CCM 1.27'))).toStrictEqual(expected);
  });

  it.each([
    ['1.20.0', []], ['1.21.0', ['node-controller', 'service-controller']],
  ])('knows that %s asks for tokens of %j', (release, expected) => {
    const input = { image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${release}`, flags: ACCOUNTS };
    const found = messages('ccm-rights-missing', cluster(ENOUGH.replace(TOKENS, ''), binding(), input));
    expect(found.map(text => /of kube-system\/([a-z-]+) as/.exec(text)?.[1])).toStrictEqual(expected);
  });

  it.each<[string, string, boolean]>([
    ['1.28.1', LEASES + TOKENS, false],
    ['1.28.1', LEASES + TOKENS + NODES.replace('list', 'lst'), true],
    ['1.28.1', `${LEASES}${TOKENS}- {apiGroups: [""], resources: ["*"], verbs: [get]}\n`, true],
    ['1.28.1', LEASES + TOKENS + ACCOUNT_X.replace('VERBS', '"*"'), true],
    ['1.28.1', LEASES + TOKENS + ACCOUNT_X.replace('VERBS', 'create, get'), true],
    ['1.28.1', LEASES + TOKENS + ACCOUNT_X.replace('VERBS', 'create'), false],
    ['1.30.1', LEASES + TOKENS, true],
  ])('asks of %s no more than upstream\'s base has for accounts of controllers', (release, rules, isTold) => {
    const input = { image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${release}`, flags: ACCOUNTS };
    expect(messages('ccm-rights-missing', cluster(rules, binding(), input)).length > 0).toBe(isTold);
  });
});

it('ccm-rights-missing tells nothing that only some of the releases lack that it may be', () => {
  const input = { image: 'registry.k8s.io/provider-aws/cloud-controller-manager:latest', flags: ACCOUNTS };
  const found = (rules: string) => messages('ccm-rights-missing', { dist: cluster(rules, binding(), input).dist });
  expect(found(ENOUGH.replace(TOKENS, ''))).toStrictEqual([]);
  expect(found(ENOUGH.replace(TOKENS, '').replace('[services], verbs: [list, watch]', '[services], verbs: [get]'))).toStrictEqual([
    expect.stringMatching(/^error: .* may not list or watch services as/),
  ]);
});

it('ccm-rights-missing looks at each role of the account', () => {
  const input = { image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.28.1', flags: ACCOUNTS };
  const second = `${binding()}---\n${role(LEASES, 'kind: ClusterRole\nmetadata: {name: l}')}---\n`
    + binding({ meta: '2', ref: 'kind: ClusterRole, name: l' });
  expect(messages('ccm-rights-missing', cluster(TOKENS + NODES.replace('list', 'lst'), second, input))).toHaveLength(1);
});

describe('rights as an input of the proof', () => {
  const verdicts = (rules: string, bound = binding(), input: CcmInput = {}) => {
    const { exclusivity, liveness } = check(cluster(rules, bound, input));
    const told = liveness.counterexamples.map(({ controller }) => controller).sort();
    return { exclusivity: exclusivity.verdict, liveness: liveness.verdict, told };
  };

  it.each<[string, string, string, string[]]>([
    ['all of them', ENOUGH, 'holds', []],
    ['none for the main lock', NODES + SERVICES, 'broken', ['cloud-node', 'cloud-node-lifecycle', 'service']],
    ['none for nodes', ENOUGH.replace(NODES, ''), 'broken', ['cloud-node', 'cloud-node-lifecycle', 'service']],
    ['none for Services', ENOUGH.replace(SERVICES, ''), 'broken', ['service']],
    ['none to take the taint away', ENOUGH.replace('watch, update]', 'watch]'), 'broken', ['cloud-node']],
    ['none to watch', ENOUGH.replace('watch, update]', 'wacht, update]'), 'unknown', []],
  ])('are, with %s', (_, rules, liveness, told) => {
    const found = verdicts(rules);
    expect({ ...found, told: liveness === 'broken' ? found.told : [] }).toStrictEqual({ exclusivity: 'holds', liveness, told });
  });

  it('counts the route controller as one that never works', () => {
    const flags = [...CCM_FLAGS.slice(0, 2), '--configure-cloud-routes=true', '--cluster-cidr=10.0.0.0/16', '--allocate-node-cidrs=true'];
    expect(verdicts(ENOUGH.replace(NODES, ''), binding(), { flags }).told).toContain('route');
  });

  it('says who never works, and what to change', () => {
    const [example] = check(cluster(ENOUGH.replace(SERVICES, ''))).liveness.counterexamples;
    expect(example.message).toMatch(/starts `service`, which never does its work \(CCM 1\.27 .* may not list services as/);
    expect(example.fix).toMatch(/^Take the rules of upstream's ClusterRole/);
    expect(example.isOfRule).toBe(true);
    expect(example.file).toBe('dist/ccm.yaml');
  });

  it('is unknown with a role that is not there', () => {
    expect(verdicts(ENOUGH, binding({ ref: 'kind: ClusterRole, name: elsewhere' })).liveness).toBe('unknown');
  });

  it('leaves a controller that runs twice broken where it may be that it runs', () => {
    const folders = { old: node({}), dist: cluster(ENOUGH.replace(SERVICES, '')).dist };
    expect(check(folders).exclusivity.verdict).toBe('broken');
  });
});

describeUpstream('upstream\'s own roles', () => {
  const UPSTREAM = join(SHARED, 'upstream', 'cloud-provider-aws');
  it.each([
    'v1.23.21/base.yaml', 'v1.23.21/superset-role.yaml', 'v1.36.1/base.yaml', 'v1.36.1/superset-role.yaml', 'helm/default.yaml', 'helm/rich.yaml',
  ])('are never called broken: %s', path => {
    const file = join(UPSTREAM, path);
    expect(existsSync(file)).toBe(true);
    const { findings } = check({ dist: { 'ccm.yaml': readFileSync(file, 'utf8') } });
    expect(findings.map(({ rule }) => rule).filter(rule => /^(main-lock-access|ccm-rights)-missing$/.test(rule))).toStrictEqual([]);
  });
});
