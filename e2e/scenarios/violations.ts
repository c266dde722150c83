import { unsafe } from '../lib/judge';
import { Journey, Scenario } from '../lib/scenario';
import { CCM_MANIFEST, edit, KCM_MANIFEST, withoutLine } from '../lib/tamper';

/** How long both processes are watched: several Services come and go in it. */
const WATCH_SECONDS = 20;

/**
 * Two creators of one load balancer meet only if it takes longer to make than the second for which the later one waits when it loses the race for the security
 * group before (k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v1/aws.go:3432).
 */
const CREATION_SECONDS = 1.2;

/**
 * What the library refuses to write, made by editing what it wrote. One node is upgraded, and not the one whose kube-controller-manager
 * leads: so the old leader goes on while the cloud-controller-manager starts.
 */
function violation(name: string, title: string, tamper: (folder: string) => void): Journey {
  const scenario: Scenario = {
    name,
    title,
    run: async ({ cluster, steps, log }) => {
      await steps.enterN();
      await steps.enterMixed();
      const leader = cluster.running('service').node;
      await steps.upgrade(cluster.nodes.find(({ name: node }) => node !== leader)!);
      log(`${leader} leads at version N; watching for ${WATCH_SECONDS} s`);
      await steps.watch(WATCH_SECONDS);
    },
    judge: unsafe,
  };
  return { tamper, creationSeconds: CREATION_SECONDS, scenarios: [scenario] };
}

const CCM_128 = (text: string): string => text.replace(/(cloud-controller-manager:v)1\.27\.\d+/, '$11.28.1');

export const VIOLATIONS: readonly Journey[] = [
  violation('migration-off', 'Leader Migration off on both sides', folder => {
    for (const flag of ['--enable-leader-migration', '--leader-migration-config']) {
      edit(folder, KCM_MANIFEST, text => withoutLine(text, flag));
      edit(folder, CCM_MANIFEST, text => withoutLine(text, flag));
    }
  }),
  violation('built-in-default-1.28', 'cloud-controller-manager 1.28 with Leader Migration on and no file', folder => {
    edit(folder, CCM_MANIFEST, text => CCM_128(withoutLine(text, '--leader-migration-config')));
  }),
  violation('names-of-1.27-on-1.28', 'cloud-controller-manager 1.28 with the controller names of 1.27', folder => {
    edit(folder, CCM_MANIFEST, CCM_128);
  }),
];
