/**
 * The sets of states that a run can go round in for ever: strongly connected components with an edge inside (Tarjan's algorithm, with a stack of its
 * own).
 */
export function recurrent(graph: ReadonlyMap<number, readonly number[]>): readonly (readonly number[])[] {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const found: number[][] = [];
  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const calls = [visit(root)];
    while (calls.length > 0) {
      const call = calls[calls.length - 1];
      const { state, edges } = call;
      if (call.at < edges.length) {
        const edge = edges[call.at++];
        if (!order.has(edge)) calls.push(visit(edge));
        else if (isOpen.has(edge)) low.set(state, Math.min(low.get(state)!, order.get(edge)!));
        continue;
      }
      calls.pop();
      const parent = calls.at(-1);
      if (parent) low.set(parent.state, Math.min(low.get(parent.state)!, low.get(state)!));
      if (low.get(state) === order.get(state)) close(state, edges);
    }
  }
  return found;

  function visit(state: number): { readonly state: number; readonly edges: readonly number[]; at: number } {
    order.set(state, order.size);
    low.set(state, order.get(state)!);
    open.push(state);
    isOpen.add(state);
    return { state, edges: graph.get(state)!, at: 0 };
  }

  function close(state: number, edges: readonly number[]): void {
    const members = open.splice(open.lastIndexOf(state));
    members.forEach(member => isOpen.delete(member));
    if (members.length > 1 || edges.includes(state)) found.push(members);
  }
}
