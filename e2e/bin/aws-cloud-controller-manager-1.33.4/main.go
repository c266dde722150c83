// Command aws-cloud-controller-manager is this release's controllers in this release's app: the cloud controllers, and tagging, which must be asked for.
package main

import (
	"os"

	"k8s.io/apimachinery/pkg/util/wait"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/cloud-provider-aws/pkg/controllers/tagging"
	_ "k8s.io/cloud-provider-aws/pkg/providers/v1" // "aws"
	"k8s.io/cloud-provider/app"
	"k8s.io/cloud-provider/app/config"
	"k8s.io/cloud-provider/names"
	"k8s.io/cloud-provider/options"
	"k8s.io/component-base/cli/flag"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/klog/v2"
)

func main() {
	logs.InitLogs()
	defer logs.FlushLogs()
	settings, err := options.NewCloudControllerManagerOptions()
	if err != nil {
		klog.Fatalf("no options: %v", err)
	}

	var wrapper tagging.ControllerWrapper
	var flags flag.NamedFlagSets
	wrapper.Options.AddFlags(flags.FlagSet("tagging controller"))
	controllers := app.DefaultInitFuncConstructors
	controllers[tagging.TaggingControllerKey] = app.ControllerInitFuncConstructor{
		InitContext: app.ControllerInitContext{ClientName: tagging.TaggingControllerClientName},
		Constructor: wrapper.StartTaggingControllerWrapper,
	}
	app.ControllersDisabledByDefault.Insert(tagging.TaggingControllerKey)
	aliases := names.CCMControllerAliases()
	aliases[tagging.TaggingControllerKey] = tagging.TaggingControllerKey

	if app.NewCloudControllerManagerCommand(settings, connect, controllers, aliases, flags, wait.NeverStop).Execute() != nil {
		os.Exit(1)
	}
}

// connect is the cloud of the flags, which must know its cluster's tag.
func connect(completed *config.CompletedConfig) cloudprovider.Interface {
	shared := completed.ComponentConfig.KubeCloudShared
	name := shared.CloudProvider.Name
	cloud, err := cloudprovider.InitCloudProvider(name, shared.CloudProvider.CloudConfigFile)
	if err != nil || cloud == nil {
		klog.Fatalf("no cloud provider %q: %v", name, err)
	}
	if !cloud.HasClusterID() && !shared.AllowUntaggedCloud {
		klog.Fatal("no ClusterID: neither the instance nor the cloud config names a cluster")
	}
	return cloud
}
