import { BESIDE } from './odd-shapes';
import { ccm, check, Files } from '../rules/input';

/** What changes objects that a proof depends on, beside a cluster that is safe with a DaemonSet kube-system/aws-cloud-controller-manager. */
const verdictsWith = (files: Files) => {
  const { exclusivity, liveness } = check({ in: { ...BESIDE, ...files } });
  return [exclusivity.verdict, liveness.verdict];
};
const object = (apiVersion: string, kind: string, spec: object, more: object = {}): Files =>
  ({ 'policy.yaml': `${JSON.stringify({ apiVersion, kind, metadata: { name: 'p' }, spec, ...more })}\n` });
const RULE = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['daemonsets'] };
const FLAG = { spec: { template: { spec: { containers: [{ '(name)': '*', 'args': ['--leader-elect=false'] }] } } } };
const DATA = { data: { x: 'y' } };
const any = (resources: object) => ({ any: [{ resources }] });
const OTHER = any({ kinds: ['ConfigMap'], names: ['trigger'], namespaces: ['x'] });
const SET = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-cloud-controller-manager' };
const rule = (own: object) => object('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'r', match: OTHER, ...own }] });
const targets = (target: object, patch: object = FLAG) => rule({ mutate: { targets: [target], patchStrategicMerge: patch } });
const generate = (own: object) => rule({ generate: own });
const mutating = (own: object) => object('policies.kyverno.io/v1alpha1', 'MutatingPolicy', { matchConstraints: {}, ...own });
const webhook = (fields: object): Files => object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', {}, {
  webhooks: [{ name: 'w', rules: [{ ...RULE, apiGroups: [''], resources: ['pods'] }], ...fields }],
});
const on = (group: string, resource: string) => webhook({ rules: [{ ...RULE, apiGroups: [group], resources: [resource] }] });
const exists = (key: string, operator = 'Exists') => webhook({ objectSelector: { matchExpressions: [{ key, operator }] } });
const flux = (spec: object) => object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', { path: './manifests', sourceRef: {}, ...spec });
const OPERATION = '- op: add\n  path: /spec/template/spec/containers/0/args/-\n  value: --leader-elect=false\n';
const patch = (target: object | undefined, text = OPERATION, more: object = {}) => flux({ patches: [{ target, patch: text }], ...more });
const merge = (name: string, spec: string) => `apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: ${name}\nspec: ${spec}\n`;
const argo = (source: object) => object('argoproj.io/v1alpha1', 'Application', { source: { repoURL: 'x', path: 'manifests', ...source } });
const karmada = (selectors: object[]) => object('policy.karmada.io/v1alpha1', 'ClusterOverridePolicy', {
  resourceSelectors: selectors, overrideRules: [{ overriders: { argsOverrider: [{ containerName: 'x', operator: 'add', value: ['--v=2'] }] } }],
});
const ANY_SET = { apiVersion: 'apps/v1', kind: 'DaemonSet' };
const otherKind = (kind: string): Files => ({ 'manifests/ccm.yaml': ccm({})['ccm.yaml'].replace('kind: DaemonSet', `kind: ${kind}`) });
const withConfig: Files = {
  'manifests/ccm.yaml': ccm({})['ccm.yaml'].replace(/( +)(image: .*)/, '$1$2\n$1envFrom: [{configMapRef: {name: settings}}]'),
  'cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: kube-system}\ndata: {A: b}\n',
};
const bound: Files = {
  'rbac.yaml': `${JSON.stringify({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'ccm' },
    roleRef: { kind: 'ClusterRole', name: 'cluster-admin', apiGroup: 'rbac.authorization.k8s.io' },
    subjects: [{ kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' }],
  })}\n`,
};

