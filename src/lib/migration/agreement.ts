import { KcmReading } from './kcm-reading';
import { isTrue } from './list-flags';
import { MigrationSettings } from './settings';
import { LOCK_NAMESPACE } from '../facts/locks';
import { isValidClusterCidr } from '../kubernetes/cidr';

/** `--cluster-name` where it is not passed: k8s.io/cloud-provider config/v1alpha1/defaults.go, every minor. */
const DEFAULT_CLUSTER_NAME = 'kubernetes';

/** One thing that both components must have: what the user gave the cloud-controller-manager, and what kube-controller-manager of N has. */
interface Shared {
  /** What the user calls it. */
  readonly prop: string;
  readonly given?: string;
  readonly read: string;
}

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
  for (const { prop, given, read } of shared(settings, reading)) {
    if (given === undefined || given === read) continue;
    throw new Error(`${prop} is '${given}', but kube-controller-manager of N has '${read}'; both components must have the same: `
      + 'leave the property out, or change the manifests first');
  }
}

/** @throws if a CIDR that is given is none */
function checkClusterCidr({ network: { clusterCidr }, ccm: { _flags: flags } }: MigrationSettings): void {
  for (const [prop, value] of [['network.clusterCidr', clusterCidr], ['flag \'cluster-cidr\' in `flags`', flags['cluster-cidr']]] as const) {
    if (value === undefined || isValidClusterCidr(value)) continue;
    throw new Error(`${prop} must be a CIDR, got '${value}'; give one like '10.0.0.0/16', or one of each IP family with a comma between them`);
  }
}

function shared({ network, ccm: { _flags: flags } }: MigrationSettings, reading: KcmReading): Shared[] {
  const namespace = reading.leaderElection.find(({ name }) => name === 'leader-elect-resource-namespace')?.value ?? LOCK_NAMESPACE;
  const values = [
    { prop: 'network.clusterName', flag: 'cluster-name', given: network.clusterName, read: reading.clusterName ?? DEFAULT_CLUSTER_NAME },
    { prop: 'network.clusterCidr', flag: 'cluster-cidr', given: network.clusterCidr, read: reading.clusterCidr ?? '' },
    {
      prop: 'network.allocateNodeCidrs',
      flag: 'allocate-node-cidrs',
      given: text(network.allocateNodeCidrs),
      read: String(reading.allocateNodeCidrs ?? false),
    },
    {
      prop: 'network.configureCloudRoutes',
      flag: 'configure-cloud-routes',
      given: text(network.configureCloudRoutes),
      read: String(reading.cloudRoutes),
    },
    { prop: 'leader-elect-resource-namespace', flag: 'leader-elect-resource-namespace', given: undefined, read: namespace },
  ];
  return values.flatMap(({ prop, flag, given, read }) => [{ prop, given, read }, { prop: `flag '${flag}' in \`flags\``, given: flags[flag], read }]);
}

function text(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
