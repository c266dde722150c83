// Command kubernetes is kube-apiserver, kube-controller-manager or kube-scheduler, whichever name it was started under: most of them is the same, and
// linked once.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	_ "time/tzdata" // of CronJobs, as in upstream's programs

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	switch name := filepath.Base(os.Args[0]); name {
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kube-scheduler":
		os.Exit(cli.Run(scheduler.NewSchedulerCommand()))
	default:
		fmt.Fprintf(os.Stderr, "started as %q; accepted: kube-apiserver, kube-controller-manager, kube-scheduler\n", name)
		os.Exit(2)
	}
}
