import { hashOf } from './changes';
import { BUILT_VERSION, Code, codeOf } from './sources';

/** By which text of a release a fault is known. */
export interface FaultText {
  /** Id of the fault in src/lib/facts/ccm-faults.ts. */
  readonly id: string;
  /** Module that has it, where it is not the cloud-controller-manager itself but what that links. */
  readonly linked?: string;
  /** Declarations that are looked at, one after the other; those that a release does not have are left out. */
  readonly declarations: readonly string[];
  /** What their text has where the fault is. */
  readonly has: RegExp;
}

const P = 'pkg/providers/v1';

export const FAULT_TEXTS: readonly FaultText[] = [
  {
    // Cloud Build's tag begins with a date, and k8s.io/component-base panics at a version that does not begin with a release.
    id: 'ends-at-its-own-version',
    declarations: [BUILT_VERSION],
    has: /VERSION=\$_GIT_TAG .*component-base\/version\.gitVersion=/,
  },
  { id: 'empty-target-groups', declarations: [`${P}:Cloud.ensureTargetGroup`], has: /tg := result\.TargetGroups\[0\] return tg, nil/ },
  {
    id: 'misses-new-nodes-of-local-services',
    linked: 'k8s.io/cloud-provider',
    declarations: ['etpLocalNodePredicates', 'shouldSyncUpdatedNode', 'Controller.nodeSyncService'].map(name => `controllers/service:${name}`),
    has: /^(?!.*(?:ProviderID|StableLoadBalancerNodeSet)).*etpLocalNodePredicates/,
  },
  {
    // A node without a provider ID was a target that is not registered, and the ID that comes was no reason to try again, or no difference.
    id: 'misses-new-nodes',
    linked: 'k8s.io/cloud-provider',
    declarations: ['controllers/service:shouldSyncUpdatedNode', 'controllers/service:Controller.nodeSyncService'],
    has: new RegExp(
      'NodeSet\\) \\{ return respectsPredicates\\(oldNode, nodeIncluded|oldNode\\.Spec\\.ProviderID != newNode\\.Spec\\.ProviderID.*'
      + 'nodeNames\\(newNodes\\)\\.Equal',
    ),
  },
  {
    id: 'internal-ip-changes',
    declarations: [`${P}:extractIPv4NodeAddresses`, `${P}:extractNodeAddresses`],
    has: /^(?!.*DeviceIndex).*instance\.NetworkInterfaces/,
  },
  {
    id: 'hides-registration-errors',
    declarations: [`${P}:Cloud.UpdateLoadBalancer`],
    has: /ensureLoadBalancerInstances\([^{]*if err != nil \{ return nil \}/,
  },
  {
    id: 'leaves-rules-of-untagged-groups',
    declarations: [`${P}:Cloud.updateInstanceSecurityGroupsForLoadBalancer`],
    has: /if !c\.tagging\.hasClusterTag\(sg\.Tags\) \{ continue \}/,
  },
  {
    id: 'registers-before-deregistering',
    declarations: [`${P}:Cloud.ensureTargetGroupTargets`, `${P}:Cloud.ensureTargetGroup`],
    has: /^(?:(?!\.DeregisterTargets\().)*\.RegisterTargets\(/,
  },
  {
    id: 'leaks-classic-security-group',
    declarations: [`${P}:Cloud.ensureLoadBalancer`],
    has: /^(?!.*removeOwnedSecurityGroups).*ApplySecurityGroupsToLoadBalancer\(/,
  },
  {
    id: 'needs-topology',
    declarations: [`${P}:Cloud.getAdditionalLabels`],
    has: /GetNodeTopology\([^{]*if err != nil \{ return nil, err \}/,
  },
  { id: 'asks-topology-without-role', declarations: ['pkg/services:NewEc2SdkV2'], has: /^func NewEc2SdkV2\(region string\)/ },
  // The options of the client have a region, and what the web identity is exchanged with before is made from the configuration without them.
  { id: 'asks-topology-without-region', declarations: ['pkg/services:NewEc2SdkV2'], has: /config\.LoadDefaultConfig\((?!.*WithRegion)/ },
  {
    id: 'assumes-role-without-region',
    declarations: ['pkg/services:NewStsClient', `${P}:awsSDKProvider.Compute`],
    has: /config\.LoadDefaultConfig\((?!.*WithRegion[^;]*sts\.NewFromConfig).*awsConfig\.LoadDefaultConfig\(/,
  },
  {
    id: 'keeps-nodes-without-provider-id',
    declarations: [`${P}:Cloud.InstanceExists`],
    has: /^(?!.*InstanceNotFound).*getProviderID\(/,
  },
  {
    id: 'needs-instance-identity',
    declarations: [`${P}:awsSDKProvider.Metadata`],
    has: /GetInstanceIdentityDocument\([^{]*if err != nil \{ return nil/,
  },
  {
    // Keys of the set are a whole rule as AWS writes it, with the AWS SDK v2 also fields that no rule of ours has.
    id: 'adds-rules-again',
    declarations: [`${P}:IPPermissionSet`, `${P}:IPPermissionSet.Difference`],
    has: /map\[string\]ec2types\.IpPermission .*, found := s2\[k\]/,
  },
  {
    // The AWS SDK v1 answers an error with an empty result, v2 with none.
    id: 'panics-at-ssl-negotiation-policy',
    declarations: [`${P}:Cloud.ensureSSLNegotiationPolicy`],
    has: /loadBalancer \*elbtypes\..*if len\(result\.PolicyDescriptions\)/,
  },
  {
    id: 'takes-running-instances-for-gone',
    declarations: [`${P}:execDescribeInstanceBatch`],
    has: /firstInput := inputs\[0\] .* o := instanceIDToOutputMap\[/,
  },
  {
    id: 'lists-no-routes',
    declarations: [`${P}:describeInstanceBatcher.DescribeInstances`],
    has: /expected to receive a single instance only/,
  },
  {
    id: 'revokes-other-rules',
    declarations: [`${P}:Cloud.buildSecurityGroupRuleReferences`],
    has: /\.Insert\(rule\)/,
  },
  {
    id: 'panics-at-instance-without-state',
    declarations: [`${P}:Cloud.InstanceExistsByProviderID`],
    has: /^(?!.*\.State == nil).*instances\[0\]\.State\.Name/,
  },
];

/** What a fault is known by, as a release has it; undefined: its code cannot be had. */
export function textOf({ declarations, linked }: FaultText, code: Code): string | undefined {
  const [module, version] = [linked, linked === undefined ? undefined : code.get(`go.mod:${linked}`)?.text];
  const looked = module === undefined ? code : codeOf(module, version!);
  return looked && declarations.flatMap(name => looked.get(name)?.text ?? []).join(' ');
}

/** From which tag on the text has a hash, up to the tag of the next row. */
export interface TextRow {
  readonly from: string;
  readonly hash: string;
  /** Whether it has the fault. */
  readonly has: boolean;
}

/** Rows of a fault, and the tags whose code cannot be had: what the rows say of them was read before. */
export function textRows(
  fault: FaultText, tags: readonly string[], code: (tag: string) => Code | undefined, before: readonly TextRow[],
): readonly TextRow[] {
  const rows: TextRow[] = [];
  for (const tag of tags) {
    const found = code(tag);
    const text = found && textOf(fault, found);
    const row = text === undefined ? rowAt(before, tag, tags) : { hash: hashOf(text), has: fault.has.test(text) };
    if (row === undefined) {
      throw new Error(`the code of ${tag} cannot be had, and nothing was read of it before; name a folder of clones as FACTS_CLONES`);
    }
    if (row.hash !== rows.at(-1)?.hash) rows.push({ from: tag, hash: row.hash, has: row.has });
  }
  return rows;
}

/** The row that a tag is in; none: it is younger than what was read. */
export function rowAt(rows: readonly TextRow[], tag: string, tags: readonly string[]): TextRow | undefined {
  return rows.filter(({ from }) => tags.indexOf(from) <= tags.indexOf(tag)).at(-1);
}
