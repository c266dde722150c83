import { access, ccm, CCM_FLAGS, Files, KCM_26, MIGRATION, node, SAFE, SCHEDULER, WILDCARD } from './input';
import { said } from './said';

const migrating = (version = '1.26.15', apiserver?: readonly string[]) =>
  node({ version, apiserver, kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': WILDCARD } });
const role = (kind: string, name: string, rules: string): Files => ({
  'role.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: "${name}", namespace: kube-system}\n`
    + `rules:${rules === '' ? ' []' : `\n${rules}`}\n`,
});

const CCM_HERE = 'CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager)';

describe('lease-access-missing', () => {
  const LEASE = 'kube-system/cloud-provider-extraction-migration';
  const KCM_UPDATE = `old/etc/leadermigration.conf:3 error: KCM 1.26 of node of old may not update the Lease ${LEASE}`;
  const RBAC_FIRST = 'Ask RBAC first, with --authorization-mode=RBAC before all other modes: what the Roles of the input grant is allowed then.';
  const SHOWN = 'as far as this input shows: it holds no roles';
  const withCcm = (flags: readonly string[], granted: Files) => (
    { dist: { ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION, ...flags], config: WILDCARD }), ...granted } });
  const limited = {
    'access.yaml': access()['access.yaml'].replace('resources: [leases], verbs: [create]', 'resources: [leases], resourceNames: '
    + '[cloud-provider-extraction-migration], verbs: [create]'),
  };

  it.each<[string, Record<string, Files>, string[]]>([
    ['what kube-controller-manager lacks', { old: migrating(), dist: access('[get]') }, [KCM_UPDATE]],
    ['what both lack', { old: migrating(), dist: { ...withCcm([], {}).dist, ...role('Role', 'x', '') } }, [
      `dist/config.yaml:8 error: ${CCM_HERE} may not create, get, update the Lease ${LEASE}`,
      `old/etc/leadermigration.conf:3 error: KCM 1.26 of node of old may not get, update the Lease ${LEASE}`,
    ]],
    ['the same as a warning, where the input has no roles at all', { old: migrating(), ...withCcm([], {}) }, [
      `dist/config.yaml:8 warning?: ${CCM_HERE} may not create, get, update the Lease ${LEASE}, ${SHOWN}`,
      `old/etc/leadermigration.conf:3 warning?: KCM 1.26 of node of old may not get, update the Lease ${LEASE}, ${SHOWN}`,
    ]],
    ['a create that is limited by name', withCcm([], limited), [`dist/config.yaml:8 error: ${CCM_HERE} may not create the Lease ${LEASE}`]],
    ['the namespace of the Lease', withCcm(['--leader-elect-resource-namespace=other'], access()), [`dist/config.yaml:8 error: ${CCM_HERE} may not `
      + 'create, get, update the Lease other/cloud-provider-extraction-migration']],
    ['what a role that is not filled in may lack', { old: migrating(), dist: { ...access('[get]'), ...role('Role', '{{ role }}', '') } }, [
      `${KCM_UPDATE.replace(' error:', ' warning?:')}`,
    ]],
    ['nothing where the roles are enough', SAFE, []],
    ['a doubt where a role is not part of the input',
      withCcm([], { 'access.yaml': access()['access.yaml'].replace('name: migration}\nsubjects', 'name: elsewhere}\nsubjects') }), [
        'dist/config.yaml:8 warning?: CCM 1.27 (DaemonSet kube-system/aws-cloud-controller-manager) may not create, get, update the Lease '
          + 'kube-system/cloud-provider-extraction-migration',
      ]],
    ['nothing where the release is unknown',
      {
        dist: {
          ...ccm({
            image: 'example.com/ccm/cloud-controller-manager:latest', flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD,
          }),
          ...access('[get]'),
        },
      }, []],
    ...['Node', 'ABAC', 'Webhook', 'AlwaysDeny'].map((mode): [string, Record<string, Files>, string[]] =>
      [`that ${mode} may say anything`, { old: migrating('1.26.15', [`--authorization-mode=${mode}`]) }, [
        `old/etc/kubernetes/manifests/kube-apiserver.yaml:13 warning?: whether KCM 1.26 of node of old may use the Lease ${LEASE} is not known: `
          + `kube-apiserver 1.26 of node of old does not go by RBAC (--authorization-mode=${mode}) => ${RBAC_FIRST}`,
      ]]),
    ['what RBAC lacks, where a webhook may allow it', { old: migrating('1.26.15', ['--authorization-mode=RBAC,Webhook']), dist: access('[get]') }, [
      `${KCM_UPDATE}; kube-apiserver 1.26 of node of old goes by more than RBAC (--authorization-mode=RBAC,Webhook)`
        .replace('leadermigration.conf:3 error', 'kubernetes/manifests/kube-apiserver.yaml:13 warning?'),
    ]],
    ['nothing of a component without Leader Migration', { old: node({ apiserver: ['--authorization-mode=Webhook'] }), dist: access('[get]') }, []],
    ['nothing of another authorizer', { old: migrating('1.26.15', ['--authorization-mode=AlwaysAllow']), dist: access('[get]') }, []],
    ['RBAC among several', { old: migrating('1.26.15', ['--authorization-mode=Node,RBAC']), dist: access('[get]') }, [KCM_UPDATE]],
    ['RBAC on one of two API servers',
      {
        old: migrating('1.26.15', ['--authorization-mode=RBAC']),
        new: node({ apiserver: ['--authorization-mode=AlwaysAllow'] }),
        dist: access(
          '[get]',
        ),
      }, [KCM_UPDATE]],
    ...['', 'apiServer: {extraArgs: {authorization-mode: AlwaysAllow}}\n'].map((own): [string, Record<string, Files>, string[]] => [
      `what kubeadm has, with ${JSON.stringify(own)}`,
      {
        old: {
          ...migrating('1.26.15'), 'c.yaml': `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.26.15\n${own}`,
        },
        dist: access('[get]'),
      },
      own === '' ? [KCM_UPDATE] : [],
    ]),
    ['nothing where an API server does not say its modes', { old: migrating('1.26.15', ['--v=2']), dist: access('[get]') }, []],
  ])('tells %s', (_, folders, expected) => expect(said('lease-access-missing', folders)).toEqual(expected));
});

