import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { compileFunction } from 'node:vm';
import { AppModel } from './app';
import { program } from './typescript';
import { InputError } from '../../io';
import { hasModule, moduleOf } from '../../library';

/**
 * Synthesizes the app in a folder that is removed again: what is written has to run. That of Python makes the same calls as that of TypeScript, and
 * is not run itself, which would need what `pip` has yet to install.
 *
 * @param input folder of the nodes, absolute
 * @returns why it was not tried; undefined: it was
 * @throws `InputError` with what synthesis says
 */
export function tryOut(app: AppModel, input: string): string | undefined {
  const missing = ['cdk8s', 'constructs'].filter(name => !hasModule(name));
  if (missing.length > 0) return `${missing.join(' and ')} not installed beside this package`;
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-init-'));
  const { CDK8S_OUTDIR: outdir } = process.env;
  try {
    // An App without an outdir would write to the folder that init is run in.
    process.env.CDK8S_OUTDIR = join(folder, 'dist');
    const text = program({ ...app, input: relative(folder, input).split(sep).join('/') });
    compileFunction(asCommonJs(text), ['require', '__dirname', 'process'])(moduleOf, folder, process);
    return undefined;
  } catch (error) {
    throw new InputError(`the app would not synthesize, and nothing was written: ${(error as Error).message}`);
  } finally {
    if (outdir === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = outdir;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Our programs have no types, and import in two ways. */
function asCommonJs(text: string): string {
  return text.replace(/^import (?:\* as )?(.+) from (.+);$/gm, 'const $1 = require($2);');
}
