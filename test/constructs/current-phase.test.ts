import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import {
  CloudControllerMigration, KubernetesVersion, LeaseAccessMode, Migration, MigrationOutput, MigrationPhase, MigrationProps, MigrationStrategy,
  PhaseBundle,
} from '../../src';
import { readDirectory } from '../../src/files/read-directory';
import { parseAssumption } from '../../src/lib/read/component/assumption';
import { verify } from '../../src/lib/verify/verify';
import { readTree } from '../golden';
import { kubeadmNodes } from '../nodes';
import { once } from '../once';
import { emptyFolder } from '../scratch';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;

let dir: string;
beforeEach(() => { dir = emptyFolder(); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const cluster = once((props: Partial<MigrationProps> = {}) =>
  new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...props }));

interface Writing {
  /** Folder of a phase below `phases`. */
  readonly folder?: (phase: MigrationPhase) => string;
  /** A Chart of the user. */
  readonly own?: string;
  readonly prefix?: string;
}

function writePhase(migrations: readonly Migration[], phase: MigrationPhase, options: Writing = {}): string[] {
  const { folder = one => `phases/${one}`, own, prefix } = options;
  const app = new App({ outdir: join(dir, folder(phase)) });
  for (const migration of migrations) {
    new CloudControllerMigration(app, migration.clusterId, { migration, phase, chartPrefix: prefix ?? migration.clusterId });
  }
  if (own !== undefined) {
    new ApiObject(new Chart(app, own), 'object', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: own }, data: { phase } });
  }
  app.synth();
  return MigrationOutput.write(app, dir);
}

function writeAll(migrations: readonly Migration[] = [cluster()], options: Writing = {}): void {
  for (const phase of migrations[0].phases) writePhase(migrations, phase, options);
}

function writeCurrent(phase: MigrationPhase, clusterId?: string): string[] {
  return MigrationOutput.writeCurrent(phase, dir, join(dir, 'dist'), clusterId);
}

/** The manifests of a phase as they are applied: a document of one file does not run into that of the next one. */
function applied(folder: string): ReadonlyMap<string, string> {
  const kept = [...readTree(join(dir, 'phases', folder))].filter(([file]) => file !== 'files.json');
  return new Map(kept.map(([file, text]) => [file, `---\n${text}`]));
}

function put(file: string, text: string): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

const dist = () => readTree(join(dir, 'dist'));

