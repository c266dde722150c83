import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsCcm, CloudConfig, KubernetesVersion } from '../../src';
import { NEWEST_API_SERVER, NEWEST_CCM } from '../binaries';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';
import { CLOUD_CONFIG, fastElection, MIRROR_OF_IMAGES, synthesizeSteadyState } from '../lib/synth';

/** After the migration the library stays useful: what it writes for the newest release of the cloud-controller-manager runs. */
export const NEWEST: Journey = {
  starts: [`aws-cloud-controller-manager ${NEWEST_CCM}`],
  scenarios: [{
    name: `ccm-${NEWEST_CCM}`,
    title: `phase disabled with the cloud-controller-manager of ${NEWEST_CCM}, as written for Kubernetes ${NEWEST_API_SERVER}`,
    run: async ({ cluster, steps }) => {
      await steps.enterN();
      await steps.enterMixed();
      for (const node of cluster.nodes) await steps.upgrade(node);
      await steps.enterNPlus1();
      await steps.disable();
      // The names of a ServiceOverride changed with the SDK: the library adds what this release asks for.
      const [{ content }] = CloudConfig.inline(cluster.cloud.config())._files({ cloudControllerManager: `v${NEWEST_CCM}` });
      for (const { root } of cluster.nodes) writeFileSync(join(root, CLOUD_CONFIG), content);
      const folder = join(cluster.folder, 'newest');
      synthesizeSteadyState(folder, {
        toVersion: KubernetesVersion.of(NEWEST_API_SERVER),
        // No image of this tag is promoted yet: a mirror holds it.
        ccm: AwsCcm.of({
          release: `v${NEWEST_CCM}`,
          imageRepository: MIRROR_OF_IMAGES,
          run: { leaderElection: fastElection() },
        }),
      });
      await cluster.kubectl('apply', '--server-side', '--force-conflicts', '-f', join(folder, 'dist', 'disabled'));
      await steps.rolledOut();
      const running = cluster.tryRunning('service');
      if (running && running.version !== NEWEST_CCM) {
        throw new Error(`${running.component} ${running.version} runs the service controller after the rollout`);
      }
      await steps.served(`the rollout of ${NEWEST_CCM}`);
      await steps.workerComesAndGoes();
      const runner = cluster.running('route');
      if (runner.version !== NEWEST_CCM) throw new Error(`${runner.component} ${runner.version} runs the route controller`);
    },
    judge: safe,
  }],
};
