import { amountOf, Bounds, headOf, labelsIn, shown } from './amount';
import { Data, listOf, mapOf } from '../../edit/yaml/data';
import { KARPENTER_BUDGETS, KarpenterRow } from '../../facts/node-rollouts';
import { NodeRollout } from '../../view/model';
import { ObjectAt } from '../documents/documents';

/** What Karpenter does with the nodes of a NodePool that have drifted from it. */
export function karpenterRollouts(objects: readonly ObjectAt[]): readonly NodeRollout[] {
  return objects.filter(({ kind, apiVersion }) => kind === 'NodePool' && apiVersion.startsWith('karpenter.sh/')).map(object => {
    const { name, data, apiVersion } = object;
    const spec = mapOf(data.spec);
    const head = {
      ...headOf(object, 'karpenter'),
      role: 'worker' as const,
      labels: new Map([...labelsIn(mapOf(mapOf(spec.template).metadata).labels), ['karpenter.sh/nodepool', name] as const]),
    };
    const row = KARPENTER_BUDGETS.find(one => one.apiVersion === apiVersion);
    if (row === undefined) return { ...head, bounds: {}, problem: `what ${apiVersion} does is not in the tables` };
    if ((spec.replicas ?? null) !== null) return { ...head, bounds: {}, problem: 'what it does with a number of replicas is not in the tables' };
    return { ...head, ...boundsOf(row, mapOf(spec.disruption).budgets), ...besides(row, spec) };
  });
}

function boundsOf(row: KarpenterRow, budgets: Data | undefined): Bounds {
  if (budgets !== undefined && budgets !== null && !Array.isArray(budgets)) return { bounds: {}, problem: `budgets is ${shown(budgets)}` };
  const given = Array.isArray(budgets) ? listOf(budgets).map(mapOf) : [{ nodes: row.nodes }];
  // A budget with a schedule bounds nothing at other times.
  const bounding = given.filter(({ schedule, reasons }) => (schedule ?? null) === null
    && (!row.hasReasons || (reasons ?? null) === null || listOf(reasons).includes('Drifted')));
  const amounts = bounding.map(({ nodes: allowed = row.nodes }) => {
    const isText = typeof allowed === 'string' && /^((100|[0-9]{1,2})%|[0-9]+)$/.test(allowed);
    return isText ? amountOf('nodes', allowed.endsWith('%') ? allowed : Number(allowed), row.nodes, undefined, 'up')
      : { problem: `nodes of a budget is ${shown(allowed)}, expected a text like "10%" or "1"` };
  });
  const problem = amounts.find(one => one.problem !== undefined)?.problem;
  if (problem !== undefined) return { bounds: {}, problem };
  const numbers = amounts.flatMap(({ amount }) => typeof amount === 'number' ? [amount] : []);
  if (numbers.length > 0) return { bounds: { surge: Math.min(...numbers), unavailable: Math.min(...numbers) } };
  const shares = amounts.flatMap(({ amount, share }) => amount === undefined && share !== undefined ? [parseInt(share, 10)] : []);
  return shares.length === 0 ? { bounds: { unavailable: 'all' } } : { bounds: {}, share: `${Math.min(...shares)}%` };
}

function besides({ forcefulExpiry }: KarpenterRow, spec: Data): Pick<NodeRollout, 'besides'> {
  if (forcefulExpiry === undefined) return {};
  const expiry = forcefulExpiry.at.reduce<Data | undefined>((value, key) => mapOf(value)[key], spec) ?? forcefulExpiry.fallback;
  return expiry === 'Never' ? {} : { besides: `expireAfter ${String(expiry)} takes nodes whatever the budgets say` };
}
