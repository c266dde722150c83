import { locksOf } from './taken-locks';
import { kindsCalled } from '../../edit/command-table';
import { CCM, KCM } from '../../kubernetes/component';
import { ComponentView, Doubt } from '../../view/model';
import { ProgramCommands } from '../interference/object-commands';

/**
 * Commands that delete or change a lock: another process takes it, and the one that had it goes on until it notices, up to its renew deadline.
 * k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go renew.
 */
export function deletedLocks(views: readonly ComponentView[], programs: ProgramCommands): readonly Doubt[] {
  const locks = locksOf(views).flatMap(([kind, namespace, name]) => kindsCalled(kind).map(one => ({ kind: one, namespace, name })));
  const { deleted, changed } = programs.doubts(locks);
  return [...deleted, ...changed].map(({ place, what, fix }) =>
    ({ place: place!, what, why: 'Two managers may hold the lock at once, for as long as its renew deadline.', fix, mayRun: [KCM, CCM] }));
}
