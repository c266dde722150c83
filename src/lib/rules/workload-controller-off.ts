import { Rule, Stop, stopFindings, Undecided, undecidedIf } from './rule';
import { isScheduledHere } from './scheduling';
import { KCM_FLAG_NAMES, otherKcmKeyOf } from '../facts/kcm-controllers';
import { KCM } from '../kubernetes/component';
import { onceFor } from '../kubernetes/once-for';
import { ControllerList } from '../model/controller-list';
import { isUnknown, kcms, nameOf, placeOf } from '../view/ask';
import { ComponentView, NO_DOUBT, ReadModel } from '../view/model';

export const workloadControllerOff: Rule = {
  id: 'workload-controller-off',
  severity: 'error',
  title: 'The controller that makes the pods of a component is switched off',
  why: 'kube-controller-manager makes the pods of DaemonSets and Deployments. Where its --controllers leaves that controller out, the workload has '
    + 'no pods, and its status does not say why.',
  fix: 'Leave the controller on in --controllers of kube-controller-manager: * stands for all that are on by default.',
  source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go NewControllerInitializers; '
    + 'k8s.io/controller-manager@v0.26.1 app/helper.go IsControllerEnabled',
  check: model => stopFindings(model, 'workload-controller-off'),
  stops: (view, model) => {
    if (!isScheduledHere(view)) return NO_DOUBT.notAsked;
    const { all, offIn } = controllersOff(model);
    const needed = MAKING[view.object.slice(0, view.object.indexOf(' '))] ?? [];
    return needed.flatMap((controller): readonly (Stop | Undecided)[] => {
      const off = offIn.get(controller)!;
      // Where one has it on, it may be that one which has the main lock.
      return off.slice(0, 1).map(kcm => undecidedIf(off.length < all.length, {
        place: placeOf(kcm, 'controllers'),
        what: `no pods of ${view.object} are made: --controllers of ${nameOf(kcm)} leaves ${controller} out`,
      }));
    });
  },
};

/** Controllers between a workload and its pods, by their keys to 1.27. */
const MAKING: Readonly<Record<string, readonly string[]>> = {
  DaemonSet: ['daemonset'],
  Deployment: ['deployment', 'replicaset'],
  ReplicaSet: ['replicaset'],
  ReplicationController: ['replicationcontroller'],
  StatefulSet: ['statefulset'],
};

/** Which kube-controller-managers leave each of them out, looked up once: every workload asks. */
const controllersOff = onceFor((model: ReadModel) => {
  const all = kcms(model).filter(({ isHosted }) => !isHosted);
  const asked = new Set(Object.values(MAKING).flat());
  return { all, offIn: new Map([...asked].map(controller => [controller, all.filter(kcm => leavesOut(kcm, controller))])) };
});

function leavesOut(kcm: ComponentView, controller: string): boolean {
  const lists = kcm.flags.filter(({ name }) => name === 'controllers').map(({ value }) => value);
  if (lists.length === 0 || kcm.version === undefined || !KCM_FLAG_NAMES().knows(kcm.version) || isUnknown(kcm, 'controllers')) return false;
  // Joined, one without a value is empty. Every release has these controllers.
  return !new ControllerList(KCM, kcm.version, lists.join(',').split(','), new Set()).enables(otherKcmKeyOf(controller, kcm.version)!);
}
