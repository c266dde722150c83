/** Objects that make a cloud-controller-manager visible to Prometheus. */
export interface CcmMonitoringOptions {
  /**
   * Whether a headless Service for the metrics on the secure port is written.
   * @default - as `serviceMonitor`
   */
  readonly metricsService?: boolean;
  /**
   * Whether a ServiceMonitor is written.
   *
   * `monitoring.coreos.com/v1`, checked with prometheus-operator v0.79.2. Prometheus needs the right to `get` the URL `/metrics`, which the
   * operator's own ClusterRole gives it.
   * @default false
   */
  readonly serviceMonitor?: boolean;
  /**
   * Whether a PrometheusRule is written: alerts for when no replica answers, and when none leads.
   *
   * `monitoring.coreos.com/v1`, checked with prometheus-operator v0.79.2.
   * @default false
   */
  readonly prometheusRule?: boolean;
  /**
   * Labels by which Prometheus selects these objects, for example `{ release: 'prometheus' }`.
   * @default - none
   */
  readonly monitoringLabels?: { readonly [name: string]: string };
}
