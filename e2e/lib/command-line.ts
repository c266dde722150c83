import { join } from 'node:path';
import { Container, Volume } from './pod';

/** Where a container runs. */
export interface Place {
  /** Folder that stands for the root of the node's file system. */
  readonly root: string;
  /** The node's address, in place of the InternalIP and of 127.0.0.1. */
  readonly address: string;
  /** URL of etcd, in place of the one on the node. */
  readonly etcd?: string;
  /** Folder with the files of each volume that is not a hostPath, by its name. */
  readonly volumeFolders?: Readonly<Record<string, string>>;
}

/**
 * A path in a container as a path of this machine: through the container's mounts into the node's own folder, or to the folder of a volume.
 * What is not mounted does not exist in the container, so its path leads nowhere.
 */
export function localPath(path: string, container: Container, volumes: readonly Volume[], place: Place): string {
  const mount = [...container.volumeMounts ?? []]
    .sort((a, b) => b.mountPath.length - a.mountPath.length)
    .find(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath.replace(/\/$/, '')}/`));
  if (!mount) return join(place.root, '.not-mounted', path);
  const inVolume = join(mount.subPath ?? '', path.slice(mount.mountPath.length));
  const volume = volumes.find(({ name }) => name === mount.name);
  const folder = volume?.hostPath ? join(place.root, volume.hostPath.path) : place.volumeFolders?.[mount.name];
  if (!folder) throw new Error(`volume '${mount.name}' is neither a hostPath nor one that the harness makes`);
  return inVolume === '' ? folder : join(folder, inVolume);
}

/**
 * The arguments of a container with what must differ here and nothing else: paths (see `localPath`), 127.0.0.1 where a component listens, which is
 * the node's own loopback address here, and where etcd is.
 */
export function localArguments(args: readonly string[], container: Container, volumes: readonly Volume[], place: Place): string[] {
  return args.map(arg => {
    const [flag, value] = split(arg);
    if (value.startsWith('/')) return `${flag}=${localPath(value, container, volumes, place)}`;
    if (flag === '--etcd-servers' && place.etcd) return `${flag}=${place.etcd}`;
    return flag === '--bind-address' ? `${flag}=${place.address}` : arg;
  });
}

function split(arg: string): [flag: string, value: string] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, ''] : [arg.slice(0, at), arg.slice(at + 1)];
}
