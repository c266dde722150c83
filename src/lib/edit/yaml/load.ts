import type * as YamlModule from 'yaml';

// eslint-disable-next-line no-restricted-syntax -- the same package for each value: looked up anew, it took half the time of reading 400 nodes
let loaded: typeof YamlModule | undefined; // oxlint-disable-line eslint-js/no-restricted-syntax

/** The `yaml` package, loaded at first use: importing the library must not pay for it. It is asked for at each node of a text. */
export function yaml(): typeof YamlModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return loaded ??= require('yaml') as typeof YamlModule;
}
