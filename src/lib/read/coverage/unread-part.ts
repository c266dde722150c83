import { Doubt, mayRunDoubt, Place } from '../../view/model';

/** Why something that no reader took leaves the promises open. */
export const WHY = 'It may run a controller manager, or change one, and what that does is not part of the proof.';

/** A part of the input that no reader took. */
export function unread(what: string, place: Place): Doubt {
  return mayRunDoubt(place, what, WHY, 'Give what it makes of this as manifests, units or the folder of a node; if it starts none, leave it out of '
    + 'the input.');
}
