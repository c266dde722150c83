/** The upstream chart that values are written for. */
export const CHART_NAME = 'aws-cloud-controller-manager';
/** Version of it: k8s.io/cloud-provider-aws@v1.36.1 charts/aws-cloud-controller-manager/Chart.yaml. */
export const CHART_VERSION = '0.0.11';
/** Image that it has by itself: the same file, appVersion. Later tags of the repository have the same version of it (v1.37.1). */
export const CHART_APP_VERSION = 'v1.35.0';
/** Where it is published: the same folder, Readme.md. */
export const CHART_REPOSITORY = 'https://kubernetes.github.io/cloud-provider-aws';

/** What its templates say by themselves (templates/daemonset.yaml): no value changes it. */
export const CHART_CONSTANTS = {
  kind: 'DaemonSet',
  containerName: CHART_NAME,
  priorityClassName: 'system-node-critical',
  updateStrategy: 'RollingUpdate',
} as const;

/** Keys of its own values.yaml in maps that helm merges: one that we do not want must be set to null, or it stays. */
export const CHART_DEFAULT_NODE_SELECTOR = ['node-role.kubernetes.io/control-plane'];
