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
