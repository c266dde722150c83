import { median, milliseconds, Values } from './bench';
import { KINDS_OF_NODE } from './figures';
import { exponent } from './growth';
import { libraryModule } from './library';
import { CCM, KCM } from '../src/lib/kubernetes/component';
import { Cluster, NodeKind } from '../src/lib/model/cluster';
import { ProcessInput } from '../src/lib/model/process';

const TIMES = 51;
/** Releases of nodes of version N: each makes a process that does something else than the others. */
const RELEASES = ['1.22.17', '1.23.17', '1.24.17', '1.25.16', '1.26.15'];

const MIGRATION = [{ name: 'enable-leader-migration', value: 'true' }];
const ROUTES = [{ name: 'allocate-node-cidrs', value: 'true' }, { name: 'cluster-cidr', value: '10.0.0.0/16' }];

/**
 * A whole verdict, by the mixes of nodes that it looks at: twice as many with each kind. How many nodes a kind has is a number that no check looks
 * at, so a figure of that could not fail.
 */
export function safetyBench(): Values {
  const { judge } = libraryModule<typeof import('../src/lib/proof/verdict')>('lib/proof/verdict');
  const points = KINDS_OF_NODE.map(kinds => {
    const cluster = mixed(kinds);
    const verdict = () => { judge(cluster); };
    for (let time = 0; time < TIMES; time++) verdict(); // compiled
    return { n: 2 ** kinds, time: median(Array.from({ length: TIMES }, () => milliseconds(verdict))) };
  });
  return { 'safety-mixes': { value: exponent(points) } };
}

/** A migration in its mixed phase: nodes of version N at several releases, and of version N+1. */
function mixed(kinds: number): Cluster {
  const { KubernetesVersion } = libraryModule<typeof import('../src/lib/kubernetes/kubernetes-version')>('lib/kubernetes/kubernetes-version');
  const { modelProcess } = libraryModule<typeof import('../src/lib/model/process')>('lib/model/process');
  const process = (component: ProcessInput['component'], version: string, flags: ProcessInput['flags']) =>
    modelProcess({ dir: version, label: version, component, version: KubernetesVersion.of(version), flags: [...flags, ...ROUTES] });
  const inTree = RELEASES.slice(1 - kinds).map((version): NodeKind => ({
    name: version, nodes: [version], processes: [process(KCM, version, [{ name: 'cloud-provider', value: 'aws' }, ...MIGRATION])],
  }));
  const external: NodeKind = {
    name: 'n-plus-1',
    nodes: ['new'],
    external: true,
    processes: [
      process(KCM, '1.27.16', [{ name: 'cloud-provider', value: 'external' }]),
      process(CCM, '1.27.16', [{ name: 'cloud-provider', value: 'aws' }, ...MIGRATION]),
    ],
  };
  return { kinds: [...inTree, external], workloads: [] };
}
