//go:build kubeone

package main

import (
	"k8c.io/kubeone/pkg/apis/kubeone/v1beta1"
	"k8c.io/kubeone/pkg/apis/kubeone/v1beta2"
)

const module = "k8c.io/kubeone"

var names map[string]string

func target(kind string) (any, func() map[string]bool) {
	switch kind {
	case v1beta1.SchemeGroupVersion.String() + " KubeOneCluster":
		cluster := &v1beta1.KubeOneCluster{}
		return cluster, func() map[string]bool { return map[string]bool{"external": cluster.CloudProvider.External} }
	case v1beta2.SchemeGroupVersion.String() + " KubeOneCluster":
		cluster := &v1beta2.KubeOneCluster{}
		return cluster, func() map[string]bool { return map[string]bool{"external": cluster.CloudProvider.External} }
	}
	return nil, nil
}
