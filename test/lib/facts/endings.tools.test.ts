import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVED_TO } from '../../../src/lib/facts/endings/served-apis';
import { VALUE_ENDINGS } from '../../../src/lib/facts/endings/values';
import { generatedFlags } from '../../../src/lib/facts/generated';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeGo, goModule } from '../../go-module';

const { read } = generatedFlags('kube-apiserver');
const LAST = Object.keys(read).map(minor => read[minor].at(-1)!).filter(release => KubernetesVersion.of(release).minor <= 31);
const PAIRS = LAST.slice(1).map((to, index) => [LAST[index], to] as const);

const kubernetes = (release: string) => goModule(`k8s.io/kubernetes@v${release}`);
const minorOf = (release: string) => KubernetesVersion.of(release).minorVersion;
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match.slice(1));
const gone = (before: ReadonlySet<string>, after: ReadonlySet<string>) => [...before].filter(one => !after.has(one)).sort();

/** Admission plugins that `--enable-admission-plugins` can name. */
function plugins(release: string): ReadonlySet<string> {
  const root = kubernetes(release);
  const text = readFileSync(join(root, 'pkg/kubeapiserver/options/plugins.go'), 'utf8');
  const paths = new Map(matches(text, /^\t(?:(\w+) )?"(k8s\.io\/[^"]+)"$/gm).map(([alias, path]) => [alias ?? path.split('/').at(-1)!, path]));
  const [list] = matches(text, /var AllOrderedPlugins = \[\]string\{([\s\S]*?)^\}/gm)[0];
  return new Set(matches(list, /(\w+)\.PluginName/g).map(([alias]) => {
    const path = paths.get(alias)!;
    const dir = path.startsWith('k8s.io/kubernetes/') ? join(root, path.slice('k8s.io/kubernetes/'.length))
      : join(goModule(`k8s.io/apiserver@v0${release.slice(1)}`), path.slice('k8s.io/apiserver/'.length));
    const source = readdirSync(dir).filter(file => file.endsWith('.go')).map(file => readFileSync(join(dir, file), 'utf8')).join('\n');
    return matches(source, /PluginName\s*=\s*"(\w+)"/g)[0][0];
  }));
}

/** Versions of the API that `--runtime-config` can name. */
function registered(release: string): ReadonlySet<string> {
  const apis = join(kubernetes(release), 'pkg/apis');
  const installs = readdirSync(apis).map(group => join(apis, group, 'install', 'install.go')).filter(existsSync);
  return new Set(installs.flatMap(file => {
    const [[group]] = matches(readFileSync(join(dirname(dirname(file)), 'register.go'), 'utf8'), /GroupName = "([^"]*)"/g);
    return matches(readFileSync(file, 'utf8'), /Must\(\w*?(v\d\w*)\.AddToScheme/g).map(([version]) => `${group}/${version}`);
  }));
}

/** Kinds that the release says it does not serve any more, of those that the one before has: `v1beta1 Ingress`. */
function removed(from: string, to: string): readonly string[] {
  const api = goModule(`k8s.io/api@v0${from.slice(1)}`);
  const minor = String(KubernetesVersion.of(to).minor);
  const dirs = readdirSync(api, { recursive: true, withFileTypes: true }).filter(({ name }) => name === 'zz_generated.prerelease-lifecycle.go');
  return dirs.flatMap(({ parentPath }) => {
    const text = readFileSync(join(parentPath, 'zz_generated.prerelease-lifecycle.go'), 'utf8');
    return matches(text, /func \(in \*(\w+)\) APILifecycleRemoved\(\) \(major, minor int\) \{\s*return 1, (\d+)/g)
      .filter(([kind, at]) => at === minor && !kind.endsWith('List')).map(([kind]) => `${parentPath.split('/').at(-1)} ${kind}`);
  });
}

/** What a release of Kubernetes takes away, as the sources of it and of the one before have it. */
describeGo('what ends', () => {
  const ofFlag = (flag: string, release: string) => VALUE_ENDINGS
    .flatMap(({ trace, release: at }) => trace.kind === 'entry' && trace.flag === flag && at === minorOf(release) ? [trace.entry] : []).sort();

  it.each(PAIRS)('of admission plugins, from %s to %s', (from, to) => {
    const [before, after] = [plugins(from), plugins(to)];
    expect(before.size).toBeGreaterThan(25);
    expect(ofFlag('enable-admission-plugins', to)).toEqual(gone(before, after));
  });

  it.each(PAIRS)('of versions that --runtime-config can name, from %s to %s', (from, to) => {
    const [before, after] = [registered(from), registered(to)];
    expect(before.size).toBeGreaterThan(30);
    expect(ofFlag('runtime-config', to)).toEqual(gone(before, after));
  });

  it.each(PAIRS)('of kinds that are served, from %s to %s', (from, to) => {
    const ours = SERVED_TO.filter(({ release }) => release === minorOf(to))
      .flatMap(({ apiVersion, kinds }) => kinds.map(kind => `${apiVersion.split('/')[1]} ${kind}`));
    // Parts of other objects, and kinds that no manifest has.
    const parts = ['JobTemplate', 'DeploymentRollback', 'Scale', 'AdmissionReview'];
    const expected = removed(from, to).filter(one => !parts.some(part => one.endsWith(` ${part}`)));
    expect(expected.filter(one => !ours.includes(one))).toEqual([]);
  });
});
