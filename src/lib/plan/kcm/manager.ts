import { deployed } from './deployed';
import { deployment } from './deployment';
import { Manager } from './manager-steps';
import { staticPod } from './static-pod';
import { unit, unitOnNodes } from './unit';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { must, PlanAction } from '../action';
import { Transition } from '../app/context';

/** What transitions ask of kube-controller-manager, and do to it, by what runs it. */
export function managerOf(transition: Transition): Manager {
  const { manager } = transition.app;
  if (manager) return deployed(transition, manager);
  const unitName = transition.app.units.get(KCM);
  if (unitName !== undefined) return unitOnNodes(transition, unitName);
  switch (transition.options.kcmRuntime ?? 'static-pod') {
    case 'static-pod': return staticPod(transition);
    case 'systemd': return unit(transition);
    case 'deployment': return deployment(transition);
  }
}

/** That every kube-controller-manager of the cluster is of the release of a side. */
export function allOfSide(transition: Transition, side: NodeSide): readonly PlanAction[] {
  return managerOf(transition).onRelease(transition.app.releases[side]).map(must);
}
