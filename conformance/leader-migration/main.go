// Command leader-migration reads LeaderMigrationConfiguration files the way
// kube-controller-manager and cloud-controller-manager do at start, with the
// loader, the validation and the filter of one release of
// k8s.io/controller-manager, and prints what it found as one JSON object.
//
// One source, one module file per release: go build -modfile=releases/<minor>.mod.
package main

import (
	"encoding/json"
	"flag"
	"os"
	"runtime/debug"
	"strings"

	"k8s.io/controller-manager/config"
	"k8s.io/controller-manager/pkg/leadermigration"
	"k8s.io/controller-manager/pkg/leadermigration/options"
)

const module = "k8s.io/controller-manager"

type controllerLeader struct {
	Name      string `json:"name"`
	Component string `json:"component"`
}

type verdict struct {
	File              string             `json:"file"`
	Error             string             `json:"error,omitempty"`
	LeaderName        string             `json:"leaderName,omitempty"`
	ResourceLock      string             `json:"resourceLock,omitempty"`
	ControllerLeaders []controllerLeader `json:"controllerLeaders,omitempty"`
	// Component -> controller -> how that component would start it.
	Starts map[string]map[string]string `json:"starts,omitempty"`
}

type report struct {
	Module   string    `json:"module"`
	Version  string    `json:"version"`
	Verdicts []verdict `json:"verdicts"`
}

func main() {
	controllers := flag.String("controllers", "", "comma-separated controller keys to put through the filter of both components")
	builtIn := flag.Bool("default", false, "also report the configuration used when no file is given, as file \"\"")
	flag.Parse()

	files := flag.Args()
	if *builtIn {
		files = append(files, "")
	}
	var keys []string
	if *controllers != "" {
		keys = strings.Split(*controllers, ",")
	}

	out := report{Module: module, Version: moduleVersion(), Verdicts: []verdict{}}
	for _, file := range files {
		out.Verdicts = append(out.Verdicts, read(file, keys))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func read(file string, controllers []string) verdict {
	v := verdict{File: file}
	var generic config.GenericControllerManagerConfiguration
	opts := options.LeaderMigrationOptions{Enabled: true, ControllerMigrationConfig: file}
	if err := opts.ApplyTo(&generic); err != nil {
		v.Error = err.Error()
		return v
	}
	loaded := &generic.LeaderMigration
	v.LeaderName, v.ResourceLock = loaded.LeaderName, loaded.ResourceLock
	for _, leader := range loaded.ControllerLeaders {
		v.ControllerLeaders = append(v.ControllerLeaders, controllerLeader{leader.Name, leader.Component})
	}
	v.Starts = map[string]map[string]string{}
	for _, component := range []string{"kube-controller-manager", "cloud-controller-manager"} {
		filter := leadermigration.NewLeaderMigrator(loaded, component).FilterFunc
		v.Starts[component] = map[string]string{}
		for _, controller := range controllers {
			v.Starts[component][controller] = startOf(filter(controller))
		}
	}
	return v
}

func startOf(result leadermigration.FilterResult) string {
	switch result {
	case leadermigration.ControllerMigrated:
		return "migration-lock"
	case leadermigration.ControllerNonMigrated:
		return "main-lock"
	default:
		return "not-started"
	}
}

// moduleVersion is what the linker took, not what somebody meant to require.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, dep := range info.Deps {
		if dep.Path == module {
			for dep.Replace != nil {
				dep = dep.Replace
			}
			return dep.Version
		}
	}
	return "unknown"
}
