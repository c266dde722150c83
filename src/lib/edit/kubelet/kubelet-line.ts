import {
  isOfKubeadm, kubeletConfigurationFiles, kubeletFlagFilesOf, MAY_BE_ABSENT, VARIABLE_OF_USERS, VARIABLES_OF_KUBEADM,
} from '../../facts/inputs/kubelet-files';
import { grouped } from '../../kubernetes/once-for';
import { baseName, wordsWithin } from '../../text/shell-words';
import { readFlags } from '../static-pod/command-line';
import { commandsOf, environmentFiles, hasVariable, UnitCommand, UnitWord } from '../systemd/command';
import { environmentFileProblem, parseEnvironmentFile } from '../systemd/environment-file';
import { flagLine } from '../systemd/flag-line';
import { defaultEnvironment, FilesOfNode, Unit, UnitSetting, unitsOf, unitWords, valuesOf } from '../systemd/unit';

/** The command line of a node's kubelet, as systemd makes it. */
export interface KubeletLine {
  /** What the kubelet gets, its own name left out. */
  readonly words: readonly UnitWord[];
  /** Files that say it, by their paths without the leading `/`. */
  readonly files: readonly string[];
  /** Of its unit and the drop-ins of that. */
  readonly settings: readonly UnitSetting[];
  /** Environment files that the unit may do without, and that the node lacks. */
  readonly absent: readonly UnitSetting[];
  /** Why it is not known. */
  readonly problem?: { readonly what: string; readonly file: string; readonly line: number };
  /** Whether the unit that starts the kubelet is among the files. Without it, kubeadm's is taken for it. */
  readonly hasUnit: boolean;
  /** Whether it has a variable in its environment; undefined: that is not known. */
  readonly hasVariable: (name: string) => boolean | undefined;
}

const KUBELET_UNIT = 'kubelet.service';

/**
 * Reads the kubelet's unit with its drop-ins in systemd's order, variables filled in. Where no file says what the unit starts, the variables of the
 * known flag files are taken in the order of kubeadm's unit.
 *
 * @returns undefined where the node has neither a unit that starts a kubelet nor a file of its flags
 */
export function kubeletLine(node: FilesOfNode, nameOf: (path: string) => string): KubeletLine | undefined {
  const known = kubeletFlagFilesOf(node.paths.map(path => `/${path}`)).map(path => path.slice(1));
  const units = unitsOf(node, nameOf).map(unit => withKnownFiles(unit, known));
  const started = units.map(unit => ({ unit, ...commandsOf(unit, node, nameOf, path => MAY_BE_ABSENT.has(path)) }))
    .filter(({ unit, commands }) => commands.some(command => isKubelet(unit, command)));
  if (started.length === 0) return known.length === 0 ? undefined : withoutUnit(node, known, units.find(({ name }) => name === KUBELET_UNIT), nameOf);
  const [{ unit, commands, absent }, other] = started;
  const environment = environmentFiles(unit).filter(path => node.paths.includes(path));
  const files = [...new Set([...unit.paths, ...environment, ...known])];
  const [command] = commands;
  const { settings } = unit;
  const { file, line } = command.setting;
  const has = (name: string) => hasVariable(name, unit, node, nameOf, path => MAY_BE_ABSENT.has(path));
  const at = (what: string): KubeletLine => ({ words: [], files, settings, absent, hasUnit: true, hasVariable: has, problem: { what, file, line } });
  if (other) return at(`${unit.name} and ${other.unit.name} both start a kubelet, and which one runs is not known`);
  if (unit.problem) return at(`${unit.problem.message}; what ${unit.name} starts is not known`);
  if (commands.length > 1) return at(`${unit.name} has more than one ExecStart=`);
  if (command.problem !== undefined) return at(`${unit.name}: ${command.problem}`);
  const program = command.words.findIndex(({ text }) => baseName(text) === 'kubelet');
  if (program === -1) return at(`${unit.name} starts '${command.words[0]?.text ?? ''}', and the flags that this passes to the kubelet are not known`);
  return { words: placed(command.words.slice(program + 1), node, files, nameOf), files, settings, absent, hasUnit: true, hasVariable: has };
}

/** systemd passes over a path that is not absolute; in a unit that was made from a template, it stands for the known file of its name. */
function withKnownFiles(unit: Unit, known: readonly string[]): Unit {
  return {
    ...unit,
    settings: unit.settings.map(setting => {
      const [, dash, path] = /^(-?)([^/].*)$/.exec(setting.value) ?? [];
      const meant = setting.key === 'EnvironmentFile' && path !== undefined && known.find(one => baseName(one) === baseName(path));
      return meant ? { ...setting, value: `${dash}/${meant}` } : setting;
    }),
  };
}

/** A unit of the name, or any that starts the program. */
function isKubelet(unit: Unit, { words, setting, problem }: UnitCommand): boolean {
  if (unit.name === KUBELET_UNIT) return true;
  return (problem === undefined ? words.map(({ text }) => text) : wordsWithin(setting.value)).some(word => baseName(word) === 'kubelet');
}

