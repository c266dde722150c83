import * as fc from 'fast-check';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { buildModel } from '../../../src/lib/read/build-model';
import { FileContent } from '../../../src/lib/read/input';
import { Model } from '../../../src/lib/view/model';
import { mix } from '../proof/generate';
import { behaviour } from '../proof/oracle/behaviour';
import { simulate } from '../proof/oracle/simulator';
import { Spec } from '../proof/oracle/specification';
import { fileText, flagsOf } from '../proof/render';

/**
 * Clusters of which a part cannot be read, against the same clusters when it can. Whatever the part is, a promise that it breaks must not be said to
 * hold. `SAFETY_SEED` and `SAFETY_RUNS` try others.
 */
const SEED = Number(process.env.SAFETY_SEED ?? 20261121);
const RUNS = Number(process.env.SAFETY_RUNS ?? 100);

/** How a component is hidden. */
type Hiding = 'shell' | 'version' | 'flag' | 'config' | 'template' | 'left out' | 'HelmRelease' | 'odd name' | 'Job';

const HIDINGS: readonly Hiding[] = ['shell', 'version', 'version', 'flag', 'flag', 'flag', 'config', 'template', 'left out', 'HelmRelease',
  'odd name', 'Job'];

interface Entry {
  readonly spec: Spec;
  readonly copies: 1 | 2;
}

/** A component as a file: one per node as a static pod, or one that never overlaps with itself as a StatefulSet. */
function file({ spec, copies }: Entry, index: number, hiding?: Hiding, flag = 0): readonly [string, FileContent] {
  const component = spec.component === 'kcm' ? KCM : CCM;
  const hasFile = spec.file !== undefined && spec.file !== 'missing';
  const deciding = flagsOf(spec);
  const hidden = hiding === 'flag' && deciding.length > 0 ? deciding[flag % deciding.length].name : undefined;
  const flags = deciding.map(({ name, value }) => `--${name}=${name === hidden ? '$(HIDDEN)' : value!}`);
  const container = {
    name: component,
    image: `example.com/${component}:${hiding === 'version' ? 'stable' : `v1.${spec.minor}.0`}`,
    command: hiding === 'shell' ? ['sh', '-c', `exec ${component} ${flags.join(' ')}`] : [component, ...flags],
    env: [{ name: 'HIDDEN', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
    volumeMounts: hasFile ? [{ name: 'c', mountPath: '/etc/leadermigration.conf', subPath: 'c' }] : [],
  };
  const pod = { containers: [container], volumes: hasFile ? [{ name: 'c', configMap: { name: `c${index}` } }] : [] };
  const metadata = { name: `x${index}`, namespace: 'kube-system' };
  const objects: object[] = [];
  if (hiding === 'HelmRelease') {
    objects.push({
      apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata, spec: { chart: { spec: { chart: component } } },
    });
  } else if (hiding === 'Job') {
    objects.push({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: { spec: pod } } });
  } else if (copies === 2) {
    objects.push({ apiVersion: 'v1', kind: 'Pod', metadata, spec: pod });
  } else {
    objects.push({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 1, template: { spec: pod } } });
  }
  if (hasFile && hiding !== 'config') {
    objects.push({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${index}`, namespace: 'kube-system' }, data: { c: fileText(spec.file) },
    });
  }
  const text = objects.map(object => `${JSON.stringify(object)}\n`).join('---\n');
  return [`${index}.${hiding === 'odd name' ? 'bak' : 'yaml'}`, { text: hiding === 'template' ? `{{ if .Values.x }}\n${text}{{ end }}\n` : text }];
}

function modelOf(files: readonly (readonly [string, FileContent])[]): Model | undefined {
  return files.length === 0 ? undefined : buildModel({ directories: [{ name: 'in', files: new Map(files) }] });
}

const drawn = fc.tuple(mix, fc.nat(), fc.nat(), fc.constantFrom(...HIDINGS));

describe(`what cannot be read (seed ${SEED}, ${RUNS} mixes)`, () => {
  it('is never said to be safe where it is not, nor broken where it is safe', () => {
    const seen: Record<string, number> = {};
    fc.assert(fc.property(drawn, ([entries, which, flag, hiding]) => {
      const known = entries.map((entry, index) => file(entry, index));
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
        (one, index) => index !== hiddenIndex ? [one] : hiding === 'left out' ? [] : [file(entries[index], index, hiding, flag)],
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
