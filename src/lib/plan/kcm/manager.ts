import { deployed } from './deployed';
import { deployment } from './deployment';
import { Manager } from './manager-steps';
import { staticPod } from './static-pod';
import { unit, unitOnNodes } from './unit';
import { KCM } from '../../kubernetes/component';
import { Transition } from '../context';

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
