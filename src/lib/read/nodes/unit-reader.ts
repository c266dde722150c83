import { hiddenProgram, identify } from '../../edit/program';
import { commandsOf, environmentFiles, startsAgent, UnitCommand, UnitWord } from '../../edit/systemd/command';
import { flagLine } from '../../edit/systemd/flag-line';
import { releaseIn, Unit, unitsOf } from '../../edit/systemd/unit';
import { likelyManager } from '../../facts/inputs/likely-manager';
import { undecidedSettings } from '../../facts/unit-settings';
import { Component } from '../../kubernetes/component';
import { SaidVersions, versionAsRead, versionProblem } from '../../model/component-version';
import { isPlaceholder, NOT_FILLED_IN } from '../../text/placeholder';
import { wordsWithin } from '../../text/shell-words';
import { ComponentView, Doubt, NO_DOUBT, Place } from '../../view/model';
import { ReadComponent, withFiles } from '../component/component-reader';
import { PlacedWord, readWords, unknownVersion } from '../component/read-words';
import { fileName, filesOfNode, nameOnNode, NodeFolderPath } from '../input/layout';
import { unreadableFile } from '../input/unreadable';

export interface UnitContext {
  readonly node: NodeFolderPath;
  readonly dir: string;
  /** Kind of node. */
  readonly kind: string;
  readonly said: SaidVersions;
}

/** Control-plane components that a node runs as services of systemd, and the paths on the node that were read. */
export function readUnits(context: UnitContext) {
  const nameOf = (path: string) => nameOnNode(context.node, path);
  const files = filesOfNode(context.node);
  const found = unitsOf(files, nameOf).map(unit => {
    const commands = commandsOf(unit, files, nameOf).commands;
    return { unit, commands, components: componentsOf(unit, commands, context) };
  });
  return {
    components: found.flatMap(({ components }) => components),
    // Services of which it is not known what they start.
    unread: found.flatMap(({ unit: { problem, name }, commands }) => [
      ...problem === undefined ? [] : [unreadableFile(nameOf(problem.path), `${problem.message}; what ${name} starts is not known`)],
      ...commands.flatMap(command => hiddenIn(command, name)),
    ]),
    read: found.flatMap(({ unit, components, commands }) =>
      components.length > 0 || (commands.length > 0 && commands.every(startsAgent)) ? [...unit.paths, ...environmentFiles(unit)] : []),
  };
}

/** A program that systemd, or a shell, makes of what the input does not say. */
function hiddenIn(command: UnitCommand, name: string): readonly Doubt[] {
  const why = command.problem === undefined ? hiddenProgram(command.words) ?? byItsFlags(command) : undefined;
  return why === undefined ? NO_DOUBT.isRight : [unreadableFile(command.setting.file, `${why}; what ${name} starts is not known`)];
}

/** A program that is called otherwise, with the flags of a controller manager. */
function byItsFlags({ words }: UnitCommand): string | undefined {
  const [program, ...flags] = words.map(({ text }) => text);
  const isNamed = program === undefined || identify({ words: [program, ...flags], hasCommand: true, name: '' }) !== undefined;
  const called = (program ?? '').slice((program ?? '').lastIndexOf('/') + 1);
  return !isNamed && likelyManager(called, flags) ? `'${called}' has the flags of a controller manager` : undefined;
}

function componentsOf(unit: Unit, commands: readonly UnitCommand[], context: UnitContext): readonly ReadComponent[] {
  return commands.flatMap(({ setting, words, problem }) => {
    const place: Place = { file: setting.file, line: setting.line };
    const program = identify({
      words: problem === undefined ? words.map(({ text }) => text) : wordsWithin(setting.value), hasCommand: true, name: '',
    });
    if (!program || program.component === 'kubelet') return NO_DOUBT.isTold;
    const { component, index } = program;
    const flagWords = words.slice(index + 1).map(word => {
      const why = word.why ?? (isPlaceholder(word.text) ? NOT_FILLED_IN : undefined);
      return { text: word.text, why, place: { file: word.file, line: lineOf(word, context) } };
    });
    const hidden = program.hidden ?? problem;
    const own = hidden === undefined ? flagWords : [];
    return [readService(component, unit, place, own, hidden, context)];
  });
}

function readService(
  component: Component, unit: Unit, place: Place, words: readonly PlacedWord[], hidden: string | undefined, context: UnitContext,
): ReadComponent {
  const { dir, kind, node, said } = context;
  const version = versionAsRead(releaseIn(unit) ?? node.version ?? said.kubernetesVersion, said);
  const problem = versionProblem(version);
  const { flags, ends, unknowns } = readWords(component, words, problem === undefined ? version : undefined);
  const draft: ComponentView = {
    component,
    object: `unit ${unit.name}`,
    place,
    origin: 'unit',
    kind,
    node: node.name,
    flags,
    ends,
    version: problem === undefined ? version : undefined,
    isBeyondTables: version !== undefined && problem !== undefined,
    podDoubts: undecidedSettings(unit.settings, component, node.paths).map(({ setting: { file, line }, what }) =>
      ({ place: { file, line }, what: `unit ${unit.name} has ${what}`, fix: 'Leave the setting out, or write a value with which it goes on.' })),
    unknowns: [
      ...hidden === undefined ? [] : [{
        part: 'command' as const,
        place,
        what: `${unit.name}: ${hidden}`,
        fix: 'Write the program and its flags as plain words of ExecStart=.',
      }],
      ...problem === undefined ? [] : [unknownVersion(component, place, version, version === undefined
        ? 'a unit does not say it, and --kubernetes-version is not given' : problem, 'Pass --kubernetes-version.')],
      ...unknowns,
    ],
  };
  const root = [{ mountPath: '', hostPath: '' }];
  return withFiles(
    draft, root, { nodes: [node], configMaps: new Map(), namespace: 'kube-system' }, { dir, label: kind, replication: { kind: 'per-node' } },
  );
}

/** A command line over several lines has its flags on lines of their own. */
function lineOf(word: UnitWord, { node }: UnitContext): number {
  const path = [...node.directory.files.keys()].find(key => fileName(node.directory, key) === word.file);
  const content = path === undefined ? undefined : node.directory.files.get(path);
  return !content || 'unreadable' in content ? word.line : flagLine(content.text, word.line, word.text);
}
