import { action } from '../action';
import { Endpoint } from '../endpoint';

/** One pod, by selectors. */
export interface PodOnNode {
  readonly namespace: string;
  readonly labels?: string;
  /** Name of the pod, which a kubelet ends with the name of its node; undefined: any on the node. */
  readonly mirrorOf?: string;
}

/** The component says that it is well: on its node, or at the address of its pod where it has a network of its own. */
export const answers = action<{ readonly path: 'healthz' | 'readyz'; readonly pod?: PodOnNode } & Endpoint>({
  do: 'answers',
  says: 'The component is healthy',
  on: 'node',
  byHand: ({ path, port, host = '127.0.0.1', pod }) => pod ? [] : [`answers ${host}:${port}/${path}`],
});
