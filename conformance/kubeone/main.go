// Command kubeone decodes KubeOneClusters strictly with the types of one
// release of KubeOne, and prints one JSON object: an unknown field, a field
// twice and a value of the wrong type are errors.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"k8c.io/kubeone/pkg/apis/kubeone/v1beta1"
	"k8c.io/kubeone/pkg/apis/kubeone/v1beta2"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	File     string `json:"file"`
	Kind     string `json:"kind"`
	External bool   `json:"external"`
	Error    string `json:"error,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Verdicts []verdict `json:"verdicts"`
}

func main() {
	out := report{Version: version(), Verdicts: []verdict{}}
	for _, file := range os.Args[1:] {
		v := verdict{File: file}
		if err := read(file, &v); err != nil {
			v.Error = err.Error()
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

// version is what the linker took, not what somebody meant to require.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "k8c.io/kubeone" {
				return dep.Version
			}
		}
	}
	return ""
}

func read(file string, v *verdict) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var meta struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := yaml.Unmarshal(data, &meta); err != nil {
		return err
	}
	v.Kind = meta.APIVersion + " " + meta.Kind
	switch v.Kind {
	case v1beta1.SchemeGroupVersion.String() + " KubeOneCluster":
		cluster := &v1beta1.KubeOneCluster{}
		err = yaml.UnmarshalStrict(data, cluster)
		v.External = cluster.CloudProvider.External
	case v1beta2.SchemeGroupVersion.String() + " KubeOneCluster":
		cluster := &v1beta2.KubeOneCluster{}
		err = yaml.UnmarshalStrict(data, cluster)
		v.External = cluster.CloudProvider.External
	default:
		err = fmt.Errorf("%q is not read here", v.Kind)
	}
	return err
}
