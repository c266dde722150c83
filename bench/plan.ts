import { milliseconds, Values } from './bench';
import { PLANNED_NODES } from './figures';
import { exponent } from './growth';
import { collectionFiles } from '../src/files/collection';
import { makePlan } from '../src/lib/plan/plan';
import { planFiles } from '../src/lib/plan/render/files';
import { appFiles } from '../test/lib/plan/app-fixture';
import { kubeadmNodes, nodeLike } from '../test/nodes';

/** Files of an app of so many nodes, all but three of them workers. */
function app(nodes: number): ReadonlyMap<string, string> {
  const few = kubeadmNodes();
  const [worker] = few.slice(3);
  const workers = Array.from({ length: nodes - 3 }, (_, index) => nodeLike(worker, `10-1-${Math.floor(index / 250)}-${index % 250 + 1}`));
  return appFiles({ nodes: [...few.slice(0, 3), ...workers] });
}

/** Plans and writes them. */
function plan(files: ReadonlyMap<string, string>): number {
  return milliseconds(() => {
    const result = makePlan(files, 'not-started', 'n-plus-1');
    if ('refused' in result) throw new Error(result.refused.reason);
    planFiles(result.plan, '../..', collectionFiles());
  });
}

/** A plan of many nodes: it grows as they do. */
export function planBench(): Values {
  const apps = PLANNED_NODES.map(n => ({ n, files: app(n) }));
  for (const { files } of apps.slice(0, 1)) plan(files); // compiled
  return { 'plan-growth': { value: exponent(apps.map(({ n, files }) => ({ n, time: plan(files) }))) } };
}
