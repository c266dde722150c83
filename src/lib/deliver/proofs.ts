import type { InstallerProof } from './installer';

/** That every pod of a DaemonSet or Deployment has come: `daemonset/name`. */
export function rolledOut(workload: string, namespace: string = 'kube-system'): InstallerProof {
  return { command: `kubectl -n ${namespace} rollout status ${workload} --timeout=10m`, expected: 'successfully rolled out' };
}

/**
 * What kube-controller-managers are told, each by its pod.
 *
 * @param label by which their pods are found
 * @param field of the container that has the flags
 */
export function kcmHas(expected: string, label = 'component', field = 'command'): InstallerProof {
  const pods = `kubectl -n kube-system get pods -l ${label}=kube-controller-manager`;
  return { command: `${pods} -o jsonpath='{range .items[*]}{.metadata.name}{"\\t"}{.spec.containers[0].${field}}{"\\n"}{end}'`, expected };
}
