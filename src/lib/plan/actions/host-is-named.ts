import { action } from '../action';

/** The host is called as its node is: that counts where no flag says a name. */
export const hostIsNamed = action({
  do: 'host-is-named',
  says: 'The host is called as its node is',
  on: 'node',
  anyTime: true,
  programs: () => ['uname'],
  byHand: () => ['[ "$(on "uname -n" | tr A-Z a-z)" = "$NODE" ]'],
});
