import { listOf, mapOf } from '../../edit/yaml/data';
import { LOCK_SETTING, LOCK_SPACE } from '../../facts/inputs/manager-writes';
import { CCM, KCM } from '../../kubernetes/component';
import { wordsInWords } from '../../text/shell-words';
import { Place } from '../../view/model';
import { programOf } from '../component/container';
import { environmentSources, expand, readEnvironment } from '../component/environment';
import { StoredValues } from '../component/stored-values';
import { ObjectAt, placeAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';

/** Whether a lock of a name, in any namespace or in one, is one that a controller manager asks for. */
export type IsLock = (name: string, namespace?: string) => boolean;

/** Containers of other programs that are told the lock by a flag or a variable, wherever their values come from. */
export function toldLocks(
  object: ObjectAt, states: readonly StoredValues[], isLock: IsLock,
): readonly { readonly place: Place; readonly who: string; readonly lock: string }[] {
  const template = likelyTemplateOf(object);
  if (template === undefined) return [];
  const namespace = object.namespace ?? 'default';
  const spec = [...template, 'spec'];
  return ['initContainers', 'containers'].flatMap(list => listOf(object.document.value([...spec, list])).flatMap((item, index) => {
    const container = mapOf(item);
    const words = [...listOf(container.command), ...listOf(container.args)].map(String);
    const program = programOf(object.document, [...spec, list, index], container);
    if (program?.component === KCM || program?.component === CCM) return [];
    const locks = states.flatMap(stored => {
      const environment = readEnvironment(container, environmentSources(namespace, undefined, stored));
      const settings = [...flagsIn(words.map(word => expand(word, environment).text)), ...Object.entries(environment.literal)];
      const space = settings.find(([key]) => LOCK_SPACE.test(key))?.[1];
      return settings.filter(([key, value]) => LOCK_SETTING.test(key) && isLock(value.split('/').at(-1)!, space)).map(([, value]) => value);
    });
    return locks.slice(0, 1).map(lock => ({
      place: placeAt(object.file, object.document, [...spec, list, index]),
      who: `container '${String(container.name ?? '')}' of ${object.kind} ${object.name}`,
      lock,
    }));
  }));
}

function flagsIn(words: readonly string[]): readonly (readonly [string, string])[] {
  const tokens = wordsInWords(words);
  return tokens.flatMap((word, index) => {
    const [, key, value] = /^--?([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
    return key === undefined ? [] : [[key, value ?? tokens[index + 1] ?? ''] as const];
  });
}
