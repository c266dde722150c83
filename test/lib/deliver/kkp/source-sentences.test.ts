import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KKP } from '../../../../src/lib/deliver/kkp/installer';
import { KkpMigration } from '../../../../src/lib/deliver/kkp/migration';
import { kkpNotes } from '../../../../src/lib/deliver/kkp/notes';
import { KKP_RELEASES } from '../../../../src/lib/facts/kkp';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { installerPlan } from '../../../../src/lib/read-back/installer-plan';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;
const INPUT = join(__dirname, '..', '..', '..', '..', 'examples', 'kkp', 'input');
const MACHINES = readFileSync(join(INPUT, 'machine-deployments.yaml'), 'utf8');
/** The cluster of KKP's own page: of KKP 2.18, and vSphere. */
const CLUSTER = readFileSync(join(INPUT, 'cluster.yaml'), 'utf8').replace('kubermatic.k8c.io', 'kubermatic.k8s.io')
  .replace(/ {4}aws:\n(?: {6}.*\n)+/, '    vsphere:\n      infraManagementUser: {}\n').replace('    providerName: aws\n', '');

function migration(version = '1.21.14', change: (cluster: string) => string = text => text): KkpMigration {
  const configs = { 'cluster.yaml': change(CLUSTER.replace('1.24.17', version)), 'machines.yaml': MACHINES };
  return new KkpMigration({
    clusterId: 'crh4xbxz5f', version: KubernetesVersion.of(version), kkpRelease: '2.18', forceRestart: '1627548987807804576', configs,
  });
}

const textOf = (phase: MigrationPhase, path: string) => migration().files(phase).find(file => file.path === path)!.content;
const proofs = (phase: MigrationPhase) =>
  installerPlan(KKP, migration(), phase).steps.flatMap(({ proof }) => proof.map(({ command, expected }) => `${command}: ${expected}`)).join('\n');
const notes = (phase: MigrationPhase) => kkpNotes(migration(), phase).join('\n');

/** Every sentence of KKP's page on the migration to external cloud-controller-managers that describes a step, a field, a check or a limit. */
const SENTENCES: readonly (readonly [string, () => void])[] = [
  ['only some providers can be moved', () => {
    expect(Object.keys(KKP_RELEASES[0].providers)).toEqual(['openstack', 'vsphere']);
    expect(() => migration('1.21.14', text => text.replace('vsphere:', 'azure:'))).toThrow('KKP 2.18 supports openstack, vsphere only');
  }],
  ['a vSphere cluster of 1.22 cannot be moved, for its CSI driver', () => {
    expect(() => migration('1.22.17')).toThrow('KKP 2.18 moves vsphere for Kubernetes to 1.21 only: the CSI driver for vSphere of that release does '
      + 'not support it');
  }],
  ['a vSphere cluster that was moved cannot be upgraded to 1.22, and no new one be made', () => {
    for (const phase of [N, MIXED]) {
      expect(notes(phase)).toContain('KKP 2.18 runs no cluster of vsphere newer than 1.21 once it was moved: the CSI driver for vSphere');
    }
  }],
  ['it is turned on per cluster, by a feature in its spec', () => {
    expect(textOf(N, 'cluster.yaml')).toContain('    externalCloudProvider: false\n');
    expect(textOf(MIXED, 'cluster.yaml')).toBe(textOf(N, 'cluster.yaml').replace('externalCloudProvider: false', 'externalCloudProvider: true'));
  }],
  ['a webhook adds both annotations; we only look for them', () => {
    expect(textOf(MIXED, 'cluster.yaml')).not.toContain('migration-needed');
    expect(proofs(MIXED)).toMatch(/has ccm-migration\.k8c\.io\/migration-needed[^]*has csi-migration\.k8c\.io\/migration-needed/);
  }],
  ['the cloud-controller-manager is deployed', () => expect(proofs(MIXED)).toContain('rollout status deployment/vsphere-cloud-controller-manager')],
  ['the machine-controller is patched, so that new machines are external', () => {
    expect(proofs(MIXED)).toContain('get deployment machine-controller');
  }],
  ['a condition is added to the status of the cluster', () => expect(proofs(MIXED)).toContain('CSIKubeletMigrationCompleted")].status}\': False')],
  ['the last step is the roll of every MachineDeployment', () => {
    const { steps: [{ run }] } = installerPlan(KKP, migration(), N_PLUS_1);
    expect(run).toHaveLength(MACHINES.match(/kind: MachineDeployment/g)!.length);
    expect(textOf(N_PLUS_1, 'machines.yaml')).toContain('forceRestart: "1627548987807804576"');
    expect(textOf(MIXED, 'machines.yaml')).toBe(MACHINES);
  }],
  ['all machines, and so all nodes, are deleted and recreated', () => expect(notes(N_PLUS_1)).toContain('all nodes are deleted and recreated')],
  ['new machines have the annotation ExternalCloudProvider', () => {
    expect(proofs(N_PLUS_1)).toContain('v1.kubelet-flags.machine-controller.kubermatic.io/ExternalCloudProvider');
  }],
  ['the migration is complete when the condition is true', () => expect(proofs(DISABLED)).toContain('CSIKubeletMigrationCompleted")].status}\': '
    + 'True')],
  ['the feature cannot be turned off again', () => {
    expect(notes(N)).toContain('The next phase cannot be taken back');
    for (const phase of [MIXED, N_PLUS_1,
      DISABLED]) {
      expect(installerPlan(KKP, migration(), phase)).toMatchObject({
        back: [], noWayBack: expect.stringContaining('no rollback is possible') as string,
      });
    }
  }],
];

describe('KKP\'s own page', () => {
  it.each(SENTENCES)('says that %s', (_, holds) => holds());
});
