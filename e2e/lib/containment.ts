import { spawnSync } from 'node:child_process';
import { PodSpec } from './pod';

const IS_ROOT = process.getuid?.() === 0;

/** Mounts of its own, for whoever may have them: else in a user namespace in which one is root. */
const UNSHARE: readonly string[] = ['unshare', ...IS_ROOT ? [] : ['--user', '--map-root-user'], '--mount', '--propagation=private'];

/** Whether this machine can keep a process to what the security contexts of its pod allow. */
export const CAN_CONTAIN = spawnSync(
  UNSHARE[0], [...UNSHARE.slice(1), 'setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', 'true'],
).status === 0;

/**
 * The words before a command that make its process what a container runtime would make of the security contexts: user, capabilities, privilege
 * escalation and a read-only root. None where this machine cannot. seccomp is left out: `RuntimeDefault` is a profile of the runtime.
 */
export function contained({ securityContext: pod = {}, containers: [{ securityContext: container = {} }] }: PodSpec): readonly string[] {
  if (!CAN_CONTAIN) return [];
  const user = container.runAsUser ?? pod.runAsUser;
  const privileges = [
    ...container.allowPrivilegeEscalation === false ? ['--no-new-privs'] : [],
    ...container.capabilities?.drop?.includes('ALL') ? ['--bounding-set=-all', '--inh-caps=-all'] : [],
    // In a user namespace there is no other user.
    ...user !== undefined && IS_ROOT ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [],
  ];
  const readOnly = container.readOnlyRootFilesystem ? 'mount -o remount,bind,ro / && ' : '';
  if (privileges.length === 0 && readOnly === '') return [];
  return [...UNSHARE, 'sh', '-c', `${readOnly}exec "$@"`, 'sh', ...privileges.length > 0 ? ['setpriv', ...privileges] : []];
}
