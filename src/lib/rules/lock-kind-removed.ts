import { Finding, Rule } from './rule';
import { LockKind, mainLockKinds } from '../facts/locks';
import { configPlace, managers, nameOf, placeOf, textOf } from '../view/ask';

export const lockKindRemoved: Rule = {
  id: 'lock-kind-removed',
  severity: 'error',
  title: 'A kind of lock that the release no longer has',
  why: 'The reader of the configuration accepts `endpoints` in every release, but from 1.24 on the process dies with "error creating lock" after it '
    + 'has won its main lock, and wins it again.',
  fix: 'Use Leases: resourceLock: leases, --leader-elect-resource-lock=leases. Change both sides.',
  source: 'k8s.io/client-go@v0.24.17 tools/leaderelection/resourcelock/interface.go:193; k8s.io/controller-manager@v0.27.1 options/generic.go:108',
  ends: ['lock-kind'],
  check: model => managers(model).flatMap((view): Finding[] => {
    const { process, version } = view;
    const main = textOf(view, 'leader-elect-resource-lock', 'leases');
    return [
      ...process?.migration?.fatalLock === undefined ? []
        : [{
          place: configPlace(
            view, /resourceLock/,
          ),
          message: `${nameOf(view)}: its migration lock cannot be made: ${process.migration.fatalLock}`,
        }],
      ...version && !mainLockKinds(version).includes(main as LockKind)
        ? [{
          place: placeOf(view, 'leader-elect-resource-lock'),
          message: `${nameOf(view)}: --leader-elect-resource-lock=${main} does not work; it works with ${mainLockKinds(version).join(', ')}`,
        }] : [],
    ];
  }),
};
