import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstalledPackage } from './installed-package';

jest.setTimeout(300_000);

/** `examples/minimal/main.ts`, which also says which modules Node has loaded of the package. */
const SYNTH = `const { App, Chart } = require('cdk8s');
  const { CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase } = require('cdk8s-ccm-migration');
  const migration = new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') });
  const app = new App();
  new CloudControllerMigration(new Chart(app, 'ccm-migration'), 'migration', { migration, phase: MigrationPhase.MIXED });
  process.stdout.write(JSON.stringify({
    yaml: app.synthYaml(),
    loaded: Object.keys(require.cache).map(path => path.split('/cdk8s-ccm-migration/')[1]).filter(Boolean),
  }));`;
const NAMES = ['CloudControllerMigration', 'KubernetesVersion', 'Migration', 'MigrationPhase'];

// As it is in the package: of a clone, tests use the sources.
describe('the library', () => {
  let installed: InstalledPackage;
  beforeAll(async () => { installed = await InstalledPackage.make('library-'); });
  afterAll(() => installed.remove());

  const folder = () => join(installed.root, 'node_modules/cdk8s-ccm-migration/lib/library');
  const cache = () => join(folder(), 'cache');
  function run(program: string, env: NodeJS.ProcessEnv = {}): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
      cwd: installed.root, encoding: 'utf8', env: { ...process.env, ...env },
    });
    expect([status, stderr]).toStrictEqual([0, '']);
    return stdout;
  }
  const synth = (env?: NodeJS.ProcessEnv) => JSON.parse(run(SYNTH, env)) as { readonly yaml: string; readonly loaded: readonly string[] };
  const kept = () => Object.fromEntries(readdirSync(cache()).map(file => [file.replace(/-\w{8}\./, '.'), statSync(join(cache(), file)).mtimeMs]));
  const names = () => readFileSync(join(cache(), readdirSync(cache()).find(file => file.endsWith('.names'))!), 'utf8').split('\n');

  it('is two modules for Node, however much of it is used', () => {
    const { yaml, loaded } = synth();
    expect(yaml).toContain('kind: DaemonSet');
    expect([...loaded].sort()).toStrictEqual(['lib/index.js', 'lib/library/define.js']);
  });

  it('loads nothing until a name is used', () => {
    rmSync(cache(), { recursive: true, force: true });
    run('require("cdk8s-ccm-migration")');
    expect(readdirSync(folder())).not.toContain('cache');
  });

  it('names what src/index.ts exports, also where a program is an ES module', () => {
    const program = `import * as all from 'cdk8s-ccm-migration'; import { Migration } from 'cdk8s-ccm-migration';
      console.log(JSON.stringify([typeof Migration, ...Object.keys(all).filter(name => /^[A-Z]/.test(name))]));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: installed.root, encoding: 'utf8' });
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const exported = Object.keys(require('../src') as object);
    expect(JSON.parse(stdout)).toStrictEqual(['function', ...exported.sort()]);
    expect(exported.length).toBeGreaterThan(40);
  });

  it('calls its classes what they are called, also for jsii, which knows the class of an object by it', () => {
    const program = `const all = require("cdk8s-ccm-migration"); console.log(JSON.stringify(Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'function' ? [[name, value.name, Object.getOwnPropertyDescriptor(value, Symbol.for('jsii.rtti'))?.value.fqn]] : [])))`;
    const classes = JSON.parse(run(program)) as readonly (readonly [string, string, string | null])[];
    expect(classes.length).toBeGreaterThan(30);
    const { name: assembly } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { readonly name: string };
    // Programs do not make the plugin, and Python has none.
    expect(classes).toStrictEqual(classes.map(([name]) => [name, name, name === 'LeaderMigrationValidation' ? null : `${assembly}.${name}`]));
  });

  const SOURCE_ERROR = 'ccm.KubeOneMigration; new ccm.KubeadmBundle({ migration: new ccm.Migration({ clusterId: "prod-eu", toVersion: '
    + 'ccm.KubernetesVersion.of("1.27.16") }), configs: { "a.yaml": "kind: {" } });\n';
  it.each<[string, string, readonly string[], string]>([
    ['a program of CommonJS', 'require.cjs', [], 'const ccm = require("cdk8s-ccm-migration");\n'],
    ['an ES module', 'import.mjs', [], 'import * as ccm from "cdk8s-ccm-migration";\n'],
    ['TypeScript, which tsx runs', 'main.ts', ['--import', require.resolve('tsx')], 'import * as ccm from "cdk8s-ccm-migration";\n'],
  ])('begins with the sentence where it refuses in %s, without the line that throws and fields below it', (_, file, flags, first) => {
    for (const [program, sentence] of [
      ['ccm.KubernetesVersion.of("nonsense");\n', /^Error: 'nonsense' is not/], [SOURCE_ERROR, /^SourceError: a\.yaml:1:8: /],
    ] as const) {
      writeFileSync(join(installed.root, file), `${first}${program}`);
      const { status, stderr } = spawnSync(process.execPath, [...flags, file], { cwd: installed.root, encoding: 'utf8' });
      expect(stderr.trimStart()).toMatch(sentence);
      expect(stderr.trim()).toMatch(/\n {4}at [^\n]*\n\nNode\.js v[\d.]+$/);
      expect([status, Math.max(...stderr.split('\n').map(line => line.length)) < 300]).toStrictEqual([1, true]);
    }
  });

  it('loads what only few programs use with the first of these', () => {
    rmSync(cache(), { recursive: true, force: true });
    synth();
    synth();
    expect(readdirSync(cache()).some(file => file.startsWith('others-'))).toBe(false);
  });

  describe('keeps what was compiled', () => {
    beforeEach(() => {
      rmSync(cache(), { recursive: true, force: true });
      synth();
      synth();
    });

    it('from the second time on: an install that is used once pays nothing', () => {
      rmSync(cache(), { recursive: true });
      synth();
      expect(kept()).toStrictEqual({});
      synth();
      expect(Object.keys(kept())).toContain('chunk.js');
    });

    it('and takes it the next time', () => {
      const before = kept();
      expect(Object.keys(before).sort()).toStrictEqual(['chunk.js', 'first.js', 'first.js.names', 'yaml.js']);
      expect(names()).toStrictEqual(NAMES);
      expect(synth().yaml).toContain('kind: DaemonSet');
      expect(kept()).toStrictEqual(before);
    });

    it('anew where a program uses other names of it, and then for all of these', () => {
      const before = kept();
      run('require("cdk8s-ccm-migration").IamPolicy');
      expect(names()).toStrictEqual(['CloudControllerMigration', 'IamPolicy', ...NAMES.slice(1)]);
      const after = kept();
      expect(Object.keys(after)).toContain('others.js');
      expect(after['chunk.js']).toBeGreaterThan(before['chunk.js']);
      synth();
      expect(kept()).toStrictEqual(after);
    });

    it('and compiles again where that is damaged, or of another engine', () => {
      const file = readdirSync(cache()).find(name => /^chunk-\w+\.js$/.test(name))!;
      writeFileSync(join(cache(), file), 'x');
      expect(synth().yaml).toContain('kind: DaemonSet');
      expect(statSync(join(cache(), file)).size).toBeGreaterThan(1);
    });

    it('not where it may not write, and not where Node is told not to', () => {
      rmSync(cache(), { recursive: true });
      writeFileSync(cache(), 'in its place');
      expect(synth().yaml).toContain('kind: DaemonSet');
      rmSync(cache());
      expect(synth({ NODE_DISABLE_COMPILE_CACHE: '1' }).yaml).toContain('kind: DaemonSet');
      expect(readdirSync(folder())).not.toContain('cache');
    });
  });
});
