import { ccm, check, Files, KCM_27, node } from '../../rules/input';

/** What admission and flow control do to requests that pods and controller managers need: each by another mechanism. */
interface Input {
  readonly flags?: readonly string[];
  readonly nodeFiles?: Files;
  readonly version?: string;
  readonly priority?: string;
}
const cluster = (text: string, { flags = [], nodeFiles, version = '1.27.16', priority }: Input = {}): Record<string, Files> => {
  const manifest = ccm()['ccm.yaml'];
  return {
    new: node({ version, kcm: KCM_27, mounts: [], apiserver: ['--authorization-mode=Node,RBAC', ...flags], files: nodeFiles }),
    dist: {
      'ccm.yaml': priority === undefined ? manifest
        : manifest.replace('serviceAccountName:', `priorityClassName: ${priority}\n      serviceAccountName:`),
      ...text === '' ? {} : { 'x.yaml': text },
    },
  };
};
const answer = (folders: Record<string, Files>) => {
  const { exclusivity, liveness, findings } = check(folders);
  return { holds: exclusivity.verdict === 'holds' && liveness.verdict === 'holds', errors: findings.filter(({ severity }) => severity === 'error') };
};
const SAFE = { holds: true, errors: [] };

const ADMISSION = 'apiVersion: admissionregistration.k8s.io/v1';
const rules = (group: string, resource: string, operations = '[CREATE, UPDATE]') =>
  `[{apiGroups: ["${group}"], apiVersions: ["*"], operations: ${operations}, resources: ["${resource}"]}]`;
interface PolicyChange {
  readonly operations?: string;
  readonly constraints?: string;
  readonly binding?: string;
  readonly kind?: string;
}
const policy = (group: string, resource: string, change: PolicyChange = {}) => {
  const { operations, constraints = '', binding = ', validationActions: [Deny]', kind = 'ValidatingAdmissionPolicy' } = change;
  return `${ADMISSION}\nkind: ${kind}\nmetadata: {name: p}\n`
    + `spec: {matchConstraints: {${constraints}resourceRules: ${rules(group, resource, operations)}}}\n`
    + (binding === 'none' ? '' : `---\n${ADMISSION}\nkind: ${kind}Binding\nmetadata: {name: p}\nspec: {policyName: p${binding}}\n`);
};
const hook = (kind: string, group: string, resource: string, operations?: string, more = '') =>
  `${ADMISSION}\nkind: ${kind}WebhookConfiguration\nmetadata: {name: h}\n`
  + `webhooks:\n- {name: h.x.y, ${more}rules: ${rules(group, resource, operations)}}\n`;

