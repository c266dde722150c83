import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../src/lib/leader-migration';

/** What the loader of these versions made of a text. */
interface Run {
  readonly modules: readonly string[];
  readonly result: { readonly error?: string; readonly configuration?: object };
}

interface Outputs {
  readonly cases: readonly {
    readonly name: string;
    readonly text: string;
    readonly results: readonly Run[];
  }[];
}

const { cases } = JSON.parse(readFileSync(join(__dirname, 'loader-outputs.json'), 'utf8')) as Outputs;

/** `v0.26.1` of k8s.io/controller-manager is Kubernetes 1.26. */
function kubernetes(module: string): KubernetesVersion {
  return KubernetesVersion.of(`1.${module.split('.')[1]}`);
}

/** The place where the scheme was made is a line of Kubernetes' own source. */
function withoutSchemeLocation(text: string): string {
  return text.replace(/ in scheme "[^"]*"$/, ' in scheme');
}

/** A value of the wrong type is worded by json-iterator in releases to 1.22, with excerpts of its buffer. */
const JSON_ITERATOR = /^v1(alpha|beta)1\.LeaderMigrationConfiguration\./;

const runs = cases.flatMap(({ name, text, results }) => results.flatMap(({ modules, result }) =>
  modules.map(module => ({ name, text, module, result }))));

describe('a text that begins with a brace', () => {
  const json = '{"apiVersion": "controllermanager.config.k8s.io/v1", "kind": "LeaderMigrationConfiguration", "leaderName": "m", '
    + '"controllerLeaders": []}';
  const read = (text: string) => new ConfigurationFile(text).read(KubernetesVersion.of('1.27'));

  it('is JSON', () => {
    expect(read(`\n ${json}\n`)).toHaveProperty('configuration.leaderName', 'm');
  });

  it.each([['a document marker after it', `${json}\n---`],
    ['YAML in braces', json.replace('"leaderName"', 'leaderName')]])('fails with %s', (_, text) => {
    expect(read(text)).toEqual({ error: expect.stringMatching(/^couldn't get version\/kind; json parse error: /) });
  });
});

describe('a file read as the component does', () => {
  it('is compared with more than 400 outputs of the real loader', () => {
    expect(runs.length).toBeGreaterThan(400);
  });

  it.each(runs)('$name, $module', ({ text, module, result }) => {
    const read = new ConfigurationFile(text).read(kubernetes(module));
    if (result.error === undefined) {
      expect(read).toEqual({
        configuration: { ...result.configuration, apiVersion: expect.stringMatching(/^controllermanager\.config\.k8s\.io\/v1/) },
      });
    } else if (JSON_ITERATOR.test(result.error)) {
      expect(read).toEqual({ error: expect.stringMatching(/^json: cannot unmarshal /) });
    } else {
      expect(read).toEqual({ error: withoutSchemeLocation(result.error) });
    }
  });

  it('stops a component of 1.20 at the flag', () => {
    expect(new ConfigurationFile('').read(KubernetesVersion.of('1.20'))).toEqual({ error: 'unknown flag: --leader-migration-config' });
  });

  it('prints the same after it was read as before', () => {
    const file = new ConfigurationFile('apiVersion: controllermanager.config.k8s.io/v1\nkind: LeaderMigrationConfiguration\nleaderName: a\n');
    const before = JSON.stringify(file);
    expect(file.read(KubernetesVersion.of('1.27'))).toMatchObject({ configuration: { leaderName: 'a' } });
    expect(file.mistake(KubernetesVersion.of('1.27'))?.message).toContain('controllerLeaders must be a list');
    expect(JSON.stringify(file)).toBe(before);
  });
});
