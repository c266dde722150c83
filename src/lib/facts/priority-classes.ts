/** Priorities of the classes that each cluster has: k8s.io/kubernetes@v1.26.15 pkg/apis/scheduling/types.go, SystemCriticalPriority. */
export const PRIORITY_CLASSES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};
