import { join, resolve } from 'node:path';

/**
 * Where what is expensive to make is kept, by a hash of what it is made from: programs built with Go, Python environments. In the checkout by
 * default; CI names a folder outside, since its checkouts are new.
 */
export const CACHE_DIR = process.env.CCM_MIGRATION_CACHE || join(resolve(__dirname, '..'), '.cache');
