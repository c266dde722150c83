import { Manifest } from '../../kubernetes/manifest';

const SYNC_WAVE = 'argocd.argoproj.io/sync-wave';

/** Workloads read what comes before them; everything else, access to the Lease among it, is there first. */
const WAVES: Readonly<Record<string, number>> = { ConfigMap: 1, Secret: 1, DaemonSet: 2, Deployment: 2, StatefulSet: 2, Job: 2, CronJob: 2 };

/** After the workload is healthy. */
const GATE_WAVE = 3;

/** One patch of a kustomization, for all objects that it picks. */
export interface WavePatch {
  readonly wave: number;
  readonly target: object;
  readonly patch: object;
}

/** A patch for each wave that there is. Objects that have a wave of their own keep it. */
export function wavePatches(objects: readonly Manifest[]): WavePatch[] {
  const byWave = new Map<number, Set<string>>();
  for (const { kind } of objects) {
    const wave = WAVES[kind] ?? 0;
    byWave.set(wave, (byWave.get(wave) ?? new Set()).add(kind));
  }
  return [...byWave].sort(([a], [b]) => a - b).map(([wave, kinds]) => ({
    wave,
    target: { kind: [...kinds].sort().join('|'), annotationSelector: `!${SYNC_WAVE}` },
    // kustomize takes neither kind nor name from a patch that has a target, but does not read one without.
    patch: { apiVersion: 'v1', kind: 'Any', metadata: { name: 'any', annotations: { [SYNC_WAVE]: String(wave) } } },
  }));
}

/** Annotations of the Job that holds a sync back. */
export const GATE_ANNOTATIONS = {
  'argocd.argoproj.io/hook': 'Sync',
  'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
  [SYNC_WAVE]: String(GATE_WAVE),
};
