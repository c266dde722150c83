//go:build of_apiserver

package main

import (
	"k8s.io/apiserver/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// Of 1.31.
func newRegistry(gates featuregate.MutableVersionedFeatureGate) (version.ComponentGlobalsRegistry, error) {
	r := version.NewComponentGlobalsRegistry()
	return r, r.Register(version.DefaultKubeComponent, version.DefaultBuildEffectiveVersion(), gates)
}

func validate(r version.ComponentGlobalsRegistry) []error {
	errs := r.Validate()
	if err := version.ValidateKubeEffectiveVersion(r.EffectiveVersionFor(version.DefaultKubeComponent)); err != nil {
		errs = append(errs, err)
	}
	return errs
}
