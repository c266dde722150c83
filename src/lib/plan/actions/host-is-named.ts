import { action } from '../action';

/** The host is called as its node is: that counts where no flag says a name. */
export const hostIsNamed = action({
  do: 'host-is-named',
  says: 'The hostname is the name of the node',
  on: 'node',
  anyTime: true,
  programs: () => ['uname'],
  byHand: () => ['[ "$(on "uname -n" | tr A-Z a-z)" = "$NODE" ]'],
});
