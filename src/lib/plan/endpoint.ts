/** Where a component answers on its node. */
export interface Endpoint {
  readonly port: string;
  /** An address of the node, where it does not answer on 127.0.0.1; as a URL has it. */
  readonly host?: string;
}

/** Flags by which it is known what a process is: `--flag=value`. */
export interface ExpectedFlags {
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

/** Pods of a workload. */
export interface PodSelector {
  readonly namespace: string;
  readonly selector: string;
}
