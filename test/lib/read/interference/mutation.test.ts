import { check } from '../../rules/input';
import { BESIDE } from '../odd-shapes';

/** What changes pods on their way into the cluster, beside a cluster that is safe with a DaemonSet kube-system/aws-cloud-controller-manager. */
const verdictOf = (...objects: object[]) => {
  const policies = objects.map(one => `${JSON.stringify({ metadata: { name: 'p' }, ...one })}\n`).join('---\n');
  const { exclusivity, liveness } = check({ in: { ...BESIDE, 'policy.yaml': policies } });
  return [exclusivity.verdict, liveness.verdict];
};

const FLAGS = { patchStrategicMerge: { spec: { containers: [{ '(name)': '*', 'args': ['--leader-elect=false'] }] } } };
const kyverno = (match: object, mutate: object = FLAGS, exclude?: object, kind = 'ClusterPolicy') =>
  ({ apiVersion: 'kyverno.io/v1', kind, spec: { rules: [{ name: 'r', match, exclude, mutate }] } });
const any = (resources: object) => ({ any: [{ resources }] });
const gatekeeper = (kind: string, match: object, location = 'spec.containers[name:*].args', value?: unknown) => ({
  apiVersion: 'mutations.gatekeeper.sh/v1',
  kind,
  spec: { applyTo: [{ groups: [''], kinds: ['Pod'], versions: ['v1'] }], match, location, parameters: { assign: { value } } },
});
const PODS = any({ kinds: ['Pod'] });
const merge = (patch: object) => [kyverno(PODS, { patchStrategicMerge: patch })];
const container = (own: object) => merge({ spec: { containers: [{ '(name)': '*', ...own }] } });
const operation = (path: string, value: unknown, op = 'add') => [kyverno(PODS, { patchesJson6902: JSON.stringify([{ op, path, value }]) })];
const CONTAINER = '/spec/containers/0';
const assign = (field: string, value: unknown) => [gatekeeper('Assign', {}, `spec.containers[name:*].${field}`, value)];
/** With this Kyverno does not leave kube-system alone. */
const configured = (data: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kyverno', namespace: 'kyverno' }, data });
const REACHED = configured({ resourceFilters: '[Event,*,*][*/*,kyverno,*]', webhooks: '[{"namespaceSelector":{}}]' });
const RULE = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const webhook = (fields: object) => ({
  apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', webhooks: [{ name: 'w', rules: [RULE], ...fields }],
});
const policy = (rule: object = RULE) => ({
  apiVersion: 'admissionregistration.k8s.io/v1beta1', kind: 'MutatingAdmissionPolicy', spec: { matchConstraints: { resourceRules: [rule] } },
});
const binding = { apiVersion: 'admissionregistration.k8s.io/v1beta1', kind: 'MutatingAdmissionPolicyBinding', spec: { policyName: 'p' } };

it.each<[string, object[]]>([
  ['Kyverno on every pod', [kyverno(any({ kinds: ['Pod'] }))]],
  ['Kyverno on DaemonSets by group and version', [kyverno(any({ kinds: ['apps/v1/DaemonSet'] }))]],
  ['Kyverno on names with a wildcard', [kyverno({ all: [{ resources: { kinds: ['DaemonSet'], names: ['aws-*'], namespaces: ['kube-*'] } }] })]],
  ['Kyverno in its older form', [kyverno({ resources: { kinds: ['*'] } })]],
  ['Kyverno that leaves another namespace out', [kyverno(any({ kinds: ['Pod'] }), FLAGS, any({ namespaces: ['default'] }))]],
  ['Kyverno that leaves the workload out, and not its pods', [kyverno(any({ kinds: ['Pod'] }), FLAGS, any({ kinds: ['DaemonSet'] }))]],
  ['Kyverno that leaves out what is said in another way', [kyverno(any({ kinds: ['Pod'] }), FLAGS, any({ annotations: { a: 'b' } }))]],
  ['Kyverno with a JSON patch', [kyverno(any({ kinds: ['Pod'] }), { patchesJson6902: '- op: add' })]],
  ['a MutatingPolicy of Kyverno', [{ ...policy(), apiVersion: 'policies.kyverno.io/v1alpha1', kind: 'MutatingPolicy' }]],
  ['Gatekeeper Assign', [gatekeeper('Assign', { scope: 'Namespaced' })]],
  ['Gatekeeper ModifySet in the namespace', [gatekeeper('ModifySet', { namespaces: ['kube-system'] })]],
  ['a webhook on every pod', [webhook({})]],
  ['a webhook on DaemonSets', [webhook({ rules: [{ ...RULE, apiGroups: ['apps'], resources: ['daemonsets'], operations: ['*'] }] })]],
  ['a webhook that leaves another namespace out', [webhook({
    namespaceSelector: {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['default'] }],
    },
  })]],
  ['a webhook for a label that the namespace has', [webhook({ namespaceSelector: { matchLabels: { inject: 'yes' } } }), {
    apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', labels: { inject: 'yes' } },
  }]],
  ['a MutatingAdmissionPolicy that is bound', [policy(), binding]],
  ['a limit of memory that is too little', container({ resources: { limits: { memory: '4Mi' } } })],
  ['a limit of memory by an operation', operation(`${CONTAINER}/resources/limits/memory`, '4Mi')],
  ['a limit of memory by Gatekeeper', assign('resources.limits', { memory: '4Mi' })],
  ['more memory than a node may have', container({ resources: { requests: { memory: '64Gi' } } })],
  ['memory by a variable', container({ resources: { limits: { memory: '{{ x }}' } } })],
  ['a user that may not be root', container({ securityContext: { runAsNonRoot: true } })],
  ['the same of the pod', merge({ spec: { securityContext: { '+(runAsNonRoot)': true } } })],
  ['the same by an operation', operation(`${CONTAINER}/securityContext`, { runAsNonRoot: true })],
  ['a profile of its node', assign('securityContext.seccompProfile', { type: 'Localhost', localhostProfile: 'x' })],
  ['an image that is never pulled', assign('imagePullPolicy', 'Never')],
  ['a label by which it knows its pods', merge({ metadata: { labels: { 'k8s-app': 'x' } } })],
  ['the same by an operation that takes it out', operation('/metadata/labels/k8s-app', undefined, 'remove')],
  ['an annotation at which it is not applied', [kyverno(any({ kinds: ['DaemonSet'] }), {
    patchStrategicMerge: { metadata: { annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' } } },
  })]],
  ['an operation that moves something', operation(`${CONTAINER}/args`, undefined, 'move')],
])('%s may change the pods', (_, objects) => expect(verdictOf(...objects)).toEqual(['unknown', 'unknown']));

it.each<[string, object[]]>([
  ['Kyverno on other kinds', [kyverno(any({ kinds: ['Ingress', 'Service'] }))]],
  ['Kyverno in other namespaces', [kyverno(any({ kinds: ['Pod'], namespaces: ['team-*'] }))]],
  ['Kyverno that leaves the namespace out', [kyverno(any({ kinds: ['Pod'] }), FLAGS, any({ namespaces: ['kube-system'] }))]],
  ['Kyverno that sets labels and resources', [kyverno(any({ kinds: ['Pod'] }), {
    patchStrategicMerge: {
      metadata: { labels: { '+(team)': 'x' } }, spec: { containers: [{ '(name)': '*', 'resources': { limits: { memory: '1Gi' } } }] },
    },
  })]],
  ['a label by an operation', operation('/metadata/labels/a', 'b')],
  ['enough memory by an operation', operation(`${CONTAINER}/resources`, { limits: { memory: '512Mi', cpu: '500m' } })],
  ['an image that is always pulled', assign('imagePullPolicy', 'Always')],
  ['what a container may not do', container({
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
  })],
  ['a Policy of Kyverno in another namespace', [{
    ...kyverno(any({ kinds: ['Pod'] }), FLAGS, undefined, 'Policy'),
    metadata: {
      name: 'p', namespace: 'x',
    },
  }]],
  ['Kyverno that leaves the workload and its pods out', [kyverno(any({ kinds: ['Pod', 'DaemonSet'] }), FLAGS, any({ names: ['aws-cloud-*'] }))]],
  ['Kyverno that validates', [{
    apiVersion: 'kyverno.io/v1', kind: 'ClusterPolicy', spec: { rules: [{ match: any({ kinds: ['Pod'] }), validate: {} }] },
  }]],
  ['Gatekeeper on another namespace', [gatekeeper('Assign', { namespaces: ['team-*'] })]],
  ['Gatekeeper that leaves the namespace out', [gatekeeper('Assign', { excludedNamespaces: ['kube-*'] })]],
  ['Gatekeeper AssignMetadata', [gatekeeper('AssignMetadata', {}, 'metadata.labels.x')]],
  ['a webhook on its own kinds', [webhook({ rules: [{ ...RULE, apiGroups: ['cert-manager.io'], resources: ['certificates'] }] })]],
  ['a webhook for labelled namespaces', [webhook({ namespaceSelector: { matchLabels: { 'istio-injection': 'enabled' } } })]],
  ['a webhook that leaves the namespace out', [webhook({
    namespaceSelector: {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system'] }],
    },
  })]],
  ['a webhook for labelled pods', [webhook({ objectSelector: { matchLabels: { inject: 'true' } } })]],
  ['a webhook for deletions', [webhook({ rules: [{ ...RULE, operations: ['DELETE'] }] })]],
  ['a MutatingAdmissionPolicy that is not bound', [policy()]],
])('%s changes none', (_, objects) => expect(verdictOf(...objects)).toEqual(['holds', 'holds']));

describe('a field of a container', () => {
  const LIMIT = (name: string, value: string) => ({ resources: { limits: { [name]: value } } });
  const own = (fields: object) => ({ securityContext: fields });
  const inManifest = (fields: object) => {
    const lines = Object.entries(fields).map(([key, value]) => `        ${key}: ${JSON.stringify(value)}\n`).join('');
    const { liveness } = check({ in: { ...BESIDE, 'manifests/ccm.yaml': BESIDE['manifests/ccm.yaml'].replace('        args:\n', `${lines}$&`) } });
    return liveness.verdict;
  };
  it.each<[object, string]>([
    [LIMIT('memory', '1Ki'), 'broken'], [LIMIT('memory', '4Mi'), 'broken'], [LIMIT('memory', '16Mi'), 'unknown'], [LIMIT('memory', '512Mi'), 'holds'],
    [LIMIT('cpu', '1m'), 'unknown'], [LIMIT('cpu', '100m'), 'holds'],
    [own({ runAsNonRoot: true }), 'broken'], [own({ runAsNonRoot: false }), 'holds'], [own({ runAsUser: 0 }), 'holds'],
    ...['seccompProfile', 'appArmorProfile'].flatMap((profile): [object, string][] => [
      [own({ [profile]: { type: 'Localhost', localhostProfile: 'x' } }), 'unknown'], [own({ [profile]: { type: 'RuntimeDefault' } }), 'holds'],
    ]),
    [{ imagePullPolicy: 'Never' }, 'unknown'], [{ imagePullPolicy: 'Always' }, 'holds'], [{ imagePullPolicy: 'IfNotPresent' }, 'holds'],
    [own({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false }), 'holds'],
  ])('%j is no safer by a policy or a patch than in the manifest: %s', (fields, expected) => {
    expect(inManifest(fields)).toBe(expected);
    expect(verdictOf(...container(fields), REACHED)[1]).toBe(expected);
    const changed = [verdictOf(...container(fields)), verdictOf(...Object.entries(fields).flatMap(([key, value]) => assign(key, value))),
      verdictOf(...Object.entries(fields).flatMap(([key, value]) => operation(`${CONTAINER}/${key}`, value)))];
    // Kyverno is installed to leave kube-system alone, and of Gatekeeper it is not known whether it comes before or after others.
    expect(changed.map(([, liveness]) => liveness)).toEqual(Array(3).fill(expected === 'holds' ? 'holds' : 'unknown'));
  });
});

describe('a policy of Kyverno that surely changes a workload', () => {
  const TOO_LITTLE = { limits: { memory: '4Mi' } };
  const own = { name: 'aws-cloud-controller-manager', resources: TOO_LITTLE };
  const pod = (patch: object) => ({ patchStrategicMerge: { spec: patch } });
  const template = (patch: object) => ({ patchStrategicMerge: { spec: { template: { spec: patch } } } });
  const DAEMON_SETS = any({ kinds: ['apps/v1/DaemonSet'], namespaces: ['kube-*'] });
  const policyWith = (more: object) => {
    const { spec, ...rest } = kyverno(PODS, pod({ containers: [own] }));
    return { ...rest, spec: { ...spec, ...more } };
  };

  it.each<[string, object[], string]>([
    ['its pods, by the name of a container', [kyverno(PODS, pod({ containers: [own] }))], 'broken'],
    ['its pods, by the names of containers', [kyverno(PODS, pod({ containers: [{ '(name)': 'aws-*', 'resources': TOO_LITTLE }] }))], 'broken'],
    ['itself', [kyverno(DAEMON_SETS, template({ containers: [own] }))], 'broken'],
    ['its pods, by operations', [kyverno(PODS, {
      patchesJson6902: '- {op: add, path: /spec/containers/0/resources, value: {limits: {memory: 4Mi}}}',
    })], 'broken'],
    ['what is not there', [kyverno(PODS, pod({ containers: [{ '(name)': '*', '+(resources)': TOO_LITTLE }] }))], 'broken'],
    ['nothing of what is there', [kyverno(PODS, pod({ containers: [{ '(name)': '*', '+(image)': 'x', 'resources': TOO_LITTLE }] }))], 'broken'],
    ['its user, as it may be', [kyverno(PODS, pod({ securityContext: { runAsNonRoot: true, runAsUser: 65532 } }))], 'holds'],
    ['it, and something else of it', [
      kyverno(PODS, pod({ containers: [own] })), { ...kyverno(PODS, pod({ hostPID: true })), metadata: { name: 'q' } },
    ], 'unknown'],
    ['it, beside a webhook', [kyverno(PODS, pod({ containers: [own] })), webhook({})], 'unknown'],
    ['it and its pods', [kyverno(any({ kinds: ['Pod', 'DaemonSet'] }), pod({ containers: [own] }))], 'unknown'],
    ['where its pods run', [kyverno(PODS, pod({ nodeSelector: { a: 'b' } }))], 'unknown'],
    ['what it runs', [kyverno(PODS, FLAGS)], 'unknown'],
    ['it by a variable', [kyverno(PODS, pod({ containers: [{ ...own, resources: { limits: { memory: '{{ x }}' } } }] }))], 'unknown'],
    ['it on a condition', [kyverno(PODS, pod({ '(hostNetwork)': true, 'containers': [own] }))], 'unknown'],
    ['containers that it does not have', [kyverno(PODS, pod({ containers: [{ '(name)': 'x', 'resources': TOO_LITTLE }] }))], 'unknown'],
    ['it for some users', [kyverno({ any: [{ resources: { kinds: ['Pod'] }, subjects: [] }] }, pod({ containers: [own] }))], 'unknown'],
    ['it, with exceptions', [kyverno(PODS, pod({ containers: [own] }), any({ namespaces: ['x'] }))], 'unknown'],
    ['it by its annotations', [kyverno(any({ kinds: ['Pod'], annotations: { a: 'b' } }), pod({ containers: [own] }))], 'unknown'],
    ['it by a selector', [kyverno(any({ kinds: ['Pod'], selector: { matchLabels: { 'k8s-app': 'ccm' } } }),
      pod({ containers: [own] }))], 'broken'],
    ['it, if Kyverno runs', [policyWith({ failurePolicy: 'Ignore' })], 'unknown'],
    ['it in the background', [policyWith({ admission: false })], 'unknown'],
    ['it by its first rule', [policyWith({ applyRules: 'One' })], 'unknown'],
    ['it by the wrong path', [kyverno(PODS, { patchesJson6902: '- {op: add, path: /spec/containers/7/tty, value: true}' })], 'unknown'],
    ['it, on preconditions', [{ ...kyverno({}), spec: { rules: [{ match: PODS, preconditions: {}, mutate: pod({ containers: [own] }) }] } }],
      'unknown'],
  ])('changes %s: %s', (_, objects, expected) => expect(verdictOf(...objects, REACHED)[1]).toBe(expected));

  it.each<[string, object[], string]>([
    ['no configuration is there', [], 'unknown'],
    ['no filter says what is left out', [configured({})], 'unknown'],
    ['a filter leaves it out', [configured({ resourceFilters: '[Pod,kube-*,*]' })], 'unknown'],
    ['its webhook does', [configured({
      resourceFilters: '',
      webhooks: '{"namespaceSelector":{"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"NotIn",'
        + '"values":["kube-system"]}]}}',
    })], 'unknown'],
    ['its webhook cannot be read', [configured({ resourceFilters: '', webhooks: '{' })], 'unknown'],
    ['its webhook is for some objects', [configured({ resourceFilters: '', webhooks: '[{"objectSelector":{}}]' })], 'unknown'],
    ['some users are left out', [configured({ resourceFilters: '', excludeUsernames: 'system:serviceaccount:*' })], 'unknown'],
    ['there are two configurations', [REACHED, configured({})], 'unknown'],
    ['nothing is left out', [configured({ resourceFilters: '[Node,*,*]' })], 'broken'],
  ])('does, or not, where %s: %s', (_, objects, expected) =>
    expect(verdictOf(kyverno(PODS, pod({ containers: [own] })), ...objects)[1]).toBe(expected));
});
