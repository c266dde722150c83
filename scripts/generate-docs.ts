/**
 * Writes the pages of docs/reference that are made from the sources: the command line, the settings of the
 * playbooks, and what each release takes away.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLinePage } from './docs/command-line-page';
import { endingsPage } from './docs/endings-page';
import { settingsPage } from './docs/settings-page';

const REFERENCE = resolve(__dirname, '..', 'docs', 'reference');

async function main(): Promise<void> {
  writeFileSync(join(REFERENCE, 'command-line.md'), await commandLinePage());
  writeFileSync(join(REFERENCE, 'settings.md'), settingsPage());
  writeFileSync(join(REFERENCE, 'what-ends.md'), endingsPage());
}

void main();
