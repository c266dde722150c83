import { mapOf } from './data';
import { ObjectAt } from './documents';
import { isOfWatching } from './monitoring';
import { templateOf } from './pod-templates';
import { Data } from '../edit/yaml/source-document';
import { groupOf, isCustomResource, onlyNames } from '../facts/inert-kinds';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';

/** A kind of object that something else turns into controller managers. */
interface Renderer {
  readonly group: RegExp;
  readonly kind: RegExp;
  /** What it is to a reader. */
  readonly what: string;
  readonly fix: string;
  readonly mayRun: readonly ControllerManager[];
  /** Whether it is one only where it names a cloud controller manager. */
  readonly ifNamed?: boolean;
}

const RENDER = 'Render it as its controller does, and give the result:';
const BOTH = [KCM, CCM] as const;

/** Forms that are known by name and not read. A new installer goes here until it has a reader. */
const RENDERERS: readonly Renderer[] = [
  {
    group: /^helm\.toolkit\.fluxcd\.io$/,
    kind: /^HelmRelease$/,
    what: 'a HelmRelease',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^helm\.cattle\.io$/,
    kind: /^HelmChart(Config)?$/,
    what: 'a chart of k3s or RKE2',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^argoproj\.io$/,
    kind: /^Application(Set)?$/,
    what: 'an application of Argo CD',
    fix: `${RENDER} argocd app manifests <name> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^kustomize\.toolkit\.fluxcd\.io$/,
    kind: /^Kustomization$/,
    what: 'a Kustomization of Flux',
    fix: `${RENDER} kubectl kustomize <its path> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^addons\.cluster\.x-k8s\.io$/,
    kind: /^Helm(ChartProxy|ReleaseProxy)$/,
    what: 'a chart of Cluster API',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^fleet\.cattle\.io$/,
    kind: /^(GitRepo|Bundle)$/,
    what: 'a GitRepo of Fleet',
    fix: `${RENDER} fleet apply -o - <name> <path>`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^(packaging\.carvel\.dev|kappctrl\.k14s\.io)$/,
    kind: /^(PackageInstall|App)$/,
    what: 'a package of Carvel',
    fix: `${RENDER} kctrl `
    + 'package installed status, or kapp inspect --raw',
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^helm\.crossplane\.io$/,
    kind: /^Release$/,
    what: 'a release of Crossplane',
    fix: `${RENDER} helm template <chart> --values <values> | ccm-migration verify -`,
    mayRun: [CCM],
    ifNamed: true,
  },
  {
    group: /^cluster\.x-k8s\.io$/,
    kind: /^ClusterClass$/,
    what: 'a ClusterClass',
    fix: 'Give the objects that it makes: kubectl get kubeadmcontrolplanes,clusters -o yaml of the management cluster.',
    mayRun: [KCM],
  },
  {
    group: /^controlplane\.cluster\.x-k8s\.io$/,
    kind: /^KubeadmControlPlaneTemplate$/,
    what: 'a KubeadmControlPlaneTemplate of a ClusterClass',
    fix: 'Give the KubeadmControlPlane that is made of it: kubectl get kubeadmcontrolplanes -o yaml of the management cluster.',
    mayRun: [KCM],
  },
  {
    group: /^kops\.k8s\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of kops',
    fix: 'Give the folders of its nodes and its rendered addons.',
    mayRun: BOTH,
  },
  {
    group: /^(kubeone\.k8c\.io|kubeone\.io)$/,
    kind: /^KubeOneCluster$/,
    what: 'a KubeOneCluster',
    fix: 'Give the folders of its nodes and its addons.',
    mayRun: BOTH,
  },
  {
    group: /^kubermatic\.(k8s\.io|k8c\.io)$/,
    kind: /^(Cluster|ClusterTemplate)$/,
    what: 'a Cluster of Kubermatic',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
  },
  { group: /^core\.gardener\.cloud$/, kind: /^Shoot$/, what: 'a Shoot of Gardener', fix: 'Give the Deployments of its control plane.', mayRun: BOTH },
  {
    group: /^extensions\.gardener\.cloud$/,
    kind: /^ControlPlane$/,
    what: 'the control plane of a Shoot of Gardener',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
  },
  {
    group: /^operator\.openshift\.io$/,
    kind: /^KubeControllerManager$/,
    what: 'the kube-controller-manager of OpenShift',
    fix: 'Give the folders '
    + 'of its control-plane nodes.',
    mayRun: BOTH,
  },
  {
    group: /^kind\.x-k8s\.io$/,
    kind: /^Cluster$/,
    what: 'a cluster of kind',
    fix: 'Give the folders of its nodes, or leave it out if it is another '
    + 'cluster.',
    mayRun: BOTH,
  },
  { group: /^k3d\.io$/, kind: /^Simple$/, what: 'a cluster of k3d', fix: 'Give its nodes, or leave it out if it is another cluster.', mayRun: BOTH },
  {
    group: /^eksctl\.io$/,
    kind: /^ClusterConfig$/,
    what: 'a cluster of EKS, whose control plane AWS runs',
    fix: 'Leave it out if it is another '
    + 'cluster.',
    mayRun: BOTH,
  },
  {
    group: /^hypershift\.openshift\.io$/,
    kind: /^HostedCluster$|^HostedControlPlane$/,
    what: 'a hosted cluster',
    fix: 'Give the Deployments of its control plane.',
    mayRun: BOTH,
  },
  {
    group: /^(provisioning|management)\.cattle\.io$/,
    kind: /^Cluster$/,
    what: 'a Cluster of Rancher',
    fix: 'Give the folders of its nodes.',
    mayRun: BOTH,
  },
  {
    group: /^k0s\.k0sproject\.io$/,
    kind: /^ClusterConfig$/,
    what: 'a ClusterConfig of k0s',
    fix: 'Give the command lines that k0s starts, as pods or units.',
    mayRun: BOTH,
  },
  {
    group: /^(k0sctl\.k0sproject\.io|k0smotron\.io)$/,
    kind: /^(Cluster)$/,
    what: 'a Cluster of k0s',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(anywhere\.eks\.amazonaws\.com)$/,
    kind: /^(Cluster)$/,
    what: 'a Cluster of EKS Anywhere',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(kubekey\.kubesphere\.io|kubean\.io|core\.kubeclipper\.io|apps\.sealos\.io|sealer\.(?:io|cloud|aliyun\.com))$/,
    kind: /^(Cluster)$/,
    what: 'a Cluster of an installer',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(rke\.cattle\.io)$/,
    kind: /^(RKECluster|RKEControlPlane)$/,
    what: 'a Cluster of Rancher',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(cluster\.kurl\.sh|kurl\.sh)$/,
    kind: /^(Installer)$/,
    what: 'an Installer of kURL',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(run\.tanzu\.vmware\.com)$/,
    kind: /^(TanzuKubernetesCluster)$/,
    what: 'a Cluster of Tanzu',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /^(deckhouse\.io)$/,
    kind: /^(ClusterConfiguration)$/,
    what: 'a cluster of Deckhouse',
    fix: 'Give the folders of its nodes; leave it out if it is another cluster.',
    mayRun: BOTH,
  },
  {
    group: /cluster\.x-k8s\.io$|^kamaji\.clastix\.io$/,
    kind: /^(RKE2|KThrees|K0s|K0smotron|Talos|MicroK8s|Nested|Kamaji|AWSManaged|Rosa|ROSA)\w*ControlPlane(Template)?$|^TenantControlPlane$/,
    what: 'a control plane that kubeadm does not make',
    fix: 'Give the folders of its nodes, or the Deployments of its control plane.',
    mayRun: BOTH,
  },
];

