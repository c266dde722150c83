import { PlanAction } from './action';
import { actionsOf, PlanStep } from './step';
import { printable } from '../text/printable';

/** Names of nodes, objects and files, ports, label selectors: what stands in commands that a person copies, and in Markdown, as it is. */
const WORD = /^[A-Za-z0-9_./-][A-Za-z0-9_.:/=,+%@~-]*$/;
/** Names of node groups, which stand in headings: no link, no mention. */
const GROUP = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** Fields that hold command lines or sentences, which stand in comments and lists, on one line; and addresses, which were parsed. */
const FREE: readonly string[] = ['host', 'what', 'argv', 'flags', 'has', 'lacks', 'flag', 'inOrder', 'objects', 'rolls'];

/**
 * Everything that the plan took over from files of the app stands in commands for a shell and in a document.
 *
 * @param names that stand in sentences of the plan
 * @throws if a name is none, or a text would be more than one line
 */
export function checkWords(names: readonly string[], steps: readonly PlanStep[]): void {
  for (const name of names) checkText(name, true, 'a name in the plan');
  const groups = steps.flatMap(({ group }) => group ?? []);
  const group = groups.find(name => !GROUP.test(name));
  if (group !== undefined) {
    throw new Error(`node group '${printable(group)}' has a name that cannot stand in a plan; accepted: letters, digits and '._-'`);
  }
  for (const one of steps.flatMap(actionsOf)) checkAction(one);
  for (const { path } of steps.flatMap(({ files = [] }) => files)) checkText(path, true, 'a path');
}

function checkAction({ kind, given }: PlanAction): void {
  for (const [field, value] of Object.entries(given)) {
    for (const text of textsIn(value)) checkText(text, !FREE.includes(field), `${field} of '${kind.do}'`);
  }
}

function checkText(text: string, isName: boolean, where: string): void {
  if (isName ? WORD.test(text) : printable(text) === text) return;
  throw new Error(`the plan would have to name '${printable(text)}' (${where}), which a shell or a document would read as more than a name; `
    + 'correct it in the manifests or options that it comes from');
}

/** Texts in data. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
