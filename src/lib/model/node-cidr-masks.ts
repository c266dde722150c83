import { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { DEFAULT_NODE_MASKS, LONGEST_IPV6_DIFFERENCE, SINGLE_STACK_MASKS } from '../facts/node-cidr-masks';
import { ClusterCidr } from '../kubernetes/cidr';
import { IpFamilyName } from '../kubernetes/ip-address';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

const ONE = 'node-cidr-mask-size';
const OF_FAMILY: Readonly<Record<IpFamilyName, string>> = { ipv4: `${ONE}-ipv4`, ipv6: `${ONE}-ipv6` };

const ALLOCATOR = 'cidr-allocator-type';
const RANGE_ALLOCATOR = 'RangeAllocator';
const CLOUD_ALLOCATOR = 'CloudAllocator';

/** Why the masks of node CIDRs end the process that starts node IPAM. */
export function maskCause(key: string, cidrs: readonly ClusterCidr[], version: KubernetesVersion, line: CommandLine): EndCause | undefined {
  const refused = refusedFlag(cidrs, version, line);
  if (refused !== undefined) return cause(`${key}: usage of --${refused} is not allowed with ${shown(cidrs)}`, refused);
  const allocator = line.text(ALLOCATOR, RANGE_ALLOCATOR);
  // It asks for no mask: k8s.io/kubernetes@v1.26.15 pkg/controller/nodeipam/node_ipam_controller.go:95-107.
  if (allocator === CLOUD_ALLOCATOR) return undefined;
  for (const { family, ones } of cidrs) {
    const flag = isGiven(line, OF_FAMILY[family]) ? OF_FAMILY[family] : ONE;
    const mask = size(line, flag) || DEFAULT_NODE_MASKS[family];
    if (ones > mask) return cause(`${key}: the mask of the ${shown([{ family, ones }])} is longer than that of a node, ${mask}`, flag);
    if (allocator === RANGE_ALLOCATOR && family === 'ipv6' && mask - ones > LONGEST_IPV6_DIFFERENCE) {
      return cause(`${key}: the mask of a node, ${mask}, is more than ${LONGEST_IPV6_DIFFERENCE} longer than that of the `
        + `${shown([{ family, ones }])}`, flag);
    }
  }
  return undefined;
}

/**
 * Why the CIDR allocator ends a kube-controller-manager that starts node IPAM: that of a cloud is the one of the in-tree GCE.
 * k8s.io/kubernetes@v1.26.15 pkg/controller/nodeipam/ipam/cloud_cidr_allocator.go:96; v1.31.14 cmd/kube-controller-manager/app/core.go:135-141.
 */
export function allocatorCause(key: string, line: CommandLine): EndCause | undefined {
  // Stryker disable next-line StringLiteral: a cloud that is not given is not gce, whatever it is called
  if (line.text(ALLOCATOR, RANGE_ALLOCATOR) !== CLOUD_ALLOCATOR || line.text('cloud-provider', '') === 'gce') return undefined;
  const text = `${key}: --${ALLOCATOR}=${CLOUD_ALLOCATOR} is for the in-tree cloud gce`;
  return { concern: 'command-line', text, flags: [ALLOCATOR, 'cloud-provider'] };
}

/** A flag that may not be given with these CIDRs. */
function refusedFlag(cidrs: readonly ClusterCidr[], version: KubernetesVersion, line: CommandLine): string | undefined {
  if (cidrs.length > 1) return [ONE].find(flag => isGiven(line, flag));
  const [{ family }] = cidrs;
  const takesNone = SINGLE_STACK_MASKS.at(version) === 'one-mask-only' || isGiven(line, ONE);
  const refused = takesNone ? Object.values(OF_FAMILY) : [OF_FAMILY[family === 'ipv4' ? 'ipv6' : 'ipv4']];
  return refused.find(flag => isGiven(line, flag));
}

/** 0 is a flag that was not given. */
function isGiven(line: CommandLine, flag: string): boolean {
  return size(line, flag) !== 0;
}

function size(line: CommandLine, flag: string): number {
  return Number(line.text(flag, ''));
}

function shown(cidrs: readonly ClusterCidr[]): string {
  if (cidrs.length > 1) return 'CIDRs of both IP families';
  return `${cidrs[0].family === 'ipv4' ? 'IPv4' : 'IPv6'} cluster CIDR /${cidrs[0].ones}`;
}

function cause(text: string, flag: string): EndCause {
  return { concern: 'cluster-cidr', text, flags: [flag, 'cluster-cidr'] };
}
