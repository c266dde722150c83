import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../pages';

/** Ids that a tag key can hold, and of which no Chart can be named as they are. */
export const CLUSTER_IDS = ['prod.example.com', 'PROD_eu', 'a'.repeat(106)];

interface InitInput {
  readonly prepare: (app: string, id: string) => void;
  readonly init: readonly string[];
  /** What `plan` is called with besides; none: there is nothing to plan from. */
  readonly plan?: readonly string[];
}

/** What `init` is called for, by name. */
export const INIT_INPUTS: Readonly<Record<string, InitInput>> = {
  'node files': { prepare: copyNodes, init: [], plan: ['--from', 'not-started', '--to', 'n-plus-1'] },
  'nothing': { prepare: () => undefined, init: ['--from', '1.26'] },
  'the steady state': { prepare: () => undefined, init: ['--to', '1.31'] },
};

/** The nodes of examples/kubeadm, of another cluster. */
function copyNodes(app: string, id: string): void {
  const input = join(app, 'input');
  mkdirSync(app, { recursive: true });
  cpSync(join(ROOT, 'examples/kubeadm/input'), input, { recursive: true });
  for (const entry of readdirSync(input, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('prod-eu', id));
  }
}
