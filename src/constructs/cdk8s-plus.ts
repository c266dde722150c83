import type * as Plus from 'cdk8s-plus-27';

/** cdk8s-plus, loaded when it is used: importing it takes longer than a synthesis of ours. */
export function plus(): typeof Plus {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('cdk8s-plus-27') as typeof Plus;
}
