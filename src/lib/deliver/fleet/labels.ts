/** Label of a cluster: the phase that it is to be in. Changing it moves the cluster. */
export const PHASE_LABEL = 'ccm-migration/phase';
/** Label of a cluster: the group with which it moves. */
export const GROUP_LABEL = 'ccm-migration/group';

/** @throws if the groups are not an order */
export function checkGroups(groups: readonly string[]): void {
  if (groups.length === 0) throw new Error('groups is empty, so no cluster would ever move; give at least one, first the one that goes first');
  const twice = groups.find((group, index) => groups.indexOf(group) !== index);
  if (twice !== undefined) throw new Error(`group '${twice}' is in groups twice, so it would move before and after others; give each group once`);
  for (const group of groups) checkLabelValue('group', group);
}

export function checkLabelValue(what: string, value: string): void {
  if (!/^[a-zA-Z0-9]([-_.a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$/.test(value)) {
    throw new Error(`${what} '${value}' cannot be the value of a label; accepted: at most 63 letters, digits and '-_.', first and last a letter or `
      + 'digit');
  }
}

/** A path in a repository, without what a tool may read otherwise. */
export function checkRepositoryPath(prop: string, path: string): string {
  const clean = path.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');
  if (clean === '' || clean.startsWith('/') || clean.split('/').includes('..')) {
    throw new Error(`${prop} '${path}' is not a path from the root of the repository; give one like 'bundles/argocd'`);
  }
  return clean;
}
