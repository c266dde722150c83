import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { App } from 'cdk8s';
import { appsOf, built, ccmAs, changing, dir, expectEqual, PHASES, texts, writeBundle } from './kustomize-fixture';
import { awsCcmMinors, promotedTags } from '../../src/lib/facts/ccm-release-list';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { describeGo, goModule } from '../go-module';
import { describeKubectl, kustomize } from '../kubectl';
import { describeUpstream, upstream } from '../upstream';

describeKubectl('kubectl kustomize of an overlay equals cdk8s synth of its phase', () => {
  const workloads = ['DaemonSet', 'Deployment'];
  // The in-tree AWS provider ends with 1.26, and Leader Migration begins with 1.21: the pairs that exist.
  const pairs = [22, 23, 24, 25, 26, 27].map(minor => [`1.${minor - 1}`, `1.${minor}`]);

  it.each(pairs.flatMap(
    ([from, to]) => workloads.map(workload => [from, to, workload] as const),
  ))('from %s to %s as a %s, in every phase', (from, to, workload) => {
    const apps = appsOf(PHASES, { fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to), ccm: ccmAs(workload) });
    expectEqual(apps, writeBundle(apps));
  });

  const steady = awsCcmMinors().filter(minor => promotedTags(minor).length > 0).map(({ minor }) => minor)
    .filter(minor => !pairs.some(([, to]) => to === minor));
  it.each(steady.flatMap(
    minor => workloads.map(workload => [minor, workload] as const),
  ))('on %s as a %s, where only the last phase exists', (minor, workload) => {
    const apps = appsOf([MigrationPhase.DISABLED], { fromVersion: undefined, toVersion: KubernetesVersion.of(minor), ccm: ccmAs(workload) });
    expectEqual(apps, writeBundle(apps));
  });

  it('without objects of the user, where phase `n` does not stand on the base', () => {
    const apps = appsOf(PHASES, {}, []);
    const outdir = writeBundle(apps);
    expectEqual(apps, outdir);
    expect((texts(outdir, 'overlays/n')['kustomization.yaml'] as { resources: string[] }).resources).not.toContain('../../base');
  });

  it('also where a phase has no object at all', () => {
    const apps = new Map([[MigrationPhase.N, new App({ outdir: join(dir, 'n') })], ...appsOf([MigrationPhase.DISABLED])]);
    expect(built(join(writeBundle(apps), 'overlays', 'n'))).toEqual({});
  });

  it('with one name in several namespaces, and in none', () => {
    const own = (value: string) => [undefined, 'x', 'y'].map(namespace => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'own', namespace },
      stringData: {
        value: namespace === 'x' ? 'same' : `${value} ${namespace}`,
      },
    }));
    const apps = changing(own('old'), own('new'));
    expectEqual(apps, writeBundle(apps));
  });

  it('with the longest names that there are', () => {
    const own = (value: string) => ['a', 'b'].map(last => ({
      apiVersion: 'example.com/v1', kind: 'Own', metadata: { name: 'x'.repeat(252) + last, namespace: 'y'.repeat(63) }, spec: { value },
    }));
    const apps = changing(own('old'), own('new'));
    expectEqual(apps, writeBundle(apps));
  });

  it('with names that are regular expressions for each other', () => {
    const own = (value: string) => ['a.b', 'axb', 'a*b'].map(name => ({
      apiVersion: 'example.com/v1', kind: 'Own', metadata: { name }, spec: { value: name === 'a.b' ? value : 'same' },
    }));
    const apps = changing(own('old'), own('new'));
    expectEqual(apps, writeBundle(apps));
  });

  describeUpstream('on upstream\'s base', () => {
    /** The base as upstream has it: a kustomization that lists files, here one file. */
    function upstreamBase(version: string): string {
      const base = join(dir, 'upstream', version);
      mkdirSync(base, { recursive: true });
      writeFileSync(join(base, 'kustomization.yaml'), 'resources:\n- base.yaml\n');
      writeFileSync(join(base, 'base.yaml'), readFileSync(upstream(`cloud-provider-aws/${version}/base.yaml`), 'utf8'));
      return base;
    }

    const cases = ['v1.23.21', 'v1.36.1'].flatMap(version => workloads.map(workload => [version, workload] as const));
    it.each(cases)('of %s, with only patches in ours, as a %s', (version, workload) => {
      const base = upstreamBase(version);
      const apps = appsOf(PHASES, { ccm: ccmAs(workload) });
      const outdir = writeBundle(apps, { base });
      expectEqual(apps, outdir);
      const own = texts(outdir, 'base');
      expect((own['kustomization.yaml'] as { resources: string[] }).resources[0]).toBe(relative(join(outdir, 'base'), base));
      expect(Object.keys(own).filter(path => /^(?:daemonset|deployment)/.test(path))).toEqual([
        `${workload.toLowerCase()}-aws-cloud-controller-manager.patch.yaml`,
      ]);
    });

    it.each(['v1.23.21', 'v1.36.1'])('of %s with its overlay, given as what kustomize makes of it', (version) => {
      const overlay = join(dir, 'overlay');
      mkdirSync(overlay);
      writeFileSync(join(overlay, 'kustomization.yaml'), 'resources:\n- role.yaml\nlabels:\n- pairs: {}\n');
      writeFileSync(join(overlay, 'role.yaml'), readFileSync(upstream(`cloud-provider-aws/${version}/superset-role.yaml`), 'utf8'));
      const apps = appsOf(PHASES);
      const outdir = writeBundle(apps, { base: upstream(`cloud-provider-aws/${version}/superset-role.yaml`), baseResource: '../../overlay' });
      expectEqual(apps, outdir);
      expect(() => writeBundle(apps, { base: overlay })).toThrow(`'${overlay}/kustomization.yaml' uses \`labels\``);
    });

    it('fails where it has changed since, instead of patching the wrong container', () => {
      const base = upstreamBase('v1.36.1');
      const outdir = writeBundle(appsOf(PHASES), { base });
      const text = readFileSync(join(base, 'base.yaml'), 'utf8');
      writeFileSync(join(base, 'base.yaml'), text.replace('name: aws-cloud-controller-manager\n        resources', 'name: other\n        resources'));
      expect(() => kustomize(join(outdir, 'base'))).toThrow(/test.*failed/s);
    });
  });
});

