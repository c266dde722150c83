//go:build of_featuregate

package main

import (
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/version"
)

// Of 1.32.
func newRegistry(gates featuregate.MutableVersionedFeatureGate) (featuregate.ComponentGlobalsRegistry, error) {
	r := featuregate.NewComponentGlobalsRegistry()
	return r, r.Register(featuregate.DefaultKubeComponent, version.DefaultBuildEffectiveVersion(), gates)
}

func validate(r featuregate.ComponentGlobalsRegistry) []error {
	errs := r.Validate()
	if err := version.ValidateKubeEffectiveVersion(r.EffectiveVersionFor(featuregate.DefaultKubeComponent)); err != nil {
		errs = append(errs, err)
	}
	return errs
}
