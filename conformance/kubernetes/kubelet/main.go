// Command kubelet reads files meant for the kubelet with the loaders and the
// validation of the kubelet of one release, and prints one JSON object.
//
// By name and kind: a file `*.env` is KUBELET_KUBEADM_ARGS and goes through the
// kubelet's flag set; KubeletConfiguration and CredentialProviderConfig go
// through what `--config` and `--image-credential-provider-config` call.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	"k8s.io/kubernetes/pkg/credentialprovider/plugin"
	_ "k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
	"k8s.io/kubernetes/pkg/util/filesystem"
	"sigs.k8s.io/yaml"
)

const module = "k8s.io/kubernetes"

type verdict struct {
	File  string `json:"file"`
	Kind  string `json:"kind"`
	Error string `json:"error,omitempty"`
	// What the flag set understood, for an .env file.
	Flags map[string]string `json:"flags,omitempty"`
}

type report struct {
	Module   string    `json:"module"`
	Version  string    `json:"version"`
	Verdicts []verdict `json:"verdicts"`
}

func main() {
	asConfiguration := flag.Bool("as-configuration", false, "load every file as --config does, whatever its kind, and refuse no unknown field")
	pluginDir := flag.String("plugin-dir", "", "folder with the credential provider executables")
	flag.Parse()
	out := report{Module: module, Version: moduleVersion(), Verdicts: []verdict{}}
	for _, file := range flag.Args() {
		v := verdict{File: file}
		var err error
		v.Kind = kindOf(file)
		switch {
		case *asConfiguration:
			err = loadConfiguration(file)
		case v.Kind == "KUBELET_KUBEADM_ARGS":
			v.Flags, err = parseFlags(file)
		case v.Kind == "KubeletConfiguration":
			if err = decodeStrictly(file); err == nil {
				err = loadConfiguration(file)
			}
		case v.Kind == "CredentialProviderConfig":
			if err = decodeStrictly(file); err == nil {
				err = plugin.RegisterCredentialProviderPlugins(file, *pluginDir)
			}
		default:
			err = fmt.Errorf("kind %q is not read by the kubelet", v.Kind)
		}
		if err != nil {
			v.Error = err.Error()
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func kindOf(file string) string {
	if strings.HasSuffix(file, ".env") {
		return "KUBELET_KUBEADM_ARGS"
	}
	var meta struct {
		Kind string `json:"kind"`
	}
	if data, err := os.ReadFile(file); err == nil {
		_ = yaml.Unmarshal(data, &meta) // what is not YAML has no kind, and is reported so
	}
	return meta.Kind
}

// decodeStrictly refuses what the kubelet only logs (KubeletConfiguration) or
// passes over up to 1.31 (CredentialProviderConfig): fields it does not know.
func decodeStrictly(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, codecs, err := scheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		return err
	}
	_, _, err = codecs.UniversalDecoder().Decode(data, nil, nil)
	return err
}

func loadConfiguration(file string) error {
	loader, err := configfiles.NewFsLoader(&filesystem.DefaultFs{}, file)
	if err != nil {
		return err
	}
	config, err := loader.Load()
	if err != nil {
		return err
	}
	gates := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	if err := gates.SetFromMap(config.FeatureGates); err != nil {
		return err
	}
	return validation.ValidateKubeletConfiguration(config, gates)
}

// parseFlags reads the one line that kubeadm writes; systemd splits its value at blanks.
func parseFlags(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, value, found := strings.Cut(strings.TrimSpace(string(data)), "=")
	if !found {
		return nil, fmt.Errorf("not an environment file: %q", data)
	}
	flags := options.NewKubeletFlags()
	config, err := options.NewKubeletConfiguration()
	if err != nil {
		return nil, err
	}
	set := pflag.NewFlagSet("kubelet", pflag.ContinueOnError)
	flags.AddFlags(set)
	options.AddKubeletConfigFlags(set, config)
	options.AddGlobalFlags(set)
	if err := set.Parse(strings.Fields(strings.Trim(value, `"`))); err != nil {
		return nil, err
	}
	if extra := set.Args(); len(extra) > 0 {
		return nil, fmt.Errorf("unknown command %q", extra[0])
	}
	if err := options.ValidateKubeletFlags(flags); err != nil {
		return nil, err
	}
	gates := utilfeature.DefaultMutableFeatureGate.DeepCopy()
	if err := gates.SetFromMap(config.FeatureGates); err != nil {
		return nil, err
	}
	if err := validation.ValidateKubeletConfiguration(config, gates); err != nil {
		return nil, err
	}
	given := map[string]string{}
	set.Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	return given, nil
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
