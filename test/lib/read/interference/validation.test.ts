import { check } from '../../rules/input';
import { BESIDE } from '../odd-shapes';

/** What may refuse pods on their way into the cluster, beside a cluster that is safe with a DaemonSet kube-system/aws-cloud-controller-manager. */
const verdictOf = (...objects: object[]) => {
  const policies = objects.map(one => `${JSON.stringify({ metadata: { name: 'p' }, ...one })}\n`).join('---\n');
  return check({ in: { ...BESIDE, 'policy.yaml': policies } }).liveness.verdict;
};

const PATTERN = { pattern: { spec: { '=(hostNetwork)': 'false' } } };
const any = (resources: object) => ({ any: [{ resources }] });
const PODS = any({ kinds: ['Pod'] });
const ENFORCE = { validationFailureAction: 'Enforce' };
const kyverno = (spec: object, validate: object | undefined = PATTERN, more: object = {}, kind = 'ClusterPolicy') =>
  ({ apiVersion: 'kyverno.io/v1', kind, spec: { ...spec, rules: [{ name: 'r', match: PODS, validate, ...more }] } });
const RULE = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const ofCel = (fields: object, kind = 'ValidatingPolicy') =>
  ({ apiVersion: 'policies.kyverno.io/v1alpha1', kind, spec: { matchConstraints: { resourceRules: [RULE] }, ...fields } });
const constraint = (spec: object) => ({ apiVersion: 'constraints.gatekeeper.sh/v1beta1', kind: 'K8sPSPHostNetworkingPorts', spec });
const gatekeeperConfig = (fields: object) => ({
  apiVersion: 'config.gatekeeper.sh/v1alpha1', kind: 'Config', spec: { match: [{ excludedNamespaces: ['kube-*'], processes: ['*'], ...fields }] },
});
const admission = (kind: string, fields: object) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, ...fields });
const vap = (constraints: object = {}) =>
  admission('ValidatingAdmissionPolicy', { spec: { matchConstraints: { resourceRules: [RULE], ...constraints } } });
const bound = (fields: object = {}) =>
  admission('ValidatingAdmissionPolicyBinding', { spec: { policyName: 'p', validationActions: ['Deny'], ...fields } });
const webhooks = (fields: object, kind = 'ValidatingWebhookConfiguration') =>
  admission(kind, { webhooks: [{ name: 'w', rules: [RULE], ...fields }] });
const onLeases = { apiGroups: ['coordination.k8s.io'], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['leases'] };
const onCore = (resource: string, operation = 'UPDATE') => ({ rules: [{ ...RULE, operations: [operation], resources: [resource] }] });
const KUBE_SYSTEM = { key: 'kubernetes.io/metadata.name', values: ['kube-system'] };

