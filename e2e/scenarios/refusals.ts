import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { PlaybookRun } from '../lib/playbooks';
import { begins, stepsOf } from '../lib/run-steps';
import { Scenario } from '../lib/scenario';

/** What stops a run: another operator, a connection that ends on another machine, and a kubelet that does not do what it is told. */
export const REFUSED: readonly Scenario[] = [
  {
    name: 'two-operators',
    title: 'a second run while the first one goes on is refused, and names the first',
    run: async ({ cluster, playbooks }) => {
      const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N);
      let second: Promise<PlaybookRun> | undefined;
      const isFirstStep = begins(stepsOf(project)[0].title);
      const first = await playbooks.run(project, 'migrate', {
        args: await playbooks.takingOver(), onLine: line => { if (isFirstStep(line)) second ??= playbooks.run(project, 'migrate'); },
      });
      const refused = await second;
      if (first.status !== 0) throw new Error(`the first run ended with ${first.status}`);
      refusedWith(refused, /operator\/[0-9a-f]+ runs not-started-to-n-\S+/);
      await playbooks.succeed(project, 'back');
      await cluster.isAsBefore();
    },
    judge: safe,
  },
  {
    name: 'wrong-machine',
    title: 'a connection to one node that ends on another is found out before anything is changed',
    run: async ({ cluster, playbooks }) => {
      const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N);
      const [, second, third] = cluster.nodes;
      playbooks.connect(project, second.name, { node_root: third.root });
      refusedWith(await playbooks.run(project, 'migrate'), new RegExp(`the connection to ${second.name} ends on another machine`));
      playbooks.connect(project, second.name, { node_root: second.root });
      await cluster.isAsBefore();
    },
    judge: safe,
  },
  {
    name: 'hung-kubelet',
    title: 'a kubelet hangs while its files are put in place: the run stops at its step, and back.yaml takes it back',
    run: async ({ cluster, steps, playbooks }) => {
      const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N);
      const [, second, third] = cluster.nodes;
      second.kubelet.hang(true);
      const stopped = await playbooks.run(project, 'migrate', { args: [...await playbooks.takingOver(), '-e', 'max_seconds=20'] });
      refusedWith(stopped, new RegExp(`Turn Leader Migration on in kube-controller-manager of ${second.name}: `));
      if (stopped.said.split('\n').some(begins(`Turn Leader Migration on in kube-controller-manager of ${third.name}`))) {
        throw new Error(`${third.name} was begun`);
      }
      second.kubelet.hang(false);
      await playbooks.succeed(project, 'back', { args: await playbooks.takingOver() });
      await cluster.isAsBefore();
      await steps.served('the cluster as it was');
    },
    judge: safe,
  },
];

/** @throws if the run did anything but stop for this reason */
function refusedWith(run: PlaybookRun | undefined, reason: RegExp): void {
  const said = run?.said.replace(/\s+/g, ' ') ?? '';
  if (run === undefined || run.status === 0 || !reason.test(said)) {
    throw new Error(`the run ended with ${run?.status}, and not because of ${reason.source}: ${said.slice(-2000)}`);
  }
}
