import type * as YamlModule from 'yaml';

/** The `yaml` package, loaded at first use: importing the library must not pay for it. */
export function yaml(): typeof YamlModule {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('yaml') as typeof YamlModule;
}
