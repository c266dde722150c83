import { Migration } from '../lib/migration/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** What every construct that writes a phase takes. */
export interface MigrationPhaseProps {
  /** The migration. */
  readonly migration: Migration;
  /** Phase that is written. */
  readonly phase: MigrationPhase;
  /**
   * Ids of rules whose errors do not refuse synthesis; `verify` goes on to report them.
   * @default - none: synthesis fails with the errors of every rule
   */
  readonly unsafeIgnoreRules?: string[];
}
