/** Puts the generated facts beside the compiled code that loads them: the compiler copies no data. */
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const FACTS = ['lib', 'facts', 'generated'];
const [from, to] = ['src', 'lib'].map(root => resolve(__dirname, '..', root, ...FACTS));
rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });
