import { builtInDefault } from '../facts/built-in-default';
import { configApi } from '../facts/config-api';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * How the LeaderMigrationConfiguration says which component runs the migrated controllers.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 */
export enum LeaderMigrationStyle {
  /** `component: "*"`: whichever component holds the migration lock. Both sides read the same bytes. */
  WILDCARD = 'wildcard',
  /** The component by name: kube-controller-manager on nodes of version N, cloud-controller-manager on nodes of version N+1. */
  ASSIGNED = 'assigned',
  /** No file: the configuration built into the components. */
  BUILT_IN_DEFAULT = 'built-in-default',
}

/**
 * The style to use in a release when none is asked for: wildcard, where the release knows it.
 *
 * @throws if the release has no Leader Migration
 */
export function defaultStyle(version: KubernetesVersion): LeaderMigrationStyle {
  return configApi(version).wildcard ? LeaderMigrationStyle.WILDCARD : LeaderMigrationStyle.ASSIGNED;
}

/**
 * Refuses a style that would leave controllers unprotected or nowhere in this release.
 *
 * @throws with the reason and the style to use instead
 */
export function checkStyle(style: LeaderMigrationStyle, version: KubernetesVersion): void {
  const minor = version.minorVersion;
  const api = configApi(version);
  if (style === LeaderMigrationStyle.WILDCARD && !api.wildcard) {
    throw new Error(`style 'wildcard' does not work on Kubernetes ${minor}: there '*' matches no component and the controllers would run nowhere; `
      + 'use \'assigned\'');
  }
  if (style !== LeaderMigrationStyle.BUILT_IN_DEFAULT) return;
  const builtIn = builtInDefault(version);
  if (!builtIn) {
    throw new Error(`style 'built-in-default' does not work on Kubernetes ${minor}: it has no built-in configuration and requires `
      + `--leader-migration-config; use '${defaultStyle(version)}'`);
  }
  if (!builtIn.effective) {
    throw new Error(`style 'built-in-default' is not safe on Kubernetes ${minor}: its configuration lists ${builtIn.unmatched.join(' and ')}, which `
      + 'are no controllers there, '
      + `so ${builtIn.unprotected.join(' and ')} could run twice; use '${defaultStyle(version)}'`);
  }
}
