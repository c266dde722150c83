import { action } from '../action';

/** The kubelet will register under the name of its node, by the files that are there now. */
export const keepsName = action<{ readonly file: string }>({
  do: 'keeps-name',
  says: 'The kubelet keeps the name of its node',
  on: 'node',
  programs: () => ['uname'],
  byHand: ({ file }) => [`on "cat ${file}"   # --hostname-override=$NODE, or none and a host of that name`],
});
