import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every sentence of the page "Getting Started with the External Cloud Controller Manager" of cloud-provider-aws that describes a step, a flag, a
 * check or a limit, and the tests that show it.
 */
const SENTENCES: readonly (readonly [sentence: string, ...tests: (readonly [file: string, title: string])[]])[] = [
  ['with downtime: stop kube-controller-manager, change the flags, start it again together with the cloud-controller-manager',
    ['lib/plan/plan-strategies.test.ts', 'stops, changes, starts; the cloud-controller-manager comes and goes while a kube-controller-manager makes '
      + 'and ends its pods']],
  ['it is stopped by moving its manifest out of the folder of static pods, by scaling its Deployment down, or with systemctl',
    ['lib/plan/plan-strategies.test.ts', 'stops kube-controller-manager as a %s']],
  ['--cloud-provider=external in kube-controller-manager and kube-apiserver',
    ['lib/migration/node-side.test.ts', 'equals what the real kubeadm 1.27 wrote: $name'],
    ['lib/migration/component-changes.test.ts', 'is external and never has Leader Migration, with strategy %s']],
  ['--cloud-provider=external in every kubelet', ['lib/migration/node-side.test.ts', 'has the external provider on workers, and no migration file '
    + 'anywhere']],
  ['the cluster tag on instances, as owned or as shared',
    ['lib/tags/plan.test.ts', 'adds each tag that the cloud-controller-manager reads, kind by kind'],
    ['lib/tags/plan.test.ts', "'owned' on a network that another cluster uses, and accepts 'shared'"]],
  ['the kustomize configuration is applied, or the cloud-controller-manager is run in another way',
    ['constructs/ccm-parity.test.ts', 'the kustomize base of 1.29 to 1.36']],
  ['without downtime: no controller has a leader in both controller managers at once',
    ['lib/plan/plan-leader-migration.test.ts', 'fails with a kube-controller-manager of N+1 that takes the migration Lease and runs nothing '
      + 'under it'],
    ['lib/deliver/kops/migration.test.ts', 'into phase %s is safe, and so is the way back']],
  ['the migration lock goes when the migration is complete',
    ['lib/plan/plan-leader-migration.test.ts', 'ends: the cloud-controller-manager rolls, then access and ConfigMap go, then the Lease, then files '
      + 'and labels']],
  ['--leader-elect=true', ['lib/migration/kcm-reading.test.ts', 'fails for %s on one node']],
  ['--external-cloud-volume-plugin=aws where volumes are served in-tree',
    ['lib/migration/component-changes.test.ts', 'keeps the cloud config where the in-tree volume plugin still reads it'],
    ['lib/rules/hazards.test.ts', 'volumes that are served in-tree, without the plugin']],
  ['kubelets need the credential provider for ECR',
    ['lib/ecr/ecr-credential-provider.test.ts', 'needs it from 1.27 on'], ['lib/rules/nodes.test.ts', 'a registry of ECR']],
  ['the EBS CSI driver and CSI migration are there before', ['lib/plan/plan-aws.test.ts', 'turns CSI migration on where the release does not']],
  ['--cloud-provider=aws or aws/v2, of which the second is no more than a trial', ['lib/ccm/aws-v2.test.ts', 'the opt-in to aws/v2 in a migration']],
  ['kops: the settings of the cloud-controller-manager and of the EBS CSI driver, written beside the rest of the Cluster',
    ['lib/deliver/kops/migration.test.ts', 'has only what kops does not do by itself: from 1.23 to 1.24 the version, and Leader Migration off at '
      + 'the end'],
    ['lib/deliver/kops/migration.test.ts', 'enables the EBS CSI driver from phase n on where volumes move too']],
];

describe('the page of cloud-provider-aws', () => {
  it.each(SENTENCES)('says: %s', (_, ...tests) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, title] of tests) {
      const text = readFileSync(join(__dirname, file), 'utf8').replaceAll("\\'", "'");
      expect([file, title, new RegExp(`(it|describe)(\\.each[^]*?\\))?\\(['"]${escaped(title)}|\\[['"]${escaped(title)}['"]`).test(text)])
        .toEqual([file, title, true]);
    }
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
