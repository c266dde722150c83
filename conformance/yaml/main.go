// Command yaml reads a JSON list of texts from standard input and prints what
// Kubernetes makes of each: the documents that kubectl decodes from it as a file,
// one after the other up to the first that it refuses, and the one that the
// kubelet decodes from it as a file of its static pod folder.
package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/util/yaml"
)

// As kubectl has it: k8s.io/cli-runtime@v0.27.16 pkg/resource/visitor.go.
const bufferSize = 4096

type reading struct {
	Stream []any  `json:"stream"`
	Error  string `json:"error,omitempty"`
	Single any    `json:"single"`
	Failed string `json:"failed,omitempty"`
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	out := make([]reading, len(texts))
	for i, text := range texts {
		out[i] = read(text)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func read(text string) (result reading) {
	result.Stream = []any{}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), bufferSize)
	for {
		var document any
		err := decoder.Decode(&document)
		if err == io.EOF {
			break
		}
		if err != nil {
			result.Error = err.Error()
			break
		}
		if document != nil {
			result.Stream = append(result.Stream, document)
		}
	}
	data, err := yaml.ToJSON([]byte(text))
	if err == nil {
		err = json.Unmarshal(data, &result.Single)
	}
	if err != nil {
		result.Failed = err.Error()
	}
	return result
}
