import { action } from '../action';
import { nodes } from '../rule';

/** Lets pods onto the node again, unless its owner had cordoned it before. */
export const uncordon = action({
  do: 'node/uncordon',
  says: 'Uncordon',
  on: 'operator',
  always: 'also-in-check-mode',
  rights: () => [nodes('patch')],
  byHand: () => ['kubectl uncordon "$NODE"'],
});
