import { Construct } from 'constructs';
import { writeObject } from './api-object';
import type { MigrationPhaseProps } from './migration-phase-props';
import { checkPart } from './part-check';
import { MIGRATION, PHASE } from './required-props';
import { checkNames } from '../lib/options/check-names';
import { leaseAccessObjects } from '../lib/rbac/lease-access';
import { checkRequired } from '../lib/text/required-props';

/** Options for `LeaderMigrationAccess`. */
export interface LeaderMigrationAccessProps extends MigrationPhaseProps {}

/**
 * Access to the migration Lease, for every component that bids for it in a phase (`n`, `mixed` and `n-plus-1`).
 *
 * It is what `CloudControllerMigration` writes as its first step, alone. Without it they take their main lock and then silently never start the
 * migrated controllers.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/#grant-access-to-migration-lease
 * @example
 * new LeaderMigrationAccess(this, 'Access', { migration, phase: MigrationPhase.N });
 */
export class LeaderMigrationAccess extends Construct {
  /** @throws if the phase does not exist for the migration */
  public constructor(scope: Construct, id: string, props: LeaderMigrationAccessProps) {
    super(scope, id);
    checkNames('LeaderMigrationAccessProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE });
    for (const access of props.migration._model.phase(props.phase).leaseAccess) {
      const parent = new Construct(this, access.component);
      for (const { id: objectId, manifest } of leaseAccessObjects(access)) writeObject(parent, objectId, manifest);
    }
    checkPart(this, props);
  }
}
