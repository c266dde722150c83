import { Schema } from './schema';
import { RBAC_DECISIONS } from '../../../../src/lib/facts/decisions/rbac';
import { generatedObjectTypes } from '../../../../src/lib/facts/generated';
import { ccm, Files, KCM_27, node } from '../../rules/input';

type Fields = Record<string, unknown>;

const TYPES = ['AggregationRule', 'ClusterRole', 'ClusterRoleBinding', 'LabelSelector', 'LabelSelectorRequirement', 'ManagedFieldsEntry',
  'ObjectMeta', 'OwnerReference', 'PolicyRule', 'Role', 'RoleBinding', 'RoleRef', 'Subject'];

const apiVersion = 'rbac.authorization.k8s.io/v1';
/** Rights are looked for by what upstream calls them, and by the account. */
const NAME = 'system:cloud-controller-manager';
const rule = (apiGroup: string, resource: string, ...verbs: readonly string[]) => ({ apiGroups: [apiGroup], resources: [resource], verbs });

/** Rights of a CCM: a ClusterRole that is filled from another one, and a Role for its lock. */
function objects() {
  const requirement: Fields = { key: 'to', operator: 'In', values: ['ccm'] };
  const selector: Fields = { matchExpressions: [requirement] };
  const aggregationRule: Fields = { clusterRoleSelectors: [selector] };
  const all: Fields = { apiVersion, kind: 'ClusterRole', metadata: { name: NAME }, aggregationRule, rules: [] };
  const rules = [
    rule('', 'nodes', 'list', 'watch', 'update', 'patch', 'get', 'delete'), rule('', 'nodes/status', 'patch'), rule('', 'services', 'list', 'watch'),
    rule('', 'services/status', 'patch'),
  ];
  const metadata: Fields = { name: 'part', labels: { to: 'ccm' } };
  const part: Fields = { apiVersion, kind: 'ClusterRole', metadata, rules };
  const subject: Fields = { kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' };
  const roleRef: Fields = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME };
  const bindingOfAll: Fields = { apiVersion, kind: 'ClusterRoleBinding', metadata: { name: NAME }, roleRef, subjects: [subject] };
  const ofRole: Fields = { name: 'lock', namespace: 'kube-system' };
  const role: Fields = { apiVersion, kind: 'Role', metadata: ofRole, rules: [rule('coordination.k8s.io', 'leases', 'create', 'get', 'update')] };
  const binding: Fields = {
    apiVersion,
    kind: 'RoleBinding',
    metadata: { name: 'lock', namespace: 'kube-system' },
    roleRef: { kind: 'Role', name: 'lock' },
    subjects: [{ ...subject }],
  };
  const owner: Fields = { apiVersion, kind: 'ClusterRole', name: NAME, uid: 'a' };
  const managed: Fields = { manager: 'kubectl', operation: 'Apply' };
  const places: Readonly<Record<string, Fields>> = {
    AggregationRule: aggregationRule,
    ClusterRole: part,
    ClusterRoleBinding: bindingOfAll,
    LabelSelector: selector,
    LabelSelectorRequirement: requirement,
    ManagedFieldsEntry: managed,
    ObjectMeta: ofRole,
    OwnerReference: owner,
    PolicyRule: rules[0],
    Role: role,
    RoleBinding: binding,
    RoleRef: roleRef,
    Subject: subject,
  };
  return { documents: [all, part, bindingOfAll, role, binding], places, all, metadata, ofRole, owner, managed };
}

const ANOTHER = { kind: 'ServiceAccount', name: 'x', namespace: 'y' };
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'AggregationRule.clusterRoleSelectors': [[], [{ matchLabels: { to: 'another' } }]],
  'ClusterRole.aggregationRule': [{ clusterRoleSelectors: [] }],
  'LabelSelector.matchExpressions': [[{ key: 'to', operator: 'DoesNotExist' }]],
  'LabelSelector.matchLabels': [{ to: 'another' }],
  'LabelSelectorRequirement.operator': ['NotIn'],
  'LabelSelectorRequirement.values': [['another']],
  'ManagedFieldsEntry.fieldsV1': [{ 'f:rules': {} }],
  'ObjectMeta.annotations': [{ 'helm.sh/hook': 'pre-install' }],
  'ObjectMeta.creationTimestamp': ['2026-01-01T00:00:00Z'],
  'ObjectMeta.deletionGracePeriodSeconds': [30],
  'ObjectMeta.deletionTimestamp': ['2026-01-01T00:00:00Z'],
  'ObjectMeta.finalizers': [['example.com/x']],
  'ObjectMeta.generation': [2],
  'ObjectMeta.labels': [{ to: 'another' }],
  'ObjectMeta.managedFields': [[{ manager: 'kubectl' }]],
  'ObjectMeta.ownerReferences': [[{ kind: 'ConfigMap', name: 'x', uid: 'a' }]],
  'OwnerReference.blockOwnerDeletion': [true],
  'OwnerReference.controller': [true],
  'PolicyRule.apiGroups': [['apps']],
  'PolicyRule.nonResourceURLs': [['/healthz'], ['*']],
  'PolicyRule.resourceNames': [['a']],
  'PolicyRule.resources': [['configmaps']],
  'PolicyRule.verbs': [['get']],
  'RoleRef.kind': ['Role'],
  'Subject.kind': ['User'],
};

/** By the type of a field, where its name does not say. */
function valuesOf(name: string): readonly unknown[] {
  const field = name.slice(name.indexOf('.') + 1);
  if (VALUES[name] !== undefined) return VALUES[name];
  if (field === 'rules') return [[]];
  if (field === 'subjects') return [[ANOTHER]];
  if (field === 'roleRef') return [{ kind: 'ClusterRole', name: 'another' }];
  if (field === 'metadata') return [{ name: 'another', namespace: 'default', deletionTimestamp: '2026-01-01T00:00:00Z' }];
  if (field === 'apiVersion') return name.startsWith('OwnerReference') || name.startsWith('Managed') ? ['v1'] : ['rbac.authorization.k8s.io/v1beta1'];
  return ['another'];
}

export const RBAC_SCHEMA: Schema = {
  table: RBAC_DECISIONS,
  released: () => [...new Set(generatedObjectTypes().rows.filter(({ name }) => TYPES.includes(name))
    .flatMap(({ name, fields }) => Object.keys(fields).map(field => `${name}.${field}`)))],
  input: (name, value) => {
    const made = objects();
    const [type, field] = name.split('.');
    if (type === 'OwnerReference') made.ofRole.ownerReferences = [made.owner];
    if (type === 'ManagedFieldsEntry') made.ofRole.managedFields = [made.managed];
    const place = name === 'ClusterRole.aggregationRule' ? made.all : name === 'ObjectMeta.labels' ? made.metadata : made.places[type];
    if (value !== undefined) place[field] = value;
    const files: Files = Object.fromEntries(made.documents.map((one, index) => [`access-${index}.yaml`, `${JSON.stringify(one)}\n`]));
    return { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm(), ...files } };
  },
  values: valuesOf,
};
