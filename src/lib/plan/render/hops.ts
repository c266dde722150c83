import { code, list, table } from './blocks';
import { counted } from '../../text/counted';
import { escaped } from '../../upgrade/render/markdown';
import { fromTo } from '../../upgrade/render/topics';
import { Plan, PlannedHop } from '../plan';
import { Upgrading } from '../upgrade/upgrade-hindrances';

/** From which release to which, and in how many hops: `v1.36.1 to v1.37.0`; a change that stays at its release has no other. */
export function wayOf({ upgrade, hops }: Upgrading): string {
  if (upgrade.from === upgrade.to) return `${upgrade.to} with other flags or replicas`;
  return `${fromTo(upgrade)}${hops ? `, in ${counted(hops.length, 'hop')}` : ''}`;
}

/** Each hop with its API servers, and whether and until when it can be taken back. */
export function hopSections({ hops = [] }: Pick<Plan, 'hops'>): readonly string[] {
  if (hops.length === 0) return [];
  return [
    '## Hops',
    'Before each hop you bring every API server, and the kube-controller-manager beside it, to the release of its row, as your cluster is upgraded; '
      + 'the plan waits for it, looks, and goes on. A run that stopped goes on at the hop where the cluster stands. On the way back it is the '
      + 'other way round: the cloud-controller-manager first, then the API servers of the hop before. Each hop was judged as if the hops before it '
      + 'were done and the API servers were of the release of its row; what your cluster is then, its first steps look at.',
    table([['hop', 'API servers', 'cloud-controller-manager', 'leads to'], ...hops.map((hop, index) => [
      String(index + 1), servers(hop), fromTo(hop.upgrade), code(hop.to),
    ])], true),
    ...hops.flatMap((hop, index) => [
      `Hop ${index + 1}, ${hop.upgrade.from} to ${hop.upgrade.to}, can be taken back until:`,
      list(hop.back.until.map(one => `${escaped(one)};`)),
      ...hop.back.leaves.length === 0 ? [] : ['And then:', list(hop.back.leaves.map(one => `${escaped(one)};`))],
    ]),
  ];
}

function servers({ apiServers: [before, after] }: PlannedHop): string {
  return before === after ? `stay at ${after}` : `${before} to ${after}`;
}
