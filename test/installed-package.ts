import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transform, TransformOptions, transformSync } from 'esbuild';
import { writeBundle } from '../scripts/bundle/bundle';
import { bundles } from '../scripts/bundle/bundles';

const ROOT = resolve(__dirname, '..');
const CDK8S = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');

/** jsii wants the number of the Node.js that it is not to warn of. */
const NODE_MAJOR = process.versions.node.split('.')[0];

const COMPILED: TransformOptions = { loader: 'ts', format: 'cjs', target: 'node20', platform: 'node' };

/** How a program is run by `cdk8s synth`. */
export interface SynthOptions {
  readonly language?: string;
  /** Properties of the plugin. */
  readonly nodes?: string;
  readonly assume?: string;
}

/** A folder for programs, with the package as npm would install it, made of the sources: a clean clone has no lib/. */
export class InstalledPackage {
  /** @param prefix of the folder's name */
  public static async make(prefix: string): Promise<InstalledPackage> {
    mkdirSync(join(ROOT, '.scratch'), { recursive: true });
    const installed = new InstalledPackage(mkdtempSync(join(ROOT, '.scratch', prefix)));
    await installed.compile();
    const root = join(installed.root, 'node_modules/cdk8s-ccm-migration');
    for (const bundle of await bundles()) writeBundle(root, bundle);
    return installed;
  }

  private constructor(public readonly root: string) {}

  /** The program `ccm-migration`. */
  public get program(): string {
    return join(this.root, 'node_modules/cdk8s-ccm-migration/bin/ccm-migration');
  }

  /** Runs `cdk8s synth`, with the plugin, on a program in a folder of its own. */
  public synth(
    name: string, app: string, files: Readonly<Record<string, string>>, { language = 'typescript', nodes = '', assume = '' }: SynthOptions = {},
  ) {
    const dir = join(this.root, name);
    for (const [path, text] of Object.entries(files)) writeFile(join(dir, path), text);
    writeFile(join(dir, 'cdk8s.yaml'), `language: ${language}
app: ${app}
validations:
  - package: ./node_modules/cdk8s-ccm-migration
    version: 0.0.0
    class: LeaderMigrationValidation
${nodes && `    properties:
      nodes: ${nodes}
`}${assume && `    properties:
      assume: ${assume}
`}`);
    symlinkSync(join(this.root, 'node_modules'), join(dir, 'node_modules'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [CDK8S, 'synth'], {
      cwd: dir, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: NODE_MAJOR },
    });
    return { dir, status, output: stdout + stderr };
  }

  public remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private async compile(): Promise<void> {
    const installed = join(this.root, 'node_modules/cdk8s-ccm-migration');
    for (const folder of ['src', 'collection']) {
      for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name.endsWith('.pyc')) continue;
        const file = join(entry.parentPath, entry.name);
        const place = join(installed, folder === 'src' ? 'lib' : folder, file.slice(join(ROOT, folder).length));
        if (entry.name.endsWith('.ts')) writeFile(place.replace(/\.ts$/, '.js'), (await transform(readFileSync(file, 'utf8'), COMPILED)).code);
        else writeFile(place, readFileSync(file, 'utf8'));
      }
    }
    copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
    cpSync(join(ROOT, 'bin'), join(installed, 'bin'), { recursive: true });
  }
}

/** JavaScript of a TypeScript text. */
export function compiled(text: string): string {
  return transformSync(text, COMPILED).code;
}

/** Writes a file, with the folders above it. */
export function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
