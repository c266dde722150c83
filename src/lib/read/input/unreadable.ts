import { FileContent } from './input';
import { componentOf } from '../../edit/program';
import { locate, SourceError } from '../../edit/yaml/source-error';
import { CCM, KCM } from '../../kubernetes/component';
import { printable } from '../../text/printable';
import { Doubt } from '../../view/model';

/** It is YAML as it stands, whose comments are the program: carvel.dev/ytt, "Annotations". */
export const YTT_TEMPLATE = /^[ \t]*#@(?:[ \t]|(?:data|overlay|library|schema|yaml)\/)|^[^#\n]{0,200}[:-][ \t]+#@[ \t]/m;

/** Marks of the languages that manifests are made with. What never ends is looked at once more for each that begins, so that all are bounded. */
const TEMPLATES: readonly (readonly [RegExp, string, string])[] = [
  [/\{\{-?\s*(\.|include|template|if|range|with|end|\$)[^}]{0,200}\}\}|\{\{-?\s*\.(Values|Release|Chart)/, 'a template of Helm or Go',
    'Render it first: helm template <chart> | ccm-migration verify -, or the tool that fills it in.'],
  [/%\{|\$\{[^}]{0,200}\}/, 'a template of Terraform or a shell',
    'Render it first: terraform show or templatefile(), envsubst < file | ccm-migration verify -, or the tool that fills it in.'],
  [YTT_TEMPLATE, 'a template of ytt', 'Render it first: ytt -f <folder> | ccm-migration verify -.'],
  [/\{%-?\s*(if|for|set|endif|endfor|include)\b|\{\{[^}]{0,200}\}\}/, 'a template of Jinja',
    'Render it first with the tool that fills it in: ansible -m template, jinja2.'],
];

/** What a template is called, and the command that renders it. */
export function templateOf(text: string): { readonly what: string; readonly fix: string; readonly line: number } | undefined {
  const found = TEMPLATES.find(([pattern]) => pattern.test(text));
  return found && { what: found[1], fix: found[2], line: locate(text, found[0].exec(text)!.index).line };
}

/** A packed chart, `ingress-nginx-4.0.0.tgz`: its name says what it installs. */
const CHART = /(?:^|\/)([a-z0-9-]+?)-v?\d+\.\d+\.\d[^/]*\.tgz$/;

/** Whether a file that is no text can hold something that is started: archives, links to somewhere else, what is too large. */
export function mayHold(path: string, content: FileContent): boolean {
  if ('text' in content || content.isInert === true) return false;
  const chart = CHART.exec(path)?.[1];
  return chart === undefined || componentOf(chart) !== undefined;
}

/** A file that cannot be read, or not as YAML. */
export function unreadableFile(file: string, problem: string, line = 1): Doubt {
  return {
    place: { file, line },
    what: `${file} cannot be read: ${problem}`,
    why: 'It may hold a controller manager or change one.',
    fix: 'Correct the file, or leave it out of the input if nothing of it reaches the cluster.',
    mayRun: [KCM, CCM],
  };
}

/** A text that is no YAML: as a template, if it is one. */
export function unparsedFile(file: string, text: string, error: SourceError): Doubt {
  const template = templateOf(text);
  const { what, ...rest } = unreadableFile(file, printable(error.problem), error.line);
  return template ? { ...rest, place: { file, line: template.line }, what: `${file} is ${template.what}, and not rendered`, fix: template.fix }
    : { ...rest, what };
}
