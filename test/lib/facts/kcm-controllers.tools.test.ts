import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logicalController } from '../../../src/lib/facts/controllers';
import { isOffByDefault, isOtherKcmKey, KCM_FLAG_NAMES, logicalName, otherKcmKey } from '../../../src/lib/facts/kcm-controllers';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeGo, goModule } from '../../go-module';

function sources(release: string, folder: string): string {
  const dir = join(goModule(`k8s.io/kubernetes@${release}`), 'cmd/kube-controller-manager', folder);
  return readdirSync(dir).filter(file => file.endsWith('.go') && !file.endsWith('_test.go')).map(file => readFileSync(join(dir, file), 'utf8')).join(
    '\n',
  );
}

function matches(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map(match => match.slice(1));
}

const isOther = (name: string) => logicalController(name) === undefined;

/** The names as upstream's source has them: of the release that a row starts with, and of the one it ends with. */
describeGo('controllers of kube-controller-manager', () => {
  it.each(['v1.21.14', 'v1.26.15'])('have the names of %s', release => {
    const version = KubernetesVersion.of(release.slice(1));
    const names = matches(sources(release, 'app'), /(?:controllers\[|register\()"([a-z-]+)"/g).map(([name]) => name).filter(isOther);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter(name => otherKcmKey(name, version) !== name || !isOtherKcmKey(name, version))).toEqual([]);
    expect(otherKcmKey('serviceaccount-token', version)).toBe('serviceaccount-token');
  });

  it.each(['v1.28.15', 'v1.37.1'])('have the names and aliases of %s', release => {
    const version = KubernetesVersion.of(release.slice(1));
    const text = sources(release, 'names');
    const keys = new Map(matches(text, /^\t(\w+)\s+= "([a-z-]+)"$/gm).map(([constant, key]) => [constant, key]));
    const others = [...keys.values()].filter(isOther);
    expect(others.length).toBeGreaterThan(35);
    expect(others.filter(key => !isOtherKcmKey(key, version))).toEqual([]);
    // A map to 1.28, later a field of each controller's descriptor.
    const aliases = [
      ...matches(text, /^\t\t"([a-z-]+)":\s+(\w+),$/gm),
      ...matches(sources(release, 'app'), /name:\s+names\.(\w+),\n\s+aliases:\s+\[\]string\{"([a-z-]+)"\}/g).map(
        ([constant, alias]) => [alias, constant],
      ),
    ].filter(([alias]) => isOther(alias));
    expect(aliases.length).toBeGreaterThan(30);
    expect(aliases.filter(([alias, constant]) => otherKcmKey(alias, version) !== keys.get(constant) || isOtherKcmKey(alias, version))).toEqual([]);
    expect(aliases.filter(([alias]) => logicalName(otherKcmKey(alias, version)!) !== logicalName(alias))).toEqual([]);
  });

  it.each(['v1.21.14', 'v1.26.15', 'v1.28.15', 'v1.37.1'])('have no name that %s does not have', release => {
    const text = `${sources(release, 'app')}\n${release > 'v1.27' ? sources(release, 'names') : ''}`;
    const ours = Object.keys(KCM_FLAG_NAMES().at(KubernetesVersion.of(release.slice(1))));
    expect(ours.length).toBeGreaterThan(30);
    expect(ours.filter(name => !text.includes(`"${name}"`))).toEqual([]);
  });

  it('are off by default where upstream says so', () => {
    const [disabled] = matches(sources('v1.26.15', 'app'), /ControllersDisabledByDefault = sets\.NewString\(([^)]*)\)/g)[0];
    const before = matches(disabled, /"([a-z-]+)"/g).map(([name]) => name);
    const keys = new Map(matches(sources('v1.37.1', 'names'), /^\t(\w+)\s+= "([a-z-]+)"$/gm).map(([constant, key]) => [constant, key]));
    const since = matches(sources('v1.37.1', 'app'), /name:\s+names\.(\w+),(?:\n(?!\t*name:)[^\n]*)*?\n\s+isDisabledByDefault:\s+true/g).map(
      ([constant]) => keys.get(constant)!,
    );
    expect([before, since].map(({ length }) => length)).toEqual([2, 3]);
    const all = [...new Set([...matches(sources('v1.26.15', 'app'), /register\("([a-z-]+)"/g).map(([name]) => name), ...keys.values()])];
    expect(all.filter(isOffByDefault).sort()).toEqual([...before, ...since].sort());
  });
});
