//go:build kops

package main

import "k8s.io/kops/pkg/apis/kops/v1alpha2"

const module = "k8s.io/kops"

var names map[string]string

func target(kind string) (any, func() map[string]bool) {
	none := func() map[string]bool { return nil }
	switch kind {
	case v1alpha2.SchemeGroupVersion.String() + " Cluster":
		return &v1alpha2.Cluster{}, none
	case v1alpha2.SchemeGroupVersion.String() + " InstanceGroup":
		return &v1alpha2.InstanceGroup{}, none
	}
	return nil, nil
}
