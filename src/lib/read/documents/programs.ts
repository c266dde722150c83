import { changingCommand } from '../../edit/changing-commands';
import { isShellScript } from '../../edit/program';
import { Data, DataMap, isMap, listOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { defaultArguments } from '../../facts/distributions';
import { parseImage } from '../../kubernetes/image';
import { baseName } from '../../text/shell-words';

/** Command lines of containers, hooks and probes, which is what has a `command`, and texts of several words, which may be programs as well. */
export function programsIn(within: Data, base: SourcePath): readonly { readonly text: string; readonly path: SourcePath }[] {
  const found: { readonly text: string; readonly path: SourcePath }[] = [];
  const open: { readonly path: SourcePath; readonly value: Data }[] = [{ path: base, value: within }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') {
      if (/\s/.test(value)) found.push({ text: value, path });
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => open.push({ path: [...path, index], value: item }));
    } else if (isMap(value)) {
      const isProgram = Array.isArray(value.command) || (Array.isArray(value.args) && typeof value.image === 'string');
      if (isProgram) found.push({ text: commandLine(value), path: [...path, value.command === undefined ? 'args' : 'command'] });
      for (const [key, item] of Object.entries(value)) {
        if (!isProgram || (key !== 'command' && key !== 'args')) open.push({ path: [...path, key], value: item });
      }
    }
  }
  return found;
}

/** The words of a container, a hook or a probe, as they are written. */
export function wordsOf({ command, args }: DataMap): readonly string[] {
  return [...listOf(command), ...listOf(args)].map(String);
}

/** The command line, whose program is that of the image where the container names none. */
export function argumentsOf(item: DataMap): readonly string[] {
  const words = wordsOf(item);
  if (listOf(item.command).length > 0) return words;
  const program = baseName(parseImage(stringOf(item.image) ?? '').repository);
  return [program, ...words.length === 0 ? defaultArguments(program) : words];
}

/** A script as it is; else a line. */
function commandLine(item: DataMap): string {
  const words = wordsOf(item);
  return isShellScript(words) ? words.filter(word => !/^-\w+$/.test(word)).join('\n') : argumentsOf(item).join(' ');
}

/** What a hook or a probe of a container changes of the control plane. */
export function hookChange({ command: _, args: __, ...beside }: DataMap): string | undefined {
  return programsIn(beside, []).flatMap(({ text }) => changingCommand(text) ?? []).at(0)?.what;
}
