// What kops calls from 1.28 on.

//go:build kops128

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
	return cloudup.PerformAssignments(cluster, vfs.Context, cloud)
}

func populate(base vfs.Path, cluster *kops.Cluster, groups []*kops.InstanceGroup, cloud fi.Cloud) (*kops.Cluster, error) {
	return cloudup.PopulateClusterSpec(context.Background(), clientset(base), cluster, groups, cloud, assetBuilder(cluster))
}

func clientset(base vfs.Path) simple.Clientset {
	return vfsclientset.NewVFSClientset(vfs.Context, base)
}

func assetBuilder(cluster *kops.Cluster) *assets.AssetBuilder {
	return assets.NewAssetBuilder(vfs.Context, cluster.Spec.Assets, cluster.Spec.KubernetesVersion, false)
}
