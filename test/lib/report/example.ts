import { join } from 'node:path';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { readTree } from '../../golden';
import { ROOT } from '../../pages';

/** What the example of an installer wrote. */
export function installerFiles(example: string): AppFiles {
  return new Map([...readTree(join(ROOT, 'examples', example, 'bundles'))].map(([path, text]) => [`bundles/${path}`, text] as const));
}

/** What the kubeadm example wrote. */
export function exampleFiles(): AppFiles {
  const parts = ['dist', 'nodes', 'bundles/kubeadm'];
  return new Map(parts.flatMap(part =>
    [...readTree(join(ROOT, 'examples', 'kubeadm', part))].map(([path, text]) => [`${part}/${path}`, text] as const)));
}
