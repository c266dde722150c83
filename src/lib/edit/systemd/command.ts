import { environmentFileProblem, parseEnvironmentFile } from './environment-file';
import { defaultEnvironment, FilesOfNode, Unit, UnitSetting, unitWords, UNREAD_WORDS, valuesOf } from './unit';
import { isAgent } from '../../facts/distributions';

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

/** Of an environment file, in UTF-16 units: a command line has thousands. */
const LONGEST_ENVIRONMENT = 1_000_000;

interface Variable {
  readonly value: string;
  readonly file: string;
  readonly line: number;
  /** Why its value is not known. */
  readonly why?: string;
}

interface UnitEnvironment {
  readonly variables: ReadonlyMap<string, Variable>;
  /** What may define more. */
  readonly missing?: string;
  readonly absent: readonly UnitSetting[];
}

/** Whether a node is known not to have an environment file (absolute path) that its unit may do without and that the input lacks. */
export type IsAbsent = (path: string) => boolean;

/**
 * The command lines of a service, and the environment files that it may do without, and does. Variables are filled in from `Environment=` and from
 * the environment files of the node. An environment file that the input lacks may define every variable.
 */
export function commandsOf(unit: Unit, node: FilesOfNode, nameOf: (path: string) => string, isAbsent: IsAbsent = () => false) {
  const starts = valuesOf(unit.settings, 'ExecStart');
  if (starts.length === 0) return { commands: [], absent: [] };
  const environment = environmentOf(unit, node, nameOf, isAbsent);
  const commands = starts.map((setting): UnitCommand => {
    // Prefixes say how it is run: systemd.service(5), "Special executable prefixes".
    const [prefix] = /^[-@:+!|]*/.exec(setting.value)!;
    const words = unitWords(setting.value.slice(prefix.length));
    const problem = words ? prefixProblem(prefix, setting.value) : `its ExecStart= has ${UNREAD_WORDS}`;
    if (!words || problem !== undefined) return { setting, words: [], problem };
    return { setting, words: words.flatMap(text => expanded(text, setting, environment)) };
  });
  return { commands, absent: environment.absent };
}

/** Whether a command is that of a worker of a distribution, whose words are all known: its text may name both roles by a variable. */
export function startsAgent({ words, problem }: UnitCommand): boolean {
  const [program, role] = words;
  return problem === undefined && words.length > 1 && program.why === undefined && role.why === undefined
    && isAgent(program.text.slice(program.text.lastIndexOf('/') + 1), role.text);
}

function prefixProblem(prefix: string, value: string): string | undefined {
  if (prefix.includes('@')) return 'its ExecStart= begins with @, which gives the program another name';
  return prefix.includes(':') && value.includes('$') ? 'its ExecStart= begins with :, which leaves variables as they are' : undefined;
}

/** `${NAME}` within a word; `$NAME` as a word of its own is as many words as its value has. */
function expanded(text: string, { file, line }: UnitSetting, { variables, missing }: UnitEnvironment): readonly UnitWord[] {
  const why = (name: string) => {
    const variable = variables.get(name);
    return variable || missing === undefined ? variable?.why : `${missing} may define ${name}`;
  };
  const whole = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(text)?.[1];
  if (whole !== undefined) {
    const variable = variables.get(whole);
    if (!variable || variable.why !== undefined) return why(whole) === undefined ? [] : [{ text, file, line, why: why(whole) }];
    const words = unitWords(variable.value);
    if (!words) return [{ text, file, line, why: `the value of ${whole} has ${UNREAD_WORDS}` }];
    return words.map(word => ({ text: word, file: variable.file, line: variable.line }));
  }
  const own = plainText(text);
  let unknown = own.why;
  const filled = own.value.replace(/\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (match, name: string | undefined) => {
    if (name === undefined) return '$';
    unknown ??= why(name);
    return variables.get(name)?.value ?? (missing === undefined ? '' : match);
  });
  return [{ text: filled, file, line, why: unknown }];
}