/** What custom resources of any other kind may be: those of Sveltos, KubeVela, Cluster API's and a company's own. */
const ANY_OTHER: Renderer = {
  group: /^/,
  kind: /^/,
  what: 'a custom resource that names a cloud-controller-manager or its chart',
  fix: 'Give what its controller makes of it as manifests; if it makes none, leave it out of the input.',
  mayRun: BOTH,
};

/** What is read by itself: machines by what kubeadm makes of them, policies by what they do to pods. Their texts are looked through as any. */
const READ_ELSEWHERE = /^(?:(?:(?:addons|bootstrap|controlplane)\.)?cluster\.x-k8s\.io|(?:policies\.)?kyverno\.io|mutations\.gatekeeper\.sh)$/;

/** Of an object that something renders or rolls controller managers from: what it is. */
export function rendererOf(object: ObjectAt): Renderer | undefined {
  const { apiVersion, kind, data } = object;
  const group = groupOf(apiVersion);
  const found = RENDERERS.find(one => one.group.test(group) && one.kind.test(kind));
  if (found) return found.ifNamed && !namesManager(JSON.stringify([mapOf(data.metadata).name ?? '', data.spec ?? ''])) ? undefined : found;
  const isInert = onlyNames(apiVersion, kind) || isOfWatching(object);
  const isOpen = isCustomResource(apiVersion) && !isInert && !READ_ELSEWHERE.test(group) && templateOf(object) === undefined;
  return isOpen && (isCalledAfterManager(group, kind) || hasChartName(data)) ? ANY_OTHER : undefined;
}

/** A kind, or the group of it, that is one of a controller manager: its controller makes one of the object. */
function isCalledAfterManager(group: string, kind: string): boolean {
  return /(?:Cloud|Kube)ControllerManager|(?:^|[a-z])(?:CCM|Ccm|CPI)(?:[A-Z]|$)/.test(kind)
    || /^(?:[a-z0-9-]+\.)?(?:ccm|(?:[a-z0-9]+-)*cloud-controller-manager)\./.test(group);
}

/** Charts and folders are called after what they hold: `aws-cloud-controller-manager`, `aws-ccm`, `vsphere-cpi`, `cloud-provider-openstack`. */
function namesManager(text: string): boolean {
  return /controller-manager|(^|[^a-z0-9])(ccm|cpi)([^a-z0-9]|$)|cloud-provider/.test(text);
}

/** A name, a chart, an image or an address that ends with one of these, whatever its version is. */
const CHART_NAME = new RegExp('(?:^|[/:@=,])(?:(?:[a-z0-9]+-){0,6}(?:cloud-)controller-manager|(?:[a-z0-9]+-){0,3}(?:ccm|cpi)'
  + '|cloud-provider-[a-z]+)(?:-chart)?(?:[-:@]v?[0-9][\\w.+-]*)?(?:@sha256:[0-9a-f]+)?(?:\\.(?:ya?ml|json|tgz|git))?(?=$|[/?#,])');

/** What refers to a workload that is read itself: autoscalers of any kind, the Rollout of Argo. */
const REFERENCE = /^(?:scaleTarget|target|workload)Ref$/;

/** Whether a value of any field, at any depth, is the name of one. Longer texts are looked through by what they start. */
function hasChartName({ metadata, status: _, ...rest }: ObjectAt['data']): boolean {
  const open: (Data | undefined)[] = [mapOf(metadata).name, ...Object.values(rest)];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value === 'string') {
      if (value.length < 500 && !/\s/.test(value) && CHART_NAME.test(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) if (!REFERENCE.test(key)) open.push(one);
    }
  }
  return false;
}
