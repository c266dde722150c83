import { VerifyInput } from './input';
import { fileName } from './layout';
import { KCM } from '../kubernetes/component';
import { ComponentView, Unread } from '../view/model';

/** Every cluster has a kube-controller-manager: one that is not in the input runs all the same, and nobody says how. */
export function missingManager(views: readonly ComponentView[], unread: readonly Unread[], { directories }: VerifyInput): readonly Unread[] {
  if (views.some(({ component }) => component === KCM) || unread.some(({ mayRun }) => mayRun.includes(KCM))) return [];
  const [first] = directories;
  const place = { file: first ? fileName(first, '').replace(/\/$/, '') || '.' : '', line: 1 };
  return [{
    place,
    what: 'no kube-controller-manager is in the input, and every cluster has one',
    why: 'With an in-tree cloud provider it runs the cloud controllers itself.',
    fix: 'Add the folders of the control-plane nodes, or say what runs: --assume kcm=external:<release> or --assume kcm=in-tree:<cloud>:<release>.',
    mayRun: [KCM],
  }];
}
