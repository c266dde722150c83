import { action } from '../action';

/** No such process is left on the node. */
export const processGone = action<{
  readonly component: string;
  /** Only with this flag. */
  readonly flag?: string;
}>({
  do: 'process-gone',
  says: 'No such process is left',
  on: 'node',
  programs: () => ['ps'],
  byHand: ({ component, flag }) => [`until on "! ps -eo args= -ww | grep -E '^([^ ]*/)?${component}( |\\$)'`
    + `${flag === undefined ? '' : ` | grep -e '${flag}'`}"; do sleep 2; done`],
});
