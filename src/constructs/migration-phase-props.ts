import { RuleProps } from './shared-props';
import { Migration } from '../lib/migration/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** What every construct that writes a phase takes. */
export interface MigrationPhaseProps extends RuleProps {
  /** The migration. */
  readonly migration: Migration;
  /** Phase that is written. */
  readonly phase: MigrationPhase;
}
