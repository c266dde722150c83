import { App, Chart } from 'cdk8s';
import { AwsCcm, AwsCloudControllerManager, KubernetesVersion, VpaUpdateMode } from '../../src';
import { CustomResource } from '../custom-resource';
import { describeGo } from '../go-module';
import { byIdentity } from '../objects';

const PROMETHEUS_OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.79.2';

describeGo('monitoring, as prometheus-operator v0.79.2 defines its kinds,', () => {
  it.each([['ServiceMonitor', 'servicemonitors'], ['PrometheusRule', 'prometheusrules']])('has a %s of its schema', (kind, plural) => {
    const chart = new Chart(new App(), 'chart');
    new AwsCloudControllerManager(chart, 'ccm', {
      kubernetesVersion: KubernetesVersion.of('1.36'), ccm: AwsCcm.of({ run: { monitoring: { serviceMonitor: true, prometheusRule: true } } }),
    });
    const resource = new CustomResource(PROMETHEUS_OPERATOR, `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`);
    const made = byIdentity(chart.toJson()).get(`${kind}/kube-system/aws-cloud-controller-manager`) as unknown as { readonly spec: object };
    expect(resource.problems(made)).toEqual([]);
    expect(resource.problems({ ...made, spec: { ...made.spec, unknown: 1 } })).toEqual([expect.stringContaining('"additionalProperty":"unknown"')]);
  });
});

describeGo('the VerticalPodAutoscaler', () => {
  it('is of the schema of the autoscaler 1.0.0', () => {
    const chart = new Chart(new App(), 'chart');
    const verticalPodAutoscaler = { updateMode: VpaUpdateMode.RECREATE, minAllowed: { cpu: '10m', memory: '32Mi' }, maxAllowed: { memory: '1Gi' } };
    new AwsCloudControllerManager(chart, 'ccm', {
      kubernetesVersion: KubernetesVersion.of('1.36'), ccm: AwsCcm.of({ run: { availability: { verticalPodAutoscaler } } }),
    });
    const resource = new CustomResource('k8s.io/autoscaler/vertical-pod-autoscaler@v1.0.0', 'deploy/vpa-v1-crd-gen.yaml');
    const made = byIdentity(chart.toJson()).get('VerticalPodAutoscaler/kube-system/aws-cloud-controller-manager');
    const { spec } = made as unknown as { readonly spec: object };
    expect(resource.problems(made)).toEqual([]);
    expect(resource.problems({ ...made, spec: { ...spec, updatePolicy: { updateMode: 'Always' } } })).toHaveLength(1);
  });
});
