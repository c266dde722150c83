import { Rule } from './rule';
import { asksForLeaderMigration, boolOf, managers, nameOf, placeOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const leaderElectionOff: Rule = {
  id: 'leader-election-off',
  severity: 'error',
  title: 'Leader election is off',
  why: 'The process holds no lock, so every replica runs every controller; and Leader Migration is ignored, although its file is still read.',
  fix: 'Remove --leader-elect=false.',
  source: 'k8s.io/controller-manager@v0.26.1 app/util.go:24; k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:233',
  check: model => managers(model)
    .filter(view => !boolOf(view, 'leader-elect', true) && (asksForLeaderMigration(view) || !isAlone(view)))
    .map(view => ({
      place: placeOf(view, 'leader-elect'),
      message: `${nameOf(view)} has --leader-elect=false${asksForLeaderMigration(view) ? ', which switches its Leader Migration off' : ''}`,
    })),
};

/** A StatefulSet of one replica, whose pod ends before the next comes up. */
function isAlone({ process }: ComponentView): boolean {
  const replication = process?.replication;
  return replication?.kind === 'deployment' && replication.replicas <= 1 && replication.strategy === 'Recreate';
}
