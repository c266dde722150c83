import { onNode } from '../action';
import { byState } from '../by-hand';
import { ExpectedFlags } from '../endpoint';
import { PlanStateName } from '../state';

/** The command line of a unit can be changed: each flag and its value is one plain word. */
export const unitFits = onNode<{ readonly unit: string; readonly flags: readonly string[] }>('unit-fits', 'The flags of the unit can be changed', {
  anyTime: true,
  programs: () => ['systemctl show'],
});

/** Changes the command line of a unit in a drop-in; systemd reads it. */
export const unitFlags = onNode<{
  readonly state: PlanStateName;
  /** The state that the step brings the unit to. */
  readonly to: PlanStateName;
  readonly unit: string;
  readonly dropIn: string;
  readonly flags: readonly string[];
  /** The plan was in `to` before: where a copy says what the node had in it, that is put back. */
  readonly givenBack?: true;
}>('unit-flags', 'Change the flags of the unit', {
  programs: () => ['systemctl daemon-reload', 'systemctl show'],
  byHand: ({ state, unit, dropIn, flags }) => [
    ...byState('keep', state, [dropIn]),
    `made ${dropIn.replace(/\/[^/]*$/, '')}`,
    `on "(printf '[Service]\\nExecStart=\\n'; systemctl show -p ExecStart --value ${unit} |`,
    "  sed -nE 's/.*argv\\[\\]=(.*) ; ignore_errors=.*/ExecStart=\\1/p' | sed -E -e 's/%/%%/g'"
      + `${flags.map(sedOfFlag).join('')}) > ${dropIn}.new && mv ${dropIn}.new ${dropIn} && systemctl daemon-reload"`,
  ],
});

/** `set --flag=value` or `remove --flag`, for sed between double quotes. */
function sedOfFlag(sentence: string): string {
  const [verb, flag] = sentence.split(' ');
  const [name] = flag.split('=');
  return ` -e 's/ ${name}(=[^ ]*)?( |\\$)/\\2/'${verb === 'set' ? ` -e 's#\\$# ${flag}#'` : ''}`;
}

/** Asks the program that the process of a unit has for its release, in a shell of its node. */
export function programOfUnit(unit: string): string {
  return `/proc/\\$(systemctl show -p MainPID --value ${unit})/exe --version`;
}

/** The process of a unit has the program of a release: what is on the disk is not what runs. */
export const unitRunsRelease = onNode<{ readonly unit: string; readonly release: string }>('unit-runs-release', 'The unit runs the release', {
  always: 'not-in-check-mode',
  programs: ({ unit }) => ['systemctl show', 'tr', `${unit} --version`],
  bringsProgram: true,
  byHand: ({ unit, release }) => [
    `until on "${programOfUnit(unit)}" | grep -xF 'Kubernetes v${release}'; do sleep 2; done`,
  ],
});

/** Has systemd read its units again and starts a unit again, unless its process has its files, its flags and its release. */
export const restartUnit = onNode<{
  /** Without `.service`. */
  readonly unit: string;
  readonly component: string;
  readonly release: string;
  /** What it reads at its start and the step wrote; of a drop-in that is gone, its folder. */
  readonly files: readonly string[];
} & ExpectedFlags>('restart-unit', 'Restart the unit', {
  programs: ({ unit }) => ['ps', 'systemctl daemon-reload', `systemctl restart ${unit}`, 'systemctl show', 'tr'],
  byHand: ({ unit }) => [`on "systemctl daemon-reload && systemctl restart ${unit}"`],
});

/** Runs a command on the node. */
export const runOnNode = onNode<{ readonly argv: readonly string[] }>('run-on-node', 'Run on the node', {
  programs: ({ argv }) => [argv.join(' ')],
  byHand: ({ argv }) => [`on "${argv.join(' ')}"`],
});
