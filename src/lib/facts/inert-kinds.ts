import { lazy } from './lazy';

/** Kinds whose objects name controller managers, run none, and change none that runs. */
interface InertKinds {
  /** API groups; the empty one is that of `v1`, and what begins with `*.` stands for all that end so. */
  readonly groups: readonly string[];
  /** @default - all of these groups */
  readonly kinds?: readonly string[];
  /** Kinds of these groups that are not inert: nothing is said about them. */
  readonly exceptKinds?: readonly string[];
  readonly reason: string;
  /** Documentation of what its controller does, or where its types are. */
  readonly source: string;
  /**
   * What an object is looked through for all the same: its commands, as the hooks of a backup, whose names change nothing; or `whole`, as where its
   * controller makes pods of its own programs and of containers that the object lists.
   *
   * @default - nothing
   */
  readonly lookedThrough?: 'commands' | 'whole';
}

const API = 'k8s.io/api@v0.20.15 to v0.37.2';

/**
 * A kind is inert together with its group: `Policy` of the API server's audit is, `Policy` of Open Cluster Management applies objects. What makes no
 * pods of
 * its own choice, takes no locks, grants no rights and changes or refuses no object that a proof is about belongs here.
 */
export const INERT_KINDS: readonly InertKinds[] = [
  // Kubernetes itself.
  {
    groups: [''],
    kinds: ['ComponentStatus', 'Config', 'Endpoints', 'Event', 'LimitRange', 'Namespace', 'Node', 'PersistentVolume', 'PersistentVolumeClaim',
      'PodTemplate', 'ResourceQuota', 'Service', 'ServiceAccount', 'Status'],
    reason: 'holds no program; nothing makes pods of a PodTemplate',
    source: `${API} core/v1/types.go; k8s.io/client-go@v0.27.16 tools/clientcmd/api/v1/types.go Config; k8s.io/apimachinery@v0.27.16 `
      + 'pkg/apis/meta/v1/types.go Status',
  },
  { groups: ['events.k8s.io', 'metrics.k8s.io'], reason: 'says what has happened', source: `${API} events/v1/types.go; k8s.io/metrics@v0.27.16` },
  {
    groups: ['rbac.authorization.k8s.io', 'certificates.k8s.io', 'coordination.k8s.io'],
    reason: 'rights, certificates and locks of components, which are read by themselves',
    source: `${API} rbac/v1/types.go, certificates/v1/types.go, coordination/v1/types.go`,
  },
  {
    groups: ['apps'],
    kinds: ['ControllerRevision'],
    reason: 'an earlier or the present template of what is read itself',
    source: `${API} apps/v1/types.go`,
  },
  {
    groups: ['apiextensions.k8s.io', 'apiregistration.k8s.io', 'flowcontrol.apiserver.k8s.io'],
    reason: 'what the API server serves, and how: what of it reaches locks is read by itself',
    source: `${API} flowcontrol/v1/types.go; k8s.io/apiextensions-apiserver@v0.27.16 pkg/apis/apiextensions/v1/types.go;
    k8s.io/kube-aggregator@v0.27.16 `
      + 'pkg/apis/apiregistration/v1/types.go',
  },
  {
    groups: ['discovery.k8s.io', 'networking.k8s.io', 'gateway.networking.k8s.io', 'gateway.networking.x-k8s.io'],
    reason: 'traffic to pods',
    source: `${API} discovery/v1/types.go, networking/v1/types.go; https://gateway-api.sigs.k8s.io/reference/spec/`,
  },
  {
    groups: ['extensions'],
    kinds: ['Ingress', 'NetworkPolicy', 'PodSecurityPolicy'],
    reason: 'traffic to pods, and what is allowed to them',
    source: `${API} extensions/v1beta1/types.go`,
  },
  {
    groups: ['scheduling.k8s.io', 'storage.k8s.io', 'node.k8s.io', 'resource.k8s.io'],
    reason: 'priorities, volumes, devices and container runtimes, which are read by pods',
    source: `${API} scheduling/v1/types.go, storage/v1/types.go, node/v1/types.go, resource/v1/types.go`,
  },
  {
    groups: ['snapshot.storage.k8s.io', 'groupsnapshot.storage.k8s.io', 'populator.storage.k8s.io', 'storagemigration.k8s.io',
      'internal.apiserver.k8s.io'],
    reason: 'copies of volumes, and in which version objects are stored',
    source: `kubernetes-csi/external-snapshotter client/config/crd; ${API} storagemigration/v1alpha1/types.go, apiserverinternal/v1alpha1/types.go`,
  },
  {
    groups: ['policy'],
    kinds: ['PodDisruptionBudget', 'PodSecurityPolicy'],
    reason: 'what is allowed to pods',
    source: `${API} policy/v1/types.go, policy/v1beta1/types.go`,
  },
  {
    groups: ['autoscaling', 'autoscaling.k8s.io', 'keda.sh'],
    kinds: ['CloudEventSource', 'ClusterCloudEventSource', 'ClusterTriggerAuthentication', 'HorizontalPodAutoscaler', 'MultidimPodAutoscaler',
      'ScaledObject', 'TriggerAuthentication', 'VerticalPodAutoscaler', 'VerticalPodAutoscalerCheckpoint'],
    reason: 'how many pods of what is read, and of which size; a ScaledJob makes Jobs',
    source: `${API} autoscaling/v2/types.go; kubernetes/autoscaler vertical-pod-autoscaler/pkg/apis; https://keda.sh/docs/latest/reference/`,
  },
  {
    groups: ['admissionregistration.k8s.io'],
    reason: 'what changes or refuses objects is read beside them',
    source: `${API} admissionregistration/v1/types.go`,
  },
  {
    groups: ['authentication.k8s.io', 'authorization.k8s.io', 'imagepolicy.k8s.io', 'admission.k8s.io', 'apidiscovery.k8s.io'],
    reason: 'a question to the API server, or its answer',
    source: `${API} authentication/v1/types.go, authorization/v1/types.go, imagepolicy/v1alpha1/types.go, admission/v1/types.go`,
  },
  {
    groups: ['kubeadm.k8s.io'],
    kinds: ['ClusterConfiguration', 'ClusterStatus', 'InitConfiguration', 'JoinConfiguration', 'ResetConfiguration', 'UpgradeConfiguration'],
    reason: 'read as what kubeadm makes of it',
    source: 'k8s.io/kubernetes@v1.20.15 to v1.37.1 cmd/kubeadm/app/apis/kubeadm',
  },
  {
    groups: ['apiserver.config.k8s.io', 'audit.k8s.io', 'auditregistration.k8s.io', 'controllermanager.config.k8s.io', 'kubelet.config.k8s.io',
      'kubeproxy.config.k8s.io', 'kubescheduler.config.k8s.io', 'client.authentication.k8s.io', 'credentialprovider.kubelet.k8s.io',
      'abac.authorization.kubernetes.io', 'pod-security.admission.config.k8s.io', 'eventratelimit.admission.k8s.io', 'kubectl.config.k8s.io',
      'podtolerationrestriction.admission.k8s.io', 'resourcequota.admission.k8s.io'],
    reason: 'a file of a component, read where a flag names it',
    source: 'k8s.io/apiserver@v0.27.16 pkg/apis; k8s.io/kube-scheduler@v0.27.16 config/v1; k8s.io/kubelet@v0.27.16 config/v1beta1, '
      + 'pkg/apis/credentialprovider/v1; k8s.io/pod-security-admission@v0.27.11 admission/api/v1; k8s.io/kubernetes@v1.27.16 '
      + 'pkg/auth/authorizer/abac, plugin/pkg/admission/eventratelimit',
  },
  // What watches.
  {
    groups: ['monitoring.coreos.com'],
    kinds: ['AlertmanagerConfig', 'PodMonitor', 'Probe', 'PrometheusRule', 'ScrapeConfig', 'ServiceMonitor'],
    reason: 'watches the control plane',
    source: 'prometheus-operator/prometheus-operator example/prometheus-operator-crd',
  },
  {
    groups: ['monitoring.coreos.com'],
    kinds: ['Alertmanager', 'Prometheus', 'PrometheusAgent', 'ThanosRuler'],
    reason: 'runs Prometheus and its neighbours, and the containers that it lists',
    source: 'prometheus-operator/prometheus-operator example/prometheus-operator-crd',
    lookedThrough: 'whole',
  },
  {
    groups: ['operator.victoriametrics.com'],
    kinds: ['VMAlertmanagerConfig', 'VMNodeScrape', 'VMPodScrape', 'VMProbe', 'VMRule', 'VMScrapeConfig', 'VMServiceScrape', 'VMStaticScrape',
      'VMUser'],
    reason: 'watches the control plane',
    source: 'VictoriaMetrics/operator config/crd/bases',
  },
  {
    groups: ['operator.victoriametrics.com'],
    kinds: ['VLAgent', 'VLCluster', 'VLSingle', 'VLogs', 'VMAgent', 'VMAlert', 'VMAlertmanager', 'VMAnomaly', 'VMAuth', 'VMCluster', 'VMSingle',
      'VTCluster', 'VTSingle'],
    reason: 'runs programs of VictoriaMetrics, and the containers that it lists',
    source: 'VictoriaMetrics/operator config/crd',
    lookedThrough: 'whole',
  },
  {
    groups: ['grafana.integreatly.org', 'integreatly.org'],
    reason: 'shows the control plane',
    source: 'grafana/grafana-operator config/crd/bases',
    exceptKinds: ['Grafana', 'GrafanaManifest'],
  },
  {
    groups: ['grafana.integreatly.org', 'integreatly.org'],
    kinds: ['Grafana'],
    reason: 'runs Grafana, and the containers that it lists',
    source: 'grafana/grafana-operator config/crd/bases',
    lookedThrough: 'whole',
  },
  {
    groups: ['logging.banzaicloud.io'],
    kinds: ['ClusterFlow', 'ClusterOutput', 'Flow', 'Output', 'SyslogNGClusterFlow', 'SyslogNGClusterOutput', 'SyslogNGFlow', 'SyslogNGOutput'],
    reason: 'where logs go',
    source: 'https://kube-logging.dev/docs/configuration/crds/v1beta1/',
  },
  {
    groups: ['fluentbit.fluent.io', 'fluentd.fluent.io'],
    kinds: ['ClusterFilter', 'ClusterFluentBitConfig', 'ClusterFluentdConfig', 'ClusterInput', 'ClusterMultilineParser', 'ClusterOutput',
      'ClusterParser', 'Filter', 'FluentBitConfig', 'FluentdConfig', 'Input', 'MultilineParser', 'Output', 'Parser'],
    reason: 'where logs go',
    source: 'https://github.com/fluent/fluent-operator/blob/master/docs/fluentbit.md',
  },
  {
    groups: ['logging.banzaicloud.io', 'fluentbit.fluent.io', 'fluentd.fluent.io'],
    kinds: ['Collector', 'FluentBit', 'FluentbitAgent', 'Fluentd', 'Logging', 'NodeAgent', 'SyslogNGConfig'],
    reason: 'runs collectors of logs, and the containers that it lists',
    source: 'https://kube-logging.dev/docs/configuration/crds/v1beta1/, https://github.com/fluent/fluent-operator/blob/master/docs/fluentbit.md',
    lookedThrough: 'whole',
  },
  {
    groups: ['pyrra.dev', 'sloth.slok.dev', 'openslo', 'openslo.com', 'loki.grafana.com'],
    kinds: ['AlertingRule', 'PrometheusServiceLevel', 'RecordingRule', 'SLO', 'ServiceLevelObjective'],
    reason: 'rules of what is watched',
    source: 'https://github.com/pyrra-dev/pyrra, https://sloth.dev/, https://openslo.com/, https://loki-operator.dev/docs/api.md/',
  },
  {
    groups: ['opentelemetry.io', 'jaegertracing.io', 'loki.grafana.com', 'tempo.grafana.com', 'elasticsearch.k8s.elastic.co', 'kibana.k8s.elastic.co',
      'apm.k8s.elastic.co', 'beat.k8s.elastic.co', 'agent.k8s.elastic.co', 'logstash.k8s.elastic.co', 'enterprisesearch.k8s.elastic.co',
      'stackconfigpolicy.k8s.elastic.co', 'maps.k8s.elastic.co', 'autoscaling.k8s.elastic.co', 'monitoring.grafana.com', 'datadoghq.com'],
    exceptKinds: ['AlertingRule', 'Instrumentation', 'RecordingRule'],
    reason: 'runs programs that watch or keep what they saw, and the containers that it lists',
    source: 'open-telemetry/opentelemetry-operator config/crd/bases, https://www.jaegertracing.io/docs/1.57/operator/, '
      + 'https://loki-operator.dev/docs/api.md/, https://grafana.com/docs/tempo/latest/setup/operator/, '
      + 'https://www.elastic.co/guide/en/cloud-on-k8s/current/k8s-api-reference.html, '
      + 'https://docs.datadoghq.com/containers/datadog_operator/custom_resources/',
    lookedThrough: 'whole',
  },
  {
    groups: ['aquasecurity.github.io', 'openreports.io', 'reports.kyverno.io', 'spdx.softwarecomposition.kubescape.io', 'wgpolicyk8s.io'],
    reason: 'a report about what runs',
    source: 'https://aquasecurity.github.io/trivy-operator/latest/docs/crds/, https://openreports.io/, https://kyverno.io/docs/policy-reports/, '
      + 'https://kubescape.io/docs/operator/, https://github.com/kubernetes-sigs/wg-policy-prototypes/tree/master/policy-report',
  },
  // Policies that are read, and what belongs to them.
  {
    groups: ['constraints.gatekeeper.sh', 'templates.gatekeeper.sh'],
    reason: 'what refuses pods is read beside them',
    source: 'https://open-policy-agent.github.io/gatekeeper/website/docs/howto',
  },
  {
    groups: ['config.gatekeeper.sh', 'status.gatekeeper.sh', 'externaldata.gatekeeper.sh', 'match.gatekeeper.sh', 'syncset.gatekeeper.sh',
      'connection.gatekeeper.sh'],
    reason: 'what Gatekeeper looks at, and what it has seen',
    source: 'https://open-policy-agent.github.io/gatekeeper/website/docs/exempt-namespaces',
  },
  {
    groups: ['kyverno.io', 'policies.kyverno.io'],
    kinds: ['CELPolicyException', 'GlobalContextEntry', 'PolicyException'],
    reason: 'what a policy is not asked about, and what it looks up',
    source: 'https://kyverno.io/docs/exceptions/; kyverno/kyverno config/crds',
  },
  {
    groups: ['kyverno.io'],
    kinds: ['AdmissionReport', 'BackgroundScanReport', 'CachedContextEntry', 'ClusterAdmissionReport', 'ClusterBackgroundScanReport'],
    reason: 'a report about what runs',
    source: 'kyverno/kyverno config/crds',
  },
  {
    groups: ['policy.sigstore.dev'],
    reason: 'which signatures images need',
    source: 'https://docs.sigstore.dev/policy-controller/overview/',
  },
  {
    groups: ['security-profiles-operator.x-k8s.io'],
    kinds: ['AppArmorProfile', 'RawSelinuxProfile', 'SeccompProfile', 'SelinuxProfile'],
    reason: 'what a program is allowed to',
    source: 'https://github.com/kubernetes-sigs/security-profiles-operator/blob/main/installation-usage.md',
  },
  // Traffic.
  {
    groups: ['cilium.io', 'crd.projectcalico.org', 'projectcalico.org', 'policy.networking.k8s.io', 'security.istio.io'],
    reason: 'traffic to pods; what shuts a component off is read by itself',
    source: 'cilium/cilium pkg/k8s/apis/cilium.io/client/crds; projectcalico/calico libcalico-go/config/crd; '
      + 'https://network-policy-api.sigs.k8s.io/, https://istio.io/latest/docs/reference/config/security/',
  },
  {
    groups: ['networking.istio.io', 'telemetry.istio.io', 'extensions.istio.io', 'policy.linkerd.io', 'linkerd.io', 'multicluster.x-k8s.io',
      'traefik.io', 'traefik.containo.us', 'hub.traefik.io', 'projectcontour.io', 'crd.antrea.io', 'ops.antrea.io', 'stats.antrea.io',
      'controlplane.antrea.io', 'split.smi-spec.io', 'access.smi-spec.io', 'specs.smi-spec.io', 'metrics.smi-spec.io', 'consul.hashicorp.com',
      'configuration.konghq.com', 'getambassador.io', 'gateway.envoyproxy.io', 'k8s.nginx.org', 'appprotect.f5.com', 'appprotectdos.f5.com',
      'gateway.solo.io', 'gloo.solo.io', 'core.haproxy.org', 'apisix.apache.org', 'submariner.io', 'whereabouts.cni.cncf.io', 'k8s.cni.cncf.io',
      'kube-ovn.io', 'k8s.ovn.org', 'networking.gke.io', 'vpcresources.k8s.aws', 'crd.k8s.amazonaws.com', 'application-networking.k8s.aws',
      'spiderpool.spidernet.io', 'frrk8s.metallb.io'],
    exceptKinds: ['GatewayParameters', 'IstioOperator'],
    reason: 'traffic to pods',
    source: 'https://istio.io/latest/docs/reference/config/networking/, https://linkerd.io/2/reference/authorization-policy/, '
      + 'https://multicluster.sigs.k8s.io/, https://doc.traefik.io/traefik/, https://projectcontour.io/docs/, https://antrea.io/docs/, '
      + 'https://smi-spec.io/, https://developer.hashicorp.com/consul/docs/reference/config-entry, '
      + 'https://developer.konghq.com/kubernetes-ingress-controller/, https://www.getambassador.io/docs/, https://gateway.envoyproxy.io/docs/api/, '
      + 'https://docs.nginx.com/nginx-ingress-controller/, https://docs.solo.io/gloo-edge/latest/reference/api/, '
      + 'https://www.haproxy.com/documentation/kubernetes-ingress/, https://apisix.apache.org/docs/ingress-controller/, https://submariner.io/, '
      + 'https://github.com/k8snetworkplumbingwg/multi-net-spec, https://kubeovn.github.io/docs/, '
      + 'https://cloud.google.com/kubernetes-engine/docs/how-to, https://github.com/aws/amazon-vpc-cni-k8s, '
      + 'https://spidernet-io.github.io/spiderpool/, https://metallb.universe.tf/',
  },
  {
    groups: ['metallb.io', 'elbv2.k8s.aws', 'gateway.k8s.aws', 'aga.k8s.aws', 'externaldns.k8s.io', 'openelb.kubesphere.io', 'network.kubesphere.io'],
    exceptKinds: ['MetalLB'],
    reason: 'addresses, load balancers and names of Services; what serves Services beside a CCM is told by the Services',
    source: 'metallb/metallb config/crd/bases; kubernetes-sigs/aws-load-balancer-controller config/crd; '
      + 'https://kubernetes-sigs.github.io/external-dns/latest/docs/sources/crd/, https://openelb.io/docs/',
  },
  {
    groups: ['operator.tigera.io'],
    exceptKinds: ['CloudRBAC', 'Tenant'],
    reason: 'runs Calico, and no other program',
    source: 'tigera/operator pkg/crds/operator, config/crd/bases before',
    lookedThrough: 'whole',
  },
  // Certificates, Secrets and rights outside of the cluster.
  {
    groups: ['cert-manager.io', 'external-secrets.io', 'generators.external-secrets.io', 'secrets-store.csi.x-k8s.io', 'awspca.cert-manager.io',
      'spire.spiffe.io'],
    reason: 'makes certificates and Secrets; those that a controller manager needs are asked for by their names',
    source: 'cert-manager/cert-manager deploy/crds; external-secrets/external-secrets config/crds/bases; '
      + 'https://secrets-store-csi-driver.sigs.k8s.io/, https://spiffe.io/docs/latest/deploying/spire_controller_manager/',
  },
  {
    groups: ['bitnami.com', 'secrets.hashicorp.com', 'secrets.infisical.com', 'secrets.doppler.com', 'isindir.github.com', 'onepassword.com',
      'trust.cert-manager.io', 'policy.cert-manager.io', 'acme.cert-manager.io', 'akv2k8s.io'],
    kinds: ['AzureKeyVaultSecret', 'Bundle', 'CertificateRequestPolicy', 'Challenge', 'DopplerSecret', 'HCPAuth', 'HCPVaultSecretsApp',
      'InfisicalSecret', 'OnePasswordItem', 'Order', 'SealedSecret', 'SecretTransformation', 'SopsSecret', 'VaultAuth', 'VaultAuthGlobal',
      'VaultConnection', 'VaultDynamicSecret', 'VaultPKISecret', 'VaultStaticSecret'],
    reason: 'makes Secrets and ConfigMaps; those that a controller manager needs are asked for by their names',
    source: 'https://github.com/bitnami-labs/sealed-secrets, https://developer.hashicorp.com/vault/docs/platform/k8s/vso/api-reference, '
      + 'https://infisical.com/docs/integrations/platforms/kubernetes, https://github.com/isindir/sops-secrets-operator, '
      + 'https://cert-manager.io/docs/trust/trust-manager/, https://akv2k8s.io/',
  },
  {
    groups: ['iam.aws.crossplane.io', 'iam.aws.upbound.io', 'iam.aws.m.upbound.io', 'iam.services.k8s.aws'],
    reason: 'rights in the cloud',
    source: 'https://aws-controllers-k8s.github.io/community/reference/, https://marketplace.upbound.io/providers/upbound/provider-aws-iam',
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
  {
    groups: ['*.services.k8s.aws', '*.aws.upbound.io', '*.aws.m.upbound.io', '*.aws.crossplane.io', '*.azure.upbound.io', '*.azure.m.upbound.io',
      '*.gcp.upbound.io', '*.gcp.m.upbound.io', '*.gcp.crossplane.io', '*.azure.crossplane.io', '*.cnrm.cloud.google.com', '*.azure.com'],
    exceptKinds: ['Addon', 'AutoscalingGroup', 'AutoScalingGroup', 'Cluster', 'ComputeInstance', 'ComputeInstanceGroupManager',
      'ComputeInstanceTemplate', 'ContainerCluster', 'ContainerNodePool', 'Fleet', 'FleetsMember', 'InstanceTemplate', 'KubernetesCluster',
      'KubernetesClusterNodePool', 'KubernetesFleetManager', 'LaunchConfiguration', 'LaunchTemplate', 'LinuxVirtualMachine', 'ManagedCluster',
      'ManagedClustersAgentPool', 'Nodegroup', 'NodeGroup', 'NodePool', 'OrchestratedVirtualMachineScaleSet', 'LinuxVirtualMachineScaleSet',
      'SpotInstanceRequest', 'SpotFleetRequest', 'VirtualMachine', 'VirtualMachineScaleSet', 'Instance', 'InstanceFromTemplate',
      'InstanceGroupManager', 'Object', 'Release'],
    reason: 'a resource of a cloud that is no machine and no cluster',
    source: 'https://aws-controllers-k8s.github.io/community/reference/, https://marketplace.upbound.io/providers/upbound/provider-family-aws, '
      + 'https://marketplace.upbound.io/providers/upbound/provider-family-azure, '
      + 'https://marketplace.upbound.io/providers/upbound/provider-family-gcp, https://cloud.google.com/config-connector/docs/reference/overview, '
      + 'https://azure.github.io/azure-service-operator/reference/',
    lookedThrough: 'whole',
  },
  {
    groups: ['pkg.crossplane.io', 'apiextensions.crossplane.io', 'protection.crossplane.io', 'secrets.crossplane.io', 'aws.upbound.io',
      'aws.m.upbound.io', 'aws.crossplane.io', 'azure.upbound.io', 'azure.m.upbound.io', 'gcp.upbound.io', 'gcp.m.upbound.io',
      'kubernetes.crossplane.io', 'helm.crossplane.io', 'kubernetes.m.crossplane.io', 'helm.m.crossplane.io'],
    kinds: ['ClusterProviderConfig', 'ClusterUsage', 'CompositeResourceDefinition', 'ControllerConfig', 'DeploymentRuntimeConfig',
      'EnvironmentConfig', 'Function', 'FunctionRevision', 'ImageConfig', 'Lock', 'ManagedResourceActivationPolicy', 'ManagedResourceDefinition',
      'Provider', 'ProviderConfig', 'ProviderConfigUsage', 'ProviderRevision', 'StoreConfig', 'Usage'],
    reason: 'a provider of Crossplane is a program that acts on objects of its own kinds, each of which is asked for by itself',
    source: 'crossplane/crossplane cluster/crds; https://docs.crossplane.io/latest/packages/providers/',
    lookedThrough: 'whole',
  },
  { groups: ['distro.eks.amazonaws.com'], kinds: ['Release'], reason: 'a list of images', source: 'https://distro.eks.amazonaws.com/' },
  // Delivery: what applies something is read, or said to be unread by its name.
  {
    groups: ['source.toolkit.fluxcd.io', 'source.extensions.fluxcd.io'],
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
    groups: ['image.toolkit.fluxcd.io'],
    kinds: ['ImageUpdateAutomation'],
    reason: 'writes tags of images where a manifest has its marks',
    source: 'https://fluxcd.io/flux/guides/image-update/#configure-image-update-for-custom-resources',
    lookedThrough: 'whole',
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
    groups: ['argoproj.io'],
    kinds: ['AnalysisTemplate', 'ClusterAnalysisTemplate', 'NotificationsConfiguration', 'ArgoCDExtension', 'EventBus', 'EventSource',
      'WorkflowArtifactGCTask', 'WorkflowTaskResult', 'WorkflowTaskSet', 'WorkflowEventBinding'],
    reason: 'what is measured or heard; a Rollout, a Workflow and a Sensor make objects',
    source: 'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/, https://argoproj.github.io/argo-events/, '
      + 'https://argo-workflows.readthedocs.io/en/latest/fields/',
    lookedThrough: 'whole',
  },
  {
    groups: ['config.openshift.io', 'operator.openshift.io'],
    kinds: ['ImageContentPolicy', 'ImageContentSourcePolicy', 'ImageDigestMirrorSet', 'ImageTagMirrorSet'],
    reason: 'where images are mirrored',
    source: 'https://docs.openshift.com/container-platform/4.14/openshift_images/image-configuration.html',
  },
  {
    groups: ['config.openshift.io', 'console.openshift.io', 'quota.openshift.io', 'route.openshift.io', 'user.openshift.io', 'project.openshift.io',
      'helm.openshift.io', 'samples.operator.openshift.io', 'imageregistry.operator.openshift.io', 'ingress.operator.openshift.io',
      'network.operator.openshift.io', 'network.openshift.io', 'cloudcredential.openshift.io'],
    exceptKinds: ['ClusterVersion', 'FeatureGate', 'Infrastructure', 'Node', 'OperatorHub', 'Scheduler', 'APIServer'],
    reason: 'settings of OpenShift that no controller manager and none of its pods has; users, routes and quotas',
    source: 'openshift/api config/v1, console/v1, quota/v1, route/v1, user/v1, project/v1, helm/v1beta1, samples/v1, imageregistry/v1, '
      + 'operatoringress/v1, network/v1, cloudcredential',
    lookedThrough: 'whole',
  },
  {
    groups: ['mirror.openshift.io', 'content.hauler.cattle.io'],
    reason: 'a list of what is copied to another registry',
    source: 'https://docs.hauler.dev/docs/guides-references/manifests, https://github.com/openshift/oc-mirror',
  },
  // Copies and volumes.
  {
    groups: ['velero.io'],
    kinds: ['Backup', 'BackupRepository', 'BackupStorageLocation', 'DataUpload', 'DeleteBackupRequest', 'DownloadRequest', 'PodVolumeBackup',
      'ResticRepository', 'Schedule', 'ServerStatusRequest', 'VolumeSnapshotLocation'],
    reason: 'keeps copies of objects; a Restore applies them',
    source: 'https://velero.io/docs/v1.14/api-types/; vmware-tanzu/velero config/crd',
    lookedThrough: 'commands',
  },
  {
    groups: ['k8up.io'],
    kinds: ['Archive', 'Backup', 'Check', 'Prune', 'Schedule', 'Snapshot'],
    reason: 'keeps copies of volumes',
    source: 'https://docs.k8up.io/k8up/references/api-reference.html',
    lookedThrough: 'commands',
  },
  {
    groups: ['longhorn.io', 'ceph.rook.io', 'objectbucket.io', 'openebs.io', 'local.openebs.io', 'cstor.openebs.io', 'zfs.openebs.io', 'piraeus.io',
      'topolvm.io', 'csi.ceph.io', 'csiaddons.openshift.io', 'replication.storage.openshift.io', 'volsync.backube', 'snapscheduler.backube',
      'portworx.io', 'core.libopenstorage.org', 'minio.min.io', 'sts.min.io', 'job.min.io', 'objectstorage.k8s.io', 'cdi.kubevirt.io'],
    reason: 'volumes and buckets: runs the programs of its storage, and no other',
    source: 'longhorn/longhorn-manager k8s/pkg/apis/longhorn/v1beta2; rook/rook pkg/apis/ceph.rook.io/v1; https://openebs.io/docs/, '
      + 'https://piraeus.io/docs/, https://github.com/topolvm/topolvm, https://volsync.readthedocs.io/, https://docs.portworx.com/, '
      + 'https://min.io/docs/minio/kubernetes/upstream/reference/operator-crd.html, https://github.com/kubevirt/containerized-data-importer',
    lookedThrough: 'whole',
  },
  // Databases, queues and their like: programs of their own.
  {
    groups: ['postgresql.cnpg.io', 'barmancloud.cnpg.io', 'acid.zalan.do', 'postgres-operator.crunchydata.com', 'pgv2.percona.com',
      'psmdb.percona.com', 'pxc.percona.com', 'ps.percona.com', 'k8s.mariadb.com', 'mysql.oracle.com', 'planetscale.com',
      'mongodbcommunity.mongodb.com', 'atlas.mongodb.com', 'kafka.strimzi.io', 'core.strimzi.io', 'platform.confluent.io', 'rabbitmq.com',
      'redis.redis.opstreelabs.in', 'databases.spotahome.com', 'app.redislabs.com', 'clickhouse.altinity.com', 'clickhouse-keeper.altinity.com',
      'k8ssandra.io', 'cassandra.datastax.com', 'scylla.scylladb.com', 'crdb.cockroachlabs.com', 'pingcap.com', 'cluster.redpanda.com',
      'jetstream.nats.io', 'pulsar.streamnative.io', 'solr.apache.org', 'opensearch.opster.io', 'zookeeper.pravega.io', 'etcd.database.coreos.com',
      'dragonflydb.io', 'k8s.keycloak.org', 'vault.banzaicloud.com'],
    reason: 'runs a database, a queue or an identity provider, and the containers that it lists',
    source: 'cloudnative-pg/cloudnative-pg config/crd/bases; strimzi/strimzi-kafka-operator install/cluster-operator; '
      + 'https://opensource.zalando.com/postgres-operator/, https://access.crunchydata.com/documentation/postgres-operator/latest/references/crd, '
      + 'https://docs.percona.com/, https://www.rabbitmq.com/kubernetes/operator, https://www.mongodb.com/docs/kubernetes-operator/, '
      + 'https://docs.altinity.com/altinitykubernetesoperator/, https://docs.k8ssandra.io/, https://operator.docs.scylladb.com/, '
      + 'https://docs.pingcap.com/tidb-in-kubernetes/, https://www.keycloak.org/operator/, https://bank-vaults.dev/',
    lookedThrough: 'whole',
  },
  // Programs of users, and machines.
  {
    groups: ['apps.kruise.io'],
    kinds: ['ImageListPullJob', 'ImagePullJob', 'NodeImage'],
    reason: 'images that nodes hold, and none is started',
    source: 'https://openkruise.io/docs/user-manuals/imagepulljob',
  },
  {
    groups: ['serving.knative.dev', 'autoscaling.internal.knative.dev', 'networking.internal.knative.dev', 'caching.internal.knative.dev',
      'messaging.knative.dev', 'flows.knative.dev', 'eventing.knative.dev', 'tekton.dev', 'triggers.tekton.dev', 'resolution.tekton.dev',
      'resolvers.tekton.dev'],
    kinds: ['Broker', 'Certificate', 'Channel', 'ClusterDomainClaim', 'ClusterInterceptor', 'ClusterTask', 'ClusterTriggerBinding', 'Configuration',
      'DomainMapping', 'EventType', 'Image', 'InMemoryChannel', 'Ingress', 'Interceptor', 'Metric', 'Parallel', 'Pipeline', 'PodAutoscaler',
      'ResolutionRequest', 'Revision', 'Route', 'Sequence', 'ServerlessService', 'Service', 'StepAction', 'Subscription', 'Task', 'Trigger',
      'TriggerBinding', 'VerificationPolicy'],
    reason: 'runs the containers that it lists, as often as it is asked to; a TaskRun and a PipelineRun run those of a Task, which may do anything',
    source: 'knative/serving config/core/300-resources; https://knative.dev/docs/eventing/; tektoncd/pipeline config/300-crds',
    lookedThrough: 'whole',
  },
  {
    groups: ['nfd.k8s-sigs.io', 'topology.node.k8s.io', 'kueue.x-k8s.io', 'visibility.kueue.x-k8s.io', 'scheduling.x-k8s.io',
      'scheduling.sigs.k8s.io'],
    kinds: ['AdmissionCheck', 'ClusterQueue', 'Cohort', 'ElasticQuota', 'LocalQueue', 'MultiKueueCluster', 'MultiKueueConfig', 'NodeFeature',
      'NodeFeatureGroup', 'NodeResourceTopology', 'PodGroup', 'ProvisioningRequestConfig', 'ResourceFlavor', 'Topology', 'Workload',
      'WorkloadPriorityClass'],
    reason: 'what nodes have, and in which order Jobs may begin; a NodeFeatureRule may label and taint nodes',
    source: 'kubernetes-sigs/node-feature-discovery api/nfd/v1alpha1/types.go; https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta1/, '
      + 'https://scheduler-plugins.sigs.k8s.io/docs/',
  },
  {
    groups: ['instancetype.kubevirt.io', 'snapshot.kubevirt.io', 'export.kubevirt.io', 'pool.kubevirt.io', 'clone.kubevirt.io',
      'migrations.kubevirt.io'],
    kinds: ['MigrationPolicy', 'VirtualMachineClone', 'VirtualMachineClusterInstancetype', 'VirtualMachineClusterPreference', 'VirtualMachineExport',
      'VirtualMachineInstancetype', 'VirtualMachinePreference', 'VirtualMachineRestore', 'VirtualMachineSnapshot', 'VirtualMachineSnapshotContent'],
    reason: 'sizes and copies of virtual machines',
    source: 'kubevirt/kubevirt staging/src/kubevirt.io/api',
  },
  {
    groups: ['backstage.io'],
    kinds: ['API', 'Component', 'Domain', 'Group', 'Location', 'Resource', 'System', 'User'],
    reason: 'a catalogue of software for people; a Template has steps',
    source: 'https://backstage.io/docs/features/software-catalog/descriptor-format',
  },
  {
    groups: ['app.k8s.io', 'operators.coreos.com', 'cli.kyverno.io', 'chainsaw.kyverno.io'],
    kinds: ['Application', 'OperatorGroup', 'OperatorCondition', 'PackageManifest', 'CatalogSource', 'Test', 'Values'],
    reason: 'for people, for tests, or a list of what can be installed; a Subscription and a ClusterServiceVersion install programs',
    source: 'https://github.com/kubernetes-sigs/application, https://olm.operatorframework.io/docs/concepts/crds/, '
      + 'https://kyverno.io/docs/kyverno-cli/',
    lookedThrough: 'whole',
  },
  {
    groups: ['image.openshift.io'],
    kinds: ['Image', 'ImageStream', 'ImageStreamTag'],
    reason: 'names of images',
    source: 'openshift/api image/v1/types.go',
  },
];

interface Rows {
  readonly exact: ReadonlyMap<string, readonly InertKinds[]>;
  /** Ends of groups, with their dots. */
  readonly ends: readonly { readonly end: string; readonly row: InertKinds }[];
}

const rows = lazy((): Rows => {
  const exact = new Map<string, InertKinds[]>();
  const named = INERT_KINDS.flatMap(row => row.groups.map(group => ({ group, row })));
  for (const { group, row } of named.filter(one => !one.group.startsWith('*'))) exact.set(group, [...exact.get(group) ?? [], row]);
  return { exact, ends: named.filter(one => one.group.startsWith('*')).map(({ group, row }) => ({ end: group.slice(1), row })) };
});

function inertKind(apiVersion: string, kind: string): InertKinds | undefined {
  const group = groupOf(apiVersion);
  const { exact, ends } = rows();
  const isIn = ({ kinds, exceptKinds }: InertKinds) => (kinds === undefined || kinds.includes(kind)) && exceptKinds?.includes(kind) !== true;
  return exact.get(group)?.find(isIn) ?? ends.find(({ end, row }) => group.endsWith(end) && isIn(row))?.row;
}

/** Whether an object runs no controller manager, whatever it names, and changes none. */
export function isInertKind(apiVersion: string, kind: string): boolean {
  const found = inertKind(apiVersion, kind);
  return found !== undefined && found.lookedThrough === undefined;
}

/** Whether what an object names changes nothing, though it may have commands. */
export function onlyNames(apiVersion: string, kind: string): boolean {
  const found = inertKind(apiVersion, kind);
  return found !== undefined && found.lookedThrough !== 'whole';
}

/** `Foo of example.com`, and of `v1` `Foo of v1`. */
export function kindName({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${kind} of ${group === '' ? 'v1' : group}`;
}

/** Whether the table says what the controller of a kind does. */
export function isListedKind(apiVersion: string, kind: string): boolean {
  return inertKind(apiVersion, kind) !== undefined;
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
