import { CLUSTER_SETTINGS } from './cluster-settings';
import { KcmReading } from './kcm-reading';
import { isTrue } from './list-flags';
import { MigrationSettings } from './settings';
import { isValidClusterCidr } from '../kubernetes/cidr';

/**
 * Properties win over the manifests of N, so they must not contradict them: the two components would not be one cluster's.
 *
 * @throws if they differ, or the cloud-controller-manager would take no lock
 */
export function checkAgreement(settings: MigrationSettings, reading: KcmReading | undefined): void {
  const flags = settings.ccm._flags;
  if ('leader-elect' in flags && !isTrue(flags['leader-elect'])) {
    throw new Error('flag \'leader-elect\' in `flags` is false: the cloud-controller-manager would take no lock, and Leader Migration is then '
      + 'ignored; leave it out');
  }
  checkClusterCidr(settings);
  if (!reading) return;
  for (const { flag, option, otherwise } of CLUSTER_SETTINGS) {
    const has = reading.cluster[flag] ?? otherwise;
    if (option !== undefined) refuseOther(`network.${option}`, settings.network[option], has);
    refuseOther(`flag '${flag}' in \`flags\``, flags[flag], has);
  }
}

function refuseOther(prop: string, given: string | boolean | undefined, read: string | boolean): void {
  if (given === undefined || String(given) === String(read)) return;
  throw new Error(`${prop} is '${given}', but kube-controller-manager of N has '${read}'; both components must have the same: `
    + 'leave the property out, or change the manifests first');
}

/** @throws if a CIDR that is given is none */
function checkClusterCidr({ network: { clusterCidr }, ccm: { _flags: flags } }: MigrationSettings): void {
  for (const [prop, value] of [['network.clusterCidr', clusterCidr], ['flag \'cluster-cidr\' in `flags`', flags['cluster-cidr']]] as const) {
    if (value === undefined || isValidClusterCidr(value)) continue;
    throw new Error(`${prop} must be a CIDR, got '${value}'; give one like '10.0.0.0/16', or one of each IP family with a comma between them`);
  }
}
