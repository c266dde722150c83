import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { appsOf, dir, PHASES, texts, writeBundle } from './kustomize-fixture';
import { KustomizeBundleProps } from '../../src/constructs/kustomize-bundle';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { composedApp } from '../composed';
import { readTree } from '../golden';

describe('what a reviewer reads', () => {
  it('is a patch with flags, volumes and the annotation that rolls the pods, a generated ConfigMap, and no copy of the workload', () => {
    const outdir = writeBundle(appsOf(PHASES, {}, []));
    const mixed = texts(outdir, 'overlays/mixed');
    expect(Object.keys(mixed)).toEqual([
      'configmap-leader-migration-config/leadermigration.conf',
      'daemonset-aws-cloud-controller-manager.patch.yaml',
      'kustomization.yaml',
      'role-leader-migration-cloud-controller-manager.yaml',
      'role-leader-migration-kube-controller-manager.yaml',
      'rolebinding-leader-migration-cloud-controller-manager.yaml',
      'rolebinding-leader-migration-kube-controller-manager.yaml',
    ]);
    const patch = mixed['daemonset-aws-cloud-controller-manager.patch.yaml'] as { op: string; path: string; value?: unknown }[];
    expect(patch.filter(({ path }) => path.includes('/args/'))).toEqual([
      { op: 'add', path: '/spec/template/spec/containers/0/args/4', value: '--enable-leader-migration=true' },
      { op: 'add', path: '/spec/template/spec/containers/0/args/5', value: '--leader-migration-config=/etc/leadermigration.conf' },
    ]);
    expect(patch.filter(({ op }) => op === 'remove' || op === 'replace')).toEqual([]);
    expect(patch).toContainEqual({
      op: 'add',
      path: '/spec/template/metadata/annotations',
      value: { 'ccm-migration/leader-migration-config-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(mixed['kustomization.yaml']).toEqual({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [
        '../../base',
        'role-leader-migration-kube-controller-manager.yaml',
        'rolebinding-leader-migration-kube-controller-manager.yaml',
        'role-leader-migration-cloud-controller-manager.yaml',
        'rolebinding-leader-migration-cloud-controller-manager.yaml',
      ],
      configMapGenerator: [{
        name: 'leader-migration-config',
        namespace: 'kube-system',
        files: ['configmap-leader-migration-config/leadermigration.conf'],
        options: { disableNameSuffixHash: true },
      }],
      patches: [{
        path: 'daemonset-aws-cloud-controller-manager.patch.yaml',
        target: { group: 'apps', version: 'v1', kind: 'DaemonSet', name: 'aws-cloud-controller-manager', namespace: 'kube-system' },
      }],
    });
  });

  it('is the same bytes again, and stale files are gone', () => {
    const outdir = writeBundle(appsOf(PHASES));
    const first = readTree(outdir);
    expect(readTree(writeBundle(appsOf(PHASES)))).toEqual(first);
    writeBundle(appsOf([MigrationPhase.DISABLED]));
    expect([...readTree(outdir).keys()].filter(path => path.startsWith('overlays/') && !path.startsWith('overlays/disabled'))).toEqual([]);
  });
});

