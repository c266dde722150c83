import { placeAt, saidComponent } from '../component/container';
import { isMap, listOf, mapOf } from '../../edit/yaml/data';
import { Documents, isProgram, ObjectAt } from '../documents/documents';
import { HelmRelease, helmRelease, ReleasedObject } from './helm-release';
import { InstallerText } from './installer-files';
import { Mention, mentionIn, mentionInFile, mentionInPacked, mentionInProgram, mentionsBeside } from './mentions';
import { isOfWatching } from './monitoring';
import { templateOf } from '../documents/pod-templates';
import { InstallerReading, rendererOf } from './renderers';
import { likelyManager } from '../../edit/likely-manager';
import { componentOf, componentOfImage, identify, isShellScript } from '../../edit/program';
import { Data, SourcePath } from '../../edit/yaml/source-document';
import { defaultArguments } from '../../facts/distributions';
import { isInertKind } from '../../facts/inert-kinds';
import { otherProgram } from '../../facts/other-programs';
import { CCM, KCM } from '../../kubernetes/component';
import { parseImage } from '../../kubernetes/image';
import { PassedOver, Unread } from '../../view/model';

const BOTH = [KCM, CCM] as const;
const WHY = 'It may run a controller manager, or change one, and what that does is not part of the proof.';

/** A text that is no object: a script, a unit, a configuration of some installer. */
export interface OtherText {
  readonly file: string;
  readonly text: string;
}

/**
 * What names a controller manager, or has its command line, or is a file of an installer, and was not modelled.
 *
 * @param files names of the files of the input, without their folders
 * @param made distributions whose pods are in the input: what they are told is in those
 * @param installerOf what an installer makes of a text
 */
export function uncoveredTexts(
  texts: readonly OtherText[], files: ReadonlySet<string>, made: readonly string[], installerOf: (text: OtherText) => InstallerText | undefined,
): readonly Unread[] {
  const mentionOf = mentionsBeside(files);
  return texts.flatMap(({ file, text }) => {
    const installer = installerOf({ file, text });
    if (installer) {
      const { line, what, fix, mayRun } = installer;
      return [{ place: { file, line }, what: `${file} is ${what}, and is not read`, why: WHY, fix, mayRun }];
    }
    const mention = mentionInFile(file, text, files, mentionOf);
    if (!mention || (mention.distribution !== undefined && made.includes(mention.distribution))) return [];
    return [unread(`${file} has ${mention.what}, and is not read`, { file, line: mention.line })];
  });
}

/**
 * Programs and patches that have an image or a command line of a controller manager: what they make of it is not known, unless the input has what
 * runs that image. Documentation starts nothing.
 *
 * @param images of components that were read, `repository:tag`
 */
export function proseOf(
  texts: readonly OtherText[], images: ReadonlySet<string>,
): { readonly unread: readonly Unread[]; readonly passedOver: readonly PassedOver[] } {
  const found = texts.flatMap(({ file, text }) => {
    const mention = isProgram(file) ? mentionInProgram(text) : mentionIn(text);
    return mention === undefined ? [] : [{ file, mention }];
  });
  const isOpen = ({ file, mention }: typeof found[number]) => isProgram(file) && (/\.(patch|diff)$/i.test(file) || !images.has(mention.image ?? ''));
  return {
    unread: found.filter(isOpen).map(({ file, mention }) => ({
      ...unread(`${file} has ${mention.what}, and is not run`, { file, line: mention.line }),
      fix: 'Give what it writes; if that is in the input or reaches no cluster, leave the program out of it.',
    })),
    passedOver: found.filter(one => !isOpen(one)).map(({ file, mention }) => ({
      place: { file, line: mention.line },
      what: isProgram(file) ? `a program; what runs ${mention.what} is in the input` : `documentation, which has ${mention.what}`,
      isStaticPod: false,
    })),
  };
}

/**
 * The same of objects. Containers are looked at wherever they are, and all that is text of several words.
 *
 * @param documents that parse what is packed in an object
 * @param read texts within objects that are read as files
 * @param installers what became of the documents of installers, by API group
 */
