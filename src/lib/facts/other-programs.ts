/** A program that names a controller manager, or has flags like one, and is none. */
export interface OtherProgram {
  /** Name of the program or of the image, without its folder and tag. */
  readonly name: RegExp;
  readonly reason: string;
  /** Whether it starts or changes others as its arguments say: then it is those that tell. */
  readonly isTool?: boolean;
}

/** What may be taken for a controller manager, and why it is not. A new one goes here, with its reason. */
export const OTHER_PROGRAMS: readonly OtherProgram[] = [
  { name: /^(cluster-autoscaler)/, reason: 'has --leader-elect and --cloud-provider, and scales groups of instances' },
  { name: /^(kube-scheduler|my-scheduler|second-scheduler|descheduler)/, reason: 'has --leader-elect, and places pods' },
  { name: /^(kube-apiserver|kubelet|kube-proxy|etcd|cloud-node-manager|azure-cloud-node-manager)/, reason: 'runs no controllers of the migration' },
  {
    name: /-operator$|^(cluster-controller-manager-operator|config-sync-controllers)$/,
    reason: 'an operator deploys a controller manager and is none; what it deploys is not in the input',
  },
  {
    name: /^(kubectl|kubectl-.*|helm|kustomize|flux|argocd|clusterctl|kubeadm)$/,
    reason: 'a client, which names what it looks at or restarts',
    isTool: true,
  },
  {
    name: /^(curl|wget|grep|tail|cat|echo|sleep|ls|pgrep|pkill|ps|jq|sed|awk|cp|true|test|sh|bash)$/,
    reason: 'a tool that names what it looks at',
    isTool: true,
  },
  { name: /(^|-)(exporter|pushprox.*|prometheus.*|kube-state-metrics|node-problem-detector)$/, reason: 'watches the control plane' },
  { name: /(^|-)(fluent-?bit|fluentd|promtail|vector|alloy|grafana-agent.*)$/, reason: 'watches the control plane' },
  {
    name: /^(aws-load-balancer-controller|external-dns|karpenter|machine-controller(-manager)?|cert-manager.*)$/,
    reason: 'a controller of its own, which runs none of the migration',
  },
  { name: /^(.*csi.*|.*-provisioner|.*-attacher|.*-resizer|.*-snapshotter)$/, reason: 'looks after volumes, and runs none of the migration' },
  { name: /^(kube-bench|kube-hunter|trivy.*|polaris|popeye|kubescape|kube-linter)$/, reason: 'an inspector of clusters' },
];

/** What is known of a program that is not a controller manager, by the name of its file or of its image. */
export function otherProgram(name: string): OtherProgram | undefined {
  return OTHER_PROGRAMS.find(other => other.name.test(name));
}
