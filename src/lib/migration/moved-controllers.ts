import { MIGRATED_CONTROLLERS } from './component-changes';
import type { KcmReading } from './kcm-reading';
import type { MigrationSettings } from './settings';
import { CloudController, logicalController } from '../facts/controllers';
import { isEverInKcm, logicalName } from '../facts/kcm-controllers';
import { got } from '../text/got';

/** The controllers that are to move: those that nothing else is said to serve. @throws if a name is none of a controller that moves */
export function wantedControllers(
  { servedElsewhere, nodeIpam }: Pick<MigrationSettings, 'servedElsewhere' | 'nodeIpam'>,
): readonly CloudController[] {
  for (const [name, by] of Object.entries(servedElsewhere)) {
    if (!MIGRATED_CONTROLLERS.some(controller => controller === name)) {
      throw new Error(`the keys of servedElsewhere must be controllers that move, got '${name}'; accepted: `
        + `${MIGRATED_CONTROLLERS.map(one => `'${one}'`).join(', ')}`
        + `${name === 'nodeipam' ? '; node IPAM stays in kube-controller-manager unless nodeIpam is true' : ''}`);
    }
    if (typeof by !== 'string' || by.trim() === '') {
      throw new Error(`servedElsewhere.${name} must be the name of the component that serves it, got ${got(by)}; give one like `
        + '\'aws-load-balancer-controller\'');
    }
  }
  return [...MIGRATED_CONTROLLERS.filter(controller => !(controller in servedElsewhere)), ...nodeIpam ? ['nodeipam' as const] : []];
}

/**
 * Leader Migration filters by name whatever a program registers, also what only a provider's programs have.
 *
 * @throws if a name is none of a provider's own, or the cloud-controller-manager is one whose controllers are known
 */
export function checkProviderControllers({ providerControllers, ccm }: Pick<MigrationSettings, 'providerControllers' | 'ccm'>): void {
  for (const name of providerControllers) {
    if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name)) {
      throw new Error(`providerControllers must be keys of controllers, got '${name}'; accepted: lower case letters, digits and '-'`);
    }
    if (logicalController(name) !== undefined || isEverInKcm(logicalName(name))) {
      throw new Error(`providerControllers must be controllers of the provider's own, got '${name}', which is a controller of Kubernetes; remove it`);
    }
  }
  const [first] = providerControllers;
  if (first !== undefined && ccm._isUpstreamAws) {
    throw new Error(`providerControllers has '${first}', which upstream's cloud-controller-manager of AWS does not have; leave it out, or give the `
      + 'provider\'s own as CustomCcm.of({ ... })');
  }
}

/**
 * Of those, the ones that kube-controller-manager of N runs: what its `--controllers` leaves off is served elsewhere already, and stays off on both
 * sides.
 *
 * @throws if kube-controller-manager of N runs what something else is said to serve, or nothing is left to move
 */
export function movedControllers(
  { servedElsewhere }: Pick<MigrationSettings, 'servedElsewhere'>, wanted: readonly CloudController[], kcm: KcmReading | undefined,
): readonly CloudController[] {
  const hasRoutes = kcm?.cluster['configure-cloud-routes'] === true;
  const twice = Object.keys(servedElsewhere).find(name => kcm && !kcm.off.includes(name as CloudController) && (name !== 'route' || hasRoutes));
  if (twice !== undefined) {
    throw new Error(`servedElsewhere says that '${servedElsewhere[twice]}' serves '${twice}', but kube-controller-manager of N runs it too, so both `
      + 'would; '
      + `switch it off there first, with '--controllers=*,-${twice}' in the manifests of every control-plane node`);
  }
  const moved = wanted.filter(controller => !kcm?.off.includes(controller));
  if (moved.length === 0) {
    throw new Error('no controller is left to move: each is served elsewhere, or off in \'--controllers\' of version N; where phase \'n\' of '
      + 'controllers-off-then-on '
      + 'switched them off, give its migration.json: MigrationStrategy.controllersOffThenOn({ migrationFile })');
  }
  return moved;
}
