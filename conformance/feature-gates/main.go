// Command feature-gates says what a release makes of --emulated-version,
// --min-compatibility-version and --feature-gates, with the gates that its
// kube-controller-manager and kube-apiserver register. Nothing is started.
//
// Of each command line on standard input it says whether it ends. Of the gates
// that are named beside it, it says which are on with that line, and what
// becomes of each that is set to true or to false as well.
package main

import (
	"encoding/json"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	metricsfeatures "k8s.io/component-base/metrics/features"
	_ "k8s.io/controller-manager/pkg/features/register"
	_ "k8s.io/kubernetes/pkg/features"
)

const module = "k8s.io/kubernetes"

type question struct {
	Lines [][]string `json:"lines"`
	// Asked about with each line; none: only whether it ends.
	Gates []string `json:"gates"`
}

// outcome has a letter for each gate: in On whether it is on (1) or off (0) or
// unknown (?), in True and False what becomes of it set to that: taken (t),
// unrecognized (u), locked (l), of a later version (p), without another (d).
type outcome struct {
	Error string `json:"error,omitempty"`
	On    string `json:"on,omitempty"`
	True  string `json:"true,omitempty"`
	False string `json:"false,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Outcomes []outcome `json:"outcomes"`
}

func init() {
	for _, add := range []func(featuregate.MutableVersionedFeatureGate) error{logs, metrics} {
		if err := add(utilfeature.DefaultMutableFeatureGate); err != nil {
			panic(err)
		}
	}
}

func logs(g featuregate.MutableVersionedFeatureGate) error { return logsapi.AddFeatureGates(g) }
func metrics(g featuregate.MutableVersionedFeatureGate) error {
	return metricsfeatures.AddFeatureGates(g)
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	out := report{Version: moduleVersion(), Outcomes: []outcome{}}
	for _, args := range asked.Lines {
		out.Outcomes = append(out.Outcomes, judge(args, asked.Gates))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func judge(args, names []string) outcome {
	o := outcome{}
	gates, err := start(args)
	if err != nil {
		o.Error = err.Error()
		return o
	}
	known := gates.GetAllVersioned()
	for _, name := range names {
		if _, ok := known[featuregate.Feature(name)]; !ok {
			o.On += "?"
		} else if gates.Enabled(featuregate.Feature(name)) {
			o.On += "1"
		} else {
			o.On += "0"
		}
		o.True += becomes(args, name+"=true")
		o.False += becomes(args, name+"=false")
	}
	return o
}

func becomes(args []string, set string) string {
	_, err := start(append(append([]string{}, args...), "--feature-gates="+set))
	if err == nil {
		return "t"
	}
	for said, letter := range map[string]string{"unrecognized": "u", "is locked": "l", "is PreAlpha": "p", "but depends on": "d"} {
		if strings.Contains(err.Error(), said) {
			return letter
		}
	}
	return err.Error()
}

// start does what the commands do before they run: flags, Set, Validate.
func start(args []string) (featuregate.MutableVersionedFeatureGate, error) {
	gates := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	r, err := newRegistry(gates)
	if err != nil {
		panic(err)
	}
	set := pflag.NewFlagSet("feature-gates", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	r.AddFlags(set)
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if err := r.Set(); err != nil {
		return nil, err
	}
	if errs := validate(r); len(errs) > 0 {
		return nil, errs[0]
	}
	return gates, nil
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
