import { Rule } from './rule';
import { DEFAULT_LOCK_KIND, LOCK_NAMESPACE, RESERVED_LOCK_NAMES } from '../facts/locks';
import { disjoint, lockNames, lockSet } from '../model/lock';
import { configPlace, managers, nameOf } from '../view/ask';

export const migrationLockIsMainLock: Rule = {
  id: 'migration-lock-is-main-lock',
  severity: 'error',
  title: 'The migration lock has the name of a main lock',
  why: 'A process that holds its main lock waits for itself, or for the other component, or keeps the scheduler out: the migrated controllers never '
    + 'start.',
  fix: 'Choose another leaderName, for example cloud-provider-extraction-migration.',
  source: 'k8s.io/cloud-provider@v0.26.15 app/controllermanager.go:229-268; k8s.io/kubernetes@v1.26.15 '
    + 'cmd/kube-controller-manager/app/controllermanager.go:278-322',
  check: model => {
    const mains = [
      ...RESERVED_LOCK_NAMES.map(name => lockSet(DEFAULT_LOCK_KIND, LOCK_NAMESPACE, name)),
      ...managers(model).flatMap(({ process }) => process ? [process.mainLock] : []),
    ];
    return managers(model).flatMap(view => {
      const lock = view.process?.migration?.lock;
      return lock && mains.some(main => !disjoint(lock, main))
        ? [{ place: configPlace(view, /leaderName/), message: `${nameOf(view)} has the migration lock ${lockNames(lock)[0]}, which is a main lock` }]
        : [];
    });
  },
};
