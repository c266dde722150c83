import { join } from 'node:path';
import { readDirectory } from '../../../../src/files/read-directory';
import { VerifyDirectory } from '../../../../src/lib/read/input/input';
import { contentHash } from '../../../../src/lib/text/content-hash';
import { renderJson } from '../../../../src/lib/verify/render/json';
import { renderMarkdown } from '../../../../src/lib/verify/render/markdown';
import { renderSarif } from '../../../../src/lib/verify/render/sarif';
import { renderText } from '../../../../src/lib/verify/render/text';
import { verify } from '../../../../src/lib/verify/verify';
import { SCOPE } from '../../verify/nothing-in-scope';

const EXAMPLE = join(__dirname, '../../../../examples/kubeadm');
const [DIST, NODES] = ['dist', 'nodes'].map(name => readDirectory(name, EXAMPLE));

/** A folder of folders, as a user has who keeps outputs beside each other. */
function inside(name: string, folders: Record<string, VerifyDirectory>): VerifyDirectory {
  const files = Object.entries(folders).flatMap(([at, directory]) =>
    [...directory.files].map(([path, content]) => [`${at}/${path}`, content] as const));
  return { name, files: new Map(files) };
}

function changed(directory: VerifyDirectory, change: (path: string, text: string) => string | undefined): VerifyDirectory {
  const files = [...directory.files].flatMap(([path, content]) => {
    const text = 'text' in content ? change(path, content.text) : undefined;
    return text === undefined ? [] : [[path, { text }] as const];
  });
  return { ...directory, files: new Map(files) };
}

const without = (directory: VerifyDirectory, pattern: RegExp) => changed(directory, (path, text) => pattern.test(path) ? undefined : text);

function verdicts(...directories: VerifyDirectory[]): readonly string[] {
  const { exclusivity, liveness } = verify({ directories });
  return [exclusivity.verdict, liveness.verdict];
}

const PHASES = ['phase n', 'phase mixed', 'phase n-plus-1', 'phase disabled'];

