import { createHash } from 'node:crypto';
import { NodeFile, STATIC_POD_PATH } from './node';

/** A row of `files.json`: what must lie where, with which rights. */
export interface NodeFileEntry {
  /** Path below the folder of the phase. */
  readonly path: string;
  readonly mode: string;
  readonly owner: string;
  readonly sha256: string;
  /** Of what the node has there before the migration, where that is known. */
  readonly inputSha256?: string;
}

/** Path of a node file below the folder of its phase: `<role>-<side>/<node>/<path on the node>`. */
export function nodeFilePath(file: Pick<NodeFile, 'role' | 'side' | 'node' | 'path'>): string {
  return `${file.role}-${file.side}/${file.node}${file.path}`;
}

/** SHA-256 of a text, in hex. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

export function nodeFileEntry(file: NodeFile): NodeFileEntry {
  return {
    path: nodeFilePath(file),
    mode: file.mode ?? (file.path.startsWith(`${STATIC_POD_PATH}/`) ? '0600' : '0644'),
    owner: file.owner ?? 'root:root',
    sha256: contentHash(file.content),
    ...file.inputSha256 === undefined ? {} : { inputSha256: file.inputSha256 },
  };
}

/**
 * Refuses a place that would land outside its node's folder.
 *
 * @throws if the name of the node or the path is not usable
 */
export function checkNodeFile(file: NodeFile): void {
  if (!/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(file.node)) {
    throw new Error(`node name '${file.node}' is not a DNS subdomain; use the name that 'kubectl get nodes' shows`);
  }
  const segments = file.path.split('/').slice(1);
  const isPlain = (segment: string) => !['', '.', '..'].includes(segment) && !/[\\\p{Cc}]/u.test(segment);
  if (!file.path.startsWith('/') || !segments.every(isPlain)) {
    throw new Error(`path '${file.path}' of node '${file.node}' is not an absolute path of a file; give one like '/etc/kubernetes/cloud.conf'`);
  }
}
