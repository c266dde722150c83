// Command flux evaluates the health check expressions of Flux Kustomizations
// with Flux's own code, as kustomize-controller does for a health check, and
// prints one JSON object: the status of each object by each expression.
package main

import (
	"context"
	"encoding/json"
	"os"
	"runtime/debug"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// input is one file: expressions of a Kustomization and objects of a cluster.
type input struct {
	HealthCheckExprs []kustomize.CustomHealthCheck `json:"healthCheckExprs"`
	Objects          []map[string]any              `json:"objects"`
}

type verdict struct {
	Status string `json:"status,omitempty"`
	Error  string `json:"error,omitempty"`
}

type report struct {
	Version  string    `json:"version"`
	Verdicts []verdict `json:"verdicts"`
}

func main() {
	out := report{Version: version("github.com/fluxcd/pkg/runtime"), Verdicts: []verdict{}}
	for _, file := range os.Args[1:] {
		content, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		var in input
		if err := json.Unmarshal(content, &in); err != nil {
			panic(err)
		}
		for _, check := range in.HealthCheckExprs {
			for _, object := range in.Objects {
				out.Verdicts = append(out.Verdicts, evaluate(check, &unstructured.Unstructured{Object: object}))
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func evaluate(check kustomize.CustomHealthCheck, object *unstructured.Unstructured) verdict {
	evaluator, err := cel.NewStatusEvaluator(&check.HealthCheckExpressions)
	if err != nil {
		return verdict{Error: err.Error()}
	}
	result, err := evaluator.Evaluate(context.Background(), object)
	if err != nil {
		return verdict{Error: err.Error()}
	}
	return verdict{Status: result.Status.String()}
}

func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	return ""
}
