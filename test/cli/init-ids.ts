import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../pages';

const KUBEADM = join(ROOT, 'examples/kubeadm/input');

/** Ids that a tag key can hold, and of which no Chart can be named as they are. */
export const CLUSTER_IDS = ['prod.example.com', 'PROD_eu', 'a'.repeat(106)];

interface InitInput {
  readonly prepare: (app: string, id: string) => void;
  readonly init: readonly string[];
  /** What an app beside it is made with: the same one as it was before. */
  readonly before?: readonly string[];
  /** What `plan` is called with besides, and a step that it has; none: there is nothing to plan from. */
  readonly plan?: readonly [step: string, ...args: string[]];
}

/** What `init` is called for, by name. */
export const INIT_INPUTS: Readonly<Record<string, InitInput>> = {
  'node files': { prepare: copyNodes, init: [], plan: ['n-plus-1/settled', '--from', 'not-started', '--to', 'n-plus-1'] },
  'nothing': { prepare: () => undefined, init: ['--from', '1.26'] },
  'the steady state': {
    prepare: () => undefined, init: ['--to', '1.31'], before: ['--to', '1.30'], plan: ['disabled/api-servers', '--upgrade-from', 'before'],
  },
};

/** A node of examples/kubeadm, of another cluster. */
function copyNodes(app: string, id: string): void {
  const input = join(app, 'input');
  mkdirSync(app, { recursive: true });
  const [, ...others] = readdirSync(join(KUBEADM, 'control-plane')).map(name => join(KUBEADM, 'control-plane', name));
  cpSync(KUBEADM, input, { recursive: true, filter: path => !others.includes(path) && path !== join(KUBEADM, 'worker') });
  for (const entry of readdirSync(input, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('prod-eu', id));
  }
}
