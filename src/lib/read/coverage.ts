import { placeAt } from './container';
import { isMap, listOf, mapOf } from './data';
import { ObjectAt } from './documents';
import { Mention, mentionIn } from './mentions';
import { templateOf } from './pod-templates';
import { componentOfImage, identify } from './program';
import { rendererOf } from './renderers';
import { InstallerReading } from '../deliver/installer-readers';
import { parseImage } from '../edit/static-pod/image';
import { Data, SourcePath } from '../edit/yaml/source-document';
import { INERT_KINDS, otherProgram } from '../facts/other-programs';
import { CCM, KCM } from '../kubernetes/component';
import { Unread } from '../rules/model';

const BOTH = [KCM, CCM] as const;
const WHY = 'It may run a controller manager, or change one, and what that does is not part of the proof.';

/** A text that is no object: a script, a unit, a configuration of some installer. */
export interface OtherText {
  readonly file: string;
  readonly text: string;
}

/** What names a controller manager, or has its command line, and was not modelled. */
export function uncoveredTexts(texts: readonly OtherText[]): readonly Unread[] {
  return texts.flatMap(({ file, text }) => {
    const mention = mentionIn(text);
    return mention ? [unread(`${file} has ${mention.what}, and is not read`, { file, line: mention.line })] : [];
  });
}

/**
 * The same of objects. Containers are looked at wherever they are, and all that is text of several words.
 *
 * @param read texts within objects that are read as files
 * @param installers what became of the documents of installers, by API group
 */
export function uncoveredObjects(
  objects: readonly ObjectAt[], read: ReadonlySet<string>, installers: ReadonlyMap<string, InstallerReading>,
): readonly Unread[] {
  return objects.flatMap(object => {
    const renderer = rendererOf(object);
    const reading = renderer && installers.get(object.apiVersion.split('/')[0]);
    if (reading === 'read') return [];
    const name = `${object.kind} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name || 'without a name'}`;
    if (renderer) {
      const place = placeAt(object.file, object.document, [...object.base, 'metadata']);
      return [{ place, what: `${name} is ${renderer.what}, which is not read${reason(reading)}`, why: WHY, fix: renderer.fix, mayRun: renderer.mayRun }];
    }
    if (INERT_KINDS.has(object.kind)) return [];
    return inside(object, object.base, name, read);
  });
}

function reason(reading: InstallerReading | undefined): string {
  return typeof reading === 'object' ? `: ${reading.reason}` : '';
}

function inside(object: ObjectAt, path: SourcePath, name: string, read: ReadonlySet<string>): readonly Unread[] {
  const found: Unread[] = [];
  const open: { readonly path: SourcePath; readonly value: Data | undefined }[] = [{ path, value: object.document.value(path) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next;
    if (typeof value === 'string') {
      const mention = /\s/.test(value.trim()) && !read.has(value) ? mentionIn(value) : undefined;
      if (mention) found.push(unread(`${name} has ${mention.what} in ${next.path.slice(object.base.length).join('.')}, and is not read`, placeIn(object, next.path, mention)));
    } else if (Array.isArray(value)) {
      const at = next.path;
      const areContainers = ['containers', 'initContainers', 'ephemeralContainers'].includes(String(at.at(-1)));
      value.forEach((item, index) => {
        if (areContainers && isMap(item)) found.push(...container(object, [...at, index], item, name));
        else open.push({ path: [...at, index], value: item });
      });
    } else if (isMap(value)) {
      const setting = Object.keys(value).find(key => /^(kube|externalCloud|cloud)ControllerManager$/.test(key));
      const { path: at } = next;
      if (setting !== undefined) {found.push(unread(`${name} has settings of a controller manager in ${setting}, and is not read`, placeAt(object.file, object.document, [...at, setting])));} else {
        for (const [key, item] of Object.entries(value)) {
          if (key !== 'metadata' && key !== 'status') open.push({ path: [...at, key], value: item });
        }
      }
    }
  }
  return found;
}

function container(object: ObjectAt, path: SourcePath, item: { readonly [key: string]: Data }, name: string): readonly Unread[] {
  const words = [...listOf(item.command), ...listOf(item.args)].map(String);
  const image = typeof item.image === 'string' ? item.image : '';
  const programs = [words[0] ?? '', parseImage(image).repository].map(text => text.slice(text.lastIndexOf('/') + 1));
  const runs = identify({ words, hasCommand: listOf(item.command).length > 0, image: image || undefined, name: String(item.name ?? '') });
  // What a workload runs is modelled; what prepares it, and what other kinds run, is not.
  if (runs && path.includes('containers') && templateOf(object) !== undefined) return [];
  const isOther = programs.some(program => otherProgram(program) !== undefined);
  const place = placeAt(object.file, object.document, path);
  const isManager = runs && (runs.component === KCM || runs.component === CCM);
  // The value of a variable may be a command line.
  const texts = [words.join('\n'), ...listOf(item.env).map(variable => String(mapOf(variable).value ?? ''))];
  const mention = texts.map(mentionIn).find(one => one !== undefined) ?? (componentOfImage(image) === KCM || componentOfImage(image) === CCM ? { line: 1, what: `the image ${image}` } : undefined);
  if (isManager && path.includes('containers')) return [unread(`${name} runs ${runs.component}, and what makes its pods is not known: it is counted as running`, place)];
  return mention && !isOther ? [unread(`container '${String(item.name ?? '')}' of ${name} has ${mention.what}, and is not read`, place)] : [];
}

function placeIn(object: ObjectAt, path: SourcePath, { line }: Mention) {
  const { file, document } = object;
  const place = placeAt(file, document, path);
  return document.isLiteral(path) ? { file, line: place.line + line } : place;
}

function unread(what: string, place: Unread['place']): Unread {
  return { place, what, why: WHY, fix: 'Give what it makes of this as manifests, units or the folder of a node; if it starts none, leave it out of the input.', mayRun: BOTH };
}
