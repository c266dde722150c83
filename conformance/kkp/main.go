// Command kkp decodes Clusters of the Kubermatic Kubernetes Platform strictly
// with the types of release 2.18, and prints one JSON object: an unknown field,
// a field twice and a value of the wrong type are errors. It is the one release
// whose module can be had.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	kubermaticv1 "k8c.io/kubermatic/v2/pkg/crd/kubermatic/v1"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	File     string          `json:"file"`
	Kind     string          `json:"kind"`
	Features map[string]bool `json:"features"`
	Error    string          `json:"error,omitempty"`
}

type report struct {
	Version string `json:"version"`
	// Feature and Annotations are the names that the release has.
	Feature     string    `json:"feature"`
	Annotations []string  `json:"annotations"`
	Condition   string    `json:"condition"`
	Verdicts    []verdict `json:"verdicts"`
}

func main() {
	out := report{
		Version:     version(),
		Feature:     kubermaticv1.ClusterFeatureExternalCloudProvider,
		Annotations: []string{kubermaticv1.CCMMigrationNeededAnnotation, kubermaticv1.CSIMigrationNeededAnnotation},
		Condition:   string(kubermaticv1.ClusterConditionCSIKubeletMigrationCompleted),
		Verdicts:    []verdict{},
	}
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
			if dep.Path == "k8c.io/kubermatic/v2" {
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
	cluster := &kubermaticv1.Cluster{}
	if err := yaml.UnmarshalStrict(data, cluster); err != nil {
		return err
	}
	v.Kind = cluster.APIVersion + " " + cluster.Kind
	v.Features = cluster.Spec.Features
	if cluster.Kind != "Cluster" || !strings.HasPrefix(cluster.APIVersion, "kubermatic.k8") {
		return fmt.Errorf("%q is not read here", v.Kind)
	}
	return nil
}