describeKubectl('on upstream\'s base at an address, which kustomize fetches with git,', () => {
  describeGo('as it lies in k8s.io/cloud-provider-aws@v1.36.1', () => {
    const EXAMPLES = 'examples/existing-cluster';
    let repository: string;
    beforeEach(() => {
      repository = join(dir, 'repository');
      cpSync(join(goModule('k8s.io/cloud-provider-aws@v1.36.1'), EXAMPLES), join(repository, EXAMPLES), { recursive: true });
      chmodTree(repository);
    });

    /** Files of a Go module are read-only. */
    function chmodTree(folder: string): void {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) chmodSync(join(entry.parentPath, entry.name), 0o755);
    }

    function commit(): void {
      const git = (...args: string[]) =>
        execFileSync('git', ['-C', repository, '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args]);
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'upstream');
      git('tag', 'v1.36.1');
    }

    const address = (path: string) => `file://${repository}//${EXAMPLES}/${path}?ref=v1.36.1`;

    it.each(['DaemonSet', 'Deployment'])('the base, with a %s in ours', (workload) => {
      commit();
      const apps = appsOf(PHASES, { ccm: ccmAs(workload) });
      const outdir = writeBundle(apps, { base: join(repository, EXAMPLES, 'base'), baseResource: address('base') });
      expect((texts(outdir, 'base')['kustomization.yaml'] as { resources: string[] }).resources[0]).toBe(address('base'));
      expectEqual(apps, outdir);
    });

    it('the overlay, once its patches are written as kustomize 5 reads them', () => {
      const kustomization = join(repository, EXAMPLES, 'overlays/superset-role/kustomization.yaml');
      commit();
      expect(() => kustomize(join(repository, EXAMPLES, 'overlays/superset-role'))).toThrow('cannot unmarshal string into Go struct field '
        + 'Kustomization.patches');
      writeFileSync(kustomization, readFileSync(kustomization, 'utf8').replace(/^- (.*patch\.yaml)$/gm, '- path: $1'));
      rmSync(join(repository, '.git'), { recursive: true });
      commit();
      const output = join(dir, 'output.yaml');
      writeFileSync(output, kustomize(join(repository, EXAMPLES, 'overlays/superset-role')));
      const apps = appsOf(PHASES);
      const outdir = writeBundle(apps, { base: output, baseResource: address('overlays/superset-role') });
      expectEqual(apps, outdir);
    });
  });
});