export function uncoveredObjects(
  objects: readonly ObjectAt[], documents: Documents, read: ReadonlySet<string>, installers: ReadonlyMap<string, InstallerReading>,
): readonly Unread[] {
  return objects.flatMap(object => {
    const renderer = rendererOf(object);
    const reading = renderer && installers.get(object.apiVersion.split('/')[0]);
    if (reading === 'read') return [];
    const name = `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name || 'without a name'}`;
    if (renderer) {
      const place = placeAt(object.file, object.document, [...object.base, 'metadata']);
      return [{
        place,
        what: `${name} is ${renderer.what}, which is not read${reason(
          reading,
        )}`,
        why: WHY,
        fix: renderer.fix,
        mayRun: renderer.mayRun,
      }];
    }
    if (isInertKind(object.apiVersion, object.kind) || isOfWatching(object)) return [];
    if (isEncrypted(object)) return [unread(`${name} is encrypted`, placeAt(object.file, object.document, object.base))];
    const release = helmRelease(object, text => documents.objects(text, object.file));
    if (release !== undefined) return missingOf(release, objects, name, placeAt(object.file, object.document, [...object.base, 'data']));
    const found = inside(object, object.base, name, read);
    return found.length > 0 ? found : calledAfterManager(object, name);
  });
}

/** What Helm has put into the cluster and is not in the input: it runs, or ran when the release was made. */
function missingOf({ name: release, managers }: HelmRelease, objects: readonly ObjectAt[], name: string, place: Unread['place']): readonly Unread[] {
  const isHere = (one: ReleasedObject) => objects.some(({ kind, name: own, namespace }) =>
    kind === one.kind && own === one.name && (namespace ?? 'default') === one.namespace);
  return managers.filter(one => !isInertKind(one.apiVersion, one.kind) && !isHere(one)).map(({ kind, name: own, namespace }) =>
    ({
      ...unread(`${name} is release ${release} of Helm, which has ${kind} ${namespace}/${own}, and that is not in the input`, place),
      fix: `Add it: kubectl get ${kind.toLowerCase()} ${own} -n ${namespace} -o yaml, or helm get manifest ${release} -n ${namespace}.`,
    }));
}

/** By SOPS, and not only a value of a Secret: what kind of object it is, or what it asks for, is not known. */
function isEncrypted({ kind, data }: ObjectAt): boolean {
  return [kind, data.spec].some(value => typeof value === 'string' && value.startsWith('ENC['));
}

/** A workload that has the name of a controller manager, and a container whose program is unknown: a wrapper may start any program. */
function calledAfterManager(object: ObjectAt, name: string): readonly Unread[] {
  const template = templateOf(object);
  const component = template && componentOf(object.name);
  if (component !== KCM && component !== CCM) return [];
  const at = [...template!, 'spec', 'containers'];
  const known = listOf(object.document.value(at)).some((item, index) => isMap(item)
    && (programOf(object, [...at, index], item) !== undefined || programNames(item).some(program => otherProgram(program) !== undefined)));
  const place = placeAt(object.file, object.document, at);
  return known ? [] : [unread(`${name} is called after ${component}, and what its containers start is not known`, place)];
}

function reason(reading: InstallerReading | undefined): string {
  return typeof reading === 'object' ? `: ${reading.reason}` : '';
}

