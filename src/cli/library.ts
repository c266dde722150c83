import { createRequire } from 'node:module';
import { join } from 'node:path';

/** This package as a program has it that imports it by its name; the command line itself is made of other files. */
const LIBRARY = join(__dirname, '..', 'index');

/** Whether a module is there: a peer is where npm installs this package, and may be missing where it was only unpacked. */
export function hasModule(name: string): boolean {
  try {
    createRequire(LIBRARY).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** A module as it is found from the package: `cdk8s`, which it is a peer of, or the package itself by its name. */
export function moduleOf(name: string): unknown {
  return createRequire(LIBRARY)(name === 'cdk8s-ccm-migration' ? LIBRARY : name);
}
