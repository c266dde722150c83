import { action } from '../action';
import { nodes } from '../rule';

/** The node is Ready, by its condition. */
export const nodeReady = action({
  do: 'node-ready',
  says: 'The node is Ready',
  on: 'operator',
  rights: () => [nodes('watch')],
  byHand: () => ['ready'],
});
