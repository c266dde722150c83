import { Figure, milliseconds, pairedRatio } from './bench';
import { CCM, KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { Cluster } from '../src/lib/model/cluster';
import { modelProcess, ProcessInput } from '../src/lib/model/process';
import { judge } from '../src/lib/proof/verdict';

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

/** Time of a whole verdict, from flags on: the number of nodes costs nothing. */
export function safetyBench(): Figure[] {
  const [few, many] = [3, 1_000_000];
  const verdict = (nodes: number) => () => milliseconds(() => { judge(benchCluster(nodes)); });
  for (let i = 0; i < 100; i++) verdict(few)();
  return [{
    name: 'safety-nodes',
    value: pairedRatio(500, verdict(many), verdict(few)),
    atMost: 1.2, // equal, but for noise
    unit: 'ratio',
    about: 'verdict for 3 kinds x 1,000,000 nodes / for 3 kinds x 3 nodes',
  }];
}
