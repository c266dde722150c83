import { PlanAction } from '../action';
import { PlanCommand, quoted } from '../step';

/** How the script calls a command; undefined where it has no function for it. */
export function scriptCall({ action, withinSeconds }: PlanCommand): string | undefined {
  if (action.do === 'process-runs') return undefined;
  if (withinSeconds === undefined) return callOf(action);
  return withinSeconds === 0 ? `must ${callOf(action)}` : `eventually ${withinSeconds} ${callOf(action)}`;
}

/** A call of the function of that name, with the values of the action in their order; a list of records is one word of several lines. */
export function callOf(action: PlanAction, name: string = action.do.replace(/-/g, '_')): string {
  const { do: _, ...values } = action;
  const isText = (list: unknown[]): boolean => list.every(item => typeof item === 'string');
  const words = Object.entries(values).flatMap(([key, value]): string[] => {
    if (value === undefined) return ['-'];
    if (!Array.isArray(value)) return [String(value)];
    if (isText(value)) return key === 'flags' ? [value.join('\n')] : value;
    return [value.map(fields).join('\n')];
  });
  return [name, ...words.map(quoted)].join(' ');
}

/** One line of a list: sums before the path. */
function fields(row: object): string {
  const { path, sums, ...others } = row as { path: string; sums?: readonly string[] };
  return [...sums ? [sums.join()] : [], ...Object.values(others), path].join(' ');
}
