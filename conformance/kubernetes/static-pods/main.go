// Command static-pods shows folders to the kubelet's own file source and prints
// the pods that it would start of each, and expands texts as the kubelet does in
// command and args. Standard input is one JSON object, standard output another.
package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/config"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

const module = "k8s.io/kubernetes"

type request struct {
	Folders    []string `json:"folders"`
	Expansions []struct {
		Text string            `json:"text"`
		Env  map[string]string `json:"env"`
	} `json:"expansions"`
}

type container struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
	Args    []string `json:"args"`
}

type pod struct {
	Name       string      `json:"name"`
	Namespace  string      `json:"namespace"`
	Containers []container `json:"containers"`
}

type report struct {
	Version    string   `json:"version"`
	Folders    [][]pod  `json:"folders"`
	Expansions []string `json:"expansions"`
}

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	out := report{Version: moduleVersion(), Folders: [][]pod{}, Expansions: []string{}}
	for _, folder := range asked.Folders {
		out.Folders = append(out.Folders, podsOf(folder))
	}
	for _, e := range asked.Expansions {
		out.Expansions = append(out.Expansions, expansion.Expand(e.Text, expansion.MappingFuncFor(e.Env)))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func podsOf(folder string) []pod {
	updates := make(chan interface{})
	config.NewSourceFile(folder, types.NodeName("node"), time.Hour, updates)
	found := []pod{}
	for _, p := range (<-updates).(kubetypes.PodUpdate).Pods {
		found = append(found, pod{p.Name, p.Namespace, append(read(p.Spec.InitContainers), read(p.Spec.Containers)...)})
	}
	return found
}

func read(from []v1.Container) (all []container) {
	for _, c := range from {
		all = append(all, container{c.Name, c.Command, c.Args})
	}
	return all
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
	return "unknown"
}