describe('what is applied', () => {
  it('is the current phase with the user\'s own Charts, in each phase', () => {
    writeAll([cluster()], { own: 'monitoring' });
    for (const phase of [N, MIXED, DISABLED, N]) {
      expect(writeCurrent(phase).sort()).toEqual([...applied(phase).keys()]);
      expect(dist()).toEqual(applied(phase));
      expect([...dist().keys()]).toContain('monitoring.k8s.yaml');
    }
  });

  it('is in `dist` below the folder of the app where no other folder is given', () => {
    writeAll();
    MigrationOutput.writeCurrent(N, dir);
    expect(dist()).toEqual(applied('n'));
  });

  it('lists what an App writes beside it, and no Chart that it does not have any more', () => {
    expect(writePhase([cluster()], MIXED, { own: 'monitoring' })).toContain('phases/mixed/files.json');
    writePhase([cluster()], MIXED);
    expect([...applied('mixed').keys()]).not.toContain('monitoring.k8s.yaml');
    expect(writePhase([cluster()], MIXED, { folder: phase => `dist/${phase}` })).not.toContain('dist/mixed/files.json');
  });

  it('leaves what is the user\'s, and no folder of an earlier layout', () => {
    const mine = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: mine}\n';
    writeAll([cluster()], { folder: phase => `dist/${phase}` });
    put('dist/mine.yaml', mine);
    put('dist/broken.yaml', 'a: "');
    writeAll();
    writeCurrent(DISABLED);
    expect(dist()).toEqual(new Map([['broken.yaml', 'a: "'], ['mine.yaml', mine], ...applied('disabled')]));
    expect(readdirSync(join(dir, 'dist'))).toHaveLength(3);
  });

  it('is there also where a phase has no manifest', () => {
    writeAll([cluster({ strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }) })]);
    writeCurrent(MIXED);
    expect(writeCurrent(N)).toEqual([]);
    expect(readdirSync(join(dir, 'dist'))).toEqual([]);
  });

  describe('of several clusters', () => {
    const both = () => [cluster(), cluster({ clusterId: 'prod-us' })];

    it('has a folder each, from one App per phase', () => {
      writeAll(both(), { own: 'monitoring' });
      writeCurrent(MIXED, 'prod-eu');
      expect(writeCurrent(DISABLED, 'prod-us').sort()).toEqual(['prod-us/monitoring.k8s.yaml', 'prod-us/prod-us-30-ccm.k8s.yaml']);
      expect([...dist().keys()].filter(file => file.startsWith('prod-eu/'))).toEqual(['monitoring', 'prod-eu-10-lease-access', 'prod-eu-20-config',
        'prod-eu-30-ccm'].map(name => `prod-eu/${name}.k8s.yaml`));
      const directories = ['dist/prod-eu', 'nodes/prod-eu'].map(name => readDirectory(name, dir));
      const { seen } = verify({ directories, assume: [parseAssumption('kcm=external:1.27.16')] });
      expect(seen.phases?.map(({ name }) => name)).toEqual(['phase mixed', 'phase n-plus-1']);
      writeCurrent(DISABLED, 'prod-eu');
      const files = (name: string) => [`${name}/monitoring.k8s.yaml`, `${name}/${name}-30-ccm.k8s.yaml`];
      expect([...dist().keys()]).toEqual([...files('prod-eu'), ...files('prod-us')]);
    });

    it('has a folder each, from an App per cluster and phase', () => {
      for (const one of both()) writeAll([one], { folder: phase => `phases/${one.clusterId}/${phase}`, prefix: '' });
      writeCurrent(MIXED, 'prod-eu');
      writeCurrent(N, 'prod-us');
      expect(dist()).toEqual(new Map([
        ...[...applied('prod-eu/mixed')].map(([file, text]) => [`prod-eu/${file}`, text] as const),
        ...[...applied('prod-us/n')].map(([file, text]) => [`prod-us/${file}`, text] as const),
      ]));
      expect(existsSync(join(dir, 'nodes/prod-us/mixed/migration.json'))).toBe(true);
    });

    it('is refused without the id of one, or with the id of none', () => {
      writeAll(both());
      expect(() => writeCurrent(N)).toThrow(new Error('the app has several clusters, \'prod-eu\', \'prod-us\'; give the id of one as clusterId'));
      expect(() => writeCurrent(N, 'prod')).toThrow(new Error('the app has no cluster \'prod\'; it has \'prod-eu\', \'prod-us\''));
    });
  });

  describe('is refused, and nothing is written,', () => {
    function expectRefused(run: () => unknown, message: string): void {
      const before = dist();
      expect(run).toThrow(message);
      expect(dist()).toEqual(before);
    }

    it('without any phase', () => expectRefused(() => writeCurrent(N), 'no phase is written, so none can be applied'));

    it('in a phase that the strategy does not have', () => {
      writeAll([cluster({ strategy: MigrationStrategy.downtime() })]);
      expectRefused(() => writeCurrent(MIXED), `phase 'mixed' is not written below '${join(dir, 'nodes')}', so it cannot be applied; written are `
        + '\'disabled\', \'n\', \'n-plus-1\', and phases of strategy \'downtime\' are \'n\', \'n-plus-1\', \'disabled\'; call MigrationOutput.write('
        + 'app, ...) of every phase before, and give one of these');
    });

    it('where phases are written to dist', () => {
      writeAll([cluster()], { folder: phase => `dist/${phase}` });
      expectRefused(() => writeCurrent(N), 'phase \'n\' is not in \'phases\', so it cannot be copied: \'nodes/n/migration.json\' lists '
        + '\'dist/n/prod-eu-10-lease-access.k8s.yaml\'; make its App with the output folder \'phases/n\'');
    });

    it.each<[string, () => void, string]>([
      ['changed', () => put('phases/n/prod-eu-10-lease-access.k8s.yaml', 'kind: Role\n'), 'was changed since it was written'],
      ['removed', () => rmSync(join(dir, 'phases/n/prod-eu-10-lease-access.k8s.yaml')), 'is gone since it was written'],
      ['not listed', () => put('phases/n/files.json', '[]'), 'lists \'phases/n/prod-eu-10-lease-access.k8s.yaml\''],
    ])('where a manifest was %s', (_, change, message) => {
      writeAll();
      change();
      expectRefused(() => writeCurrent(N), message);
    });

    it('where another file of the folder has an object of the migration, and may have been edited', () => {
      writeAll();
      writeCurrent(MIXED);
      const file = join(dir, 'dist/prod-eu-20-config.k8s.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('metadata:', 'metadata: # mine'));
      expectRefused(() => writeCurrent(DISABLED), `'${file}' has ConfigMap leader-migration-config of the migration, and is no copy of a manifest in `
        + '\'phases\': it is of an earlier run, or was edited; remove it and run again');
      rmSync(file);
      writeCurrent(DISABLED);
      expect(dist()).toEqual(applied('disabled'));
    });

    it.each(['.', 'phases', 'phases/now', 'nodes', 'nodes/n'])('to the folder %s', folder => {
      writeAll();
      expect(() => MigrationOutput.writeCurrent(N, dir, join(dir, folder))).toThrow(/holds '.*' or is in it, and all of outdir is applied/);
    });
  });
});

