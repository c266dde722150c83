//go:build !ccm

package main

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/component-base/version/verflag"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	apiserveroptions "k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
)

const module = "k8s.io/kubernetes"

// As kubeadm starts an API server, which is said once in a process.
func setUp() { capabilities.Setup(true, 0) }

var strategies = map[string]rest.RESTCreateStrategy{
	"DaemonSet": daemonset.Strategy, "Deployment": deployment.Strategy, "Pod": pod.Strategy, "ReplicaSet": replicaset.Strategy, "StatefulSet": statefulset.Strategy,
	"ClusterRole": clusterrole.Strategy, "ClusterRoleBinding": clusterrolebinding.Strategy, "Role": role.Strategy, "RoleBinding": rolebinding.Strategy,
}

func refusal(one input) error {
	switch one.Program {
	case "kube-apiserver":
		return ofAPIServer(one.Words)
	case "kube-controller-manager":
		return ofControllerManager(one.Words)
	case "object":
		return ofObject(one.Object)
	}
	return fmt.Errorf("there is no program %q", one.Program)
}

// As cmd/kube-apiserver/app/server.go NewAPIServerCommand, up to what its Run makes of the configuration.
func ofAPIServer(words []string) error {
	s := apiserveroptions.NewServerRunOptions()
	sets := s.Flags()
	addGlobal(sets, "kube-apiserver")
	apiserveroptions.AddCustomGlobalFlags(sets.FlagSet("generic"))
	if err := parse("kube-apiserver", sets, words); err != nil {
		return err
	}
	if errs := logsapi.Validate(s.Logs, utilfeature.DefaultFeatureGate, nil); len(errs) > 0 {
		return errs.ToAggregate()
	}
	completed, err := apiserver.Complete(s)
	if err != nil {
		return err
	}
	if errs := completed.Validate(); len(errs) > 0 {
		return utilerrors.NewAggregate(errs)
	}
	completed.SecureServing.Listener = listener
	_, _, _, err = apiserver.CreateKubeAPIServerConfig(completed)
	return err
}

// As cmd/kube-controller-manager/app/controllermanager.go NewControllerManagerCommand, up to the first bid for its lock.
func ofControllerManager(words []string) error {
	s, err := options.NewKubeControllerManagerOptions()
	if err != nil {
		return err
	}
	known, off := controllermanager.KnownControllers(), controllermanager.ControllersDisabledByDefault.List()
	sets := s.Flags(known, off)
	addGlobal(sets, "kube-controller-manager")
	if err := parse("kube-controller-manager", sets, words); err != nil {
		return err
	}
	if errs := logsapi.Validate(s.Logs, utilfeature.DefaultFeatureGate, nil); len(errs) > 0 {
		return errs.ToAggregate()
	}
	if s.SecureServing.BindPort > 0 {
		s.SecureServing.Listener = listener
	}
	config, err := s.Config(known, off)
	if err != nil {
		return err
	}
	return elect(config.ComponentConfig.Generic.LeaderElection)
}

func addGlobal(sets cliflag.NamedFlagSets, name string) {
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), name, logs.SkipLoggingConfigurationFlags())
}

func ofObject(text []byte) error {
	object, kind, err := legacyscheme.Codecs.UniversalDecoder().Decode(text, nil, nil)
	if err != nil {
		return err
	}
	strategy, found := strategies[kind.Kind]
	if !found {
		return fmt.Errorf("nothing creates a %s here", kind.Kind)
	}
	return create(strategy, object)
}

func create(strategy rest.RESTCreateStrategy, object runtime.Object) error {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return err
	}
	ctx := genericapirequest.WithNamespace(context.Background(), metav1.NamespaceNone)
	if strategy.NamespaceScoped() {
		if accessor.GetNamespace() == "" {
			accessor.SetNamespace(metav1.NamespaceDefault)
		}
		ctx = genericapirequest.WithNamespace(ctx, accessor.GetNamespace())
	}
	rest.FillObjectMetaSystemFields(accessor)
	return rest.BeforeCreate(strategy, ctx, object)
}
