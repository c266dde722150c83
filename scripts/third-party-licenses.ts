/** Writes the licence texts of every package that ships inside our tarball, each text once. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleCommandLine } from './bundle/command-line';
import { bundleFirstUse } from './bundle/first-use';

const ROOT = resolve(__dirname, '..');
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly bundledDependencies?: readonly string[];
}

/** A package of which something is in ours, with the texts that it ships: they may be a licence and a notice. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** Those that are whole in the package, and those of which the command line is made. */
export async function shippedPackages(root: string = ROOT): Promise<ShippedPackage[]> {
  const firstUse = await bundleFirstUse();
  const inFiles = [firstUse, await bundleCommandLine(firstUse)].flatMap(({ packages }) => packages);
  const folders = new Set([...bundledFolders(root), ...inFiles.map(folder => join(root, folder))]);
  return [...folders].map(shipped).sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** Every package of `bundledDependencies` and what it needs, as npm finds it: the nearest `node_modules` upwards. */
function bundledFolders(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = (manifestOf(root).bundledDependencies ?? []).map(name => folderOf(name, root)!);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const here = folder;
    if (found.has(here)) continue;
    found.add(here);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(here);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = folderOf(needed, here, needed in optionalDependencies);
      if (place !== undefined) open.push(place);
    }
  }
  return found;
}

function shipped(folder: string): ShippedPackage {
  const { name, version, license = 'no licence named' } = manifestOf(folder);
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  return { name, version, license, texts: files.map(file => readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()) };
}

/** The file: a list of all, then each text with who ships it. A package without a text of its own is named with its licence. */
export function renderLicenses(packages: readonly ShippedPackage[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, texts } of packages) {
    for (const text of texts) byText.set(text, [...byText.get(text) ?? [], `${name} ${version}`]);
  }
  const line = '-'.repeat(80);
  const list = packages.map(({ name, version, license, texts }) => `${name} ${version}: `
    + `${license}${texts.length === 0 ? ' (ships no text of its own)' : ''}`);
  return [
    'cdk8s-ccm-migration ships these packages, or parts of them, inside its own:', '', ...list,
    ...[...byText].flatMap(([text, names]) => ['', line, names.join(', '), line, '', text]), '',
  ].join('\n');
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function folderOf(name: string, from: string, isOptional: boolean = false): string | undefined {
  for (let folder = from; ; folder = resolve(folder, '..')) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === resolve(folder, '..') && isOptional) return undefined;
    if (folder === resolve(folder, '..')) throw new Error(`'${name}', which '${from}' needs, is not installed; run npm ci`);
  }
}

if (require.main === module) {
  void shippedPackages().then(packages => writeFileSync(join(ROOT, LICENSES_FILE), renderLicenses(packages)));
}
