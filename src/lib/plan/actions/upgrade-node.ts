import { action } from '../action';

/** Seconds that packages of a node get, by a command of the user's own. */
export const PACKAGE_SECONDS = 1800;

/** Brings the programs of the node to a release, by the user's own command. */
export const upgradeNode = action<{
  readonly release: string;
  /** Units whose programs they bring besides that of the kubelet. */
  readonly units?: readonly string[];
}>({
  do: 'node/upgrade-node',
  says: 'Install the release of the programs',
  on: 'operator',
  lasts: PACKAGE_SECONDS,
  byHand: ({ release, units = [] }) => [
    `packages kubelet ${release}`,
    ...units.length === 0 ? [] : [`# you brought the programs of ${units.join(', ')} on $NODE to ${release}`],
  ],
});
