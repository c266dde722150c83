import { action } from '../action';

/** What this library cannot know how to do. */
export const manual = action<{ readonly what: string }>({
  do: 'step/manual',
  says: 'By hand',
  on: 'operator',
  byHand: ({ what }) => [`# by hand: ${what}`],
});
