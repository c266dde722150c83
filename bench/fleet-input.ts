import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const FROM = resolve(__dirname, '..', 'examples', 'kubeadm', 'input');

/** The five nodes of the example in each cluster, below `input`, with the cluster's name in their files: no two clusters share a text. */
export function writeClusters(folder: string, clusters: number): void {
  const files = ['control-plane', 'worker'].flatMap(role => readdirSync(join(FROM, role), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const texts = files.map(file => ({ path: file.slice(FROM.length + 1), text: readFileSync(file, 'utf8') }));
  mkdirSync(join(folder, 'input'), { recursive: true });
  for (let index = 0; index < clusters; index++) {
    for (const { path, text } of texts) {
      const place = join(folder, 'input', `prod-${index}`, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text.replaceAll('prod-eu', `prod-${index}`));
    }
  }
}
