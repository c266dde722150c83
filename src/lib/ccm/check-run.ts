import { CcmPodOptions } from './pod-options';
import { CcmRunOptions } from './run-options';

/** Options that a static pod cannot have, since no API server, scheduler or controller handles it, and what each would be for. */
const NOT_OF_STATIC_PODS: readonly (readonly [keyof CcmPodOptions, string])[] = [
  ['nodeSelector', 'no scheduler looks at it'],
  ['affinity', 'no scheduler looks at it'],
  ['tolerations', 'no taint keeps it from its node'],
  ['apiServerEndpoint', 'it reaches the API server that its kubeconfig names'],
  // plugin/pkg/admission/noderestriction/admission.go, and pkg/api/pod/util.go VisitPodSecretNames, which looks at them too
  ['imagePullSecrets', 'the API server refuses the mirror pod of one that names a Secret'],
];

/**
 * Options that another one leaves without any meaning.
 *
 * @throws if one is given: what it asks for would not be written
 */
export function checkRun({ workload, pod = {}, access = {}, availability = {}, monitoring = {} }: CcmRunOptions): void {
  if (workload?._isStaticPod) {
    const unused = NOT_OF_STATIC_PODS.find(([option]) => pod[option] !== undefined);
    if (unused) throw new Error(`pod.${unused[0]} is given, but of a static pod ${unused[1]}; leave it out, or take another workload`);
    if (availability.podDisruptionBudget) {
      throw new Error('availability.podDisruptionBudget is true, but a drain leaves static pods where they are; leave it out, or take another '
        + 'workload');
    }
    if (availability.verticalPodAutoscaler) {
      throw new Error('availability.verticalPodAutoscaler is given, but an autoscaler targets a workload of the API server, and a static pod is a '
        + 'file of its node; leave it out, or take another workload');
    }
  }
  if (access.rbac === false) {
    const unused = (['serviceAccountAnnotations', 'clusterRoleName', 'authReaderBindingName'] as const).find(option => access[option] !== undefined);
    if (unused) throw new Error(`access.${unused} is given, but access.rbac is false, so nothing of that name is written; leave one of them out`);
  }
  if (monitoring.monitoringLabels !== undefined && !monitoring.serviceMonitor && !monitoring.prometheusRule) {
    throw new Error('monitoring.monitoringLabels is given, but there is neither a serviceMonitor nor a prometheusRule that Prometheus could select; '
      + 'ask for one of them, or leave it out');
  }
}
