import { join } from 'node:path';
import { argocd, byName, fleet, flux, objectsOf, write } from './fleet-fixture';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { synthesized } from '../composed';
import { CustomResource } from '../custom-resource';
import { describeGo } from '../go-module';
import { describeKubectl, kustomize } from '../kubectl';
import { parseObjects } from '../objects';

const GATE = /\/ccm-migration-gate$/;

describe('Argo CD', () => {
  describeKubectl('delivers, by kubectl kustomize,', () => {
    it.each(Object.values(MigrationPhase))('phase %s as synthesized, with waves and a gate', (phase) => {
      write(PhaseBundle.kustomize(), 'kustomize');
      const built = parseObjects(kustomize(join(argocd(), 'phases', phase)));
      const wave = (object: any) => Number(object.metadata.annotations['argocd.argoproj.io/sync-wave']);
      const waves = new Map([...built].map(([id, object]) => [id, wave(object)]));
      const withoutWaves = [...built].filter(([id]) => !GATE.test(id)).map(([id, object]) => {
        const { annotations, ...metadata } = object.metadata as { annotations: Record<string, string> };
        const { 'argocd.argoproj.io/sync-wave': _, ...others } = annotations;
        return [id, { ...object, metadata: Object.keys(others).length > 0 ? { ...metadata, annotations: others } : metadata }];
      });
      expect(Object.fromEntries(withoutWaves)).toEqual(Object.fromEntries(synthesized(fleet.apps.get(phase)!)));

      // Lease access before the configuration, that before flags, and the gate after everything.
      const of = (pattern: RegExp) => [...waves].filter(([id]) => pattern.test(id)).map(([, value]) => value);
      const access = of(/^Role(Binding)?\/kube-system\/leader-migration:/);
      const flags = of(/^DaemonSet\//);
      const gate = of(/^Job\/.*gate$/);
      if (flags.length > 0) expect(Math.max(0, ...access)).toBeLessThan(Math.min(...flags));
      expect(gate).toHaveLength(phase === MigrationPhase.DISABLED ? 0 : 1);
      for (const value of gate) expect(value).toBeGreaterThan(Math.max(...[...waves].filter(([id]) => !GATE.test(id)).map(([, other]) => other)));
      expect(access.length > 0).toBe(phase !== MigrationPhase.DISABLED);
    });
  });

  describeGo('v2.14.11', () => {
    it('has this ApplicationSet in its schema', () => {
      const resource = new CustomResource('github.com/argoproj/argo-cd/v2@v2.14.11', 'manifests/crds/applicationset-crd.yaml');
      const [applicationSet] = objectsOf(argocd({ maxUpdate: '5' }));
      expect(resource.problems(applicationSet)).toEqual([]);
      expect(resource.problems({ ...applicationSet, spec: { ...applicationSet.spec, rolling: true } }))
        .toEqual([expect.stringContaining('"rolling"')]);
    }, 120_000);
  });
});

describe('Flux', () => {
  describeKubectl('delivers, by kubectl kustomize,', () => {
    it.each(Object.values(MigrationPhase))('phase %s in two parts that are together what is synthesized', (phase) => {
      write(PhaseBundle.kustomize(), 'kustomize');
      const [transition, steady] = ['transition', 'steady'].map(
        part => Object.fromEntries(parseObjects(kustomize(join(flux(), 'phases', phase, part)))),
      );
      const expected = Object.fromEntries(synthesized(fleet.apps.get(phase)!));
      expect({ ...transition, ...steady }).toEqual(expected);
      expect(Object.keys(transition).length + Object.keys(steady).length).toBe(Object.keys(expected).length);
      expect(Object.keys(transition).filter(id => !/leader-migration/.test(id))).toEqual([]);
      expect(Object.keys(transition).length > 0).toBe(phase !== MigrationPhase.DISABLED);
    });
  });

  describeGo('kustomize-controller v1.6.0', () => {
    it('has these Kustomizations in its schema', () => {
      const resource = new CustomResource('github.com/fluxcd/kustomize-controller@v1.6.0', 'config/crd/bases/kustomize.toolkit.fluxcd.'
        + 'io_kustomizations.yaml');
      const all = Object.values(byName(flux()));
      expect(all).toHaveLength(6);
      expect(all.flatMap(object => resource.problems(object))).toEqual([]);
      expect(resource.problems({ ...all[0], spec: { ...all[0].spec, timeout: 'soon' } })).toEqual([expect.stringContaining('/spec/timeout')]);
    });
  });
});