function inside(object: ObjectAt, path: SourcePath, name: string, read: ReadonlySet<string>): readonly Unread[] {
  const found: Unread[] = [];
  const isRead = (text: string) => read.has(text);
  const open: { readonly path: SourcePath; readonly value: Data | undefined }[] = [{ path, value: object.document.value(path) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next;
    if (typeof value === 'string') {
      const mention = read.has(value) ? undefined : /\s/.test(value.trim()) ? mentionIn(value, isRead) : mentionInPacked(value, isRead);
      if (mention) {
        found.push(
          unread(`${name} has ${mention.what} in ${next.path.slice(object.base.length).join('.')}, and is not read`, placeIn(
            object, next.path, mention,
          )),
        );
      }
    } else if (Array.isArray(value)) {
      const at = next.path;
      const areContainers = ['containers', 'initContainers', 'ephemeralContainers'].includes(String(at.at(-1)));
      value.forEach((item, index) => {
        if (areContainers && isMap(item)) found.push(...container(object, [...at, index], item, name));
        else open.push({ path: [...at, index], value: item });
      });
    } else if (isMap(value)) {
      const setting = Object.keys(value).find(key => /^(kube|externalCloud|cloud)ControllerManager$/.test(key) && !isWatched(mapOf(value[key])));
      const { path: at } = next;
      if (setting !== undefined) {
        found.push(
          unread(`${name} has settings of a controller manager in ${setting}, and is not read`, placeAt(
            object.file, object.document, [...at, setting],
          )),
        );
      } else {
        for (const [key, item] of Object.entries(value)) {
          if (key !== 'metadata' && key !== 'status') open.push({ path: [...at, key], value: item });
        }
      }
    }
  }
  return found;
}

/** Settings of a chart that watches the control plane, kube-prometheus-stack's and its like. */
function isWatched(settings: { readonly [key: string]: Data }): boolean {
  return ['serviceMonitor', 'endpoints', 'service', 'enabled', 'jobNameOverride'].some(key => Object.hasOwn(settings, key));
}

function container(object: ObjectAt, path: SourcePath, item: { readonly [key: string]: Data }, name: string): readonly Unread[] {
  const words = wordsOf(item);
  const image = imageOf(item);
  const runs = programOf(object, path, item);
  // What a workload runs is modelled; what prepares it, and what other kinds run, is not.
  if (runs && path.includes('containers') && templateOf(object) !== undefined) return [];
  const place = placeAt(object.file, object.document, path);
  const isManager = runs && (runs.component === KCM || runs.component === CCM);
  if (isManager && path.includes('containers')) {
    return [unread(`${name} runs ${runs.component}, and what makes its pods is not known: it is counted as running`, place)];
  }
  // The value of a variable may be a command line.
  const variables = listOf(item.env).map(variable => String(mapOf(variable).value ?? ''));
  const texts = [isShellScript(words) ? words.join('\n') : argumentsOf(item).join(' '), ...variables];
  const mention = texts.flatMap(text => mentionIn(text) ?? []).find(one => !isExcused(one, item))
    ?? (componentOfImage(image) === KCM || componentOfImage(image) === CCM ? { what: `the image ${image}` } : undefined)
    ?? (hasItsFlags(item) ? { what: 'the flags of a controller manager' } : undefined);
  return mention ? [unread(`container '${String(item.name ?? '')}' of ${name} has ${mention.what}, and is not read`, place)] : [];
}

/** Its program may be one by its flags, whatever it and its image are called. */
function hasItsFlags(item: DataMap): boolean {
  const [program, ...words] = argumentsOf(item);
  return likelyManager(baseName(program ?? ''), words) && programNames(item).every(name => otherProgram(name) === undefined);
}

/** Other programs have flags like a controller manager, and operators are told its image. What a tool is told is what it does. */
function isExcused({ by }: Mention, item: DataMap): boolean {
  return by !== undefined && programNames(item).some(program => otherProgram(program)?.isTool === undefined && otherProgram(program) !== undefined);
}

type DataMap = { readonly [key: string]: Data };

function wordsOf(item: DataMap): readonly string[] {
  return [...listOf(item.command), ...listOf(item.args)].map(String);
}

/** The command line, whose program is that of the image where the container names none. */
function argumentsOf(item: DataMap): readonly string[] {
  const words = wordsOf(item);
  if (listOf(item.command).length > 0) return words;
  const program = baseName(parseImage(imageOf(item)).repository);
  return [program, ...words.length === 0 ? defaultArguments(program) : words];
}

function imageOf({ image }: DataMap): string {
  return typeof image === 'string' ? image : '';
}

function programOf({ document }: ObjectAt, path: SourcePath, item: DataMap) {
  const image = imageOf(item) || undefined;
  return identify({
    words: wordsOf(item),
    hasCommand: listOf(item.command).length > 0,
    image,
    said: saidComponent(document, path, image),
    name: String(item.name ?? ''),
  });
}

/** What its program and its image are called. */
function programNames(item: DataMap): readonly string[] {
  return [wordsOf(item)[0] ?? '', parseImage(imageOf(item)).repository].map(baseName);
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

function placeIn(object: ObjectAt, path: SourcePath, { line }: Mention) {
  const { file, document } = object;
  const place = placeAt(file, document, path);
  return document.isLiteral(path) ? { file, line: place.line + line } : place;
}

function unread(what: string, place: Unread['place']): Unread {
  return {
    place,
    what,
    why: WHY,
    fix: 'Give what it makes of this as manifests, units or the folder of a node; if it starts none, leave it out of the input.',
    mayRun: BOTH,
  };
}