describe('policies and webhooks of the API server', () => {
  it.each<[string, string]>([
    ['a policy for locks', policy('coordination.k8s.io', 'leases')],
    ['a policy for tokens', policy('', 'serviceaccounts/token', { operations: '[CREATE]' })],
    ['a policy for all subresources', policy('*', '*/*', { operations: '["*"]' })],
    ['a policy for nodes', policy('', 'nodes')],
    ['a policy for the status of nodes', policy('', 'nodes/status')],
    ['a policy for the status of Services', policy('', 'services/status')],
    ['a policy for bindings of pods', policy('', 'pods/binding', { operations: '[CREATE]' })],
    ['a policy that changes tokens', policy('', 'serviceaccounts/token', { operations: '[CREATE]', kind: 'MutatingAdmissionPolicy', binding: '' })],
    ['a policy without actions, as its release has it', policy('coordination.k8s.io', 'leases', { binding: '' })],
    ...['Validating', 'Mutating'].flatMap((kind): [string, string][] => [
      [`a ${kind} webhook for locks`, hook(kind, 'coordination.k8s.io', 'leases')],
      [`a ${kind} webhook for tokens`, hook(kind, '', 'serviceaccounts/token', '[CREATE]')],
      [`a ${kind} webhook for new nodes`, hook(kind, '', 'nodes', '[CREATE]')],
      [`a ${kind} webhook for bindings of pods`, hook(kind, '', 'pods/binding', '[CREATE]')],
      [`a ${kind} webhook for the status of pods`, hook(kind, '', 'pods/status', '[UPDATE]')],
    ]),
    ['a policy of Kyverno for locks', 'apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: p}\nspec:\n'
      + '  validationFailureAction: Enforce\n  rules:\n'
      + '  - {name: r, match: {any: [{resources: {kinds: [Lease]}}]}, validate: {message: x, pattern: {spec: {x: y}}}}\n'],
    ['a constraint of Gatekeeper for nodes', 'apiVersion: constraints.gatekeeper.sh/v1beta1\nkind: K\nmetadata: {name: p}\n'
      + 'spec: {match: {kinds: [{apiGroups: [""], kinds: [Node]}]}}\n'],
  ])('%s is not evaluated', (_, text) => expect(answer(cluster(text)).holds).toBe(false));

  it.each<[string, string]>([
    ['a policy that only tells', policy('coordination.k8s.io', 'leases', { binding: ', validationActions: [Audit, Warn]' })],
    ['a policy without a binding', policy('coordination.k8s.io', 'leases', { binding: 'none' })],
    ['a policy that leaves locks out', policy('*', '*', { constraints: `excludeResourceRules: ${rules('*', '*')}, ` })],
    ['a policy in another namespace', policy('coordination.k8s.io', 'leases', {
      binding: ', validationActions: [Deny], matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: team-a}}}',
    })],
    ['a policy that is bound to other resources', policy('coordination.k8s.io', 'leases', {
      binding: `, validationActions: [Deny], matchResources: {resourceRules: ${rules('', 'configmaps')}}`,
    })],
    ['a policy for labelled objects', policy('coordination.k8s.io', 'leases', { constraints: 'objectSelector: {matchLabels: {a: b}}, ' })],
    ['a policy for events', policy('', 'events')],
    ['a policy for tokens of another namespace', policy('', 'serviceaccounts/token', {
      operations: '[CREATE]', constraints: 'namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: team-a}}, ',
    })],
    ['a webhook that may fail', hook('Validating', '', 'serviceaccounts/token', '[CREATE]', 'failurePolicy: Ignore, ')],
    ['a webhook for Secrets', hook('Validating', '', 'secrets')],
    ['a webhook for events', hook('Mutating', '', 'events')],
  ])('%s is none of them', (_, text) => expect(answer(cluster(text))).toEqual(SAFE));
});

const FLOW = 'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3';
interface FlowChange extends Partial<Readonly<Record<'level' | 'named' | 'subject' | 'limited' | 'resources', string>>> {
  readonly precedence?: number;
}
const flow = (change: FlowChange = {}) => {
  const { precedence = 50, level = 'slow', named = 'slow', resources = '"*"' } = change;
  const { subject = '{kind: Group, group: {name: "system:authenticated"}}' } = change;
  const { limited = 'nominalConcurrencyShares: 0, limitResponse: {type: Queue}' } = change;
  return `${FLOW}\nkind: FlowSchema\nmetadata: {name: x}\nspec:\n  matchingPrecedence: ${precedence}\n`
    + `  priorityLevelConfiguration: {name: ${level}}\n  rules:\n  - subjects: [${subject}]\n`
    + `    resourceRules: [{verbs: ["*"], apiGroups: ["*"], resources: [${resources}], namespaces: ["*"]}]\n---\n`
    + `${FLOW}\nkind: PriorityLevelConfiguration\nmetadata: {name: ${named}}\nspec: {type: Limited, limited: {${limited}}}\n`;
};
const account = (name: string) => `{kind: ServiceAccount, serviceAccount: {name: "${name}", namespace: kube-system}}`;

