//go:build kkp

package main

import kubermaticv1 "k8c.io/kubermatic/v2/pkg/crd/kubermatic/v1"

const module = "k8c.io/kubermatic/v2"

var names = map[string]string{
	"feature":       kubermaticv1.ClusterFeatureExternalCloudProvider,
	"ccmAnnotation": kubermaticv1.CCMMigrationNeededAnnotation,
	"csiAnnotation": kubermaticv1.CSIMigrationNeededAnnotation,
	"condition":     string(kubermaticv1.ClusterConditionCSIKubeletMigrationCompleted),
}

// target has no look at the group: release 2.19 changed it, and 2.18 is the one
// whose module can be had.
func target(kind string) (any, func() map[string]bool) {
	switch kind {
	case "kubermatic.k8s.io/v1 Cluster", "kubermatic.k8c.io/v1 Cluster":
		cluster := &kubermaticv1.Cluster{}
		return cluster, func() map[string]bool { return cluster.Spec.Features }
	}
	return nil, nil
}