describe('bootstrap-role-rules-dropped', () => {
  const lacks = (what: string, count = 1, minor = '1.26') => [
    `dist/role.yaml:3 error: Role system::leader-locking-kube-controller-manager lacks ${count} of the rules that Kubernetes ${minor} gives it: `
      + `${what}`,
  ];
  const LOST_WATCH = lacks('watch configmaps');
  const LOST_LOCK = lacks('get,update configmaps kube-controller-manager');
  const LEASES = 'create,get,list,update,watch leases; create,get,list,update,watch leasecandidates';
  const LOCK_ROLE = 'system::leader-locking-kube-controller-manager';
  const WATCH = '- {apiGroups: [""], resources: [configmaps], verbs: [watch]}\n';
  const LOCK = '- {apiGroups: [""], resources: [configmaps], resourceNames: [kube-controller-manager], verbs: [get, update]}\n';
  const rules = (text: string, kind = 'Role') => ({ old: node({}), dist: role(kind, LOCK_ROLE, text) });

  it.each<[string, Record<string, Files>, string[]]>([
    ['all of its rules', rules(''), lacks('watch configmaps; get,update configmaps kube-controller-manager', 2)],
    ['another API group', rules(`${WATCH.replace('""', 'apps')}${LOCK}`), LOST_WATCH],
    ['another resource', rules(`${WATCH.replace('configmaps', 'secrets')}${LOCK}`), LOST_WATCH],
    ['one verb of two', rules(`${WATCH}${LOCK.replace(', update', '')}`), LOST_LOCK],
    ['another name', rules(`${WATCH}${LOCK.replace('kube-controller-manager', 'x')}`), LOST_LOCK],
    ['a name where there is none', rules(`${WATCH.replace('verbs', 'resourceNames: [kube-controller-manager], verbs')}${LOCK}`), LOST_WATCH],
    ['the rules of the newest release',
      { ...rules(`${WATCH}${LOCK}`), new: node({ version: '1.31.14', kcm: [], mounts: [] }), older: node({ version: '1.25.16' }) },
      lacks(LEASES, 2, '1.31')],
    ['it once, of several releases', { old: node({}), new: node({ version: '1.31.14', kcm: [], mounts: [] }), dist: role('Role', LOCK_ROLE, '') },
      lacks(`watch configmaps; get,update configmaps kube-controller-manager; ${LEASES}`, 4, '1.31')],
    ['what an API server says, beside a component of no known release',
      { old: node({ version: 'latest' }), new: node({ version: '1.37.1', kcm: [], apiserver: [], mounts: [] }), dist: role('Role', LOCK_ROLE, '') },
      lacks(LEASES, 2, '1.37')],
    ['nothing where wildcards cover them', rules('- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}\n'), []],
    ['nothing where no name limits them', rules('- {apiGroups: [""], resources: [configmaps], verbs: [watch, get, update]}\n'), []],
    ['nothing of a ClusterRole of that name', rules('', 'ClusterRole'), []],
    ['nothing where no release is known', { old: node({ version: 'latest' }), dist: role('Role', LOCK_ROLE, '') }, []],
  ])('tells %s', (_, folders, expected) => expect(said('bootstrap-role-rules-dropped', folders)).toEqual(expected));
});

