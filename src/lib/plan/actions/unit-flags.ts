import { action } from '../action';
import { byState } from '../by-hand';
import { PlanStateName } from '../state';

/** Changes the command line of a unit in a drop-in; systemd reads it. */
export const unitFlags = action<{
  readonly state: PlanStateName;
  /** The state that the step brings the unit to. */
  readonly to: PlanStateName;
  readonly unit: string;
  readonly dropIn: string;
  readonly flags: readonly string[];
  /** The plan was in `to` before: where a copy says what the node had in it, that is put back. */
  readonly givenBack?: true;
}>({
  do: 'unit-flags',
  says: 'Change the flags of the unit',
  on: 'node',
  programs: () => ['systemctl daemon-reload', 'systemctl show'],
  byHand: ({ state, unit, dropIn, flags }) => [
    ...byState('keep', state, [dropIn]),
    `on "mkdir -p ${dropIn.replace(/\/[^/]*$/, '')}; (printf '[Service]\\nExecStart=\\n'; systemctl show -p ExecStart --value ${unit} |`,
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
