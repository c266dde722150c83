// What kops calls from 1.26 on: contexts of tasks for nodes and for the cloud, and calls with one of Go.

//go:build kops126

package main

import (
	"context"

	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/pkg/templates"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/util/pkg/vfs"
)

type (
	nodeBuilder = fi.NodeupModelBuilder
	nodeTask    = fi.NodeupTask
	nodeTasks   = fi.NodeupModelBuilderContext
	cloudTask   = fi.CloudupTask
	cloudTasks  = fi.CloudupModelBuilderContext
)

func loadTemplates(cluster *kops.Cluster, base vfs.Path) (*templates.Templates, error) {
	return templates.LoadTemplates(context.Background(), cluster, base)
}

// kubelets are the configurations of kubelets: of every node, and what
// control-plane nodes have otherwise.
func kubelets(cluster *kops.Cluster) (workers, controlPlanes *kops.KubeletConfigSpec) {
	return cluster.Spec.Kubelet, cluster.Spec.ControlPlaneKubelet
}

func isControlPlane(group *kops.InstanceGroup) bool { return group.IsControlPlane() }

func issue(request *pki.IssueCertRequest, store keystore) (*pki.Certificate, *pki.PrivateKey, error) {
	certificate, key, _, err := pki.IssueCert(context.Background(), request, store)
	return certificate, key, err
}

func (k keystore) FindPrimaryKeypair(_ context.Context, name string) (*pki.Certificate, *pki.PrivateKey, error) {
	return k.primary(name)
}

func (k keystore) FindKeyset(_ context.Context, name string) (*fi.Keyset, error) { return k[name], nil }

func (k keystore) MirrorTo(context.Context, vfs.Path) error { return errCopied }
