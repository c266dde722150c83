import { MigrationStrategy } from '../../src';
import { safe } from '../lib/judge';
import { Scenario } from '../lib/scenario';

/** The gap of these is declared, and as long as the change takes: it is measured, not bounded. */
const DECLARED_GAP_SECONDS = 600;

export const CONTROLLERS_OFF_THEN_ON: Scenario = {
  name: 'controllers-off-then-on',
  title: 'controllers switched off in N, every node upgraded, then the cloud-controller-manager',
  choice: { strategy: MigrationStrategy.CONTROLLERS_OFF_THEN_ON },
  run: async ({ cluster, steps }) => {
    await steps.enterNWithoutWaiting();
    cluster.apply('mixed');
    for (const node of cluster.nodes) await steps.upgradeWithoutWaiting(node, 'mixed');
    await steps.enterNPlus1();
  },
  judge: outcome => safe(outcome, DECLARED_GAP_SECONDS),
};

export const DOWNTIME: Scenario = {
  name: 'downtime',
  title: 'every kube-controller-manager stopped, every node upgraded, everything started',
  choice: { strategy: MigrationStrategy.DOWNTIME },
  run: async ({ cluster, steps }) => {
    for (const node of cluster.nodes) await node.stop('kube-controller-manager');
    await steps.enterNPlus1();
  },
  judge: outcome => safe(outcome, DECLARED_GAP_SECONDS),
};
