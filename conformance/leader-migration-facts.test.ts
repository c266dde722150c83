import { LOADERS } from './consumers';
import { load, loadDefault, LoaderVerdict } from './loader';
import { BUILT_IN_DEFAULT } from '../src/lib/facts/built-in-default';
import { CONFIG_API, CONFIG_API_GROUP } from '../src/lib/facts/config-api';
import { controllerKey, controllerKeys } from '../src/lib/facts/controllers';
import { CCM, KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { describeReader } from '../test/reader';

/** Our tables of what a release reads, held against the loader of that release. */
for (const { minor, binary } of LOADERS) {
  describeReader(`Leader Migration loader of ${minor}`, binary, reader => {
    const version = KubernetesVersion.of(minor);
    const api = CONFIG_API.at(version)!;

    function verdict(apiVersion: string, lines: readonly string[], controllers: readonly string[] = []): LoaderVerdict {
      const text = [`apiVersion: ${CONFIG_API_GROUP}/${apiVersion}`, 'kind: LeaderMigrationConfiguration', ...lines, ''].join('\n');
      return load(reader, [text], controllers).verdicts[0];
    }

    it('is linked with that minor', () => {
      expect(load(reader, []).version).toMatch(new RegExp(`^v0\\.${version.minor}\\.`));
    });

    it.each(['v1alpha1', 'v1beta1', 'v1'])('reads %s only if the table says so, with resourceLock where the table requires it', apiVersion => {
      const registered = api.versions.includes(apiVersion);
      const required = api.resourceLockIn.includes(apiVersion);
      const lock = required ? ['resourceLock: leases'] : [];
      expect(verdict(apiVersion, ['leaderName: m', ...lock]).error === undefined).toBe(registered);
      expect(verdict(apiVersion, ['leaderName: m']).error === undefined).toBe(registered && !required);
    });

    it('refuses unknown fields and repeated keys only if the table says strict', () => {
      const form = api.resourceLockIn.includes(api.recommended) ? ['resourceLock: leases'] : [];
      expect(verdict(api.recommended, ['leaderName: m', ...form, 'other: 1']).error === undefined).toBe(!api.strict);
      expect(verdict(api.recommended, ['leaderName: m', 'leaderName: other', ...form]).error === undefined).toBe(!api.strict);
    });

    it('lets "*" stand for both components only if the table says so', () => {
      const form = api.resourceLockIn.includes(api.recommended) ? ['resourceLock: leases'] : [];
      const { starts } = verdict(api.recommended, ['leaderName: m', ...form, 'controllerLeaders:', '  - name: x', '    component: "*"'], ['x', 'y']);
      const listed = api.wildcard ? 'migration-lock' : 'not-started';
      expect(starts).toEqual({
        'kube-controller-manager': { x: listed, y: 'main-lock' },
        'cloud-controller-manager': { x: listed, y: 'main-lock' },
      });
    });

    it('has the default of the table, protecting exactly the controllers that the table says', () => {
      const expected = BUILT_IN_DEFAULT.at(version);
      const keys = new Set(([KCM, CCM] as const).flatMap(component => [...controllerKeys(component, version).values()]));
      const actual = loadDefault(reader, [...keys]);
      if (!expected) {
        expect(actual.error).toBe('--leader-migration-config is required');
        return;
      }
      expect(actual.leaderName).toBe(expected.leaderName);
      expect(actual.controllerLeaders).toEqual(expected.names.map(name => ({ name, component: '*' })));
      const unmatched = expected.names.filter(name => !keys.has(name));
      expect(unmatched.sort()).toEqual([...expected.unmatched].sort());
      const unprotected = (['service', 'route', 'cloud-node-lifecycle'] as const)
        .map(controller => controllerKey(CCM, controller, version))
        .filter(key => key !== undefined && actual.starts!['cloud-controller-manager'][key] === 'main-lock');
      expect(unprotected.sort()).toEqual([...expected.unprotected].sort());
    });
  });
}
