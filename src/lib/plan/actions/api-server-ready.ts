import { action } from '../action';

/** The API server of the node is ready, where it answers when the plan begins. */
export const apiServerReady = action({
  do: 'api-server-ready',
  says: 'The API server is ready',
  on: 'node',
  // There may be a pause of a day before a step that is gone on with.
  always: 'also-in-check-mode',
  byHand: () => ['kubectl get --raw=/readyz'],
});
