import { createHash } from 'node:crypto';

/** SHA-256 of a text, in hex. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}
