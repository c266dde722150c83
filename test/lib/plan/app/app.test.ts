import { StrategyKind } from '../../../../src/lib/migration/migration-strategy';
import { readApp } from '../../../../src/lib/plan/app/read-app';
import { makePlan } from '../../../../src/lib/plan/plan';
import { makeReport } from '../../../../src/lib/report/make-report';
import { kubeadmNodes } from '../../../nodes';
import { STRATEGIES } from '../../../strategies';
import { appFiles, rewritten } from '../app-fixture';

const FILES = appFiles();

function without(pattern: RegExp): Map<string, string> {
  return new Map([...FILES].filter(([path]) => !pattern.test(path)));
}

function edited(path: string, text: string): Map<string, string> {
  return new Map(FILES).set(path, text);
}

function renamed(from: string, to: string): Map<string, string> {
  return new Map([...FILES].map(([path, text]) => [path.startsWith(from) ? `${to}${path.slice(from.length)}` : path, text]));
}

/** With indexes of the phases, which have their one manifest there. */
function manifestsAt(path: string): Map<string, string> {
  const manifests = [{ path, step: 1, sha256: 'x' }];
  return new Map([...FILES, ...['n', 'mixed', 'n-plus-1', 'disabled'].map((phase): [string, string] => [
    `nodes/${phase}/migration.json`,
    JSON.stringify({ schemaVersion: 1, cluster: 'prod-eu', phase, strategy: 'leader-migration', nodes: { groups: {} }, manifests }),
  ])]);
}

it('passes over a folder beside those of its phases', () => {
  expect(readApp(edited('nodes/old/files.json', '[]')).phases.size).toBe(4);
});

describe('an app with objects of a kind that nothing knows', () => {
  const files = rewritten(FILES, /^dist\/.*app\.k8s\.yaml$/, text => `${text}---\napiVersion: corp.example/v1\nkind: Stack\nmetadata: {name: x}\n`);
  const inertKinds = [{ group: 'corp.example', kind: 'Stack', reason: 'makes dashboards' }];

  it('is planned and reported only where the user says what they do', () => {
    expect(() => makePlan(files, 'n', 'mixed')).toThrow('Stack of corp.example');
    expect(makePlan(files, 'n', 'mixed', { inertKinds })).not.toHaveProperty('refused');
    const { assumptions } = makeReport(files, { from: 'n', to: 'mixed', plan: { inertKinds } });
    expect(assumptions.at(-1)).toMatchObject({ id: 'inert-kind', text: expect.stringContaining('Stack of corp.example') as string });
  });
});

