import { CcmAvailabilityOptions } from './availability-options';
import { selectorLabels } from './settings';
import { verticalPodAutoscaler } from './vertical-pod-autoscaler';
import { CcmWorkload } from './workload-kind';
import { podDisruptionBudgetApi } from '../facts/pod-disruption-budget';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { IdentifiedObject } from '../kubernetes/manifest';

/** The PodDisruptionBudget and the VerticalPodAutoscaler, if they are asked for. */
export function availabilityObjects(
  options: CcmAvailabilityOptions, workload: CcmWorkload, version: KubernetesVersion, name: string, namespace: string,
): IdentifiedObject[] {
  return [
    ...options.podDisruptionBudget ? [podDisruptionBudget(workload, version, name, namespace)] : [],
    ...verticalPodAutoscaler(options.verticalPodAutoscaler, workload, name, namespace),
  ];
}

function podDisruptionBudget(workload: CcmWorkload, version: KubernetesVersion, name: string, namespace: string): IdentifiedObject {
  const { apiVersion, unhealthyPodEvictionPolicy } = podDisruptionBudgetApi(version);
  return {
    id: 'PodDisruptionBudget',
    manifest: {
      apiVersion,
      kind: 'PodDisruptionBudget',
      metadata: { name, namespace },
      spec: {
        // The disruption controller cannot ask a DaemonSet for its scale, which `maxUnavailable` needs (pkg/controller/disruption/disruption.go,
        // finders).
        ...workload._kind === 'daemon-set' ? { minAvailable: 1 } : { maxUnavailable: 1 },
        selector: { matchLabels: selectorLabels({ name }) },
        ...unhealthyPodEvictionPolicy ? { unhealthyPodEvictionPolicy: 'AlwaysAllow' } : {},
      },
    },
  };
}
