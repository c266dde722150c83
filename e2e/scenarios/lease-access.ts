import { join } from 'node:path';
import { LeaseAccessMode, MigrationStrategy } from '../../src';
import { starved } from '../lib/judge';
import { Journey } from '../lib/scenario';
import { synthesize } from '../lib/synth';

/** Longer than any change of leaders takes. */
const WATCH_SECONDS = 50;

/** Without access to the migration Lease every process stays healthy, and none runs the controllers. */
export const ACCESS_MISSING: Journey = {
  choice: { strategy: MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.NONE }) },
  scenarios: [{
    name: 'lease-access-missing',
    title: 'no component may use the migration Lease: the controllers never start',
    run: async ({ cluster, steps }) => {
      await steps.enterNWithoutWaiting();
      await steps.watch(WATCH_SECONDS);
      const holder = await cluster.holder('kube-controller-manager');
      if (!holder) throw new Error('no process holds the main Lease: not what this scenario is about');
    },
    judge: starved,
  }],
};

/** What must be granted to kube-controller-manager, as `kubectl auth can-i --list` prints it. */
const GRANTED = ['leases.coordination.k8s.io [] [cloud-provider-extraction-migration] [get update]'];

/** Both ways to grant access give kube-controller-manager of 1.26 what it lacks, and nothing else. */
export const ACCESS_MODES: Journey = {
  scenarios: [{
    name: 'lease-access-modes',
    title: 'both ways to give lease access give what is missing and no more',
    run: async ({ cluster, steps, log }) => {
      const before = await rights(cluster.kubectl);
      for (const mode of [LeaseAccessMode.ADDITIVE, LeaseAccessMode.BOOTSTRAP_ROLE_PATCH]) {
        const folder = join(cluster.folder, mode);
        synthesize(folder, join(cluster.folder, 'input'), { strategy: MigrationStrategy.leaderMigration({ leaseAccess: mode }) });
        await cluster.kubectl('apply', '--server-side', '--force-conflicts', '-f', join(folder, 'dist', 'n'));
        const after = await rights(cluster.kubectl);
        const added = [...after].filter(line => !before.has(line));
        const removed = [...before].filter(line => !after.has(line));
        log(`${mode}: added ${JSON.stringify(added)}, removed ${JSON.stringify(removed)}`);
        if (JSON.stringify(added) !== JSON.stringify(GRANTED) || removed.length > 0) {
          throw new Error(`${mode} grants ${added.join(', ')} and takes ${removed.join(', ')}`);
        }
        if (mode === LeaseAccessMode.ADDITIVE) await cluster.kubectl('delete', '-f', join(folder, 'dist', 'n'));
      }
      await steps.served('checking access');
    },
    judge: () => [],
  }],
};

/** Every right of kube-controller-manager in kube-system, one line each. */
async function rights(kubectl: (...args: string[]) => Promise<string>): Promise<Set<string>> {
  const text = await kubectl('auth', 'can-i', '--list', '--namespace=kube-system', '--as=system:kube-controller-manager');
  return new Set(text.split('\n').slice(1).map(line => line.trim().replace(/\s+/g, ' ')).filter(Boolean));
}
