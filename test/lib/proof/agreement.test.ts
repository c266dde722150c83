import * as fc from 'fast-check';
import { cluster as clusters, ClusterSpec, mix } from './generate';
import { behaviour, cloudsFor, forCloud, wanted } from './oracle/behaviour';
import { simulate } from './oracle/simulator';
import { Spec, WATCHED, Watched } from './oracle/specification';
import { fileText, flagsOf } from './render';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../src/lib/leader-migration';
import { controllersOf } from '../../../src/lib/model/cluster';
import { OTHER_CONTROLLERS } from '../../../src/lib/model/controller-state';
import { modelProcess, Process, Replication } from '../../../src/lib/model/process';
import { overlaps } from '../../../src/lib/proof/exclusivity';
import { holdings } from '../../../src/lib/proof/holdings';
import { starvations } from '../../../src/lib/proof/liveness';

/**
 * The checker against the oracle. A disagreement is a bug in one of the two. Fixed seed, so that a failure is the same everywhere; `SAFETY_SEED` and
 * `SAFETY_RUNS` try others. Stryker runs this with few mixes (mutation/runner.mjs), since it runs it once per mutant.
 */
const SEED = Number(process.env.SAFETY_SEED ?? 20260117);
const RUNS = Number(process.env.SAFETY_RUNS ?? 1_000);
const CLUSTERS = Math.ceil(RUNS / 20);
/** Half a minute on a quiet machine. */
const TIMEOUT = 600_000;
const OPTIONS = { seed: SEED, numRuns: RUNS, verbose: 0 } as const;

const ONCE: Replication = { kind: 'deployment', replicas: 1, strategy: 'Recreate' };

function model(spec: Spec, replication: Replication, label = 'generated'): Process {
  return modelProcess({
    dir: label,
    label,
    component: spec.component === 'kcm' ? KCM : CCM,
    version: KubernetesVersion.of(`1.${spec.minor}`),
    flags: flagsOf(spec),
    configuration: spec.file === undefined || spec.file === 'missing' ? undefined : new ConfigurationFile(fileText(spec.file)),
    replication,
  });
}

/** A watched controller under the checker's name: by itself where some process names it, else one of the many. */
function checkerName(processes: readonly Process[], controller: Watched): string {
  const names = controllersOf(processes);
  return names.includes(controller) || !names.includes(OTHER_CONTROLLERS) || !['attachdetach', 'job'].includes(controller) ? controller
    : OTHER_CONTROLLERS;
}

describe(`checker and simulator agree (seed ${SEED}, ${RUNS} mixes, ${CLUSTERS} clusters)`, () => {
  it('on which controllers a mix can run twice, and which it can leave without a runner', () => {
    fc.assert(fc.property(mix, entries => {
      const processes = entries.map(({ spec, copies }) => model(spec, copies === 2 ? { kind: 'per-node' } : ONCE));
      const twice = new Set(overlaps(processes).map(overlap => overlap.controller));
      const lasting = holdings(processes);
      const found = {
        overlapping: WATCHED.filter(controller => twice.has(checkerName(processes, controller))),
        starvable: WATCHED.filter(controller => lasting.some(holding => !holding.runs({ controller: checkerName(processes, controller) }))),
      };
      const seen = simulate(entries.flatMap(({ spec, copies }) => Array.from({ length: copies }, () => behaviour(spec))));
      expect(found).toEqual({
        overlapping: WATCHED.filter(controller => seen.overlapping.has(controller)),
        starvable: WATCHED.filter(controller => seen.starvable.has(controller)),
      });
    }), OPTIONS);
  }, TIMEOUT);

  it('on which controllers that are required some mix of kinds leaves without a runner', () => {
    fc.assert(fc.property(clusters, spec => {
      const kinds = spec.kinds.map(
        ({ processes, external }, i) => ({ name: `kind ${i}`, external, processes: processes.map(one => model(one, { kind: 'per-node' })) }),
      );
      const workloads = spec.workload
        ? [{
          process: model(spec.workload.spec, { kind: 'per-node' }),
          onlyOn: spec.workload.onlyOn === undefined ? undefined : [`kind ${spec.workload.onlyOn}`],
        }] : [];
      const cluster = { kinds, workloads };
      const processes = [...kinds.flatMap(kind => kind.processes), ...workloads.map(one => one.process)];
      const found = new Set(starvations(cluster).map(one => one.controller));
      expect(WATCHED.filter(controller => found.has(checkerName(processes, controller)))).toEqual(expectedStarvation(spec));
    }), { ...OPTIONS, numRuns: CLUSTERS });
  }, TIMEOUT);
});

/** What has to run, and in which mixes, in the oracle's own words. */
function expectedStarvation({ kinds, workload }: ClusterSpec): Watched[] {
  const starved = new Set<Watched>();
  const chosen = [0, 1, 2, 3].map(bits => kinds.filter((_, i) => [0, 1].filter(bit => Math.floor(bits / 2 ** bit) % 2 === 1).includes(i)));
  const name = (subset: ClusterSpec['kinds']) => subset.map(kind => kinds.indexOf(kind)).join();
  const subsets = [...new Map(chosen.filter(subset => subset.length > 0).map(subset => [name(subset), subset])).values()];
  const exists = (subset: ClusterSpec['kinds']) =>
    workload !== undefined && (workload.onlyOn === undefined || subset.includes(kinds[workload.onlyOn]));
  const processes = (subset: ClusterSpec['kinds']) => [...subset.flatMap(kind => kind.processes), ...exists(subset) ? [workload!.spec] : []];
  const saysExternal = (subset: ClusterSpec['kinds']) => subset.some(kind => kind.external)
    || processes(subset).some(one => one.component === 'kcm' && one.provider === 'external');
  const everything = processes(kinds);
  for (const subset of subsets) {
    const required = WATCHED.filter(controller => {
      const enabled = everything.some(one => wanted(one).includes(controller));
      if (controller === 'cloud-node') return saysExternal(subset);
      return enabled || (saysExternal(kinds) && (controller === 'service' || controller === 'cloud-node-lifecycle'));
    });
    const { starvable } = simulate(processes(subset).map(behaviour));
    const isStarved = (controller: Watched) => cloudsFor(everything, controller).some(cloud => cloud === undefined ? starvable.has(controller)
      : simulate(processes(subset).map(one => forCloud(one, controller, cloud))).starvable.has(controller));
    required.filter(isStarved).forEach(controller => starved.add(controller));
  }
  return WATCHED.filter(controller => starved.has(controller));
}
