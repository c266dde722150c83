import { ReadComponent } from './component-reader';
import { Data } from '../edit/yaml/source-document';

/** The value of a field of a pod that a variable is filled with; undefined: it is not known. */
export type PodFields = (path: string) => string | undefined;

/** Fields of which each pod has another value. */
const OF_EACH = /"fieldPath":"(?:metadata\.(?:name|uid)|spec\.nodeName|status\.(?:hostIPs?|podIPs?))"/;

/** Flags that make two locks of one. */
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];

/**
 * Fields as the manifest decides them.
 *
 * @param pod stands for the pod where a field is another one in each; none: such a field is not known
 */
export function podFields(namespace: string, pod?: string): PodFields {
  return path => {
    if (path === 'metadata.namespace') return namespace;
    return pod !== undefined && OF_EACH.test(`"fieldPath":"${path}"`) ? `${path} of ${pod}` : undefined;
  };
}

/** Reads a pod. Where its lock is called after itself or its node, it is read as one pod and as another: their locks have nothing in common. */
export function readEach(spec: Data | undefined, read: (pod?: string) => readonly ReadComponent[]): readonly ReadComponent[] {
  if (!OF_EACH.test(JSON.stringify(spec ?? null))) return read();
  const [one, another] = ['one pod', 'another pod'].map(read);
  return JSON.stringify(one.map(locksOf)) === JSON.stringify(another.map(locksOf)) ? read() : [...one, ...another];
}

function locksOf({ view }: ReadComponent): readonly (string | undefined)[] {
  return view.flags.filter(({ name }) => LOCK_FLAGS.includes(name)).map(({ value }) => value);
}
