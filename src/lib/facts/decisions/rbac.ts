import { DecisionTable } from './decision';

const OF_API_SERVER = 'the API server sets it, and no controller reads it';

/** Roles and their bindings, with all that stands in them. */
export const RBAC_DECISIONS: DecisionTable = {
  title: 'Rights: ClusterRole, Role and their bindings',
  rows: [
    {
      names: ['ClusterRole.apiVersion', 'ClusterRole.kind', 'ClusterRoleBinding.apiVersion', 'ClusterRoleBinding.kind', 'Role.apiVersion',
        'Role.kind', 'RoleBinding.apiVersion', 'RoleBinding.kind'],
      decides: ['rights', 'what'],
    },
    {
      names: ['ClusterRole.metadata', 'ClusterRole.rules', 'ClusterRoleBinding.metadata', 'ClusterRoleBinding.roleRef', 'ClusterRoleBinding.subjects',
        'Role.metadata', 'Role.rules', 'RoleBinding.metadata', 'RoleBinding.roleRef', 'RoleBinding.subjects'],
      decides: 'rights',
    },
    {
      // A rule of resources that has addresses as well is refused.
      names: ['PolicyRule.apiGroups', 'PolicyRule.nonResourceURLs', 'PolicyRule.resourceNames', 'PolicyRule.resources', 'PolicyRule.verbs'],
      decides: 'rights',
    },
    {
      names: ['AggregationRule.clusterRoleSelectors', 'ClusterRole.aggregationRule', 'LabelSelector.matchExpressions', 'LabelSelector.matchLabels',
        'LabelSelectorRequirement.key', 'LabelSelectorRequirement.operator', 'LabelSelectorRequirement.values'],
      decides: 'rights',
    },
    {
      names: ['RoleRef.apiGroup', 'RoleRef.kind', 'RoleRef.name', 'Subject.apiGroup', 'Subject.kind', 'Subject.name', 'Subject.namespace'],
      decides: 'rights',
    },
    {
      names: ['ObjectMeta.annotations', 'ObjectMeta.deletionTimestamp', 'ObjectMeta.labels', 'ObjectMeta.name', 'ObjectMeta.namespace',
        'ObjectMeta.ownerReferences', 'OwnerReference.kind', 'OwnerReference.name'],
      decides: 'rights',
    },
    {
      names: ['OwnerReference.apiVersion', 'OwnerReference.blockOwnerDeletion', 'OwnerReference.controller', 'OwnerReference.uid'],
      harmless: 'that there is an owner counts, and whether the input has it',
    },
    {
      names: ['ObjectMeta.clusterName', 'ObjectMeta.creationTimestamp', 'ObjectMeta.deletionGracePeriodSeconds', 'ObjectMeta.generation',
        'ObjectMeta.managedFields', 'ObjectMeta.resourceVersion', 'ObjectMeta.selfLink', 'ObjectMeta.uid'],
      harmless: OF_API_SERVER,
    },
    {
      names: ['ManagedFieldsEntry.apiVersion', 'ManagedFieldsEntry.fieldsType', 'ManagedFieldsEntry.fieldsV1', 'ManagedFieldsEntry.manager',
        'ManagedFieldsEntry.operation', 'ManagedFieldsEntry.subresource', 'ManagedFieldsEntry.time'],
      harmless: 'who wrote a field, and when',
    },
    { names: ['ObjectMeta.finalizers'], harmless: 'it keeps an object that is deleted, which counts as gone' },
    { names: ['ObjectMeta.generateName'], harmless: 'it counts only without a name' },
  ],
};
