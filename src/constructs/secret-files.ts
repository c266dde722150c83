import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderFile } from '../files/exchange-folder';
import { printable } from '../lib/text/printable';

/** Mode of a file with a secret, also where it is staged. */
export const SECRET_MODE = 0o600;

const IGNORE_FILE = '.gitignore';
const IGNORE_HEAD = `# Written by cdk8s-ccm-migration: these files have a password or token in them. Bring them to the nodes encrypted (sops, age) \
or from where they are
# kept (an external secret, a vault). NodeFiles.write(outdir, true) leaves this file out.
`;

/** What keeps files with secrets out of what is committed: a file to write, or one of an earlier run that goes. */
export interface SecretGuard {
  readonly files: readonly FolderFile[];
  readonly gone: readonly string[];
}

/**
 * @param secret paths of files with secrets, below `outdir`
 * @param commitSecrets whether they may be committed
 * @throws if a `.gitignore` that is not ours is where ours must be
 */
export function secretGuard(outdir: string, secret: readonly string[], commitSecrets: boolean): SecretGuard {
  const place = join(outdir, IGNORE_FILE);
  const isOurs = existsSync(place) && readFileSync(place, 'utf8').startsWith(IGNORE_HEAD);
  if (secret.length === 0 || commitSecrets) return { files: [], gone: isOurs ? [IGNORE_FILE] : [] };
  if (existsSync(place) && !isOurs) {
    throw new Error(printable(`'${place}' is yours, and must keep ${secret.map(path => `'${path}'`).join(', ')} out of what is committed; `
      + 'move your rules to the folder above and run again'));
  }
  return { files: [{ path: IGNORE_FILE, content: `${IGNORE_HEAD}${secret.map(path => `/${path}\n`).join('')}` }], gone: [] };
}
