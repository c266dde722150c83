import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What a release has of PodDisruptionBudgets. */
export interface PodDisruptionBudgetApi {
  readonly apiVersion: string;
  /** Whether a pod that is not ready can be evicted whatever the budget says, on request (`unhealthyPodEvictionPolicy`). */
  readonly unhealthyPodEvictionPolicy: boolean;
}

export const POD_DISRUPTION_BUDGET = new FactTable<PodDisruptionBudgetApi>('PodDisruptionBudget', [
  {
    from: '1.20',
    to: '1.20',
    readAt: ['1.20.15'],
    value: { apiVersion: 'policy/v1beta1', unhealthyPodEvictionPolicy: false },
    source: 'k8s.io/api@v0.20.15 has policy/v1beta1 only',
  },
  {
    from: '1.21',
    to: '1.26',
    readAt: ['1.21.14', '1.26.15'],
    value: { apiVersion: 'policy/v1', unhealthyPodEvictionPolicy: false },
    source: 'k8s.io/api@v0.21.14 policy/v1; gate PDBUnhealthyPodEvictionPolicy is alpha in 1.26 (kubernetes/kubernetes@v1.26.15 '
      + 'pkg/features/kube_features.go)',
  },
  {
    from: '1.27',
    readAt: ['1.27.16', '1.37.1'],
    value: { apiVersion: 'policy/v1', unhealthyPodEvictionPolicy: true },
    source: 'kubernetes/kubernetes@v1.27.16 pkg/features/kube_features.go: PDBUnhealthyPodEvictionPolicy beta, on',
  },
]);

/** What this release has of PodDisruptionBudgets. */
export function podDisruptionBudgetApi(version: KubernetesVersion): PodDisruptionBudgetApi {
  return POD_DISRUPTION_BUDGET.at(version);
}
