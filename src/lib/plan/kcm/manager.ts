import { deployment } from './deployment';
import { Manager } from './manager-steps';
import { staticPod } from './static-pod';
import { unit } from './unit';
import { Transition } from '../context';

export function managerOf(transition: Transition): Manager {
  switch (transition.options.kcmRuntime ?? 'static-pod') {
    case 'static-pod': return staticPod(transition);
    case 'systemd': return unit(transition);
    case 'deployment': return deployment(transition);
  }
}
