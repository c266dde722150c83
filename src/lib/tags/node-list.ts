/** Instance ids that a list of Kubernetes nodes names. */
export interface NodeInstances {
  readonly instanceIds: readonly string[];
  /** Those with a control-plane label. */
  readonly controlPlaneIds: readonly string[];
}

const CONTROL_PLANE_LABELS = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** Forms that the CCM accepts (pkg/providers/v1/instances.go:50-58): `aws:///<zone>/<id>`, `aws:////<id>`, the id alone. */
const PROVIDER_ID = /^(?:aws:\/\/\/[^/]*\/)?(i-[0-9a-f]+)$/;

/**
 * @param nodes parsed output of `kubectl get nodes -o json` or `-o yaml`
 * @throws if it is not a list of nodes, or a node has no usable provider ID
 */
export function instancesOfNodes(nodes: unknown): NodeInstances {
  const items = field(nodes, 'items');
  if (!Array.isArray(items)) throw new Error("the node list has no 'items'; give the output of 'kubectl get nodes -o json'");
  const instanceIds: string[] = [];
  const controlPlaneIds: string[] = [];
  for (const node of items) {
    const metadata = field(node, 'metadata');
    const name = String(field(metadata, 'name') ?? '?');
    const kind = field(node, 'kind');
    if (kind !== undefined && kind !== 'Node') throw new Error(`the node list holds '${name}' of kind '${String(kind)}'; only nodes are accepted`);
    const providerId = field(field(node, 'spec'), 'providerID');
    // Fargate nodes have no instance that could carry a tag.
    if (typeof providerId === 'string' && /\/fargate-[^/]*$/.test(providerId)) continue;
    const id = typeof providerId === 'string' ? PROVIDER_ID.exec(providerId)?.[1] : undefined;
    if (!id) {
      throw new Error(`node '${name}' has the provider ID '${String(providerId ?? '')}'; accepted: 'aws:///<zone>/<instance id>'. `
        + 'Give this node by --instance-ids instead');
    }
    instanceIds.push(id);
    const labels = field(metadata, 'labels');
    if (CONTROL_PLANE_LABELS.some(label => field(labels, label) !== undefined)) controlPlaneIds.push(id);
  }
  return { instanceIds, controlPlaneIds };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
