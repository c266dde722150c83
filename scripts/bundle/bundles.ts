import { Bundle } from './bundle';
import { bundleCommandLine } from './command-line';
import { bundleFirstUse } from './first-use';
import { bundleLibrary } from './library';

/** Makes all, without writing them. */
export async function bundles(): Promise<readonly Bundle[]> {
  const firstUse = await bundleFirstUse();
  return [firstUse, await bundleLibrary(firstUse), await bundleCommandLine(firstUse)];
}
