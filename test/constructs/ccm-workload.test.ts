import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { AwsCloudControllerManager, AwsCloudControllerManagerProps } from '../../src/constructs/aws-cloud-controller-manager';
import { CcmUpdateStrategy } from '../../src/lib/ccm/availability-options';
import { CcmWorkload } from '../../src/lib/ccm/workload-options';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { CustomResource } from '../custom-resource';
import { describeGo } from '../go-module';
import { byIdentity, Objects } from '../objects';

const NAME = 'kube-system/aws-cloud-controller-manager';

function objects(props: Partial<AwsCloudControllerManagerProps> = {}) {
  const chart = new Chart(new App(), 'chart');
  new AwsCloudControllerManager(chart, 'ccm', { kubernetesVersion: KubernetesVersion.of('1.36'), ...props });
  return byIdentity(chart.toJson());
}

/** An object that the test knows to be of a type. */
function object<T>(all: Objects, id: string): T {
  const found = all.get(id);
  if (!found) throw new Error(`no '${id}'; there are ${[...all.keys()].join(', ')}`);
  return found as unknown as T;
}

type WorkloadSpec = k8s.DaemonSetSpec & Partial<k8s.DeploymentSpec>;

function spec(props: Partial<AwsCloudControllerManagerProps> = {}, kind = 'DaemonSet'): WorkloadSpec {
  return object<{ spec: WorkloadSpec }>(objects(props), `${kind}/${NAME}`).spec;
}

function podSpec(props: Partial<AwsCloudControllerManagerProps> = {}, kind?: string): k8s.PodSpec {
  return spec(props, kind).template.spec!;
}

interface Monitor {
  readonly metadata: k8s.ObjectMeta;
  readonly spec: { readonly selector: k8s.LabelSelector; readonly endpoints: readonly { readonly port: string }[] };
}

describe('probes', () => {
  const healthz = { path: '/healthz', port: 10258, scheme: 'HTTPS' };

  it('ask /healthz on the secure port, with kubeadm\'s numbers', () => {
    const [container] = podSpec().containers;
    expect(container.livenessProbe).toEqual({
      httpGet: healthz, initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 15, failureThreshold: 8,
    });
    expect(container.readinessProbe).toEqual({ httpGet: healthz, periodSeconds: 10, timeoutSeconds: 15 });
  });

  it.each<[string, Partial<AwsCloudControllerManagerProps>, object | undefined]>([
    ['another port', { flags: { 'secure-port': '10999' } }, { ...healthz, port: 10999 }],
    ['one address', { flags: { 'bind-address': '127.0.0.1' } }, { ...healthz, host: '127.0.0.1' }],
    ['every address', { flags: { 'bind-address': '0.0.0.0' } }, healthz],
    ['no port', { flags: { 'secure-port': '0' } }, undefined],
    ['upstream\'s defaults', { recommendedDefaults: false }, undefined],
    ['upstream\'s defaults and a wish', { recommendedDefaults: false, livenessProbe: true }, healthz],
    ['no wish for it', { livenessProbe: false }, undefined],
  ])('follow %s', (_, props, expected) => {
    expect(podSpec(props).containers[0].livenessProbe?.httpGet).toEqual(expected);
  });

  it('fail where nothing answers', () => {
    expect(() => objects({ readinessProbe: true, flags: { 'secure-port': '0' } })).toThrow(new Error(
      'readinessProbe is true, but flag \'--secure-port=0\' turns the server off that answers it; leave one of them out'));
  });
});

describe('updates and spread', () => {
  it.each<[Partial<AwsCloudControllerManagerProps>, string, object]>([
    [{}, 'DaemonSet', { type: 'RollingUpdate' }],
    [{ updateMaxUnavailable: 2 }, 'DaemonSet', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }],
    [{ updateStrategy: CcmUpdateStrategy.ON_DELETE }, 'DaemonSet', { type: 'OnDelete' }],
    [{ workload: CcmWorkload.DEPLOYMENT }, 'Deployment', { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }],
    [{ workload: CcmWorkload.DEPLOYMENT, updateStrategy: CcmUpdateStrategy.RECREATE }, 'Deployment', { type: 'Recreate' }],
  ])('%j of a %s', (props, kind, expected) => {
    const { strategy, updateStrategy } = spec(props, kind);
    expect(strategy ?? updateStrategy).toEqual(expected);
  });

  it('spread a Deployment over zones, never at the price of not running', () => {
    expect(podSpec({ workload: CcmWorkload.DEPLOYMENT }, 'Deployment').topologySpreadConstraints).toEqual([{
      labelSelector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } }, maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway',
    }]);
  });

  it.each<[Partial<AwsCloudControllerManagerProps>, string]>([
    [{ updateStrategy: CcmUpdateStrategy.RECREATE }, 'updateStrategy \'Recreate\' does not exist for a DaemonSet; accepted: \'RollingUpdate\', \'OnDelete\''],
    [{ workload: CcmWorkload.DEPLOYMENT, updateStrategy: CcmUpdateStrategy.ON_DELETE }, 'updateStrategy \'OnDelete\' does not exist for a Deployment; accepted: \'RollingUpdate\', \'Recreate\''],
    [{ updateMaxUnavailable: 0 }, 'updateMaxUnavailable is 0, so no old pod could ever be replaced; give a whole number from 1'],
    [{ updateMaxUnavailable: 1, updateStrategy: CcmUpdateStrategy.ON_DELETE }, 'updateMaxUnavailable is 1, but updateStrategy \'OnDelete\' has no such number; leave one of them out'],
    [{ topologySpreadKeys: ['zone'] }, 'topologySpreadKeys are given, but only a Deployment is spread: a DaemonSet has a pod on each node; leave them out'],
    [{ workload: CcmWorkload.STATIC_POD, awsCredentialsSecret: 'x' }, 'env \'AWS_ACCESS_KEY_ID\' is taken from a Secret, which a static pod cannot use; give a file of the node with `CcmVolume.hostPath`'],
    [{ workload: CcmWorkload.STATIC_POD, awsRoleArn: 'arn:aws:iam::123456789012:role/a' },
      'volume \'token-amazonaws-com\' is an object of the API, which a static pod cannot use; give a file of the node with `CcmVolume.hostPath`'],
  ])('fail with %j', (props, message) => {
    expect(() => objects(props)).toThrow(new Error(message));
  });
});