it.each<[string, VerifyDirectory[]]>([
  ['as two folders', [DIST, NODES]],
  ['as one folder', [inside('.', { dist: DIST, nodes: NODES })]],
  ['in a folder of its own', [inside('out', { 'prod/dist': DIST, 'prod/nodes': NODES })]],
  ['from inside the output folder', [{ ...DIST, name: '.' }, { ...NODES, name: '../nodes' }]],
])('checks each phase of a whole output by itself, %s', (_, directories) => {
  const result = verify({ directories });
  expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  expect(result.seen.phases?.map(({ name }) => name)).toEqual(PHASES);
  expect(result.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

it('says that each phase was checked by itself', () => {
  const result = verify({ directories: [DIST, NODES] });
  expect(renderText(result, SCOPE)).toContain('phase mixed is checked by itself, with the files that nodes/mixed/migration.json says it has\n');
  expect(renderText(result, SCOPE)).toContain('checked phase n: 3 nodes nodes/n/control-plane-n/ip-10-0-1-10');
  expect(renderMarkdown(result, SCOPE)).toContain('Checked by itself: phase mixed, as nodes/mixed/migration.json says');
});

describe('what was made of the phases', () => {
  const PLAN = 'n-plus-1-to-disabled';
  const OF_PLAN = readDirectory(`bundles/plan/${PLAN}`, EXAMPLE);
  const BUNDLES = inside('bundles', { kubeadm: readDirectory('bundles/kubeadm', EXAMPLE), [`plan/${PLAN}`]: OF_PLAN });
  const isBundle = ({ file }: { readonly file: string }) => file.split('/').includes('bundles');

  it('is not read inside the folder of an app, and said', () => {
    const { exclusivity, liveness, findings, seen } = verify({ directories: [inside('.', { dist: DIST, nodes: NODES, bundles: BUNDLES })] });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['holds', 'holds']);
    expect(findings.filter(isBundle)).toEqual([]);
    expect(seen.passedOver.filter(isBundle).map(({ file, what }) => `${file} ${what}`)).toContain(
      'bundles/kubeadm it is as it was written with the phases, by its files.json; give this folder to have it checked');
  });

  it.each<[string, VerifyDirectory]>([
    ['was changed', inside('.', {
      dist: DIST,
      nodes: NODES,
      bundles: changed(BUNDLES, (path, text) => path === 'kubeadm/n-plus-1/cluster-configuration.yaml'
        ? text.replace(/cloud-provider: external/, 'cloud-provider: aws') : text),
    })],
    ['is in no list', inside('.', {
      dist: DIST,
      nodes: NODES,
      bundles: {
        ...BUNDLES,
        files: new Map([...BUNDLES.files, ['kubeadm/n-plus-1/more.sh', {
          text: 'kubectl apply -f https://example.org/kube-controller-manager.yaml\n',
        }]]),
      },
    })],
  ])('is read where it %s', (_, directory) => {
    expect(verdicts(directory)).not.toEqual(['holds', 'holds']);
  });

  it('is read where it is handed in by itself', () => {
    expect(verdicts(DIST, NODES, OF_PLAN)).toEqual(['unknown', 'unknown']);
  });
});

it('checks two copies of an output, each phase of each', () => {
  const result = verify({ directories: [inside('.', { 'a/dist': DIST, 'a/nodes': NODES, 'b/dist': DIST, 'b/nodes': NODES })] });
  expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  const names = result.seen.phases?.map(({ name }) => name);
  expect(names?.slice(0, 2)).toEqual(['phase n (a/nodes/n/migration.json)', 'phase n (b/nodes/n/migration.json)']);
});

it('breaks with the phase that breaks, and says which', () => {
  const off = changed(DIST, (path, text) => path.startsWith('mixed/') ? text.replace(/.*--enable-leader-migration=true.*\n/, '') : text);
  const { exclusivity, liveness } = verify({ directories: [off, NODES] });
  expect([exclusivity.verdict, liveness.verdict]).toEqual(['broken', 'holds']);
  expect([...new Set(exclusivity.counterexamples.map(({ message }) => message.slice(0, message.indexOf(':'))))]).toEqual(['phase mixed']);
});

it('is unknown with the phase that is unknown, and says which', () => {
  const hidden = changed(DIST, (path, text) => path.startsWith('mixed/') ? text.replace(':v1.27.10', ':stable') : text);
  const { exclusivity } = verify({ directories: [hidden, NODES] });
  expect(exclusivity.verdict).toBe('unknown');
  expect(exclusivity.unknown).not.toEqual([]);
  expect(exclusivity.unknown.every(({ what }) => what.startsWith('phase mixed: '))).toBe(true);
});

it('takes what no index names for a part of each phase', () => {
  const chart = 'apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: ccm}\nspec: {chart: aws-cloud-controller-manager}\n';
  const more: VerifyDirectory = { name: 'more', files: new Map([['chart.yaml', { text: chart }]]) };
  const { exclusivity } = verify({ directories: [DIST, NODES, more] });
  expect(exclusivity.unknown.map(({ what }) => what.slice(0, what.indexOf(':')))).toEqual(PHASES);
});

it('checks some phases without the others as nodes that exist together', () => {
  const both = without(NODES, /^(mixed|disabled)\//);
  const result = verify({ directories: [without(DIST, /^(mixed|n|disabled)\//), both] });
  expect(result.seen.phases).toBeUndefined();
  expect(result.seen.nodes.map(({ label }) => label).some(label => label.startsWith('phase'))).toBe(false);
});

describe('the output of an App of several clusters', () => {
  /** Their manifests beside each other in each phase, as `CloudControllerMigration` writes them below one App. */
  const ofCluster = (id: string) => {
    const named = (text: string) => text.replaceAll('prod-eu', id);
    const manifests = [...DIST.files].map(([path, content]) => [path.replace('/', `/${id}-`), named((content as { text: string }).text)] as const);
    const sums = new Map(manifests.map(([path, text]) => [path, contentHash(text)]));
    const index = (text: string) => named(text).replace(/"path": "dist\/([^/]+\/)([^"]+)"(.*?)"sha256": "[0-9a-f]+"/gs,
      (_, phase: string, file: string, more: string) => {
        const path = `${phase}${id}-${file}`;
        return `"path": "phases/${path}"${more}"sha256": "${sums.get(path)!}"`;
      });
    return {
      phases: { name: 'phases', files: new Map(manifests.map(([path, text]) => [path, { text }])) },
      nodes: changed(NODES, (path, text) => path.endsWith('migration.json') ? index(text) : named(text)),
      applied: { name: '', files: new Map(manifests.filter(([path]) => path.startsWith('n/')).map(([path, text]) => [path.slice(2), { text }])) },
    };
  };
  const [eu, us] = ['prod-eu', 'prod-us'].map(ofCluster);
  const phases: VerifyDirectory = { name: 'phases', files: new Map([...eu.phases.files, ...us.phases.files]) };
  const nodes = inside('nodes', { 'prod-eu': eu.nodes, 'prod-us': us.nodes });
  const dist = inside('dist', { 'prod-eu': eu.applied, 'prod-us': us.applied });

  it('is checked by cluster and phase', () => {
    const { exclusivity, liveness, findings, seen } = verify({ directories: [dist, phases, nodes] });
    expect([exclusivity.verdict, liveness.verdict, findings.filter(({ severity }) => severity !== 'note')]).toEqual(['holds', 'holds', []]);
    expect(seen.phases?.map(({ name }) => name)).toEqual(PHASES.flatMap(phase => ['prod-eu', 'prod-us'].map(id =>
      `${phase} (nodes/${id}/${phase.replace('phase ', '')}/migration.json)`)));
  });

  it('breaks with the phase of the cluster that breaks, which is named', () => {
    const broken = changed(nodes, (path, text) =>
      /prod-us\/mixed\/control-plane-n\/.*kube-controller-manager/.test(path) ? text.replace(/.*--enable-leader-migration.*\n/, '') : text);
    const { exclusivity } = verify({ directories: [dist, phases, broken] });
    expect(exclusivity.verdict).toBe('broken');
    const of = new Set(exclusivity.counterexamples.map(({ message }) => /^phase [^:]*/.exec(message)![0]));
    expect([...of]).toEqual(['phase mixed (nodes/prod-us/mixed/migration.json)']);
  });

  it('is refused where a cluster lacks a phase, which may be the mix that is meant', () => {
    const part = without(nodes, /^prod-us\/disabled\//);
    expect(() => verdicts(dist, phases, part)).toThrow('the input is of two clusters: ');
  });
});

it('tells apart kinds of nodes that have one name in several folders', () => {
  const old = without(NODES, /^(mixed|disabled|n-plus-1)\/|migration\.json$/);
  const renamed = { ...old, files: new Map([...old.files].map(([path, content]) => [path.replace('ip-10-0', 'ip-10-9'), content])) };
  const { nodes } = verify({ directories: [inside('.', { 'a/x': old, 'b/y': renamed })] }).seen;
  expect(nodes.map(({ found }) => found[0])).toEqual(['kube-apiserver 1.26.15', 'kubelet of unknown version']);
});

describe('an output that keeps its phases beside what is applied', () => {
  const KEPT: VerifyDirectory = { name: 'phases', files: DIST.files };
  const INDEXED = changed(NODES, (path, text) => path.endsWith('migration.json') ? text.replaceAll('"dist/', '"phases/') : text);
  /** Copies of manifests, as `dist` has them. */
  const copies = (...paths: string[]): VerifyDirectory =>
    ({ name: 'dist', files: new Map(paths.map(path => [path.slice(path.lastIndexOf('/') + 1), DIST.files.get(path)!])) });
  const of = (phase: string) => copies(...[...DIST.files.keys()].filter(path => path.startsWith(`${phase}/`)));
  const names = (directories: readonly VerifyDirectory[]) => {
    const { exclusivity, liveness, findings, seen } = verify({ directories });
    expect([exclusivity.verdict, liveness.verdict, findings.filter(({ severity }) => severity !== 'note')]).toEqual(['holds', 'holds', []]);
    return seen.phases?.map(({ name }) => name);
  };
  const severalIn = (...directories: VerifyDirectory[]) => {
    const { exclusivity, liveness, findings } = verify({ directories });
    expect(findings.filter(({ rule }) => rule === 'several-phases-applied').map(({ severity }) => severity)).toContain('error');
    return { holds: [exclusivity, liveness].every(({ verdict }) => verdict === 'holds'), findings };
  };

  it.each<[string, VerifyDirectory[]]>([
    ['as folders', [KEPT, INDEXED]],
    ['with what is applied', [of('mixed'), KEPT, INDEXED]],
    ['with what is applied, as one folder', [inside('.', { dist: of('n'), phases: KEPT, nodes: INDEXED })]],
    ['from inside what is applied', [{ ...of('disabled'), name: '.' }, { ...KEPT, name: '../phases' }, { ...INDEXED, name: '../nodes' }]],
  ])('is checked phase by phase, %s', (_, directories) => expect(names(directories)).toEqual(PHASES));

  it.each([['n', ['phase n']], ['mixed', ['phase mixed', 'phase n-plus-1']], ['disabled', ['phase disabled']]])(
    'is checked in the phase that is applied, where the others are not given: %s', (phase, checked) => {
      expect(names([of(phase), INDEXED])).toEqual(checked);
      expect(names([{ ...of(phase), name: '.' }, { ...INDEXED, name: '../nodes' }])).toEqual(checked);
      const { passedOver } = verify({ directories: [of(phase), INDEXED] }).seen;
      expect(passedOver.map(({ what }) => /^(phase \S+) is not checked/.exec(what)?.[1]).filter(name => name !== undefined))
        .toEqual(PHASES.filter(name => !checked.includes(name)));
    },
  );

  it('checks a phase that has no manifest, too', () => {
    const none = changed(INDEXED, (path, text) => path.endsWith('n/migration.json') && !path.includes('plus')
      ? text.replace(/"manifests": \[[^\]]*\]/, '"manifests": []') : text);
    const { seen } = verify({ directories: [of('disabled'), without(KEPT, /^n\//), none] });
    expect(seen.phases?.map(({ name }) => name)).toEqual(PHASES);
  });

  it('takes what the user\'s own App has in a phase for a part of that phase alone', () => {
    const chart = 'apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: ccm}\nspec: {chart: aws-cloud-controller-manager}\n';
    const more = { ...KEPT, files: new Map([...KEPT.files, ['mixed/40-own.k8s.yaml', { text: chart }]]) };
    const { exclusivity } = verify({ directories: [more, INDEXED] });
    expect(exclusivity.unknown.map(({ what }) => what.slice(0, what.indexOf(':')))).toEqual(['phase mixed']);
  });

  it('names what is applied of two phases, with a file that shows it, also where no object is there twice', () => {
    const both = copies('n/10-lease-access.k8s.yaml', 'disabled/30-ccm.k8s.yaml');
    expect(severalIn(both, INDEXED).findings[0]).toMatchObject({
      file: 'dist/10-lease-access.k8s.yaml',
      line: 1,
      message: 'dist/10-lease-access.k8s.yaml is of phase n, and what is beside it is not, or is missing',
    });
    severalIn(both, KEPT, INDEXED);
  });

  it('names what is applied and was changed since, or is only a part of its phase', () => {
    const edited = changed(of('mixed'), (path, text) => path.startsWith('30') ? text.replace(/.*--enable-leader-migration=true.*\n/, '') : text);
    const { holds, findings } = severalIn(edited, KEPT, INDEXED);
    expect(holds).toBe(false);
    expect(findings.map(({ message }) => message)).toContain('dist/30-ccm.k8s.yaml is not the manifest of any phase: it was changed since, or '
      + 'migration.json was written anew');
    severalIn(copies('mixed/30-ccm.k8s.yaml'), KEPT, INDEXED);
  });

  it('names two phases in one stream, which says nothing of files', () => {
    const text = [...DIST.files.values()].map(file => 'text' in file ? file.text : '').join('---\n');
    const { holds, findings } = severalIn({ name: '-', files: new Map([['-', { text }]]) });
    expect(holds).toBe(false);
    const [several] = findings.filter(({ rule }) => rule === 'several-phases-applied');
    expect(several.message).toMatch(/^DaemonSet kube-system\/aws-cloud-controller-manager is here /);
  });
});

describe('files that are not what was synthesized', () => {
  const said = (directories: readonly VerifyDirectory[]) => {
    const result = verify({ directories });
    return { result, edited: result.seen.edited?.map(({ file, index }) => `${file} of ${index}`), first: renderText(result, SCOPE).split('\n')[0] };
  };
  const more = (pattern: RegExp, directory: VerifyDirectory) =>
    changed(directory, (path, text) => pattern.test(path) ? `${text}# mine\n` : text);
  const MANIFEST = 'dist/mixed/30-ccm.k8s.yaml';
  const POD = 'nodes/mixed/control-plane-n/ip-10-0-1-10.eu-central-1.compute.internal/etc/kubernetes/manifests/kube-controller-manager.yaml';

  it.each<[string, readonly VerifyDirectory[], readonly string[] | undefined]>([
    ['none', [DIST, NODES], undefined],
    ['a manifest', [more(/^mixed\/30/, DIST), NODES], [`${MANIFEST} of nodes/mixed/migration.json`]],
    ['a manifest of one phase that is given',
      [more(/^mixed\/30/, DIST), changed(NODES, (path, text) => path.startsWith('mixed/') ? text : undefined)],
      [`${MANIFEST} of nodes/mixed/migration.json`]],
    ['a file of a node', [DIST, more(/^mixed\/control-plane-n\/ip-10-0-1-10.*controller-manager.yaml/, NODES)],
      [`${POD} of nodes/mixed/migration.json`]],
    ['what no index lists', [DIST, NODES, { name: 'own', files: new Map([['x.yaml', { text: 'a: 1\n' }]]) }], undefined],
    ['a manifest without the index', [more(/^mixed\/30/, DIST)], undefined],
    ['an index of files that is none', [DIST, changed(NODES, (path, text) => path.endsWith('/files.json') ? '{' : text)], undefined],
  ])('are named by their index: %s', (_, directories, expected) => expect(said(directories).edited).toEqual(expected));

  it('are said before a verdict that comes of them, in every format, with the remedy', () => {
    const broken = changed(DIST, (path, text) => path === 'mixed/30-ccm.k8s.yaml' ? text.replace(/.*--enable-leader-migration=true.*\n/, '') : text);
    const { result, first } = said([broken, NODES]);
    expect(result.exclusivity.verdict).toBe('broken');
    const sentence = `${MANIFEST}, of which nodes/mixed/migration.json has another sum; make the change in the program or its input and run synth `
      + 'again, since the next run of synth takes it back; what follows is about the files as they are';
    expect(first).toBe(`not what was synthesized: ${sentence}`);
    const [, , line] = renderMarkdown(result, SCOPE).split('\n');
    expect(line).toMatch(/^\*\*Not what was synthesized\*\*: dist\/mixed\/30-ccm.k8s.yaml, of which /);
    const { lookedAt } = JSON.parse(renderJson(result, SCOPE)) as { lookedAt: { edited: unknown } };
    expect(lookedAt.edited).toEqual([{ file: MANIFEST, index: 'nodes/mixed/migration.json' }]);
    expect(renderSarif(result, SCOPE)).toContain(`not what was synthesized: ${sentence}`);
  });

  it('are counted where there are many', () => {
    const { first } = said([DIST, more(/^mixed\/control-plane-n\/.*yaml$/, NODES)]);
    expect(first).toMatch(/^not what was synthesized: (?:[^,]+, ){4}[^,]+ and \d+ more files, of which nodes\/mixed\/migration.json has other /);
  });

  it('are known where what is applied is a copy', () => {
    const kept: VerifyDirectory = { name: 'phases', files: DIST.files };
    const index = changed(NODES, (path, text) => path.endsWith('migration.json') ? text.replaceAll('"dist/', '"phases/') : text);
    const applied = (text: string): VerifyDirectory => ({ name: 'dist', files: new Map([['30-ccm.k8s.yaml', { text }]]) });
    const { text: own } = DIST.files.get('mixed/30-ccm.k8s.yaml') as { readonly text: string };
    expect(said([applied(`---\n${own}`), kept, index]).edited).toBeUndefined();
    expect(said([applied(`---\n${own}# mine\n`), kept, index]).edited?.map(one => one.split(' ')[0])).toEqual(['dist/30-ccm.k8s.yaml']);
  });
});
