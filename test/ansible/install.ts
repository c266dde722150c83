/** Installs what `.ci/install` promises: ansible-core and ansible-lint at the pinned versions. */
import { ansible, ansibleLint } from './ansible';

const missing = [ansible(), ansibleLint()].flatMap(programs => programs.missing ?? []);
for (const reason of missing) process.stderr.write(`${reason}\n`);
process.exitCode = missing.length > 0 ? 1 : 0;
