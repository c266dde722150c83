import { action } from '../action';

/** The command line of a unit can be changed: each flag and its value is one plain word. */
export const unitFits = action<{ readonly unit: string; readonly flags: readonly string[] }>({
  do: 'unit-fits',
  says: 'The flags of the unit can be changed',
  on: 'node',
  anyTime: true,
  programs: () => ['systemctl show'],
});
