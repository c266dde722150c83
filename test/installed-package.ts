import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const ROOT = resolve(__dirname, '..');
const CDK8S = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');

/** How a program is run by `cdk8s synth`. */
export interface SynthOptions {
  readonly language?: string;
  /** Properties of the plugin. */
  readonly nodes?: string;
  readonly assume?: string;
}

/** A folder for programs, with the package as npm would install it, compiled from the sources: a clean clone has no lib/. */
export class InstalledPackage {
  public readonly root: string;

  public constructor(prefix: string) {
    mkdirSync(join(ROOT, '.scratch'), { recursive: true });
    this.root = mkdtempSync(join(ROOT, '.scratch', prefix));
    const installed = join(this.root, 'node_modules/cdk8s-ccm-migration');
    for (const folder of ['src', 'collection']) {
      for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name.endsWith('.pyc')) continue;
        const file = join(entry.parentPath, entry.name);
        const place = join(installed, folder === 'src' ? 'lib' : folder, file.slice(join(ROOT, folder).length));
        if (entry.name.endsWith('.ts')) writeFile(place.replace(/\.ts$/, '.js'), compiled(readFileSync(file, 'utf8')));
        else writeFile(place, readFileSync(file, 'utf8'));
      }
    }
    copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
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
      cwd: dir, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' },
    });
    return { dir, status, output: stdout + stderr };
  }

  public remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** JavaScript of a TypeScript text. */
export function compiled(text: string): string {
  return transpileModule(text, { compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true } }).outputText;
}

/** Writes a file, with the folders above it. */
export function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
