import { FluxCluster, FluxSettings, kustomizationsOf, STEADY, TRANSITION } from './kustomizations';
import { renderYaml } from '../../installers/render-yaml';
import { Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { below, BundleFile } from '../bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder, isWorkload, objectKey, steadyPhase } from '../composed-phase';
import { checkGroups, checkLabelValue } from '../fleet/labels';
import { layerFiles } from '../kustomize/layer';

/** `clusters/<name>.yaml` with the Kustomizations of each cluster, and per phase the two parts on top of the overlay. */
export function fluxFiles(phases: readonly ComposedPhase[], settings: FluxSettings & { readonly kustomize: string }): BundleFile[] {
  phases.forEach(checkComposedPhase);
  checkFleet(settings, phases);
  const stays = new Set(staying(phases).map(objectKey));
  return [
    ...settings.clusters.map(cluster => ({
      path: `clusters/${cluster.name}.yaml`,
      content: kustomizationsOf(cluster, settings, workloads(phases, cluster)).map(object => renderYaml(object)).join('---\n'),
    })),
    ...inOrder(phases).flatMap(({ phase, objects }) => [TRANSITION, STEADY].flatMap((part) => {
      const to = objects.filter(object => stays.has(objectKey(object)) === (part === STEADY));
      return below(`phases/${phase}/${part}`, layerFiles({ below: `../../../${settings.kustomize}/overlays/${phase}`, from: objects, to }));
    })),
  ];
}

/** Objects of the state that stays. If that phase is not in the bundle, nothing is known to go. */
function staying(phases: readonly ComposedPhase[]): readonly Manifest[] {
  const steady = steadyPhase(phases);
  return steady.phase === MigrationPhase.DISABLED ? steady.objects : phases.flatMap(({ objects }) => objects);
}

function workloads(phases: readonly ComposedPhase[], cluster: FluxCluster): Manifest[] {
  const { objects } = phases.find(({ phase }) => phase === cluster.phase)!;
  return objects.filter(isWorkload);
}

function checkFleet({ clusters, groups }: FluxSettings, phases: readonly ComposedPhase[]): void {
  checkGroups(groups);
  if (clusters.length === 0) throw new Error('clusters is empty, so there is nothing to deliver to; give at least one');
  const names = new Set<string>();
  for (const { name, phase, group } of clusters) {
    if (!/^[a-z0-9]([-a-z0-9]{0,44}[a-z0-9])?$/.test(name)) {
      throw new Error(`cluster '${name}' cannot be part of the name of an object; accepted: at most 46 lower case letters, digits and '-', first `
        + 'and last a letter or digit');
    }
    if (names.has(name)) throw new Error(`cluster '${name}' is in clusters twice; give each cluster once`);
    names.add(name);
    checkLabelValue('group', group);
    if (!groups.includes(group)) {
      throw new Error(`group '${group}' of cluster '${name}' is not in groups; accepted: ${groups.map(known => `'${known}'`).join(', ')}`);
    }
    const known = phases.map(composed => composed.phase);
    if (!known.includes(phase)) {
      throw new Error(`phase '${phase}' of cluster '${name}' is not in the bundle; its phases: ${known.map(other => `'${other}'`).join(', ')}`);
    }
  }
  // A group without a cluster would cut the chain: the groups after it would not wait for those before it.
  const empty = groups.find(group => !clusters.some(cluster => cluster.group === group));
  if (empty !== undefined) throw new Error(`group '${empty}' has no cluster, so the groups after it would not wait; remove it from groups`);
}
