import { join } from 'node:path';
import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { begins, linesAfter } from '../lib/run-steps';
import { Journey } from '../lib/scenario';
import { Sshd, sshdMissing } from '../lib/sshd';

/** Nodes behind a real sshd, as an operator has them. */
export const THROUGH_SSH: Journey = {
  scenarios: [{
    name: 'through-ssh',
    title: 'the playbooks through a real sshd: Leader Migration on in every kube-controller-manager, and off again',
    run: async ({ cluster, steps, playbooks }) => {
      const missing = sshdMissing();
      if (missing !== undefined) throw new Error(missing);
      const sshd = await Sshd.start(join(cluster.folder, 'sshd'), cluster.nodes[0].address);
      try {
        const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N);
        playbooks.reachBy(project, sshd.settings);
        await playbooks.succeed(project, 'migrate');
        await steps.served('phase n');
        await playbooks.succeed(project, 'back');
        await cluster.isAsBefore();
      } finally {
        sshd.stop();
      }
    },
    judge: safe,
  }],
};

/** A node goes away in the middle of its step: nothing else is begun, the lock is given back, and once the node is there again the run goes on. */
export const CONNECTION_LOST: Journey = {
  scenarios: [{
    name: 'connection-lost',
    title: 'the sshd of a node ends in the middle of its step: the next node is not begun, and a run afterwards goes on',
    run: async ({ cluster, steps, playbooks }) => {
      const missing = sshdMissing();
      if (missing !== undefined) throw new Error(missing);
      const [, second, third] = cluster.nodes;
      const start = () => Sshd.start(join(cluster.folder, 'sshd'), second.address);
      let sshd = await start();
      try {
        const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N);
        playbooks.connect(project, second.name, sshd.settings);
        const isInStep = linesAfter(line => line.startsWith(`ok: Put files on ${second.name}`), 0);
        const lost = await playbooks.run(project, 'migrate', { onLine: line => { if (isInStep(line)) sshd.stop(); } });
        const said = lost.said.replace(/\s+/g, ' ');
        if (lost.status === 0 || !new RegExp(`of ${second.name}: [^:]* on ${second.name}: the connection was lost: `).test(said)) {
          throw new Error(`the run ended with ${lost.status}, and not because ${second.name} went away: ${said.slice(-2000)}`);
        }
        cluster.hasFilesAsBefore([third.name]);
        sshd = await start();
        await playbooks.succeed(project, 'migrate');
        await steps.served('phase n');
        await playbooks.succeed(project, 'back');
        await cluster.isAsBefore();
      } finally {
        sshd.stop();
      }
    },
    judge: safe,
  }],
};

/** Nodes change while the plan is carried out: it goes on without the one, and names the other. */
export const NODES_CHANGE: Journey = {
  scenarios: [{
    name: 'nodes-change',
    title: 'a worker is lost and another joins while the control plane is upgraded: the run goes on without the one, and the next names the other',
    run: async ({ cluster, steps, playbooks }) => {
      const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      const [lost] = cluster.workers;
      let changed: Promise<void> | undefined;
      const change = async () => {
        await cluster.nodeObjects.remove(lost.name);
        await steps.workerJoins();
      };
      await playbooks.succeed(
        project, 'migrate', { onLine: line => { if (begins(`Upgrade ${cluster.nodes[1].name}`)(line)) changed ??= change(); } },
      );
      await changed;
      const again = await playbooks.run(project, 'migrate');
      const said = again.said.replace(/\s+/g, ' ');
      if (again.status !== 0) throw new Error(`the second run ended with ${again.status}: ${said.slice(-2000)}`);
      if (!said.includes(`left out: ${lost.name}`)) throw new Error(`the second run does not name ${lost.name}, which was lost`);
      if (!/joined since, not changed by this plan [^:]*: ip-10-0-8-10/.test(said)) {
        throw new Error('the second run does not name the worker that joined');
      }
      await playbooks.succeed(project, 'back');
      await cluster.isAsBefore([lost.name, 'ip-10-0-8-10.eu-central-1.compute.internal']);
      await steps.served('the cluster as it was');
    },
    judge: safe,
  }],
};
