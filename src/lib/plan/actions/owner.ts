import { onOperator } from '../action';

/** Seconds that packages of a node get, by a command of the user's own. */
export const PACKAGE_SECONDS = 1800;

/** Brings the programs of the node to a release, by the user's own command. */
export const upgradeNode = onOperator<{
  readonly release: string;
  /** Units whose programs they bring besides that of the kubelet. */
  readonly units?: readonly string[];
}>('node/upgrade-node', 'Install the release of the programs', {
  lasts: PACKAGE_SECONDS,
  byHand: ({ release, units = [] }) => [
    `packages kubelet ${release}`,
    ...units.length === 0 ? [] : [`# you brought the programs of ${units.join(', ')} on $NODE to ${release}`],
  ],
});

/** What this library cannot know how to do. */
export const manual = onOperator<{ readonly what: string }>('step/manual', 'By hand', {
  byHand: ({ what }) => [`# by hand: ${what}`],
});
