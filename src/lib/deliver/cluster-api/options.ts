import type { Migration } from '../../migration/migration';

/** What decides a migration of a cluster that Cluster API makes: see `ClusterApiMigrationProps`. */
export interface ClusterApiOptions {
  readonly migration: Migration;
  readonly configs: { readonly [file: string]: string };
  readonly clusterApiRelease: string;
  readonly upgradedMachineTemplates?: { readonly [template: string]: string };
  readonly upgradedImages?: { readonly [object: string]: string };
}
