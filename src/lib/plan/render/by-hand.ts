import { shell } from './fenced';
import { freeLock, leaveLock, takeLock } from '../by-hand/lock';
import { kubeadmRoom, pullImages, pullProxy } from '../by-hand/nodes';
import { forgetServices, recordServices, servicesSame } from '../checks/services-record';
import { Plan } from '../plan';

/** What playbooks do around the steps, for whoever has none. */
export function byHand(plan: Plan): string {
  const { cloud, id } = plan;
  return [
    '## By hand, around the steps',
    'Playbooks do all of this themselves, each time. A run that has died holds the lock still: once you know that it has ended, '
      + `\`${freeLock()}\` gives it free. `
      + 'A node without `crictl` pulls images as its container runtime does.',
    'Before the first step, and after a pause:',
    shell([takeLock(id), ...pullImages(plan), ...pullProxy(plan), ...kubeadmRoom(plan), ...recordServices(cloud)]),
    'Before a pause:',
    shell([leaveLock()]),
    'After the last step, and once all is taken back:',
    shell([...servicesSame(cloud), forgetServices(), leaveLock()]),
  ].join('\n\n');
}
