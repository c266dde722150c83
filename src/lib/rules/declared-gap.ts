import { Finding, Rule } from './rule';
import { CounterExample } from '../proof/counterexample';
import { gapBounds } from '../proof/gap';
import { placeOf } from '../view/ask';
import { serversOf, serverText } from '../view/gaps';
import { ComponentView, Model } from '../view/model';

export const declaredGap: Rule = {
  id: 'declared-gap',
  severity: 'error',
  title: 'No process runs a controller, as the input itself says',
  why: 'Load balancers, routes and new nodes wait until the controller runs again; a Service that is deleted meanwhile can leave its load balancer '
    + 'behind.',
  fix: 'Keep the time short and change no Services meanwhile, or use Leader Migration. Where something else does its work, accept the finding with '
    + 'the reason.',
  source: 'kubermatic/kubermatic and kubermatic/kubeone, --controllers of the ccm-migration; kubernetes/kubernetes#21960',
  check: model => model.verdict.declaredGaps.map(gap => {
    const by = model.declaredServers?.get(gap.controller);
    return { place: place(model, gap), ...by !== undefined ? served(gap, by) : model.endsGaps ? ending(gap, model) : lasting(gap, model) };
  }),
};

/** By something else, as the migration of the input declares it. */
function served({ message, controller }: CounterExample, by: string): Omit<Finding, 'place'> {
  return {
    message: `${message}; the migration says that it is served elsewhere: by ${by}`,
    fix: `See that ${by} does the work of '${controller}' for each object; else leave it out of servedElsewhere, and switch the controller on.`,
    severity: 'note',
  };
}

function ending({ message, controller, fix }: CounterExample, model: Model): Omit<Finding, 'place'> {
  return {
    message: `${message}; the gap lasts from the first process with this configuration until a process that runs '${controller}' has won its locks: `
      + `less than ${bound(model)} plus its start-up after it is deployed, with the durations of this cluster`,
    fix,
    severity: 'warning',
  };
}

/** Of a gap of which the input does not say an end: something else may do the work, or nothing does. */
function lasting({ message, controller, fix }: CounterExample, model: Model): Omit<Finding, 'place'> {
  const servers = serversOf(model, controller);
  const never = `${message}; no process of the input has '${controller}' on, so the gap has no end`;
  if (servers.length === 0) {
    return { message: never, fix: `${fix} Where something outside the input does its work, accept this finding with the reason (--accepted).` };
  }
  const takes = servers.map(one => `${serverText(one)} takes ${one.server.takes}`).join(', ');
  return {
    message: `${never} but in what ${takes}`,
    fix: `See that it takes all of them, and accept this finding with the reason (--accepted). Else: ${fix}`,
    severity: 'warning',
  };
}

/** The longest wait for a main lock and then for another, with the durations that the processes have: a successor has those of the cluster too. */
function bound({ components }: Model): string {
  const waits = components.flatMap(({ process }) => process ? [gapBounds(process, process).mainLockFirst] : []);
  return waits.length === 0 ? 'the waits for its locks' : `${(Math.max(...waits) / 1000).toFixed(1)} s`;
}

function place(model: Model, gap: CounterExample) {
  const excluding = model.components.find(
    view => view.flags.some(({ name, value }) => name === 'controllers' && value?.split(',').some(key => key.startsWith('-'))),
  );
  const involved = model.components.find(({ process }) => process && gap.processes.some(({ dir }) => dir === process.dir));
  const view: ComponentView = excluding ?? involved ?? model.components[0];
  return placeOf(view, 'controllers', 'cloud-provider');
}
