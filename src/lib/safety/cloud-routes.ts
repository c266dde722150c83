import { CommandLine } from './command-line';
import { ControllerManager, KCM } from '../component';

/**
 * Clouds whose `Routes()` is there whatever their configuration: k8s.io/legacy-cloud-providers@v0.26.15 aws/aws.go:1491, azure/azure.go:705, gce/gce.go:689;
 * k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:1546. A process that names no cloud has none, or ends before this is asked.
 */
const ALWAYS = ['aws', 'azure', 'gce', ''];

/** In-tree clouds without: k8s.io/legacy-cloud-providers@v0.26.15 vsphere/vsphere.go:938. */
const NEVER_IN_TREE = ['vsphere'];

/**
 * Whether the cloud of a process is taken to have routes. The route controller asks the cloud before it reads `--cluster-cidr`
 * (k8s.io/cloud-provider@v0.27.0 app/core.go:109-119), so a cloud whose configuration decides (OpenStack: router-id, vSphere outside of the tree, Hetzner)
 * is taken to have them only where a CIDR is given: without one it runs no routes, and what would end the process is not known to happen.
 */
export function hasRoutes(component: ControllerManager, line: CommandLine): boolean {
  // Stryker disable next-line StringLiteral: a process that names no cloud has none, or ends before this is asked
  const cloud = line.text('cloud-provider', '');
  if (component === KCM && NEVER_IN_TREE.includes(cloud)) return false;
  return ALWAYS.includes(cloud) || line.text('cluster-cidr', '') !== '';
}
