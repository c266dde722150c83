import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { folderAndName } from '../../migration/output-layout';
import { Process } from '../../model/process';
import { ComponentView, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

const byKey = onceFor((objects: readonly ObjectAt[]) => grouped(objects, keyOf));

function keyOf({ apiVersion, kind, namespace = 'default', name }: ObjectAt): string {
  return JSON.stringify([groupOf(apiVersion), kind, namespace, name]);
}

/**
 * The components, each with what is known of why it does not run. Where an object is in the input more than once, with another content, the one that
 * is applied last is in the cluster, and nothing says which that is: what one of them does is certain only where each of them does it. In one folder,
 * or one stream, one of them was left behind, and what is meant to be applied is not known at all; a base and what is made of it are in two.
 *
 * @param origins the objects that they were read from, in their order; those of nodes and of assumptions are of none
 * @param stopped adds what is known of why components do not run
 */
export function withGivenTwice(
  views: readonly ComponentView[], origins: readonly (ObjectAt | undefined)[], objects: readonly ObjectAt[],
  stopped: (views: readonly ComponentView[]) => readonly ComponentView[],
): readonly ComponentView[] {
  const first = stopped(views);
  const ofObject = grouped(first.map((view, index) => ({ view, object: origins[index] })), ({ object }) => object);
  const done = onceFor((object: ObjectAt) => ({ text: doneBy((ofObject.get(object) ?? []).map(({ view }) => view)) }));
  const doubts = origins.map((object): NonNullable<ComponentView['podDoubts']> => {
    if (object === undefined || object.kind === 'Pod') return NO_DOUBT.notAsked;
    const other = byKey(objects).get(keyOf(object))!.find(one =>
      one !== object && !says(one, object) && !says(object, one) && (folderOf(one) === folderOf(object) || done(one).text !== done(object).text));
    if (other === undefined) return NO_DOUBT.isRight;
    const where = folderOf(other) === folderOf(object) ? `beside this with another content too (${other.file})`
      : `in the input with another content too (${other.file}), of which something else runs`;
    return [{
      place: placeAt(object.file, object.document, object.base),
      what: `${object.kind} ${object.name} is ${where}, and the one that is applied last is in the cluster`,
      fix: 'Leave the one out that is not applied.',
    }];
  });
  return doubts.every(({ length }) => length === 0) ? first
    : stopped(views.map((view, index) => doubts[index].length === 0 ? view : { ...view, podDoubts: [...view.podDoubts ?? [], ...doubts[index]] }));
}

function folderOf({ file }: ObjectAt): string {
  return folderAndName(file).folder;
}

/** What an object keeps running, as a text. */
function doneBy(views: readonly ComponentView[]): string {
  const running = views.filter(({ stopped, choices }) => stopped === undefined && choices !== undefined);
  return JSON.stringify(running.map(({ component, onlyOn, choices }) => JSON.stringify([component, onlyOn, choices!.map(processDone)])).sort());
}

function processDone({ fate, mainLock, migrationLock, controllers, replication }: Process): readonly unknown[] {
  const isNone = replication.kind === 'deployment' && replication.replicas === 0;
  const states = [...controllers].map(([name, { presence, under, breaks }]) => [name, presence, under, breaks !== undefined]);
  return [fate.kind, isNone, [...mainLock], migrationLock && [...migrationLock], states];
}

/** Whether one of two says all that the other does, as far as pods depend on it. */
function says({ data: all }: ObjectAt, { data: some }: ObjectAt): boolean {
  const isLive = stringOf(mapOf(all.metadata).uid) !== undefined;
  return holds(all.spec ?? null, some.spec ?? null, isLive);
}

function holds(all: Data, some: Data, isLive: boolean): boolean {
  if (Array.isArray(some)) {
    const other = listOf(all);
    return Array.isArray(all) && other.length === some.length && some.every((item: Data, index: number) => holds(other[index], item, isLive));
  }
  if (!isMap(some)) return JSON.stringify(all) === JSON.stringify(some);
  if (!isMap(all) || (!isLive && Object.keys(all).length !== Object.keys(some).length)) return false;
  return Object.entries(some).every(([key, value]) => Object.hasOwn(all, key) && holds(all[key], value, isLive));
}
