/** Kinds whose objects name controller managers, run none, and change none that runs. */
interface InertKinds {
  /** API groups; the empty one is that of `v1`. */
  readonly groups: readonly string[];
  /** @default - all of these groups */
  readonly kinds?: readonly string[];
  readonly reason: string;
  /** Documentation of what its controller does. */
  readonly source?: string;
  /** Whether an object may have commands all the same, so that its texts are looked through: the hooks of a backup. What it names changes nothing. */
  readonly mayHaveCommands?: boolean;
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
  { groups: ['admissionregistration.k8s.io'], reason: 'what changes or refuses pods is read beside them' },
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
  { groups: ['constraints.gatekeeper.sh', 'templates.gatekeeper.sh'], reason: 'what refuses pods is read beside them' },
  { groups: ['cilium.io', 'crd.projectcalico.org', 'projectcalico.org', 'policy.networking.k8s.io', 'security.istio.io'], reason: 'traffic to pods' },
  { groups: ['cert-manager.io', 'external-secrets.io', 'secrets-store.csi.x-k8s.io'], reason: 'makes certificates and Secrets' },
  { groups: ['iam.aws.crossplane.io', 'iam.aws.upbound.io', 'iam.aws.m.upbound.io', 'iam.services.k8s.aws'], reason: 'rights in the cloud' },
  { groups: ['distro.eks.amazonaws.com'], kinds: ['Release'], reason: 'a list of images' },
  {
    groups: ['source.toolkit.fluxcd.io'],
    reason: 'a copy of a repository, which a Kustomization or a HelmRelease applies',
    source: 'https://fluxcd.io/flux/components/source/',
  },
  {
    groups: ['image.toolkit.fluxcd.io'],
    kinds: ['ImagePolicy', 'ImageRepository'],
    reason: 'looks for tags of an image; an ImageUpdateAutomation writes them',
    source: 'https://fluxcd.io/flux/components/image/',
  },
  {
    groups: ['notification.toolkit.fluxcd.io'],
    reason: 'says what has happened, or has it looked at again',
    source: 'https://fluxcd.io/flux/components/notification/',
  },
  {
    groups: ['argoproj.io'],
    kinds: ['AppProject'],
    reason: 'what Applications are allowed to',
    source: 'https://argo-cd.readthedocs.io/en/stable/user-guide/projects/',
  },
  {
    groups: ['velero.io'],
    kinds: ['Backup', 'BackupRepository', 'BackupStorageLocation', 'DeleteBackupRequest', 'DownloadRequest', 'PodVolumeBackup', 'Schedule',
      'ServerStatusRequest', 'VolumeSnapshotLocation'],
    reason: 'keeps copies of objects; a Restore applies them',
    source: 'https://velero.io/docs/v1.14/api-types/',
    mayHaveCommands: true,
  },
  {
    groups: ['k8up.io'],
    kinds: ['Archive', 'Backup', 'Check', 'Prune', 'Schedule', 'Snapshot'],
    reason: 'keeps copies of volumes',
    source: 'https://docs.k8up.io/k8up/references/api-reference.html',
    mayHaveCommands: true,
  },
  {
    groups: ['apps.kruise.io'],
    kinds: ['ImageListPullJob', 'ImagePullJob', 'NodeImage'],
    reason: 'images that nodes hold, and none is started',
    source: 'https://openkruise.io/docs/user-manuals/imagepulljob',
  },
  {
    groups: ['config.openshift.io', 'operator.openshift.io'],
    kinds: ['ImageContentPolicy', 'ImageContentSourcePolicy', 'ImageDigestMirrorSet', 'ImageTagMirrorSet'],
    reason: 'where images are mirrored',
    source: 'https://docs.openshift.com/container-platform/4.14/openshift_images/image-configuration.html',
  },
  {
    groups: ['mirror.openshift.io', 'content.hauler.cattle.io'],
    reason: 'a list of what is copied to another registry',
    source: 'https://docs.hauler.dev/docs/guides-references/manifests, https://github.com/openshift/oc-mirror',
  },
  {
    groups: ['policy.sigstore.dev'],
    reason: 'which signatures images need',
    source: 'https://docs.sigstore.dev/policy-controller/overview/',
  },
  {
    groups: ['config.gatekeeper.sh', 'status.gatekeeper.sh'],
    reason: 'what Gatekeeper looks at, and what it has seen',
    source: 'https://open-policy-agent.github.io/gatekeeper/website/docs/exempt-namespaces',
  },
  {
    groups: ['kyverno.io', 'policies.kyverno.io'],
    kinds: ['PolicyException'],
    reason: 'what a policy is not asked about',
    source: 'https://kyverno.io/docs/exceptions/',
  },
  {
    groups: ['security-profiles-operator.x-k8s.io'],
    kinds: ['AppArmorProfile', 'RawSelinuxProfile', 'SeccompProfile', 'SelinuxProfile'],
    reason: 'what a program is allowed to',
    source: 'https://github.com/kubernetes-sigs/security-profiles-operator/blob/main/installation-usage.md',
  },
  {
    groups: ['backstage.io'],
    kinds: ['API', 'Component', 'Domain', 'Group', 'Location', 'Resource', 'System', 'User'],
    reason: 'a catalogue of software for people; a Template has steps',
    source: 'https://backstage.io/docs/features/software-catalog/descriptor-format',
  },
  {
    groups: ['bitnami.com', 'secrets.hashicorp.com', 'secrets.infisical.com', 'secrets.doppler.com', 'isindir.github.com', 'onepassword.com',
      'trust.cert-manager.io', 'policy.cert-manager.io', 'acme.cert-manager.io'],
    kinds: ['Bundle', 'CertificateRequestPolicy', 'Challenge', 'DopplerSecret', 'InfisicalSecret', 'OnePasswordItem', 'Order', 'SealedSecret',
      'SopsSecret', 'VaultAuth', 'VaultConnection', 'VaultDynamicSecret', 'VaultPKISecret', 'VaultStaticSecret'],
    reason: 'makes Secrets and ConfigMaps; those that a controller manager needs are asked for by their names',
    source: 'https://github.com/bitnami-labs/sealed-secrets, https://developer.hashicorp.com/vault/docs/platform/k8s/vso/api-reference, '
      + 'https://infisical.com/docs/integrations/platforms/kubernetes, https://github.com/isindir/sops-secrets-operator, '
      + 'https://cert-manager.io/docs/trust/trust-manager/',
  },
  {
    groups: ['networking.istio.io', 'policy.linkerd.io', 'multicluster.x-k8s.io', 'traefik.io', 'projectcontour.io', 'crd.antrea.io'],
    reason: 'traffic to pods',
    source: 'https://istio.io/latest/docs/reference/config/networking/, https://linkerd.io/2/reference/authorization-policy/, '
      + 'https://multicluster.sigs.k8s.io/, https://doc.traefik.io/traefik/, https://projectcontour.io/docs/, https://antrea.io/docs/',
  },
  {
    groups: ['eks.services.k8s.aws', 'eks.aws.upbound.io', 'eks.aws.m.upbound.io', 'eks.aws.crossplane.io'],
    kinds: ['AccessEntry', 'PodIdentityAssociation'],
    reason: 'rights in the cloud',
    source: 'https://aws-controllers-k8s.github.io/community/reference/, https://marketplace.upbound.io/providers/upbound/provider-aws-eks',
  },
  {
    groups: ['ecr', 'ecrpublic', 'cloudwatch', 'cloudwatchlogs', 'cloudwatchevents', 'sns', 'sqs', 's3', 'kms'].flatMap(service =>
      [`${service}.services.k8s.aws`, `${service}.aws.upbound.io`, `${service}.aws.m.upbound.io`, `${service}.aws.crossplane.io`]),
    reason: 'registries, alarms, queues and keys in the cloud',
    source: 'https://aws-controllers-k8s.github.io/community/reference/, https://marketplace.upbound.io/providers/upbound/provider-family-aws',
  },
];

/** Those whose controllers are not of Kubernetes or of this library's own reading. */
export const INERT_CUSTOM_KINDS = INERT_KINDS.flatMap(({ source, ...row }) => (source === undefined ? [] : [{ ...row, source }]));

/** Whether an object runs no controller manager, whatever it names, and changes none. */
export function isInertKind(apiVersion: string, kind: string): boolean {
  const found = inertKind(apiVersion, kind);
  return found !== undefined && found.mayHaveCommands !== true;
}

/** Whether what an object names changes nothing, though it may have commands. */
export function onlyNames(apiVersion: string, kind: string): boolean {
  return inertKind(apiVersion, kind) !== undefined;
}

function inertKind(apiVersion: string, kind: string): InertKinds | undefined {
  const group = groupOf(apiVersion);
  return INERT_KINDS.find(({ groups, kinds }) => groups.includes(group) && (kinds === undefined || kinds.includes(kind)));
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
