/**
 * Makes the compiled entry point load each part when it is first asked for: as compiled it loads all of them, and most programs use a few. The names
 * are those that `src/index.ts` exports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const INDEX = resolve(__dirname, '..', 'lib', 'index.js');
const PART = /^var (\w+) = require\("(.+)"\);$/gm;
const NAME = /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return (\w+)\.\w+; \} \}\);$/gm;

const source = readFileSync(INDEX, 'utf8');
const parts = new Map([...source.matchAll(PART)].map(([, variable, path]) => [variable, path]));
if (parts.size > 0) { // else it is lazy already
  const exported = [...source.matchAll(NAME)].map(([, name, variable]) => ({ name, part: parts.get(variable)! }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(INDEX, [
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    // Read by Node's scanner for named imports of CommonJS modules, which does not run the file and gives up at getters that it sees.
    ...exported.map(({ name }) => `exports.${name} = void 0;`),
    'const parts = {',
    ...exported.map(({ name, part }) => `  ${name}: () => require("${part}"),`),
    '};',
    // Asked for once, a name is a value like any other: `require` is slow where a loader of TypeScript looks at every call.
    'const settle = (name, value) => Object.defineProperty(exports, name, { enumerable: true, value })[name];',
    'for (const name of Object.keys(parts)) Object.defineProperty(exports, name, { enumerable: true, get: () => settle(name, parts[name]()[name]) '
      + '});',
    '',
  ].join('\n'));
}
