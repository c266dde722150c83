import { ApiServerEndpoint } from '../../../src/lib/ccm/api-server-endpoint';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { AwsCcmRules } from '../../../src/lib/ccm/aws-ccm-rules';
import { CcmPodOptions } from '../../../src/lib/ccm/pod-options';
import { CcmRunOptions } from '../../../src/lib/ccm/run-options';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';

const staticPods = [CcmWorkload.staticPod(), CcmWorkload.staticPodOfKubeadm()];

describe.each(staticPods)('a static pod', workload => {
  it.each<[CcmPodOptions, string]>([
    [{ nodeSelector: {} }, 'pod.nodeSelector is given, but of a static pod no scheduler looks at it; leave it out, or take another workload'],
    [{ affinity: {} }, 'pod.affinity is given, but of a static pod no scheduler looks at it; leave it out, or take another workload'],
    [{ tolerations: [] }, 'pod.tolerations is given, but of a static pod no taint keeps it from its node; leave it out, or take another workload'],
    [{ apiServerEndpoint: ApiServerEndpoint.ownNode() },
      'pod.apiServerEndpoint is given, but of a static pod it reaches the API server that its kubeconfig names; leave it out, or take another '
      + 'workload'],
    [{ imagePullSecrets: [{ name: 'registry' }] }, 'pod.imagePullSecrets is given, but of a static pod the API server refuses the mirror pod of one '
      + 'that names a Secret; leave it out, or take another workload'],
  ])('fails with %j, which nothing would look at', (pod, message) => {
    expect(() => AwsCcm.of({ run: { workload, pod } })).toThrow(new Error(message));
  });

  it('fails with a disruption budget, which no drain asks', () => {
    expect(() => AwsCcm.of({ run: { workload, availability: { podDisruptionBudget: true } } })).toThrow(new Error(
      'availability.podDisruptionBudget is true, but a drain leaves static pods where they are; leave it out, or take another workload'));
  });

  it('has what its kubelet and its node look at', () => {
    const pod: CcmPodOptions = { hostNetwork: true, dnsPolicy: 'Default', priorityClassName: 'system-node-critical', imagePullPolicy: 'Always' };
    expect(() => AwsCcm.of({ run: { workload, pod, availability: { podDisruptionBudget: false } } })).not.toThrow();
  });
});

describe('a workload whose roles are written elsewhere', () => {
  it.each([
    ['serviceAccountAnnotations', { serviceAccountAnnotations: { a: 'b' } }],
    ['clusterRoleName', { clusterRoleName: 'mine' }],
    ['authReaderBindingName', { authReaderBindingName: 'mine' }],
  ])('fails with access.%s', (option, access) => {
    expect(() => AwsCcm.of({ run: { access: { rbac: false, ...access } } })).toThrow(new Error(
      `access.${option} is given, but access.rbac is false, so nothing of that name is written; leave one of them out`));
    expect(() => AwsCcm.of({ run: { access } })).not.toThrow();
  });

  it('fails with rules of the ClusterRole', () => {
    expect(() => AwsCcm.of({ rules: AwsCcmRules.UPSTREAM_BASE, run: { access: { rbac: false } } })).toThrow(new Error(
      'rules are given, but access.rbac is false, so no ClusterRole is written; leave one of them out'));
  });

  it('keeps the name of its ServiceAccount, which the pod has', () => {
    expect(() => AwsCcm.of({ run: { access: { rbac: false, serviceAccountName: 'mine' } } })).not.toThrow();
  });
});

it.each<[boolean, CcmRunOptions['monitoring']]>([
  [false, { monitoringLabels: { release: 'prometheus' } }],
  [false, { monitoringLabels: { release: 'prometheus' }, metricsService: true }],
  [true, { monitoringLabels: { release: 'prometheus' }, serviceMonitor: true }],
  [true, { monitoringLabels: { release: 'prometheus' }, prometheusRule: true }],
])('takes labels for Prometheus (%s) with %j', (isTaken, monitoring) => {
  const make = expect(() => AwsCcm.of({ run: { monitoring } }));
  if (isTaken) make.not.toThrow();
  else make.toThrow(/^monitoring\.monitoringLabels is given, but there is neither a serviceMonitor nor a prometheusRule/);
});
