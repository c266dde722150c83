import { hasSecret } from '../cloud-config/secrets';
import { podsIn } from '../edit/static-pod/pods-in';
import { NodeFile, STATIC_POD_PATH } from '../kubernetes/node';
import { contentHash } from '../text/content-hash';
import { printable } from '../text/printable';
import { pathProblem } from '../text/safe-path';

/** A row of `files.json`: what must be where, with which rights. */
export interface NodeFileEntry {
  /** Path below the folder of the phase. */
  readonly path: string;
  readonly mode: string;
  readonly owner: string;
  readonly sha256: string;
  /** Of what the node has there before the migration, where that is known. */
  readonly inputSha256?: string;
  /** Flags of a static pod that the same lacks. */
  readonly addedFlags?: readonly string[];
  /** Flags of the same that the static pod lacks. */
  readonly removedFlags?: readonly string[];
}

/** Path of a node file below the folder of its phase: `<role>-<side>/<node>/<path on the node>`. */
export function nodeFilePath(file: Pick<NodeFile, 'role' | 'side' | 'node' | 'path'>): string {
  return `${file.role}-${file.side}/${file.node}${file.path}`;
}

export function nodeFileEntry(file: NodeFile): NodeFileEntry {
  return {
    path: nodeFilePath(file),
    mode: file.mode ?? (file.path.startsWith(`${STATIC_POD_PATH}/`) || podsIn(file.content).pods.length > 0 || holdsSecret(file) ? '0600' : '0644'),
    owner: file.owner ?? 'root:root',
    sha256: contentHash(file.content),
    ...file.inputSha256 === undefined ? {} : { inputSha256: file.inputSha256 },
    ...file.addedFlags === undefined ? {} : { addedFlags: file.addedFlags },
    ...file.removedFlags === undefined ? {} : { removedFlags: file.removedFlags },
  };
}

/** Files whose form says that they are something else than the configuration of a cloud: words that sound like a secret are names there. */
const NO_CLOUD_CONFIG = [`${STATIC_POD_PATH}/`, '/var/lib/kubelet/', '/etc/default/', '/etc/sysconfig/', '/etc/systemd/', '/usr/lib/systemd/',
  '/lib/systemd/'];

/**
 * Whether a file has a password or token of a cloud in it. It is read by root only, also where it is staged, and is kept out of what is committed.
 */
export function holdsSecret({ path, content }: Pick<NodeFile, 'path' | 'content'>): boolean {
  return !NO_CLOUD_CONFIG.some(folder => path.startsWith(folder)) && podsIn(content).pods.length === 0 && hasSecret(content);
}

/**
 * Refuses a place that would land outside its node's folder.
 *
 * @throws if the name of the node or the path is not usable
 */
export function checkNodeFile(file: NodeFile): void {
  if (!/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(file.node)) {
    throw new Error(`node name '${printable(file.node)}' is not a DNS subdomain; use the name that 'kubectl get nodes' shows`);
  }
  checkNodePath(file.node, file.path);
}

/** @throws if a path could be outside of its node */
export function checkNodePath(node: string, path: string): void {
  if (!path.startsWith('/') || pathProblem(path.slice(1)) !== undefined) {
    throw new Error(`path '${printable(path)}' of node '${printable(node)}' is not an absolute path of a file; give one like `
      + '\'/etc/kubernetes/cloud.conf\'');
  }
}
