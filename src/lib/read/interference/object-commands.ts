import { textSelects } from './delivery';
import { NeededObject } from './needs';
import { ObjectCommand, objectCommands, taintCommands } from '../../edit/object-commands';
import { mapOf } from '../../edit/yaml/data';
import { isInertKind } from '../../facts/inert-kinds';
import { Effect } from '../../facts/inputs/commands';
import { Taint } from '../../kubernetes/taint';
import { baseName } from '../../text/shell-words';
import { Doubt, Place } from '../../view/model';
import { ObjectAt, OtherText } from '../documents/documents';
import { programsIn } from '../documents/programs';

/** A command of a program of the input, and where it is. */
interface FoundCommand extends ObjectCommand {
  /** What runs it: `CronJob x`, or a file. */
  readonly of: string;
  readonly place: Place;
  /** The namespace that it works in where it names none; none: that is not known. */
  readonly ownNamespace?: string;
}

/** A taint that a program of the input puts on nodes. */
export interface FoundTaint {
  readonly taint: Taint;
  readonly of: string;
  readonly place: Place;
  readonly text: string;
}

/** What programs of the input do to objects of the cluster. */
export class ProgramCommands {
  private readonly commands: readonly FoundCommand[];
  /** Which nodes they are put on a command says by names that the input may not have. */
  public readonly taints: readonly FoundTaint[];
  private readonly files: ReadonlySet<string>;

  /** @param texts of programs that are files of their own */
  public constructor(objects: readonly ObjectAt[], texts: readonly OtherText[]) {
    this.files = new Set(objects.map(({ file }) => baseName(file)));
    const acting = objects.filter(({ apiVersion, kind }) => !isInertKind(apiVersion, kind));
    this.taints = [
      ...acting.flatMap(object => inObject(object, taintCommands)),
      ...texts.flatMap(({ file, text }) => taintCommands(text).map(command => ({ ...command, of: file, place: { file, line: command.line } }))),
    ];
    this.commands = [
      ...acting.flatMap(object => inObject(object, objectCommands).map(command => ({ ...command, ownNamespace: object.namespace ?? 'default' }))),
      ...texts.flatMap(({ file, text }) => objectCommands(text).map(command => ({ ...command, of: file, place: { file, line: command.line } }))),
    ];
  }

  /** Why a workload, or what it needs, may be gone or other than it is written. */
  public doubts(needed: readonly NeededObject[]): { readonly deleted: readonly Doubt[]; readonly changed: readonly Doubt[] } {
    const found = this.commands.flatMap(command => {
      const target = needed.find(one => this.reaches(command, one));
      return target === undefined ? [] : [{ command, target }];
    });
    const doubts = (effect: Effect) => found.filter(({ command }) => command.effect === effect).slice(0, 3).map(({ command, target }): Doubt => ({
      place: command.place,
      what: `${command.of} ${effect === 'changes' ? 'changes' : 'deletes or stops'} ${target.kind} ${target.name} where it runs: ${command.text}`,
      fix: 'Let it leave the object alone; if it reaches no cluster, leave it out of the input.',
    }));
    return { deleted: doubts('deletes'), changed: doubts('changes') };
  }

  private reaches({ kinds, names, namespace, selector, files, release, ownNamespace }: FoundCommand, needed: NeededObject): boolean {
    const metadata = mapOf(needed.object?.data.metadata);
    const labels = mapOf(metadata.labels);
    if (release !== undefined) {
      const own = [mapOf(metadata.annotations)['meta.helm.sh/release-name'], labels['app.kubernetes.io/instance']];
      return needed.object !== undefined && (/[$`{]/.test(release) || own.includes(release));
    }
    if (files !== undefined) return files.some(file => this.mayHold(file, needed));
    const where = namespace ?? ownNamespace;
    // What takes away anything is said of workloads.
    return (kinds === undefined ? needed.kind !== 'Lease' : kinds.includes(needed.kind))
      && (names === undefined || names.includes(needed.name))
      && (needed.namespace === undefined || where === undefined || where === '*' || where === needed.namespace)
      && (selector === undefined || (needed.object !== undefined && textSelects(selector, labels)));
  }

  /** A file that is not in the input may hold anything; a folder holds what is below it. */
  private mayHold(file: string, { object }: NeededObject): boolean {
    if (object === undefined) return false;
    const name = baseName(file.replace(/(?<!\/)\/+$/, ''));
    if (name === '.' || file === '-' || /[$`{*]/.test(file)) return true;
    return `/${object.file}/`.includes(`/${name}/`) || (/\.(?:ya?ml|json)$/.test(name) && !this.files.has(name));
  }
}

/** What the programs in an object do, by what is looked for in each. */
function inObject<Found extends { readonly line: number }>(
  { document, file, data, base, kind, name }: ObjectAt, look: (program: string) => readonly Found[],
): readonly (Found & { readonly of: string; readonly place: Place })[] {
  const { metadata: _, status: __, ...own } = data;
  return programsIn(own, base).flatMap(({ text, path }) => look(text).map(found => {
    const line = document.line(path) + (document.isLiteral(path) ? found.line : 0);
    return { ...found, of: `${kind} ${name}`, place: { file, line } };
  }));
}
