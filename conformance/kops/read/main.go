// Command read decodes Clusters and InstanceGroups strictly with the types of
// one release of kops, and prints one JSON object: an unknown field, a field
// twice and a value of the wrong type are errors. kops itself is not strict
// where a file is handed in, and drops what it does not know.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kops/pkg/apis/kops/v1alpha2"
	strict "sigs.k8s.io/yaml"
)

type verdict struct {
	File  string   `json:"file"`
	Kinds []string `json:"kinds"`
	Error string   `json:"error,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Verdicts []verdict `json:"verdicts"`
}

func main() {
	out := report{Version: version(), Verdicts: []verdict{}}
	for _, file := range os.Args[1:] {
		out.Verdicts = append(out.Verdicts, read(file))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

// version is what the linker took, not what somebody meant to require.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "k8s.io/kops" {
				return dep.Version
			}
		}
	}
	return ""
}

// read decodes every document of a file up to the first that is refused.
func read(file string) verdict {
	v := verdict{File: file, Kinds: []string{}}
	data, err := os.ReadFile(file)
	if err != nil {
		v.Error = err.Error()
		return v
	}
	documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(data)))
	buffer := make([]byte, len(data)+1)
	for {
		length, err := documents.Read(buffer)
		if errors.Is(err, io.EOF) {
			return v
		}
		if err == nil {
			err = decode(buffer[:length], &v)
		}
		if err != nil {
			v.Error = fmt.Sprintf("document %d: %v", len(v.Kinds)+1, err)
			return v
		}
	}
}

func decode(document []byte, v *verdict) error {
	var meta struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := strict.Unmarshal(document, &meta); err != nil {
		return err
	}
	if meta.APIVersion != v1alpha2.SchemeGroupVersion.String() {
		return fmt.Errorf("apiVersion %q is not %q", meta.APIVersion, v1alpha2.SchemeGroupVersion)
	}
	var into any
	switch meta.Kind {
	case "Cluster":
		into = &v1alpha2.Cluster{}
	case "InstanceGroup":
		into = &v1alpha2.InstanceGroup{}
	default:
		return fmt.Errorf("kind %q is not read here", meta.Kind)
	}
	if err := strict.UnmarshalStrict(document, into); err != nil {
		return err
	}
	v.Kinds = append(v.Kinds, meta.Kind)
	return nil
}
