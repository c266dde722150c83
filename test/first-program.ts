import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from './golden';
import { ROOT } from './pages';

/** Manifests below a folder, without the metadata that cdk8s-cli has an App write for its plugins. */
export function manifestsIn(folder: string): [string, string][] {
  return [...readTree(folder)].filter(([path]) => path.endsWith('.yaml'));
}

/** What the first program of the README writes in any language, against the example with the same nodes: its Charts have another prefix. */
export function expectOutputOfFirstProgram(dir: string): void {
  const unprefixed = new Map(manifestsIn(join(dir, 'phases')).map(([path, text]) => [path.replace('prod-eu-', ''), text]));
  expect(unprefixed).toEqual(readTree(join(ROOT, 'examples/kubeadm/dist')));
  // The program says that the cluster is in phase `n`: what is applied is that.
  expect(readTree(join(dir, 'dist'))).toEqual(new Map(manifestsIn(join(dir, 'phases/n')).map(([path, text]) => [path, `---\n${text}`])));
  const withoutIndex = (folder: string) => new Map([...readTree(folder)].filter(([path]) => !path.endsWith('migration.json')));
  expect(withoutIndex(join(dir, 'nodes'))).toEqual(withoutIndex(join(ROOT, 'examples/kubeadm/nodes')));
  expect(readTree(join(dir, 'bundles/kubeadm'))).toEqual(readTree(join(ROOT, 'examples/kubeadm/bundles/kubeadm')));
  expect(readdirSync(join(dir, 'bundles/plan'))).toEqual(expect.arrayContaining(['plan.json', 'runbook.md']));
}
