import { Rke2Migration } from './migration';
import { RKE2_CHANGES } from '../../facts/rke2';
import { MigrationPhase } from '../../migration/migration-phase';

const RESTART = 'a restart of RKE2 writes the pods of its node anew, kube-apiserver first, and restarts the kubelet; files of flags count only then';
const RANCHER = 'what rolls: Rancher restarts RKE2 on each machine that changes: etcd, control plane, workers. It drains if upgradeStrategy says so';
const OWN = 'what rolls: nothing by itself; you restart one server after the other, and then agents';

/** What an operator must know who applies a phase. */
export function rke2Notes({ documents: { cluster } }: Rke2Migration, phase: MigrationPhase): string[] {
  return [cluster ? RANCHER : OWN, RESTART, {
    [MigrationPhase.N]: cluster ? 'Rancher 2.7.5 or later is needed: an older one prunes machineSelectorFiles, and kube-controller-manager ends'
      : 'the configuration of Leader Migration must be on a server before it restarts, or its kube-controller-manager ends',
    [MigrationPhase.MIXED]: '`cloud-provider-name: aws` stays, since it names nodes as EC2 does; a flag beside it makes components external. Back: '
      + 'etcd then runs an older release on data of a newer one: take a snapshot before (rke2 etcd-snapshot save)',
    [MigrationPhase.N_PLUS_1]: cluster ? 'the Cluster is that of \'mixed\': workers turned with it' : 'agents turn; servers stay',
    [MigrationPhase.DISABLED]: `from RKE2 ${RKE2_CHANGES.awsNamesNode.since.join(', ')} on, \`cloud-provider-name: aws\` names nodes and no more: `
      + 'write `node-name-from-cloud-provider-metadata: true` for it then, and leave `disable-cloud-controller: true`',
  }[phase]];
}
