/** A system whose own program writes the control planes that it hosts: what else changes them is undone, or has nothing to change. */
export interface HostingSystem {
  readonly name: string;
  /** API group of its objects; also what keys of its labels and annotations, and API versions of its owners, begin with. */
  readonly group: string;
  /** Repositories of images that only it runs. */
  readonly images?: RegExp;
  /** Why nothing is written for it. */
  readonly why: string;
  /** What to do instead. */
  readonly remedy: string;
  readonly source: string;
}

/** Newest last: each was read in the repository that its source names. */
export const HOSTING_SYSTEMS: readonly HostingSystem[] = [
  {
    name: 'HyperShift',
    group: 'hypershift.openshift.io',
    why: 'its control-plane-operator writes kube-controller-manager from the release image, without a cloud provider in all but early releases, and '
      + 'undoes other changes',
    remedy: 'upgrade the HostedCluster to a release whose cloud-controller-manager runs: its operator moves the controllers',
    source: 'openshift/hypershift@3ee961556 control-plane-operator/controllers/hostedcontrolplane/testdata/kube-controller-manager',
  },
  {
    name: 'k0smotron',
    group: 'k0smotron.io',
    images: /(?:^|\/)k0sproject\/k0s(?:[:@]|$)/,
    why: 'it has no Deployment of kube-controller-manager: a StatefulSet runs k0s, which starts kube-controller-manager as a process, and k0s is '
      + 'built without in-tree cloud providers, so no controller has to move',
    remedy: 'install the cloud-controller-manager, and set `--cloud-provider=external` in spec.k0sConfig and on the workers, before the first of '
      + 'these joins',
    source: 'k0sproject/k0smotron@3897bbe6 internal/controller/k0smotron.io/k0smotroncluster_statefulset.go:74-160',
  },
  {
    name: 'Kamaji',
    group: 'kamaji.clastix.io',
    why: 'its operator writes one Deployment of API server, scheduler and kube-controller-manager from a TenantControlPlane, and undoes other '
      + 'changes',
    remedy: 'give the flags, the volume and its mount of each phase as spec.controlPlane.deployment.extraArgs.controllerManager, '
      + 'additionalVolumes and additionalVolumeMounts.controllerManager of the TenantControlPlane; its surge of 100 % is a mix of both sides, '
      + 'so each phase is applied and rolled out before the next, and `verify` proves it',
    source: 'clastix/kamaji@ddbabd8 internal/builders/controlplane/deployment.go:189-210,459-535',
  },
  {
    name: 'Gardener',
    group: 'gardener.cloud',
    why: 'gardenlet writes the Deployment of a shoot, a webhook of the provider extension adds the flags of the cloud, and both undo other changes',
    remedy: 'upgrade the provider extension and the shoot: the extension moves the controllers with its own releases',
    source: 'gardener/gardener@v1.60.0 pkg/operation/botanist/component/kubecontrollermanager, '
      + 'gardener/gardener-extension-provider-aws@v1.30.0 pkg/webhook/controlplane/ensurer.go',
  },
];
