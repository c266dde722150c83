import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderFile } from '../../../files/exchange-folder';
import { shellQuote } from '../../../lib/text/shell-quote';
import { InputError } from '../../io';

/** Files of a project that has others than this app: they stay as they are, and what the app needs of them is said. */
const OF_PROJECT = ['.gitignore', 'README.md', 'package.json', 'requirements.txt', 'tsconfig.json'];

interface Packages {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Whether a file is one that a project has for all that is in it. */
export function isOfProject(path: string): boolean {
  return OF_PROJECT.includes(path);
}

/**
 * What the files of the project lack, as commands and lines to add.
 *
 * @param paths that stay as they are
 * @param files of the app, as they would be written
 * @throws `InputError` if the app cannot run beside one of them
 */
export function whatToAdd(folder: string, paths: readonly string[], files: readonly FolderFile[]): readonly string[] {
  return paths.flatMap((path): readonly string[] => {
    const [text, ours] = [readFileSync(join(folder, path), 'utf8'), files.find(file => file.path === path)!.content];
    if (path === 'package.json') return ofPackages(text, ours, existsSync(join(folder, 'main.ts')) || files.some(file => file.path === 'main.ts'));
    if (path === 'README.md' || path === 'tsconfig.json') return [];
    const has = text.split(/\r?\n/).map(line => line.trim());
    const missing = ours.split('\n').filter(line => line !== '' && !has.includes(line));
    return missing.length === 0 ? [] : [`${path} lacks: ${missing.join(', ')}`];
  });
}

/** As npm itself adds them. */
function ofPackages(text: string, ours: string, isTypescript: boolean): readonly string[] {
  const has = packagesIn(text);
  const wanted = JSON.parse(ours) as Packages;
  if (isTypescript && has.type === 'module') {
    throw new InputError('package.json has "type": "module", and the program of the app is not an ES module; nothing was written: give '
      + 'another folder');
  }
  const known = { ...has.dependencies, ...has.devDependencies };
  const missing = (packages: Packages['dependencies'] = {}) => Object.entries(packages).filter(([name]) => !(name in known))
    .map(([name, range]) => shellQuote(`${name}@${range}`));
  const wantedScripts = Object.entries(wanted.scripts ?? {});
  const scripts = wantedScripts.filter(([name]) => has.scripts?.[name] === undefined);
  const otherwise = wantedScripts.filter(([name, script]) => ![undefined, script].includes(has.scripts?.[name]));
  const commands = [
    ...[['npm install', wanted.dependencies] as const, ['npm install --save-dev', wanted.devDependencies] as const]
      .flatMap(([command, packages]) => missing(packages).length === 0 ? [] : [[command, ...missing(packages)].join(' ')]),
    ...scripts.length === 0 ? [] : [`npm pkg set ${scripts.map(([name, script]) => shellQuote(`scripts.${name}=${script}`)).join(' ')}`],
  ];
  return [
    ...commands.length === 0 ? [] : [`package.json lacks what the app needs: ${commands.join(' && ')}`],
    ...otherwise.map(([name, script]) => `package.json has another script '${name}', for which the app has: ${script}`),
  ];
}

function packagesIn(text: string): Packages {
  try {
    const data = JSON.parse(text) as Packages | null;
    if (data !== null && typeof data === 'object') return data;
  } catch {
    // It is told as what it is not.
  }
  throw new InputError('package.json is no JSON of a package; nothing was written: correct it, or give another folder');
}