describe('a PodDisruptionBudget', () => {
  it.each<[string, CcmWorkload, string, object]>([
    ['1.20', CcmWorkload.DAEMON_SET, 'policy/v1beta1', { minAvailable: 1 }],
    ['1.26', CcmWorkload.DEPLOYMENT, 'policy/v1', { maxUnavailable: 1 }],
    ['1.27', CcmWorkload.DAEMON_SET, 'policy/v1', { minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }],
  ])('of Kubernetes %s for a %s', (version, workload, apiVersion, expected) => {
    const all = objects({ kubernetesVersion: KubernetesVersion.of(version), workload, podDisruptionBudget: true });
    const budget = object<k8s.KubePodDisruptionBudgetProps & { apiVersion: string }>(all, `PodDisruptionBudget/${NAME}`);
    expect(budget.apiVersion).toBe(apiVersion);
    expect(budget.spec).toEqual({ ...expected, selector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } } });
  });

  it('is written on request only', () => {
    expect([...objects().keys()].filter(key => /Budget|Service\/|Monitor|Rule\//.test(key))).toEqual([]);
  });
});

describe('metrics', () => {
  it('have a Service that selects the pods, and a ServiceMonitor that selects the Service', () => {
    const all = objects({ serviceMonitor: true, monitoringLabels: { release: 'prometheus' }, flags: { 'secure-port': '10999' } });
    const service = object<k8s.KubeServiceProps>(all, `Service/${NAME}`);
    const monitor = object<Monitor>(all, `ServiceMonitor/${NAME}`);
    expect(service.spec).toEqual({
      clusterIP: 'None', ports: [{ name: 'https-metrics', port: 10999, protocol: 'TCP', targetPort: 10999 }], selector: { 'k8s-app': 'aws-cloud-controller-manager' },
    });
    expect(monitor.metadata.labels).toEqual({ release: 'prometheus' });
    expect(monitor.spec.selector.matchLabels).toEqual(service.metadata!.labels);
    expect(monitor.spec.endpoints[0].port).toBe(service.spec!.ports![0].name);
  });

  it.each<[Partial<AwsCloudControllerManagerProps>, string]>([
    [{ serviceMonitor: true, metricsService: false }, 'serviceMonitor is true, but metricsService is false, and a ServiceMonitor selects a Service; leave metricsService out'],
    [{ prometheusRule: true, flags: { 'secure-port': '0' } }, 'metrics are asked for, but flag \'--secure-port=0\' serves them to nobody else; leave the flag out'],
    [{ metricsService: true, flags: { 'bind-address': '127.0.0.1' } }, 'metrics are asked for, but flag \'--bind-address=127.0.0.1\' serves them to nobody else; leave the flag out'],
  ])('fail with %j', (props, message) => {
    expect(() => objects(props)).toThrow(new Error(message));
  });

  describeGo('as prometheus-operator v0.79.2 defines them', () => {
    it.each([['ServiceMonitor', 'servicemonitors'], ['PrometheusRule', 'prometheusrules']])('%s', (kind, plural) => {
      const resource = new CustomResource('github.com/prometheus-operator/prometheus-operator@v0.79.2', `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`);
      const made = object<{ spec: object }>(objects({ serviceMonitor: true, prometheusRule: true }), `${kind}/${NAME}`);
      expect(resource.problems(made)).toEqual([]);
      expect(resource.problems({ ...made, spec: { ...made.spec, unknown: 1 } })).toEqual([expect.stringContaining('"additionalProperty":"unknown"')]);
    });
  });
});

it('labels of every object stay off the pods and the selector', () => {
  const all = objects({ objectLabels: { team: 'platform' }, podLabels: { pod: 'x' }, annotations: { a: 'b' }, serviceAccountAnnotations: { role: 'y' } });
  for (const id of all.keys()) expect(object<{ metadata: k8s.ObjectMeta }>(all, id).metadata.labels).toMatchObject({ team: 'platform' });
  const daemonSet = object<k8s.KubeDaemonSetProps>(all, `DaemonSet/${NAME}`);
  expect(daemonSet.metadata!.annotations).toEqual({ a: 'b' });
  expect(daemonSet.spec!.template.metadata).toEqual({ labels: { 'k8s-app': 'aws-cloud-controller-manager', 'pod': 'x' } });
  expect(object<k8s.KubeServiceAccountProps>(all, 'ServiceAccount/kube-system/cloud-controller-manager').metadata!.annotations).toEqual({ role: 'y' });
});
