//go:build ccm

package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/wait"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/cloud-provider-aws/pkg/controllers/tagging"
	"k8s.io/cloud-provider/app"
	"k8s.io/cloud-provider/app/config"
	"k8s.io/cloud-provider/options"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/version/verflag"
	cmapp "k8s.io/controller-manager/app"
	cmconfig "k8s.io/controller-manager/config"
	"k8s.io/klog/v2"
)

const module = "k8s.io/cloud-provider-aws"

var gates = utilfeature.DefaultMutableFeatureGate.DeepCopy()

// reset undoes what a command line before has left in package variables.
func reset() {
	fresh := gates.DeepCopy()
	utilfeature.DefaultMutableFeatureGate, utilfeature.DefaultFeatureGate = fresh, fresh
}

// As upstream's main: k8s.io/cloud-provider-aws cmd/aws-cloud-controller-manager/main.go, which executes the command without component-base's cli.
func newComponent() component {
	settings, err := options.NewCloudControllerManagerOptions()
	if err != nil {
		klog.Fatalf("no options: %v", err)
	}
	controllers := constructors()
	return component{
		command:     app.NewCloudControllerManagerCommand(settings, connect, controllers, taggingFlags(), wait.NeverStop),
		run:         (*cobra.Command).Execute,
		understand:  understand,
		controllers: app.ControllerNames(controllers),
		enabled: func(name string, list []string) bool {
			return cmapp.IsControllerEnabled(name, app.ControllersDisabledByDefault, list)
		},
	}
}

func constructors() map[string]app.ControllerInitFuncConstructor {
	var wrapper tagging.ControllerWrapper
	controllers := app.DefaultInitFuncConstructors
	controllers[tagging.TaggingControllerKey] = app.ControllerInitFuncConstructor{
		InitContext: app.ControllerInitContext{ClientName: tagging.TaggingControllerClientName},
		Constructor: wrapper.StartTaggingControllerWrapper,
	}
	app.ControllersDisabledByDefault.Insert(tagging.TaggingControllerKey)
	return controllers
}

func taggingFlags() (flags cliflag.NamedFlagSets) {
	var wrapper tagging.ControllerWrapper
	wrapper.Options.AddFlags(flags.FlagSet("tagging controller"))
	return flags
}

func connect(*config.CompletedConfig) cloudprovider.Interface { panic("nothing is started") }

func understand(args []string) (*cmconfig.GenericControllerManagerConfiguration, error) {
	s, err := options.NewCloudControllerManagerOptions()
	if err != nil {
		return nil, err
	}
	names := app.ControllerNames(constructors())
	sets := s.Flags(names, app.ControllersDisabledByDefault.List(), nil, nil)
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), "cloud-controller-manager")
	set := pflag.NewFlagSet("again", pflag.ContinueOnError)
	for _, part := range append(values(sets), values(taggingFlags())...) {
		set.AddFlagSet(part)
	}
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if err := s.Validate(names, app.ControllersDisabledByDefault.List(), nil, nil); err != nil {
		return nil, err
	}
	generic := &cmconfig.GenericControllerManagerConfiguration{}
	return generic, s.Generic.ApplyTo(generic)
}

func values(sets cliflag.NamedFlagSets) (all []*pflag.FlagSet) {
	for _, set := range sets.FlagSets {
		all = append(all, set)
	}
	return all
}
