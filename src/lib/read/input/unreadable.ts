import { FileContent } from './input';
import { locate, SourceError } from '../../edit/yaml/source-error';
import { PACKED_CHART, TEMPLATE_LANGUAGES } from '../../facts/inputs/texts';
import { componentOf } from '../../facts/manager-names';
import { printable } from '../../text/printable';
import { Doubt, mayRunDoubt } from '../../view/model';

/** What a template is called, and the command that renders it. */
export function templateOf(text: string): { readonly what: string; readonly fix: string; readonly line: number } | undefined {
  const found = TEMPLATE_LANGUAGES.find(([pattern]) => pattern.test(text));
  return found && { what: found[1], fix: found[2], line: locate(text, found[0].exec(text)!.index).line };
}

/** Whether a file that is no text can hold something that is started: archives, links to somewhere else, what is too large. */
export function mayHold(path: string, content: FileContent): boolean {
  if ('text' in content || content.isInert === true) return false;
  const chart = PACKED_CHART.exec(path)?.[1];
  return chart === undefined || componentOf(chart) !== undefined;
}

/** A file that cannot be read, or not as YAML. */
export function unreadableFile(file: string, problem: string, line = 1): Doubt {
  return mayRunDoubt({ file, line }, `${file} cannot be read: ${problem}`, 'It may hold a controller manager or change one.',
    'Correct the file, or leave it out of the input if nothing of it reaches the cluster.');
}

/** A text that is no YAML: as a template, if it is one. */
export function unparsedFile(file: string, text: string, error: SourceError): Doubt {
  const template = templateOf(text);
  const { what, ...rest } = unreadableFile(file, printable(error.problem), error.line);
  return template ? {
    ...rest,
    place: { file, line: template.line },
    what: `${file} is ${template.what}, and not rendered`,
    fix: template.fix,
    like: { form: 'template', what: template.what },
  } : { ...rest, what, like: { form: 'unreadable', what: printable(error.problem) } };
}
