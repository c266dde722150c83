// What kops 1.26 and 1.27 call otherwise than later releases.

//go:build kops126 && !kops128

package main

import (
	"context"

	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/assets"
	"k8s.io/kops/pkg/client/simple"
	"k8s.io/kops/pkg/client/simple/vfsclientset"
	"k8s.io/kops/upup/pkg/fi"
	"k8s.io/kops/upup/pkg/fi/cloudup"
	"k8s.io/kops/util/pkg/vfs"
)

func assign(cluster *kops.Cluster, cloud fi.Cloud) error {
	return cloudup.PerformAssignments(cluster, cloud)
}

func populate(base vfs.Path, cluster *kops.Cluster, _ []*kops.InstanceGroup, cloud fi.Cloud) (*kops.Cluster, error) {
	return cloudup.PopulateClusterSpec(context.Background(), clientset(base), cluster, cloud, assetBuilder(cluster))
}

func clientset(base vfs.Path) simple.Clientset {
	return vfsclientset.NewVFSClientset(base)
}

func assetBuilder(cluster *kops.Cluster) *assets.AssetBuilder {
	return assets.NewAssetBuilder(cluster.Spec.Assets, cluster.Spec.KubernetesVersion, false)
}
