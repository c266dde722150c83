import { action } from '../action';

/** A program is installed on the node. */
export const hasProgram = action<{ readonly path: string }>({
  do: 'has-program',
  says: 'The program is installed',
  on: 'node',
  anyTime: true,
  byHand: ({ path }) => [`on "test -x ${path}"`],
});
