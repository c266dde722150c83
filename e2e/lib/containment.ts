import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PodSpec } from './pod';

const IS_ROOT = process.getuid?.() === 0;

/** Namespaces of its own, where the user may make them: else in a user namespace in which the user is root. */
const UNSHARE: readonly string[] = ['unshare', ...IS_ROOT ? [] : ['--user', '--map-root-user']];

/** Mounts of its own. */
const UNSHARE_MOUNTS: readonly string[] = [...UNSHARE, '--mount', '--propagation=private'];

/** Whether this machine can keep a process to what the security contexts of its pod allow. */
export const CAN_CONTAIN = spawnSync(
  UNSHARE_MOUNTS[0], [...UNSHARE_MOUNTS.slice(1), 'setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', 'true'],
).status === 0;

/** The words before a command that call its host as its node is: the identity in a Lease begins with that. */
export function onHost(node: string): readonly string[] {
  return CAN_CONTAIN ? [...UNSHARE, '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', node] : [];
}

/** What the security contexts of a pod allow its process, as far as this machine can keep it to that. */
export interface Limits {
  /** In a user namespace there is no other user. */
  readonly user?: number;
  readonly noNewPrivileges: boolean;
  readonly noCapabilities: boolean;
  readonly readOnlyRoot: boolean;
}

/** The limits of a pod; seccomp is left out, since `RuntimeDefault` is a profile of the runtime. */
export function limitsOf({ securityContext: pod = {}, containers: [{ securityContext: container = {} }] }: PodSpec): Limits {
  const user = container.runAsUser ?? pod.runAsUser;
  return {
    ...CAN_CONTAIN && IS_ROOT && user !== undefined ? { user } : {},
    noNewPrivileges: CAN_CONTAIN && container.allowPrivilegeEscalation === false,
    noCapabilities: CAN_CONTAIN && (container.capabilities?.drop?.includes('ALL') ?? false),
    readOnlyRoot: CAN_CONTAIN && (container.readOnlyRootFilesystem ?? false),
  };
}

/** The words before a command that make of its process what a container runtime would make of the limits. */
export function contained({ user, noNewPrivileges, noCapabilities, readOnlyRoot }: Limits): readonly string[] {
  const privileges = [
    ...noNewPrivileges ? ['--no-new-privs'] : [],
    ...noCapabilities ? ['--bounding-set=-all', '--inh-caps=-all'] : [],
    ...user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
  ];
  const readOnly = readOnlyRoot ? 'mount -o remount,bind,ro / && ' : '';
  if (privileges.length === 0 && readOnly === '') return [];
  return [...UNSHARE_MOUNTS, 'sh', '-c', `${readOnly}exec "$@"`, 'sh', ...privileges.length > 0 ? ['setpriv', ...privileges] : []];
}

/**
 * A program where another user finds it, as in an image: the cache of programs may be in a home folder.
 *
 * @param folder of the run, which others may pass through
 */
export function reachable(executable: string, folder: string): string {
  const path = join(folder, 'bin', basename(dirname(executable)), basename(executable));
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const program = spawnSync('readlink', ['-f', executable], { encoding: 'utf8' }).stdout.trim();
  try {
    linkSync(program, path);
  } catch {
    copyFileSync(program, path); // on another file system
  }
  return path;
}

/** What a process may do beyond its limits, as the kernel says it; nothing: it is kept to them. */
export function beyond(pid: number, { user, noNewPrivileges, noCapabilities, readOnlyRoot }: Limits): string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n').map(line => line.split(' '));
  const options = mounts.filter(([, , , , mountedOn]) => mountedOn === '/').at(-1)?.[5] ?? '';
  return [
    ...user !== undefined && field('Uid').split(/\s+/).some(id => id !== String(user)) ? [`runs as ${field('Uid')}, not as ${user}`] : [],
    ...noNewPrivileges && field('NoNewPrivs') !== '1' ? ['may get more privileges'] : [],
    ...noCapabilities && /[^0]/.test(field('CapEff') + field('CapBnd')) ? [`has capabilities ${field('CapEff')} of ${field('CapBnd')}`] : [],
    ...readOnlyRoot && !options.split(',').includes('ro') ? ['can write to its root'] : [],
  ];
}
