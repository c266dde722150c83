import { hasSince, Release } from './since';

/** Key of the cloud config that says it otherwise, in each release that requires a topology. */
export const TOPOLOGY_TYPES_KEY = 'SupportedTopologyInstanceTypePattern';

/** `defaultSupportedTopologyInstanceTypePattern` of kubernetes/cloud-provider-aws pkg/resourcemanagers/topology.go:48 at v1.31.6. */
const FIRST = /^(hpc|trn|p|inf)\d+[a-z]*(\.[\da-z]*)$/;
/** pkg/providers/v1/topology.go:43 at v1.37.1; first at the releases of `requires-no-topology-of-inf`. */
const LATER = /^(hpc|trn|p)\d+[a-z]*(-[a-z\d]+)?(\.[\da-z]*)$/;
const SINCE: readonly string[] = ['1.30.9', '1.31.8', '1.32.5', '1.33.2'];

/**
 * Whether a Node of an instance type stays uninitialized where the topology of its instance cannot be had.
 *
 * @param pattern of the cloud config, in Go's syntax: where it means nothing here, any type may be meant
 */
export function requiresTopology(release: Release, type: string, pattern?: string): boolean {
  if (pattern === undefined) return (hasSince(release, SINCE) ? LATER : FIRST).test(type);
  try {
    return new RegExp(pattern).test(type);
  } catch {
    return true;
  }
}
