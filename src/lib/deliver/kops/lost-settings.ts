import { Data, mapOf } from '../../edit/yaml/data';
import { flagsThatMove } from '../../facts/shared-flags';

/**
 * Fields of `kubeControllerManager` whose flag the cloud-controller-manager has too, but no field of `cloudControllerManager`: k8s.io/kops@v1.27.3
 * and v1.36.2 pkg/apis/kops/v1alpha2/componentconfig.go, KubeControllerManagerConfig and CloudControllerManagerConfig.
 */
const WITHOUT_COUNTERPART: readonly (readonly [field: string, flag: string])[] = [
  ['concurrentServiceSyncs', 'concurrent-service-syncs'],
  ['nodeMonitorPeriod', 'node-monitor-period'],
  ['kubeAPIQPS', 'kube-api-qps'],
  ['kubeAPIBurst', 'kube-api-burst'],
  ['minResyncPeriod', 'min-resync-period'],
  ['enableProfiling', 'profiling'],
  ['enableContentionProfiling', 'contention-profiling'],
  ['tlsCipherSuites', 'tls-cipher-suites'],
  ['tlsMinVersion', 'tls-min-version'],
];

/** Settings of kube-controller-manager that the controllers which move used, and that kops cannot give to the cloud-controller-manager. */
export function lostSettings(spec: { readonly [key: string]: Data }): string[] {
  const kcm = mapOf(spec.kubeControllerManager);
  const moving = flagsThatMove(['service', 'route', 'cloud-node-lifecycle']);
  return WITHOUT_COUNTERPART.filter(([field, flag]) => field in kcm && moving.includes(flag))
    .map(([field]) => `${field}: ${JSON.stringify(kcm[field])}`);
}
