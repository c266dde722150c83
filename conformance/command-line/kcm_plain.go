//go:build kcm && !aliases

package main

import (
	cliflag "k8s.io/component-base/cli/flag"
	cmapp "k8s.io/controller-manager/app"
	cmconfig "k8s.io/controller-manager/config"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
)

func resetGlobals() {}

func flagsOf(s *options.KubeControllerManagerOptions) cliflag.NamedFlagSets {
	return s.Flags(app.KnownControllers(), app.ControllersDisabledByDefault.List())
}

func validate(s *options.KubeControllerManagerOptions) error {
	return s.Validate(app.KnownControllers(), app.ControllersDisabledByDefault.List())
}

func apply(s *options.KubeControllerManagerOptions, config *cmconfig.GenericControllerManagerConfiguration) error {
	return s.Generic.ApplyTo(config)
}

func enabled(name string, list []string) bool {
	return cmapp.IsControllerEnabled(name, app.ControllersDisabledByDefault, list)
}