/** Each word with the line that its flag stands on. */
function placed(words: readonly UnitWord[], node: FilesOfNode, files: readonly string[], nameOf: (path: string) => string): readonly UnitWord[] {
  const texts = new Map(files.flatMap(path => {
    const content = node.contentOf(path);
    return content && 'text' in content ? [[nameOf(path), content.text]] : [];
  }));
  return words.map(word => {
    const text = texts.get(word.file);
    return text === undefined || !word.text.startsWith('-') ? word : { ...word, line: flagLine(text, word.line, word.text) };
  });
}

/** A unit of kubeadm's form around the drop-ins and environment files that are there. */
function withoutUnit(node: FilesOfNode, known: readonly string[], dropIns: Unit | undefined, nameOf: (path: string) => string): KubeletLine {
  const settings = dropIns?.settings ?? [];
  const named = dropIns ? environmentFiles(dropIns) : [];
  const environment = [...new Set([...named, ...known.filter(path => !dropIns?.paths.includes(path))])].filter(path => node.paths.includes(path));
  const files = [...new Set([...known, ...dropIns?.paths ?? [], ...environment])];
  const unread = [...dropIns?.problem ? [dropIns.problem] : [], ...environment.flatMap(path => {
    const content = node.contentOf(path)!;
    if ('unreadable' in content) return [{ path, message: content.unreadable }];
    const message = environmentFileProblem(content.text);
    return message === undefined ? [] : [{ path, message }];
  }), ...named.filter(path => !node.paths.includes(path) && !MAY_BE_ABSENT.has(`/${path}`)).map(path =>
    ({ path: dropIns!.paths[0], message: `/${path} is not in the input` }))][0];
  if (unread) {
    const problem = { what: `the kubelet's flags cannot be read: ${unread.message}`, file: nameOf(unread.path), line: 1 };
    return { words: [], files, settings, absent: [], hasUnit: false, hasVariable: () => undefined, problem };
  }
  const ofUnits = [...defaultEnvironment(node, nameOf), ...valuesOf(settings, 'Environment')];
  const variables = [...ofUnits.flatMap(({ value }) => (unitWords(value) ?? []).map(word => {
    const [name, ...rest] = word.split('=');
    return { name, value: rest.join('=') };
  })), ...environment.flatMap(path => parseEnvironmentFile((node.contentOf(path) as { text: string }).text))];
  const passing = new Set(variables.filter(({ value }) => value === undefined || value.trimStart().startsWith('-')).map(({ name }) => name));
  const names = [...VARIABLES_OF_KUBEADM, ...[...passing].filter(name => !isOfKubeadm(name)), VARIABLE_OF_USERS].filter(name => passing.has(name));
  const setting = (key: string, value: string, path: string): UnitSetting => ({ section: 'Service', key, value, file: nameOf(path), line: 1 });
  const made: Unit = {
    name: KUBELET_UNIT,
    paths: files,
    settings: [
      ...settings, ...environment.filter(path => !named.includes(path)).map(path => setting('EnvironmentFile', `/${path}`, path)),
      setting('ExecStart', ['kubelet', ...names.map(name => `$${name}`)].join(' '), files[0]),
    ],
  };
  const { commands: [command], absent } = commandsOf(made, node, nameOf, path => MAY_BE_ABSENT.has(path));
  const words = unordered(placed(command.words.slice(1), node, files, nameOf), variables, names);
  return { words, files, settings, absent, hasUnit: false, hasVariable: () => undefined };
}

/** Of a flag that several variables pass with different values, the last counts. Without the unit only the order of kubeadm's variables is known. */
function unordered(
  words: readonly UnitWord[], variables: readonly { readonly name: string; readonly value?: string }[], names: readonly string[],
): readonly UnitWord[] {
  const passed = grouped(names.flatMap(variable => {
    const value = variables.filter(({ name }) => name === variable).at(-1)?.value ?? '';
    return readFlags('kubelet', (unitWords(value) ?? []).map(text => ({ text, line: 1 }))).flags.map(flag => ({ ...flag, variable }));
  }), ({ name }) => name);
  const isOpen = (flag: string) => {
    const own = passed.get(flag) ?? [];
    return own.some(({ variable }) => variable !== own[0].variable) && own.some(({ value }) => value !== own[0].value)
      && own.some(({ variable }) => !isOfKubeadm(variable));
  };
  return words.map(word => {
    const flag = /^--?([^=]*)/.exec(word.text)?.[1].replace(/_/g, '-');
    return flag === undefined || !isOpen(flag) ? word : { ...word, why: 'several variables pass it, and the unit that orders them is not there' };
  });
}

/** Absolute paths of the files of a node that its kubelet is configured by, as its command line names them; of a setting in several the last wins. */
export function kubeletConfigurationsOf(node: FilesOfNode): readonly string[] {
  const words = kubeletLine(node, path => `/${path}`)?.words ?? [];
  const flags = new Map(readFlags('kubelet', words).flags.map(({ name, value }) => [name, value]));
  return kubeletConfigurationFiles(node.paths.map(path => `/${path}`), { config: flags.get('config'), configDir: flags.get('config-dir') });
}