/** Specifiers, as `%i` of the instance, are not followed: systemd.unit(5), "Specifiers". */
function plainText(text: string): { readonly value: string; readonly why?: string } {
  const specifier = /%[^%]/.exec(text.replace(/%%/g, ''))?.[0];
  return { value: text.replace(/%%/g, '%'), why: specifier && `systemd fills in ${specifier}` };
}

/** Environment files come after `Environment=`, whatever the order of the lines: systemd.exec(5), `EnvironmentFile=`. */
function environmentOf(unit: Unit, node: FilesOfNode, nameOf: (path: string) => string, isAbsent: IsAbsent): UnitEnvironment {
  const variables = new Map<string, Variable>();
  const absent: UnitSetting[] = [];
  let missing: string | undefined;
  // What was not read may set again what is known by then.
  const hide = (what: string) => {
    variables.clear();
    missing = what;
  };
  for (const { value, file, line } of [...defaultEnvironment(node, nameOf), ...valuesOf(unit.settings, 'Environment')]) {
    const words = unitWords(value);
    if (!words) hide(`${file}:${line}, which has ${UNREAD_WORDS},`);
    for (const word of words ?? []) {
      const [name, ...rest] = word.split('=');
      variables.set(name, { ...plainText(rest.join('=')), file, line });
    }
  }
  for (const setting of valuesOf(unit.settings, 'EnvironmentFile')) {
    const { path, isPattern } = pathOf(setting);
    const content = isPattern ? undefined : node.contentOf(path.slice(1));
    if (!content && !isPattern && setting.value.startsWith('-') && isAbsent(path)) {
      absent.push(setting);
      continue;
    }
    if (!content || 'unreadable' in content || content.text.length > LONGEST_ENVIRONMENT) {
      hide(`${path}, ${isPattern ? 'a pattern' : content ? 'which cannot be read' : notHere(setting)},`);
      continue;
    }
    const problem = environmentFileProblem(content.text);
    if (problem !== undefined) {
      hide(`${path}, which cannot be read (${problem}),`);
      continue;
    }
    const file = nameOf(path.slice(1));
    for (const { name, value, line } of parseEnvironmentFile(content.text)) {
      const why = value === undefined ? `its value in ${file}:${line} has an open quote` : undefined;
      variables.set(name, { value: value ?? '', file, line, why });
    }
  }
  for (const key of ['PassEnvironment', 'UnsetEnvironment']) {
    for (const { value, file, line } of valuesOf(unit.settings, key)) {
      const why = `${key}= of ${file}:${line} changes it`;
      for (const word of value.split(/\s+/)) variables.set(word.split('=')[0], { value: '', file, line, why });
    }
  }
  return { variables, missing, absent };
}

/** The variables that a service is given, as far as the input says their values. */
export function variablesOf(unit: Unit, node: FilesOfNode, nameOf: (path: string) => string): ReadonlyMap<string, string> {
  const { variables } = environmentOf(unit, node, nameOf, () => false);
  return new Map([...variables].flatMap(([name, { value, why }]) => why === undefined ? [[name, value] as const] : []));
}

/** Whether a service has a variable, whatever its value is; undefined: that is not known. */
export function hasVariable(
  name: string, unit: Unit, node: FilesOfNode, nameOf: (path: string) => string, isAbsent: IsAbsent = () => false,
): boolean | undefined {
  const { variables, missing } = environmentOf(unit, node, nameOf, isAbsent);
  const variable = variables.get(name);
  return variable === undefined ? (missing === undefined ? false : undefined) : variable.why === undefined ? true : undefined;
}

function notHere({ value }: UnitSetting): string {
  return `which is not in the input${value.startsWith('-') ? ' (where the node has none, hand in an empty one)' : ''}`;
}

/** Paths on the node, without the leading `/`. */
export function environmentFiles(unit: Unit): readonly string[] {
  return valuesOf(unit.settings, 'EnvironmentFile').map(setting => pathOf(setting).path.slice(1));
}

/** `-` before it: the file may be missing. */
function pathOf({ value }: UnitSetting): { readonly path: string; readonly isPattern: boolean } {
  const path = value.replace(/^-/, '').replace(/^["'](.*)["']$/, '$1').replace(/^\/*/, '/');
  return { path, isPattern: /[*?[%]/.test(path) };
}
