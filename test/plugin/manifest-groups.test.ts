import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contentHash } from '../../src/lib/text/content-hash';
import { manifestGroups } from '../../src/plugin/manifest-groups';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'groups-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

const CCM = 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: ccm, namespace: kube-system}\nspec: {}\n';
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: monitoring}\n';

function written(files: { readonly [path: string]: string }): string[] {
  return Object.entries(files).map(([path, text]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  });
}

describe('manifests without a migration.json', () => {
  it('are refused by name where they are of several clusters', () => {
    const manifests = written({ 'mixed/prod-eu-30-ccm.k8s.yaml': CCM, 'mixed/prod-us-30-ccm.k8s.yaml': CCM });
    expect(() => manifestGroups(manifests, undefined)).toThrow(new Error(
      '\'prod-eu-30-ccm.k8s.yaml\' and \'prod-us-30-ccm.k8s.yaml\' both have DaemonSet kube-system/ccm, so they are of two clusters, and nothing '
      + 'says which manifest is of which; call MigrationOutput.write(app, ...) after app.synth(), and give its folder as the property `nodes`'));
  });

  it('are refused too where the file of only one of the clusters is there', () => {
    const manifests = written({ 'dist/mixed/prod-eu-30-ccm.k8s.yaml': CCM, 'dist/mixed/prod-us-30-ccm.k8s.yaml': CCM });
    const entry = { path: 'dist/mixed/prod-eu-30-ccm.k8s.yaml', step: 1, sha256: contentHash(CCM) };
    const index = { schemaVersion: 1, cluster: 'prod-eu', phase: 'mixed', strategy: 'leader-migration', nodes: {}, manifests: [entry] };
    written({ 'nodes/mixed/migration.json': JSON.stringify(index) });
    expect(() => manifestGroups(manifests, join(root, 'nodes'))).toThrow('both have DaemonSet kube-system/ccm, so they are of two clusters');
    expect(manifestGroups(manifests.slice(0, 1), join(root, 'nodes'))).toMatchObject([{ label: 'mixed' }]);
  });

  it.each<[string, { readonly [path: string]: string }, string[]]>([
    ['phases of one cluster', { 'n/30-ccm.k8s.yaml': CCM, 'mixed/30-ccm.k8s.yaml': CCM }, ['mixed', 'n']],
    ['other objects that are there twice', { 'a.k8s.yaml': NAMESPACE, 'b.k8s.yaml': NAMESPACE + '---\n' + CCM }, ['']],
    ['one that cannot be read, which the check itself says', { 'a.k8s.yaml': 'a: "', 'b.k8s.yaml': CCM }, ['']],
  ])('are taken as %s', (_, files, labels) => {
    expect(manifestGroups(written(files), undefined).map(({ label }) => label)).toEqual(labels);
  });
});

describe('an app that keeps its phases beside what is applied', () => {
  const other = (text: string) => text.replace('{}', '{minReadySeconds: 1}');
  const texts = { 'n': NAMESPACE, 'mixed': CCM, 'n-plus-1': CCM, 'disabled': other(CCM) };
  const nodes = () => join(root, 'nodes');

  /** One cluster, or one of several with folders of their own. */
  function keep(cluster = 'prod-eu', folder = ''): void {
    for (const [phase, text] of Object.entries(texts)) {
      const path = `phases/${folder}${phase}/30-ccm.k8s.yaml`;
      const index = {
        schemaVersion: 1,
        cluster,
        phase,
        strategy: 'leader-migration',
        nodes: {},
        nodeFiles: `nodes/${folder}${phase}/files.json`,
        manifests: [{ path, step: 1, sha256: contentHash(text) }],
      };
      written({ [path]: text, [`nodes/${folder}${phase}/migration.json`]: JSON.stringify(index) });
    }
  }
  const short = (manifests: readonly string[]) => Object.fromEntries(manifestGroups(manifests, nodes()).map(({ label, manifests: own }) =>
    [label, own.map(path => path.slice(root.length + 1))]));

  it('has every phase checked as it is kept, and what the App has besides in the phase that is applied', () => {
    keep();
    const platform = 'dist/platform.k8s.yaml';
    const index = JSON.stringify([{ path: '40-own.k8s.yaml' }, { path: '30-ccm.k8s.yaml' }]);
    written({ 'phases/mixed/40-own.k8s.yaml': NAMESPACE, 'phases/mixed/files.json': index });
    const manifests = written({ 'dist/30-ccm.k8s.yaml': CCM, 'dist/40-own.k8s.yaml': NAMESPACE, [platform]: NAMESPACE });
    expect(short(manifests)).toEqual({
      'n': ['phases/n/30-ccm.k8s.yaml'],
      'mixed': ['phases/mixed/30-ccm.k8s.yaml', 'phases/mixed/40-own.k8s.yaml', platform],
      'n-plus-1': ['phases/n-plus-1/30-ccm.k8s.yaml', 'dist/40-own.k8s.yaml', platform],
      'disabled': ['phases/disabled/30-ccm.k8s.yaml'],
    });
  });

  it('is so with several clusters, each with a folder of its own', () => {
    keep('prod-eu', 'prod-eu/');
    keep('prod-us', 'prod-us/');
    const manifests = written({ 'dist/prod-eu/30-ccm.k8s.yaml': CCM, 'dist/prod-us/30-ccm.k8s.yaml': NAMESPACE });
    expect(Object.keys(short(manifests))).toHaveLength(8);
    expect(short(manifests)['prod-us mixed']).toEqual(['phases/prod-us/mixed/30-ccm.k8s.yaml']);
    expect(() => short(manifests.slice(0, 1))).toThrow('what is synthesized for cluster \'prod-us\' is not one of its phases');
  });

  it.each<[string, { readonly [path: string]: string }, string]>([
    ['was changed', { 'dist/30-ccm.k8s.yaml': `${CCM}#\n` }, '\'30-ccm.k8s.yaml\''],
    ['is of two phases', { 'dist/a/30-ccm.k8s.yaml': CCM, 'dist/b/30-ccm.k8s.yaml': NAMESPACE }, '\'30-ccm.k8s.yaml\', \'30-ccm.k8s.yaml\''],
    ['is not there', { 'dist/other.yaml': NAMESPACE }, 'none of its manifests is there'],
  ])('is refused where what is applied %s', (_, files, what) => {
    keep();
    expect(() => manifestGroups(written(files), nodes())).toThrow(new Error('what is synthesized for cluster \'prod-eu\' is not one of its phases '
      + `('disabled', 'mixed', 'n', 'n-plus-1'): ${what}; call MigrationOutput.writeCurrent(phase, ...) after MigrationOutput.write(app, ...) of `
      + 'every phase, in the same run'));
  });

  it('is refused where a phase that is kept was changed', () => {
    keep();
    written({ 'phases/disabled/30-ccm.k8s.yaml': CCM });
    expect(() => manifestGroups(written({ 'dist/30-ccm.k8s.yaml': NAMESPACE }), nodes())).toThrow('is not the manifest that');
  });
});
