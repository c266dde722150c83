import { Rule } from './rule';
import { lockNames } from '../model/lock';
import { managers, nameOf, placeOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const mainLockNamesDiffer: Rule = {
  id: 'main-lock-names-differ',
  severity: 'error',
  title: 'Processes of one component have different main locks',
  why: 'Each holds its own lock, so all of them run all controllers simultaneously: deployments, garbage collection and the rest, twice.',
  fix: 'Give all of them the same --leader-elect-resource-name, --leader-elect-resource-namespace and --leader-elect-resource-lock.',
  source: 'k8s.io/client-go@v0.26.15 tools/leaderelection; k8s.io/component-base config/options/leaderelectionconfig.go',
  check: model => {
    const locking = managers(model).filter(view => view.process && view.process.mainLock.size > 0);
    return locking.flatMap(view => {
      const first = locking.find(other => other.component === view.component)!;
      return lock(view) === lock(first) ? [] : [{
        place: placeOf(view, 'leader-elect-resource-name', 'leader-elect-resource-namespace', 'leader-elect-resource-lock'),
        message: `${nameOf(view)} has the main lock ${lock(view)}, ${nameOf(first)} has ${lock(first)}`,
      }];
    });
  },
};

function lock({ process }: ComponentView): string {
  return lockNames(process!.mainLock).join(' + ');
}
