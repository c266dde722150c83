/** Writes RULES.md from the registry of rules. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderRulesPage } from '../src/lib/verify/render/rules-page';

writeFileSync(resolve(__dirname, '..', 'RULES.md'), renderRulesPage());
