// Command released shows inputs to the code of a release that takes or refuses
// them, one after the other, and says what is refused. Nothing is started.
//
// An input is a command line, with which a program has all but begun to serve:
// its flags are read and checked, and so are the files that they name. Or it is
// an object, as the API server gets it to create it.
//
// Which programs there are decides the build tag: those of Kubernetes, or with
// ccm the cloud-controller-manager of AWS.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	cliflag "k8s.io/component-base/cli/flag"
	componentbase "k8s.io/component-base/config"
	"k8s.io/klog/v2"
)

type input struct {
	Program string          `json:"program"`
	Words   []string        `json:"words"`
	Object  json.RawMessage `json:"object"`
}

type outcome struct {
	// Why it is refused; none: it is taken.
	Error string `json:"error,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Outcomes []outcome `json:"outcomes"`
}

var gates = utilfeature.DefaultMutableFeatureGate.DeepCopy()

// listener stands for the port of each: no two share one.
var listener net.Listener

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	klog.OsExit = func(int) { panic("klog.Fatal") }
	var err error
	if listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		panic(err)
	}
	var inputs []input
	if err := json.NewDecoder(os.Stdin).Decode(&inputs); err != nil {
		panic(err)
	}
	setUp()
	out := report{Version: moduleVersion(), Outcomes: []outcome{}}
	for _, one := range inputs {
		out.Outcomes = append(out.Outcomes, judge(one))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func judge(one input) (o outcome) {
	defer func() {
		if caught := recover(); caught != nil {
			o.Error = fmt.Sprintf("panic: %v", caught)
		}
	}()
	// Gates are variables of their package, which keep what a line before has said.
	fresh := gates.DeepCopy()
	utilfeature.DefaultMutableFeatureGate, utilfeature.DefaultFeatureGate = fresh, fresh
	if err := refusal(one); err != nil {
		o.Error = err.Error()
	}
	return o
}

// parse reads a command line as cobra does, with the names that component-base's cli takes.
func parse(name string, sets cliflag.NamedFlagSets, words []string) error {
	all := pflag.NewFlagSet(name, pflag.ContinueOnError)
	all.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	all.SetOutput(io.Discard)
	for _, set := range sets.FlagSets {
		all.AddFlagSet(set)
	}
	if err := all.Parse(words); err != nil {
		return err
	}
	for _, word := range all.Args() {
		if len(word) > 0 {
			return fmt.Errorf("%s does not take any arguments, got %q", name, all.Args())
		}
	}
	return nil
}

// elect makes what a controller manager makes before its first bid: a lock of that kind, and an elector with those durations.
func elect(config componentbase.LeaderElectionConfiguration) error {
	if !config.LeaderElect {
		return nil
	}
	lock, err := resourcelock.New(config.ResourceLock, config.ResourceNamespace, config.ResourceName, nil, nil, resourcelock.ResourceLockConfig{Identity: "conformance"})
	if err != nil {
		return err
	}
	_, err = leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: config.LeaseDuration.Duration, RenewDeadline: config.RenewDeadline.Duration, RetryPeriod: config.RetryPeriod.Duration,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) {}, OnStoppedLeading: func() {}},
	})
	return err
}

// moduleVersion is what the linker took, not what somebody meant to require.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == module {
				return dep.Version
			}
		}
	}
	return "no " + module
}
