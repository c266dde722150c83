import { isOutsideRange } from '../../../src/lib/model/flag-ranges';

/** Values right at the edge of what Validate takes, and beyond. conformance/command-line.test.ts asks the program itself. */
it.each<[string, readonly string[], readonly string[]]>([
  ...[
    'concurrent-cron-job-syncs', 'concurrent-daemonset-syncs', 'concurrent-device-taint-eviction-syncs', 'concurrent-ephemeralvolume-syncs',
    'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-job-syncs', 'concurrent-resourceclaim-syncs', 'concurrent-statefulset-syncs',
    'concurrent-validating-admission-policy-status-syncs',
  ].map((flag): [string, string[], string[]] => [flag, ['1', '5', '1_000', '0x10', '2147483647'], ['0', '-1', '-5']]),
  ['concurrent-service-endpoint-syncs', ['1', '50', '5_0'], ['0', '51', '5_1', '-1']],
  ['mirroring-concurrent-service-endpoint-syncs', ['1', '50'], ['0', '51']],
  ['max-endpoints-per-slice', ['1', '1000'], ['0', '1001']],
  ['mirroring-max-endpoints-per-subset', ['1', '1000'], ['0', '1001']],
  ['secure-port', ['0', '65535'], ['-1', '65536']],
  ['attach-detach-reconcile-sync-period', ['1s', '1m0s', '1000ms'], ['999ms', '0', '-1m', 'x']],
  ['volume-host-cidr-denylist', ['10.0.0.0/8', '10.0.0.0/8,fd00::/8', '', '"10.0.0.0/8'], ['10.0.0.0', '10.0.0.0/8,x', 'x,10.0.0.0/8']],
  ['disabled-metrics', ['a', '_a:B9', 'a,:b', '', '"a'], ['9a', 'a-b', 'a b', 'a,', 'ä', 'a,9b', '9b,a']],
  ['service-cluster-ip-range', ['', '10.0.0.0/16', '10.0.0.0/16,fd00::/108'], ['10.0.0.0/16,fd00::/108,10.1.0.0/16']],
  ['v', ['0', '-1'], []],
])('--%s', (flag, inside, outside) => {
  expect(inside.filter(value => isOutsideRange(flag, value))).toEqual([]);
  expect(outside.filter(value => !isOutsideRange(flag, value))).toEqual([]);
});
