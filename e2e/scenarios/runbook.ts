import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanState } from '../../src';
import { ByHand } from '../lib/by-hand';
import { safe } from '../lib/judge';
import { printedSteps } from '../lib/runbook';
import { Journey } from '../lib/scenario';

/** Without Ansible: every command of the runbook as it is printed, there, and step by step back. */
export const BY_HAND: Journey = {
  scenarios: [{
    name: 'by-hand',
    title: 'every command of the runbook as printed: from before the migration to N+1, and step by step back',
    run: async ({ cluster, steps, playbooks, log }) => {
      const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      const printed = printedSteps(readFileSync(join(project, 'runbook.md'), 'utf8'));
      const hand = new ByHand(cluster, { ...playbooks.environment(), CLUSTER_ID: 'prod-eu' }, log);
      for (const { title, before, run, proof } of printed) {
        log(title);
        await hand.prove(before);
        await hand.run(run);
        await hand.prove(proof);
      }
      cluster.isAsSynthesized('n-plus-1');
      await steps.served('phase n-plus-1');
      for (const { title, undo } of [...printed].reverse()) {
        log(`back: ${title}`);
        await hand.run(undo);
      }
      cluster.isAsBefore();
      await steps.served('the cluster as it was');
    },
    judge: safe,
  }],
};
