import type * as YamlModule from 'yaml';

let loaded: typeof YamlModule | undefined;

/** The `yaml` package, loaded at first use: importing the library must not pay for it. Kept here, since it is asked for at each node of a text. */
export function yaml(): typeof YamlModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return loaded ??= require('yaml') as typeof YamlModule;
}
