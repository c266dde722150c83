import { Flag, REPEATABLE_FLAGS } from './command-line';
import type { FlagSetting, StaticPodEdits } from './edits';
import type { StaticPod } from './static-pod';
import type { SourcePath } from '../yaml/data';
import type { SourceEdit } from '../yaml/data-edit';
import { isSorted, placeFor, removeItems } from '../yaml/source-edit';

/** Edits of `command` and `args`. */
export function flagEdits(pod: StaticPod, edits: StaticPodEdits): SourceEdit[] {
  refuseConflicts(pod, edits);
  const settings = edits.setFlags ?? [];
  const changed = settings.flatMap((setting) => {
    const flag = pod.flag(setting.name);
    return flag ? replaceFlag(flag, setting) : [];
  });
  const added = settings.filter(({ name }) => !pod.flag(name));
  return [...changed, ...removedFlags(pod, edits.removeFlags ?? []), ...addedFlags(pod, added)];
}

function refuseConflicts(pod: StaticPod, { setFlags = [], removeFlags = [] }: StaticPodEdits): void {
  const names = [...setFlags.map(({ name }) => name), ...removeFlags];
  for (const name of names) {
    if (names.filter((other) => other === name).length > 1) throw new Error(`flag '--${name}' is edited twice; give one edit per flag`);
    const places = pod.flags.filter((flag) => flag.name === name);
    if (places.length > 1 && REPEATABLE_FLAGS.includes(name)) {
      throw pod.document.error(pod.document.offset(places[1].word.path), `flag '--${name}' is given ${places.length} times and cannot be edited; `
        + 'edit it by hand');
    }
  }
}

function replaceFlag(flag: Flag, setting: FlagSetting): SourceEdit[] {
  if (flag.value === setting.value && (flag.form === 'bare' || !setting.bare)) return [];
  if (flag.form === 'separate' && !setting.bare) return [{ op: 'replace', path: flag.valueWord!.path, value: setting.value }];
  const value = setting.bare ? flag.written : `${flag.written}=${setting.value}`;
  return [{ op: 'replace', path: flag.word.path, value }];
}

function removedFlags(pod: StaticPod, names: readonly string[]): SourceEdit[] {
  const words = pod.flags.filter(({ name }) => names.includes(name)).flatMap(({ word, valueWord }) => valueWord ? [word, valueWord] : [word]);
  return (['command', 'args'] as const).flatMap((list) => {
    const indices = words.filter((word) => word.list === list).map(({ index }) => index);
    return indices.length === 0 ? [] : removeItems(pod.document, [...pod.containerPath, list], indices);
  });
}

/** New flags go where the last flag is: into `args` where it has flags, else into `command`. */
function addedFlags(pod: StaticPod, settings: readonly FlagSetting[]): SourceEdit[] {
  if (settings.length === 0) return [];
  const lists = ['command', 'args'] as const;
  const list = pod.flags[pod.flags.length - 1]?.word.list ?? lists.find((name) => pod.document.node([...pod.containerPath, name])) ?? 'args';
  const path: SourcePath = [...pod.containerPath, list];
  const inList = pod.flags.filter((flag) => flag.word.list === list);
  const names = inList.map(({ name }) => name);
  const ordered = names.length > 0 && isSorted(names) ? [...settings].sort((a, b) => (a.name < b.name ? -1 : 1)) : settings;
  const texts = ordered.map(({ name, value, bare }) => (bare ? `--${name}` : `--${name}=${value}`));
  if (!pod.document.node(path)) return [{ op: 'set-key', path: pod.containerPath, key: list, value: texts }];
  const length = (pod.document.node(path) as unknown as { items: unknown[] }).items.length;
  return ordered.map(({ name }, position) => ({
    op: 'insert', path, index: inList[placeFor(names, name)]?.word.index ?? length, value: texts[position],
  }));
}
