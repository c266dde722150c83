// Command render prints what kops makes of a cluster, with kops' own code: its
// options builders, the static pods that nodeup writes on a control-plane node,
// the flags of kubelets, and the addons that channels applies. It reaches no
// cloud: kops' own mocks stand for AWS.
//
// Each argument is a file with a Cluster and its InstanceGroups; one JSON array
// is printed, with one result for each.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"runtime/debug"
	"strings"
	"testing"

	"k8s.io/kops/pkg/apis/kops"
	"k8s.io/kops/pkg/flagbuilder"
	"k8s.io/kops/pkg/pki"
	"k8s.io/kops/pkg/testutils"
	"k8s.io/kops/upup/pkg/fi"
)

type result struct {
	Version string `json:"version"`
	// Error is why kops refuses the cluster.
	Error string `json:"error,omitempty"`
	// Files of a control-plane node, by their path.
	Files map[string]string `json:"files,omitempty"`
	// Kubelet is the command line of kubelets: of every node, and what
	// control-plane nodes have otherwise.
	Kubelet       []string `json:"kubelet,omitempty"`
	MasterKubelet []string `json:"masterKubelet,omitempty"`
	// Addons by name and id.
	Addons map[string]string `json:"addons,omitempty"`
}

func main() {
	stdout := os.Stdout
	os.Stdout = os.Stderr // kops prints now and then
	results := []result{}
	for _, file := range os.Args[1:] {
		r, err := render(file)
		if err != nil {
			r = &result{Error: err.Error()}
		}
		r.Version = version()
		results = append(results, *r)
	}
	if err := json.NewEncoder(stdout).Encode(results); err != nil {
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

func render(file string) (*result, error) {
	// A T is only asked for to report errors, which its zero value does by a panic.
	h := testutils.NewIntegrationTestHarness(new(testing.T))
	defer h.Close()
	h.MockKopsVersion("1.18.0")
	h.SetupMockAWS()
	// The harness sets 512 bits, which Go refuses by now.
	pki.DefaultPrivateKeySize = 1024
	channels, err := channelsDir()
	if err != nil {
		return nil, err
	}
	kops.DefaultChannelBase = "file://" + channels + "/"

	loaded, err := load(file)
	if err != nil {
		return nil, err
	}
	full, err := completed(loaded.Cluster, loaded.InstanceGroups)
	if err != nil {
		return nil, err
	}
	r := &result{}
	if r.Files, err = nodeFiles(full, loaded.InstanceGroups); err != nil {
		return nil, fmt.Errorf("files of nodes: %w", err)
	}
	workers, controlPlanes := kubelets(full)
	if r.Kubelet, err = flagbuilder.BuildFlagsList(workers); err != nil {
		return nil, err
	}
	if r.MasterKubelet, err = flagbuilder.BuildFlagsList(controlPlanes); err != nil {
		return nil, err
	}
	if r.Addons, err = addons(full, loaded.InstanceGroups); err != nil {
		return nil, fmt.Errorf("addons: %w", err)
	}
	return r, nil
}

// channelsDir is where the module has the channel files that kops otherwise
// downloads.
func channelsDir() (string, error) {
	if dir := os.Getenv("KOPS_CHANNELS"); dir != "" {
		return dir, nil
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMODCACHE: %w", err)
	}
	return path.Join(strings.TrimSpace(string(out)), "k8s.io/kops@"+version(), "channels"), nil
}

// load reads a file with kops' own decoder, which wants it in a folder of its own.
func load(file string) (*testutils.Model, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "kops-render")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(path.Join(dir, "cluster.yaml"), content, 0o600); err != nil {
		return nil, err
	}
	return testutils.LoadModel(dir)
}

func controlPlane(groups []*kops.InstanceGroup) (*kops.InstanceGroup, error) {
	for _, group := range groups {
		if isControlPlane(group) {
			return group, nil
		}
	}
	return nil, fmt.Errorf("no InstanceGroup has role Master")
}

// text of a file that is written on a node; not of keys, and of what is issued
// there.
func textOf(files map[string]string, path string, contents fi.Resource) error {
	if !strings.HasPrefix(path, "/etc/kubernetes/") {
		return nil
	}
	text, err := fi.ResourceAsString(contents)
	files[path] = text
	return err
}

// addonOf is the name of an addon by that of the task that writes it.
func addonOf(cluster *kops.Cluster, task string) (string, bool) {
	return strings.CutPrefix(task, "ManagedFile/"+cluster.ObjectMeta.Name+"-addons-")
}

// authorities are the certificate authorities that a node asks for.
var authorities = []string{"kubernetes-ca", "service-account", "apiserver-aggregator-ca", "etcd-clients-ca", "etcd-manager-ca-main", "etcd-manager-ca-events"}
