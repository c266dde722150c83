import { action } from '../action';
import { ExpectedFlags } from '../endpoint';

/** Has systemd read its units again and starts a unit again, unless its process has its files, its flags and its release. */
export const restartUnit = action<{
  /** Without `.service`. */
  readonly unit: string;
  readonly component: string;
  readonly release: string;
  /** What it reads at its start and the step wrote; of a drop-in that is gone, its folder. */
  readonly files: readonly string[];
} & ExpectedFlags>({
  do: 'restart-unit',
  says: 'Restart the unit',
  on: 'node',
  programs: ({ unit }) => ['ps', 'systemctl daemon-reload', `systemctl restart ${unit}`, 'systemctl show', 'tr'],
  byHand: ({ unit }) => [`on "systemctl daemon-reload && systemctl restart ${unit}"`],
});
