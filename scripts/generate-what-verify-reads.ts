/** Writes docs/reference/what-verify-reads.md from the tables of what fields and flags decide. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { whatVerifyReadsPage } from './docs/what-verify-reads-page';

writeFileSync(resolve(__dirname, '..', 'docs', 'reference', 'what-verify-reads.md'), whatVerifyReadsPage());
