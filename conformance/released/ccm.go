//go:build ccm

package main

import (
	"fmt"

	"k8s.io/cloud-provider-aws/pkg/controllers/tagging"
	"k8s.io/cloud-provider/app"
	"k8s.io/cloud-provider/options"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/version/verflag"
)

const module = "k8s.io/cloud-provider-aws"

func setUp() {
	app.DefaultInitFuncConstructors[tagging.TaggingControllerKey] = app.ControllerInitFuncConstructor{
		InitContext: app.ControllerInitContext{ClientName: tagging.TaggingControllerClientName},
	}
	app.ControllersDisabledByDefault.Insert(tagging.TaggingControllerKey)
}

// As k8s.io/cloud-provider app/controllermanager.go NewCloudControllerManagerCommand, with what upstream's main adds, up to the first bid for its lock.
func refusal(one input) error {
	if one.Program != "cloud-controller-manager" {
		return fmt.Errorf("there is no program %q", one.Program)
	}
	s, err := options.NewCloudControllerManagerOptions()
	if err != nil {
		return err
	}
	names, off := app.ControllerNames(app.DefaultInitFuncConstructors), app.ControllersDisabledByDefault.List()
	sets := s.Flags(names, off, nil, nil)
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), "cloud-controller-manager")
	var wrapper tagging.ControllerWrapper
	wrapper.Options.AddFlags(sets.FlagSet("tagging controller"))
	if err := parse("cloud-controller-manager", sets, one.Words); err != nil {
		return err
	}
	if s.SecureServing.BindPort > 0 {
		s.SecureServing.Listener = listener
	}
	if err := s.Validate(names, off, nil, nil); err != nil {
		return err
	}
	s.WebhookServing.BindPort = 0 // it would listen on a port of its own, for every input
	config, err := s.Config(names, off, nil, nil)
	if err != nil {
		return err
	}
	return elect(config.ComponentConfig.Generic.LeaderElection)
}
