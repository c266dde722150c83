import { Effect, effectOf, TOOLS, WITH_VALUE } from '../facts/inputs/commands';
import { wordsWithin } from '../text/shell-words';

/** A command of the table, wherever it stands: in a script, a list of YAML, a unit, a text within one, behind `sudo`, as a path. */
export interface Command {
  readonly tool: string;
  /** What it is told to do; none: that is not understood. */
  readonly verb?: string;
  /** None: that of no verb. */
  readonly effect?: Effect;
  /** The word behind the verb. */
  readonly object: string;
  /** From its tool up to the next command. */
  readonly text: string;
  /** What stands behind its tool, with what is put into it, and its verb among those. */
  readonly words: readonly string[];
  readonly verbAt: number;
  /** What stands before it. */
  readonly before: string;
  /** Commands that may hand it what it works on: those within it, and those before it on its line, the nearest first. */
  readonly sources: readonly Command[];
}

/** Longer lines are not looked through. */
const LONGEST = 5000;

const TOOL = new RegExp(`(?:^|[\\s"'\`/@=!,([])(${TOOLS.join('|')})(?=["']?[\\s,])`);

/**
 * The parts of a line, at what stands between commands, also within quotes: `sh -c 'kubectl get x; y'` is two. Each up to what is put into it by
 * `$(...)`, which comes behind it; and the whole of it.
 */
function piecesOf(line: string): readonly (readonly (readonly [text: string, whole: string])[])[] {
  return line.slice(0, LONGEST).split(/;|&&|\|\|?|&(?=\s)/)
    .map(part => part.split(/\$\(|`/).map((text, index) => [text, index === 0 ? part : text] as const));
}

export function commandsOf(line: string): readonly Command[] {
  if (!TOOL.test(line)) return [];
  const found: Command[] = [];
  for (const pieces of piecesOf(line)) {
    const own = pieces.flatMap(piece => commandIn(...piece) ?? []);
    const earlier = [...found].reverse();
    own.forEach((command, index) => found.push({ ...command, sources: [...own.slice(index + 1), ...earlier] }));
  }
  return found;
}

/** What stands in each part of a line. */
export function partsOf(line: string): readonly string[] {
  return piecesOf(line).flat().map(([text]) => text);
}

/** A line without the commands of it that are not wanted: what else is on it stays. */
export function withoutCommands(line: string, isUnwanted: (command: Command) => boolean): string {
  if (!TOOL.test(line)) return line;
  return piecesOf(line).flat().map(piece => {
    const command = commandIn(...piece);
    return command && isUnwanted(command) ? command.before : piece[0];
  }).join(' ; ');
}

function commandIn(text: string, whole: string): Command | undefined {
  const match = TOOL.exec(text);
  if (!match) return undefined;
  const [, tool] = match;
  const index = match.index + match[0].length - tool.length;
  const words = wordsWithin(whole.slice(index + tool.length)).slice(0, 200);
  const verbAt = words.findIndex(word => effectOf(tool, word) !== undefined);
  const object = verbAt === -1 ? '' : words.slice(verbAt + 1).find(word => !word.startsWith('-')) ?? '';
  const verb = verbAt === -1 ? undefined : words[verbAt];
  const effect = verb === undefined ? undefined : effectOf(tool, verb, object);
  return { tool, verb, effect, object, text: text.slice(index), words, verbAt, sources: [], before: text.slice(0, index) };
}

/** Lines of a script that are no comments: a command over several lines, with the first of those. */
export function* logicalLines(script: string): Iterable<{ readonly line: number; readonly text: string }> {
  const lines = script.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const parts = [lines[index]];
    while (parts[parts.length - 1].endsWith('\\') && index + 1 < lines.length) parts.push(lines[++index]);
    const text = parts.map(part => part.replace(/\\$/, '')).join(' ').slice(0, LONGEST);
    if (!/^\s*(?:#|\/\/)/.test(text)) yield { line, text };
  }
}

/** Whether before its verb stand flags alone, as where it is run: prose has other words there. */
export function isRun({ words, verbAt }: Command): boolean {
  return words.slice(0, verbAt).every((word, index) => word.startsWith('-') || (index > 0 && WITH_VALUE.test(words[index - 1])));
}

export type Arguments = ReturnType<typeof argumentsOf>;

/** What a command is told beside its verb: `files` are manifests, wherever they come from. */
export function argumentsOf({ words, verbAt }: Command) {
  const positional: string[] = [];
  const flags = new Map<string, string>();
  const files: string[] = [];
  const rest = words.filter((_, index) => index !== verbAt);
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index];
    if (/^(?:\d?>|<)/.test(word)) continue;
    if (/^#/.test(word)) break;
    if (!/^-[\w-]/.test(word)) {
      positional.push(word);
      continue;
    }
    const [, joined, inline] = /^(-[nlfk])(?!=)(.+)$/.exec(word) ?? [];
    const [flag, ...parts] = joined === undefined ? word.split('=') : [joined, inline];
    const value = joined !== undefined || word.includes('=') ? parts.join('=') : WITH_VALUE.test(word) ? rest[++index] ?? '' : 'true';
    const name = flag.replace(/^-+/, '');
    flags.set({ n: 'namespace', l: 'selector', A: 'all-namespaces' }[name] ?? name, value.replace(/(?<![)`])[)`]+$/, ''));
    if (['f', 'filename', 'k', 'kustomize'].includes(name)) files.push(...value.split(','));
  }
  return { positional, flags, files };
}
