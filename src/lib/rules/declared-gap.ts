import { Rule } from './rule';
import { CounterExample } from '../proof/counterexample';
import { gapBounds } from '../proof/gap';
import { placeOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

export const declaredGap: Rule = {
  id: 'declared-gap',
  severity: 'warning',
  title: 'No process runs a controller for a while, as the input itself says',
  why: 'Load balancers, routes and new nodes wait until the controller runs again; a Service that is deleted meanwhile can leave its load balancer '
    + 'behind.',
  fix: 'Keep the time short and change no Services meanwhile, or use Leader Migration.',
  source: 'kubermatic/kubermatic and kubermatic/kubeone, --controllers of the ccm-migration; kubernetes/kubernetes#21960',
  check: model => model.verdict.declaredGaps.map(gap => ({
    place: place(model, gap),
    message: `${gap.message}; the gap lasts from the first process with this configuration until a process that runs '${gap.controller}' has won `
      + `its locks: less than ${bound(model)} `
      + 'plus its start-up after it is deployed, with the durations of this cluster',
    fix: gap.fix,
  })),
};

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
