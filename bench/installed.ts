import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inNode, Spent } from './child';
import { checkCompiled } from './library';

const ROOT = resolve(__dirname, '..');

/** The peers that a user installs beside the package. */
const PEERS = ['cdk8s', 'cdk8s-plus-27', 'constructs'];

/** A folder in which the tarball is installed, with no code kept of earlier runs: what a clone keeps depends on what was run there before. */
export class Installed {
  public readonly program: string;
  private readonly root: string;

  /** @throws if the library is not compiled */
  public constructor() {
    checkCompiled();
    this.root = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
    const tarball = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', ROOT], { cwd: this.root, encoding: 'utf8' }).trim();
    mkdirSync(this.folder, { recursive: true });
    execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', this.folder], { cwd: this.root });
    for (const name of PEERS) symlinkSync(join(ROOT, 'node_modules', name), join(this.root, 'node_modules', name));
    this.program = join(this.folder, 'bin', 'ccm-migration');
  }

  /** A folder of its own, whose programs find the package by its name. */
  public workplace(name: string): Workplace {
    const folder = join(this.root, name);
    mkdirSync(folder);
    return new Workplace(folder);
  }

  /** As it was when it was installed. */
  public forgetCode(): void {
    const lib = join(this.folder, 'lib');
    for (const entry of readdirSync(lib, { withFileTypes: true })) {
      if (entry.isDirectory()) rmSync(join(lib, entry.name, 'cache'), { recursive: true, force: true });
    }
  }

  public remove(): void {
    rmSync(this.root, { recursive: true });
  }

  private get folder(): string {
    return join(this.root, 'node_modules', 'cdk8s-ccm-migration');
  }
}

/** A folder in which programs are run. */
export class Workplace {
  public constructor(public readonly folder: string) {}

  /** Writes a program, and gives what runs it, with options of Node. */
  public program(text: string): (...options: readonly string[]) => Spent {
    const path = join(this.folder, 'main.cjs');
    writeFileSync(path, text);
    return (...options) => inNode(this.folder, [...options, path]);
  }
}
