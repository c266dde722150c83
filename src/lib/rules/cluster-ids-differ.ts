import { Finding, Rule } from './rule';
import { isPlaceholder } from '../text/placeholder';
import { clusterIdOf, flagOf, managers, nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const clusterIdsDiffer: Rule = {
  id: 'cluster-ids-differ',
  severity: 'error',
  title: 'The cluster has two ids',
  why: 'AWS resources are found by the tag kubernetes.io/cluster/<id>, with the id of the cloud config or of the instance. --cluster-name does not '
    + 'set it. With two ids, one side does not find what the other made; with one that a single file says, the other side has no id where instances '
    + 'have no tag.',
  fix: 'Use one id: KubernetesClusterID in every cloud config, the same as --cluster-name and as the tag.',
  source: 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/tags.go:63-118; kubernetes/cloud-provider-aws#590',
  check: model => {
    const withIds = managers(model).flatMap(view => clusterIdOf(view) ? [{ view, id: clusterIdOf(view)! }] : []);
    return [...withoutId(managers(model), withIds[0]), ...withIds.flatMap(({ view, id }): Finding[] => {
      const place = view.cloudConfig!.placeOf(id.line);
      const [first] = withIds;
      const name = flagOf(view, 'cluster-name');
      return [
        ...first.id.value !== id.value
          ? [{ place, message: `${nameOf(view)} has the cluster id '${id.value}', ${nameOf(first.view)} has '${first.id.value}'` }] : [],
        ...name?.value !== undefined && name.value !== id.value
          ? [{
            place: name.place,
            severity: 'warning' as const,
            message: `${nameOf(view)} has --cluster-name=${name.value}, but its cloud config says the cluster id is '${id.value}'`,
          }] : [],
      ];
    })];
  },
};

/** Those that know the cluster by the tag of their instance alone, beside one that has its id from a file: there need be no tag. */
function withoutId(views: readonly ComponentView[], first: { readonly view: ComponentView; readonly id: { readonly value: string } } | undefined) {
  if (first === undefined) return [];
  return views.filter(view => view.cloudConfigReading !== undefined && !('error' in view.cloudConfigReading) && clusterIdOf(view) === undefined
    && !isPlaceholder(view.cloudConfig!.text!))
    .map((view): Finding => ({
      place: view.cloudConfig!.placeOf(1),
      severity: 'warning',
      message: `the cloud config of ${nameOf(view)} says no cluster id, and that of ${nameOf(first.view)} says '${first.id.value}'; `
        + 'it knows the cluster by a tag of its instance alone',
    }));
}
