import { action } from '../action';

/** Runs a command on the node. */
export const runOnNode = action<{ readonly argv: readonly string[] }>({
  do: 'run-on-node',
  says: 'Run on the node',
  on: 'node',
  programs: ({ argv }) => [argv.join(' ')],
  byHand: ({ argv }) => [`on "${argv.join(' ')}"`],
});
