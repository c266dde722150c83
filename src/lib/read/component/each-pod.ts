import { ReadComponent } from './component-reader';
import { asksForEach } from './pod-fields';
import { Data } from '../../edit/yaml/source-document';

/** Flags that make two locks of one. */
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];

/** Reads a pod. Where its lock is called after itself or its node, it is read as one pod and as another: their locks have nothing in common. */
export function readEach(spec: Data | undefined, read: (pod?: string) => readonly ReadComponent[]): readonly ReadComponent[] {
  if (!asksForEach(spec)) return read();
  const [one, another] = ['one pod', 'another pod'].map(read);
  return JSON.stringify(one.map(locksOf)) === JSON.stringify(another.map(locksOf)) ? read() : [...one, ...another];
}

function locksOf({ view }: ReadComponent): readonly (string | undefined)[] {
  return view.flags.filter(({ name }) => LOCK_FLAGS.includes(name)).map(({ value }) => value);
}