describe('a binding that Kubernetes makes', () => {
  const LOCKS = 'system::leader-locking-kube-controller-manager';
  const USER = '{kind: User, name: system:kube-controller-manager}';
  const SERVICE_ACCOUNT = '{kind: ServiceAccount, name: kube-controller-manager, namespace: kube-system}';
  const told = (version: string, subjects: string, kind = 'RoleBinding', name = LOCKS) => said('bootstrap-role-rules-dropped', {
    new: node({ version, mounts: [] }),
    dist: {
      'binding.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: "${name}"${kind === 'RoleBinding'
        ? ', namespace: kube-system' : ''}}\nroleRef: {kind: ${kind.replace('Binding', '')}, name: "${name}"}\nsubjects: [${subjects}]\n`,
    },
  });
  const lacks = (who: string, minor = '1.26') => [
    `dist/binding.yaml:3 error: RoleBinding ${LOCKS} is not for ${who}, to whom Kubernetes ${minor} binds it`,
  ];
  const BOTH = 'User system:kube-controller-manager, ServiceAccount kube-controller-manager';

  it.each<[string, string, readonly string[]]>([
    ['1.26.15', `${USER}, ${SERVICE_ACCOUNT}`, []],
    ['1.26.15', `{kind: User, name: x}, ${SERVICE_ACCOUNT}, ${USER}`, []],
    ['1.26.15', `${SERVICE_ACCOUNT}, {kind: User, name: system:kube-controller-manager, namespace: x}`, []],
    ['1.31.14', `${USER}, ${SERVICE_ACCOUNT}`, lacks('ServiceAccount leader-election-controller', '1.31')],
    ['1.26.15', SERVICE_ACCOUNT, lacks('User system:kube-controller-manager')],
    ['1.26.15', `${USER}, ${SERVICE_ACCOUNT.replace('kube-system', 'other')}`, lacks('ServiceAccount kube-controller-manager')],
    ['1.26.15', `${USER}, ${SERVICE_ACCOUNT.replace('{kind: ServiceAccount', '{kind: User')}`, lacks('ServiceAccount kube-controller-manager')],
    ['1.26.15', `${USER}, ${SERVICE_ACCOUNT.replace('name: kube', 'name: cube')}`, lacks('ServiceAccount kube-controller-manager')],
    ['1.26.15', '', lacks(BOTH)],
  ])('of %s, is for [%s]', (version, subjects, expected) => expect(told(version, subjects)).toEqual(expected));

  it('of another name is nobody\'s business', () => expect(told('1.26.15', '', 'RoleBinding', 'other')).toEqual([]));
  it('of another kind is nobody\'s business', () => expect(told('1.26.15', '', 'ClusterRoleBinding')).toEqual([]));
});

describe('create-limited-by-resource-names', () => {
  it('tells the names', () => {
    const files = role('Role', 'x', '- {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [a, b], verbs: [create, get]}\n');
    expect(said('create-limited-by-resource-names', { dist: { ...files, ...SCHEDULER } })).toEqual(['dist/role.yaml:5 warning: Role x allows to '
      + 'create only the Leases a, b, which allows nothing']);
  });

  const NAME = 'cloud-provider-extraction-migration';
  const TOLD = [`dist/access.yaml:5 warning: Role migration allows to create only the Leases ${NAME}, which allows nothing`];
  const limited = access()['access.yaml'].replace('[leases], verbs: [create]', `[leases], resourceNames: [${NAME}], verbs: [create]`);
  const elsewhere = access()['access.yaml'].replace(/name: migration, namespace: kube-system/g, 'name: migration, namespace: other');
  const CCM_RUNS = ccm({ flags: [...CCM_FLAGS, ...MIGRATION], config: WILDCARD });
  it.each<[string, Record<string, Files>, readonly string[]]>([
    ['nothing where kube-controller-manager alone has the role', { old: migrating(), dist: { 'access.yaml': limited } }, []],
    ['it where a cloud-controller-manager has it', { dist: { ...CCM_RUNS, 'access.yaml': limited } }, TOLD],
    ['it where both have it', { old: migrating(), dist: { ...CCM_RUNS, 'access.yaml': limited } }, TOLD],
    ['it where another rule is of another namespace', { dist: { ...CCM_RUNS, 'access.yaml': limited, 'other.yaml': elsewhere } }, TOLD],
    ['nothing where another rule allows it', { old: migrating(), dist: { ...CCM_RUNS, ...access('[create, get, update]') } }, []],
    ['it where none of them has the role', {
      old: migrating(), dist: { 'access.yaml': limited.replace('User, name: "system:kube', 'User, name: "kube') },
    }, TOLD],
  ])('tells %s', (_, folders, expected) => expect(said('create-limited-by-resource-names', folders)).toEqual(expected));
});

describe('service-account-credentials-without-rights', () => {
  const elsewhere = { 'access.yaml': access()['access.yaml'].replace('name: migration}\nsubjects', 'name: elsewhere}\nsubjects') };
  const rules = (text: string, account = 'cloud-controller-manager', flags: readonly string[] = ['--use-service-account-credentials'],
    image?: string) => ({
    dist: {
      ...ccm({ image, flags: [...CCM_FLAGS, ...flags] }),
      ...access('[get]', text),
      'other.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: other, namespace: kube-system}\n'
        + 'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: other}\nsubjects: [{kind: User, name: other}]\n',
      'access.yaml': access('[get]', text)['access.yaml'].replace('name: cloud-controller-manager', `name: ${account}`),
    },
  });
  const TOKENS = '- {apiGroups: [""], resources: [serviceaccounts/token], resourceNames: [service-controller], verbs: [create]}\n';
  const ACCOUNTS = '- {apiGroups: [""], resources: [serviceaccounts], verbs: [get, create]}\n';
  const staticPod = {
    'etc/kubernetes/manifests/ccm.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n  serviceAccountName: '
      + 'cloud-controller-manager\n'
      + '  containers:\n  - name: x\n    image: x/cloud-controller-manager:v1.27.10\n    command: [cloud-controller-manager, '
        + '--use-service-account-credentials]\n',
  };

  it.each<[string, Record<string, Files>, string[]]>([
    ['all that is missing', rules(''), [`dist/ccm.yaml:26 warning: ${CCM_HERE} may not get serviceaccounts, create serviceaccounts, create `
      + 'serviceaccounts/token']],
    ['that no token can be made', rules(ACCOUNTS), [`dist/ccm.yaml:26 warning: ${CCM_HERE} may not create serviceaccounts/token`]],
    ['that no token can be made, where its release is not known', rules(ACCOUNTS, undefined, undefined, 'x/cloud-controller-manager:latest'), [
      'dist/ccm.yaml:26 warning: CCM (DaemonSet kube-system/aws-cloud-controller-manager) may not create serviceaccounts/token',
    ]],
    ['no token of 1.20, which waits for Secrets',
      rules(ACCOUNTS, undefined, undefined, 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.20.0'), []],
    ['that no account can be made, where only one that is there can be read',
      rules(ACCOUNTS.replace('verbs', 'resourceNames: [service-controller], verbs') + TOKENS),
      [`dist/ccm.yaml:26 warning: ${CCM_HERE} may not create serviceaccounts`]],
    ['that it is not known of a role that is not in the input', { dist: { ...rules('').dist, ...elsewhere } }, [
      `dist/ccm.yaml:26 note?: whether ${CCM_HERE} may get serviceaccounts, create serviceaccounts, create serviceaccounts/token is not known: `
        + 'a role that it is bound to is not in the input, or may be another one',
    ]],
    ['nothing where all is there', rules(ACCOUNTS + TOKENS), []],
    ['nothing where the input has none of its roles', rules('', 'another'), []],
    ['nothing where it does not use them', rules('', undefined, ['--use-service-account-credentials=false']), []],
    ...['--v=2', '--authorization-mode=Webhook', '--authorization-mode=RBAC', '--authorization-mode=RBAC,Webhook'].map((flag, index): [
      string, Record<string, Files>, string[],
    ] => [`what counts of an API server with ${flag}`, { ...rules(ACCOUNTS), old: node({ apiserver: [flag] }) }, [[], [
      `dist/ccm.yaml:26 note?: whether ${CCM_HERE} may get serviceaccounts, create serviceaccounts, create serviceaccounts/token is not known: `
        + 'kube-apiserver 1.26 of node of old does not go by RBAC (--authorization-mode=Webhook)',
    ]][index] ?? [
      `dist/ccm.yaml:26 warning${index === 2 ? '' : '?'}: ${CCM_HERE} may not create serviceaccounts/token`
        + (index === 2 ? '' : `; kube-apiserver 1.26 of node of old goes by more than RBAC (${flag})`),
    ]]),
    ['nothing of a static pod', { new: staticPod, dist: access() }, []],
  ])('tells %s', (_, folders, expected) => expect(said('service-account-credentials-without-rights', folders)).toEqual(expected));
});
