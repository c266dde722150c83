import { Ending } from './ending';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { MAIN_LOCK_KINDS } from '../locks';

const FLAG = 'leader-elect-resource-lock';

/** Kinds of the main lock that end. Which they are is in their own table; a migration with one is refused by rule `lock-kind-removed`. */
export function lockEndings(from: KubernetesVersion, to: KubernetesVersion): readonly Ending[] {
  if (!MAIN_LOCK_KINDS.knows(from) || !MAIN_LOCK_KINDS.knows(to)) return [];
  const kinds = MAIN_LOCK_KINDS.at(to);
  const gone = MAIN_LOCK_KINDS.at(from).filter(kind => !kinds.includes(kind));
  if (gone.length === 0) return [];
  return (['kube-controller-manager', 'kube-scheduler'] as const).map((component): Ending => ({
    release: to.minorVersion,
    component,
    what: `--${FLAG}=${gone.join(' or ')}`,
    trace: { kind: 'value', flag: FLAG, values: gone },
    becomes: 'refused',
    says: 'the component makes no such lock, and ends at start',
    todo: `set --${FLAG} in version N, on every node, by way of ${kinds.includes('endpointsleases') ? 'endpointsleases or configmapsleases to leases'
      : 'leases'}, one roll after the other`,
    source: MAIN_LOCK_KINDS.row(to).source,
  }));
}
