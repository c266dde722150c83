//go:build leader_migration_gate

package main

import (
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	_ "k8s.io/controller-manager/pkg/features/register"
)

// Up to 1.26 the loader asks the feature gate first, and 1.21 has it off: this
// is --feature-gates=ControllerManagerLeaderMigration=true.
func init() {
	if err := utilfeature.DefaultMutableFeatureGate.Set("ControllerManagerLeaderMigration=true"); err != nil {
		panic(err)
	}
}
