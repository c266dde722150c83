/** How our command line is run: by its package's name, so that no other package is taken for it where it is not installed. */
export const COMMAND_LINE = ['npx', '--package', 'cdk8s-ccm-migration', 'ccm-migration'] as const;
