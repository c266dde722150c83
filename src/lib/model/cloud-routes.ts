import { CommandLine } from './command-line';
import { CLOUDS_WITH_ROUTES, IN_TREE_CLOUDS_WITHOUT_ROUTES } from '../facts/cloud-routes';
import { ControllerManager, KCM } from '../kubernetes/component';

/**
 * Whether the cloud of a process is taken to have routes. The route controller asks the cloud before it reads `--cluster-cidr`
 * (k8s.io/cloud-provider@v0.27.0 app/core.go:109-119), so a cloud whose configuration decides (OpenStack: router-id, vSphere outside of the tree,
 * Hetzner) is taken to have them only where a CIDR is given: without one it runs no routes, and what would end the process is not known to happen.
 */
export function hasRoutes(component: ControllerManager, line: CommandLine): boolean {
  // Stryker disable next-line StringLiteral: a process that names no cloud has none, or ends before this is asked
  const cloud = line.text('cloud-provider', '');
  if (component === KCM && IN_TREE_CLOUDS_WITHOUT_ROUTES.includes(cloud)) return false;
  return CLOUDS_WITH_ROUTES.includes(cloud) || line.text('cluster-cidr', '') !== '';
}
