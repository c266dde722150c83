import * as fc from 'fast-check';
import { componentFile, HIDINGS } from './hidden-component';
import { buildModel } from '../../../src/lib/read/build-model';
import { FileContent } from '../../../src/lib/read/input/input';
import { Model } from '../../../src/lib/view/model';
import { mix } from '../proof/generate';
import { behaviour } from '../proof/oracle/behaviour';
import { simulate } from '../proof/oracle/simulator';

/**
 * Clusters of which a part cannot be read, against the same clusters when it can. Whatever the part is, a promise that it breaks must not be said to
 * hold. `SAFETY_SEED` and `SAFETY_RUNS` try others.
 */
const SEED = Number(process.env.SAFETY_SEED ?? 20261121);
const RUNS = Number(process.env.SAFETY_RUNS ?? 100);

function modelOf(files: readonly (readonly [string, FileContent])[]): Model | undefined {
  return files.length === 0 ? undefined : buildModel({ directories: [{ name: 'in', files: new Map(files) }] });
}

const drawn = fc.tuple(mix, fc.nat(), fc.nat(), fc.constantFrom(...HIDINGS));

describe(`what cannot be read (seed ${SEED}, ${RUNS} mixes)`, () => {
  it('is never said to be safe where it is not, nor broken where it is safe', () => {
    const seen: Record<string, number> = {};
    fc.assert(fc.property(drawn, ([entries, which, flag, hiding]) => {
      const known = entries.map((entry, index) => componentFile(entry, index));
      const hiddenIndex = which % entries.length;
      const truth = modelOf(known)!;
      const hasKcm = entries.some(({ spec }) => spec.component === 'kcm');
      // The readable form, against the oracle, whose cloud-controller-managers never have node IPAM: that it is read is part of what is tested.
      if (hasKcm && !entries.some(({ spec }) => spec.component === 'ccm' && /node-?ipam/.test(JSON.stringify(spec)))) {
        const { overlapping } = simulate(entries.flatMap(({ spec, copies }) => Array.from({ length: copies }, () => behaviour(spec))));
        expect(truth.judgements.exclusivity.answer).toBe(overlapping.size > 0 ? 'broken' : 'holds');
      }
      // A value that ends the process at start is not one that a cluster runs with.
      if ((hiding === 'flag' || hiding === 'config')
        && truth.components.some(({ object, process }) => object.endsWith(`/x${hiddenIndex}`) && process?.fate.kind === 'fails-at-start')) return;
      const files = known.flatMap(
        (one, index) => index !== hiddenIndex ? [one] : hiding === 'left out' ? [] : [componentFile(entries[index], index, hiding, flag)],
      );
      // A component that is left out is missed only if it is the last kube-controller-manager.
      if (hiding === 'left out'
        && (files.length === 0 || entries.some(({ spec }, index) => index !== hiddenIndex && spec.component === 'kcm') || !hasKcm)) return;
      const model = modelOf(files)!;
      for (const promise of ['exclusivity', 'liveness'] as const) {
        const said = model.judgements[promise].answer;
        const real = truth.verdict[promise].holds ? 'holds' : 'broken';
        seen[`${hiding} ${said}`] = (seen[`${hiding} ${said}`] ?? 0) + 1;
        if (said === 'holds') expect([hiding, promise, real]).toEqual([hiding, promise, 'holds']);
        if (said === 'broken' && promise === 'exclusivity') expect([hiding, promise, real]).toEqual([hiding, promise, 'broken']);
      }
    }), { seed: SEED, numRuns: RUNS, verbose: 0 });
    // Neither always unknown nor never.
    for (const row of ['flag unknown', 'flag holds', 'version unknown', 'odd name holds', 'shell unknown',
      'template unknown']) expect(seen[row] ?? 0).toBeGreaterThan(0);
  }, 1_800_000);
});
