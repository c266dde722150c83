//go:build !of_apiserver && !of_featuregate

package main

import (
	"k8s.io/apiserver/pkg/util/compatibility"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/component-base/featuregate"
)

// From 1.33 on.
func newRegistry(gates featuregate.MutableVersionedFeatureGate) (basecompatibility.ComponentGlobalsRegistry, error) {
	r := basecompatibility.NewComponentGlobalsRegistry()
	return r, r.Register(basecompatibility.DefaultKubeComponent, compatibility.DefaultBuildEffectiveVersion(), gates)
}

func validate(r basecompatibility.ComponentGlobalsRegistry) []error { return r.Validate() }
