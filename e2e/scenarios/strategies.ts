import { MigrationStrategy } from '../../src';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';

/** The gaps of these are declared: they are measured, not bounded. */
export const CONTROLLERS_OFF_THEN_ON: Journey = {
  choice: { strategy: MigrationStrategy.controllersOffThenOn() },
  scenarios: [{
    name: 'controllers-off-then-on',
    title: 'controllers switched off in N, every node upgraded, then the cloud-controller-manager',
    run: async ({ cluster, steps }) => {
      await steps.enterNWithoutWaiting();
      await cluster.apply('mixed');
      for (const node of cluster.nodes) await steps.upgradeWithoutWaiting(node, 'mixed');
      await steps.enterNPlus1();
    },
    judge: safe,
  }],
};

export const DOWNTIME: Journey = {
  choice: { strategy: MigrationStrategy.downtime() },
  scenarios: [{
    name: 'downtime',
    title: 'every kube-controller-manager stopped, every node upgraded, everything started',
    run: async ({ cluster, steps }) => {
      for (const node of cluster.nodes) await node.stop('kube-controller-manager');
      await steps.enterNPlus1();
    },
    judge: safe,
  }],
};
