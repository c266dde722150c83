import { applicationSet, ApplicationSetSettings } from './application-set';
import { GATE_ANNOTATIONS, wavePatches } from './sync-wave';
import { renderYaml } from '../../installers/render-yaml';
import { MigrationPhase } from '../../migration/migration-phase';
import { below, BundleFile, fileNames } from '../bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder, steadyPhase } from '../composed-phase';
import { leaseGate, LeaseReference } from '../fleet/lease-gate';

/** What decides the bundle beside the phases. */
export interface ArgoCdSettings extends Omit<ApplicationSetSettings, 'phases'> {
  /** Path from the bundle to the kustomize bundle. */
  readonly kustomize: string;
  /** The Job that waits until the migration Lease has a holder; undefined: nothing waits. */
  readonly gate?: { readonly lease: LeaseReference; readonly image: string };
}

/** `applicationset.yaml`, and per phase a kustomization that puts waves and the gate on top of the overlay. */
export function argoCdFiles(phases: readonly ComposedPhase[], settings: ArgoCdSettings): BundleFile[] {
  steadyPhase(phases);
  const ordered = inOrder(phases);
  return [
    { path: 'applicationset.yaml', content: renderYaml(applicationSet({ ...settings, phases: ordered.map(({ phase }) => phase) })) },
    ...ordered.flatMap(({ phase, objects }) => {
      const gate = settings.gate === undefined || phase === MigrationPhase.DISABLED ? []
        : leaseGate(settings.gate.lease, settings.gate.image, GATE_ANNOTATIONS);
      const all = [...objects, ...gate];
      checkComposedPhase({ phase, objects: all });
      const names = fileNames(gate);
      const waves = wavePatches(all);
      const kustomization = {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: [`../../${settings.kustomize}/overlays/${phase}`, ...gate.map(object => `${names.get(object)}.yaml`)],
        ...waves.length === 0 ? {} : { patches: waves.map(({ wave, target }) => ({ path: `wave-${wave}.patch.yaml`, target })) },
      };
      return below(`phases/${phase}`, [
        { path: 'kustomization.yaml', content: renderYaml(kustomization) },
        ...gate.map(object => ({ path: `${names.get(object)}.yaml`, content: renderYaml(object) })),
        ...waves.map(({ wave, patch }) => ({ path: `wave-${wave}.patch.yaml`, content: renderYaml(patch) })),
      ]);
    }),
  ];
}
