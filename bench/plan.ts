import { Figure, milliseconds, pairedRatio } from './bench';
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

/** A plan of many nodes against one of fewer: it grows as they do. */
export function planBench(): Figure[] {
  const [many, fewer] = [app(1000), app(300)];
  return [{
    name: 'plan', value: pairedRatio(3, () => plan(many), () => plan(fewer)), atMost: 4, unit: 'ratio', about: 'plan of 1,000 nodes / plan of 300',
  }];
}