describe('an app', () => {
  it.each(Object.values(StrategyKind))('with strategy %s is known by its files', strategy => {
    expect(readApp(appFiles({ strategy: STRATEGIES[strategy] }))).toMatchObject({ strategy, releases: { 'n': '1.26.15', 'n-plus-1': '1.27.16' } });
  });

  const kcm = [...FILES.keys()].find(path => /^nodes\/mixed\/control-plane-n\/.*kube-controller-manager/.test(path))!;

  it.each<[string, () => ReadonlyMap<string, string>, RegExp]>([
    ['nothing in it', () => new Map(), /no phase is written here: expected 'nodes\/<phase>\/files.json'.*got nothing/],
    ['something else in it', () => new Map([['src/main.ts', '']]), /no phase is written here.*got src/],
    ['a phase under the name of its enum, as Python writes it', () => renamed('nodes/mixed/', 'nodes/MigrationPhase.MIXED/'),
      /^'nodes\/MigrationPhase.MIXED' is not named after a phase \(n, mixed, n-plus-1, disabled\).*MigrationOutput.folderOf/],
    ['a phase under the name of its enum, as Java writes it, of one of several clusters', () => renamed('nodes/n/', 'nodes/prod-eu/N/'),
      /^'nodes\/prod-eu\/N' is not named after a phase/],
    ['a phase that has been renamed', () => renamed('nodes/n/', 'nodes/before/').set('nodes/before/migration.json', '{}'),
      /^'nodes\/before' is not named after a phase/],
    ['manifests under the name of the enum', () => manifestsAt('dist/MigrationPhase.MIXED/app.k8s.yaml'),
      /^'dist\/MigrationPhase.MIXED' is not named after a phase/],
    ['a file changed by hand', () => edited(kcm, FILES.get(kcm) + '# mine\n'), /kube-controller-manager.yaml' was changed since synth wrote it/],
    ['files changed by hand, whatever else is wrong with it', () => edited(kcm, '')
      .set(kcm.replace('kube-controller-manager', 'kube-apiserver'), '').set('nodes/n/to-delete.json', '{'),
    /^2 files were changed since synth wrote them: '[^']+kube-apiserver.yaml', '[^']+kube-controller-manager.yaml'; make the change in the program/],
    ['a file missing', () => { const files = new Map(FILES); files.delete(kcm); return files; }, /is in the index, but not in the folder/],
    ['an index that is none', () => edited('nodes/n/files.json', '{}'), /'nodes\/n\/files.json' is not an index of this library's files/],
    ['an index that leaves its folder', () => edited('nodes/n/files.json', '[{"path":"control-plane-n/a/../x","sha256":"x","mode":"0600",'
      + '"owner":"root:root"}]'), /lists 'control-plane-n\/a\/..\/x'/],
    ['an index with a command', () => edited('nodes/n/files.json', '[{"path":"control-plane-n/a/x\';rm","sha256":"x","mode":"0600",'
      + '"owner":"root:root"}]'), /of letters, digits and '\._\+=/],
    ['an index with a sum that is none',
      () => edited('nodes/n/files.json', '[{"path":"control-plane-n/a/x","sha256":"x","mode":"0600","owner":"root:root","inputSha256":"; rm"}]'),
      /inputSha256 '; rm'.*expected 64 hex digits/],
    ['a broken list of what to delete', () => edited('nodes/n/to-delete.json', '{"objects":[{"kind":"x; rm"}],"nodeFiles":[]}'),
      /is not a list of what to delete/],
    ['nodes of two clusters',
      () => new Map([...appFiles(), ...appFiles({ nodes: kubeadmNodes().slice(0, 2) })].filter(([path]) => !path.startsWith('nodes/n/'))
        .concat([...FILES].filter(([path]) => path.startsWith('nodes/n/')))),
      /the phases are not of one cluster: 'nodes\/n\/control-plane-n' has .*, 'nodes\/mixed\/control-plane-n' has/],
    ['two versions',
      () => rewritten(FILES, /^nodes\/mixed\/control-plane-n\/.*kube-controller-manager/, text => text.replace(':v1.26.15', ':v1.25.16')),
      /the phases are not of one cluster: kube-controller-manager is 1.26.15 in .*, 1.25.16 in/],
    ['two cluster names', () => rewritten(FILES, /^nodes\/n-plus-1\/.*kube-controller-manager/, text => text.replace('=prod-eu', '=other')),
      /'--cluster-name' is 'prod-eu' in .*'other' in/],
    ['two names of the Lease',
      () => rewritten(FILES, /^nodes\/mixed\/.*leadermigration.conf/, text => text.replace('cloud-provider-extraction-migration', 'mine')),
      /the migration Lease is/],
    ['a part that cannot be read', () => rewritten(FILES, /^nodes\/mixed\/control-plane-n\/.*kube-controller-manager/, text => text
      .replace('    - kube-controller-manager\n', '    - sh\n    - -c\n    - exec kube-controller-manager "$@"\n')),
    new RegExp('whether phase \'mixed\' is safe is not known, and nothing is written:\\nnodes/mixed/control-plane-n/.*kube-controller-'
      + 'manager.yaml:\\d+: \'sh\' starts kube-controller-manager')],
    ['no nodes',
      () => without(/^nodes\/.*(control-plane|worker)-/).set('nodes/n/files.json', '[]').set('nodes/mixed/files.json', '[]').set(
        'nodes/n-plus-1/files.json', '[]',
      ).set('nodes/disabled/files.json', '[]'), /no phase has files of a control-plane node/],
    ['the steady state alone',
      () => without(/^(nodes|dist)\/(n|mixed|n-plus-1)\/|^nodes\/.*(control-plane|worker)-/).set('nodes/disabled/files.json', '[]'),
      /^the app writes the steady state alone, phase 'disabled', so there is no step .*; 'ccm-migration plan \. --upgrade-from <folder/],
  ])('fails with %s', (_, files, message) => {
    expect(() => readApp(files())).toThrow(message);
  });

  it('fails with a phase in two layouts', () => {
    const files = new Map([...FILES].flatMap(([path, text]): [string, string][] =>
      path.startsWith('nodes/mixed/') ? [[path, text], [path.replace('nodes/', 'nodes/prod-eu/'), text]] : [[path, text]]));
    expect(() => readApp(files, 'prod-eu')).toThrow("phase 'mixed' is written twice, in 'nodes/mixed' and in 'nodes/prod-eu/mixed'");
  });

  it('fails when a phase of the way is not written', () => {
    expect(() => makePlan(without(/^(nodes|dist)\/mixed\//), 'n', 'mixed')).toThrow("phase 'mixed' is needed by this plan, but 'nodes/mixed' is not "
      + "written; written are: 'n', 'n-plus-1', 'disabled'");
  });

  it('fails to be of both versions with one control-plane node', () => {
    expect(() => makePlan(appFiles({ nodes: kubeadmNodes().slice(0, 1) }), 'n', 'mixed')).toThrow('the app has one control-plane node, which cannot '
      + 'be of both versions');
  });

  it('fails where there is nothing to plan', () => {
    expect(() => makePlan(FILES, 'n', 'n')).toThrow("the cluster is to go from 'n' to 'n': there is nothing to plan");
  });
});
