import { Flag } from './flag';
import { CcmMonitoringOptions } from './monitoring-options';
import { securePort } from './secure-port';
import { selectorLabels } from './settings';
import { withoutEmpty } from './without-empty';
import { MAIN_LOCK_NAMES } from '../facts/locks';
import { IdentifiedObject, Manifest } from '../kubernetes/manifest';

const MONITORING_API = 'monitoring.coreos.com/v1';
const PORT_NAME = 'https-metrics';

/**
 * The objects that make it visible to Prometheus.
 *
 * @throws if metrics are enabled that the component does not serve outside its pod
 */
export function monitoringObjects(options: CcmMonitoringOptions, name: string, namespace: string, flags: readonly Flag[]): IdentifiedObject[] {
  const { serviceMonitor = false, metricsService = serviceMonitor, prometheusRule = false, monitoringLabels } = options;
  if (!metricsService && !serviceMonitor && !prometheusRule) return [];
  if (serviceMonitor && !metricsService) {
    throw new Error('serviceMonitor is true, but metricsService is false, and a ServiceMonitor selects a Service; leave metricsService out');
  }
  const serving = securePort(flags);
  if (!serving || serving.host === '127.0.0.1' || serving.host === '::1') {
    throw new Error('metrics are enabled, but '
      + `${serving ? `flag '--bind-address=${serving.host}' keeps them inside the pod` : 'flag \'--secure-port=0\' turns their port off'}; remove `
      + 'the flag');
  }
  const labels = selectorLabels({ name });
  const metadata = { name, namespace, ...withoutEmpty({ labels: monitoringLabels }) };
  const objects: IdentifiedObject[] = [];
  if (metricsService) objects.push({ id: 'MetricsService', manifest: service(name, namespace, labels, serving.port) });
  if (serviceMonitor) {
    objects.push({
      id: 'ServiceMonitor',
      manifest: {
        apiVersion: MONITORING_API,
        kind: 'ServiceMonitor',
        metadata,
        spec: {
          endpoints: [{
            // The component asks the API server whether the bearer may read them.
            bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
            port: PORT_NAME,
            scheme: 'https',
            // Its certificate is made at start and signed by itself.
            tlsConfig: { insecureSkipVerify: true },
          }],
          namespaceSelector: { matchNames: [namespace] },
          selector: { matchLabels: labels },
        },
      },
    });
  }
  if (prometheusRule) {
    objects.push({
      id: 'PrometheusRule',
      manifest: { apiVersion: MONITORING_API, kind: 'PrometheusRule', metadata, spec: { groups: [alerts(name, namespace, mainLease(flags))] } },
    });
  }
  return objects;
}

function service(name: string, namespace: string, labels: Record<string, string>, port: number): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, labels },
    spec: { clusterIP: 'None', ports: [{ name: PORT_NAME, port, protocol: 'TCP', targetPort: port }], selector: labels },
  };
}

/** Name of the Lease by which it is elected, which the metric has as a label. */
function mainLease(flags: readonly Flag[]): string {
  return flags.find(flag => flag.name === 'leader-elect-resource-name')?.value ?? MAIN_LOCK_NAMES['cloud-controller-manager'];
}

function alerts(name: string, namespace: string, lease: string): object {
  const job = `job="${name}",namespace="${namespace}"`;
  return {
    name,
    rules: [
      {
        alert: 'CloudControllerManagerDown',
        expr: `absent(up{${job}} == 1)`,
        for: '15m',
        labels: { severity: 'critical' },
        annotations: {
          summary: 'No cloud-controller-manager answers.',
          description: 'New nodes stay tainted as uninitialized, and load balancers and routes are not kept up to date.',
        },
      },
      {
        // A main Lease that the component may not write, or a migration Lease that another component holds, looks like this.
        alert: 'CloudControllerManagerHasNoLeader',
        expr: `sum(leader_election_master_status{${job},name="${lease}"}) == 0`,
        for: '5m',
        labels: { severity: 'critical' },
        annotations: {
          summary: 'No cloud-controller-manager holds its main Lease.',
          description: 'Replicas answer, but none runs the cloud controllers: see the Lease and the rights on it.',
        },
      },
    ],
  };
}
