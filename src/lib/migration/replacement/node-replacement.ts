import { checkNames } from '../../options/check-names';

/** Options of `NodeReplacement.replace`. */
export interface NodeReplacementOptions {
  /**
   * How many nodes the group has. Every number is proven: it says how many steps a plan has.
   * @default - as many as were handed in of the group
   */
  readonly count?: number;
  /**
   * Label selector, of kubectl, of the nodes of the group, old and new: nodes are looked up when a step runs, since their names are not known before.
   * @default - of the control plane its label; of workers, where all of them are one group, every node that is not of the control plane
   */
  readonly selector?: string;
  /**
   * How many workers of the group are replaced at a time, in percent of those that are there. Control-plane nodes are replaced one by one.
   * @default 20
   */
  readonly sharePercent?: number;
  /**
   * Text of the JoinConfiguration that nodes of the group join with today, at version N. The user data then has the one of each side, in which token,
   * certificate key and the node's own name and address are placeholders.
   * @default - nodes come up with their files, from a machine image or from the user data
   */
  readonly joinConfiguration?: string;
}

/**
 * How the nodes of a group come to the other version.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/#upgrade-control-plane
 * @example
 * new Migration({
 *   clusterId: 'prod-eu',
 *   toVersion: KubernetesVersion.of('1.27.16'),
 *   nodes: NodeFolder.read('input'),
 *   nodeReplacement: { 'control-plane': NodeReplacement.replace(), 'workers': NodeReplacement.replace({ sharePercent: 25 }) },
 * });
 */
export class NodeReplacement {
  /** Files change on nodes that stay. */
  public static inPlace(): NodeReplacement {
    return new NodeReplacement();
  }

  /**
   * A new node of the other version joins, made by your own command, and then one of the old version leaves: from phase `n` to `n-plus-1`, and back.
   * Phase `n` itself is reached on the nodes that are there.
   *
   * @param options count, selector and what the nodes are made of
   */
  public static replace(options: NodeReplacementOptions = {}): NodeReplacement {
    checkNames('NodeReplacementOptions', options);
    return new NodeReplacement(options ?? {}); // null of plain JavaScript
  }

  /** @internal undefined: in place */
  public readonly _replace?: NodeReplacementOptions;

  private constructor(replace?: NodeReplacementOptions) {
    this._replace = replace;
  }
}
