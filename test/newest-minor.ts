import { generatedFlags } from '../src/lib/facts/generated';

/** The newest minor that was read: errors name it, and a new release must not change a test. */
export const NEWEST_MINOR = Object.keys(generatedFlags('kubelet').read).at(-1)!;
