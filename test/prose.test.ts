import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages';

/** Words that name no component and no role, with what stands in their place. */
const NOT = /\b(?:whoever|nobody|somebody|anybody)\b|\bwhich is none\b/gi;

/** Names that are contracts: a rule's id, and a scenario whose results are kept. */
const CONTRACTS = /\b(?:wildcard-matches-nobody|service-of-nobody)\b/g;

const PLACES = [
  'src', 'checker', 'collection', 'e2e', 'scripts', 'docs', 'schemas', 'examples', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'RULES.md',
  'API.md',
];
const TEXTS = /\.(?:ts|mts|mjs|js|py|ya?ml|json|md)$/;

function filesOf(place: string): string[] {
  if (TEXTS.test(place)) return [place];
  return readdirSync(join(ROOT, place), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && TEXTS.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .filter(path => !/^docs\/\.vitepress\/(?:cache|dist)\/|\/(?:node_modules|\.venv)\//.test(path)).sort();
}

/** `file:line: word`, as an editor opens it. */
function found(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => [...line.replace(CONTRACTS, '').matchAll(NOT)].map(([word]) => `${file}:${index + 1}: ${word}`));
}

test('a word that names nobody is found with its line, and an id that is a contract is not', () => {
  const text = 'fine\nWhoever runs it, which is none\nrule wildcard-matches-nobody';
  expect(found('a.ts', text)).toStrictEqual(['a.ts:2: Whoever', 'a.ts:2: which is none']);
});

test.each(PLACES)('%s names the component or the role', place => {
  const files = filesOf(place);
  expect(files).not.toHaveLength(0);
  expect(files.flatMap(file => found(file, readFileSync(join(ROOT, file), 'utf8')))).toStrictEqual([]);
});
