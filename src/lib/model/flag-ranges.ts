import { isValidClusterCidr } from '../kubernetes/cidr';
import { csvRecord } from '../kubernetes/command-line/csv';
import { goDuration } from '../kubernetes/go-values';

type Check = (value: string) => boolean;

const between = (least: number, most: number): Check => value => Number(value.replace(/_/g, '')) >= least && Number(value.replace(/_/g, '')) <= most;
const SYNCS = between(1, Infinity);

/**
 * What kube-controller-manager asks of a value besides its type, by flag. Read in k8s.io/kubernetes@v1.26.15 and v1.37.1
 * cmd/kube-controller-manager/app/options (Validate), k8s.io/apiserver@v0.26.15 pkg/server/options/serving.go:128. Other releases may ask less, so
 * that a value outside is not known to end the process.
 */
const ASKED: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...[
    'concurrent-cron-job-syncs', 'concurrent-daemonset-syncs', 'concurrent-device-taint-eviction-syncs', 'concurrent-ephemeralvolume-syncs',
    'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-job-syncs', 'concurrent-resourceclaim-syncs', 'concurrent-statefulset-syncs',
    'concurrent-validating-admission-policy-status-syncs',
  ].map(flag => [flag, SYNCS] as const),
  ['concurrent-service-endpoint-syncs', between(1, 50)],
  ['mirroring-concurrent-service-endpoint-syncs', between(1, 50)],
  ['max-endpoints-per-slice', between(1, 1000)],
  ['mirroring-max-endpoints-per-subset', between(1, 1000)],
  ['secure-port', between(0, 65535)],
  ['attach-detach-reconcile-sync-period', value => (goDuration(value) ?? 0) >= 1000],
  ['volume-host-cidr-denylist', value => (csvRecord(value) ?? []).every(isValidClusterCidr)],
  // k8s.io/component-base@v0.37.1 metrics/options.go Validate.
  ['disabled-metrics', value => (csvRecord(value) ?? []).every(name => /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name))],
  ['service-cluster-ip-range', value => value.split(',').length <= 2],
]);

/** A value that a release of kube-controller-manager refuses although its type allows it. */
export function isOutsideRange(flag: string, value: string): boolean {
  return ASKED.get(flag)?.(value) === false;
}
