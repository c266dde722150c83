/** An Auto Scaling group, and what it does not do. */
export interface ScalingGroup {
  readonly name: string;
  /** Names of processes that are suspended. */
  readonly suspended: readonly string[];
}

/** What is asked of Auto Scaling; every call only reads. */
export interface AutoScalingPort {
  /** Name of the group of each instance that is in one. */
  groupsOf(instanceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those of these names that are there. */
  describe(names: readonly string[]): Promise<readonly ScalingGroup[]>;
}
