import { safe } from '../lib/judge';
import { Scenario } from '../lib/scenario';

/** The migration as the plan has it, node by node. */
export const ROLLING: Scenario = {
  name: 'rolling',
  title: 'N to mixed to N+1 to disabled, on three nodes',
  run: async ({ cluster, steps }) => {
    await steps.enterN();
    await steps.enterMixed();
    for (const node of cluster.nodes) {
      await steps.upgrade(node);
      await steps.workerJoins();
    }
    await steps.workerComesAndGoes();
    await steps.enterNPlus1();
    await steps.disable();
  },
  judge: safe,
};

/** The same way back, from where that ends. */
export const ROLLBACK: Scenario = {
  name: 'rollback',
  title: 'disabled, Leader Migration on again, and every node back to N',
  run: async ({ cluster, steps }) => {
    await steps.reEnable();
    for (const node of [...cluster.nodes].reverse()) {
      await steps.downgrade(node);
      await steps.workerJoins();
    }
    await steps.leaveMixed();
  },
  judge: safe,
};

/** Rollback from the middle: after each number of upgraded nodes. */
export const TURN_BACK: readonly Scenario[] = [1, 2, 3].map(upgraded => ({
  name: `turn-back-${upgraded}`,
  title: `mixed with ${upgraded} upgraded ${upgraded === 1 ? 'node' : 'nodes'}, then back to N`,
  run: async ({ cluster, steps }) => {
    await steps.enterN();
    await steps.enterMixed();
    const nodes = cluster.nodes.slice(0, upgraded);
    for (const node of nodes) await steps.upgrade(node);
    for (const node of nodes.reverse()) await steps.downgrade(node);
    await steps.leaveMixed();
  },
  judge: safe,
}));