describe('a strategy that is changed in the same folder', () => {
  const nodes = () => [kubeadmNodes()[0], kubeadmNodes().at(-1)!];
  const before = (folder: string) => writeAll([cluster({ nodes: nodes() })], { folder: phase => `${folder}/${phase}`, own: 'monitoring' });
  const after = (folder: string) => writeAll([cluster({ nodes: nodes(), strategy: MigrationStrategy.downtime() })],
    { folder: phase => `${folder}/${phase}`, own: 'monitoring' });
  const files = () => [...readTree(dir).keys()];

  it.each(['phases', 'dist'])('removes what the old one wrote of phases that it does not have, where manifests are in %s', folder => {
    before(folder);
    expect(files()).toContain('nodes/mixed/migration.json');
    after(folder);
    // cdk8s empties no folder: a Chart of the user in `dist` stays until cdk8s-cli does.
    const left = files().filter(file => file.includes('/mixed/'));
    expect(left).toEqual(folder === 'dist' ? ['dist/mixed/monitoring.k8s.yaml'] : []);
    const now = new Map(files().map(file => [file, readFileSync(join(dir, file), 'utf8')]));
    rmSync(dir, { recursive: true });
    after(folder);
    const isIndex = (file: string) => file.endsWith('to-delete.json');
    const isOurs = (file: string) => !isIndex(file) && !left.includes(file);
    expect([...now].filter(([file]) => isOurs(file))).toEqual(files().filter(isOurs).map(file => [file, readFileSync(join(dir, file), 'utf8')]));
  });

  it('removes what was applied of such a phase, and of manifests that have another name now', () => {
    before('phases');
    writeCurrent(MIXED);
    after('phases');
    writeCurrent(N);
    expect(dist()).toEqual(applied('n'));
    writeAll([cluster({ nodes: nodes(), strategy: MigrationStrategy.downtime() })], { prefix: 'eu' });
    writeCurrent(N);
    expect(dist()).toEqual(applied('n'));
  });

  it('keeps what was edited, and what is the user\'s', () => {
    before('phases');
    const [edited, listed] = files().filter(file => /^nodes\/mixed\/.*\.yaml$/.test(file));
    put(edited, 'mine');
    put('nodes/mixed/notes.txt', 'mine');
    put('phases/mixed/prod-eu-30-ccm.k8s.yaml', 'mine');
    put('phases/mixed/more.yaml', 'mine');
    expect(listed).toBeDefined();
    after('phases');
    expect(files().filter(file => file.includes('/mixed/'))).toEqual([
      edited, 'nodes/mixed/notes.txt', 'phases/mixed/more.yaml', 'phases/mixed/prod-eu-30-ccm.k8s.yaml',
    ]);
  });

  it('says in to-delete.json of each phase what the old one had and no phase has any more', () => {
    before('phases');
    after('phases');
    for (const phase of [N, N_PLUS_1, DISABLED]) {
      const { objects } = JSON.parse(readFileSync(join(dir, `nodes/${phase}/to-delete.json`), 'utf8')) as { objects: { name: string }[] };
      expect([phase, objects.map(({ name }) => name)]).toEqual([phase, expect.arrayContaining(['leader-migration-config'])]);
    }
  });

  it('leaves phases that another program of the same cluster writes, when the steady state is written', () => {
    writeAll();
    writePhase([new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.28.15') })], DISABLED);
    expect(readdirSync(join(dir, 'nodes')).sort()).toEqual(['disabled', 'mixed', 'n', 'n-plus-1']);
  });

  it('removes manifests that have another name now, and keeps those that were edited', () => {
    for (const folder of ['phases', 'dist']) {
      writePhase([cluster()], MIXED, { folder: phase => `${folder}/${phase}` });
      put(`${folder}/mixed/prod-eu-30-ccm.k8s.yaml`, 'mine');
      writePhase([cluster()], MIXED, { folder: phase => `${folder}/${phase}`, prefix: 'eu' });
      const names = [...readTree(join(dir, folder, 'mixed')).keys()].filter(file => file.endsWith('.yaml'));
      expect(names).toEqual(['eu-10-lease-access', 'eu-20-config', 'eu-30-ccm', 'prod-eu-30-ccm'].map(name => `${name}.k8s.yaml`));
    }
  });

  it('removes manifests of the phase before from a folder that has one phase, and keeps those that were edited or are not of ours', () => {
    const names = () => [...dist().keys()];
    writePhase([cluster()], MIXED, { folder: () => 'dist' });
    put('dist/own.yaml', 'mine');
    expect(names()).toEqual(['own.yaml', ...['10-lease-access', '20-config', '30-ccm'].map(name => `prod-eu-${name}.k8s.yaml`)]);
    put('dist/prod-eu-20-config.k8s.yaml', 'mine');
    writePhase([cluster()], DISABLED, { folder: () => 'dist' });
    expect(names()).toEqual(['own.yaml', 'prod-eu-20-config.k8s.yaml', 'prod-eu-30-ccm.k8s.yaml']);
  });

  it('keeps an edited file of a node that was removed', () => {
    writePhase([cluster({ nodes: nodes() })], MIXED);
    const [first, other] = files().filter(file => /^nodes\/mixed\/worker-n/.test(file));
    put(first, 'mine');
    writePhase([cluster({ nodes: nodes().slice(0, 1) })], MIXED);
    expect(files().filter(file => /^nodes\/mixed\/worker-n/.test(file))).toEqual([first]);
    expect(other).toBeDefined();
  });
});

describe('one App with a cluster in two phases', () => {
  const MARK = 'ccm-migration/phases-in-one-app';
  function appOf(...phases: readonly MigrationPhase[]): App {
    const app = new App({ outdir: join(dir, 'dist') });
    for (const phase of phases) new CloudControllerMigration(app, phase, { migration: cluster(), phase });
    return app;
  }

  it('has every object of them marked in what it writes, and verify says that they are two', () => {
    const app = appOf(N, MIXED, DISABLED);
    app.synth();
    const said = app.node.findAll().flatMap(({ node }) => node.metadata.filter(({ type }) => type === 'ccm-migration:phases-in-one-app'));
    expect(said.map(({ data }) => (data as string).replace(/:.*/, ''))).toEqual(['n, mixed', 'n, mixed, disabled']);
    const objects = [...dist().values()].flatMap(text => text.split('---\n'));
    const mark = `${MARK}: "n, mixed, disabled: phases of cluster prod-eu in one App, and what it writes is applied`;
    expect(objects.filter(text => !text.includes(mark))).toEqual([]);
    const { findings, exclusivity } = verify({ directories: [readDirectory('dist', dir)] });
    expect(exclusivity.verdict).not.toBe('holds');
    expect(findings.find(({ rule }) => rule === 'several-phases-applied')?.message).toMatch(new RegExp('^DaemonSet kube-system/aws-cloud-controller-'
      + 'manager is here with(out)? --enable-leader-migration, and with(out)? it at dist/\\w+-30-ccm\\.k8s\\.yaml:\\d+, so these are two phases'));
  });

  it.each<[string, () => App]>([['one phase', () => appOf(MIXED)], ['two clusters', () => {
    const app = appOf(MIXED);
    new CloudControllerMigration(app, 'us', { migration: cluster({ clusterId: 'prod-us' }), phase: DISABLED });
    return app;
  }]])('has no mark with %s', (_, make) => {
    make().synth();
    expect([...dist().values()].join()).not.toContain(MARK);
  });

  it('has none in a bundle, which takes the Chart of each phase by itself', () => {
    const app = new App({ outdir: join(dir, 'dist') });
    const bundle = PhaseBundle.kustomize();
    for (const phase of [MIXED, DISABLED]) {
      const chart = new Chart(app, phase);
      new CloudControllerMigration(chart, 'migration', { migration: cluster(), phase });
      bundle.addPhase(phase, chart);
    }
    bundle.write(join(dir, 'bundle'));
    const texts = [...readTree(join(dir, 'bundle')).values()].join();
    expect(texts).not.toContain(MARK);
    expect(texts).not.toContain('annotations: {}');
  });
});
