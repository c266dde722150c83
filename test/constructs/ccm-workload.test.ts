import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { AwsCcm, AwsCcmProps, AwsCloudControllerManager, AwsCredentials, CcmRunOptions, CcmWorkload, KubernetesVersion } from '../../src';
import { byIdentity, Objects } from '../objects';

const NAME = 'kube-system/aws-cloud-controller-manager';

/** Of a release that stays, whatever is promoted after it. */
const OF_1_36 = { version: '1.36', release: 'v1.36.1' };

function objects(run: CcmRunOptions = {}, { version, ...more }: AwsCcmProps & { readonly version: string } = OF_1_36) {
  const chart = new Chart(new App(), 'chart');
  // Upstream's own defaults are what these rules find.
  const unsafeIgnoreRules = run.recommendedDefaults === false
    ? ['ccm-does-not-tolerate-control-plane', 'ccm-does-not-tolerate-uninitialized', 'ccm-waits-for-cluster-dns'] : [];
  new AwsCloudControllerManager(
    chart, 'ccm', { kubernetesVersion: KubernetesVersion.of(version), ccm: AwsCcm.of({ run, ...more }), unsafeIgnoreRules },
  );
  return byIdentity(chart.toJson());
}

/** An object that the test knows to be of a type. */
function object<T>(all: Objects, id: string): T {
  const found = all.get(id);
  if (!found) throw new Error(`no '${id}'; there are ${[...all.keys()].join(', ')}`);
  return found as unknown as T;
}

type WorkloadSpec = k8s.DaemonSetSpec & Partial<k8s.DeploymentSpec>;

function spec(props: CcmRunOptions = {}, kind = 'DaemonSet'): WorkloadSpec {
  return object<{ spec: WorkloadSpec }>(objects(props), `${kind}/${NAME}`).spec;
}

function podSpec(props: CcmRunOptions = {}, kind?: string): k8s.PodSpec {
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

  it.each<[string, CcmRunOptions, object | undefined]>([
    ['another port', { flags: { 'secure-port': '10999' } }, { ...healthz, port: 10999 }],
    ['one address', { flags: { 'bind-address': '127.0.0.1' } }, { ...healthz, host: '127.0.0.1' }],
    ['every address', { flags: { 'bind-address': '0.0.0.0' } }, healthz],
    ['no port', { flags: { 'secure-port': '0' } }, undefined],
    ['upstream\'s defaults', { recommendedDefaults: false }, undefined],
    ['upstream\'s defaults and a wish', { recommendedDefaults: false, availability: { livenessProbe: true } }, healthz],
    ['no wish for it', { availability: { livenessProbe: false } }, undefined],
  ])('follow %s', (_, props, expected) => {
    expect(podSpec(props).containers[0].livenessProbe?.httpGet).toEqual(expected);
  });

  it('fail where nothing answers', () => {
    expect(() => objects({ availability: { readinessProbe: true }, flags: { 'secure-port': '0' } })).toThrow(new Error(
      'readinessProbe is true, but flag \'--secure-port=0\' turns the server off that answers it; leave one of them out'));
  });
});

describe('updates and spread', () => {
  it.each<[CcmRunOptions, string, object]>([
    [{}, 'DaemonSet', { type: 'RollingUpdate' }],
    [{
      workload: CcmWorkload.daemonSet({
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: k8s.IntOrString.fromNumber(2) } },
      }),
    }, 'DaemonSet', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }],
    [{ workload: CcmWorkload.daemonSet({ updateStrategy: { type: 'OnDelete' } }) }, 'DaemonSet', { type: 'OnDelete' }],
    [{ workload: CcmWorkload.deployment() }, 'Deployment', { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }],
    [{ workload: CcmWorkload.deployment({ strategy: { type: 'Recreate' } }) }, 'Deployment', { type: 'Recreate' }],
    [{
      workload: CcmWorkload.deployment({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: k8s.IntOrString.fromString('25%') } } }),
    }, 'Deployment', { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } }],
  ])('%j of a %s', (props, kind, expected) => {
    const { strategy, updateStrategy } = spec(props, kind);
    expect(strategy ?? updateStrategy).toEqual(expected);
  });

  it('spread a Deployment over zones, never at the price of not running', () => {
    expect(podSpec({ workload: CcmWorkload.deployment() }, 'Deployment').topologySpreadConstraints).toEqual([{
      labelSelector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } },
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'ScheduleAnyway',
    }]);
  });

  it.each<[CcmRunOptions, string, AwsCcmProps]>([
    [{ workload: 'deployment' as unknown as CcmWorkload }, 'workload is "deployment"; give CcmWorkload.daemonSet(), CcmWorkload.deployment() or '
      + 'CcmWorkload.staticPod()', {}],
    [{ workload: CcmWorkload.staticPod() },
      'env \'AWS_ACCESS_KEY_ID\' is taken from a Secret or ConfigMap, which a static pod cannot use; give a file of the node with `hostPath`',
      { credentials: AwsCredentials.secret('x') }],
    [{ workload: CcmWorkload.staticPod() },
      'volume \'token-amazonaws-com\' is an object of the API, which a static pod cannot use; give a file of the node with `hostPath`',
      { credentials: AwsCredentials.webIdentity('arn:aws:iam::123456789012:role/a') }],
    [{ pod: { volumeMounts: [{ name: 'lost', mountPath: '/lost' }] } },
      'pod.volumeMounts has \'lost\' at \'/lost\', but pod.volumes has no volume of that name, and the API server refuses such a pod; add the '
        + 'volume', {}],
  ])('fail with %j', (run, message, more) => {
    expect(() => objects(run, { ...OF_1_36, ...more })).toThrow(new Error(message));
  });
});

