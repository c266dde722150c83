import { FilesOfNode, Unit, unitWords, UnitSetting, valuesOf } from './unit';

/** A word of a unit's command line: where it is from, and why it is not known. */
export interface UnitWord {
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly why?: string;
}

/** A command line that systemd starts. */
export interface UnitCommand {
  readonly setting: UnitSetting;
  readonly words: readonly UnitWord[];
  /** Why it cannot be read. */
  readonly problem?: string;
}

interface Variable {
  readonly value: string;
  readonly file: string;
  readonly line: number;
}

interface UnitEnvironment {
  readonly variables: ReadonlyMap<string, Variable>;
  /** A file that may define more. */
  readonly missing?: string;
}

/** The command lines of a service, variables filled in from `Environment=` and from the environment files of the node. */
export function commandsOf(unit: Unit, node: FilesOfNode, nameOf: (path: string) => string): readonly UnitCommand[] {
  const environment = environmentOf(unit, node, nameOf);
  return valuesOf(unit.settings, 'ExecStart').map(setting => {
    // Prefixes say how it is run: systemd.service(5), "Special executable prefixes".
    const words = unitWords(setting.value.replace(/^[-@:+!|]+/, ''));
    if (!words) return { setting, words: [], problem: 'its ExecStart= has an open quote or a backslash escape' };
    return { setting, words: words.flatMap(text => expanded(text, setting, environment)) };
  });
}

/**
 * `${NAME}` within a word; `$NAME` as a word of its own is as many words as its value has. Specifiers, as `%i` of the instance, are not followed:
 * systemd.unit(5), "Specifiers".
 */
function expanded(text: string, { file, line }: UnitSetting, { variables, missing }: UnitEnvironment): readonly UnitWord[] {
  const why = (name: string) => missing && `${missing} may define ${name}`;
  const whole = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(text)?.[1];
  if (whole !== undefined) {
    const variable = variables.get(whole);
    if (!variable) return missing === undefined ? [] : [{ text, file, line, why: why(whole) }];
    return (unitWords(variable.value) ?? variable.value.split(/\s+/)).map(word => ({ text: word, file: variable.file, line: variable.line }));
  }
  let unknown: string | undefined;
  const specifier = /%[^%]/.exec(text.replace(/%%/g, ''))?.[0];
  if (specifier !== undefined) unknown = `systemd fills in ${specifier}`;
  const filled = text.replace(/%%/g, '%').replace(/\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (match, name: string | undefined) => {
    if (name === undefined) return '$';
    const variable = variables.get(name);
    if (!variable) unknown ??= why(name);
    return variable?.value ?? (missing === undefined ? '' : match);
  });
  return [{ text: filled, file, line, why: unknown }];
}

/** Environment files come after `Environment=`, whatever the order of the lines: systemd.exec(5), `EnvironmentFile=`. */
function environmentOf(unit: Unit, node: FilesOfNode, nameOf: (path: string) => string): UnitEnvironment {
  const variables = new Map<string, Variable>();
  for (const { value, file, line } of valuesOf(unit.settings, 'Environment')) {
    for (const word of unitWords(value) ?? []) {
      const [name, ...rest] = word.split('=');
      variables.set(name, { value: rest.join('='), file, line });
    }
  }
  let missing: string | undefined;
  for (const { value } of valuesOf(unit.settings, 'EnvironmentFile')) {
    const path = pathOf(value);
    const content = node.contentOf(path.replace(/^\/+/, ''));
    if (!content || 'unreadable' in content) {
      // Without `-` the service does not start where the file is missing, so it is somewhere that this input does not show.
      if (!value.startsWith('-') || content) missing = `${path}, which ${content ? 'cannot be read' : 'is not in the input'},`;
      continue;
    }
    for (const variable of environmentFile(content.text)) variables.set(variable.name, { ...variable, file: nameOf(path.replace(/^\/+/, '')) });
  }
  return { variables, missing };
}

/** Paths on the node, without the leading `/`. */
export function environmentFiles(unit: Unit): readonly string[] {
  return valuesOf(unit.settings, 'EnvironmentFile').map(({ value }) => pathOf(value).replace(/^\/+/, ''));
}

/** `-` before it: the file may be missing. */
function pathOf(value: string): string {
  return value.replace(/^-/, '').replace(/^["'](.*)["']$/, '$1');
}

/** `NAME=value` lines, the value in quotes or up to the end of the line, which may go on below. */
function environmentFile(text: string): readonly { readonly name: string; readonly value: string; readonly line: number }[] {
  const found: { name: string; value: string; line: number }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const match = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(lines[index]);
    if (!match) continue;
    const line = index + 1;
    let value = match[2];
    const quote = /^["']/.exec(value)?.[0];
    while (index + 1 < lines.length && (/\\$/.test(value) || (quote !== undefined && !value.slice(1).includes(quote)))) {
      index++;
      value = `${value.replace(/\\$/, '')}${quote === undefined ? '' : ' '}${lines[index]}`;
    }
    found.push({ name: match[1], value: quote === undefined ? value.trim() : value.slice(1, value.indexOf(quote, 1)), line });
  }
  return found;
}
