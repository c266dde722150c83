import { action } from '../action';
import { drain, DRAIN_SECONDS } from './drain';
import { PACKAGE_SECONDS } from './upgrade-node';
import { SideRef } from '../replaced/group-ref';
import { leases, nodes } from '../rule';

/** A share of the workers of a group is replaced: as many come, then those leave, drained. */
export const replaceWorkers = action<SideRef & { readonly round: 'i' | 'left+1'; readonly rounds: number }>({
  do: 'replace-workers',
  says: 'Replace a share of the workers',
  on: 'operator',
  rights: () => [...drain.kind.rights!({}), nodes('patch', 'delete'), leases('kube-system', 'patch')],
  lasts: DRAIN_SECONDS + 2 * PACKAGE_SECONDS,
  byHand: ({ group, side }) => [
    `# your own commands made nodes of group ${group} in version ${side === 'n' ? 'N' : 'N+1'}, which are Ready`,
    ["while choose_node 'the next one of the others, or nothing'; do",
      ...[...drain.kind.byHand!({}, []), '# you ended its machine', 'kubectl delete node "$NODE" --ignore-not-found'].map(line => `  ${line}`),
      'done'].join('\n'),
  ],
});