describe('a PodDisruptionBudget', () => {
  it.each<[string, CcmWorkload, string, object]>([
    ['1.20', CcmWorkload.daemonSet(), 'policy/v1beta1', { minAvailable: 1 }],
    ['1.26', CcmWorkload.deployment(), 'policy/v1', { maxUnavailable: 1 }],
    ['1.27', CcmWorkload.daemonSet(), 'policy/v1', { minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }],
  ])('of Kubernetes %s', (version, workload, apiVersion, expected) => {
    const all = objects({ workload, availability: { podDisruptionBudget: true } }, { version });
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
    const all = objects({ monitoring: { serviceMonitor: true, monitoringLabels: { release: 'prometheus' } }, flags: { 'secure-port': '10999' } });
    const service = object<k8s.KubeServiceProps>(all, `Service/${NAME}`);
    const monitor = object<Monitor>(all, `ServiceMonitor/${NAME}`);
    expect(service.spec).toEqual({
      clusterIP: 'None',
      ports: [{ name: 'https-metrics', port: 10999, protocol: 'TCP', targetPort: 10999 }],
      selector: { 'k8s-app': 'aws-cloud-controller-manager' },
    });
    expect(monitor.metadata.labels).toEqual({ release: 'prometheus' });
    expect(monitor.spec.selector.matchLabels).toEqual(service.metadata!.labels);
    expect(monitor.spec.endpoints[0].port).toBe(service.spec!.ports![0].name);
  });

  it.each<[CcmRunOptions, string]>([
    [{ monitoring: { serviceMonitor: true, metricsService: false } }, 'serviceMonitor is true, but metricsService is false, and a ServiceMonitor '
      + 'selects a Service; leave metricsService out'],
    [{ monitoring: { prometheusRule: true }, flags: { 'secure-port': '0' } }, 'metrics are enabled, but flag \'--secure-port=0\' turns their '
      + 'port off; remove the flag'],
    [{ monitoring: { metricsService: true }, flags: { 'bind-address': '127.0.0.1' } }, 'metrics are enabled, but flag '
      + '\'--bind-address=127.0.0.1\' keeps them inside the pod; remove the flag'],
  ])('fail with %j', (props, message) => {
    expect(() => objects(props)).toThrow(new Error(message));
  });
});

it('labels of every object stay off the pods and the selector', () => {
  const all = objects({
    metadata: { objectLabels: { team: 'platform' }, podLabels: { pod: 'x' }, annotations: { a: 'b' } },
    access: { serviceAccountAnnotations: { role: 'y' } },
  });
  for (const id of all.keys()) expect(object<{ metadata: k8s.ObjectMeta }>(all, id).metadata.labels).toMatchObject({ team: 'platform' });
  const daemonSet = object<k8s.KubeDaemonSetProps>(all, `DaemonSet/${NAME}`);
  expect(daemonSet.metadata!.annotations).toEqual({ a: 'b' });
  expect(daemonSet.spec!.template.metadata).toEqual({ labels: { 'k8s-app': 'aws-cloud-controller-manager', 'pod': 'x' } });
  expect(object<k8s.KubeServiceAccountProps>(all, 'ServiceAccount/kube-system/cloud-controller-manager').metadata!.annotations)
    .toEqual({ role: 'y' });
});