describe('objects that the proof depends on', () => {
  it.each<[string, Files]>([
    ['targets of Kyverno', targets(SET)],
    ['targets of Kyverno with a wildcard', targets({ ...SET, name: 'aws-*' })],
    ['targets of Kyverno that are filled in later', targets({ ...SET, name: '{{ request.object.data.name }}' })],
    ['a copy of the workload', generate({ kind: 'StatefulSet', name: 'x', namespace: 'y', clone: SET })],
    ['a copy of all workloads', generate({ namespace: 'y', cloneList: { namespace: 'kube-system', kinds: ['apps/v1/DaemonSet'] } })],
    ['an object that comes over it', generate({ ...SET, data: {} })],
    ['clean-up of workloads', object('kyverno.io/v2', 'ClusterCleanupPolicy', { schedule: '* * * * *', match: any({ kinds: ['DaemonSet'] }) })],
    ['targets of a MutatingPolicy', mutating({ targetMatchConstraints: { resourceRules: [RULE] } })],
    ['targets of a MutatingPolicy in an expression', mutating({ targetMatchConstraints: { expression: 'x' } })],
    ['a DeletingPolicy', object('policies.kyverno.io/v1alpha1', 'DeletingPolicy', { matchConstraints: { resourceRules: [RULE] } })],
    ['a GeneratingPolicy', object('policies.kyverno.io/v1alpha1', 'GeneratingPolicy', {
      variables: [{ name: 'x', expression: 'resource.Get("apps/v1", "daemonsets", "kube-system", "aws-cloud-controller-manager")' }],
    })],
    ['a webhook on ReplicaSets of a Deployment', { ...otherKind('Deployment'), ...on('apps', 'replicasets') }],
    ['a webhook on revisions of a DaemonSet', on('apps', 'controllerrevisions')],
    ['a webhook on a label that the controller adds', exists('controller-revision-hash')],
    ['a webhook on the value of such a label', webhook({ objectSelector: { matchLabels: { 'pod-template-generation': '1' } } })],
    ['a webhook on leases', on('coordination.k8s.io', 'leases')],
    ['a webhook on nodes', on('', 'nodes')],
    ['a webhook on bindings of its account', { ...bound, ...on('rbac.authorization.k8s.io', 'clusterrolebindings') }],
    ['Kyverno on its ConfigMap', { ...withConfig, ...rule({ match: any({ kinds: ['ConfigMap'] }), mutate: { patchStrategicMerge: DATA } }) }],
    ['Kyverno that makes its ConfigMap', {
      ...withConfig, ...generate({ kind: 'ConfigMap', name: 'settings', namespace: 'kube-system', data: DATA }),
    }],
    ['a patch of Flux by kind', patch({ kind: 'DaemonSet' })],
    ['a patch of Flux by a label', patch({ labelSelector: 'tier=control-plane', kind: 'DaemonSet' })],
    ['a patch of Flux by a pattern of its name', patch({ kind: 'DaemonSet', name: 'aws-.*' })],
    ['a patch of Flux for a folder that is not there', patch({ kind: 'Daemon.*' }, OPERATION, { path: './elsewhere' })],
    ['a strategic patch of Flux', patch(undefined, merge('aws-cloud-controller-manager', '{template: {spec: {hostNetwork: false}}}'))],
    ['a strategic patch of Flux in its older form', flux({ patchesStrategicMerge: [{ ...SET, metadata: { name: SET.name }, spec: { x: 1 } }] })],
    ['a prefix of Flux', flux({ namePrefix: 'x-' })],
    ['another namespace of Flux', flux({ targetNamespace: 'x' })],
    ['components of Flux', flux({ components: ['../x'] })],
    ['an image of Flux', flux({ path: './x', images: [{ name: 'registry.k8s.io/provider-aws/cloud-controller-manager', newTag: 'v1.26.0' }] })],
    ['a patch of Argo CD', argo({ kustomize: { patches: [{ target: { kind: 'DaemonSet' }, patch: OPERATION }] } })],
    ['an image of Argo CD', argo({ kustomize: { images: ['registry.k8s.io/provider-aws/cloud-controller-manager=x:v1'] } })],
    ['replicas of Argo CD', argo({ kustomize: { replicas: [{ name: 'aws-cloud-controller-manager', count: 0 }] } })],
    ['a plugin of Argo CD', argo({ plugin: { name: 'x' } })],
    ['a patch of an ApplicationSet', object('argoproj.io/v1alpha1', 'ApplicationSet', {
      template: { spec: { source: { path: '{{ path }}', kustomize: { patches: [{ target: { kind: 'DaemonSet' }, patch: OPERATION }] } } } },
    })],
    ['an override of Karmada', karmada([ANY_SET])],
    ['an override of Karmada by a label', karmada([{ ...ANY_SET, labelSelector: { matchLabels: { tier: 'cp' } } }])],
    ['an override of Karmada of all', karmada([])],
    ['a patch of an operator', object('redhatcop.redhat.io/v1alpha1', 'Patch', {
      patches: { x: { targetObjectRef: { apiVersion: 'apps/v1', kind: 'DaemonSet', name: SET.name }, patchTemplate: 'x' } },
    })],
    ['an overlay of an operator', object('install.example.com/v1', 'Platform', {
      k8s: { overlays: [{ kind: 'DaemonSet', name: SET.name, patches: [{ path: 'x', value: 'y' }] }] },
    })],
  ])('may be changed: %s', (_, files) => expect(verdictsWith(files)).toEqual(['unknown', 'unknown']));

  it.each<[string, Files]>([
    ['targets of Kyverno elsewhere', targets({ ...SET, name: 'fluent-bit' })],
    ['targets of Kyverno of another kind', targets({ apiVersion: 'v1', kind: 'Secret', namespace: 'x', name: 'y' })],
    ['targets of Kyverno that get labels', targets(SET, { metadata: { labels: { a: 'b' } } })],
    ['a copy of a Secret',
      generate({ kind: 'Secret', name: 'pull', namespace: '{{request.object.metadata.name}}', clone: { namespace: 'x', name: 'y' } })],
    ['network policies that are made', generate({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'x', namespace: 'y', data: {} })],
    ['clean-up of other kinds', object('kyverno.io/v2', 'ClusterCleanupPolicy', { match: any({ kinds: ['Job'], namespaces: ['ci'] }) })],
    ['clean-up of pods, which are made again', object('kyverno.io/v2', 'ClusterCleanupPolicy', { match: any({ kinds: ['Pod'] }) })],
    ['a CleanupPolicy of another namespace', {
      'policy.yaml': `${JSON.stringify({
        apiVersion: 'kyverno.io/v2', kind: 'CleanupPolicy', metadata: { name: 'p', namespace: 'ci' }, spec: { match: any({ kinds: ['DaemonSet'] }) },
      })}\n`,
    }],
    ['targets of a MutatingPolicy of another kind',
      mutating({ targetMatchConstraints: { resourceRules: [{ ...RULE, apiGroups: [''], resources: ['services'] }] } })],
    ['a GeneratingPolicy of something else', object('policies.kyverno.io/v1alpha1', 'GeneratingPolicy', {
      variables: [{ name: 'x', expression: 'resource.Get("v1", "secrets", "x", "pull")' }],
    })],
    ['a webhook on ReplicaSets of a DaemonSet', on('apps', 'replicasets')],
    ['a webhook on services', on('', 'services')],
    ['a webhook on pods of a Deployment', exists('pod-template-hash')],
    ['a webhook on pods without a label that they have', exists('controller-revision-hash', 'DoesNotExist')],
    ['a webhook on bindings in namespaces', on('rbac.authorization.k8s.io', 'rolebindings')],
    ['Kyverno on another ConfigMap', {
      ...withConfig, ...rule({ match: any({ kinds: ['ConfigMap'], names: ['x'] }), mutate: { patchStrategicMerge: DATA } }),
    }],
    ['a patch of Flux of another kind', patch({ kind: 'Deployment', name: 'podinfo' })],
    ['a patch of Flux of another name', patch({ kind: 'DaemonSet', name: 'fluent-bit' })],
    ['a patch of Flux for another folder', {
      ...patch({ kind: 'DaemonSet' }, OPERATION, { path: './apps' }), 'apps/cm.yaml': withConfig['cm.yaml'],
    }],
    ['a patch of Flux for labels that it lacks, elsewhere', patch({ labelSelector: 'app=x' }, OPERATION, { path: './elsewhere' })],
    ['a patch of Flux that sets a label', patch({ kind: 'DaemonSet' }, '- op: add\n  path: /metadata/labels/a\n  value: b\n')],
    ['a strategic patch of Flux of another', patch(undefined, merge('fluent-bit', '{template: {spec: {hostNetwork: false}}}'))],
    ['health checks of Flux beside a patch', patch({ kind: 'Service' }, OPERATION, { healthChecks: [ANY_SET] })],
    ['variables of Flux that nothing has', flux({ postBuild: { substitute: { a: 'b' } } })],
    ['the same namespace of Flux', flux({ targetNamespace: 'kube-system' })],
    ['a namespace of Flux for another folder', flux({ path: './elsewhere', targetNamespace: 'x', namePrefix: 'x-' })],
    ['another image of Argo CD', argo({ kustomize: { images: ['podinfo:v2'], replicas: [{ name: 'x', count: 0 }], patches: [] } })],
    ['a chart of Argo CD', object('argoproj.io/v1alpha1', 'Application', { source: { chart: 'x', kustomize: { namePrefix: 'x' } } })],
    ['an override of Karmada of another', karmada([{ ...ANY_SET, name: 'fluent-bit' }])],
    ['an overlay of something else', object('minio.min.io/v2', 'Tenant', { overlays: [{ kind: 'Deployment', name: 'x', patches: [] }] })],
  ])('are left as they are: %s', (_, files) => expect(verdictsWith(files)).toEqual(['holds', 'holds']));
});
