import { deployment } from './deployment';
import { ManagerSteps } from './manager-steps';
import { staticPod } from './static-pod';
import { unit } from './unit';
import { Leg } from '../../context';

export function managerOf(leg: Leg): ManagerSteps {
  switch (leg.options.kcmRuntime ?? 'static-pod') {
    case 'static-pod': return staticPod(leg);
    case 'systemd': return unit(leg);
    case 'deployment': return deployment(leg);
  }
}
