import { textSelects } from './delivery';
import { NeededObject } from './needs';
import { ObjectCommand, objectCommands } from '../../edit/object-commands';
import { isShellScript } from '../../edit/program';
import { isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { Data, SourcePath } from '../../edit/yaml/source-document';
import { isInertKind } from '../../facts/inert-kinds';
import { parseImage } from '../../kubernetes/image';
import { Place } from '../../view/model';
import { ObjectAt, OtherText } from '../documents/documents';
import { RunDoubt } from '../documents/running';

type DataMap = { readonly [key: string]: Data };

/** A command of a program of the input, and where it is. */
interface FoundCommand extends ObjectCommand {
  /** What runs it: `CronJob x`, or a file. */
  readonly of: string;
  readonly place: Place;
  /** The namespace that it works in where it names none; none: that is not known. */
  readonly ownNamespace?: string;
}

/** What programs of the input do to objects of the cluster. */
export class ProgramCommands {
  private readonly commands: readonly FoundCommand[];
  private readonly files: ReadonlySet<string>;

  /** @param texts of programs that are files of their own */
  public constructor(objects: readonly ObjectAt[], texts: readonly OtherText[]) {
    this.files = new Set(objects.map(({ file }) => baseName(file)));
    this.commands = [
      ...objects.filter(({ apiVersion, kind }) => !isInertKind(apiVersion, kind)).flatMap(ofObject),
      ...texts.flatMap(({ file, text }) => objectCommands(text).map(command => ({ ...command, of: file, place: { file, line: command.line } }))),
    ];
  }

  /** Why a workload, or what it needs, may be gone or other than it is written. */
  public doubts(needed: readonly NeededObject[]): { readonly deleted: readonly RunDoubt[]; readonly changed: readonly RunDoubt[] } {
    const found = this.commands.flatMap(command => {
      const target = needed.find(one => this.reaches(command, one));
      return target === undefined ? [] : [{ command, target }];
    });
    const doubts = (isChange: boolean) => found.filter(one => one.command.isChange === isChange).slice(0, 3).map(({ command, target }): RunDoubt => ({
      place: command.place,
      path: [],
      what: `${command.of} ${isChange ? 'changes' : 'deletes or stops'} ${target.kind} ${target.name} where it runs: ${command.text}`,
      fix: 'Let it leave the object alone; if it reaches no cluster, leave it out of the input.',
    }));
    return { deleted: doubts(false), changed: doubts(true) };
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
    return (kinds === undefined || kinds.includes(needed.kind))
      && (names === undefined || names.includes(needed.name))
      && (needed.namespace === undefined || where === undefined || where === '*' || where === needed.namespace)
      && (selector === undefined || (needed.object !== undefined && textSelects(selector, labels)));
  }

  /** A file that is not in the input may hold anything; a folder holds what is below it. */
  private mayHold(file: string, { object }: NeededObject): boolean {
    if (object === undefined) return false;
    const name = baseName(file.replace(/\/+$/, ''));
    if (name === '.' || file === '-' || /[$`{*]/.test(file)) return true;
    return `/${object.file}/`.includes(`/${name}/`) || (/\.(?:ya?ml|json)$/.test(name) && !this.files.has(name));
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Command lines of containers, and texts of several words wherever they are. */
function ofObject(object: ObjectAt): readonly FoundCommand[] {
  const { document, file, base, namespace, kind, name } = object;
  const found: FoundCommand[] = [];
  const take = (text: string, path: SourcePath) => {
    for (const command of objectCommands(text)) {
      const line = document.line(path) + (document.isLiteral(path) ? command.line : 0);
      found.push({ ...command, of: `${kind} ${name}`, place: { file, line }, ownNamespace: namespace ?? 'default' });
    }
  };
  const open: { readonly path: SourcePath; readonly value: Data | undefined }[] = [{ path: base, value: document.value(base) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') {
      if (/\s/.test(value)) take(value, path);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => open.push({ path: [...path, index], value: item }));
    } else if (isMap(value)) {
      const isProgram = Array.isArray(value.command) || (Array.isArray(value.args) && typeof value.image === 'string');
      if (isProgram) take(commandLine(value), [...path, value.command === undefined ? 'args' : 'command']);
      for (const [key, item] of Object.entries(value)) {
        const isTaken = isProgram && (key === 'command' || key === 'args');
        if (!isTaken && !(path.length === base.length && (key === 'metadata' || key === 'status'))) open.push({ path: [...path, key], value: item });
      }
    }
  }
  return found;
}

/** A script as it is; else the words behind the program, which is that of the image where none is named. */
function commandLine({ command, args, image }: DataMap): string {
  const words = [...listOf(command), ...listOf(args)].map(String);
  if (isShellScript(words)) return words.filter(word => !/^-\w+$/.test(word)).join('\n');
  const program = command === undefined ? [baseName(parseImage(stringOf(image) ?? '').repository)] : [];
  return [...program, ...words].join(' ');
}
