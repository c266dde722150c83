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

/** Whether a pod asks for a field of which each pod has another value. */
export function asksForEach(spec: unknown): boolean {
  const text = JSON.stringify(spec ?? null);
  return OF_EACH.some(path => text.includes(`"fieldPath":"${path}"`));
}
