import { CCM, KCM } from '../src/lib/component';
import { KubernetesVersion } from '../src/lib/kubernetes-version';
import { Cluster } from '../src/lib/safety/cluster';
import { modelProcess, ProcessInput } from '../src/lib/safety/process';
import { judge } from '../src/lib/safety/verdict';

/** Verdict time in milliseconds for the same three kinds of node, few nodes each and many. */
export interface SafetyBench {
  readonly nodesOfEachKindFew: number;
  readonly nodesOfEachKindMany: number;
  readonly millisecondsFew: number;
  readonly millisecondsMany: number;
  /** Many to few: 1 is the promise that the number of nodes costs nothing. */
  readonly ratio: number;
}

const MIGRATION = [{ name: 'enable-leader-migration', value: 'true' }];
const ROUTES = [{ name: 'allocate-node-cidrs', value: 'true' }, { name: 'cluster-cidr', value: '10.0.0.0/16' }];

/** A migration in its mixed phase: version N, version N+1, and N+1 nodes that have not got their cloud-controller-manager yet. */
export function benchCluster(nodesOfEachKind: number): Cluster {
  const process = (label: string, component: ProcessInput['component'], version: string, flags: ProcessInput['flags']) =>
    modelProcess({ dir: label, label, component, version: KubernetesVersion.of(version), flags: [...flags, ...ROUTES] });
  const external = (label: string) => process(label, KCM, '1.27.16', [{ name: 'cloud-provider', value: 'external' }]);
  const kinds = [
    { name: 'n', nodes: nodesOfEachKind, processes: [process('n', KCM, '1.26.15', [{ name: 'cloud-provider', value: 'aws' }, ...MIGRATION])] },
    {
      name: 'n-plus-1',
      nodes: nodesOfEachKind,
      external: true,
      processes: [external('n-plus-1'), process('n-plus-1', CCM, '1.27.16', [{ name: 'cloud-provider', value: 'aws' }, ...MIGRATION])],
    },
    { name: 'n-plus-1-fresh', nodes: nodesOfEachKind, external: true, processes: [external('n-plus-1-fresh')] },
  ];
  return { kinds, workloads: [] };
}

/** Time of one whole verdict, from flags on. */
function verdictTime(nodes: number): number {
  const start = process.hrtime.bigint();
  judge(benchCluster(nodes));
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** Measures both sizes in turn after a warm-up, so that neither has the colder code or the busier machine. */
export function benchSafety(repetitions = 500): SafetyBench {
  const [few, many] = [3, 1_000_000];
  for (let i = 0; i < 100; i++) verdictTime(few);
  const pairs = Array.from({ length: repetitions }, () => [verdictTime(few), verdictTime(many)]);
  const [millisecondsFew, millisecondsMany] = [0, 1].map(i => median(pairs.map(pair => pair[i])));
  return { nodesOfEachKindFew: few, nodesOfEachKindMany: many, millisecondsFew, millisecondsMany, ratio: millisecondsMany / millisecondsFew };
}
