import { upstreamAwsRules } from '../../facts/aws-ccm-rules';
import { AwsCcmRelease } from '../../facts/ccm-releases';
import { RbacRule } from '../../kubernetes/rbac-rule';
import { CcmDifference, metIf } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/**
 * Upstream's own manifests; the rules of this library do not change with the release. What roles of the input lack, the proof of the upgraded input
 * says.
 */
export function rbacDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { hasRoles }: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [before, after].map(({ linkedMinor }) => grantsOf(upstreamAwsRules(linkedMinor).base));
  const only = (these: ReadonlyMap<string, readonly string[]>, others: ReadonlyMap<string, readonly string[]>, says: string) =>
    [...these].flatMap(([resource, verbs]): readonly CcmDifference[] => {
      const left = verbs.filter(verb => others.get(resource)?.includes(verb) !== true);
      return left.length === 0 ? [] : [metIf(hasRoles === true ? false : undefined, {
        topic: 'rbac',
        says: `upstream's ClusterRole ${says} ${left.join(', ')} on ${resource}`,
        source: 'kubernetes/cloud-provider-aws examples/existing-cluster/base',
      })];
    });
  return [...only(has, had, 'grants'), ...only(had, has, 'no longer grants')];
}

/** Verbs by resource. */
function grantsOf(rules: readonly RbacRule[]): ReadonlyMap<string, readonly string[]> {
  const grants = new Map<string, readonly string[]>();
  for (const { apiGroups = [], resources = [], verbs } of rules) {
    for (const name of apiGroups.flatMap(group => resources.map(resource => `${resource}${group === '' ? '' : `.${group}`}`))) {
      grants.set(name, [...new Set([...grants.get(name) ?? [], ...verbs])].sort());
    }
  }
  return grants;
}
