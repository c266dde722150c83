/** One thing that a reader would refuse, panic at, or ignore. */
export interface CloudConfigFinding {
  /**
   * `error` if the reader stops, or drops what was meant to do something; `warning` if it is legal but doubtful; `note` if it is ignored and nothing
   * is lost.
   */
  readonly severity: string;
  /** Whether the reader ends at it: not where it drops the setting, or fails at it later. */
  readonly ends: boolean;
  /**
   * Whether that depends on what the cloud config does not say.
   * @default false
   */
  readonly isOpen?: boolean;
  /** Line in the cloud config, from 1. */
  readonly line: number;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it, without a capital and a full stop. */
  readonly fix: string;
  /** Component and version that the finding is about. */
  readonly reader: string;
}
