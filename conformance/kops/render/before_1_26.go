// What kops calls otherwise before 1.26: one context for all tasks, and calls without one of Go.

//go:build !kops126

package main

import (
	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/client/simple"
	"k8s.io/kops/pkg/client/simple/vfsclientset"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/pkg/templates"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/upup/pkg/fi/cloudup"
	"k8s.io/kops/util/pkg/vfs"
)

type (
	nodeBuilder = fi.ModelBuilder
	nodeTask    = fi.Task
	nodeTasks   = fi.ModelBuilderContext
	cloudTask   = fi.Task
	cloudTasks  = fi.ModelBuilderContext
)

func assign(cluster *kops.Cluster, cloud fi.Cloud) error {
	return cloudup.PerformAssignments(cluster, cloud)
}

func populate(base vfs.Path, cluster *kops.Cluster, _ []*kops.InstanceGroup, cloud fi.Cloud) (*kops.Cluster, error) {
	return cloudup.PopulateClusterSpec(clientset(base), cluster, cloud, assetBuilder(cluster))
}

func clientset(base vfs.Path) simple.Clientset { return vfsclientset.NewVFSClientset(base) }

func loadTemplates(cluster *kops.Cluster, base vfs.Path) (*templates.Templates, error) {
	return templates.LoadTemplates(cluster, base)
}

// kubelets are the configurations of kubelets: of every node, and what
// control-plane nodes have otherwise.
func kubelets(cluster *kops.Cluster) (workers, controlPlanes *kops.KubeletConfigSpec) {
	return cluster.Spec.Kubelet, cluster.Spec.MasterKubelet
}

func isControlPlane(group *kops.InstanceGroup) bool { return group.IsMaster() }

func issue(request *pki.IssueCertRequest, store keystore) (*pki.Certificate, *pki.PrivateKey, error) {
	certificate, key, _, err := pki.IssueCert(request, store)
	return certificate, key, err
}
