import { groupOf, isListedKind, kindName } from '../../facts/inert-kinds';
import { isReadKind } from '../../facts/read-kinds';
import { RENDERERS } from '../../facts/renderers';
import { CCM, KCM } from '../../kubernetes/component';
import { grouped } from '../../kubernetes/once-for';
import { counted } from '../../text/counted';
import { isPlaceholder } from '../../text/placeholder';
import { printable } from '../../text/printable';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** More kinds are not named in a sentence; each has its line. */
const MOST_NAMED = 3;

/**
 * Objects of kinds that no reader takes and of which no table says what their controllers do: **the world is closed**, and all of them are one
 * doubt. A controller may make pods that run a controller manager, take its lock, grant or withdraw rights, or change and refuse what others make.
 */
export function unknownKinds(objects: readonly ObjectAt[]): readonly Doubt[] {
  const byKind = [...grouped(objects, ({ apiVersion, kind }) => JSON.stringify([groupOf(apiVersion), kind]))].flatMap(([key, [first, ...more]]) => {
    const [group, kind] = JSON.parse(key) as readonly [string, string];
    return isKnownKind(first, group) ? [] : [{ group, kind, first, count: more.length + 1 }];
  });
  if (byKind.length === 0) return NO_DOUBT.isRight;
  const names = byKind.map(one => printable(kindName(one)));
  const named = names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more` : names.join(', ');
  const [{ first: { file, document, base } }] = byKind;
  return [{
    place: placeAt(file, document, base),
    what: `${counted(byKind.length, 'kind')} that no reader and no table knows: ${named}`,
    lines: byKind.map(({ first, count }, index) => `${names[index]}: ${counted(count, 'object')}, the first at `
      + `${printable(first.file)}:${placeAt(first.file, first.document, first.base).line}`),
    why: 'A controller of such a kind may make pods, locks, rights or policies, and what it makes is not part of the proof.',
    fix: 'Give what its controller makes of it instead, or leave it out if it is of another cluster. If its controller makes no pods, locks, rights '
      + 'or policies, say so: add these rows to the file of --accepted.',
    rows: ['inertKinds:', ...byKind.map(({ group, kind }) =>
      `  - {group: ${JSON.stringify(group)}, kind: ${JSON.stringify(kind)}, reason: "its controller makes no pods, locks, rights or policies"}`)],
    mayRun: [KCM, CCM],
  }];
}

function isKnownKind({ apiVersion, kind }: ObjectAt, group: string): boolean {
  return isReadKind(group, kind) || isListedKind(apiVersion, kind) || RENDERERS.some(one => one.group.test(group) && one.kind.test(kind))
    // What is not filled in is told by itself.
    || isPlaceholder(apiVersion) || isPlaceholder(kind);
}
