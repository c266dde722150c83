import { action } from '../action';

/** The process of a unit has the program of a release: what is on the disk is not what runs. */
export const unitRunsRelease = action<{ readonly unit: string; readonly release: string }>({
  do: 'unit-runs-release',
  says: 'The unit runs the release',
  on: 'node',
  always: 'not-in-check-mode',
  programs: ({ unit }) => ['systemctl show', 'tr', `${unit} --version`],
  bringsProgram: true,
});
