import { Bundle } from './bundle';
import { bundleCommandLine } from './command-line';
import { bundleFirstUse } from './first-use';
import { bundleLibrary } from './library';

/**
 * Makes all, without writing them.
 *
 * @param root of the package, with the compiled modules of the library in `lib`
 */
export async function bundles(root: string): Promise<readonly Bundle[]> {
  const firstUse = await bundleFirstUse();
  return [firstUse, await bundleLibrary(root, firstUse), await bundleCommandLine(firstUse)];
}
