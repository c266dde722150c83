import { isAbsolute, relative, resolve, sep } from 'node:path';
import { App } from 'cdk8s';
import { IConstruct } from 'constructs';
import { printable } from '../lib/text/printable';

/**
 * @throws if `outdir` is below the output folder of the app, where cdk8s-cli takes every `.yaml` file as a manifest
 */
export function refuseManifestFolder(scope: IConstruct, outdir: string): void {
  const { root } = scope.node;
  if (!(root instanceof App)) return;
  const inside = relative(resolve(root.outdir), resolve(outdir));
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return;
  throw new Error(printable(`outdir '${outdir}' is in the output folder '${root.outdir}' of the app, where every .yaml file is taken as a manifest; `
    + 'use a folder beside it, for example \'nodes\''));
}
