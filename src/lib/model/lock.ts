import { LOCK_NAMESPACE, LockKind } from '../facts/locks';

/**
 * What a process has to hold at once: one element per object, `leases/kube-system/kube-controller-manager`. The kinds that stand for two objects hold
 * both, so that `endpointsleases` excludes `endpoints` as well as `leases`. Empty: nothing has to be held.
 */
export type LockSet = ReadonlySet<string>;

const ELEMENTS: Readonly<Record<LockKind, readonly string[]>> = {
  leases: ['leases'],
  endpoints: ['endpoints'],
  configmaps: ['configmaps'],
  // Primary, secondary: k8s.io/client-go@v0.26.15 tools/leaderelection/resourcelock/interface.go:197-206
  endpointsleases: ['endpoints', 'leases'],
  configmapsleases: ['configmaps', 'leases'],
};

export function lockSet(kind: LockKind, namespace: string, name: string): LockSet {
  return new Set(ELEMENTS[kind].map(element => `${element}/${namespace}/${name}`));
}

export const NO_LOCK: LockSet = new Set();

export function union(...sets: readonly LockSet[]): LockSet {
  const all = new Set<string>();
  for (const set of sets) for (const element of set) all.add(element);
  return all;
}

/** Whether two processes can hold these sets at the same time. */
export function disjoint(a: LockSet, b: LockSet): boolean {
  for (const element of a) if (b.has(element)) return false;
  return true;
}

/** A lock in words: its name alone where it is what everybody expects, a Lease in kube-system. */
export function lockNames(set: LockSet): readonly string[] {
  return [...set].map(element => {
    const [kind, namespace, name] = element.split('/');
    return kind === 'leases' && namespace === LOCK_NAMESPACE ? name : `${kind} ${namespace}/${name}`;
  });
}
