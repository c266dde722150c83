// Command cluster-api decodes manifests strictly with the types of Cluster API
// and of its AWS provider, and prints one JSON object: an unknown field, a
// field twice and a value of the wrong type are errors. What a ClusterResourceSet
// applies stands as text in ConfigMaps and is not looked into.
//
// With -render first, it prints what Cluster API hands to kubeadm instead.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	awsv1beta1 "sigs.k8s.io/cluster-api-provider-aws/v2/api/v1beta1"
	awsv1beta2 "sigs.k8s.io/cluster-api-provider-aws/v2/api/v1beta2"
	addonsv1beta1 "sigs.k8s.io/cluster-api/api/addons/v1beta1"
	addonsv1beta2 "sigs.k8s.io/cluster-api/api/addons/v1beta2"
	bootstrapv1beta1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta1"
	bootstrapv1beta2 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	controlplanev1beta1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta1"
	controlplanev1beta2 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	corev1beta1 "sigs.k8s.io/cluster-api/api/core/v1beta1"
	corev1beta2 "sigs.k8s.io/cluster-api/api/core/v1beta2"
)

type verdict struct {
	File  string   `json:"file"`
	Kinds []string `json:"kinds"`
	Error string   `json:"error,omitempty"`
}

type report struct {
	Versions map[string]string `json:"versions"`
	Verdicts []verdict         `json:"verdicts"`
}

func main() {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme,
		awsv1beta1.AddToScheme, awsv1beta2.AddToScheme,
		addonsv1beta1.AddToScheme, addonsv1beta2.AddToScheme,
		bootstrapv1beta1.AddToScheme, bootstrapv1beta2.AddToScheme,
		controlplanev1beta1.AddToScheme, controlplanev1beta2.AddToScheme,
		corev1beta1.AddToScheme, corev1beta2.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()

	if len(os.Args) > 1 && os.Args[1] == "-render" {
		out, err := render(decoder, os.Args[2:])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		print(out)
		return
	}
	out := report{Versions: versions(), Verdicts: []verdict{}}
	for _, file := range os.Args[1:] {
		out.Verdicts = append(out.Verdicts, read(decoder, file))
	}
	print(out)
}

func print(out any) {
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

// read decodes every document of a file up to the first that is refused.
func read(decoder runtime.Decoder, file string) verdict {
	v := verdict{File: file, Kinds: []string{}}
	data, err := os.ReadFile(file)
	if err != nil {
		v.Error = err.Error()
		return v
	}
	err = eachDocument(data, func(document []byte) error {
		_, kind, err := decoder.Decode(document, nil, nil)
		if err != nil {
			return fmt.Errorf("document %d: %w", len(v.Kinds)+1, err)
		}
		v.Kinds = append(v.Kinds, kind.GroupVersion().String()+" "+kind.Kind)
		return nil
	})
	if err != nil {
		v.Error = err.Error()
	}
	return v
}

func eachDocument(data []byte, do func(document []byte) error) error {
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
		if err := do(buffer[:length]); err != nil {
			return err
		}
	}
}

// versions is what the linker took, not what somebody meant to require.
func versions() map[string]string {
	found := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			switch dep.Path {
			case "sigs.k8s.io/cluster-api", "sigs.k8s.io/cluster-api-provider-aws/v2":
				found[dep.Path] = dep.Version
			}
		}
	}
	return found
}
