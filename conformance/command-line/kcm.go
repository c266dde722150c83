//go:build kcm

package main

import (
	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/cli"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/logs"
	"k8s.io/component-base/version/verflag"
	cmconfig "k8s.io/controller-manager/config"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
)

const module = "k8s.io/kubernetes"

var gates = utilfeature.DefaultMutableFeatureGate.DeepCopy()

// reset undoes what a command line before has left in package variables.
func reset() {
	fresh := gates.DeepCopy()
	utilfeature.DefaultMutableFeatureGate, utilfeature.DefaultFeatureGate = fresh, fresh
	resetGlobals()
}

func newComponent() component {
	return component{
		command:     app.NewControllerManagerCommand(),
		run:         cli.RunNoErrOutput,
		understand:  understand,
		controllers: app.KnownControllers(),
		enabled:     enabled,
	}
}

func understand(args []string) (*cmconfig.GenericControllerManagerConfiguration, error) {
	s, err := options.NewKubeControllerManagerOptions()
	if err != nil {
		return nil, err
	}
	sets := flagsOf(s)
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), "kube-controller-manager", logs.SkipLoggingConfigurationFlags())
	set := pflag.NewFlagSet("again", pflag.ContinueOnError)
	set.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	for _, part := range sets.FlagSets {
		set.AddFlagSet(part)
	}
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if err := validate(s); err != nil {
		return nil, err
	}
	config := &cmconfig.GenericControllerManagerConfiguration{}
	return config, apply(s, config)
}
