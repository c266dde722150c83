import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { PACKAGE_BYTES } from '../bench/figures';
import { shippedSbom } from '../scripts/shipped-sbom';
import { ShippedPackage, shippedPackages } from '../scripts/third-party-licenses';

jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '..');
/** Files in the tarball. */
const MOST_FILES = 1_700;

// The compiled package: `npx projen compile` comes first.
describe('the tarball', () => {
  let folder: string;
  let tarball: string;
  let files: readonly string[];
  let packages: readonly ShippedPackage[];
  beforeAll(async () => {
    packages = await shippedPackages();
    folder = mkdtempSync(join(tmpdir(), 'package-'));
    const name = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', ROOT], { cwd: folder, encoding: 'utf8' }).trim();
    tarball = join(folder, name);
    execFileSync('tar', ['xzf', name], { cwd: folder });
    const listed = execFileSync('tar', ['tzf', name], { cwd: folder, encoding: 'utf8', maxBuffer: 10_000_000 });
    files = listed.trim().split('\n').map(path => path.replace('package/', ''));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const matching = (pattern: RegExp) => files.filter(path => pattern.test(path));
  const text = (path: string) => readFileSync(join(folder, 'package', path), 'utf8');

  it('is small', () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(PACKAGE_BYTES);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it('has no source maps, and nothing for other ways of loading the AWS SDK', () => {
    expect(matching(/\.map$|\/dist-(es|types)\/|node_modules\/@/)).toHaveLength(0);
    expect(matching(/^lib\/.*\.js$/).filter(path => text(path).includes('sourceMappingURL'))).toHaveLength(0);
  });

  it('has the packages that the library loads, and no other', () => {
    expect([...new Set(matching(/^node_modules\//).map(path => path.split('/')[1]))].sort()).toStrictEqual(['re2js', 'yaml']);
  });

  it('has the library and the command line as they were made of the sources, and not what the compiler made of them', () => {
    expect(matching(/^lib\/(aws\/|cli\/commands\/|cli\/.*\.d\.ts)/)).toHaveLength(0);
    expect(matching(/^lib\/cli\/(start|run-\w+)\.js$/).length).toBeGreaterThan(1);
    const others = matching(/^lib\/(?!cli\/|packages\/).*\.js$/).map(path => path.replace(/-\w{8}\./, '.')).sort();
    expect(others).toStrictEqual([
      'lib/index.js', 'lib/library/chunk.js', 'lib/library/define.js', 'lib/library/first.js', 'lib/library/others.js',
    ]);
    expect(matching(/\/cache\//)).toHaveLength(0);
  });

  it('has every declaration that a public one names, so that a compiler finds all types', () => {
    const named = new Set<string>();
    const absent: string[] = [];
    const follow = (path: string): void => {
      if (named.has(path)) return;
      named.add(path);
      for (const [, name] of text(path).matchAll(/(?:from |import\()'(\.[^']*)'/g)) {
        const target = posix.join(posix.dirname(path), name);
        const found = [`${target}.d.ts`, `${target}/index.d.ts`].find(one => files.includes(one));
        if (found === undefined) absent.push(`${path}: ${name}`);
        else follow(found);
      }
    };
    follow('lib/index.d.ts');
    expect(named.size).toBeGreaterThan(100);
    expect(absent).toStrictEqual([]);
  });

  it('has what is read beside the code, and what a reader looks for', () => {
    const wanted = [
      '.jsii', 'LICENSE', 'THIRD-PARTY-LICENSES.txt', 'README.md', 'CHANGELOG.md', 'RULES.md', 'bin/ccm-migration', 'lib/index.js', 'lib/index.d.ts',
      'schemas/plan.schema.json', 'schemas/certificate.schema.json', 'checker/check_certificate.py', 'checker/facts.json',
      'lib/lib/facts/generated/feature-gates.json', 'collection/ansible_collections/cdk8s/ccm_migration/galaxy.yml',
    ];
    expect(wanted.filter(path => !files.includes(path))).toHaveLength(0);
    expect(matching(/^(src|test|scripts|bench|e2e|conformance|\.ci)\/|\.test\.|^tsconfig/)).toHaveLength(0);
    // The pages with their pictures, and what one hands in for the examples that they use: not what these write, nor how the site is made.
    expect(matching(/^docs\//).filter(path => !/\.(md|svg|png)$/.test(path))).toHaveLength(0);
    expect(matching(/^examples\/[^/]+\/(dist|nodes|bundles)\//)).toHaveLength(0);
  });

  it('has the licences of all that is in it', () => {
    const licences = text('THIRD-PARTY-LICENSES.txt');
    expect(packages.length).toBeGreaterThan(30);
    expect(packages.filter(({ name, version }) => !licences.includes(`${name} ${version}: `))).toHaveLength(0);
  });

  it('is listed in the SBOM: what is in it, and nothing else', () => {
    const { metadata, components, dependencies } = shippedSbom(packages);
    const shipped = packages.map(({ name, version }) => `${name}@${version}`);
    expect(metadata.component.name).toBe('cdk8s-ccm-migration');
    expect([...new Set(components.map(({ name, version }) => `${name}@${version}`))].sort()).toStrictEqual([...new Set(shipped)].sort());
    const own = dependencies.find(({ ref }) => ref.startsWith('cdk8s-ccm-migration@'))!;
    expect(own.dependsOn).toContain(shipped.find(name => name.startsWith('yaml@')));
  });

  it('is read by Node, bundlers and TypeScript as it is meant, but for the address of the sources, which who publishes it sets', () => {
    // publint is an ES module, which jest does not load.
    const program = `require('./scripts/check-package').publintMessages(${JSON.stringify(tarball)}).then(all => console.log(JSON.stringify(all)))`;
    const messages = JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', '-e', program], { cwd: ROOT, encoding: 'utf8' })) as string[];
    expect(messages.map(message => message.split(':')[0])).toStrictEqual(['INVALID_REPOSITORY_VALUE']);
  });

  it('would be published by npm', () => {
    const said = execFileSync('npm', ['publish', tarball, '--dry-run', '--json', '--registry', 'http://127.0.0.1:9', '--fetch-retries', '0'], {
      cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toContain('"cdk8s-ccm-migration@0.0.0"');
  });
});
