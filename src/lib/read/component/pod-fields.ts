import { ComponentView } from '../../view/model';

/** The value of a field of a pod that a variable is filled with; undefined: it is not known. */
export type PodFields = (path: string) => string | undefined;

/** Fields of which each pod has another value. */
const OF_EACH = ['metadata.name', 'metadata.uid', 'spec.nodeName', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'];

/**
 * Fields as the manifest decides them.
 *
 * @param pod stands for the pod where a field is another one in each; none: such a field is not known
 */
export function podFields(namespace: string, pod?: string): PodFields {
  return path => {
    if (path === 'metadata.namespace') return namespace;
    return pod !== undefined && OF_EACH.includes(path) ? `${path} of ${pod}` : undefined;
  };
}

/** Flags that make two locks of one. */
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];

interface Read {
  readonly view: ComponentView;
}

/** Reads a pod. Where its lock is called after itself or its node, it is read as one pod and as another: their locks have nothing in common. */
export function readEach<R extends Read>(spec: unknown, read: (pod?: string) => readonly R[]): readonly R[] {
  if (!asksForEach(spec)) return read();
  const [one, another] = ['one pod', 'another pod'].map(pod => read(pod));
  return JSON.stringify(one.map(locksOf)) === JSON.stringify(another.map(locksOf)) ? read() : [...one, ...another];
}

function locksOf({ view }: Read): readonly (string | undefined)[] {
  return view.flags.filter(({ name }) => LOCK_FLAGS.includes(name)).map(({ value }) => value);
}

/** Whether a pod asks for a field of which each pod has another value. */
function asksForEach(spec: unknown): boolean {
  const text = JSON.stringify(spec ?? null);
  return OF_EACH.some(path => text.includes(`"fieldPath":"${path}"`));
}
