import { Rule } from './rule';
import { EndConcern } from '../model/end-cause';
import { apiServers, isManager, kubelets, managers, nameOf, placeOf } from '../view/ask';

/** Causes that no other rule tells. */
const ENDS: readonly EndConcern[] = ['command-line', 'durations'];

/** What to do about a cause of a kind, where that is not only to correct a flag. */
const FIXES: Partial<Readonly<Record<EndConcern, string>>> = {
  durations: 'Give a --leader-elect-lease-duration above the --leader-elect-renew-deadline, and that above 1.2 times the '
    + '--leader-elect-retry-period.',
};

export const processEnds: Rule = {
  id: 'process-ends',
  severity: 'error',
  title: 'A command line at which the component ends',
  why: 'It is restarted forever. If it ends before it takes a lock, it runs nothing; if after, it keeps the lock from others.',
  fix: 'Correct the flag that the message names.',
  source: 'k8s.io/controller-manager@v0.28.15 options/generic.go Validate; k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:69-90',
  ends: ENDS,
  check: model => [...managers(model), ...apiServers(model), ...kubelets(model)].flatMap(view => {
    // Stryker disable next-line ArrayDeclaration: what is no cause has no concern
    const causes = ((isManager(view) ? view.process?.fate.causes : view.ends) ?? []).filter(({ concern }) => ENDS.includes(concern));
    return causes.map(({ concern, text, flags }) => (
      { place: placeOf(view, ...flags), message: `${nameOf(view)} ends: ${text}`, ...concern in FIXES ? { fix: FIXES[concern] } : {} }));
  }),
};
