/** A document without an API version of which an installer makes the components of a cluster. */
export interface InstallerFile {
  readonly what: string;
  /** Keys that it always has. */
  readonly keys: readonly string[];
  /** Keys that each item of its `nodes` has; none: it need not have nodes. */
  readonly nodeKeys?: readonly string[];
  readonly fix: string;
  readonly source: string;
}

const RKE_FIX = 'Give the command lines of its containers as units or pods: docker inspect kube-controller-manager; leave the file out if it is of '
  + 'another cluster.';

/** They are told by their fields, since people give the files any name. */
export const INSTALLER_FILES: readonly InstallerFile[] = [
  {
    what: 'the cluster.yml of RKE, which runs kube-controller-manager on each node with the role controlplane',
    keys: ['nodes'],
    nodeKeys: ['address', 'role'],
    fix: RKE_FIX,
    source: 'rancher/rke@v1.7.0-rc.3 types/rke_types.go RancherKubernetesEngineConfig, RKEConfigNode; cluster/validation.go:324-330, which refuses a '
      + 'node without an address or a role; cluster/plan.go:189-358',
  },
  {
    what: 'a cluster of RKE as Rancher edits it',
    keys: ['rancher_kubernetes_engine_config'],
    fix: RKE_FIX,
    source: 'https://ranchermanager.docs.rancher.com/reference-guides/cluster-configuration/rancher-server-configuration/rke1-cluster-configuration',
  },
  {
    what: 'the talconfig.yaml of talhelper, which makes machine configurations of Talos',
    keys: ['clusterName', 'endpoint', 'nodes'],
    nodeKeys: ['hostname', 'ipAddress'],
    fix: 'Give what the nodes run: talosctl get staticpods -o yaml; leave the file out if it is of another cluster.',
    source: 'budimanjojo/talhelper@v3.1.9 pkg/config/config.go TalhelperConfig, Node: what its schema requires',
  },
];

/**
 * The list of the manifests that nodes of kops apply: kubernetes/kops@v1.36.1 channels/pkg/channels/addons.go ParseAddons, which takes a first
 * document of this kind without an API version; channels/pkg/api/channel.go.
 */
export const KOPS_ADDONS_KIND = 'Addons';

/**
 * What kops calls addons that hold a cloud-controller-manager: kubernetes/kops@v1.36.1
 * upup/pkg/fi/cloudup/bootstrapchannelbuilder/bootstrapchannelbuilder.go, `<cloud>-cloud-controller.addons.k8s.io`, of OpenStack
 * `openstack.addons.k8s.io`.
 */
export const KOPS_CCM_ADDON = /cloud-controller|controller-manager|^openstack\.addons\.k8s\.io(?:$|\/)/;

/** The label of everything that is applied from an addon: kubernetes/kops@v1.36.1 pkg/model/components/addonmanifests/remap.go addLabels. */
export const KOPS_ADDON_LABEL = 'addon.kops.k8s.io/name';