it.each<[string, object[]]>([
  ['Kyverno that enforces', [kyverno(ENFORCE)]],
  ['Kyverno that enforces in the old spelling', [kyverno({ validationFailureAction: 'enforce' })]],
  ['a rule of Kyverno that enforces', [kyverno({}, { ...PATTERN, failureAction: 'Enforce' })]],
  ['a rule of Kyverno that enforces in some namespaces',
    [kyverno({}, { ...PATTERN, failureActionOverrides: [{ action: 'Enforce', namespaces: ['kube-*'] }] })]],
  ['Kyverno that enforces in some namespaces', [kyverno({ validationFailureActionOverrides: [{ action: 'enforce', namespaces: ['kube-system'] }] })]],
  ['Kyverno that verifies images', [kyverno(ENFORCE, PATTERN, { validate: undefined, verifyImages: [{ imageReferences: ['*'] }] })]],
  ['a Policy of Kyverno in the namespace', [{ ...kyverno(ENFORCE, PATTERN, {}, 'Policy'), metadata: { name: 'p', namespace: 'kube-system' } }]],
  ['Kyverno with preconditions, which are not evaluated', [kyverno(ENFORCE, PATTERN, { preconditions: { all: [] } })]],
  ['a ValidatingPolicy of Kyverno', [ofCel({ validationActions: ['Deny'] })]],
  ['a ValidatingPolicy of Kyverno that does not say what it does', [ofCel({})]],
  ['an ImageValidatingPolicy of Kyverno', [ofCel({ validationActions: ['Audit', 'Deny'] }, 'ImageValidatingPolicy')]],
  ['a constraint of Gatekeeper', [constraint({ match: { kinds: [{ apiGroups: [''], kinds: ['Pod'] }] } })]],
  ['a constraint of Gatekeeper on all', [constraint({ enforcementAction: 'deny' })]],
  ['a constraint of Gatekeeper by places', [constraint({ enforcementAction: 'scoped', scopedEnforcementActions: [{ action: 'deny' }] })]],
  ['a constraint of Gatekeeper that other namespaces are free of', [constraint({}), gatekeeperConfig({ excludedNamespaces: ['default'] })]],
  ['a constraint of Gatekeeper that the audit leaves out', [constraint({}), gatekeeperConfig({ processes: ['audit'] })]],
  ['a ValidatingAdmissionPolicy that is bound', [vap(), bound()]],
  ['a ValidatingAdmissionPolicy that is bound for the namespace', [vap(), bound({ matchResources: { namespaceSelector: {} } })]],
  ['a ValidatingAdmissionPolicy that leaves other kinds out', [vap({ excludeResourceRules: [{ ...RULE, resources: ['services'] }] }), bound()]],
  ['a validating webhook on pods', [webhooks({ failurePolicy: 'Ignore' })]],
  ['a webhook on leases', [webhooks({ rules: [onLeases] })]],
  ['a mutating webhook on leases', [webhooks({ rules: [onLeases] }, 'MutatingWebhookConfiguration')]],
  ['a webhook on everything', [webhooks({ rules: [{ ...RULE, apiGroups: ['*'], operations: ['*'], resources: ['*/*'] }] })]],
  ['a webhook on nodes', [webhooks({ ...onCore('nodes'), namespaceSelector: { matchLabels: { a: 'b' } } })]],
  ['a webhook on the status of nodes', [webhooks(onCore('nodes/*'))]],
  ['a webhook on the status of services', [webhooks(onCore('services/status'))]],
  ['the second of two webhooks', [admission('ValidatingWebhookConfiguration', {
    webhooks: [{ name: 'a', ...onCore('secrets') }, { name: 'b', rules: [onLeases] }],
  })]],
])('%s leaves it unknown', (_, objects) => expect(verdictOf(...objects)).toBe('unknown'));

