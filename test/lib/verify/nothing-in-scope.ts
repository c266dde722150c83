import { Scope, scopeOf } from '../../../src/lib/verify/scope';

/** For tests of what stands beside it. */
export const SCOPE: Scope = scopeOf({ given: [], tool: { name: 'test', version: '1.2.3' }, options: [] });
