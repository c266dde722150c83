import { Rule } from './rule';
import { lockNames } from '../model/lock';
import { configPlace, managers, nameOf } from '../view/ask';

export const migrationLockNamesDiffer: Rule = {
  id: 'migration-lock-names-differ',
  severity: 'error',
  title: 'The two sides use different migration locks',
  why: 'Each side holds a lock of its own, so both run the migrated controllers. Name, kind and namespace all count; the namespace is that of the '
    + 'process\'s own main lock.',
  fix: 'Use one leaderName, one resourceLock and one --leader-elect-resource-namespace on both sides.',
  source: 'k8s.io/cloud-provider@v0.26.15 app/controllermanager.go:520; k8s.io/kubernetes@v1.26.15 '
    + 'cmd/kube-controller-manager/app/controllermanager.go:724',
  check: model => {
    const migrating = managers(model).flatMap(view => view.process?.migration ? [{ view, lock: lockNames(view.process.migration.lock)[0] }] : []);
    return migrating.filter(({ lock }) => lock !== migrating[0].lock).map(({ view, lock }) => ({
      place: configPlace(view, /leaderName/),
      message: `${nameOf(view)} uses the migration lock ${lock}, ${nameOf(migrating[0].view)} uses ${migrating[0].lock}`,
    }));
  },
};