it.each<[string, object[]]>([
  ['Kyverno that audits', [kyverno({ validationFailureAction: 'Audit' })]],
  ['Kyverno that does not say', [kyverno({})]],
  ['a rule of Kyverno that audits, though its policy enforces', [kyverno(ENFORCE, { ...PATTERN, failureAction: 'Audit' })]],
  ['Kyverno that enforces in other namespaces', [kyverno({ validationFailureActionOverrides: [{ action: 'enforce', namespaces: ['default'] }] })]],
  ['Kyverno that generates', [kyverno(ENFORCE, PATTERN, { generate: {}, validate: undefined })]],
  ['Kyverno that leaves the namespace out', [kyverno(ENFORCE, PATTERN, { exclude: any({ namespaces: ['kube-system'] }) })]],
  ['Kyverno on other kinds', [kyverno(ENFORCE, PATTERN, { match: any({ kinds: ['Ingress'] }) })]],
  ['a Policy of Kyverno in another namespace', [{ ...kyverno(ENFORCE, PATTERN, {}, 'Policy'), metadata: { name: 'p', namespace: 'web' } }]],
  ['a ValidatingPolicy of Kyverno that audits', [ofCel({ validationActions: ['Audit'] })]],
  ['a ValidatingPolicy of Kyverno on services',
    [ofCel({ validationActions: ['Deny'], matchConstraints: { resourceRules: [{ ...RULE, resources: ['services'] }] } })]],
  ['a ValidatingPolicy of another namespace',
    [{ ...ofCel({ validationActions: ['Deny'] }, 'NamespacedValidatingPolicy'), metadata: { name: 'p', namespace: 'web' } }]],
  ['a constraint of Gatekeeper that only tells', [constraint({ enforcementAction: 'dryrun' })]],
  ['a constraint of Gatekeeper that warns', [constraint({ enforcementAction: 'warn' })]],
  ['a constraint of Gatekeeper that warns by places', [constraint({ enforcementAction: 'scoped', scopedEnforcementActions: [{ action: 'warn' }] })]],
  ['a constraint of Gatekeeper on namespaces', [constraint({ match: { kinds: [{ apiGroups: [''], kinds: ['Namespace'] }] } })]],
  ['a constraint of Gatekeeper that leaves the namespace out', [constraint({ match: { excludedNamespaces: ['kube-*'] } })]],
  ['a constraint of Gatekeeper, whose webhook leaves the namespace out', [constraint({}), gatekeeperConfig({})]],
  ['a ConstraintTemplate', [{ apiVersion: 'templates.gatekeeper.sh/v1', kind: 'ConstraintTemplate', spec: {} }]],
  ['a ValidatingAdmissionPolicy without a binding', [vap()]],
  ['a ValidatingAdmissionPolicy that is bound to warn', [vap(), bound({ validationActions: ['Warn', 'Audit'] })]],
  ['a ValidatingAdmissionPolicy whose binding is for other namespaces', [vap(), bound({
    matchResources: { namespaceSelector: { matchLabels: { team: 'web' } } },
  })]],
  ['a ValidatingAdmissionPolicy that leaves pods out', [vap({ excludeResourceRules: [{ ...RULE, operations: ['*'] }] }), bound()]],
  ['the binding of another ValidatingAdmissionPolicy', [vap(), bound({ policyName: 'other' })]],
  ['a webhook on services that are made', [webhooks(onCore('services', 'CREATE'))]],
  ['a webhook on ingresses', [webhooks({ rules: [{ ...RULE, apiGroups: ['networking.k8s.io'], resources: ['ingresses'] }] })]],
  ['a webhook on leases that may fail', [webhooks({ failurePolicy: 'Ignore', rules: [onLeases] })]],
  ['a webhook on leases that leaves kube-system out',
    [webhooks({ rules: [onLeases], namespaceSelector: { matchExpressions: [{ ...KUBE_SYSTEM, operator: 'NotIn' }] } })]],
  ['a webhook on leases with a label', [webhooks({ rules: [onLeases], objectSelector: { matchLabels: { a: 'b' } } })]],
  ['a webhook on leases that are read', [webhooks({ rules: [{ ...onLeases, operations: ['CONNECT'] }] })]],
])('%s refuses nothing of it', (_, objects) => expect(verdictOf(...objects)).toBe('holds'));

it('tells where the policy is, and what is not evaluated', () => {
  const { liveness } = check({ in: { ...BESIDE, 'policy.yaml': JSON.stringify({ metadata: { name: 'p' }, ...kyverno(ENFORCE) }) } });
  expect(liveness.unknown.map(({ what }) => what)).toStrictEqual(['ClusterPolicy p (in/policy.yaml:1) may refuse the pods of DaemonSet '
    + 'aws-cloud-controller-manager: what it asks for is not evaluated']);
});

it('tells which webhook is asked, and about what', () => {
  const { liveness } = check({ in: { ...BESIDE, 'w.yaml': JSON.stringify({ metadata: { name: 'p' }, ...webhooks({ rules: [onLeases] }) }) } });
  expect(liveness.unknown.map(({ file, what }) => [file, what])).toStrictEqual([
    ['in/w.yaml', 'webhook w of ValidatingWebhookConfiguration p is asked about leases, and nothing says that it answers'],
  ]);
});
