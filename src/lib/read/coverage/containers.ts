import { Mention, mentionIn } from './mentions';
import { unread } from './unread-part';
import { isShellScript } from '../../edit/program';
import { DataMap, isMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { likelyManager } from '../../facts/inputs/likely-manager';
import { componentOf, componentOfImage } from '../../facts/manager-names';
import { otherProgram } from '../../facts/other-programs';
import { CCM, KCM } from '../../kubernetes/component';
import { parseImage } from '../../kubernetes/image';
import { baseName } from '../../text/shell-words';
import { Doubt, NO_DOUBT } from '../../view/model';
import { programOf } from '../component/container';
import { ObjectAt, placeAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { argumentsOf, hookChange, wordsOf } from '../documents/programs';

/** A workload that has the name of a controller manager, and a container whose program is unknown: a wrapper may start any program. */
export function calledAfterManager(object: ObjectAt, name: string): readonly Doubt[] {
  const template = templateOf(object);
  const component = template && componentOf(object.name);
  if (component !== KCM && component !== CCM) return NO_DOUBT.notAsked;
  const at = [...template!, 'spec', 'containers'];
  const known = listOf(object.document.value(at)).some((item, index) => isMap(item)
    && (programOf(object.document, [...at, index], item) !== undefined || programNames(item).some(program => otherProgram(program) !== undefined)));
  const place = placeAt(object.file, object.document, at);
  return known ? NO_DOUBT.isTold : [unread(`${name} is called after ${component}, and what its containers start is not known`, place)];
}

const CONTAINER_FIELDS = ['command', 'args', 'script', 'env', 'volumeMounts', 'securityContext'];

/** Whether a part of a custom resource is one, whatever its field is called: a step of Tekton, a template of Argo. */
export function isContainer(part: DataMap): boolean {
  return typeof part.image === 'string' && CONTAINER_FIELDS.some(key => part[key] !== undefined);
}

/** What a container runs that is not modelled, and may be a controller manager. */
export function uncoveredContainer(object: ObjectAt, path: SourcePath, item: DataMap, name: string): readonly Doubt[] {
  const words = wordsOf(item);
  const image = imageOf(item);
  const runs = programOf(object.document, path, item);
  const place = placeAt(object.file, object.document, path);
  const changed = hookChange(item);
  const hook = changed === undefined ? [] : [unread(`container '${String(item.name ?? '')}' of ${name} has ${changed} in a hook or a probe`, place)];
  // What a workload runs is modelled; what prepares it, and what other kinds run, is not.
  if (runs && path.includes('containers') && templateOf(object) !== undefined) return hook;
  const isManager = runs && (runs.component === KCM || runs.component === CCM);
  // A part of one, by its name, in a policy: what that does to workloads is told of them.
  const isPatch = path.includes('patchStrategicMerge') && item.image === undefined;
  if (isManager && !isPatch && path.includes('containers')) {
    return [unread(`${name} runs ${runs.component}, and what makes its pods is not known: it is counted as running`, place)];
  }
  // The value of a variable may be a command line.
  const variables = listOf(item.env).map(variable => String(mapOf(variable).value ?? ''));
  const texts = [isShellScript(words) ? words.join('\n') : argumentsOf(item).join(' '), ...variables];
  const mention = texts.flatMap(text => mentionIn(text) ?? []).find(one => !isExcused(one, item))
    ?? (componentOfImage(image) === KCM || componentOfImage(image) === CCM ? { what: `the image ${image}` } : undefined)
    ?? (hasItsFlags(item) ? { what: 'the flags of a controller manager' } : undefined);
  return mention ? [unread(`container '${String(item.name ?? '')}' of ${name} has ${mention.what}, and is not read`, place)] : hook;
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

function imageOf({ image }: DataMap): string {
  return typeof image === 'string' ? image : '';
}

/** What its program and its image are called. */
function programNames(item: DataMap): readonly string[] {
  return [wordsOf(item)[0] ?? '', parseImage(imageOf(item)).repository].map(baseName);
}
