import { deployment } from './deployment';
import { Manager } from './manager-steps';
import { staticPod } from './static-pod';
import { unit } from './unit';
import { Leg } from '../context';

export function managerOf(leg: Leg): Manager {
  switch (leg.options.kcmRuntime ?? 'static-pod') {
    case 'static-pod': return staticPod(leg);
    case 'systemd': return unit(leg);
    case 'deployment': return deployment(leg);
  }
}
