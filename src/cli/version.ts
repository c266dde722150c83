import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the package that this is part of. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string };
  return version;
}
