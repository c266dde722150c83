import { NodeSide } from './node';

/** Label that a control-plane node gets when it has been upgraded to N+1. */
export const SIDE_LABEL = 'ccm-migration/side';

/** A side for people: `node of version N+1`. While a Deployment is rolled, there are pods of both: none of one, or any number. */
export function sideName(side: NodeSide, of: 'node' | 'pod' = 'node'): string {
  return `${of} of version ${side === NodeSide.N ? 'N' : 'N+1'}`;
}
