import { CCM, ControllerManager, KCM } from '../kubernetes/component';

/** A kind of object that something else turns into controller managers. */
export interface Renderer {
  readonly group: RegExp;
  readonly kind: RegExp;
  /** What it is to a reader. */
  readonly what: string;
  readonly fix: string;
  readonly mayRun: readonly ControllerManager[];
  /** Whether it is one only where it names a cloud controller manager. */
  readonly ifNamed?: boolean;
  /** Where its group and kind were read. */
  readonly source: string;
}

const RENDER = 'Render it as its controller does, and give the result:';
const BOTH = [KCM, CCM] as const;

/** Forms that are known by name and not read. A new installer goes here until it has a reader. */
export const RENDERERS: readonly Renderer[] = [
  {
    group: /^helm\.toolkit\.fluxcd\.io$/,
    kind: /^HelmRelease$/,
    what: 'a HelmRelease',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'fluxcd/helm-controller@v1.6.3 api/v2/helmrelease_types.go',
  },
  {
    group: /^helm\.cattle\.io$/,
    kind: /^HelmChart(Config)?$/,
    what: 'a chart of k3s or RKE2',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'k3s-io/helm-controller@v0.17.7 pkg/apis/helm.cattle.io/v1/types.go',
  },
  {
    group: /^argoproj\.io$/,
    kind: /^Application(Set)?$/,
    what: 'an application of Argo CD',
    fix: `${RENDER} argocd app manifests <name> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'argoproj/argo-cd@v3.5.1 pkg/apis/application/v1alpha1/types.go, applicationset_types.go',
  },
  {
    group: /^kustomize\.toolkit\.fluxcd\.io$/,
    kind: /^Kustomization$/,
    what: 'a Kustomization of Flux',
    fix: `${RENDER} kubectl kustomize <its path> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'fluxcd/kustomize-controller@v1.9.4 api/v1/kustomization_types.go',
  },
  {
    group: /^addons\.cluster\.x-k8s\.io$/,
    kind: /^Helm(ChartProxy|ReleaseProxy)$/,
    what: 'a chart of Cluster API',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'kubernetes-sigs/cluster-api-addon-provider-helm@v0.6.4 api/v1alpha1',
  },
  {
    group: /^fleet\.cattle\.io$/,
    kind: /^(GitRepo|Bundle)$/,
    what: 'a GitRepo of Fleet',
    fix: `${RENDER} fleet apply -o - <name> <path>`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'rancher/fleet@v0.16.1 pkg/apis/fleet.cattle.io/v1alpha1',
  },
  {
    group: /^(packaging\.carvel\.dev|kappctrl\.k14s\.io)$/,
    kind: /^(PackageInstall|App)$/,
    what: 'a package of Carvel',
    fix: `${RENDER} kctrl `
    + 'package installed status, or kapp inspect --raw',
    mayRun: [CCM],
    ifNamed: true,
    source: 'carvel-dev/kapp-controller@v0.53.1 pkg/apis/packaging/v1alpha1/register.go, pkg/apis/kappctrl/v1alpha1/register.go',
  },
  {
    group: /^helm\.crossplane\.io$/,
    kind: /^Release$/,
    what: 'a release of Crossplane',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
    source: 'crossplane-contrib/provider-helm@v1.4.0 apis/cluster/release',
  },
  {
    group: /^cluster\.x-k8s\.io$/,
    kind: /^ClusterClass$/,
    what: 'a ClusterClass',
    fix: 'Give the objects that it makes: kubectl get kubeadmcontrolplanes,clusters -o yaml of the management cluster.',
    mayRun: [KCM],
    source: 'kubernetes-sigs/cluster-api@v1.14.0 api/core/v1beta2/clusterclass_types.go',
  },
  {
    group: /^controlplane\.cluster\.x-k8s\.io$/,
    kind: /^KubeadmControlPlaneTemplate$/,
    what: 'a KubeadmControlPlaneTemplate of a ClusterClass',
    fix: 'Give the KubeadmControlPlane that is made of it: kubectl get kubeadmcontrolplanes -o yaml of the management cluster.',
    mayRun: [KCM],
    source: 'kubernetes-sigs/cluster-api@v1.14.0 api/controlplane/kubeadm/v1beta2/kubeadmcontrolplanetemplate_types.go',
  },
  {
    group: /^kops\.k8s\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of kops',
    fix: 'Give the folders of its nodes and its rendered addons.',
    mayRun: BOTH,
    source: 'kubernetes/kops@v1.36.1 pkg/apis/kops/v1alpha2/cluster.go',
  },
  {
    group: /^(kubeone\.k8c\.io|kubeone\.io)$/,
    kind: /^KubeOneCluster$/,
    what: 'a KubeOneCluster',
    fix: 'Give the folders of its nodes and its addons.',
    mayRun: BOTH,
    source: 'kubermatic/kubeone@v1.3.0 pkg/apis/kubeone/register.go, kubeone.io; v1.4.0 and v1.14.2 the same file, kubeone.k8c.io',
  },
  {
    group: /^kubermatic\.(k8s\.io|k8c\.io)$/,
    kind: /^(Cluster|ClusterTemplate)$/,
    what: 'a Cluster of Kubermatic',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
    source: 'kubermatic/kubermatic@v2.18.0 pkg/crd/client, kubermatic.k8s.io; v2.31.0 sdk/apis/kubermatic/v1/register.go, kubermatic.k8c.io',
  },
  {
    group: /^core\.gardener\.cloud$/,
    kind: /^Shoot$/,
    what: 'a Shoot of Gardener',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
    source: 'gardener/gardener@v1.149.3 pkg/apis/core/register.go, v1beta1/types_shoot.go',
  },
  {
    group: /^extensions\.gardener\.cloud$/,
    kind: /^ControlPlane$/,
    what: 'the control plane of a Shoot of Gardener',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
    source: 'gardener/gardener@v1.149.3 pkg/apis/extensions/register.go, v1alpha1/types_controlplane.go',
  },
  {
    group: /^operator\.openshift\.io$/,
    kind: /^KubeControllerManager$/,
    what: 'the kube-controller-manager of OpenShift',
    fix: 'Give the folders '
    + 'of its control-plane nodes.',
    mayRun: BOTH,
    source: 'openshift/api@2a3d739 operator/v1/types_kubecontrollermanager.go',
  },
  {
    group: /^kind\.x-k8s\.io$/,
    kind: /^Cluster$/,
    what: 'a cluster of kind',
    fix: 'Give the folders of its nodes, or leave it out if it is another '
    + 'cluster.',
    mayRun: BOTH,
    source: 'kubernetes-sigs/kind@v0.32.0 pkg/internal/apis/config/encoding/load.go:66',
  },
  {
    group: /^k3d\.io$/,
    kind: /^Simple$/,
    what: 'a cluster of k3d',
    fix: 'Give its nodes, or leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'k3d-io/k3d@v5.9.0 pkg/config/v1alpha5/types.go:36, pkg/config/config.go:110',
  },
  {
    group: /^eksctl\.io$/,
    kind: /^ClusterConfig$/,
    what: 'a cluster of EKS, whose control plane AWS runs',
    fix: 'Leave it out if it is another '
    + 'cluster.',
    mayRun: BOTH,
    source: 'eksctl-io/eksctl@v0.230.0 pkg/apis/eksctl.io/register.go, v1alpha5/register.go',
  },
  {
    group: /^hypershift\.openshift\.io$/,
    kind: /^HostedCluster$|^HostedControlPlane$/,
    what: 'a hosted cluster, whose control plane HyperShift writes (it undoes other changes)',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
    source: 'openshift/hypershift@v0.1.81 api/hypershift/v1beta1',
  },
  {
    group: /^(provisioning|management)\.cattle\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of Rancher',
    fix: 'Give the folders of its nodes.',
    mayRun: BOTH,
    source: 'rancher/rancher@v2.15.0 pkg/apis/provisioning.cattle.io/v1/cluster_types.go, pkg/apis/management.cattle.io/v3/cluster_types.go',
  },
  {
    group: /^k0s\.k0sproject\.io$/,
    kind: /^ClusterConfig$/,
    what: 'a ClusterConfig of k0s',
    fix: 'Give the command lines that k0s starts, as pods or units.',
    mayRun: BOTH,
    source: 'k0sproject/k0s@dff90cee9a pkg/apis/k0s/v1beta1/clusterconfig_types.go',
  },
  {
    group: /^k0sctl\.k0sproject\.io$/,
    kind: /^[Cc]luster$/,
    what: 'a Cluster of k0s',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'k0sproject/k0sctl@v0.32.2 pkg/apis/k0sctl.k0sproject.io/v1beta1/cluster.go:15,87',
  },
  {
    group: /^k0smotron\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of k0smotron, which writes a StatefulSet of k0s (it undoes other changes)',
    fix: 'Give the command lines that k0s starts, as pods; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'k0sproject/k0smotron@v2.1.0 api/k0smotron.io',
  },
  {
    group: /^kamaji\.clastix\.io$/,
    kind: /^TenantControlPlane$/,
    what: 'a control plane whose Deployment Kamaji writes (it undoes other changes)',
    fix: 'Give that Deployment.',
    mayRun: BOTH,
    source: 'clastix/kamaji@v1.0.0 api/v1alpha1/tenantcontrolplane_types.go',
  },
  {
    group: /^(anywhere\.eks\.amazonaws\.com)$/,
    kind: /^(Cluster)$/,
    what: 'a Cluster of EKS Anywhere',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'aws/eks-anywhere@v0.26.1 pkg/api/v1alpha1/groupversion_info.go, cluster_types.go',
  },
  {
    group: /^kubekey\.kubesphere\.io$/,
    kind: /^(Cluster|Config|Inventory)$/,
    what: 'a Cluster of KubeKey',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'kubesphere/kubekey@v3.1.9 cmd/kk/pkg/config/templates/cluster.go:30; v4.0.6 api/core/v1/register.go, builtin/core/defaults',
  },
  {
    group: /^kubean\.io$/,
    kind: /^Cluster(Operation)?$/,
    what: 'a Cluster of Kubean',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'kubean-io/kubean@v0.37.0 api/apis/cluster/v1alpha1, api/apis/clusteroperation/v1alpha1',
  },
  {
    group: /^core\.kubeclipper\.io$/,
    kind: /^[Cc]luster$/,
    what: 'a Cluster of KubeClipper',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'kubeclipper/kubeclipper@v1.6.0 pkg/scheme/core/v1/registry.go:35, docs/dev-guide.md:550, pkg/clustermanage/kubeadm/wrapper.go:92',
  },
  {
    group: /^apps\.sealos\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of sealos',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'labring/sealos@v5.1.1 lifecycle/pkg/types/v1beta1/register.go:22, cluster.go:31',
  },
  {
    group: /^sealer\.(?:io|cloud|aliyun\.com)$/,
    kind: /^Cluster$/,
    what: 'a Cluster of sealer',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'sealerio/sealer@v0.11.0 types/api/v1 and v2, sealer.io; v0.2.0 to v0.9.0 v1, sealer.aliyun.com; v0.8.5 docs, sealer.cloud/v2',
  },
  {
    group: /^(rke\.cattle\.io)$/,
    kind: /^(RKECluster|RKEControlPlane)$/,
    what: 'a Cluster of Rancher',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'rancher/rancher@v2.15.0 pkg/apis/rke.cattle.io/v1',
  },
  {
    group: /^(cluster\.kurl\.sh|kurl\.sh)$/,
    kind: /^(Installer)$/,
    what: 'an Installer of kURL',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'replicatedhq/kurlkinds@v1.5.0 pkg/apis/cluster/v1beta1/installer_types.go, '
      + 'https://docs.replicated.com/vendor/packaging-embedded-kubernetes; kurl.sh/v1beta1 in the tests of its API',
  },
  {
    group: /^(run\.tanzu\.vmware\.com)$/,
    kind: /^(TanzuKubernetesCluster)$/,
    what: 'a Cluster of Tanzu',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'https://docs.vmware.com/en/VMware-vSphere/7.0/vmware-vsphere-with-tanzu/GUID-B2807BCD-0CE1-4C3A-9C0E-2B78F5DA0E90.html',
  },
  {
    group: /^(deckhouse\.io)$/,
    kind: /^(ClusterConfiguration)$/,
    what: 'a cluster of Deckhouse',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
    source: 'deckhouse/deckhouse candi/README.md, "Installer", candi/openapi/cluster_configuration.yaml',
  },
  {
    group: /cluster\.x-k8s\.io$/,
    kind: /^(RKE2|KThrees|K0s|K0smotron|Talos|MicroK8s|Nested|Kamaji|AWSManaged|ROSA)\w*ControlPlane(Template)?$/,
    what: 'a control plane that kubeadm does not make',
    fix: 'Give the folders of its nodes, or the Deployments of its control plane.',
    mayRun: BOTH,
    source: 'rancher/cluster-api-provider-rke2@v0.25.0, k3s-io/cluster-api-k3s@v0.3.1, k0sproject/k0smotron@v2.1.0, '
      + 'kubernetes-sigs/cluster-api-provider-aws@v2.11.1 and -nested@v0.1.0, the control plane '
      + 'providers of Talos v0.5.12, MicroK8s v0.6.11 and Kamaji v0.20.0: the types named ControlPlane',
  },
];
