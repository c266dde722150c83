import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as cdk8s from 'cdk8s';
import * as library from '../../src';
import { compiled } from '../installed-package';

/**
 * Runs a program of TypeScript as `npx tsx <file>` in its folder does, with the modules of the library here.
 *
 * @param outdir what cdk8s-cli names in `CDK8S_OUTDIR`
 */
export function runProgram(file: string, folder: string, outdir: string = path.join(folder, 'dist')): void {
  const before = process.env.CDK8S_OUTDIR;
  process.env.CDK8S_OUTDIR = outdir;
  try {
    const load = (name: string): unknown => ({ 'cdk8s-ccm-migration': library, cdk8s, 'node:path': path })[name];
    new Function('require', '__dirname', compiled(readFileSync(file, 'utf8')))(load, folder);
  } finally {
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
  }
}