describe('flow control', () => {
  it.each<[string, string]>([
    ['a level without a share', flow()],
    ['a level that rejects', flow({ limited: 'nominalConcurrencyShares: 1, limitResponse: {type: Reject}' })],
    ['a level without a share in older words', flow({ limited: 'assuredConcurrencyShares: 0' })],
    ['a level that is not in the input', flow({ named: 'other' })],
    ['the account of a cloud-controller-manager', flow({ subject: account('cloud-controller-manager') })],
    ['all accounts of a namespace', flow({ subject: account('*'), precedence: 899 })],
    ['the group of its accounts', flow({ subject: '{kind: Group, group: {name: "system:serviceaccounts:kube-system"}}' })],
    ['the user of kube-controller-manager', flow({ subject: '{kind: User, user: {name: "system:kube-controller-manager"}}' })],
    ['every user', flow({ subject: '{kind: User, user: {name: "*"}}' })],
    ['locks alone', flow({ resources: 'leases' })],
    ['a level of the API server that has no share left', flow({ level: 'exempt', named: 'leader-election' })],
  ])('lets a controller manager wait: %s', (_, text) => expect(answer(cluster(text)).holds).toBe(false));

  it.each<[string, string]>([
    ['a level with shares', flow({ limited: 'nominalConcurrencyShares: 10, limitResponse: {type: Queue}' })],
    ['a level that says none', flow({ limited: '' })],
    ['a level without limits', flow({ level: 'exempt' })],
    ['what comes after the API server\'s own', flow({ precedence: 9500 })],
    ['another user', flow({ subject: '{kind: User, user: {name: alice}}' })],
    ['another account', flow({ subject: account('coredns').replace('kube-system', 'dns') })],
    ['another group', flow({ subject: '{kind: Group, group: {name: developers}}' })],
    ['other resources', flow({ resources: 'configmaps' })],
  ])('lets them work: %s', (_, text) => expect(answer(cluster(text))).toEqual(SAFE));
});

const CONFIG = ['--admission-control-config-file=/etc/kubernetes/admission.yaml'];
const configured = (plugins: string): Input => ({
  flags: CONFIG,
  priority: 'system-cluster-critical',
  nodeFiles: { 'etc/kubernetes/admission.yaml': `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n${plugins}` },
});
const LIMITED = (resource: string, scope: string) => '    apiVersion: apiserver.config.k8s.io/v1\n    kind: ResourceQuotaConfiguration\n'
  + `    limitedResources:\n    - {resource: ${resource}, matchScopes: [{scopeName: PriorityClass, ${scope}}]}\n`;
const CRITICAL = 'operator: In, values: [system-cluster-critical]';
const QUOTA = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: kube-system}\nspec: {hard: {pods: "100"}}\n';
const limitedBy = (resource: string, scope: string) => configured(`- name: ResourceQuota\n  configuration:\n${LIMITED(resource, scope)}`);

describe('admission plugins', () => {
  it.each<[string, Input]>([
    ['a file that is not in the input', { flags: CONFIG }],
    ['a file of PodSecurity that is not in the input', configured('- {name: PodSecurity, path: ps.yaml}\n')],
    ['pods of a class that need a quota', limitedBy('pods', CRITICAL)],
    ['pods of any class that need a quota', limitedBy('pods', 'operator: Exists')],
    ['a plugin that is misspelt', { flags: ['--enable-admission-plugins=NodeRestriction,PodNodeSelecter'] }],
    ['a plugin of an earlier release', { flags: ['--enable-admission-plugins=PodSecurityPolicy'] }],
    ['a plugin of a later release that is off', { flags: ['--disable-admission-plugins=PodTopologyLabels'] }],
    ['a plugin that is on and off', { flags: ['--enable-admission-plugins=NodeRestriction', '--disable-admission-plugins=NodeRestriction'] }],
    ['no tokens', { flags: ['--disable-admission-plugins=ServiceAccount'] }],
  ])('decide about pods: %s', (_, input) => expect(answer(cluster('', input)).holds).toBe(false));

  it.each<[string, Input, string]>([
    ['events that are limited', configured('- {name: EventRateLimit, path: e.yaml}\n'), ''],
    ['pods of another class that need a quota', limitedBy('pods', 'operator: In, values: [system-node-critical]'), ''],
    ['volumes that need a quota', limitedBy('persistentvolumeclaims', CRITICAL), ''],
    ['pods of a class that have one', limitedBy('pods', CRITICAL), QUOTA],
    ['plugins of the release', {
      flags: ['--enable-admission-plugins=NodeRestriction,PodSecurity', '--disable-admission-plugins=DefaultStorageClass'],
    }, ''],
  ])('leave them alone: %s', (_, input, text) => {
    const { liveness } = check(cluster(text, input));
    expect(liveness.unknown.map(({ what }) => what).filter(what => /admission|quota|plugin/.test(what))).toEqual([]);
  });
});