describe('a bundle is refused, and nothing is written,', () => {
  const disabled = (...objects: object[]) => new Map([[MigrationPhase.DISABLED, composedApp(MigrationPhase.DISABLED, {}, objects)]]);
  const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own', namespace: 'x' } };

  function expectRefused(apps: ReadonlyMap<MigrationPhase, App>, message: string, props?: KustomizeBundleProps): void {
    const outdir = writeBundle(appsOf([MigrationPhase.DISABLED]));
    const before = readTree(outdir);
    expect(() => writeBundle(apps, props)).toThrow(new Error(message));
    expect(readTree(outdir)).toEqual(before);
  }

  it.each<[string, object[], string]>([
    ['for two objects of one name', [own, own], 'ConfigMap \'x/own\' is in phase \'disabled\' twice, and a bundle holds an object once; rename one '
      + 'of them or leave it out'],
    ['for a name that ours has',
      [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'cloud-controller-manager', namespace: 'kube-system' } }],
      'ServiceAccount \'kube-system/cloud-controller-manager\' is in phase \'disabled\' twice, and a bundle holds an object once; rename one of '
        + 'them or leave it out'],
    ['for one namespace under two spellings', [{ ...own, metadata: { name: 'own' } }, { ...own, metadata: { name: 'own', namespace: 'default' } }],
      'ConfigMap \'default/own\' is in phase \'disabled\' twice, and a bundle holds an object once; rename one of them or leave it out'],
    ['for a list', [{ apiVersion: 'v1', kind: 'List', metadata: { name: 'own' }, items: [own] }],
      'List \'own\' is a list, which kustomize takes apart; give each of its items as an object of its own'],
    ['for instructions to kustomize', [{ ...own, metadata: { ...own.metadata, annotations: { 'config.kubernetes.io/local-config': 'true' } } }],
      'ConfigMap \'x/own\' has the annotation \'config.kubernetes.io/local-config\', which kustomize reads and takes away; leave it out'],
  ])('%s', (_, objects, message) => expectRefused(disabled(...objects), message));

  it('without a phase', () =>
    expectRefused(new Map(), 'the bundle has no phase; call `addPhase` with the App or Chart of each phase before `write`'));

  it('for what is neither an App nor a Chart, or an App that finds itself wrong', () => {
    const app = composedApp(MigrationPhase.DISABLED);
    const construct = app.node.findChild('migration').node.findChild('migration') as Chart;
    expect(() => PhaseBundle.kustomize().addPhase(MigrationPhase.DISABLED, construct)).toThrow(new Error(
      '\'migration/migration\' is neither an App nor a Chart; give the one that your program synthesizes'));
    app.node.addValidation({ validate: () => ['wrong'] });
    expect(() => PhaseBundle.kustomize().addPhase(MigrationPhase.DISABLED, app)).toThrow(new Error('\'\' is not valid, so no bundle is written of '
      + 'it: wrong'));
  });

  it('below the output folder of cdk8s', () => {
    const app = composedApp(MigrationPhase.DISABLED);
    expect(() => writeBundle(new Map([[MigrationPhase.DISABLED, app]]), {}, join(app.outdir, 'kustomize'))).toThrow('every .yaml file is taken as a '
      + 'manifest');
    expect(existsSync(join(app.outdir, 'kustomize'))).toBe(false);
  });

  function base(files: Record<string, string>): string {
    const folder = mkdtempSync(join(dir, 'base-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }
  const other = 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: other, namespace: kube-system}\n';

  it.each<[string, Record<string, string>, (folder: string) => string]>([
    ['without a kustomization', {}, folder => `base '${folder}' has no kustomization.yaml, kustomization.yml, Kustomization; give the folder that `
      + 'holds it'],
    ['that transforms', { 'kustomization.yaml': 'namePrefix: my-\nresources: [a.yaml]\n', 'a.yaml': other },
      folder => `'${folder}/kustomization.yaml' uses \`namePrefix\`, but of a given base only \`resources\` that are files are read; give the `
        + 'folder below it that lists the files, '
        + `or as \`base\` a file with the output of 'kubectl kustomize ${folder}', and as \`baseResource\` how the bundle refers to the folder`],
    ['that stands on another', { 'kustomization.yml': 'resources: [../base]\n' },
      folder => `'${folder}/kustomization.yml' lists '../base', which is not a file in that folder; of a given base only files in its folder are `
        + 'read'],
    ['without the workload', { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': other },
      folder => `base '${folder}' lacks DaemonSet 'kube-system/aws-cloud-controller-manager', which the patches of phase 'disabled' need; it has `
        + 'DaemonSet \'kube-system/other\'; '
        + 'give a base with that workload, or name yours as in the base (`metadata.name` of the Ccm)'],
    ['with an object twice', { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': `${other}---\n${other}` },
      folder => `DaemonSet 'kube-system/other' is in base '${folder}' twice, and a bundle holds an object once; rename one of them or leave it out`],
    ['that is empty', { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': '' }, folder => `base '${folder}' holds no object; give a base of `
      + 'objects'],
    ['of something else', { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': 'a: b\n' },
      folder => `'${folder}/a.yaml' holds something that is not a Kubernetes object with apiVersion, kind and metadata.name; give a base of objects`],
  ])('on a base %s', (_, files, message) => {
    const folder = base(files);
    expectRefused(appsOf([MigrationPhase.DISABLED]), message(folder), { base: folder });
  });

  it('on a base that is not there, or known by its address only', () => {
    expectRefused(appsOf([MigrationPhase.DISABLED]), `base '${dir}/none' does not exist; give the folder of a kustomize base, or a file with the `
      + 'output of \'kubectl kustomize\'', { base: join(dir, 'none') });
    expect(() => PhaseBundle.kustomize({ baseResource: 'https://example.com/base' })).toThrow(new Error(
      'baseResource \'https://example.com/base\' is given without `base`, and patches are made by comparing with its objects; give a folder with a '
        + 'copy of it, or a file with the output of \'kubectl kustomize\''));
    const output = join(base({ 'built.yaml': other }), 'built.yaml');
    expectRefused(appsOf([MigrationPhase.DISABLED]),
      `base '${output}' is a file, and kustomize takes files only from the folder of their kustomization; give as \`baseResource\` how the bundle `
        + 'refers to what it was built from',
      { base: output });
  });

  it('on a base in its own place, but not on one beside that', () => {
    const outdir = join(dir, 'bundle');
    const files = { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': other.replace('name: other', 'name: aws-cloud-controller-manager') };
    for (const name of ['base', 'upstream']) cpSync(base(files), join(outdir, name), { recursive: true });
    const before = readTree(outdir);
    expect(() => writeBundle(appsOf([MigrationPhase.DISABLED]), { base: join(outdir, 'base') })).toThrow(new Error(
      `base '${join(outdir, 'base')}' is in '${outdir}', where the bundle writes a base and overlays of its own; move it beside them, for example `
        + `to '${join(outdir, 'upstream')}'`));
    expect(() => writeBundle(appsOf([MigrationPhase.DISABLED]))).toThrow('so it is yours');
    expect(readTree(outdir)).toEqual(before);
    rmSync(join(outdir, 'base'), { recursive: true });
    writeBundle(appsOf([MigrationPhase.DISABLED]), { base: join(outdir, 'upstream') });
    expect(readFileSync(join(outdir, 'upstream', 'a.yaml'), 'utf8')).toBe(files['a.yaml']);
  });
});

it('a Chart that composed the constructs is as good as an App', () => {
  const chart = new Chart(new App(), 'chart');
  new ApiObject(chart, 'own', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'own' } });
  const bundle = PhaseBundle.kustomize();
  bundle.addPhase(MigrationPhase.DISABLED, chart);
  expect(bundle.write(join(dir, 'bundle')))
    .toEqual(['base/kustomization.yaml', 'base/namespace-own.yaml', 'overlays/disabled/kustomization.yaml', 'files.json']);
});

