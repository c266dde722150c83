import * as fc from 'fast-check';
import { clusterOf } from './cluster-of';
import { KCM } from '../../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../../../src/lib/leader-migration';
import { processesOf } from '../../../../src/lib/model/cluster';
import { modelProcess } from '../../../../src/lib/model/process';
import { crossedLocks } from '../../../../src/lib/proof/crossed-locks';
import { starvations } from '../../../../src/lib/proof/liveness';
import { withoutReason } from '../../../../src/lib/verify/certificate/liveness';
import { cluster } from '../../proof/generate';

describe('the reasons for which controllers are run', () => {
  it('are there exactly where no choice of lock holders of any mix leaves a controller without a process', () => {
    const made = fc.sample(cluster, { seed: 20261128, numRuns: 1_000 }).map(clusterOf).filter(one => crossedLocks(processesOf(one)).length === 0);
    const judged = made.map(one => ({ starved: starvations(one).map(({ controller }) => controller).sort(), found: [...withoutReason(one)].sort() }));
    expect(judged.filter(({ starved, found }) => starved.join() !== found.join())).toStrictEqual([]);
    expect(judged.filter(({ starved }) => starved.length > 0).length).toBeGreaterThan(100);
    expect(judged.filter(({ starved }) => starved.length === 0).length).toBeGreaterThan(3);
  });

  it('are missing where it depends on who holds half of a lock', () => {
    const file = new ConfigurationFile(JSON.stringify({
      apiVersion: 'controllermanager.config.k8s.io/v1alpha1',
      kind: 'LeaderMigrationConfiguration',
      leaderName: 'extraction',
      resourceLock: 'leases',
      controllerLeaders: [{ name: 'service', component: KCM }],
    }));
    const kcm = (lock: string, controllers: string, configuration?: ConfigurationFile) => modelProcess({
      dir: lock,
      label: lock,
      component: KCM,
      version: KubernetesVersion.of('1.22'),
      flags: Object.entries({
        'cloud-provider': 'aws',
        'leader-elect-resource-lock': lock,
        controllers,
        ...configuration && { 'enable-leader-migration': 'true', 'leader-migration-config': '/etc/leadermigration.conf' },
      }).map(([name, value]) => ({ name, value })),
      configuration,
    });
    const [endpoints, configmaps] = ['endpoints', 'configmaps'].map(lock => kcm(lock, 'service', file));
    // Each holds a Lease as well, so only one of them keeps out one of the others.
    const idle = ['endpointsleases', 'configmapsleases'].map(lock => kcm(lock, 'job'));
    const made = { kinds: [{ name: 'all', processes: [endpoints, configmaps, ...idle] }], workloads: [] };
    expect(starvations(made).map(({ controller }) => controller)).not.toContain('service');
    expect(withoutReason(made)).toContain('service');
  });
});
