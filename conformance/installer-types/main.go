// Command installer-types decodes documents of installers strictly with the
// types of one release, and prints one JSON object: an unknown field, a field
// twice and a value of the wrong type are errors. The build tag says of which
// installer, the module file of which release.
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
	strict "sigs.k8s.io/yaml"
)

type verdict struct {
	File  string   `json:"file"`
	Kinds []string `json:"kinds"`
	// Seen are switches of the last document, as the types have them.
	Seen  map[string]bool `json:"seen,omitempty"`
	Error string          `json:"error,omitempty"`
}

type report struct {
	Version string `json:"version"`
	// Names are those of the release, by what they name.
	Names    map[string]string `json:"names,omitempty"`
	Verdicts []verdict         `json:"verdicts"`
}

func main() {
	out := report{Version: version(), Names: names, Verdicts: []verdict{}}
	for _, file := range os.Args[1:] {
		v := verdict{File: file, Kinds: []string{}}
		if err := read(file, &v); err != nil {
			v.Error = fmt.Sprintf("document %d: %v", len(v.Kinds)+1, err)
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
			if dep.Path == module {
				return dep.Version
			}
		}
	}
	return ""
}

// read decodes every document of a file up to the first that is refused.
func read(file string, v *verdict) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(data)))
	buffer := make([]byte, len(data)+1)
	for {
		length, err := documents.Read(buffer)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := decode(buffer[:length], v); err != nil {
			return err
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
	kind := meta.APIVersion + " " + meta.Kind
	into, seen := target(kind)
	if into == nil {
		return fmt.Errorf("%q is not read here", kind)
	}
	if err := strict.UnmarshalStrict(document, into); err != nil {
		return err
	}
	v.Kinds = append(v.Kinds, kind)
	v.Seen = seen()
	return nil
}
