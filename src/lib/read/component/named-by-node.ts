import { KnownNames } from './choices';
import { completed, ReadComponent } from './component-reader';
import { grouped } from '../../kubernetes/once-for';
import { ComponentView } from '../../view/model';

/** Where nodes of one kind run different processes, each is called after its node. */
export function namedByNode(components: readonly ReadComponent[], names: KnownNames): readonly ComponentView[] {
  const views = components.map(component => completed(component, names));
  const groupOf = ({ kind, component }: ComponentView) => JSON.stringify([kind ?? null, component]);
  const neighbours = new Map([...grouped(views, groupOf)].map(([key, group]) => [key, new Neighbours(group)]));
  return views.map((view, index) => {
    const { kind, node, process } = view;
    const differs = kind !== undefined && node !== undefined && process !== undefined && neighbours.get(groupOf(view))!.differFrom(view);
    if (!differs) return view;
    const { context } = components[index];
    return completed({ view: components[index].view, context: { ...context, label: `${context.label} (${node})` } }, names);
  });
}

/** Components of nodes of one kind, counted: there may be tens of thousands, and each asks. */
class Neighbours {
  private readonly pairs = new Map<ComponentView['node'], Set<ComponentView['process']>>();
  private readonly nodesOf = new Map<ComponentView['process'], number>();
  private count = 0;

  public constructor(views: readonly ComponentView[]) {
    for (const { node, process } of views) {
      const processes = this.pairs.get(node) ?? new Set();
      this.pairs.set(node, processes);
      if (processes.has(process)) continue;
      processes.add(process);
      this.nodesOf.set(process, (this.nodesOf.get(process) ?? 0) + 1);
      this.count++;
    }
  }

  /** Whether another node runs another process than one of them does. */
  public differFrom({ node, process }: ComponentView): boolean {
    // All pairs but those of this node and those of this process, which have one in common.
    return this.count - this.pairs.get(node)!.size - this.nodesOf.get(process)! + 1 > 0;
  }
}
