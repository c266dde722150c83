import { action } from '../action';

/** The process of a unit has the program of a release: what is on the disk is not what runs. */
export const unitRunsRelease = action<{ readonly unit: string; readonly release: string }>({
  do: 'unit-runs-release',
  says: 'The unit runs the release',
  on: 'node',
  always: 'not-in-check-mode',
  programs: ({ unit }) => ['systemctl show', 'tr', `${unit} --version`],
  bringsProgram: true,
  byHand: ({ unit, release }) => [
    `until on "/proc/\\$(systemctl show -p MainPID --value ${unit})/exe --version" | grep -xF 'Kubernetes v${release}'; do sleep 2; done`,
  ],
});
