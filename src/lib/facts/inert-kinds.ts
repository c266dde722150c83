/** Kinds whose objects name controller managers, run none, and change none that runs. */
interface InertKinds {
  /** API groups; the empty one is that of `v1`. */
  readonly groups: readonly string[];
  /** @default - all of these groups */
  readonly kinds?: readonly string[];
  readonly reason: string;
}

/** A kind is inert together with its group: `Policy` of the API server's audit is, `Policy` of Open Cluster Management applies objects. */
const INERT_KINDS: readonly InertKinds[] = [
  {
    groups: [''],
    kinds: ['Config', 'Endpoints', 'Event', 'LimitRange', 'Namespace', 'Node', 'PersistentVolume', 'PersistentVolumeClaim', 'ResourceQuota',
      'Service', 'ServiceAccount'],
    reason: 'holds no program',
  },
  { groups: ['events.k8s.io', 'metrics.k8s.io'], reason: 'says what has happened' },
  { groups: ['rbac.authorization.k8s.io', 'certificates.k8s.io', 'coordination.k8s.io'], reason: 'rights, certificates and locks of components' },
  { groups: ['apps'], kinds: ['ControllerRevision'], reason: 'an earlier or the present template of what is read itself' },
  { groups: ['apiextensions.k8s.io', 'apiregistration.k8s.io', 'flowcontrol.apiserver.k8s.io'], reason: 'what the API server serves, and how' },
  { groups: ['discovery.k8s.io', 'networking.k8s.io', 'gateway.networking.k8s.io'], reason: 'traffic to pods' },
  { groups: ['extensions'], kinds: ['Ingress', 'NetworkPolicy', 'PodSecurityPolicy'], reason: 'traffic to pods, and what is allowed to them' },
  { groups: ['scheduling.k8s.io', 'storage.k8s.io', 'node.k8s.io'], reason: 'priorities, volumes and container runtimes, which are read by pods' },
  { groups: ['policy'], kinds: ['PodDisruptionBudget', 'PodSecurityPolicy'], reason: 'what is allowed to pods' },
  { groups: ['autoscaling', 'autoscaling.k8s.io', 'keda.sh'], reason: 'how many pods of what is read, and of which size' },
  { groups: ['admissionregistration.k8s.io'], reason: 'what changes pods is read beside them; what validates changes nothing' },
  {
    groups: ['kubeadm.k8s.io'], kinds: ['ClusterConfiguration', 'InitConfiguration', 'JoinConfiguration'], reason: 'read as what kubeadm makes of it',
  },
  {
    groups: ['apiserver.config.k8s.io', 'audit.k8s.io', 'auditregistration.k8s.io', 'controllermanager.config.k8s.io', 'kubelet.config.k8s.io',
      'kubeproxy.config.k8s.io', 'kubescheduler.config.k8s.io'],
    reason: 'a file of a component, read where a flag names it',
  },
  {
    groups: ['monitoring.coreos.com'],
    kinds: ['PodMonitor', 'Probe', 'PrometheusRule', 'ScrapeConfig', 'ServiceMonitor'],
    reason: 'watches the control plane',
  },
  {
    groups: ['operator.victoriametrics.com'],
    kinds: ['VMNodeScrape', 'VMPodScrape', 'VMProbe', 'VMRule', 'VMScrapeConfig', 'VMServiceScrape'],
    reason: 'watches the control plane',
  },
  { groups: ['grafana.integreatly.org', 'integreatly.org'], reason: 'shows the control plane' },
  {
    groups: ['aquasecurity.github.io', 'openreports.io', 'reports.kyverno.io', 'spdx.softwarecomposition.kubescape.io', 'wgpolicyk8s.io'],
    reason: 'a report about what runs',
  },
  { groups: ['constraints.gatekeeper.sh', 'templates.gatekeeper.sh'], reason: 'validates, and changes nothing' },
  { groups: ['cilium.io', 'crd.projectcalico.org', 'projectcalico.org', 'policy.networking.k8s.io', 'security.istio.io'], reason: 'traffic to pods' },
  { groups: ['cert-manager.io', 'external-secrets.io', 'secrets-store.csi.x-k8s.io'], reason: 'makes certificates and Secrets' },
  { groups: ['iam.aws.crossplane.io', 'iam.aws.upbound.io', 'iam.aws.m.upbound.io', 'iam.services.k8s.aws'], reason: 'rights in the cloud' },
  { groups: ['distro.eks.amazonaws.com'], kinds: ['Release'], reason: 'a list of images' },
];

/** Whether an object runs no controller manager, whatever it names, and changes none. */
export function isInertKind(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  return INERT_KINDS.some(({ groups, kinds }) => groups.includes(group) && (kinds === undefined || kinds.includes(kind)));
}

/** `apps` of `apps/v1`; the empty text of `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Groups of Kubernetes itself: objects of every other one are custom resources. */
const OWN_GROUPS = new RegExp('^(?:|apps|autoscaling|batch|extensions|policy|(?:admissionregistration|apiextensions|apiregistration|authentication'
  + '|(?:rbac\\.)?authorization|certificates|coordination|discovery|events|(?:flowcontrol|internal)\\.apiserver|imagepolicy|networking|node|resource'
  + '|scheduling|storage|storagemigration|kubeadm|metrics'
  + '|(?:apiserver|controllermanager|kubelet|kubeproxy|kubescheduler|kustomize)\\.config)\\.k8s\\.io)$');

export function isCustomResource(apiVersion: string): boolean {
  return !OWN_GROUPS.test(groupOf(apiVersion));
}
