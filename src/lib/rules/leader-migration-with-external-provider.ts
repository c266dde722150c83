import { Rule } from './rule';
import { asksForLeaderMigration, isExternal, kcms, nameOf, placeOf } from '../view/ask';

export const leaderMigrationWithExternalProvider: Rule = {
  id: 'leader-migration-with-external-provider',
  severity: 'error',
  title: 'Leader Migration is on in a kube-controller-manager with an external cloud provider',
  why: 'It takes the migration lock right after its main lock, although it has no controller to run under it. While it holds the lock, no process '
    + 'runs the migrated controllers.',
  fix: 'Remove --enable-leader-migration and --leader-migration-config from the kube-controller-manager of version N+1.',
  source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:299-322; the Kubernetes page on Leader Migration ("MUST '
    + 'NOT")',
  check: model => kcms(model)
    .filter(view => isExternal(view) && asksForLeaderMigration(view))
    // Only a controller that it still owns, such as nodeipam, makes sense of the lock.
    .filter(({ process }) => !(process && [...process.controllers.values()].some(({ under }) => under === 'migration')))
    .map(view => ({
      place: placeOf(view, 'enable-leader-migration'),
      message: `${nameOf(view)} has --cloud-provider=external and --enable-leader-migration`,
    })),
};
